//! What each package of a repository adds up to, for lists and searches of packages. It is brought up to date in the
//! transaction that changes the package.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::Instant;

use redb::{ReadableDatabase as _, ReadableTable as _, TableDefinition, WriteTransaction};
use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::packages::Summary;
use waybill_machines::rules::repositories::PackageType;
use waybill_versions::Scheme;

use super::apply::{Files, read, written};
use super::downloads::DOWNLOADS;
use super::versions::{Versions, all_of};
use super::{TAGS, VERSIONS, View, of_view};
use crate::repositories::embedded::catalogue::{Indexed, IndexedText, common_folder, folder_of};
use crate::repositories::{ChangedPackage, Package, PackageId, RepositoryError, StoredVersion};

/// The tag of the version that clients of npm install when none is named.
const LATEST: &str = "latest";

/// What packages add up to by repository id and name, as JSON.
pub(super) const SUMMARIES: TableDefinition<'_, (&str, &str), &[u8]> =
    TableDefinition::new("summaries");

/// What a package of a repository adds up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::repositories::embedded) struct PackageSummary {
    /// The number of its versions; of an image, of its tags, if it has one.
    pub versions: u64,
    /// The latest version; of an image, its newest tag, if it has one.
    pub latest: String,
    /// The version that is stored for it: of an image, the digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_stored: Option<String>,
    /// When the first version was published.
    pub created_at: Timestamp,
    /// When the newest one was.
    pub modified_at: Timestamp,
    /// When the latest version was published.
    pub released_at: Timestamp,
    /// Whether the latest version is deprecated.
    pub deprecated: bool,
    /// Whether the latest version is yanked.
    pub yanked: bool,
    /// What the latest version says.
    pub summary: Summary,
    /// How often the files were downloaded.
    pub downloads: u64,
    /// The folder that all files have in common, without a slash at its end.
    pub folder: String,
}

/// The package types of repositories, by id. They never change.
#[derive(Debug, Default)]
pub(in crate::repositories::embedded) struct Types(RwLock<HashMap<String, PackageType>>);

impl Types {
    pub(super) fn of_all(all: impl Iterator<Item = (String, PackageType)>) -> Self {
        Self(RwLock::new(all.collect()))
    }

    pub(in crate::repositories::embedded) fn put(&self, repository: &str, of: PackageType) {
        let mut types = self.0.write().unwrap_or_else(PoisonError::into_inner);
        types.insert(repository.to_owned(), of);
    }

    fn all(&self) -> RwLockReadGuard<'_, HashMap<String, PackageType>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(in crate::repositories::embedded) fn of(&self, repository: &str) -> Option<PackageType> {
        self.all().get(repository).copied()
    }
}

/// What a transaction has changed of a package.
#[derive(Debug, Default)]
struct Change {
    /// Whether everything has to be read again.
    is_recounted: bool,
    /// Whether tags name other versions.
    is_tagged: bool,
    /// The new versions.
    added: Vec<String>,
    /// The versions that have got further files.
    extended: Vec<String>,
    downloads: u64,
}

/// The packages that a transaction has changed, by repository id and name.
#[derive(Debug, Default)]
pub(super) struct Touched(RefCell<BTreeMap<(String, String), Change>>);

impl Touched {
    fn change(&self, files: Files<'_>, package: &str, changed: impl FnOnce(&mut Change)) {
        let mut all = self.0.borrow_mut();
        changed(all.entry((files.repository.to_owned(), package.to_owned())).or_default());
    }

    /// A version is new.
    pub(super) fn added(&self, files: Files<'_>, package: &str, version: &str) {
        self.change(files, package, |change| change.added.push(version.to_owned()));
    }

    /// A version has got a further file.
    pub(super) fn extended(&self, files: Files<'_>, package: &str, version: &str) {
        self.change(files, package, |change| change.extended.push(version.to_owned()));
    }

    /// A tag names another version.
    pub(super) fn tagged(&self, files: Files<'_>, package: &str) {
        self.change(files, package, |change| change.is_tagged = true);
    }

    /// Something of a package is no longer what it was.
    pub(super) fn changed(&self, files: Files<'_>, package: &str) {
        self.change(files, package, |change| change.is_recounted = true);
    }

    /// Files of a package were downloaded.
    pub(super) fn downloaded(&self, files: Files<'_>, package: &str, downloads: u64) {
        self.change(files, package, |change| change.downloads += downloads);
    }

