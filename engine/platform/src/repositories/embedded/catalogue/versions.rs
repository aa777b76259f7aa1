//! The versions of a package in the repositories in which a caller may read it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use waybill_advisories::normalised;
use waybill_versions::Scheme;

use super::super::view::{View, modified_at};
use super::affected::Affecting;
use super::cursor::VersionCursor;
use super::licences::is_one_of;
use super::pattern::{PATTERN_BYTES_MAX, Pattern};
use super::rows::{listed, visible_package};
use crate::repositories::{
    CATALOGUE_PAGE_MAX, CataloguedFile, Package, RepositoryError, Searched, StoredVersion,
    VersionPage, VersionPlace, VersionQuery, VersionRow,
};
use waybill_machines::Timestamp;

/// A version in some repositories.
struct Merged<'a> {
    name: &'a str,
    created_at: Timestamp,
    /// How many newer releases there are, where versions have an order.
    releases_behind: Option<u64>,
    places: Vec<(&'a Searched, &'a Package, &'a StoredVersion)>,
}

impl Merged<'_> {
    /// What its author says of it, in the first repository.
    fn first(&self) -> Option<&StoredVersion> {
        self.places.first().map(|(_, _, stored)| *stored)
    }

    /// The tags that name it, in all repositories.
    fn tags(&self) -> impl Iterator<Item = &str> {
        self.places.iter().flat_map(|(_, package, stored)| {
            let naming = package.tags.iter().filter(|(_, named)| **named == stored.version);
            naming.map(|(tag, _)| tag.as_str())
        })
    }
}

impl View {
    pub(super) fn list_versions(
        &self,
        query: &VersionQuery,
        scope: &[Searched],
    ) -> Result<VersionPage, RepositoryError> {
        let id = &query.package;
        if query.name.len() > PATTERN_BYTES_MAX {
            return Err(RepositoryError::PatternTooLong(PATTERN_BYTES_MAX));
        }
        let about = VersionCursor::about(query)?;
        let after = query.cursor.as_deref().map(|text| VersionCursor::read(text, about));
        let after = after.transpose()?;
        let scheme = Scheme::of(id.package_type);
        let mut packages = Vec::new();
        for searched in scope {
            if searched.repository.settings.package_type == id.package_type
                && let Some(package) = visible_package(self, searched, &id.name)?
            {
                packages.push((searched, package));
            }
        }
        packages.sort_by(|(one, _), (other, _)| {
            one.repository.settings.key.cmp(&other.repository.settings.key)
        });
        let mut merged: BTreeMap<&str, Merged<'_>> = BTreeMap::new();
        for (searched, package) in &packages {
            for (name, stored) in listed(package, id) {
                let known = merged.entry(name).or_insert_with(|| Merged {
                    name,
                    created_at: stored.published_at,
                    releases_behind: None,
                    places: Vec::new(),
                });
                known.created_at = known.created_at.min(stored.published_at);
                known.places.push((searched, package, stored));
            }
        }
        let name = Pattern::new(&query.name);
        let affecting = query.affected.as_ref().map(Affecting::new);
        let package = normalised(id.package_type, &id.name);
        let is_wanted = |one: &Merged<'_>| {
            let licence = one.first().map_or("", |stored| stored.summary.licence.as_str());
            name.as_ref().is_none_or(|name| name.matches(&one.name.to_lowercase()))
                && (query.tags.is_empty()
                    || one.tags().any(|tag| query.tags.iter().any(|wanted| wanted == tag)))
                && (query.licences.is_empty() || is_one_of(licence, &query.licences))
                && affecting
                    .as_ref()
                    .is_none_or(|all| all.affects(id.package_type, &package, one.name))
                && query.after.is_none_or(|after| one.created_at >= after)
                && query.before.is_none_or(|before| one.created_at < before)
                && !(query.ignores_pre_releases && is_pre_release(scheme, one.name))
        };
        let mut sorted: Vec<Merged<'_>> = merged.into_values().collect();
        match scheme {
            Some(scheme) => {
                sorted = scheme.sort(sorted, |one| one.name);
                count_newer(&mut sorted, scheme);
            }
            None => sorted.sort_by_key(|one| (one.created_at, one.name)),
        }
        sorted.retain(is_wanted);
        if query.descending {
            sorted.reverse();
        }
        let from = after.map_or(0, |after| begin(&sorted, &after, scheme, query.descending));
        let limit = query.limit.clamp(1, CATALOGUE_PAGE_MAX);
        let has_more = sorted.len() > from.saturating_add(limit);
        let page = sorted.iter().skip(from).take(limit);
        let rows = page.map(|one| self.version_row(one, scheme)).collect::<Result<Vec<_>, _>>()?;
        let end = rows.last().filter(|_| has_more);
        let end_cursor = end.map(|row| VersionCursor::of(row, about).written()).transpose()?;
        Ok(VersionPage { rows, end_cursor, is_complete: true })
    }

    fn version_row(
        &self,
        merged: &Merged<'_>,
        scheme: Option<Scheme>,
    ) -> Result<VersionRow, RepositoryError> {
        let mut tags: Vec<String> = merged.tags().map(str::to_owned).collect();
        let mut places = Vec::new();
        let mut newest = merged.created_at;
        for (searched, _, stored) in &merged.places {
            newest = newest.max(modified_at(stored));
            let mut files = Vec::new();
            for path in stored.paths().filter(|path| searched.sight.shows_file(path)) {
                let repository = &searched.repository.id;
                let Some(file) = self.file(repository, path)? else { continue };
                let downloads = self.downloads(repository, path)?.transfers.downloads;
                files.push(CataloguedFile { file, downloads });
            }
            files.sort_by_key(|one| Rank::of(one.file.name()));
            let repository = searched.repository.as_ref().clone();
            places.push(VersionPlace { repository, stored_version: stored.version.clone(), files });
        }
        tags.sort();
        tags.dedup();
        let first = merged.first();
        let summary = first.map(|stored| stored.summary.clone()).unwrap_or_default();
        let marked = |is: fn(&StoredVersion) -> bool| {
            merged.places.iter().map(|(_, _, stored)| *stored).find(|stored| is(stored))
        };
        Ok(VersionRow {
            name: merged.name.to_owned(),
            created_at: merged.created_at,
            modified_at: newest,
            published_by: first.map(|stored| stored.published_by.clone()).unwrap_or_default(),
            description: summary.description,
            licence: summary.licence,
            keywords: summary.keywords,
            tags,
            deprecation: marked(|stored| stored.deprecation.is_some())
                .and_then(|stored| stored.deprecation.clone()),
            yanked: marked(|stored| stored.yanked).is_some(),
            is_pre_release: is_pre_release(scheme, merged.name),
            releases_behind: merged.releases_behind,
            places,
        })
    }
}

