//! All bundles in memory: a view of their records.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use waybill_machines::machines::release_bundle::Distribution;

use crate::release_bundles::{
    BundleCursor, BundleError, BundleFilter, Page, PageRange, Progress, Status, StoredBundle,
};
use crate::secret::unhex;

/// The bundles by name and version, and by the digest of their list.
#[derive(Default)]
pub(super) struct Table {
    bundles: BTreeMap<Key, StoredBundle>,
    by_list: HashMap<String, Vec<Key>>,
    /// The bundles that are being created or could not be.
    creations: BTreeMap<Key, Progress>,
}

/// The name and the version of a bundle.
pub(super) type Key = (String, String);

impl Table {
    /// Adds a bundle, or replaces what was known of it. The list of a bundle stays the same.
    pub(super) fn put(&mut self, stored: StoredBundle) {
        let key = (stored.bundle.name.clone(), stored.bundle.version.clone());
        self.creations.remove(&key);
        let digest = stored.bundle.list.digest.0.clone();
        if self.bundles.insert(key.clone(), stored).is_none() {
            self.by_list.entry(digest).or_default().push(key);
        }
    }

    /// Adds a bundle that is being created or could not be.
    pub(super) fn put_creation(&mut self, key: Key, progress: Progress) {
        self.creations.insert(key, progress);
    }

    /// Removes a bundle, and returns the digest of its list if no other bundle has it.
    pub(super) fn remove(&mut self, key: &Key) -> Option<String> {
        self.creations.remove(key);
        let digest = self.bundles.remove(key)?.bundle.list.digest.0;
        let holders = self.by_list.get_mut(&digest)?;
        holders.retain(|holder| holder != key);
        if !holders.is_empty() {
            return None;
        }
        self.by_list.remove(&digest);
        Some(digest)
    }

    /// How far a bundle is.
    pub(super) fn progress(&self, key: &Key) -> Option<Progress> {
        let completed = Progress { status: Status::Completed, why: None };
        let is_completed = self.bundles.contains_key(key);
        if is_completed { Some(completed) } else { self.creations.get(key).copied() }
    }

    /// The bundles that are being created.
    pub(super) fn creating(&self) -> Vec<Key> {
        let is_creating = |(_, progress): &(&Key, &Progress)| progress.status == Status::Processing;
        self.creations.iter().filter(is_creating).map(|(key, _)| key.clone()).collect()
    }

    /// The bundles of which something is in progress.
    pub(super) fn busy(&self) -> impl Iterator<Item = (&Key, &StoredBundle)> {
        self.bundles.iter().filter(|(_, stored)| {
            stored.is_promoting() || stored.distributing().is_some() || stored.removing
        })
    }

    /// The distribution of a bundle with a number.
    pub(super) fn distribution(&self, key: &Key, number: u32) -> Option<Distribution> {
        let mut distributions = self.bundles.get(key)?.distributions.iter();
        distributions.find(|distribution| distribution.number == number).cloned()
    }

    /// The bundle with this name and version.
    pub(super) fn get(&self, name: &str, version: &str) -> Option<StoredBundle> {
        self.bundles.get(&(name.to_owned(), version.to_owned())).cloned()
    }

    /// Whether a bundle has this list.
    pub(super) fn has_list(&self, digest: &str) -> bool {
        self.by_list.contains_key(digest)
    }

    /// The bundles whose artifacts are exactly those of a list.
    pub(super) fn of_list(&self, digest: &str) -> Vec<StoredBundle> {
        let holders = self.by_list.get(digest).into_iter().flatten();
        holders.filter_map(|key| self.bundles.get(key)).cloned().collect()
    }

    /// The lists of bundles that are not among these.
    pub(super) fn missing_lists(&self, known: &[[u8; 32]]) -> Vec<[u8; 32]> {
        let known: BTreeSet<&[u8; 32]> = known.iter().collect();
        let mut missing: Vec<[u8; 32]> =
            self.by_list.keys().filter_map(|digest| unhex(digest)).collect();
        missing.retain(|digest| !known.contains(digest));
        missing.sort_unstable();
        missing
    }

    /// The requested page.
    pub(super) fn page(&self, filter: &BundleFilter) -> Result<Page<StoredBundle>, BundleError> {
        let BundleFilter { origin, name, portion: PageRange { after, offset, limit } } = filter;
        let after: Option<BundleCursor> = after.as_deref().map(str::parse).transpose()?;
        let matches_filter = |stored: &&StoredBundle| {
            origin.is_none_or(|origin| origin == stored.bundle.origin)
                && name.as_ref().is_none_or(|name| *name == stored.bundle.name)
        };
        let mut rows: Vec<&StoredBundle> = self.bundles.values().filter(matches_filter).collect();
        rows.sort_by_cached_key(|stored| BundleCursor::of(stored));
        let total = rows.len();
        let is_after = |stored: &&StoredBundle| {
            after.as_ref().is_none_or(|after| BundleCursor::of(stored) > *after)
        };
        let mut rows = rows.into_iter().filter(is_after).skip(*offset);
        let page = rows.by_ref().take(*limit).cloned().collect();
        Ok(Page { rows: page, has_next: rows.next().is_some(), total })
    }
}
