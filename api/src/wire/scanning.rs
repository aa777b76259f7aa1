//! Security advisories.

use std::collections::BTreeMap;

use async_graphql::{Enum, SimpleObject};
use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::advisories::{AdvisoryCounts, AffectedCounts};
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
    /// How many stored versions were compared with advisories so far; null while none are compared.
    pub comparing: Option<RunningComparison>,
    /// The newest comparison of all stored versions; null before the first one with these advisories.
    pub comparison: Option<LastComparison>,
}

/// How far a comparison of all stored versions has come.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RunningComparison {
    /// The packages that were compared.
    pub packages: u64,
    /// The versions.
    pub versions: u64,
}

/// A comparison of all stored versions with all advisories.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LastComparison {
    /// When it ended.
    pub at: Timestamp,
    /// The stored packages that any advisory is about.
    pub packages: u64,
    /// Their versions, each of which was compared.
    pub versions: u64,
    /// The packages of which a version is affected.
    pub affected_packages: u64,
    /// The affected versions, by the highest severity of each.
    pub affected: AffectedCounts,
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

/// Whether packages are compared with advisories. Of several reasons why not, the first one in this order counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Enum)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScanStatus {
    /// The installation has no scanning service, or it does not run.
    Unavailable,
    /// The licence does not include scanning.
    LicenceRequired,
    /// No advisories about packages of this type were imported.
    NotScanned,
    /// It was compared with all advisories that are known.
    Scanned,
}

/// How many vulnerabilities there are, by severity. What there is none of is null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VulnerabilityCounts {
    /// With a base score of CVSS of 9.0 or more.
    pub critical: Option<u64>,
    /// With one of 7.0 or more.
    pub high: Option<u64>,
    /// With one of 4.0 or more.
    pub medium: Option<u64>,
    /// With one above zero.
    pub low: Option<u64>,
    /// With one of zero, or about no vulnerability.
    pub info: Option<u64>,
    /// Without a severity.
    pub unknown: Option<u64>,
    /// Those that were not compared. This release compares all that it imports.
    pub skipped: Option<u64>,
}

/// A vulnerability of a version.
#[derive(Debug, Clone, PartialEq, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Vulnerability {
    /// The identifier of the advisory.
    pub id: String,
    /// Its identifiers in other databases.
    pub aliases: Vec<String>,
    /// Its identifiers in the CVE list.
    pub cves: Vec<String>,
    /// One line about it.
    pub summary: String,
    /// How severe it is: critical, high, medium, low, info or unknown.
    pub severity: String,
    /// The base score of CVSS, from 0 to 10; null if there is none.
    pub score: Option<f64>,
    /// The vector of CVSS; null if there is none.
    pub vector: Option<String>,
    /// The versions behind this one in which it is fixed, the oldest first.
    pub fixed_versions: Vec<String>,
}