    /// Brings the summaries up to date, and returns those that changed.
    pub(super) fn settle(
        self,
        transaction: &WriteTransaction,
        types: &Types,
    ) -> Result<Vec<Settled>, RepositoryError> {
        let mut settled = Vec::new();
        for ((repository, name), change) in self.0.into_inner() {
            // Repositories that were deleted have none.
            let Some(package_type) = types.of(&repository) else { continue };
            let summary = {
                let touched = Self::default();
                let files = Files { transaction, repository: &repository, touched: &touched };
                summary_after(files, package_type, &name, &change)?
            };
            let mut table = transaction.open_table(SUMMARIES).map_err(of_view)?;
            let key = (repository.as_str(), name.as_str());
            match &summary {
                Some(summary) => drop(table.insert(key, &written(summary)?[..]).map_err(of_view)?),
                None => drop(table.remove(key).map_err(of_view)?),
            }
            drop(table);
            settled.push(Settled { repository, package_type, name, summary });
        }
        Ok(settled)
    }
}

/// A package that a transaction has changed, and what it adds up to now.
pub(super) struct Settled {
    repository: String,
    package_type: PackageType,
    name: String,
    summary: Option<PackageSummary>,
}

impl Settled {
    pub(super) fn indexed(&self) -> Indexed<'_> {
        indexed(&self.repository, self.package_type, &self.name, self.summary.as_ref())
    }

    pub(super) fn changed(&self) -> ChangedPackage {
        ChangedPackage {
            id: PackageId { package_type: self.package_type, name: self.name.clone() },
            repository: self.repository.clone(),
            is_gone: self.summary.is_none(),
        }
    }
}

fn indexed<'a>(
    repository: &'a str,
    package_type: PackageType,
    name: &'a str,
    summary: Option<&'a PackageSummary>,
) -> Indexed<'a> {
    let what = summary.map(|stored| IndexedText {
        modified_at: stored.modified_at,
        description: &stored.summary.description,
        keywords: &stored.summary.keywords,
        licence: &stored.summary.licence,
        folder: &stored.folder,
    });
    Indexed { repository, package_type, name, what }
}

/// The summary of a package after a change: what it was with what was added, or everything read again.
fn summary_after(
    files: Files<'_>,
    package_type: PackageType,
    name: &str,
    change: &Change,
) -> Result<Option<PackageSummary>, RepositoryError> {
    let known = {
        let table = files.transaction.open_table(SUMMARIES).map_err(of_view)?;
        let found = table.get((files.repository, name)).map_err(of_view)?;
        found.map(|found| read::<PackageSummary>(found.value())).transpose()?
    };
    let mut summary = match known {
        Some(known) if !change.is_recounted => known,
        _ => return recounted(files, package_type, name),
    };
    summary.downloads += change.downloads;
    if change.added.is_empty() && change.extended.is_empty() && !change.is_tagged {
        return Ok(Some(summary));
    }
    // The versions of images are tags.
    let Some(scheme) = Scheme::of(package_type) else {
        return recounted(files, package_type, name);
    };
    let Some(mut latest) = Versions(files).get(name, &summary.latest)? else {
        return recounted(files, package_type, name);
    };
    summary.versions += u64::try_from(change.added.len()).unwrap_or_default();
    for version in change.added.iter().chain(&change.extended) {
        let Some(stored) = Versions(files).get(name, version)? else { continue };
        summary.created_at = summary.created_at.min(stored.published_at);
        summary.modified_at = summary.modified_at.max(modified_at(&stored));
        for path in stored.paths() {
            summary.folder = common_folder(&summary.folder, folder_of(path));
        }
        if by_offer(scheme, &latest, &stored).is_le() {
            latest = stored;
        }
    }
    if package_type == PackageType::Npm
        && let Some(named) = tagged(files, name, LATEST)?
        && let Some(named) = Versions(files).get(name, &named)?
    {
        latest = named;
    }
    summary.released_at = latest.published_at;
    summary.deprecated = latest.deprecation.is_some();
    summary.yanked = latest.yanked;
    summary.latest = latest.version;
    summary.summary = latest.summary;
    Ok(Some(summary))
}

fn tagged(files: Files<'_>, name: &str, tag: &str) -> Result<Option<String>, RepositoryError> {
    let tags = files.transaction.open_table(TAGS).map_err(of_view)?;
    let found = tags.get((files.repository, name, tag)).map_err(of_view)?;
    Ok(found.map(|version| version.value().to_owned()))
}

fn recounted(
    files: Files<'_>,
    package_type: PackageType,
    name: &str,
) -> Result<Option<PackageSummary>, RepositoryError> {
    let package = Versions(files).package(name)?;
    let downloads = files.transaction.open_table(DOWNLOADS).map_err(of_view)?;
    let downloads_of = |path: &str| {
        let found = downloads.get((files.repository, path)).map_err(of_view)?;
        Ok::<_, RepositoryError>(found.map_or(0, |row| row.value().0))
    };
    summarised(&package, package_type, downloads_of)
}

