//! What the view says of packages, their versions and tags.

use serde::Deserialize;
use waybill_machines::rules::packages::Summary;

use super::apply::read;
use super::versions::{all_of, package_in};
use super::{STREAMS, TAGS, TOTALS, VERSIONS, View, of_view};
use crate::repositories::{
    LISTED_MAX, Package, PackageTotals, RepositoryError, Sight, StoredVersion, VISITED_MAX,
    VersionOrder,
};

/// The tag of the version that is installed when none is named.
const LATEST: &str = "latest";
/// The most packages that a search looks at.
const SEARCHED_MAX: usize = 50_000;

/// The paths of a version as it is stored.
#[derive(Deserialize)]
struct StoredPaths {
    files: Vec<StoredPath>,
}

#[derive(Deserialize)]
struct StoredPath {
    path: String,
}

impl View {
    /// A package with all of its versions, if it has one; `stream` is that of the package.
    pub(crate) fn package(
        &self,
        repository: &str,
        package: &str,
        stream: &str,
    ) -> Result<Option<Package>, RepositoryError> {
        let reading = self.reading()?;
        let versions = reading.open_table(VERSIONS).map_err(of_view)?;
        let tags = reading.open_table(TAGS).map_err(of_view)?;
        let read = package_in(&versions, &tags, repository, package)?;
        if read.versions.is_empty() {
            return Ok(None);
        }
        let streams = reading.open_table(STREAMS).map_err(of_view)?;
        let revision = streams.get(stream).map_err(of_view)?.map_or(0, |seq| seq.value());
        Ok(Some(Package { revision, ..read }))
    }

