//! The repositories, and the files in them.
//!
//! A file is a path in a repository and a content. The content is a blob, named by its digest; everything else is in
//! the records of the package that the file belongs to (`package/<repository id>/<digest of its name>`), and
//! [`EmbeddedRepositories`] keeps a view of all files beside the journal.

mod archive;
mod catalogue;
mod cleaning;
mod comparing;
mod components;
mod contents;
mod downloads;
mod embedded;
mod error;
mod file;
mod packages;
mod parts;
mod relocation;
mod risk;
mod search;
mod trash;
mod tree;
mod upstreams;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use waybill_blobs::{BlobId, ByteRange, Reader};
use waybill_machines::Timestamp;
use waybill_machines::rules::artifacts::Properties;
use waybill_machines::rules::repositories::Repository;
use waybill_machines::secret::PersonId;

use crate::streams::ChangeContext;
pub use archive::{ArchiveCursor, ArchivePage, ArchiveQuery, ArchivedVersion};
pub use catalogue::{
    Affected, AffectedBy, CATALOGUE_PAGE_MAX, COUNTED_MAX, Catalogue, CataloguedFile,
    ChangedPackage, Facets, NotAPackageId, PackageFilter, PackageId, PackageOrder, PackagePage,
    PackageQuery, PackageRow, Page, VersionPage, VersionPlace, VersionQuery, VersionRow,
};
pub use cleaning::{
    Candidate, CandidateFile, CandidatePage, Cleaned, Cleaning, ListedVersions, RulesOfVersions,
    StoredBytes, VersionRules,
};
pub use comparing::{Compared, Comparing, ComparisonProgress};
pub use components::{
    COMPONENTS_PAGE_MAX, COMPONENTS_REACHED_MAX, COMPONENTS_READ_MAX, ComponentOrder,
    ComponentPage, ComponentQuery, ComponentRow, Findings,
};
pub use contents::{ContentInUse, ContentsInUse};
pub use downloads::{DAYS_KEPT, Day, DayCount, DownloadRecords, day_of};
pub(crate) use embedded::is_archived;
pub use embedded::{
    Collected, EmbeddedRepositories, EmbeddedUpstreams, NAMED_MAX, NeededPaths, Options, stream_of,
};
pub use error::RepositoryError;
pub use file::{Expected, FileInfo, Mismatch, VersionId, checksum_in};
pub use packages::{
    Admits, DOCUMENT_BYTES_MAX, MayMove, NewVersion, Package, PackageTotals, Packages, Promoted,
    Received, StoredVersion, TagChange, VersionFile, VersionOrder,
};
pub use parts::{Part, Parts, Receiving};
pub use relocation::{
    MayRelocate, Named, RELOCATED_AT_ONCE_MAX, Relocated, Relocating, Relocation,
    RelocationProblem, Stopped, check_relocatable,
};
pub use risk::{RiskLevel, RiskReason, risk_level};
pub use search::{
    Comparison, Criterion, FOUND_MAX, Found, FoundItem, FoundKind, Item, ItemField, NumberField,
    PersonField, Query, Search, Searched, SortOrder, TextField, TextTest, TimeField,
};
pub use trash::{Discarded, TRASHED_AT_ONCE_MAX, Trash, TrashPage, TrashedFile, TrashedVersion};
pub use tree::{Changed, FolderPage, PAGE_ENTRIES_MAX, PageEntry, Tree, TreeSource, WantedContent};
pub use upstreams::{
    Address, FixedContent, Keeping, OF_UPSTREAM, UPSTREAM_SHA512, UpstreamError, Upstreams, Wanted,
};

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, RepositoryError>> + Send + 'a>>;

/// The port for repositories.
pub trait Repositories: Send + Sync + 'static {
    /// All repositories, by key.
    fn repositories(&self) -> Answer<'_, Vec<StoredRepository>>;

    /// The repository with this key; `None` if there is none.
    fn repository(&self, key: String) -> Answer<'_, Option<StoredRepository>>;

    /// The repositories with these ids, in their order, as far as they exist.
    fn with_ids(&self, ids: Vec<String>) -> Answer<'_, Vec<StoredRepository>>;

    /// Creates a repository. Of two with the same key, one is rejected because the key is taken.
    fn create(&self, new: Repository, context: ChangeContext) -> Answer<'_, StoredRepository>;

    /// Changes the settings of a repository. Rejected if it is no longer as the author has seen it.
    fn change(
        &self,
        seen: StoredRepository,
        wanted: Repository,
        context: ChangeContext,
    ) -> Answer<'_, StoredRepository>;

    /// Deletes a repository and everything in it.
    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()>;
}

