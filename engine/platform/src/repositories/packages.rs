//! The packages in repositories whose package type has versions.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use waybill_blobs::{BlobId, Digests, Staged};
use waybill_machines::Timestamp;
use waybill_machines::rules::packages::{Document, Summary};

use super::embedded::Reservation;
use super::{
    Answer, Expected, Location, Overwriting, Part, RepositoryError, Sight, Source,
    StoredRepository, VersionId,
};
use crate::streams::ChangeContext;

/// The largest metadata of a version, in bytes.
pub const DOCUMENT_BYTES_MAX: usize = 1_024 * 1_024;

/// The port for versions of packages. Their files are those of the port [`super::Artifacts`]; a version ends with the
/// last of its files.
pub trait Packages: Send + Sync + 'static {
    /// Receives the file of a version: what the version is, its sender may say only after it. Dropping the result
    /// discards it.
    fn receive<'a>(
        &'a self,
        repository: &'a StoredRepository,
        announced_bytes: Option<u64>,
        source: &'a mut dyn Source,
    ) -> Answer<'a, Received>;

    /// Publishes a file that was received: with it a version, or a further file of one where versions have several. Of
    /// two that publish the same one, one is rejected, unless it may overwrite; what else the package type rules out
    /// beside other versions is judged while nothing else changes the package.
    fn publish(
        &self,
        received: Received,
        new: NewVersion,
        admits: Admits,
        context: ChangeContext,
    ) -> Answer<'_, StoredVersion>;

    /// The package with this name; `None` if it has no version.
    fn package(&self, repository: StoredRepository, name: String) -> Answer<'_, Option<Package>>;

    /// A version of a package in the repository with an id; `None` if there is none.
    fn version(&self, repository_id: String, id: VersionId) -> Answer<'_, Option<StoredVersion>>;

    /// The tags of a package that follow a tag in the order of their texts, with the versions that they name.
    fn tags(
        &self,
        repository: StoredRepository,
        name: String,
        after: String,
        limit: usize,
    ) -> Answer<'_, Vec<(String, String)>>;

    /// The version that a tag names; `None` if there is no such tag.
    fn tagged(
        &self,
        repository: StoredRepository,
        name: String,
        tag: String,
    ) -> Answer<'_, Option<String>>;

    /// The revision of a package, which each of its changes increases; 0 before the first one.
    fn revision(&self, repository: StoredRepository, name: String) -> Answer<'_, u64>;

    /// What all packages of a repository add up to.
    fn totals(&self, repository: StoredRepository) -> Answer<'_, PackageTotals>;

    /// The packages whose name, description and keywords have all words, which are in lower case; at most `limit`. Of each
    /// it is the version that the tag `latest` names, or else the last one in an order.
    fn search(
        &self,
        repository: StoredRepository,
        words: Vec<String>,
        order: VersionOrder,
        limit: usize,
        sight: Arc<dyn Sight>,
    ) -> Answer<'_, Vec<(String, StoredVersion)>>;

    /// The names of the packages of which the caller may see a file, in order. Fails if there are more than
    /// [`LISTED_MAX`](super::LISTED_MAX).
    fn names(&self, repository: StoredRepository, sight: Arc<dyn Sight>)
    -> Answer<'_, Vec<String>>;

    /// Reads metadata.
    fn document(&self, document: Document) -> Answer<'_, Vec<u8>>;

    /// Marks a version as deprecated with a reason, or no longer.
    fn deprecate(
        &self,
        repository: StoredRepository,
        name: String,
        version: String,
        reason: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Yanks a version, with a reason if there is one, or ends that without one.
    fn yank(
        &self,
        repository: StoredRepository,
        name: String,
        version: String,
        yanked: bool,
        reason: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Has a tag name another version, or removes it. Whether that may be is judged while nothing else changes the
    /// package.
    fn tag(
        &self,
        repository: StoredRepository,
        name: String,
        change: TagChange,
        may_move: MayMove,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Has a tag name a version that was promoted from another repository. It is recorded even if the tag names that
    /// version already.
    fn promote(
        &self,
        repository: StoredRepository,
        name: String,
        promoted: Promoted,
        may_move: MayMove,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Removes a file of a version as long as its package has the revision with which that was decided. Whether it has;
    /// a file that is gone already counts as removed.
    fn remove_unchanged(
        &self,
        repository: StoredRepository,
        path: String,
        revision: u64,
        context: ChangeContext,
    ) -> Answer<'_, bool>;
}

/// An order of versions.
pub type VersionOrder = fn(&StoredVersion, &StoredVersion) -> Ordering;

/// Whether another version may be published beside those of a package.
pub type Admits = Box<dyn Fn(&Package) -> Result<(), RepositoryError> + Send + Sync>;

/// Whether a tag may be taken from the version that it names.
pub type MayMove = Box<dyn Fn(&StoredVersion) -> bool + Send + Sync>;

/// A file that has arrived as a whole and is not published yet.
pub struct Received {
    pub(super) repository: StoredRepository,
    pub(super) staged: Staged,
    pub(super) room: Reservation,
}

impl Received {
    /// The file before it is published, for checking what is in it.
    pub fn path(&self) -> &Path {
        self.staged.path()
    }

    /// The checksums and the size of the file.
    pub const fn digests(&self) -> &Digests {
        &self.staged.digests
    }
}

/// A version to be published.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewVersion {
    /// The name of the package.
    pub name: String,
    /// The version.
    pub version: String,
    /// The path of its file.
    pub path: String,
    /// What the sender says of the file.
    pub expected: Expected,
    /// What may be done if this version has a file at the path already. The same content again changes nothing.
    pub overwriting: Overwriting,
    /// The metadata, of this file where versions have several.
    pub document: Bytes,
    /// What searches need of it.
    pub summary: Summary,
    /// The tags that name it from now on.
    pub tags: Vec<String>,
    /// The version of the package that it says something about; it need not exist.
    pub subject: Option<String>,
    /// What it consists of beside its file.
    pub parts: Vec<Part>,
}

/// A published version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredVersion {
    /// The version.
    pub version: String,
    /// Its files, the oldest first. There is always one.
    pub files: Vec<VersionFile>,
    /// What searches need of it, as the newest of its files says that says something.
    pub summary: Summary,
    /// The version of its package that it says something about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Why it is deprecated, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecation: Option<String>,
    /// Whether it is yanked: it is chosen for nothing new.
    #[serde(default)]
    pub yanked: bool,
    /// Why it is yanked, if its author says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yank_reason: Option<String>,
    /// When it was published.
    pub published_at: Timestamp,
    /// Who published it: the id of a user, or `system`.
    pub published_by: String,
}

/// A file of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionFile {
    /// Its path within the repository.
    pub path: String,
    /// The metadata that it was published with.
    pub document: Document,
    /// When it was published.
    pub published_at: Timestamp,
}

impl StoredVersion {
    /// The paths of its files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }
}

impl VersionFile {
    /// The name of its metadata in the storage.
    pub fn blob(&self) -> Option<BlobId> {
        self.document.sha256.0.parse().ok()
    }
}

/// What all packages of a repository add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PackageTotals {
    /// Increases with each change of a package; 0 before the first one.
    pub revision: u64,
    /// The number of documents: one for each file of a version.
    pub documents: u64,
    /// Their size in bytes.
    pub document_bytes: u64,
}

/// A package with all of its versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Increases with each change.
    pub revision: u64,
    /// The versions, in the order of their texts.
    pub versions: Vec<StoredVersion>,
    /// The versions that tags name. A tag whose version was removed is removed with it.
    pub tags: BTreeMap<String, String>,
}

/// A version that was promoted from another repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promoted {
    /// The tag that names it from now on.
    pub tag: String,
    /// The version.
    pub version: String,
    /// Where its file is, or was until it was moved.
    pub from: Location,
    /// Whether it is moved.
    pub moves: bool,
}

/// A change of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagChange {
    /// The tag.
    pub tag: String,
    /// The version that it names from now on; none to remove it.
    pub version: Option<String>,
}
