//! Security advisories.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::advisories::AdvisoryCounts;
use waybill_platform::scanning::Report;

/// How advisories are imported.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ImportAdvisoriesQuery {
    /// Whether only is counted what would change.
    pub dry_run: Option<bool>,
}

/// What an import did.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AdvisoriesImported {
    /// Whether nothing was changed, because only the numbers were asked for.
    pub dry_run: bool,
    /// How many advisories are known after it.
    pub advisories: u32,
    /// What became of those that were imported.
    pub counts: AdvisoryCounts,
    /// What was found in the documents.
    pub report: Report,
}

/// The advisories that are known.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AdvisoriesStatus {
    /// How many there are.
    pub advisories: usize,
    /// How many are about packages of each type.
    pub types: BTreeMap<String, u32>,
    /// Whether what was imported is missing or was changed, so that it has to be imported again.
    pub is_lost: bool,
    /// The newest import; null if there was none.
    pub last: Option<LastAdvisoryImport>,
}

/// The newest import of advisories.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LastAdvisoryImport {
    /// When it was.
    pub at: Timestamp,
    /// The name of the user who imported; null for a command, or if the name was erased.
    pub by: Option<String>,
    /// What became of the advisories.
    pub counts: AdvisoryCounts,
    /// The SHA-256 of the file of all advisories after it.
    pub digest: String,
}
