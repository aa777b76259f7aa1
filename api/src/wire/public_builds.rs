//! Builds in the format of the platform's public API.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use waybill_machines::Timestamp;

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
    /// The build-info as it was published, with the promotions of the run as `statuses` if there are any.
    #[cfg_attr(feature = "schema", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
    pub build_info: Box<RawValue>,
}

/// A promotion of a run, as its build-info lists them.
#[derive(Debug, Serialize)]
pub struct PublicStatus<'a> {
    /// The status.
    pub status: &'a str,
    /// Why.
    pub comment: &'a str,
    /// The key of the repository that the files of the run were moved or copied to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<&'a str>,
    /// When.
    pub timestamp: Timestamp,
    /// The name of the user who promoted it, as long as there is the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<&'a str>,
}

/// A promotion of a run.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PromoteBuild {
    /// The status that the run has reached.
    pub status: Option<String>,
    /// Why.
    pub comment: Option<String>,
    /// The user of the server that builds. It is not kept: records have the user who sends this.
    #[allow(dead_code, reason = "it is accepted and not kept")]
    pub ci_user: Option<String>,
    /// When the server decided it. It is not kept: records have their own time.
    pub timestamp: Option<String>,
    /// Whether it is only judged.
    pub dry_run: Option<bool>,
    /// The key of the only repository whose files are moved or copied; otherwise they are found wherever they are.
    pub source_repo: Option<String>,
    /// The key of the repository that files are moved or copied to; without it they stay.
    pub target_repo: Option<String>,
    /// Whether files are copied instead of moved.
    pub copy: Option<bool>,
    /// Whether this is about the files that came out of the run; so it is without it.
    pub artifacts: Option<bool>,
    /// Whether this is about the files that went into it, too.
    pub dependencies: Option<bool>,
    /// Only files that went into it for one of these, such as `compile`.
    pub scopes: Option<Vec<String>>,
    /// Properties that the files get.
    pub properties: Option<BTreeMap<String, Vec<String>>>,
    /// Whether the first file that cannot be moved or copied ends it; so it does without it.
    pub fail_fast: Option<bool>,
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
