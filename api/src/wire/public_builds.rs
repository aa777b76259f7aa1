//! Builds in the format of the platform's public API.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The project of a build-info that is published or read.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildProjectQuery {
    /// The key of the project; without it, or with `default`, the build belongs to no project.
    pub project: Option<String>,
}

/// Which run of a build is read, and what it is compared with.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PublicRunQuery {
    /// The key of the project.
    pub project: Option<String>,
    /// Only if the run began at this time, as its server wrote it.
    pub started: Option<String>,
    /// The number of an older run to compare it with.
    pub diff: Option<String>,
}

/// Which runs of a build are deleted.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct DeleteRunsQuery {
    /// The key of the project.
    pub project: Option<String>,
    /// The numbers, separated by commas.
    pub build_numbers: Option<String>,
    /// `1` to delete all runs.
    pub delete_all: Option<u8>,
    /// `1` to delete the files that the runs deployed too.
    pub artifacts: Option<u8>,
}

/// Which runs of a build are deleted.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct DeleteRuns {
    /// The key of the project.
    pub project: Option<String>,
    /// The name of the build.
    pub build_name: String,
    /// The numbers.
    #[serde(default)]
    pub build_numbers: Vec<String>,
    /// Whether all runs are deleted.
    #[serde(default)]
    pub delete_all: bool,
    /// Whether the files that the runs deployed are deleted too.
    #[serde(default)]
    pub delete_artifacts: bool,
}

/// All builds that the caller may see.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicBuilds {
    /// The address of this list.
    pub uri: String,
    /// The builds, by name.
    pub builds: Vec<PublicBuild>,
}

/// A build in a list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicBuild {
    /// A slash and the name, escaped as in the address of the build.
    pub uri: String,
    /// When its last run began, as its server wrote it.
    pub last_started: String,
}

/// The runs of a build.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicRuns {
    /// The address of this list.
    pub uri: String,
    /// The runs: those that began last come first.
    pub builds_numbers: Vec<PublicRun>,
}

/// A run in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicRun {
    /// A slash and the number, escaped as in the address of the run.
    pub uri: String,
    /// When it began, as its server wrote it.
    pub started: String,
}

/// The build-info of a run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicBuildInfo {
    /// The address of the run.
    pub uri: String,
    /// The build-info as it was published.
    #[cfg_attr(feature = "schema", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
    pub build_info: Box<RawValue>,
}

/// What has changed since an older run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicDiff {
    /// The files that came out of the runs.
    pub artifacts: PublicChanges,
    /// The files that went into them.
    pub dependencies: PublicChanges,
    /// Their properties.
    pub properties: PublicChanges,
}

/// What has changed in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicChanges {
    /// What only the newer run has.
    pub new: Vec<PublicChange>,
    /// What both have, and is not the same.
    pub updated: Vec<PublicChange>,
    /// What both have.
    pub unchanged: Vec<PublicChange>,
    /// What only the older run has.
    pub removed: Vec<PublicChange>,
}

/// An item of a build-info: an artifact with its name, a dependency with its id, or a property with its key and value.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PublicChange {
    /// The name of an artifact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The id of a dependency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The type of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// The SHA-256 of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The SHA-1 of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha1: Option<String>,
    /// The MD5 of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub md5: Option<String>,
    /// The name of a property.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The value of a property.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The same in the older run, of what is updated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Box<PublicChange>>,
}
