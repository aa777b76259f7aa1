//! The catalogue: the packages of all repositories, as the console lists and searches them. A package is what all
//! repositories of its type have under a name, as far as the caller may read it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use waybill_advisories::{Level, PackageAdvisory};
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::{
    Answer, Compared, Comparing, ComponentPage, ComponentQuery, FileInfo, Findings, Searched,
    StoredRepository,
};

/// The most rows of a page.
pub const CATALOGUE_PAGE_MAX: usize = 100;
/// Up to how many packages are counted. Where there are more, counts are lower bounds.
pub const COUNTED_MAX: usize = 10_000;

/// The port for the catalogue.
pub trait Catalogue: Send + Sync + 'static {
    /// A page of the packages that a query finds, with what the caller may read of them.
    fn packages(&self, query: PackageQuery, scope: Vec<Searched>) -> Answer<'_, PackagePage>;

    /// How many packages a filter leaves, by type, repository and licence.
    fn facets(&self, filter: PackageFilter, scope: Vec<Searched>) -> Answer<'_, Facets>;

    /// A package; `None` if the caller may read none of its versions.
    fn package_row(&self, id: PackageId, scope: Vec<Searched>) -> Answer<'_, Option<PackageRow>>;

    /// A page of the versions of a package.
    fn versions(&self, query: VersionQuery, scope: Vec<Searched>) -> Answer<'_, VersionPage>;

    /// A page of the versions of all packages, in one order.
    fn components(&self, query: ComponentQuery, scope: Vec<Searched>) -> Answer<'_, ComponentPage>;

    /// Compares the versions of all packages in some repositories with what is known to be wrong. It is no query of a
    /// user, and takes as long as it needs.
    fn compare(&self, comparing: Comparing, scope: Vec<Searched>) -> Answer<'_, Compared>;

    /// The packages that change from now on.
    fn changed_packages(&self) -> broadcast::Receiver<ChangedPackage>;
}

/// A package that has changed in a repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangedPackage {
    /// The package.
    pub id: PackageId,
    /// The id of the repository.
    pub repository: String,
    /// Whether it has left the repository.
    pub is_gone: bool,
}

/// The identity of a package: its type and its name, written as `npm://@acme/shop`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PackageId {
    /// Its type.
    pub package_type: PackageType,
    /// Its name.
    pub name: String,
}

/// A text is no id of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id of a package is its type and its name, such as npm://left-pad")]
pub struct NotAPackageId;

impl fmt::Display for PackageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.package_type.as_str(), self.name)
    }
}

impl FromStr for PackageId {
    type Err = NotAPackageId;

    fn from_str(text: &str) -> Result<Self, NotAPackageId> {
        let (package_type, name) = text.split_once("://").ok_or(NotAPackageId)?;
        let known = PackageType::ALL.into_iter().find(|known| known.as_str() == package_type);
        let package_type = known.filter(|known| known.has_versions()).ok_or(NotAPackageId)?;
        (!name.is_empty()).then_some(()).ok_or(NotAPackageId)?;
        Ok(Self { package_type, name: name.to_owned() })
    }
}

/// Which packages are listed. What is empty or missing leaves all of them.
#[derive(Debug, Clone, Default, Serialize)]
pub struct PackageFilter {
    /// Their types.
    pub types: Option<Vec<PackageType>>,
    /// The keys of the repositories that were asked for. The scope of a query has no others; here they are for its
    /// cursors.
    pub repositories: Vec<String>,
    /// What their names match, without case. `*` is for any text, `?` for a character. The beginning of a name may also
    /// be that of its part behind a scope, an organisation or a group: `shop*` finds `@acme/shop`.
    pub name: String,
    /// What their descriptions match, in the same way.
    pub description: String,
    /// Keywords, without case. A package has one of them.
    pub tags: Vec<String>,
    /// Licences, as their authors write them or by their identifiers of SPDX. A package has one of them.
    pub licences: Vec<String>,
    /// What one of their versions matches, in the same way as a name.
    pub version: String,
    /// The SHA-256 or SHA-1 of a file of theirs, in hexadecimal digits.
    pub checksum: String,
    /// Vulnerabilities of which one of their versions has one.
    pub affected: Option<Affected>,
    /// Published or changed at this time or later.
    pub after: Option<Timestamp>,
    /// Published or changed before this time.
    pub before: Option<Timestamp>,
}

impl PackageFilter {
    /// Only packages in a scope, which only npm has: types and the pattern of names for it, with or without the `@`.
    #[must_use]
    pub fn in_scope(mut self, scope: Option<&str>) -> Self {
        let Some(scope) = scope.filter(|scope| !scope.is_empty()) else { return self };
        let is_asked = self.types.is_none_or(|types| types.contains(&PackageType::Npm));
        self.types = Some(if is_asked { vec![PackageType::Npm] } else { Vec::new() });
        let pattern = if self.name.is_empty() { "*" } else { &self.name };
        self.name = format!("@{}/{pattern}", scope.trim_start_matches('@'));
        self
    }
}

/// Vulnerabilities of which a version has one. The text by which they were chosen is for cursors.
#[derive(Debug, Clone, Serialize)]
pub struct Affected {
    /// By what they were chosen, such as an identifier of the CVE list.
    pub text: String,
    /// What says so.
    #[serde(skip)]
    pub by: AffectedBy,
}

/// What says whether a version has a vulnerability that is meant.
#[derive(Debug, Clone)]
pub enum AffectedBy {
    /// One of some advisories. Without any, no version is left.
    Advisories(Vec<PackageAdvisory>),
    /// Any advisory of some severities. Without any, no version is left.
    Severities(Vec<Level>, Arc<dyn Findings>),
}

