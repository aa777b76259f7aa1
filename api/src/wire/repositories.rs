//! Repositories, and the files in them, in the form that clients of the platform know.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_platform::secret::Secret;

/// A filter of the list of repositories.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct RepositoriesQuery {
    /// Only those of a class: `local`, `remote` or `virtual`.
    pub r#type: Option<String>,
    /// Only those of a package type.
    pub package_type: Option<String>,
    /// Only those of a project.
    pub project: Option<String>,
}

/// A repository in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RepositoryRow {
    /// The key.
    pub key: String,
    /// The class in capitals: `LOCAL`.
    pub r#type: String,
    /// The package type.
    pub package_type: String,
    /// The address of its files.
    pub url: String,
    /// What it is for.
    pub description: String,
}

/// The configuration of a repository.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RepositoryConfiguration {
    /// The key.
    pub key: String,
    /// The class: `local`, `remote` or `virtual`.
    pub rclass: String,
    /// The package type.
    pub package_type: String,
    /// What it is for.
    pub description: String,
    /// What only its administrators see.
    pub notes: String,
    /// The patterns of the paths that it may hold.
    pub includes_pattern: String,
    /// The patterns of the paths that it may not hold.
    pub excludes_pattern: String,
    /// The layout of its paths.
    pub repo_layout_ref: String,
    /// The project that it belongs to.
    pub project_key: Option<String>,
    /// The environments that it belongs to.
    pub environments: Vec<String>,
    /// How many bytes its files may have together; null without limit.
    pub quota_bytes: Option<u64>,
    /// What is recorded of downloads: `counts`, or each one (`full`); null for those who do not manage the repository.
    pub audit: Option<String>,
    /// The number of its files; null for those who do not manage the repository.
    pub files_count: Option<u64>,
    /// Their size in bytes; null for those who do not manage the repository.
    pub used_bytes: Option<u64>,
    /// What only remote repositories have, for those who manage them.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub remote: Option<RemoteConfiguration>,
    /// What only virtual repositories have, for those who manage them.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub r#virtual: Option<VirtualConfiguration>,
}

/// Where a remote repository has its files from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RemoteConfiguration {
    /// The address of the other repository.
    pub url: String,
    /// The user by which it is read; null if it is read without credentials. The password is never shown.
    pub username: Option<String>,
    /// Whether it is not asked.
    pub offline: bool,
    /// For how long what may change is served without asking again, in seconds.
    pub retrieval_cache_period_secs: u32,
    /// For how long what it does not have is not asked for again, in seconds.
    pub missed_retrieval_cache_period_secs: u32,
    /// Whether names that it has are asked of no other remote repository of the same virtual one.
    pub priority_resolution: bool,
}

/// What a virtual repository joins.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VirtualConfiguration {
    /// The keys of the repositories, in the order in which they are asked.
    pub repositories: Vec<String>,
    /// The key of the local one that takes uploads.
    pub default_deployment_repo: Option<String>,
    /// The patterns of the names that no remote repository is asked for.
    pub reserved_names_pattern: String,
}

