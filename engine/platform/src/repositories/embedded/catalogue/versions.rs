//! The versions of a package in the repositories in which a caller may read it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use waybill_advisories::normalised;
use waybill_versions::Scheme;

use super::super::view::{View, modified_at};
use super::affected::Affecting;
use super::cursor::VersionCursor;
use super::licences::is_one_of;
use super::listings::{Brief, Listing};
use super::pattern::{PATTERN_BYTES_MAX, Pattern};
use super::rows::shows;
use crate::repositories::{
    CATALOGUE_PAGE_MAX, CataloguedFile, RepositoryError, Searched, StoredVersion, VersionPage,
    VersionPlace, VersionQuery, VersionRow,
};
use waybill_machines::Timestamp;

/// A version in some repositories.
struct Merged<'a> {
    name: &'a str,
    created_at: Timestamp,
    /// How many newer releases there are, where versions have an order.
    releases_behind: Option<u64>,
    /// Where it is, by the number of the repository among those of the package.
    places: Vec<(usize, &'a Brief)>,
}

impl Merged<'_> {
    /// What its author says of it, in the first repository.
    fn first(&self) -> Option<&Brief> {
        self.places.first().map(|(_, brief)| *brief)
    }

    fn is_pre_release(&self) -> bool {
        self.first().is_some_and(|brief| brief.is_pre_release)
    }
}

/// A package in a repository.
struct Part<'a> {
    searched: &'a Searched,
    listing: Arc<Listing>,
}

