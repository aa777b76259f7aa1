//! Support bundles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use waybill_machines::Timestamp;
use waybill_machines::machines::support_bundle::{Archive, Download, Fault, Status};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::Parameters;
use waybill_machines::secret::PersonId;
use waybill_platform::support::Manifest;

use super::Names;

/// A support bundle that is asked for, in the shape of the documents (3.3): everything may be left out.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewSupportBundle {
    /// What it is called.
    pub name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// One service, where the path names none.
    pub service: Option<String>,
    /// Several of them.
    pub services: Option<Vec<String>>,
    /// What goes into it.
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<NewSupportParameters>"))]
    pub parameters: NewSupportParameters,
}

/// What goes into a support bundle; what is left out is as usual.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewSupportParameters {
    /// The configuration, without secrets.
    pub configuration: Option<bool>,
    /// What is known of the machine and of the process.
    pub system: Option<bool>,
    /// How the journals are.
    pub journal: Option<bool>,
    /// There is no database here, so nothing is slow in it; whoever asks for it is not refused.
    #[serde(rename = "collectSlowQueriesFromDatabase")]
    _slow_queries: Option<bool>,
    /// Logs.
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<NewLogRange>"))]
    pub logs: NewLogRange,
    /// What the threads do.
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<NewThreadDump>"))]
    pub thread_dump: NewThreadDump,
    /// The most bytes that go in, before they are compressed.
    pub total_bytes_max: Option<u64>,
    /// The most bytes of a single log.
    pub file_bytes_max: Option<u64>,
}

/// Which logs are taken, both days included.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewLogRange {
    /// Whether any are.
    pub include: Option<bool>,
    /// From the beginning of this day on.
    pub start_date: Option<String>,
    /// Until the end of this one.
    pub end_date: Option<String>,
}

/// How often the threads are asked what they do.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewThreadDump {
    /// How often.
    #[cfg_attr(feature = "schema", ts(optional, type = "number | string | null"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<NumberOrText>"))]
    pub count: Value,
    /// How far apart, in milliseconds.
    #[cfg_attr(feature = "schema", ts(optional, type = "number | string | null"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<NumberOrText>"))]
    pub interval: Value,
}

/// A whole number, also as a text, as it comes from a form (BUNDLE-03).
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum NumberOrText {
    Number(u32),
    Text(String),
}

/// Every support bundle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundles {
    /// The bundles, the newest first.
    pub bundles: Vec<SupportBundle>,
    /// Total number of rows.
    pub count: usize,
    /// The services that can be asked.
    pub services: Vec<ServiceId>,
    /// Who asked for them and fetched them.
    pub names: Names,
}

/// A support bundle as the documents have it, and further fields.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundle {
    /// Its id.
    pub id: String,
    /// What it was asked for with.
    pub creation: String,
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// When it was asked for.
    pub create_date: Timestamp,
    /// By whom.
    pub created_by: Option<PersonId>,
    /// Whose it is.
    pub service: ServiceId,
    /// What was asked for.
    pub parameters: Parameters,
    /// How far it is.
    pub status: SupportBundleStatus,
    /// All that were asked for with it have ended.
    pub settled: bool,
    /// Its file, where it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub archive: Option<Archive>,
    /// Who fetched it last, where it was made; null as long as nobody did.
    #[allow(clippy::option_option, reason = "null and missing differ here")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Download>", optional = nullable))]
    pub download: Option<Option<Download>>,
    /// Why it was not made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub failure: Option<SupportBundleFailure>,
    /// When it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub expires_at: Option<Timestamp>,
}

/// Why a support bundle was not made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundleFailure {
    /// The reason.
    pub fault: Fault,
    /// The same as a sentence.
    pub message: String,
}

/// How far a support bundle is, in the words of the documents.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum SupportBundleStatus {
    /// It is being made.
    #[serde(rename = "in progress")]
    InProgress,
    /// It is there.
    #[serde(rename = "success")]
    Success,
    /// It was not made.
    #[serde(rename = "failure")]
    Failure,
    /// It is gone.
    #[serde(rename = "removed")]
    Removed,
}

impl From<&Status> for SupportBundleStatus {
    fn from(status: &Status) -> Self {
        match status {
            Status::InProgress {} => Self::InProgress,
            Status::Success { .. } => Self::Success,
            Status::Failure { .. } => Self::Failure,
            Status::Removed { .. } => Self::Removed,
        }
    }
}

/// Support bundles have begun to be made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundlesBegun {
    /// What names all of them.
    pub id: String,
    /// How many are being made.
    pub in_progress: u32,
    /// The bundles.
    pub bundles: Vec<SupportBundleBegun>,
}

/// One of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundleBegun {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub service: ServiceId,
    /// How far it is.
    pub status: SupportBundleStatus,
}

/// A support bundle was deleted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundleDeleted {
    /// Which one.
    pub deleted: String,
}

/// What support bundles would hold.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundlePreviews {
    /// Each of them.
    pub bundles: Vec<Manifest>,
    /// How many bytes they would have together.
    pub total_bytes: u64,
}

/// A service was asked for its support bundle, in the platform's public shape: its answer stands under its name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServiceSupportBundle {
    /// The bundle's id.
    pub id: String,
    /// Where it can be fetched, by the service.
    #[serde(flatten)]
    pub place: BTreeMap<ServiceId, SupportBundlePlace>,
}

/// Where a support bundle can be fetched.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundlePlace {
    /// The service's id.
    pub service_id: String,
    /// The address.
    pub bundle_url: String,
}

/// The support bundles of a service, in the platform's public shape.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServiceSupportBundles {
    /// The bundles, the newest first.
    pub bundles: Vec<ListedSupportBundle>,
    /// Total number of rows.
    pub count: usize,
}

/// One of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ListedSupportBundle {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// When it was asked for.
    pub created: Timestamp,
    /// How far it is.
    pub status: SupportBundleStatus,
}