    /// Whether a caller may see a file of a package. Of its versions, only as many are read as that needs.
    pub(in crate::repositories::embedded) fn shows_package(
        &self,
        repository: &str,
        package: &str,
        sight: &dyn Sight,
    ) -> Result<bool, RepositoryError> {
        let versions = self.reading()?.open_table(VERSIONS).map_err(of_view)?;
        let (from, to) = all_of(package);
        let range = (repository, from, "")..(repository, to.as_str(), "");
        for entry in versions.range(range).map_err(of_view)? {
            let stored: StoredPaths = read(entry.map_err(of_view)?.1.value())?;
            if stored.files.iter().any(|file| sight.shows_file(&file.path)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The names of the packages after a name, at most `limit`.
    pub(crate) fn packages_after(
        &self,
        repository: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<String>, RepositoryError> {
        let versions = self.reading()?.open_table(VERSIONS).map_err(of_view)?;
        let (mut names, mut from) = (Vec::new(), format!("{after}\0"));
        while names.len() < limit {
            let key = (repository, from.as_str(), "");
            let next = versions.range_owned(key..).map_err(of_view)?.next();
            let Some((key, _)) = next.transpose().map_err(of_view)? else { break };
            let (of, package, _) = key.value();
            if of != repository {
                break;
            }
            names.push(package.to_owned());
            from = format!("{package}\0");
        }
        Ok(names)
    }

    /// How many records of a package are in the view, if that is in memory.
    pub(crate) fn known_revision(&self, stream: &str) -> Option<u64> {
        self.revisions.get(stream)
    }

    /// How many records of a package are in the view.
    pub(crate) fn revision(&self, stream: &str) -> Result<u64, RepositoryError> {
        self.revisions.read(stream, || {
            let streams = self.reading()?.open_table(STREAMS).map_err(of_view)?;
            Ok(streams.get(stream).map_err(of_view)?.map_or(0, |seq| seq.value()))
        })
    }

    /// A version of a package.
    pub(crate) fn version(
        &self,
        repository: &str,
        package: &str,
        version: &str,
    ) -> Result<Option<StoredVersion>, RepositoryError> {
        let versions = self.reading()?.open_table(VERSIONS).map_err(of_view)?;
        let found = versions.get((repository, package, version)).map_err(of_view)?;
        found.map(|found| read(found.value())).transpose()
    }

    /// What the packages of a repository add up to.
    pub(crate) fn totals(&self, repository: &str) -> Result<PackageTotals, RepositoryError> {
        let totals = self.reading()?.open_table(TOTALS).map_err(of_view)?;
        let found = totals.get_owned(repository).map_err(of_view)?.map(|totals| totals.value());
        let (revision, documents, document_bytes) = found.unwrap_or_default();
        Ok(PackageTotals { revision, documents, document_bytes })
    }

    /// The version that a tag names.
    pub(crate) fn tagged(
        &self,
        repository: &str,
        package: &str,
        tag: &str,
    ) -> Result<Option<String>, RepositoryError> {
        let tags = self.reading()?.open_table(TAGS).map_err(of_view)?;
        let found = tags.get((repository, package, tag)).map_err(of_view)?;
        Ok(found.map(|version| version.value().to_owned()))
    }

    /// The tags of a package after one, with the versions that they name.
    pub(crate) fn tags(
        &self,
        repository: &str,
        package: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, String)>, RepositoryError> {
        let tags = self.reading()?.open_table(TAGS).map_err(of_view)?;
        let (_, to) = all_of(package);
        let first = format!("{after}\0");
        let first = if after.is_empty() { "" } else { first.as_str() };
        let range = (repository, package, first)..(repository, to.as_str(), "");
        let tags = tags.range(range).map_err(of_view)?.take(limit).map(|entry| {
            let (key, version) = entry.map_err(of_view)?;
            Ok((key.value().2.to_owned(), version.value().to_owned()))
        });
        tags.collect()
    }

    /// The packages whose name, description and keywords have all words, with a version of each that may be seen.
    pub(crate) fn search(
        &self,
        repository: &str,
        words: &[String],
        order: VersionOrder,
        limit: usize,
        sight: &dyn Sight,
    ) -> Result<Vec<(String, StoredVersion)>, RepositoryError> {
        let versions = self.reading()?.open_table(VERSIONS).map_err(of_view)?;
        let mut found = Vec::new();
        let mut from = String::new();
        if !sight.shows_folder("") {
            return Ok(found);
        }
        for _ in 0..SEARCHED_MAX {
            if found.len() == limit {
                break;
            }
            let mut next = versions.range((repository, from.as_str(), "")..).map_err(of_view)?;
            let Some(next) = next.next().transpose().map_err(of_view)? else { break };
            let (of, package, _) = next.0.value();
            if of != repository {
                break;
            }
            if let Some(shown) = self.shown(repository, package, order, sight)?
                && words.iter().all(|word| has_word(package, &shown, word))
            {
                found.push((package.to_owned(), shown));
            }
            from = format!("{package}\0");
        }
        Ok(found)
    }

    /// The names of the packages of which a file may be seen.
    pub(crate) fn names(
        &self,
        repository: &str,
        sight: &dyn Sight,
    ) -> Result<Vec<String>, RepositoryError> {
        let versions = self.reading()?.open_table(VERSIONS).map_err(of_view)?;
        let mut names: Vec<String> = Vec::new();
        let entries = versions.range_owned((repository, "", "")..).map_err(of_view)?;
        for (visited, entry) in entries.enumerate() {
            let (key, value) = entry.map_err(of_view)?;
            let (of, package, _) = key.value();
            if of != repository {
                break;
            }
            if names.last().is_some_and(|last| last == package) {
                continue;
            }
            if visited == VISITED_MAX || names.len() == LISTED_MAX {
                return Err(RepositoryError::TooManyEntries);
            }
            let stored: StoredVersion = read(value.value())?;
            if stored.paths().any(|path| sight.shows_file(path)) {
                names.push(package.to_owned());
            }
        }
        Ok(names)
    }

    /// The version by which a package is shown: the one that its tag `latest` names, or else the last one in an order.
    fn shown(
        &self,
        repository: &str,
        package: &str,
        order: VersionOrder,
        sight: &dyn Sight,
    ) -> Result<Option<StoredVersion>, RepositoryError> {
        let is_seen = |stored: &StoredVersion| stored.paths().any(|path| sight.shows_file(path));
        let tags = self.reading()?.open_table(TAGS).map_err(of_view)?;
        let latest = tags.get((repository, package, LATEST)).map_err(of_view)?;
        let latest = latest.map(|latest| self.version(repository, package, latest.value()));
        if let Some(latest) = latest.transpose()?.flatten().filter(is_seen) {
            return Ok(Some(latest));
        }
        let all = self.package(repository, package, "")?;
        let seen = all.into_iter().flat_map(|package| package.versions).filter(is_seen);
        Ok(seen.max_by(order))
    }
}

/// Whether a word in lower case is in what is known of a version.
fn has_word(package: &str, stored: &StoredVersion, word: &str) -> bool {
    let has = |of: &str| of.to_lowercase().contains(word);
    let Summary { description, keywords, .. } = &stored.summary;
    // Where names are the same with dashes and underscores, only one of them is here.
    let is_named = has(package) || package.contains(&word.replace('_', "-"));
    is_named || has(description) || keywords.iter().any(|keyword| has(keyword))
}
