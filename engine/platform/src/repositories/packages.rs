//! The packages in repositories whose package type has versions.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use waybill_blobs::{BlobId, Digests, Staged};
use waybill_machines::Timestamp;
use waybill_machines::rules::packages::{Document, PackageProblem, Summary};

use super::embedded::Reservation;
use super::{Answer, Expected, Sight, Source, StoredRepository};
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

    /// Publishes a version with a file that was received. Of two that publish the same version, one is rejected; what
    /// else the package type rules out beside other versions is judged while nothing else changes the package.
    fn publish(
        &self,
        received: Received,
        new: NewVersion,
        admits: Admits,
        context: ChangeContext,
    ) -> Answer<'_, StoredVersion>;

    /// The package with this name; `None` if it has no version.
    fn package(&self, repository: StoredRepository, name: String) -> Answer<'_, Option<Package>>;

    /// The revision of a package, which each of its changes increases; 0 before the first one.
    fn revision(&self, repository: StoredRepository, name: String) -> Answer<'_, u64>;

    /// What all packages of a repository add up to.
    fn totals(&self, repository: StoredRepository) -> Answer<'_, PackageTotals>;

    /// The names of the packages of a repository that have a version, in their order; at most `limit`.
    fn names(&self, repository: StoredRepository, limit: usize) -> Answer<'_, Vec<String>>;

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

    /// Yanks a version, or ends that.
    fn yank(
        &self,
        repository: StoredRepository,
        name: String,
        version: String,
        yanked: bool,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Has a tag name another version, or removes it.
    fn tag(
        &self,
        repository: StoredRepository,
        name: String,
        change: TagChange,
        context: ChangeContext,
    ) -> Answer<'_, ()>;
}

/// An order of versions.
pub type VersionOrder = fn(&StoredVersion, &StoredVersion) -> Ordering;

/// Whether another version may be published beside those of a package.
pub type Admits = Box<dyn Fn(&Package) -> Result<(), PackageProblem> + Send + Sync>;

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVersion {
    /// The name of the package.
    pub name: String,
    /// The version.
    pub version: String,
    /// The path of its file.
    pub path: String,
    /// What the sender says of the file.
    pub expected: Expected,
    /// The metadata.
    pub document: Bytes,
    /// What searches need of it.
    pub summary: Summary,
    /// The tags that name it from now on.
    pub tags: Vec<String>,
}

/// A published version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredVersion {
    /// The version.
    pub version: String,
    /// The paths of its files.
    pub paths: Vec<String>,
    /// The metadata.
    pub document: Document,
    /// What searches need of it.
    pub summary: Summary,
    /// Why it is deprecated, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecation: Option<String>,
    /// Whether it is yanked: it is chosen for nothing new.
    #[serde(default)]
    pub yanked: bool,
    /// When it was published.
    pub published_at: Timestamp,
    /// Who published it: the id of a user, or `system`.
    pub published_by: String,
}

impl StoredVersion {
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
    /// The number of versions.
    pub versions: u64,
    /// The size of the metadata of all versions, in bytes.
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

/// A change of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagChange {
    /// The tag.
    pub tag: String,
    /// The version that it names from now on; none to remove it.
    pub version: Option<String>,
}
