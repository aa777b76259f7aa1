//! Types for the trash of repositories.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;

use super::Names;

/// What was moved to the trash.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MovedToTrash {
    /// Names what was moved, for restoring all of it.
    pub name: String,
    /// How many files there are.
    pub files: u64,
}

/// Which part of the trash of a repository is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct TrashQuery {
    /// The key of the repository.
    pub repository: String,
    /// `next` of the page before.
    pub after: Option<String>,
    /// Maximum number of files.
    pub limit: Option<usize>,
}

/// Files in the trash of a repository, the newest first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TrashedFiles {
    /// The files that the user may delete and restore.
    pub files: Vec<TreeTrashedFile>,
    /// Where the next page begins; null after the last one.
    pub next: Option<String>,
    /// For how many days a file is kept.
    pub kept_days: u64,
    /// What the whole trash takes, in bytes; null for users who do not manage the repository.
    pub bytes: Option<u64>,
    /// The names of the users that files refer to.
    pub names: Names,
}

/// A file in the trash.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeTrashedFile {
    /// Its name in the trash.
    pub item: String,
    /// The path that it had.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it was moved there.
    pub trashed_at: Timestamp,
    /// Who did it: the id of a user, or `system`.
    pub trashed_by: String,
}

/// Files in the trash.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TrashName {
    /// The key of the repository.
    pub repository: String,
    /// The name of a file in the trash, or of files that were moved there together.
    pub name: String,
}

/// How many files in the trash were restored.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RestoredFiles {
    /// How many were restored.
    pub files: u64,
    /// How many stay in the trash, because something is at their paths meanwhile.
    pub taken: u64,
}

/// How many files in the trash were deleted for good.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PurgedFiles {
    /// How many were deleted.
    pub files: u64,
}