/// By what packages are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PackageOrder {
    /// By name, without case.
    #[default]
    Name,
    /// By the time of the newest version.
    Modified,
}

/// A query for a page of packages.
#[derive(Debug, Clone, Default)]
pub struct PackageQuery {
    /// Which packages.
    pub filter: PackageFilter,
    /// Their order.
    pub order: PackageOrder,
    /// Whether the order is reversed.
    pub descending: bool,
    /// How many there are at most, up to [`CATALOGUE_PAGE_MAX`].
    pub limit: usize,
    /// The end of the page before.
    pub cursor: Option<String>,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// Its rows.
    pub rows: Vec<T>,
    /// The end of this page, from which the next one goes on; none on the last one.
    pub end_cursor: Option<String>,
    /// Whether the index has all packages. Otherwise it is being built, and some may be missing.
    pub is_complete: bool,
}

/// A page of packages.
pub type PackagePage = Page<PackageRow>;

/// A page of versions.
pub type VersionPage = Page<VersionRow>;

/// A package in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageRow {
    /// Its identity.
    pub id: PackageId,
    /// When its first version was published.
    pub created_at: Timestamp,
    /// When its newest version was published.
    pub modified_at: Timestamp,
    /// When its latest version was published.
    pub released_at: Timestamp,
    /// Whether its latest version is deprecated.
    pub deprecated: bool,
    /// Whether its latest version is yanked.
    pub yanked: bool,
    /// What it is for, as its latest version says.
    pub description: String,
    /// The latest version: for npm the one that the tag `latest` names, otherwise the largest one that is neither yanked
    /// nor a pre-release, where there is one.
    pub latest_version: String,
    /// The number of its versions.
    pub versions_count: u64,
    /// The licence of its latest version, as its author writes it; empty if it has none.
    pub licence: String,
    /// The keywords of its latest version.
    pub tags: Vec<String>,
    /// How often its files were downloaded.
    pub downloads: u64,
    /// The repositories that have it, by key.
    pub repositories: Vec<StoredRepository>,
}

/// How many packages there are of each kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// The number of packages.
    pub total: usize,
    /// Whether all were counted. Otherwise the numbers are lower bounds.
    pub is_exact: bool,
    /// By type.
    pub types: BTreeMap<PackageType, usize>,
    /// By the key of a repository. A package can be in several.
    pub repositories: BTreeMap<String, usize>,
    /// By licence: the identifier of SPDX, or what their authors write.
    pub licences: BTreeMap<String, usize>,
    /// Whether the index has all packages.
    pub is_complete: bool,
}

/// A query for a page of versions.
#[derive(Debug, Clone, Serialize)]
pub struct VersionQuery {
    /// The package.
    pub package: PackageId,
    /// The keys of the repositories that were asked for; see [`PackageFilter::repositories`].
    pub repositories: Vec<String>,
    /// What the versions match; all if it is empty.
    pub name: String,
    /// Tags of which one names a version; all versions if there are none.
    pub tags: Vec<String>,
    /// Licences, as their authors write them or by their identifiers of SPDX; all if there are none.
    pub licences: Vec<String>,
    /// Published at this time or later.
    pub after: Option<Timestamp>,
    /// Published before this time.
    pub before: Option<Timestamp>,
    /// Whether pre-releases are left out.
    pub ignores_pre_releases: bool,
    /// What is known of vulnerabilities of which a version has one.
    pub affected: Option<Affected>,
    /// Whether the largest version comes first.
    pub descending: bool,
    /// How many there are at most, up to [`CATALOGUE_PAGE_MAX`].
    pub limit: usize,
    /// The end of the page before.
    pub cursor: Option<String>,
}

/// A version of a package. Of images, it is what a tag names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionRow {
    /// The version.
    pub name: String,
    /// When its first file was published.
    pub created_at: Timestamp,
    /// When its newest file was published.
    pub modified_at: Timestamp,
    /// Who published its first file: the id of a user, or `system`.
    pub published_by: String,
    /// What the package is for, as this version says.
    pub description: String,
    /// Its licence, as its author writes it; empty if it has none.
    pub licence: String,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// The tags that name it.
    pub tags: Vec<String>,
    /// Why it is deprecated, if it is.
    pub deprecation: Option<String>,
    /// Whether it is yanked.
    pub yanked: bool,
    /// Whether it is a pre-release.
    pub is_pre_release: bool,
    /// How many newer releases there are: neither yanked ones nor pre-releases. None of images, whose tags have no
    /// order.
    pub releases_behind: Option<u64>,
    /// The repositories that have it, each with its files there.
    pub places: Vec<VersionPlace>,
}

/// A version in one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionPlace {
    /// The repository.
    pub repository: StoredRepository,
    /// The version by which its files are published there: of images, the digest.
    pub stored_version: String,
    /// Its files, the lead file first: the manifest leads where there is nothing that it only describes.
    pub files: Vec<CataloguedFile>,
}

/// A file of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CataloguedFile {
    /// The file.
    pub file: FileInfo,
    /// How often it was downloaded.
    pub downloads: u64,
}

impl VersionRow {
    /// The lead file: the first one in the first repository. Its SHA-256 is the digest of the version (PKG-05).
    pub fn lead_file(&self) -> Option<&FileInfo> {
        self.places.first().and_then(|place| place.files.first()).map(|one| &one.file)
    }

    /// The size of its files in bytes, as the first repository has them.
    pub fn bytes(&self) -> u64 {
        let files = self.places.first().map(|place| place.files.iter());
        files.into_iter().flatten().map(|one| one.file.content.bytes).sum()
    }

    /// How often its files were downloaded, in all repositories.
    pub fn downloads(&self) -> u64 {
        self.places.iter().flat_map(|place| &place.files).map(|one| one.downloads).sum()
    }
}
