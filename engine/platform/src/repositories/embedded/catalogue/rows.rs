//! What a package adds up to in the repositories in which a caller may read it.

use std::collections::BTreeSet;

use waybill_versions::Scheme;

use super::super::view::{PackageSummary, View, summarised};
use crate::repositories::{
    Package, PackageId, PackageRow, RepositoryError, Searched, StoredRepository, StoredVersion,
};

/// Whether a caller may see a file of a version.
pub(super) fn shows(searched: &Searched, version: &StoredVersion) -> bool {
    version.paths().any(|path| searched.sight.shows_file(path))
}

/// A package of a repository with what a caller may see of it: versions, and tags that name them.
pub(super) fn visible_package(
    view: &View,
    searched: &Searched,
    name: &str,
) -> Result<Option<Package>, RepositoryError> {
    let Some(mut package) = view.package(&searched.repository.id, name, "")? else {
        return Ok(None);
    };
    if !searched.sight.shows_everything() {
        package.versions.retain(|version| shows(searched, version));
        let left: BTreeSet<&str> =
            package.versions.iter().map(|version| version.version.as_str()).collect();
        package.tags.retain(|_, version| left.contains(version.as_str()));
    }
    Ok((!package.versions.is_empty()).then_some(package))
}

/// How many versions are counted one by one, for a caller who may read only a part of a package.
const COUNTED_VERSIONS_MAX: usize = 1_000;

/// A package in one repository.
struct Part<'a> {
    searched: &'a Searched,
    summary: PackageSummary,
}

/// The row of a package in some repositories; none if none of them has it.
pub(super) fn package_row<'a>(
    view: &View,
    id: &PackageId,
    repositories: impl Iterator<Item = &'a Searched>,
) -> Result<Option<PackageRow>, RepositoryError> {
    let mut parts = Vec::new();
    for searched in repositories {
        if let Some(summary) = visible_summary(view, searched, id)? {
            parts.push(Part { searched, summary });
        }
    }
    parts.sort_by(|one, other| {
        let key = |part: &Part<'_>| part.searched.repository.settings.key.clone();
        key(one).cmp(&key(other))
    });
    let Some(latest) =
        parts.iter().map(|part| &part.summary).max_by(|one, other| {
            match Scheme::of(id.package_type) {
                Some(scheme) => scheme.compare_as_latest(&one.latest, &other.latest),
                None => one.modified_at.cmp(&other.modified_at),
            }
        })
    else {
        return Ok(None);
    };
    let versions_count = match parts.as_slice() {
        [only] => only.summary.versions,
        several => count_together(view, several, id)?,
    };
    let summaries = || parts.iter().map(|part| &part.summary);
    Ok(Some(PackageRow {
        id: id.clone(),
        created_at: summaries().map(|one| one.created_at).min().unwrap_or_default(),
        modified_at: summaries().map(|one| one.modified_at).max().unwrap_or_default(),
        released_at: latest.released_at,
        deprecated: latest.deprecated,
        yanked: latest.yanked,
        description: latest.summary.description.clone(),
        latest_version: latest.latest.clone(),
        versions_count,
        licence: latest.summary.licence.clone(),
        tags: latest.summary.keywords.clone(),
        downloads: summaries().map(|one| one.downloads).sum(),
        repositories: parts.iter().map(|part| part.searched.repository.as_ref().clone()).collect(),
    }))
}

impl View {
    /// Whether a caller may see all files of a package in a repository.
    pub(super) fn shows_whole(
        &self,
        searched: &Searched,
        name: &str,
    ) -> Result<bool, RepositoryError> {
        if searched.sight.shows_everything() {
            return Ok(true);
        }
        let summary = self.summary(&searched.repository.id, name)?;
        Ok(summary.is_some_and(|summary| searched.sight.shows_all_below(&summary.folder)))
    }

    /// The versions whose downloads a caller may know, with the ids of their repositories. An empty version is for all
    /// versions of the package.
    pub(in crate::repositories::embedded) fn counted_versions(
        &self,
        id: &PackageId,
        version: Option<&str>,
        scope: &[Searched],
    ) -> Result<Vec<(String, String)>, RepositoryError> {
        let mut counted = Vec::new();
        for searched in scope {
            let StoredRepository { id: repository, settings, .. } = searched.repository.as_ref();
            if settings.package_type != id.package_type {
                continue;
            }
            if version.is_none() && self.shows_whole(searched, &id.name)? {
                counted.push((repository.clone(), String::new()));
                continue;
            }
            let Some(package) = visible_package(self, searched, &id.name)? else { continue };
            for (name, stored) in listed(&package, id) {
                if version.is_none_or(|version| version == name) {
                    counted.push((repository.clone(), stored.version.clone()));
                }
            }
        }
        // Several tags can name one version.
        counted.sort();
        counted.dedup();
        counted.truncate(COUNTED_VERSIONS_MAX);
        Ok(counted)
    }
}

fn visible_summary(
    view: &View,
    searched: &Searched,
    id: &PackageId,
) -> Result<Option<PackageSummary>, RepositoryError> {
    let (repository, sight) = (&searched.repository.id, &searched.sight);
    let Some(all) = view.summary(repository, &id.name)? else { return Ok(None) };
    if sight.shows_all_below(&all.folder) {
        return Ok(Some(all));
    }
    if !sight.shows_folder(&all.folder) {
        return Ok(None);
    }
    let Some(package) = visible_package(view, searched, &id.name)? else { return Ok(None) };
    let downloads_of = |path: &str| Ok(view.downloads(repository, path)?.transfers.downloads);
    summarised(&package, id.package_type, downloads_of)
}

/// How many versions several repositories have together: one that two of them have is one.
fn count_together(view: &View, parts: &[Part<'_>], id: &PackageId) -> Result<u64, RepositoryError> {
    let mut listings = Vec::new();
    for Part { searched, .. } in parts {
        listings.extend(view.listing(searched, id)?);
    }
    let names = listings.iter().flat_map(|listing| listing.0.iter().map(|one| &*one.name));
    let names: BTreeSet<&str> = names.collect();
    Ok(u64::try_from(names.len()).unwrap_or(u64::MAX))
}

/// The versions of a package as they are listed: of an image, what its tags name, if it has one.
pub(super) fn listed<'a>(
    package: &'a Package,
    id: &PackageId,
) -> Vec<(&'a str, &'a StoredVersion)> {
    let versions = package.versions.iter();
    if Scheme::of(id.package_type).is_some() || package.tags.is_empty() {
        return versions.map(|version| (version.version.as_str(), version)).collect();
    }
    let tagged = package.tags.iter().filter_map(|(tag, named)| {
        let at = package.versions.binary_search_by(|version| version.version.cmp(named)).ok()?;
        Some((tag.as_str(), &package.versions[at]))
    });
    tagged.collect()
}
