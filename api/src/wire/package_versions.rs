//! Versions of packages, as the documents name their fields. They are nodes of GraphQL, as packages are.

use async_graphql::{InputObject, SimpleObject};
use serde::Serialize;

use super::package_stats::OperationalRisk;
use super::packages::PagingInfo;
use super::scanning::{ScanStatus, Vulnerability, VulnerabilityCounts};

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
