//! Distribution of release bundles to other installations, which are its targets (HOOK-04). Those in the format of the
//! platform's public API ignore fields that are not known, as those of later clients.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{DistributionFailure, DistributionKind};
use waybill_machines::secret::PersonId;
use waybill_platform::secret::Secret;

use super::Names;

/// All targets.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DistributionTargets {
    /// The targets, by key.
    pub targets: Vec<DistributionTargetRow>,
    /// The users who created them.
    pub names: Names,
}

/// A target, without its token.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DistributionTargetRow {
    /// Its unique key.
    pub key: String,
    /// The address of the installation.
    pub url: String,
    /// What it is, in words.
    pub description: String,
    /// Whether it has a token.
    pub has_token: bool,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; null for the server itself.
    pub created_by: Option<PersonId>,
}

/// A target to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewDistributionTarget {
    /// Its key.
    pub key: String,
    /// The address of the installation.
    pub url: String,
    /// What it is, in words.
    pub description: String,
    /// The access token of an administrator there.
    pub token: Secret,
}

/// What a target is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ChangeDistributionTarget {
    /// The address of the installation.
    pub url: String,
    /// What it is, in words.
    pub description: String,
    /// The access token of an administrator there. If it is missing, the stored one stays, unless the address changes.
    pub token: Option<Secret>,
}

/// What the test of the connection to a target has shown.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DistributionTargetTested {
    /// Whether it was completed, or why it has failed.
    pub outcome: DistributionTestOutcome,
}

/// How the test of a connection has ended.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum DistributionTestOutcome {
    /// The installation is there, and the token is that of an administrator.
    Completed(DistributionTestCompleted),
    /// It failed, and so would a distribution.
    Failed(DistributionFailure),
}

/// The test of a connection was completed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum DistributionTestCompleted {
    /// It was.
    Completed,
}

/// A distribution of a release bundle, or the removal from where it was distributed to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DistributeReleaseBundle {
    /// What it does.
    pub kind: DistributionKind,
    /// The keys of the targets.
    pub targets: Vec<String>,
    /// Whether repositories that are missing at a target are created there.
    pub create_repositories: bool,
    /// Whether it is only judged.
    pub dry_run: bool,
}

/// A distribution has begun, or can.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleDistributionBegun {
    /// The number of files of the bundle.
    pub files: u32,
    /// The number of the distribution; null if it was only judged.
    pub number: Option<u32>,
}

/// A distribution of a release bundle, or its removal from targets.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct NewReleaseBundleDistribution {
    /// Whether it is only judged.
    pub dry_run: Option<bool>,
    /// Whether repositories that are missing at a target are created there.
    pub auto_create_missing_repositories: Option<ReleaseBundleFlag>,
    /// The targets: those that one of the rules matches.
    pub distribution_rules: Option<Vec<ReleaseBundleDistributionRule>>,
    /// What the files are to be at the targets, which is not possible here.
    pub modifications: Option<ReleaseBundleModifications>,
}

/// Yes or no, also as text.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ReleaseBundleFlag {
    /// As it is in JSON.
    Plain(bool),
    /// As text.
    Text(ReleaseBundleFlagText),
}

impl ReleaseBundleFlag {
    /// Whether it is yes.
    pub const fn is_set(self) -> bool {
        matches!(self, Self::Plain(true) | Self::Text(ReleaseBundleFlagText::True))
    }
}

/// Yes or no as text.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ReleaseBundleFlagText {
    /// Yes.
    True,
    /// No.
    False,
}

/// A rule that chooses targets.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ReleaseBundleDistributionRule {
    /// The key of a target, in which `?` is one character and `*` any number of them; all targets without it.
    pub site_name: Option<String>,
    /// Where the targets are, which is not known: `*`, if it is there.
    pub city_name: Option<String>,
    /// The same of their countries.
    pub country_codes: Option<Vec<String>>,
}

/// How files are changed at targets.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ReleaseBundleModifications {
    /// Other paths.
    pub mappings: Option<Vec<ReleaseBundlePathMapping>>,
    /// Whether they have the paths of the last promotion.
    pub default_path_mapping_by_last_promotion: Option<bool>,
}

/// A pattern of paths, and the paths that are made of them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ReleaseBundlePathMapping {
    /// The pattern.
    pub input: Option<String>,
    /// The paths.
    pub output: Option<String>,
}

/// A distribution was accepted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleDistributionAccepted {
    /// The number of the distribution; null if it was only judged.
    pub id: Option<u32>,
    /// Its targets.
    pub sites: Vec<ReleaseBundleDistributionTarget>,
}

/// A target of a distribution.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleDistributionTarget {
    /// Its key.
    pub name: String,
    /// Its key once more.
    pub service_id: String,
    /// Always `artifactory`.
    #[serde(rename = "type")]
    pub kind: &'static str,
}

/// A distribution in the list of those of a release bundle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleTracker {
    /// The number of the distribution.
    pub distribution_tracker_friendly_id: u32,
    /// `DISTRIBUTE` or `DELETE_RELEASE_BUNDLE_VERSION`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The name of the bundle.
    pub release_bundle_name: String,
    /// The version of the bundle.
    pub release_bundle_version: String,
    /// Always `release-bundles-v2`.
    pub storing_repository: &'static str,
    /// `IN_PROGRESS`, `COMPLETED`, `FAILED` or `ABORTED`.
    pub status: &'static str,
    /// The name of the user who began it.
    pub distributed_by: Option<String>,
    /// When the bundle was created.
    pub created: Timestamp,
    /// When the distribution began.
    pub start_time: Timestamp,
    /// The keys of its targets.
    pub targets: Vec<String>,
}

/// A distribution with how far it is at each target.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleTrackerDetails {
    /// The number of the distribution.
    pub distribution_id: u32,
    /// The number once more.
    pub distribution_friendly_id: u32,
    /// `distribute` or `delete_release_bundle_version`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The name of the bundle.
    pub release_bundle_name: String,
    /// The version of the bundle.
    pub release_bundle_version: String,
    /// `In progress`, `Completed`, `Failed` or `Aborted`.
    pub status: &'static str,
    /// The name of the user who began it.
    pub distributed_by: Option<String>,
    /// When the distribution began.
    pub start_time: Timestamp,
    /// The targets.
    pub sites: Vec<ReleaseBundleTrackerSite>,
}

/// How far a distribution is at a target.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleTrackerSite {
    /// `In progress`, `Completed` or `Failed`.
    pub status: &'static str,
    /// Why it failed; empty if it did not.
    pub general_error: &'static str,
    /// The target.
    pub target_artifactory: ReleaseBundleDistributionTarget,
    /// The number of files of the bundle.
    pub total_files: u32,
    /// Their size together in bytes.
    pub total_bytes: u64,
    /// How many of the files are done: all of them at the end, and none before.
    pub distributed_files: u32,
    /// Their size together in bytes.
    pub distributed_bytes: u64,
    /// The path of the file that it failed at, for administrators.
    pub file_errors: Vec<String>,
    /// Always empty.
    pub files_in_progress: Vec<String>,
}
