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

/// A request for support bundles, in the documented format (3.3). All fields are optional.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewSupportBundle {
    /// The name of the bundle.
    pub name: Option<String>,
    /// A free description.
    pub description: Option<String>,
    /// A service, if the path names none.
    #[cfg_attr(feature = "schema", ts(as = "Option<ServiceId>"))]
    pub service: Option<String>,
    /// Several services.
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<ServiceId>>"))]
    pub services: Option<Vec<String>>,
    /// What the bundle contains.
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<NewSupportParameters>"))]
    pub parameters: NewSupportParameters,
}

/// What a support bundle contains; omitted fields have defaults.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewSupportParameters {
    /// The configuration, without secrets.
    pub configuration: Option<bool>,
    /// Information about the host and the process.
    pub system: Option<bool>,
    /// The state of the journals.
    pub journal: Option<bool>,
    /// Accepted for compatibility and ignored: there is no database.
    #[serde(rename = "collectSlowQueriesFromDatabase")]
    _slow_queries: Option<bool>,
    /// The range of logs.
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<NewLogRange>"))]
    pub logs: NewLogRange,
    /// Thread dumps.
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<NewThreadDump>"))]
    pub thread_dump: NewThreadDump,
    /// Maximum size of the content in bytes, before compression.
    pub total_bytes_max: Option<u64>,
    /// Maximum size of a single log in bytes.
    pub file_bytes_max: Option<u64>,
}

/// A range of days, both inclusive.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewLogRange {
    /// Whether logs are included.
    pub include: Option<bool>,
    /// The first day.
    pub start_date: Option<String>,
    /// The last day.
    pub end_date: Option<String>,
}

/// Options of the thread dumps.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewThreadDump {
    /// Number of dumps.
    #[cfg_attr(feature = "schema", ts(optional, type = "number | string | null"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<NumberOrText>"))]
    pub count: Value,
    /// Time between dumps, in milliseconds.
    #[cfg_attr(feature = "schema", ts(optional, type = "number | string | null"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<NumberOrText>"))]
    pub interval: Value,
}

/// A whole number, also as text, as sent by a form (BUNDLE-03).
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum NumberOrText {
    Number(u32),
    Text(String),
}

/// All support bundles.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundles {
    /// The bundles, newest first.
    pub bundles: Vec<SupportBundle>,
    /// Total number of rows.
    pub count: usize,
    /// The services that can create bundles.
    pub services: Vec<ServiceId>,
    /// The users who requested or downloaded them.
    pub names: Names,
}

/// A support bundle in the documented format, with additional fields.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundle {
    /// Its id.
    pub id: String,
    /// The id of the request, which is shared by all bundles of it.
    pub creation: String,
    /// The name of the bundle.
    pub name: String,
    /// A free description.
    pub description: String,
    /// When it was requested.
    pub create_date: Timestamp,
    /// The user who requested it.
    pub created_by: Option<PersonId>,
    /// The service that creates it.
    pub service: ServiceId,
    /// The requested content.
    pub parameters: Parameters,
    /// Its status.
    pub status: SupportBundleStatus,
    /// Whether all bundles of the request have ended.
    pub settled: bool,
    /// The file; only if the bundle was created.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub archive: Option<Archive>,
    /// The last download, if the bundle was created; null if it was never downloaded.
    #[allow(clippy::option_option, reason = "null and missing differ here")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Download>", optional = nullable))]
    pub download: Option<Option<Download>>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub failure: Option<SupportBundleFailure>,
    /// When it is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub expires_at: Option<Timestamp>,
}

/// Why a support bundle failed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundleFailure {
    /// The reason.
    pub fault: Fault,
    /// The reason as a sentence.
    pub message: String,
}

/// The status of a support bundle, with the documented names.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum SupportBundleStatus {
    /// It is being created.
    #[serde(rename = "in progress")]
    InProgress,
    /// It is available.
    #[serde(rename = "success")]
    Success,
    /// It failed.
    #[serde(rename = "failure")]
    Failure,
}

impl SupportBundleStatus {
    /// The status of a bundle; none if it has been deleted, since no answer lists it then.
    pub const fn of(status: &Status) -> Option<Self> {
        match status {
            Status::InProgress {} => Some(Self::InProgress),
            Status::Success { .. } => Some(Self::Success),
            Status::Failure { .. } => Some(Self::Failure),
            Status::Removed { .. } => None,
        }
    }
}

/// Support bundles are being created.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundlesStarted {
    /// The id of the request.
    pub id: String,
    /// Number of bundles in progress.
    pub in_progress: u32,
    /// The bundles.
    pub bundles: Vec<SupportBundleStarted>,
}

/// A bundle in progress.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundleStarted {
    /// Its id.
    pub id: String,
    /// The service that creates it.
    pub service: ServiceId,
    /// Its status.
    pub status: SupportBundleStatus,
}

/// A support bundle was deleted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundleDeleted {
    /// The bundle id.
    pub deleted: String,
}

/// Previews of support bundles.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundlePreviews {
    /// The manifest of each bundle.
    pub bundles: Vec<Manifest>,
    /// Their total size in bytes.
    pub total_bytes: u64,
}

/// A requested support bundle in the format of the platform's public API, with a field that is named after the service.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServiceSupportBundle {
    /// The bundle's id.
    pub id: String,
    /// Where it can be downloaded, by service.
    #[serde(flatten)]
    pub place: BTreeMap<ServiceId, SupportBundleLocation>,
}

/// Where a support bundle can be downloaded.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupportBundleLocation {
    /// The id of this instance of the service.
    pub service_id: String,
    /// The URL of the download.
    pub bundle_url: String,
}

/// The support bundles of a service, in the format of the platform's public API.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServiceSupportBundles {
    /// The bundles, newest first.
    pub bundles: Vec<ListedSupportBundle>,
    /// Total number of rows.
    pub count: usize,
}

/// A support bundle of a service.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ListedSupportBundle {
    /// Its id.
    pub id: String,
    /// The name of the bundle.
    pub name: String,
    /// A free description.
    pub description: String,
    /// When it was requested.
    pub created: Timestamp,
    /// Its status.
    pub status: SupportBundleStatus,
}
