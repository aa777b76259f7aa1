//! The archive of repositories: versions of packages that clients no longer see, until they are restored or deleted.

use std::fmt;
use std::str::FromStr;

use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::{PackageId, RepositoryError, StoredRepository};

/// What is searched for in the archive. What is empty or missing leaves everything.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The end of the page before.
    pub after: Option<ArchiveCursor>,
    /// Maximum number of versions.
    pub limit: usize,
    /// After how many files a page ends: those that do not match, or may not be seen, cost time too.
    pub visited_max: usize,
}

impl Default for ArchiveQuery {
    /// Everything that is archived, on a page without a version.
    fn default() -> Self {
        Self {
            name: String::new(),
            by_files: false,
            types: None,
            version: String::new(),
            path: String::new(),
            after: None,
            limit: 0,
            visited_max: VISITED_MAX,
        }
    }
}

/// After how many files a page ends, unless a query says otherwise.
const VISITED_MAX: usize = 20_000;

/// Where a page of archived versions ends: the version that was looked at last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveCursor {
    /// The name of its files in the archive.
    pub name: String,
    /// The key of its repository.
    pub repository: String,
}

impl fmt::Display for ArchiveCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.repository)
    }
}

impl FromStr for ArchiveCursor {
    type Err = RepositoryError;

    fn from_str(text: &str) -> Result<Self, RepositoryError> {
        let parts = text.split_once('/').filter(|_| text.len() <= CURSOR_BYTES_MAX);
        let (name, repository) = parts.ok_or(RepositoryError::ForeignCursor)?;
        Ok(Self { name: name.to_owned(), repository: repository.to_owned() })
    }
}

/// The longest cursor: that of the longest key is shorter.
const CURSOR_BYTES_MAX: usize = 256;

/// Archived versions, the last archived first.
#[derive(Debug)]
pub struct ArchivePage {
    /// The versions.
    pub versions: Vec<ArchivedVersion>,
    /// Where the next page begins; none after the last one. So many versions may have been looked at that the page is
    /// short, or empty, before that.
    pub next: Option<ArchiveCursor>,
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
