//! Packages, as the documents name their fields. They are nodes of GraphQL, so a query chooses which of the fields it
//! gets. `package_versions` has those of versions.

use async_graphql::{Enum, InputObject, SimpleObject};
use serde::{Deserialize, Serialize};

use super::package_stats::{DataTransfer, OperationalRisk};
use super::package_versions::VersionConnection;
use super::scanning::{ScanStatus, VulnerabilityCounts};

/// A query in GraphQL.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PackagesRequest {
    /// The query.
    pub query: String,
    /// The values of its variables, an object.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, unknown>"))]
    pub variables: Option<serde_json::Value>,
    /// Which of several operations is wanted.
    #[serde(rename = "operationName")]
    pub operation_name: Option<String>,
    /// Whether the console shows that it is loading. The server does the same in both cases.
    #[serde(rename = "jfLoader")]
    pub loader: Option<bool>,
}

/// The query of the address of such a call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PackagesQuery {
    /// Whether the console shows that it is loading. The server does the same in both cases.
    #[serde(rename = "jfLoader")]
    #[allow(dead_code, reason = "it is accepted and means nothing here")]
    pub loader: Option<bool>,
}

/// The answer of GraphQL. Its fields are those that the query asks for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PackagesResponse {
    /// What was asked for; null if nothing could be answered.
    #[cfg_attr(feature = "schema", ts(as = "Option<PackagesData>"))]
    pub data: serde_json::Value,
    /// What could not be answered, and why.
    pub errors: Vec<PackagesProblem>,
}

/// Why something could not be answered.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PackagesProblem {
    /// A sentence that says what to do about it.
    pub message: String,
    /// Where in the query: lines and columns.
    pub locations: Vec<QueryPlace>,
    /// Which part of the answer is missing.
    pub path: Vec<String>,
    /// A stable code, for what is not about the query itself.
    pub code: Option<String>,
}

/// A place in a query.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct QueryPlace {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

/// What queries can ask for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "the console's types are generated from it")]
pub struct PackagesData {
    /// A page of packages.
    pub packages: Option<PackageConnection>,
    /// A package; null if there is none.
    #[cfg_attr(feature = "schema", ts(type = "PackageNode | null", optional))]
    pub package: Option<PackageNode>,
    /// A page of versions.
    pub versions: Option<VersionConnection>,
    /// How many packages there are of each kind.
    pub package_facets: Option<PackageFacets>,
    /// The packages that the caller follows.
    pub followed_packages: Option<Vec<PackageNode>>,
    /// How much was downloaded in this month.
    pub data_transfer: Option<DataTransfer>,
}

/// Where a page ends.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PagingInfo {
    /// Whether there are rows after this page.
    pub has_next_page: bool,
    /// The value of `endCursor` of the next query; null on the last page.
    pub end_cursor: Option<String>,
}

/// A page of packages.
#[derive(Debug, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PackageConnection {
    /// The packages.
    pub edges: Vec<PackageEdge>,
    /// Where the page ends.
    pub page_info: PagingInfo,
    /// Whether the index is still being built, so that some may be missing.
    pub is_partial: bool,
}

/// A package of a page.
#[derive(Debug, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PackageEdge {
    /// The package.
    pub node: PackageNode,
}

/// A package: what all repositories of its type have under its name, as far as the caller may read it.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[graphql(name = "Package")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PackageNode {
    /// Its type and name, such as `npm://left-pad`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When its first version was published.
    pub created: String,
    /// When its newest version was published.
    pub modified: String,
    /// What it is for, as its latest version says.
    pub description: String,
    /// Its latest version.
    pub latest_version: String,
    /// The number of its versions.
    pub versions_count: u64,
    /// Its type.
    pub package_type: String,
    /// How it is used.
    pub stats: PackageStats,
    /// The licences of its latest version: identifiers of SPDX, or what its author writes.
    pub licenses: Vec<String>,
    /// How many vulnerabilities its latest version has, by severity.
    pub vulnerabilities: VulnerabilityCounts,
    /// Whether it was compared with advisories.
    pub scan_status: ScanStatus,
    /// How risky it is to depend on it.
    pub operational_risk: OperationalRisk,
    /// Whether the caller follows it.
    pub followed: bool,
    /// The keywords of its latest version.
    pub tags: Vec<String>,
    /// The keys of the repositories that have it.
    pub repos: Vec<String>,
}

/// How a package is used.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PackageStats {
    /// How often its files were downloaded.
    pub downloads: u64,
    /// How many users follow it.
    pub followers: u64,
}

/// How many packages there are of each kind.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PackageFacets {
    /// The number of packages.
    pub total: u64,
    /// Whether all were counted. Otherwise the numbers are lower bounds.
    pub exact: bool,
    /// By type.
    pub types: Vec<FacetCount>,
    /// By repository.
    pub repos: Vec<FacetCount>,
    /// By licence.
    pub licenses: Vec<FacetCount>,
    /// The severities of vulnerabilities to filter by; none while packages are not compared with advisories.
    pub severities: Vec<String>,
    /// Whether the index is still being built, so that some may be missing.
    pub is_partial: bool,
}

/// How many packages have a value.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FacetCount {
    /// The value.
    pub value: String,
    /// How many.
    pub count: u64,
}

/// Which packages a query asks for.
#[derive(Debug, Clone, Default, InputObject)]
#[graphql(rename_fields = "snake_case")]
pub struct PackageFilter {
    /// Their type; `*` is for all of them.
    pub package_type: Option<Vec<String>>,
    /// What their names match, without case.
    pub name: Option<String>,
    /// The same.
    pub lowercase_name: Option<String>,
    /// What their descriptions match.
    pub description: Option<String>,
    /// A package has one of these keywords.
    pub tags: Option<Vec<String>>,
    /// A package has one of these licences: identifiers of SPDX, or what authors write.
    pub licenses: Option<Vec<String>>,
    /// What one of their versions matches.
    pub version: Option<String>,
    /// The SHA-256 or SHA-1 of one of their files.
    pub checksum: Option<String>,
    /// One of their versions has this vulnerability: its identifier in the CVE list or in another one.
    pub cve: Option<String>,
    /// One of their versions has a vulnerability of one of these severities: critical, high, medium, low, info or
    /// unknown.
    pub severities: Option<Vec<String>>,
    /// The scope of packages of npm, with or without the `@`.
    pub scope: Option<String>,
    /// The keys of repositories that have them.
    pub repos: Option<Vec<String>>,
    /// Changed on this day (yyyy-mm-dd) or at this time, or later.
    pub after: Option<String>,
    /// Changed before this day or time.
    pub before: Option<String>,
}

/// By what packages are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "lowercase")]
pub enum PackageSort {
    /// By name.
    Name,
    /// By the time of the newest version.
    Modified,
}

/// A direction of sorting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
pub enum SortType {
    /// The smallest first.
    Asc,
    /// The largest first.
    Desc,
    /// The smallest first.
    Ascending,
    /// The largest first.
    Descending,
}

impl SortType {
    /// Whether the largest comes first.
    pub const fn is_descending(self) -> bool {
        matches!(self, Self::Desc | Self::Descending)
    }
}

/// Which packages a page follows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PackagesArgs {
    /// Only this package, by its id; all without one.
    pub package_id: Option<String>,
}

/// Packages of which something was published, removed or changed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PackageChanges {
    /// The ids of those that the user may read.
    pub packages: Vec<String>,
    /// Whether nothing is missing; otherwise the page reads everything again.
    pub complete: bool,
}
