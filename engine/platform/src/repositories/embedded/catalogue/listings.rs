//! The versions of packages in their order, as far as pages of them are chosen by it. Those of large packages are kept
//! in memory: otherwise each page would read all versions.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_versions::Scheme;

use super::super::stream_of;
use super::super::view::View;
use super::rows::{listed, visible_package};
use crate::repositories::{Package, PackageId, RepositoryError, Searched};

/// The least number of versions of a package that is kept. Fewer are soon read again.
const LARGE: usize = 200;
/// How many versions are kept of all packages together: about 12 MiB.
const KEPT_MAX: usize = 100_000;

/// A version as pages are chosen by it.
#[derive(Debug)]
pub(super) struct Brief {
    /// The name under which it is listed.
    pub(super) name: Box<str>,
    /// The version that is stored, if it has another name.
    stored: Option<Box<str>>,
    pub(super) published_at: Timestamp,
    pub(super) licence: Box<str>,
    pub(super) is_yanked: bool,
    pub(super) is_pre_release: bool,
}

impl Brief {
    /// The version that is stored.
    pub(super) fn stored(&self) -> &str {
        self.stored.as_ref().unwrap_or(&self.name)
    }
}

/// The versions of a package in a repository, the oldest first.
#[derive(Debug)]
pub(super) struct Listing(pub(super) Vec<Brief>);

impl Listing {
    fn of(package: &Package, id: &PackageId) -> Self {
        let scheme = Scheme::of(id.package_type);
        let briefs = listed(package, id).into_iter().map(|(name, version)| Brief {
            name: name.into(),
            stored: (version.version != name).then(|| version.version.as_str().into()),
            published_at: version.published_at,
            licence: version.summary.licence.as_str().into(),
            is_yanked: version.yanked,
            is_pre_release: scheme.is_some_and(|scheme| scheme.is_prerelease(name)),
        });
        let mut briefs: Vec<Brief> = briefs.collect();
        match scheme {
            Some(scheme) => briefs = scheme.sort(briefs, |one| &one.name),
            None => briefs.sort_by(|one, other| {
                (one.published_at, &one.name).cmp(&(other.published_at, &other.name))
            }),
        }
        Self(briefs)
    }
}

/// What is kept in memory, what was asked for last at the end. It is never outdated: its key has the revision of the
/// package.
#[derive(Debug, Default)]
pub(super) struct Listings(Mutex<VecDeque<Kept>>);

#[derive(Debug)]
struct Kept {
    stream: String,
    revision: u64,
    listing: Arc<Listing>,
}

impl Listings {
    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        // Each change leaves something that may be kept, so a panic does no harm.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, stream: &str, revision: u64) -> Option<Arc<Listing>> {
        let mut kept = self.kept();
        let at = kept.iter().position(|one| one.stream == stream)?;
        let found = kept.remove(at).filter(|one| one.revision == revision)?;
        let listing = Arc::clone(&found.listing);
        kept.push_back(found);
        Some(listing)
    }

    fn put(&self, stream: String, revision: u64, listing: &Arc<Listing>) {
        if !(LARGE..=KEPT_MAX).contains(&listing.0.len()) {
            return;
        }
        let mut kept = self.kept();
        kept.retain(|one| one.stream != stream);
        kept.push_back(Kept { stream, revision, listing: Arc::clone(listing) });
        while kept.iter().map(|one| one.listing.0.len()).sum::<usize>() > KEPT_MAX {
            kept.pop_front();
        }
    }
}

impl View {
    /// The versions of a package in a repository that a caller may see; none if there are none.
    pub(super) fn listing(
        &self,
        searched: &Searched,
        id: &PackageId,
    ) -> Result<Option<Arc<Listing>>, RepositoryError> {
        let repository = &searched.repository.id;
        if !self.shows_whole(searched, &id.name)? {
            let package = visible_package(self, searched, &id.name)?;
            return Ok(package.map(|package| Arc::new(Listing::of(&package, id))));
        }
        let stream = stream_of(repository, &id.name);
        // Read first: what is newer than its revision is read again.
        let revision = self.revision(&stream)?;
        if let Some(kept) = self.packages.listings.get(&stream, revision) {
            return Ok(Some(kept));
        }
        let Some(package) = self.package(repository, &id.name, "")? else { return Ok(None) };
        let listing = Arc::new(Listing::of(&package, id));
        self.packages.listings.put(stream, revision, &listing);
        Ok(Some(listing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(versions: usize) -> Arc<Listing> {
        let brief = |number: usize| Brief {
            name: format!("1.0.{number}").into(),
            stored: None,
            published_at: Timestamp::from_ms(0),
            licence: "".into(),
            is_yanked: false,
            is_pre_release: false,
        };
        Arc::new(Listing((0..versions).map(brief).collect()))
    }

    #[test]
    fn a_large_package_is_kept_as_long_as_it_does_not_change() {
        let listings = Listings::default();
        listings.put("large".into(), 3, &listing(LARGE));
        listings.put("small".into(), 3, &listing(LARGE - 1));
        assert!(listings.get("large", 3).is_some() && listings.get("small", 3).is_none());
        assert!(listings.get("large", 4).is_none(), "it has changed");
        assert!(listings.get("large", 3).is_none(), "what is outdated is not kept");
    }

    #[test]
    fn what_is_asked_for_least_makes_room() {
        let listings = Listings::default();
        for stream in ["a", "b"] {
            listings.put(stream.into(), 1, &listing(KEPT_MAX / 2));
        }
        assert!(listings.get("a", 1).is_some());
        listings.put("c".into(), 1, &listing(KEPT_MAX / 2));
        let is_kept = |stream| listings.get(stream, 1).is_some();
        assert!(is_kept("a") && !is_kept("b") && is_kept("c"));
    }
}
