//! Components: versions of packages as the scanner lists them (PKG-10).

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::search::{ComponentDirection, ComponentOrderBy};

use super::scanning::{ScanStatus, Vulnerability, VulnerabilityCounts};

/// Which page of the components is wanted, and in which order.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ComponentSearchQuery {
    /// The direction; without it the newest come first, and names in ascending order.
    pub direction: Option<ComponentDirection>,
    /// How many rows a page has, from 1 to 100; 20 without it.
    pub num_of_rows: Option<usize>,
    /// By what they are sorted; by their last update without it.
    pub order_by: Option<ComponentOrderBy>,
    /// The number of the page, from 1 on; the first one without it. Pages reach 10,000 rows together.
    pub page_num: Option<usize>,
}

/// Which components are wanted.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ComponentSearch {
    /// Whether also components without findings are wanted; without it they are not.
    pub all_components: Option<bool>,
    /// What the names of packages match, without case: `*` is for any text, `?` for a character. At most 1,024 bytes.
    pub name: Option<String>,
    /// One of their vulnerabilities has this identifier, in the CVE list or in another one.
    pub cve: Option<String>,
    /// One of their vulnerabilities has one of these severities: critical, high, medium, low, info or unknown.
    pub severities: Option<Vec<String>>,
}

/// A page of components, of those that the caller may read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ScannedComponents {
    /// The components, in their order.
    pub data: Vec<ScannedComponent>,
    /// The number of the page.
    pub page_num: usize,
    /// How many rows a page has.
    pub num_of_rows: usize,
    /// Whether there are components after this page.
    pub has_next_page: bool,
    /// Whether the index of packages is still being built, so that some may be missing.
    pub is_partial: bool,
}

/// A version of a package that is scanned.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ScannedComponent {
    /// The id of the package and the version, such as `npm://left-pad:1.3.0`.
    pub id: String,
    /// The name of the package.
    pub name: String,
    /// The version.
    pub version: String,
    /// The type of the package.
    pub package_type: String,
    /// How many vulnerabilities it has, by severity.
    pub vulnerabilities: VulnerabilityCounts,
    /// Its licences: identifiers of SPDX, or what its author writes.
    pub licenses: Vec<String>,
    /// When its newest file was published.
    pub last_updated: Timestamp,
}

/// Of which component the details are wanted.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ComponentDetailsRequest {
    /// Its id, such as `npm://left-pad:1.3.0`. At most 4,096 characters.
    pub component_id: String,
}

/// What is known of a component.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ComponentDetails {
    /// The same as in a list.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub component: ScannedComponent,
    /// Whether it was compared with advisories.
    pub scan_status: ScanStatus,
    /// The vulnerabilities, the most severe first.
    pub vulnerability_list: Vec<Vulnerability>,
    /// What it is for, as its author says.
    pub description: String,
    /// When its first file was published.
    pub created: Timestamp,
    /// The keys of the repositories that have it, of those that the caller may read.
    pub repositories: Vec<String>,
    /// The size of its files in bytes, as the first repository has them.
    pub size: u64,
}

/// Which scanner compares packages, and with what.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ScannerVersion {
    /// The version of the scanner, which is a part of this server.
    pub xray_version: &'static str,
    /// The SHA-256 of all advisories that are known; null until some are imported, or if they were lost.
    pub xray_revision: Option<String>,
    /// When advisories were imported last; null if none were.
    pub last_import: Option<Timestamp>,
}
