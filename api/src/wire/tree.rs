//! The tree of repositories, for people who may read them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::artifacts::Properties;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_platform::repositories::{FileInfo, PageEntry, PropertyChanges, VersionId};

use super::Names;

/// The repositories that the user may read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeRepositories {
    /// The repositories, by key.
    pub repositories: Vec<TreeRepository>,
    /// Whether the user may create one.
    pub may_create: bool,
}

/// A repository that the user may read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeRepository {
    /// The key.
    pub key: String,
    /// Where it has its files from.
    pub class: RepositoryClass,
    /// The kind of its packages.
    pub package_type: PackageType,
    /// What it is for.
    pub description: String,
    /// Whether its files are stored by their paths, and not published with versions.
    pub stores_by_path: bool,
    /// Whether its files can be copied and moved.
    pub relocates: bool,
    /// Whether the user may store files somewhere in it; remote and virtual ones take none.
    pub may_write: bool,
}

/// A place in the tree.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreePlace {
    /// The key of the repository.
    pub repository: String,
    /// The path in it; empty for its root.
    pub path: String,
}

/// A page of a folder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct TreePageQuery {
    /// The key of the repository.
    pub repository: String,
    /// The path of the folder; empty for the root.
    pub path: String,
    /// `next` of the page before.
    pub after: Option<String>,
    /// Maximum number of entries.
    pub limit: Option<usize>,
}

/// Entries of a folder: its folders and then its files, each by name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreePage {
    /// The entries.
    pub entries: Vec<TreeEntry>,
    /// Where the next page begins; null after the last one. A page may have fewer entries than were asked for.
    pub next: Option<String>,
}

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeEntry {
    /// The name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// The size of a file in bytes.
    pub bytes: Option<u64>,
    /// When the content of a file was last stored.
    pub modified_at: Option<Timestamp>,
    /// The key of the repository that holds a file of a virtual one.
    pub held_in: Option<String>,
}

impl TreeEntry {
    /// A folder.
    pub const fn folder(name: String) -> Self {
        Self { name, is_folder: true, bytes: None, modified_at: None, held_in: None }
    }

    /// A file.
    pub fn file(file: &FileInfo) -> Self {
        Self {
            name: file.name().to_owned(),
            is_folder: false,
            bytes: Some(file.content.bytes),
            modified_at: Some(file.modified_at),
            held_in: None,
        }
    }

    /// An entry of a page. In a virtual repository, the repositories that it joins hold the files; they have these keys
    /// by their ids.
    pub fn of(entry: PageEntry, holders: &HashMap<String, String>) -> Self {
        match entry {
            PageEntry::Folder(name) => Self::folder(name),
            PageEntry::File { file, of } => {
                Self { held_in: holders.get(&of).cloned(), ..Self::file(&file) }
            }
        }
    }
}

/// What is at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TreeKind {
    /// The root of a repository.
    Repository,
    /// A folder.
    Folder,
    /// A file.
    File,
}

/// What is known of a place in the tree.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeDetails {
    /// The repository.
    pub repository: TreeRepository,
    /// The path in it.
    pub path: String,
    /// What is there.
    pub kind: TreeKind,
    /// The address for clients.
    pub url: String,
    /// The key of the repository that holds the file, if it is another one; null otherwise.
    pub held_in: Option<String>,
    /// How much is in the repository; null for users who do not manage it.
    pub usage: Option<TreeUsage>,
    /// The file, if there is one.
    pub file: Option<TreeFile>,
    /// What the user may do there.
    pub may: TreeRights,
    /// The names of the users that a file refers to.
    pub names: Names,
}

/// How much is in a repository.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeUsage {
    /// The number of its files.
    pub files: u64,
    /// What they take, in bytes.
    pub bytes: u64,
    /// How many bytes it may hold; null without limit.
    pub quota_bytes: Option<u64>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// What a user may do at a place. With a folder, everything below it is meant for deleting.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeRights {
    /// Storing files there.
    pub write: bool,
    /// Changing properties.
    pub annotate: bool,
    /// Deleting.
    pub delete: bool,
    /// Deleting something below, so that there may be something in the trash to restore.
    pub trash: bool,
    /// Changing the repository.
    pub manage: bool,
}

