//! Release bundles and their retention.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{
    Distribution, Origin, Promotion, PromotionStatus,
};
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::release_bundles::{Artifact, Hit, Status, StoredBundle};

use super::{Names, PageInfo};

/// Filters and paging of release bundles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ReleaseBundlesQuery {
    /// Number of rows to skip.
    pub offset: Option<usize>,
    /// Maximum number of rows.
    pub limit: Option<usize>,
    /// Only rows after this one: the `end_cursor` of another page.
    pub after: Option<String>,
    /// Only bundles of this origin.
    pub origin: Option<Origin>,
    /// Only bundles of this name.
    pub name: Option<String>,
}

/// A release bundle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleRow {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where the bundle comes from.
    pub origin: Origin,
    /// Its status.
    pub status: Status,
    /// When it was created.
    pub created: Timestamp,
    /// The user who created it; null if it was created on the command line.
    pub created_by: Option<PersonId>,
    /// Whether it is signed.
    pub signed: bool,
    /// Number of artifacts.
    pub artifacts_count: u32,
    /// Total size of the artifacts in bytes.
    pub size: u64,
    /// Whether it was created from files in repositories, so that it can be promoted.
    pub promotable: bool,
    /// The environment that it was last promoted to; null if it never was.
    pub environment: Option<String>,
}

impl From<&StoredBundle> for ReleaseBundleRow {
    fn from(stored: &StoredBundle) -> Self {
        let bundle = &stored.bundle;
        let is_completed =
            |promotion: &&Promotion| matches!(promotion.outcome, PromotionStatus::Completed { .. });
        let newest = stored.promotions.iter().rfind(is_completed);
        Self {
            name: bundle.name.clone(),
            version: bundle.version.clone(),
            origin: bundle.origin,
            status: stored.status,
            created: stored.created,
            created_by: stored.created_by.clone(),
            signed: bundle.signature.is_some(),
            artifacts_count: bundle.list.artifacts,
            size: bundle.list.size,
            promotable: stored.from_repositories,
            environment: newest.map(|promotion| promotion.environment.clone()),
        }
    }
}

/// A page of release bundles.
#[allow(clippy::struct_field_names, reason = "the documents name it so")]
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundles {
    /// The bundles, newest first.
    pub release_bundles: Vec<ReleaseBundleRow>,
    /// The users who created and promoted them.
    pub names: Names,
    /// Total number of rows.
    pub total: usize,
    /// Maximum number of rows of this page.
    pub limit: usize,
    /// Number of rows that were skipped.
    pub offset: usize,
    /// Where this page ends.
    pub page_info: PageInfo,
}

/// A release bundle with a page of its artifacts.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleDetails {
    /// The bundle.
    pub release_bundle: ReleaseBundleRow,
    /// The digest of the artifact list.
    pub list: Digest,
    /// Its signature, if it is signed.
    pub signature: Option<ReleaseBundleSignature>,
    /// The users who created, promoted and distributed it.
    pub names: Names,
    /// Its newest promotions, the newest first, with the repositories that the user may know of.
    pub promotions: Vec<Promotion>,
    /// Its newest distributions and removals from targets, the newest first. The files that they failed at are for
    /// administrators.
    pub distributions: Vec<Distribution>,
    /// Whether another installation has distributed it to this one, with its files.
    pub received: bool,
    /// A page of its artifacts, by path. Of a bundle that was created from files in repositories, or was received with
    /// its files, users see those that they may read.
    pub artifacts: Vec<Artifact>,
    /// Maximum number of rows of this page.
    pub limit: usize,
    /// Number of rows that were skipped.
    pub offset: usize,
    /// Where this page ends.
    pub page_info: PageInfo,
}

/// The signature of a release bundle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleSignature {
    /// The signing key.
    pub key: String,
    /// The signature value.
    pub value: String,
    /// Whether the signature is valid for this bundle.
    pub holds: bool,
}

/// A release bundle was imported.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleImported {
    /// The bundle.
    pub release_bundle: ReleaseBundleRow,
    /// The user who created it.
    pub names: Names,
}

/// What a release bundle is created from: files, runs of builds, or both.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CreateReleaseBundle {
    /// Files in local repositories, each as the key of the repository, a slash and the path.
    pub paths: Option<Vec<String>>,
    /// Runs of builds, with the files that came out of them.
    pub builds: Option<Vec<BundleBuild>>,
}

/// A run of a build whose files are in a release bundle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct BundleBuild {
    /// The name of the build.
    pub name: String,
    /// The number of the run.
    pub number: String,
    /// The key of the build's project; without it, the build belongs to none.
    pub project: Option<String>,
}

/// A promotion of a release bundle to an environment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PromoteReleaseBundle {
    /// The environment.
    pub environment: String,
    /// The keys of the repositories that files are copied to; all of the environment if there are none.
    pub included: Vec<String>,
    /// The keys of repositories that files are not copied to.
    pub excluded: Vec<String>,
    /// Whether it is only judged.
    pub dry_run: bool,
}

/// A release bundle was promoted, or can be.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundlePromoted {
    /// The keys of the repositories that its files are copied to.
    pub repositories: Vec<String>,
    /// The number of its files.
    pub files: u32,
    /// How it ended; null if it was only judged.
    pub outcome: Option<PromotionStatus>,
}

/// The environments that release bundles can be promoted to.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleEnvironments {
    /// The names of the environments that local repositories belong to.
    pub environments: Vec<String>,
}

/// The options of a checksum lookup.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct LookupQuery {
    /// Maximum number of rows.
    pub num_of_rows: Option<usize>,
}

/// The release bundles that contain a file with a checksum.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Lookup {
    /// The bundles, each with the matching artifacts.
    pub data: Vec<Hit>,
    /// The kind of checksum.
    pub checksum_type: &'static str,
}

/// Versions of a release bundle, in the format of the platform's public API.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleRecords {
    /// The rows.
    pub release_bundles: Vec<ReleaseBundleRecord>,
    /// Total number of rows.
    pub total: usize,
    /// Maximum number of rows of this page.
    pub limit: usize,
    /// Number of rows that were skipped.
    pub offset: usize,
}

/// A version of a release bundle, in the format of the platform's public API.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleRecord {
    /// Its status.
    pub status: Status,
    /// Its name.
    pub release_bundle_name: String,
    /// Its version.
    pub release_bundle_version: String,
    /// When it was created.
    pub created: Timestamp,
    /// The name of the user who created it.
    pub created_by: Option<String>,
}

/// The status of a release bundle, in the format of the platform's public API.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleProgress {
    /// The status.
    pub status: Status,
    /// Why it was not created, if it failed.
    pub messages: Vec<ReleaseBundleMessage>,
}

/// A message about a release bundle, in the format of the platform's public API.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleMessage {
    /// What it is from.
    pub source: &'static str,
    /// What has happened, and what to do.
    pub text: &'static str,
}

/// The retention setting of target bundles.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RetentionSetting {
    /// Whether retention is enabled.
    pub enable: bool,
}