/// A repository to create or to change. What is missing keeps its value; fields of other servers are ignored, since
/// clients send many.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct WantedRepository {
    /// The key, if it is named beside the path.
    pub key: Option<String>,
    /// The class: `local`, `remote` or `virtual`; `local` if it is missing.
    pub rclass: Option<String>,
    /// The package type; `generic` if it is missing.
    pub package_type: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// What only its administrators see.
    pub notes: Option<String>,
    /// The patterns of the paths that it may hold.
    pub includes_pattern: Option<String>,
    /// The patterns of the paths that it may not hold.
    pub excludes_pattern: Option<String>,
    /// The project that it belongs to; empty for none.
    pub project_key: Option<String>,
    /// The environments that it belongs to.
    pub environments: Option<Vec<String>>,
    /// How many bytes its files may have together; 0 for no limit.
    pub quota_bytes: Option<u64>,
    /// What is recorded of downloads: `counts`, or each one before its first byte is sent (`full`).
    pub audit: Option<String>,
    /// The address of the repository that a remote one has its files from.
    pub url: Option<String>,
    /// The user by which it reads there; empty for a token.
    pub username: Option<String>,
    /// The password or token; empty for none.
    pub password: Option<Secret>,
    /// Whether it is not asked.
    pub offline: Option<bool>,
    /// For how long what may change is served without asking again, in seconds; 600 by default.
    pub retrieval_cache_period_secs: Option<u32>,
    /// For how long what it does not have is not asked for again, in seconds; 60 by default.
    pub missed_retrieval_cache_period_secs: Option<u32>,
    /// Whether names that it has are asked of no other remote repository of the same virtual one.
    pub priority_resolution: Option<bool>,
    /// The keys of the repositories that a virtual one joins, in the order in which they are asked.
    pub repositories: Option<Vec<String>>,
    /// The key of the local one of them that takes uploads; empty for none.
    pub default_deployment_repo: Option<String>,
    /// The patterns of the names that no remote repository is asked for.
    pub reserved_names_pattern: Option<String>,
}

/// The checksums of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Checksums {
    /// The SHA-1.
    pub sha1: String,
    /// The MD5.
    pub md5: String,
    /// The SHA-256.
    pub sha256: String,
}

/// A file or a folder.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StorageInfo {
    /// The key of the repository.
    pub repo: String,
    /// The path, which begins with a slash.
    pub path: String,
    /// The address of this answer.
    pub uri: String,
    /// When a file was first stored at the path; for a folder, when its repository was created.
    pub created: Timestamp,
    /// Who stored it, or created the repository.
    pub created_by: String,
    /// When the content was last stored.
    pub last_modified: Timestamp,
    /// Who stored that content.
    pub modified_by: String,
    /// When anything of it changed.
    pub last_updated: Timestamp,
    /// What only files have.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub file: Option<StoredFile>,
    /// The entries of a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub children: Option<Vec<StorageChild>>,
}

/// What is known of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StoredFile {
    /// The address of its content.
    pub download_uri: String,
    /// The media type that its name suggests.
    pub mime_type: String,
    /// The size in bytes, as a text.
    pub size: String,
    /// The checksums.
    pub checksums: Checksums,
    /// The checksums that its content arrived with: the same, as others are refused.
    pub original_checksums: Checksums,
}

/// An entry of a folder.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StorageChild {
    /// The name, which begins with a slash.
    pub uri: String,
    /// Whether it is a folder.
    pub folder: bool,
}

/// All files below a folder.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StorageList {
    /// The address of the folder.
    pub uri: String,
    /// When the list was made.
    pub created: Timestamp,
    /// The files, by path.
    pub files: Vec<ListedFile>,
}

/// A file in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ListedFile {
    /// The path below the folder, which begins with a slash.
    pub uri: String,
    /// The size in bytes.
    pub size: u64,
    /// When its content was last stored.
    pub last_modified: Timestamp,
    /// Always false.
    pub folder: bool,
    /// The SHA-1.
    pub sha1: String,
    /// The SHA-256.
    pub sha2: String,
}

/// A change of the properties of a file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PropertiesChange {
    /// The properties that get values, and with null those that are removed.
    pub props: BTreeMap<String, Option<PropertyValue>>,
}

/// The value of a property, or its values.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum PropertyValue {
    /// One value.
    One(String),
    /// Several values.
    Several(Vec<String>),
}

/// How often a file was downloaded.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StorageStatistics {
    /// The address of the file.
    pub uri: String,
    /// How often its last byte was sent.
    pub download_count: u64,
    /// When that was last, in milliseconds since 1970; 0 if it never was.
    pub last_downloaded: i64,
}

/// The properties of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StorageProperties {
    /// The address of the file.
    pub uri: String,
    /// The properties.
    pub properties: BTreeMap<String, Vec<String>>,
}
