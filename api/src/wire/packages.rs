//! Packages and their versions, as the documents name their fields. They are nodes of GraphQL, so a query chooses which
//! of the fields it gets.

use async_graphql::{Enum, InputObject, SimpleObject};
use serde::{Deserialize, Serialize};

use super::package_stats::{DataTransfer, OperationalRisk};
use super::scanning::{ScanStatus, Vulnerability, VulnerabilityCounts};

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

/// A page of versions.
#[derive(Debug, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VersionConnection {
    /// The versions.
    pub edges: Vec<VersionEdge>,
    /// Where the page ends.
    pub page_info: PagingInfo,
}

/// A version of a page.
#[derive(Debug, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionEdge {
    /// The version.
    pub node: VersionNode,
}

/// A version of a package; of an image, what a tag names.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[graphql(name = "PackageVersion")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VersionNode {
    /// The id of its package.
    pub id: String,
    /// The version.
    pub name: String,
    /// When its first file was published.
    pub created: String,
    /// When its newest file was published.
    pub modified: String,
    /// The name of its package.
    pub package: String,
    /// What the package is for, as its latest version says.
    pub description: String,
    /// How risky it is to depend on the package.
    pub operational_risk: OperationalRisk,
    /// How many newer releases there are, without yanked ones and pre-releases; null of images.
    pub releases_behind: Option<u64>,
    /// The repositories that have it.
    pub repos: Vec<VersionRepository>,
    /// Its licences: identifiers of SPDX, or what its author writes.
    pub licenses: Vec<String>,
    /// How many vulnerabilities it has, by severity.
    pub vulnerabilities: VulnerabilityCounts,
    /// The vulnerabilities, the most severe first.
    pub vulnerability_list: Vec<Vulnerability>,
    /// Whether it was compared with advisories.
    pub scan_status: ScanStatus,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// The size of its files in bytes.
    pub size: u64,
    /// How it is used.
    pub stats: VersionStats,
    /// Its files, as the first repository has them.
    pub files: Vec<VersionFileNode>,
    /// The SHA-256 of its lead file, which of images is the manifest; null if the caller may not see its files.
    pub digest: Option<String>,
    /// The tags that name it.
    pub tags: Vec<String>,
    /// Why it is deprecated; null if it is not.
    pub deprecation: Option<String>,
    /// Whether it is yanked: it is chosen for nothing new.
    pub yanked: bool,
    /// Whether it is a pre-release.
    pub pre_release: bool,
    /// Who published it; null if the name is not for the caller.
    pub published_by: Option<String>,
}

/// A repository that has a version.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VersionRepository {
    /// Its key.
    pub name: String,
    /// Where it has its files from: local or remote.
    pub r#type: String,
    /// The path of the lead file in it.
    pub lead_file_path: String,
}

/// How a version is used.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VersionStats {
    /// How often its files were downloaded.
    pub download_count: u64,
}

/// A file of a version.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[graphql(name = "VersionFile")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VersionFileNode {
    /// Its name.
    pub name: String,
    /// Its path in the repository.
    pub path: String,
    /// Whether it is what the version is about.
    pub lead: bool,
    /// Its size in bytes.
    pub size: u64,
    /// The MD5 of its content.
    pub md5: String,
    /// The SHA-1.
    pub sha1: String,
    /// The SHA-256.
    pub sha256: String,
    /// Its media type.
    pub mime_type: String,
    /// How often it was downloaded.
    pub downloads: u64,
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

/// Which versions a query asks for.
#[derive(Debug, Clone, Default, InputObject)]
pub struct VersionFilter {
    /// The id of the package.
    pub package_id: String,
    /// The type of the package, as in a filter of packages; of another one there are no versions.
    #[graphql(name = "package_type")]
    pub package_type: Option<Vec<String>>,
    /// What the versions match.
    pub name: Option<String>,
    /// One of these tags names a version.
    pub tags: Option<Vec<String>>,
    /// The keys of repositories that have them.
    pub repos: Option<Vec<String>>,
    /// A version has one of these licences: identifiers of SPDX, or what authors write.
    pub licenses: Option<Vec<String>>,
    /// A version has a vulnerability of one of these severities: critical, high, medium, low, info or unknown.
    pub severities: Option<Vec<String>>,
    /// A version has this vulnerability: its identifier in the CVE list or in another one.
    pub cve: Option<String>,
    /// Published on this day (yyyy-mm-dd) or at this time, or later.
    pub after: Option<String>,
    /// Published before this day or time.
    pub before: Option<String>,
    /// Whether pre-releases are left out.
    pub ignore_pre_release: Option<bool>,
    /// Whether the files are wanted; they are, unless this says otherwise.
    pub include_files: Option<bool>,
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
