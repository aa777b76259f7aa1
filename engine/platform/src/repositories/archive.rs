//! The archive of repositories: versions of packages that clients no longer see, until they are restored or deleted.

use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::{PackageId, StoredRepository};

/// The most archived versions that a search has.
pub const ARCHIVED_MAX: usize = 10_000;

/// What is searched for in the archive. What is empty or missing leaves everything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArchiveQuery {
    /// What the names of packages match, or those of their files, without case: `*` is for any text, `?` for a
    /// character.
    pub name: String,
    /// Whether the names are those of files.
    pub by_files: bool,
    /// The types of the packages.
    pub types: Option<Vec<PackageType>>,
    /// What the versions match, in the same way.
    pub version: String,
    /// What the folders of their files match, in the same way.
    pub path: String,
}

/// A version in the archive. What was no file of a version is archived by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedVersion {
    /// The repository.
    pub repository: StoredRepository,
    /// The name of its files in the archive, for restoring them.
    pub name: String,
    /// The package.
    pub package: PackageId,
    /// The version; of an image the digest.
    pub version: String,
    /// The tags that named it.
    pub tags: Vec<String>,
    /// The paths that its files had.
    pub paths: Vec<String>,
    /// The size of its files in bytes.
    pub bytes: u64,
    /// When it was archived.
    pub archived_at: Timestamp,
    /// Who did it: the id of a user, or `system`.
    pub archived_by: String,
}
