//! The archive of repositories.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::Names;

/// Files that were moved to the archive.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ArchivedFiles {
    /// The key of the repository.
    pub repository: String,
    /// Names the files in the archive, for restoring them.
    pub name: String,
    /// The package.
    pub package: String,
    /// The version.
    pub version: String,
    /// How many files there are.
    pub files: u64,
}

/// What is searched for in the archive.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ArchiveSearch {
    /// The query, as the search of the archive writes it, such as `name:shop pkg:npm repo:npm-local`.
    pub query: String,
    /// `next` of the page before.
    pub after: Option<String>,
    /// Maximum number of versions.
    pub limit: Option<usize>,
}

/// Archived versions, the last archived first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ArchivedVersions {
    /// The versions.
    pub versions: Vec<ArchivedVersionRow>,
    /// Where the next page begins; null after the last one. A page may be short, or empty, and be followed by others.
    pub next: Option<String>,
    /// The names of the users that versions refer to.
    pub names: Names,
}

/// A version in the archive, with the files that the user may read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ArchivedVersionRow {
    /// The id of the package, such as `npm://left-pad`.
    pub id: String,
    /// The type of the package.
    pub package_type: PackageType,
    /// The name of the package.
    pub package: String,
    /// The version; of an image the digest. Empty for a file that belonged to none.
    pub version: String,
    /// The tags that named it.
    pub tags: Vec<String>,
    /// The key of the repository.
    pub repository: String,
    /// Names its files in the archive.
    pub name: String,
    /// The number of its files.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
    /// When it was archived.
    pub archived_at: Timestamp,
    /// Who did it: the id of a user, or `system`.
    pub archived_by: String,
    /// Whether the user may restore and delete it.
    pub restorable: bool,
}