/// The port for the files in repositories.
pub trait Artifacts: Send + Sync + 'static {
    /// Stores a file. What is refused whatever the content is refused before the source is read; nothing is visible
    /// before the whole content is durable and as expected.
    fn deploy(
        &self,
        new: NewFile,
        source: Box<dyn Source>,
        context: ChangeContext,
    ) -> Answer<'_, FileInfo>;

    /// Stores a file whose content is that of another one which the caller may read, without sending it again; `None`
    /// if there is no such file.
    fn deploy_known(
        &self,
        new: NewFile,
        may_read: MayRead,
        context: ChangeContext,
    ) -> Answer<'_, Option<FileInfo>>;

    /// What is at a path as far as the caller may see it: a file or a folder; `None` if there is neither. The root of a
    /// repository always exists.
    fn look_up(&self, at: Location, sight: Arc<dyn Sight>) -> Answer<'_, Option<Entry>>;

    /// The file at a path, whether the caller may see it or not; `None` if there is none.
    fn file(&self, at: Location) -> Answer<'_, Option<FileInfo>>;

    /// Whether a file or a folder is at a path, whether the caller may see it or not.
    fn kind(&self, at: Location) -> Answer<'_, Option<Kind>>;

    /// The files in a folder that the caller may see, by path. Fails if there are more than [`LISTED_MAX`].
    fn files(
        &self,
        folder: Location,
        depth: Depth,
        sight: Arc<dyn Sight>,
    ) -> Answer<'_, Vec<FileInfo>>;

    /// Reads a part of a content.
    fn read(&self, content: BlobId, range: ByteRange) -> Answer<'_, Reader>;

    /// Changes properties of a file. Changes of others at the same time are not lost.
    fn annotate(
        &self,
        at: Location,
        changes: PropertyChanges,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Changes properties of a file if it has this content.
    ///
    /// # Errors
    ///
    /// [`RepositoryError::ContentReplaced`], if it has another one.
    fn annotate_same(
        &self,
        at: Location,
        expected: Expected,
        changes: PropertyChanges,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Removes a file, or everything in a folder. Returns the number of files.
    fn remove(&self, at: Location, kind: Kind, context: ChangeContext) -> Answer<'_, u64>;

    /// Removes files that belong together, all of them even when the caller stops waiting. Returns how many were there.
    fn remove_files(
        &self,
        repository: StoredRepository,
        paths: Vec<String>,
        context: ChangeContext,
    ) -> Answer<'_, u64>;

    /// Removes a file if it has this content, named by its SHA-256. Returns whether it was there.
    fn remove_same(&self, at: Location, sha256: String, context: ChangeContext)
    -> Answer<'_, bool>;

    /// How much is in a repository.
    fn usage(&self, repository: StoredRepository) -> Answer<'_, Usage>;
}

/// The future next portion of a source.
pub type NextPortion<'a> =
    Pin<Box<dyn Future<Output = Option<Result<Bytes, SourceError>>> + Send + 'a>>;

/// Where bytes come from, portion by portion.
pub trait Source: Send {
    /// The next portion; `None` at the end.
    fn next(&mut self) -> NextPortion<'_>;
}

/// The bytes of a source ended before their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The sender stopped, or its connection was lost.
    #[error("the upload was interrupted; nothing of it was stored")]
    Interrupted,
    /// The sender sent nothing for too long.
    #[error("nothing arrived for too long; nothing of the upload was stored")]
    TooSlow,
    /// What the sender sends has another form than announced.
    #[error("what arrived is not valid; nothing of it was stored")]
    NotValid,
    /// The sender may no longer store the file.
    #[error("your permission to store this file ended while it was sent; nothing of it was stored")]
    NotAllowed,
}

/// A repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRepository {
    /// Its id, which is never reused.
    pub id: String,
    /// Its settings.
    pub settings: Repository,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
}

/// A path in a repository. The empty path is its root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The repository: another one that has its key meanwhile is not meant.
    pub repository: StoredRepository,
    /// The path, without slashes at its ends.
    pub path: String,
}

/// A file to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFile {
    /// Where.
    pub at: Location,
    /// Its properties.
    pub properties: Properties,
    /// What the sender says of the content.
    pub expected: Expected,
    /// What the sender's rights allow if there is a file already.
    pub overwriting: Overwriting,
}

/// What may be done where a file is already, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Overwriting {
    /// Nothing: the sender may not know what is there.
    #[default]
    Never,
    /// Sending the same content again.
    SameContent,
    /// Replacing it.
    Always,
}

/// Whether the caller may read the file at a path of a repository.
pub type MayRead = Box<dyn Fn(&StoredRepository, &str) -> bool + Send + Sync>;

/// What a caller may see in a repository.
pub trait Sight: Send + Sync {
    /// Whether the caller may see the file at a path.
    fn shows_file(&self, path: &str) -> bool;

    /// Whether the caller may see a folder.
    fn shows_folder(&self, path: &str) -> bool;

    /// Whether the caller may see everything below a folder, whatever it is called.
    fn shows_all_below(&self, folder: &str) -> bool;

    /// Whether the caller may see everything, whatever it is called.
    fn shows_everything(&self) -> bool {
        self.shows_all_below("")
    }
}

/// What can be at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// The properties that get other values, and without values those that are removed.
pub type PropertyChanges = BTreeMap<String, Option<Vec<String>>>;

/// Which files of a folder are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Those in the folder itself.
    Folder,
    /// Those in the folders below as well.
    All,
}

/// The most entries of a list.
pub const LISTED_MAX: usize = 100_000;
/// The most entries that are read for a list: those that the caller may not see cost time too.
pub const VISITED_MAX: usize = 10 * LISTED_MAX;

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A file.
    File(Box<FileInfo>),
    /// A folder, which exists as long as there are files below it.
    Folder(Vec<Child>),
}

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Child {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// How much is in a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The number of its files.
    pub files: u64,
    /// Their size in bytes, each counted as often as it occurs.
    pub bytes: u64,
}
