//! How much is stored, by repository and project.

use serde::Serialize;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};

/// How much is stored, in the format of the platform's public API.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StorageInfo {
    /// What files and contents add up to.
    pub binaries_summary: BinariesSummary,
    /// Where contents are stored.
    pub file_store_summary: FileStoreSummary,
    /// The repositories, by key, and all of them as `TOTAL`.
    pub repositories_summary_list: Vec<RepositorySummary>,
    /// The projects, by key; the last one is what belongs to none.
    pub projects_summary_list: Vec<ProjectSummary>,
}

/// What files and contents add up to. A content is stored once, however many files have it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BinariesSummary {
    /// The number of contents.
    pub binaries_count: String,
    /// What contents take.
    pub binaries_size: String,
    /// The same in bytes.
    pub binaries_size_in_bytes: u64,
    /// What files add up to, each counted as often as it occurs, those in the trash too.
    pub artifacts_size: String,
    /// The same in bytes.
    pub artifacts_size_in_bytes: u64,
    /// What contents take, as a share of what files add up to.
    pub optimization: String,
    /// The number of files.
    pub items_count: String,
    /// The number of files.
    pub artifacts_count: String,
}

/// Where contents are stored.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FileStoreSummary {
    /// How they are stored: by their digests.
    pub storage_type: String,
    /// What they take.
    pub used_space: String,
    /// The same in bytes.
    pub used_space_in_bytes: u64,
}

/// How much is in a repository.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct RepositorySummary {
    /// The key; `TOTAL` for all of them.
    pub repo_key: String,
    /// The class in capitals; `NA` for all of them.
    pub repo_type: String,
    /// The package type; none for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package_type: Option<String>,
    /// The project that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_key: Option<String>,
    /// The number of files.
    pub files_count: u64,
    /// The number of files: folders are no items of their own.
    pub items_count: u64,
    /// What its files add up to.
    pub used_space: String,
    /// The same in bytes.
    pub used_space_in_bytes: u64,
    /// What is in its trash in bytes, which counts for the quota.
    pub trash_in_bytes: u64,
    /// Its share of all repositories.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<String>,
    /// How many bytes it may hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota_in_bytes: Option<u64>,
}

/// How much is in the repositories of a project.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProjectSummary {
    /// The key; null for the repositories without a project.
    pub project_key: Option<String>,
    /// The number of its repositories.
    pub repositories_count: u64,
    /// The number of files.
    pub files_count: u64,
    /// What its files add up to.
    pub used_space: String,
    /// The same in bytes.
    pub used_space_in_bytes: u64,
}

/// How much is stored, for the console.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConsoleUsage {
    /// The repositories that hold files, by key.
    pub repositories: Vec<RepositoryUsage>,
    /// The projects, by key; the last one is what belongs to none.
    pub projects: Vec<ProjectUsage>,
    /// The files of all repositories.
    pub files: u64,
    /// What they add up to in bytes, each counted as often as it occurs.
    pub bytes: u64,
    /// What is in the trash of all repositories, in bytes.
    pub trash_bytes: u64,
    /// The number of contents, each of which is stored once.
    pub contents: u64,
    /// What contents take in bytes: those of files, of the trash and of the metadata of versions.
    pub stored_bytes: u64,
}

/// How much is in a repository, for the console.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RepositoryUsage {
    /// Its id.
    pub id: String,
    /// Its key.
    pub key: String,
    /// Where it has its files from.
    pub class: RepositoryClass,
    /// The kind of its packages.
    pub package_type: PackageType,
    /// The project that it belongs to.
    pub project_key: Option<String>,
    /// The number of its files.
    pub files: u64,
    /// What they add up to in bytes.
    pub bytes: u64,
    /// What is in its trash in bytes, which counts for the quota.
    pub trash_bytes: u64,
    /// How many bytes it may hold; null without limit.
    pub quota_bytes: Option<u64>,
}

/// How much is in the repositories of a project, for the console.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProjectUsage {
    /// Its key; null for the repositories without a project.
    pub key: Option<String>,
    /// The number of its repositories.
    pub repositories: u64,
    /// The number of files.
    pub files: u64,
    /// What they add up to in bytes.
    pub bytes: u64,
}