/// A version as a repository has it, with all tags of its package there.
struct Place<'a> {
    searched: &'a Searched,
    tags: &'a [(String, String)],
    stored: StoredVersion,
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
        let mut parts = Vec::new();
        for searched in scope {
            if searched.repository.settings.package_type == id.package_type
                && let Some(listing) = self.listing(searched, id)?
            {
                parts.push(Part { searched, listing });
            }
        }
        let key = |part: &Part<'_>| part.searched.repository.settings.key.clone();
        parts.sort_by_cached_key(key);
        let mut tags = Vec::with_capacity(parts.len());
        for Part { searched, .. } in &parts {
            tags.push(self.tags(&searched.repository.id, &id.name, "", usize::MAX)?);
        }
        let is_tagged = |(part, brief): &(usize, &Brief)| {
            let naming = tags[*part].iter().filter(|(_, named)| named == brief.stored());
            naming.into_iter().any(|(tag, _)| query.tags.contains(tag))
        };
        let name = Pattern::new(&query.name);
        let affecting = query.affected.as_ref().map(Affecting::new);
        let package = normalised(id.package_type, &id.name);
        let is_wanted = |one: &Merged<'_>| {
            let licence = one.first().map_or("", |brief| &brief.licence);
            name.as_ref().is_none_or(|name| name.matches(&one.name.to_lowercase()))
                && (query.tags.is_empty() || one.places.iter().any(is_tagged))
                && (query.licences.is_empty() || is_one_of(licence, &query.licences))
                && affecting
                    .as_ref()
                    .is_none_or(|all| all.affects(id.package_type, &package, one.name))
                && query.after.is_none_or(|after| one.created_at >= after)
                && query.before.is_none_or(|before| one.created_at < before)
                && !(query.ignores_pre_releases && one.is_pre_release())
        };
        let mut sorted = merged(&parts, scheme);
        if scheme.is_some() {
            count_newer(&mut sorted);
        }
        sorted.retain(is_wanted);
        if query.descending {
            sorted.reverse();
        }
        let from = after.map_or(0, |after| begin(&sorted, &after, scheme, query.descending));
        let limit = query.limit.clamp(1, CATALOGUE_PAGE_MAX);
        let has_more = sorted.len() > from.saturating_add(limit);
        let mut rows = Vec::with_capacity(limit);
        for one in sorted.iter().skip(from).take(limit) {
            let mut places = Vec::new();
            for (part, brief) in &one.places {
                let searched = parts[*part].searched;
                let repository = &searched.repository.id;
                let stored = self.version(repository, &id.name, brief.stored())?;
                // It may have gone since it was listed, or lost the files that the caller may see.
                if let Some(stored) = stored.filter(|stored| shows(searched, stored)) {
                    places.push(Place { searched, tags: &tags[*part], stored });
                }
            }
            if !places.is_empty() {
                rows.push(self.version_row(one, &places)?);
            }
        }
        // Also where the last ones have gone since they were listed.
        let end = sorted.get(from.saturating_add(limit - 1)).filter(|_| has_more);
        let end = end.map(|last| VersionCursor::of(last.name, last.created_at, about));
        let end_cursor = end.map(|end| end.written()).transpose()?;
        Ok(VersionPage { rows, end_cursor, is_complete: true })
    }

    fn version_row(
        &self,
        merged: &Merged<'_>,
        stored: &[Place<'_>],
    ) -> Result<VersionRow, RepositoryError> {
        let (mut places, mut tags) = (Vec::new(), Vec::new());
        let mut newest = merged.created_at;
        for Place { searched, tags: all_tags, stored } in stored {
            newest = newest.max(modified_at(stored));
            let naming = all_tags.iter().filter(|(_, named)| *named == stored.version);
            tags.extend(naming.map(|(tag, _)| tag.clone()));
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
        let first = stored.first().map(|place| &place.stored);
        let summary = first.map(|stored| stored.summary.clone()).unwrap_or_default();
        let all = || stored.iter().map(|place| &place.stored);
        Ok(VersionRow {
            name: merged.name.to_owned(),
            created_at: merged.created_at,
            modified_at: newest,
            published_by: first.map(|stored| stored.published_by.clone()).unwrap_or_default(),
            description: summary.description,
            licence: summary.licence,
            keywords: summary.keywords,
            tags,
            deprecation: all().find_map(|stored| stored.deprecation.clone()),
            yanked: all().any(|stored| stored.yanked),
            is_pre_release: merged.is_pre_release(),
            releases_behind: merged.releases_behind,
            places,
        })
    }
}

/// The versions of a package in all of its repositories, the oldest first.
fn merged<'a>(parts: &'a [Part<'_>], scheme: Option<Scheme>) -> Vec<Merged<'a>> {
    let new = |part: usize, brief: &'a Brief| Merged {
        name: &brief.name,
        created_at: brief.published_at,
        releases_behind: None,
        places: vec![(part, brief)],
    };
    if let [only] = parts {
        return only.listing.0.iter().map(|brief| new(0, brief)).collect();
    }
    let mut by_name: BTreeMap<&str, Merged<'a>> = BTreeMap::new();
    for (part, Part { listing, .. }) in parts.iter().enumerate() {
        for brief in &listing.0 {
            match by_name.entry(&brief.name) {
                Entry::Vacant(place) => drop(place.insert(new(part, brief))),
                Entry::Occupied(known) => {
                    let known = known.into_mut();
                    known.created_at = known.created_at.min(brief.published_at);
                    known.places.push((part, brief));
                }
            }
        }
    }
    let mut merged: Vec<Merged<'a>> = by_name.into_values().collect();
    match scheme {
        Some(scheme) => scheme.sort(merged, |one| one.name),
        None => {
            merged.sort_by_key(|one| (one.created_at, one.name));
            merged
        }
    }
}

/// Counts the newer releases of each version. The newest version comes last.
fn count_newer(sorted: &mut [Merged<'_>]) {
    let mut newer = 0;
    for one in sorted.iter_mut().rev() {
        one.releases_behind = Some(newer);
        let is_yanked = one.places.iter().any(|(_, brief)| brief.is_yanked);
        if !is_yanked && !one.is_pre_release() {
            newer += 1;
        }
    }
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
            // The descriptor of Ivy.
            Some("xml") if name.starts_with("ivy-") => Self::Description,
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
