//! What a bundle says of itself: each file with its checksum, and all that is not in it as it was.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::Parameters;

/// How this manifest is written.
pub const FORMAT: &str = "waybill-support-bundle/1";
/// Its name in the archive.
pub const MANIFEST: &str = "manifest.json";

/// What a bundle says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    ts(rename = "SupportBundleManifest"),
    schemars(rename = "SupportBundleManifest")
)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// How it is written.
    pub format: String,
    /// The bundle's id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Whose it is.
    pub service: ServiceId,
    /// When it was made.
    pub created_at: Timestamp,
    /// Of which build.
    pub versions: Versions,
    /// What was asked for.
    pub parameters: Parameters,
    /// The files, but for this one.
    pub files: Vec<Entry>,
    /// The values that read `[redacted]`.
    pub redacted: Vec<Redaction>,
    /// What was asked for and is not in it, and what never is.
    pub left_out: Vec<LeftOut>,
    /// How many bytes the files have together, before they are compressed.
    pub total_bytes: u64,
}

/// Of which build.
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
    /// Names its build.
    pub build: String,
    /// The hash of the rules that it decides by.
    pub rules: String,
}

/// One file.
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
    /// How many bytes it has. In a preview that is an estimate.
    pub bytes: u64,
    /// Its SHA-256 in hex; empty in a preview, where it has not been written.
    pub sha256: String,
    /// How many bytes the log has that this is the end of, where it is not whole.
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
    /// The file that it would be in.
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
    /// What.
    pub what: String,
    /// Why, as a sentence.
    pub why: String,
}

impl LeftOut {
    pub(super) fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into() }
    }
}
