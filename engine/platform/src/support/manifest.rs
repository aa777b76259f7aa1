//! The manifest of a bundle: each file with its checksum, and everything that was redacted, shortened or left out.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::Parameters;

/// The format of this manifest.
pub const FORMAT: &str = "waybill-support-bundle/1";
/// Its name in the archive.
pub const MANIFEST: &str = "manifest.json";

/// The manifest of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    ts(rename = "SupportBundleManifest"),
    schemars(rename = "SupportBundleManifest")
)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Its format.
    pub format: String,
    /// The bundle's id.
    pub id: String,
    /// The bundle's name.
    pub name: String,
    /// The bundle's description.
    pub description: String,
    /// The service that it is about.
    pub service: ServiceId,
    /// When it was created.
    pub created_at: Timestamp,
    /// The build that created it.
    pub versions: Versions,
    /// The requested content.
    pub parameters: Parameters,
    /// The files, except for the manifest itself.
    pub files: Vec<Entry>,
    /// The values that read `[redacted]`.
    pub redacted: Vec<Redaction>,
    /// What was requested but is not in it, and what never is.
    pub left_out: Vec<LeftOut>,
    /// The total size of the files in bytes, before compression.
    pub total_bytes: u64,
}

/// The version and build of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    ts(rename = "SupportBundleVersions"),
    schemars(rename = "SupportBundleVersions")
)]
#[serde(deny_unknown_fields)]
pub struct Versions {
    /// The version of this server.
    pub version: String,
    /// The id of its build.
    pub build: String,
    /// The hash of its rules.
    pub rules: String,
}

/// A file in a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    ts(rename = "SupportBundleFile"),
    schemars(rename = "SupportBundleFile")
)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its path in the archive.
    pub path: String,
    /// Its size in bytes. In a preview it is an estimate.
    pub bytes: u64,
    /// Its SHA-256 in hex; empty in a preview, where it has not been written.
    pub sha256: String,
    /// The full size of the log in bytes, if only its end is included.
    pub shortened_from: Option<u64>,
}

/// A value that is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    ts(rename = "SupportBundleRedaction"),
    schemars(rename = "SupportBundleRedaction")
)]
#[serde(deny_unknown_fields)]
pub struct Redaction {
    /// The file with the field.
    pub file: String,
    /// The field.
    pub field: String,
}

/// Something that is not in the bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    ts(rename = "SupportBundleLack"),
    schemars(rename = "SupportBundleLack")
)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// What is left out.
    pub what: String,
    /// Why, as a sentence.
    pub why: String,
}

impl LeftOut {
    pub(super) fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into() }
    }
}