/// Counts the newer releases of each version. The newest version comes last.
fn count_newer(sorted: &mut [Merged<'_>], scheme: Scheme) {
    let mut newer = 0;
    for one in sorted.iter_mut().rev() {
        one.releases_behind = Some(newer);
        let is_yanked = one.places.iter().any(|(_, _, stored)| stored.yanked);
        if !is_yanked && !scheme.is_prerelease(one.name) {
            newer += 1;
        }
    }
}

fn is_pre_release(scheme: Option<Scheme>, name: &str) -> bool {
    scheme.is_some_and(|scheme| scheme.is_prerelease(name))
}

/// Where the page after a version begins. The version itself may have gone.
fn begin(
    sorted: &[Merged<'_>],
    after: &VersionCursor,
    scheme: Option<Scheme>,
    descending: bool,
) -> usize {
    if let Some(at) = sorted.iter().position(|one| one.name == after.name) {
        return at + 1;
    }
    let is_before = |one: &Merged<'_>| {
        let order = match scheme {
            Some(scheme) => scheme.compare(one.name, &after.name),
            None => {
                let end = (Timestamp::from_ms(after.created_ms), after.name.as_str());
                (one.created_at, one.name).cmp(&end)
            }
        };
        if descending { order.is_gt() } else { order.is_lt() }
    };
    sorted.iter().position(|one| !is_before(one)).unwrap_or(sorted.len())
}

/// The end of the name of a file that describes an image.
const MANIFEST: &str = "manifest.json";

/// How much a file is what its version is about, the most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It is a package.
    Package,
    /// It describes a package, or an image, whose manifest is all that a version has.
    Description,
    /// It accompanies another file.
    Companion,
    /// It signs another file.
    Signature,
}

impl Rank {
    fn of(name: &str) -> Self {
        const ACCOMPANYING: [&str; 4] = ["-sources.jar", "-javadoc.jar", "-tests.jar", ".module"];
        let extension = Path::new(name).extension().and_then(OsStr::to_str);
        match extension {
            Some("asc" | "prov" | "sig") => Self::Signature,
            _ if ACCOMPANYING.iter().any(|end| name.ends_with(end)) => Self::Companion,
            Some("pom") => Self::Description,
            _ if name.ends_with(MANIFEST) => Self::Description,
            _ => Self::Package,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_file_is_what_others_only_accompany() {
        let mut names = ["a-1.pom", "a-1-sources.jar", "a-1.jar.asc", "a-1.jar", "a-1.module"];
        names.sort_by_key(|name| Rank::of(name));
        assert_eq!(names[..2], ["a-1.jar", "a-1.pom"]);
        assert_eq!(names[4], "a-1.jar.asc");
        // A manifest leads no package that it describes.
        let mut names = ["a.manifest.json", "a.tgz"];
        names.sort_by_key(|name| Rank::of(name));
        assert_eq!(names, ["a.tgz", "a.manifest.json"]);
    }
}
