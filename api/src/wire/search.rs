//! Searches, copies and moves, in the form that clients of the platform know.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

/// Where something is copied or moved to. What other servers take beside it is ignored.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct RelocationQuery {
    /// The destination: `/REPOSITORY/PATH`.
    pub to: String,
    /// 1 to learn what would be done.
    pub dry: Option<u8>,
}

/// What was done.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ResultMessages {
    /// The messages.
    pub messages: Vec<ResultMessage>,
}

/// A message about what was done.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ResultMessage {
    /// `INFO`.
    pub level: &'static str,
    /// The message.
    pub message: String,
}

/// The results of a query in AQL.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AqlResults {
    /// The results, in their order.
    pub results: Vec<AqlItem>,
    /// Which part of all results they are.
    pub range: AqlRange,
}

/// Which part of all results an answer has.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AqlRange {
    /// How many results are before the first one.
    pub start_pos: usize,
    /// How many are before the end of the last one.
    pub end_pos: usize,
    /// How many the answer has.
    pub total: usize,
    /// The most that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub limit: Option<usize>,
}

/// A file or a folder, with the fields that were asked for.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct AqlItem {
    /// The key of the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repo: Option<String>,
    /// The path of its folder; `.` for the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `file` or `folder`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<&'static str>,
    /// The size in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// How many parts the path has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// When a file was first stored at the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<Timestamp>,
    /// Who stored it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_by: Option<String>,
    /// When its content was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<Timestamp>,
    /// Who stored that content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified_by: Option<String>,
    /// When anything of it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated: Option<Timestamp>,
    /// The SHA-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_sha1: Option<String>,
    /// The SHA-1 that its content arrived with: the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_sha1: Option<String>,
    /// The SHA-256.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The MD5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_md5: Option<String>,
    /// The MD5 that its content arrived with: the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_md5: Option<String>,
    /// The properties, each with one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<Vec<AqlProperty>>,
}

/// A value of a property.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AqlProperty {
    /// The name of the property.
    pub key: String,
    /// The value.
    pub value: String,
}

/// What a search has found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SearchResults {
    /// The files.
    pub results: Vec<SearchResult>,
}

/// A file that was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SearchResult {
    /// The address of what is known of it.
    pub uri: String,
}

/// What a search by pattern has found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PatternResults {
    /// The address of the repository.
    pub repo_uri: String,
    /// The pattern.
    pub source_pattern: String,
    /// The paths of the files.
    pub files: Vec<String>,
}

/// A search for artifacts in the console.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ArtifactQuery {
    /// The query, as the search box writes it: `name:app repo:libs-local`.
    pub query: String,
    /// `next` of the answer before.
    pub offset: Option<usize>,
    /// The most artifacts of the answer.
    pub limit: Option<usize>,
}

/// The artifacts that a search has found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FoundArtifacts {
    /// The artifacts, by repository and path.
    pub artifacts: Vec<FoundArtifact>,
    /// Where the next ones begin; none after the last one.
    pub next: Option<usize>,
}

/// An artifact that a search has found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FoundArtifact {
    /// The key of its repository.
    pub repository: String,
    /// The type of the repository.
    pub package_type: PackageType,
    /// Its path in the repository.
    pub path: String,
    /// The last part of the path.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
    /// When its content was stored.
    pub modified: Timestamp,
}
