//! The trash of a repository: files that were removed in the console, until they are restored or deleted for good. Its
//! archive is beside it, in which they stay.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;

use super::{
    Answer, ArchivePage, ArchiveQuery, FileInfo, Kind, Location, Searched, Sight, StoredRepository,
    StoredVersion, Usage, VersionFile,
};
use crate::streams::ChangeContext;

/// The most files that are moved to the trash at once.
pub const TRASHED_AT_ONCE_MAX: usize = 10_000;

/// The port for the trash and the archive of repositories.
pub trait Trash: Send + Sync + 'static {
    /// Moves a file, or everything in a folder, to the trash.
    fn discard(&self, at: Location, kind: Kind, context: ChangeContext) -> Answer<'_, Discarded>;

    /// The files in the trash, the newest first, as far as the caller may see their paths, after a page that has ended
    /// with `before`.
    fn trash(
        &self,
        repository: StoredRepository,
        before: Option<String>,
        files_max: usize,
        sight: Arc<dyn Sight>,
    ) -> Answer<'_, TrashPage>;

    /// The files in the trash that have a name, or were moved there together under it.
    fn trashed(&self, repository: StoredRepository, name: String) -> Answer<'_, Vec<TrashedFile>>;

    /// Restores a file to its path. Refused if something is there meanwhile.
    fn restore(
        &self,
        repository: StoredRepository,
        item: String,
        context: ChangeContext,
    ) -> Answer<'_, FileInfo>;

    /// Deletes a file in the trash for good.
    fn purge(
        &self,
        repository: StoredRepository,
        item: String,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Moves the files of a version at these paths to the archive of a local repository. Restoring and deleting them is
    /// as for files in the trash.
    fn archive(
        &self,
        repository: StoredRepository,
        paths: Vec<String>,
        context: ChangeContext,
    ) -> Answer<'_, Discarded>;

    /// A page of the archived versions that a query finds in some repositories, as far as the caller may see their
    /// files, the last archived first.
    fn archived(&self, query: ArchiveQuery, scope: Vec<Searched>) -> Answer<'_, ArchivePage>;

    /// How much is in the trash and in the archive. It counts for the quota of the repository.
    fn trash_usage(&self, repository: StoredRepository) -> Answer<'_, Usage>;

    /// How long files are kept in the trash.
    fn trash_kept(&self) -> Duration;
}

/// What was moved to the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discarded {
    /// What the names of the files in the trash begin with.
    pub name: String,
    /// How many files there are.
    pub files: u64,
}

/// A file in the trash or in the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashedFile {
    /// Its name there.
    pub item: String,
    /// The file as it was.
    pub file: FileInfo,
    /// When it was moved there.
    pub trashed_at: Timestamp,
    /// Who did it: the id of a user, or `system`.
    pub trashed_by: String,
    /// The version that it is a file of, with which it is restored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<TrashedVersion>,
}

/// What is known of the version that a file in the trash belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashedVersion {
    /// The version, with this file alone.
    pub stored: StoredVersion,
    /// The tags that named it.
    pub tags: Vec<String>,
}

impl TrashedVersion {
    /// The metadata that the file was published with.
    pub fn metadata(&self) -> impl Iterator<Item = &VersionFile> {
        self.stored.files.iter()
    }
}

/// A part of what is in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashPage {
    /// The files.
    pub files: Vec<TrashedFile>,
    /// The name before which the next page goes on; none after the last one.
    pub next: Option<String>,
}