/// What some versions of a package add up to; none if there are none.
pub(in crate::repositories::embedded) fn summarised(
    package: &Package,
    package_type: PackageType,
    downloads_of: impl Fn(&str) -> Result<u64, RepositoryError>,
) -> Result<Option<PackageSummary>, RepositoryError> {
    let versions = &package.versions;
    let Some((latest, name)) = latest_of(package, package_type) else { return Ok(None) };
    let mut downloads: u64 = 0;
    for path in versions.iter().flat_map(StoredVersion::paths) {
        downloads = downloads.saturating_add(downloads_of(path)?);
    }
    let folders = versions.iter().flat_map(StoredVersion::paths).map(folder_of);
    let folder = folders.map(ToOwned::to_owned).reduce(|one, other| common_folder(&one, &other));
    let is_tag = name != latest.version;
    let count = if is_tag { package.tags.len() } else { versions.len() };
    Ok(Some(PackageSummary {
        versions: u64::try_from(count).unwrap_or(u64::MAX),
        latest: name,
        latest_stored: is_tag.then(|| latest.version.clone()),
        created_at: versions.iter().map(|one| one.published_at).min().unwrap_or_default(),
        modified_at: versions.iter().map(modified_at).max().unwrap_or_default(),
        released_at: latest.published_at,
        deprecated: latest.deprecation.is_some(),
        yanked: latest.yanked,
        summary: latest.summary.clone(),
        downloads,
        folder: folder.unwrap_or_default(),
    }))
}

/// When the newest file of a version was published.
pub(in crate::repositories::embedded) fn modified_at(stored: &StoredVersion) -> Timestamp {
    let newest = stored.files.iter().map(|file| file.published_at).max();
    newest.unwrap_or(stored.published_at)
}

/// The latest version of a package, and the name by which it is listed.
fn latest_of(package: &Package, package_type: PackageType) -> Option<(&StoredVersion, String)> {
    let versions = &package.versions;
    let version_of = |tag: &str| {
        let named = package.tags.get(tag)?;
        versions.iter().find(|one| one.version == *named)
    };
    let Some(scheme) = Scheme::of(package_type) else {
        let tagged = package.tags.keys().filter_map(|tag| Some((version_of(tag)?, tag.clone())));
        let newest = tagged.max_by_key(|(one, tag)| (one.published_at, tag.clone()));
        return newest.or_else(|| {
            let newest = versions.iter().max_by_key(|one| one.published_at)?;
            Some((newest, newest.version.clone()))
        });
    };
    let tagged = version_of(LATEST).filter(|_| package_type == PackageType::Npm);
    let latest =
        tagged.or_else(|| versions.iter().max_by(|one, other| by_offer(scheme, one, other)))?;
    Some((latest, latest.version.clone()))
}

/// The order in which the last version is the latest one: yanked ones come first.
fn by_offer(scheme: Scheme, one: &StoredVersion, other: &StoredVersion) -> Ordering {
    let offered = other.yanked.cmp(&one.yanked);
    offered.then_with(|| scheme.compare_as_latest(&one.version, &other.version))
}

impl View {
    /// What a package of a repository adds up to.
    pub(in crate::repositories::embedded) fn summary(
        &self,
        repository: &str,
        package: &str,
    ) -> Result<Option<PackageSummary>, RepositoryError> {
        let table = self.reading()?.open_table(SUMMARIES).map_err(of_view)?;
        let found = table.get_owned((repository, package)).map_err(of_view)?;
        found.map(|found| read(found.value())).transpose()
    }

    /// Reads all packages into the index, which serves meanwhile.
    #[allow(clippy::disallowed_methods, reason = "how long it took is only logged")]
    pub(in crate::repositories::embedded) fn index_packages(&self) -> Result<(), RepositoryError> {
        let since = Instant::now();
        let mut rebuilding = self.packages.rebuild();
        let table = self.file.begin_read().map_err(of_view)?;
        let table = table.open_table(SUMMARIES).map_err(of_view)?;
        for entry in table.range_owned(("", "")..).map_err(of_view)? {
            let (key, value) = entry.map_err(of_view)?;
            let (repository, name) = key.value();
            let Some(package_type) = self.types.of(repository) else { continue };
            let summary: PackageSummary = read(value.value())?;
            let indexed = indexed(repository, package_type, name, Some(&summary));
            self.packages.add(&mut rebuilding, &indexed);
        }
        self.packages.finish(rebuilding);
        let (packages, bytes) = self.packages.size();
        let ms = since.elapsed().as_millis();
        tracing::info!(
            service = "artifactory",
            packages,
            bytes,
            ms,
            "the index of packages is complete"
        );
        Ok(())
    }

    /// The names of versions of a package in a repository.
    pub(in crate::repositories::embedded) fn version_names(
        &self,
        repository: &str,
        package: &str,
    ) -> Result<Vec<String>, RepositoryError> {
        let versions = self.reading()?.open_table(VERSIONS).map_err(of_view)?;
        let (from, to) = all_of(package);
        let range = (repository, from, "")..(repository, to.as_str(), "");
        let names = versions.range_owned(range).map_err(of_view)?.map(|entry| {
            let (key, _) = entry.map_err(of_view)?;
            Ok(key.value().2.to_owned())
        });
        names.collect()
    }
}
