//! Release bundles, and their retention.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::Origin;
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::release_bundles::{Artifact, Hit, Shown, Status};

use super::{Empty, Names};

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
    /// Those of this origin only.
    pub origin: Option<Origin>,
    /// Those of this name only.
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
    /// Where it comes from.
    pub origin: Origin,
    /// How far it is.
    pub status: Status,
    /// When it was made.
    pub created: Timestamp,
    /// By whom; nobody when it was done on the command line.
    pub created_by: Option<PersonId>,
    /// Whether it is signed.
    pub signed: bool,
    /// How many artifacts are in it.
    pub artifacts_count: u32,
    /// How many bytes they have together.
    pub size: u64,
}

impl From<&Shown> for ReleaseBundleRow {
    fn from(shown: &Shown) -> Self {
        let bundle = &shown.bundle;
        Self {
            name: bundle.name.clone(),
            version: bundle.version.clone(),
            origin: bundle.origin,
            status: shown.status,
            created: shown.created,
            created_by: shown.created_by.clone(),
            signed: bundle.signature.is_some(),
            artifacts_count: bundle.list.artifacts,
            size: bundle.list.size,
        }
    }
}

/// Some of the release bundles.
#[allow(clippy::struct_field_names, reason = "the documents name it so")]
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundles {
    /// These, the newest first.
    pub release_bundles: Vec<ReleaseBundleRow>,
    /// Who made them.
    pub names: Names,
    /// Total number of rows.
    pub total: usize,
    /// Maximum number of rows of this page.
    pub limit: usize,
    /// Number of rows that were skipped.
    pub offset: usize,
}

/// A release bundle, with some of its artifacts.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleDetails {
    /// The bundle.
    pub release_bundle: ReleaseBundleRow,
    /// The digest of its list of artifacts.
    pub list: Digest,
    /// Its signature.
    pub signature: Option<ReleaseBundleSignature>,
    /// Who made it.
    pub names: Names,
    /// Some of its artifacts, by path.
    pub artifacts: Vec<Artifact>,
    /// Maximum number of rows of this page.
    pub limit: usize,
    /// Number of rows that were skipped.
    pub offset: usize,
}

/// The signature of a release bundle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleSignature {
    /// The key.
    pub key: String,
    /// The signature itself.
    pub value: String,
    /// It is of this very bundle.
    pub holds: bool,
}

/// A release bundle was taken in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleTaken {
    /// The bundle.
    pub release_bundle: ReleaseBundleRow,
    /// Who made it.
    pub names: Names,
}

/// The options of a lookup.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct LookupQuery {
    /// Maximum number of rows.
    pub num_of_rows: Option<usize>,
}

/// The release bundles that hold a file with a checksum.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Lookup {
    /// The bundles, each with the artifacts that have it.
    pub data: Vec<Hit>,
    /// What kind of checksum it is.
    pub checksum_type: &'static str,
}

/// Versions of a release bundle, in the platform's public words.
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

/// A version of a release bundle, in the platform's public words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleRecord {
    /// How far it is.
    pub status: Status,
    /// Its name.
    pub release_bundle_name: String,
    /// Its version.
    pub release_bundle_version: String,
    /// When it was made.
    pub created: Timestamp,
    /// The name of who made it.
    pub created_by: Option<String>,
}

/// How far a release bundle is, in the platform's public words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleProgress {
    /// The status.
    pub status: Status,
    /// Always empty.
    pub messages: Vec<Empty>,
}

/// Whether retention of target bundles is on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RetentionSetting {
    /// Whether it is enabled.
    pub enable: bool,
}