/// A file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeFile {
    /// The size in bytes.
    pub bytes: u64,
    /// The media type that its name suggests.
    pub media_type: String,
    /// The SHA-256 of its content.
    pub sha256: String,
    /// The SHA-1.
    pub sha1: String,
    /// The MD5.
    pub md5: String,
    /// The properties.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, Array<string>>"))]
    pub properties: Properties,
    /// The version of a package that it was published with.
    pub version: Option<TreeVersion>,
    /// How often it was downloaded.
    pub downloads: u64,
    /// When it was downloaded last; null if it never was.
    pub downloaded_at: Option<Timestamp>,
    /// When a file was first stored at the path.
    pub created_at: Timestamp,
    /// Who stored it: the id of a user, `anonymous` or `system`.
    pub created_by: String,
    /// When its content was last stored.
    pub modified_at: Timestamp,
    /// Who stored that content.
    pub modified_by: String,
}

/// A version of a package.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeVersion {
    /// The name of the package.
    pub package: String,
    /// The version.
    pub version: String,
}

impl From<VersionId> for TreeVersion {
    fn from(VersionId { package, version }: VersionId) -> Self {
        Self { package, version }
    }
}

/// The arguments of the topic `artifacts`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct TreeArgs {
    /// The key of the repository.
    pub repository: String,
}

/// What has changed in a repository.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct TreeChanges {
    /// What is at paths at which something has changed.
    pub changes: Vec<TreeChange>,
    /// Whether these are all changes; otherwise what is shown has to be read again.
    pub complete: bool,
}

/// What is at a path at which something has changed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct TreeChange {
    /// The path.
    pub path: String,
    /// Whether a folder was at the path, and not a file.
    pub is_folder: bool,
    /// What is there now; null if nothing is.
    pub entry: Option<TreeEntry>,
}

/// A file or a folder that is to be copied or moved.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeRelocation {
    /// Where it is.
    pub from: TreePlace,
    /// The path that it gets. If a folder is there, it gets its own name in that folder.
    pub to: TreePlace,
    /// Whether it is moved.
    pub moves: bool,
    /// Whether files with other contents may be replaced.
    pub replace: bool,
    /// Whether it is only judged.
    pub dry: bool,
}

/// What was copied or moved, or would be.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeRelocated {
    /// The path that the file or the folder has. With conflicts, the path that was asked for.
    pub to: TreePlace,
    /// How many files there are.
    pub files: u64,
    /// How many files with other contents are replaced.
    pub replaced: u64,
    /// The paths of the first ones that are replaced.
    pub replaced_paths: Vec<String>,
    /// How many files cannot be copied or moved. Then none is.
    pub conflicts: u64,
    /// The first ones that cannot.
    pub first_conflicts: Vec<TreeConflict>,
}

/// What was deleted with a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RemovedVersion {
    /// The name of the package.
    pub package: String,
    /// The version.
    pub version: String,
    /// How many files it had.
    pub files: u64,
    /// The path of the folder that the file was in, or of the first one above it that is still there.
    pub folder: String,
}

/// A file that cannot be copied or moved.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeConflict {
    /// Its path.
    pub path: String,
    /// The code of the reason.
    pub code: String,
    /// The reason as a sentence.
    pub message: String,
}

/// Changes of the properties of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TreeProperties {
    /// The key of the repository.
    pub repository: String,
    /// The path of the file.
    pub path: String,
    /// The properties that get other values, and with null those that are removed.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, Array<string> | null>"))]
    pub changes: PropertyChanges,
}

/// A file to be uploaded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewUpload {
    /// The key of the repository.
    pub repository: String,
    /// The path of the file.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
    /// Whether a file that is there may be replaced.
    pub replace: bool,
}

/// A ticket: what it is for can be done once, soon, and without other credentials.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FileTicket {
    /// The path on this server to download from with GET, or to upload to with PUT.
    pub path: String,
}
