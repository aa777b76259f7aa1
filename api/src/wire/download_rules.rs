//! Rules about downloads of packages.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::download_rules::DownloadRule;

/// The download rules of the installation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CurrentDownloadRules {
    /// The rules, in the order in which they are judged.
    pub rules: Vec<DownloadRule>,
    /// Increases with each change; 0 before the first one.
    pub revision: u64,
    /// When they were changed; null before the first change.
    pub changed_at: Option<Timestamp>,
    /// The name of the user who changed them; null before the first change, or if the name was erased.
    pub changed_by: Option<String>,
    /// Whether rules about severities apply: whether the installation compares packages with advisories at present.
    pub severities_apply: bool,
}

/// The download rules that replace all others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WantedDownloadRules {
    /// The rules. A licence may also be named by a name or an identifier of it that is no longer in use.
    pub rules: Vec<DownloadRule>,
    /// The revision of the rules that were read before.
    pub revision: u64,
}
