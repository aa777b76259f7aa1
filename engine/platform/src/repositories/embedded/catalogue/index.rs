//! The index of packages in memory: a sorted part, what has changed since, and the repositories by number. A query
//! takes a snapshot, so that it neither waits for changes nor holds them up.

use std::collections::HashMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::folders::{absolute, folder_of, relative};
use super::fresh::{Changed, Fresh, Now};
use super::listings::Listings;
use super::segment::{Builder, Key, Row, SEPARATOR, Segment, Slot};

/// How many packages may have changed before they are merged into the sorted part.
const FRESH_MAX: usize = 4_096;

/// From this many folders on, a package whose folder is not one of them has a folder above it.
const FOLDERS_MAX: usize = 10_000;

/// What is known of a package in a repository.
#[derive(Debug, Clone, Copy)]
pub(in crate::repositories::embedded) struct Indexed<'a> {
    pub(in crate::repositories::embedded) repository: &'a str,
    pub(in crate::repositories::embedded) package_type: PackageType,
    pub(in crate::repositories::embedded) name: &'a str,
    /// What is there; none if the repository no longer has the package.
    pub(in crate::repositories::embedded) what: Option<IndexedText<'a>>,
}

/// What is searched of a package in a repository.
#[derive(Debug, Clone, Copy)]
pub(in crate::repositories::embedded) struct IndexedText<'a> {
    pub(in crate::repositories::embedded) modified_at: Timestamp,
    pub(in crate::repositories::embedded) description: &'a str,
    pub(in crate::repositories::embedded) keywords: &'a [String],
    pub(in crate::repositories::embedded) licence: &'a str,
    /// The folder that all its files have in common.
    pub(in crate::repositories::embedded) folder: &'a str,
}

/// Texts by number. None is ever removed.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbered {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl Numbered {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }

    /// The number of a text, if it has one.
    pub(super) fn known(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// How many texts there are.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// All texts with their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, &str)> {
        (0..).zip(self.texts.iter().map(AsRef::as_ref))
    }

    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }
}

/// The index at one time.
#[derive(Debug, Clone, Default)]
pub(super) struct Snapshot {
    pub(super) sorted: Arc<Segment>,
    pub(super) fresh: Arc<Fresh>,
    /// The ids of repositories by slot.
    pub(super) repositories: Arc<Numbered>,
    /// Licences by number.
    pub(super) licences: Arc<Numbered>,
    /// Folders in relation to names, by number.
    pub(super) folders: Arc<Numbered>,
    /// Whether all packages are in it.
    pub(super) is_complete: bool,
}

/// The index.
#[derive(Debug, Default)]
pub(in crate::repositories::embedded) struct PackageIndex {
    state: RwLock<State>,
    is_merging: AtomicBool,
    /// The versions of large packages.
    pub(super) listings: Listings,
}

#[derive(Debug, Default)]
struct State {
    now: Snapshot,
    /// The number of the newest change.
    changes: u64,
}

/// Builds the sorted part of an index while that serves.
#[derive(Debug, Default)]
pub(in crate::repositories::embedded) struct Rebuilding {
    builder: Builder,
    /// The newest change when it began, which is read in any case.
    began_at: u64,
}

impl PackageIndex {
    fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn state_to_change(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        self.state().now.clone()
    }

    /// Notes what has changed. Returns whether the index should be merged.
    pub(in crate::repositories::embedded) fn note<'a>(
        &self,
        changes: impl IntoIterator<Item = Indexed<'a>>,
    ) -> bool {
        let mut state = self.state_to_change();
        let State { now, changes: newest } = &mut *state;
        for change in changes {
            *newest += 1;
            let changed = Arc::new(now.changed(&change, *newest));
            Arc::make_mut(&mut now.fresh).put(changed, &now.sorted);
        }
        now.is_complete && now.fresh.len() > FRESH_MAX
    }

    /// Merges what has changed into the sorted part, on a thread of its own.
    pub(in crate::repositories::embedded) fn merge_apart(self: &Arc<Self>) {
        let index = Arc::clone(self);
        let thread = thread::Builder::new().name("package-index".to_owned());
        // Without a thread it is tried again with the next change.
        drop(thread.spawn(move || index.merge()));
    }

    /// Merges what has changed into the sorted part. One caller does; others return at once.
    pub(super) fn merge(&self) {
        if self.is_merging.swap(true, Ordering::Acquire) {
            return;
        }
        let (before, newest) = {
            let state = self.state();
            (state.now.clone(), state.changes)
        };
        let mut builder = Builder::default();
        for number in (0..before.sorted.len()).filter(|number| !before.fresh.replaces(*number)) {
            builder.add(before.sorted.row(number));
        }
        for row in before.fresh.all().iter().filter_map(|changed| changed.row()) {
            builder.add(row);
        }
        self.replace(builder.finish(), newest);
        self.is_merging.store(false, Ordering::Release);
    }

    /// Begins to build the sorted part from what is stored.
    pub(in crate::repositories::embedded) fn rebuild(&self) -> Rebuilding {
        Rebuilding { builder: Builder::default(), began_at: self.state().changes }
    }

    /// Adds a package in a repository to what is being built.
    pub(in crate::repositories::embedded) fn add(
        &self,
        rebuilding: &mut Rebuilding,
        indexed: &Indexed<'_>,
    ) {
        let changed = self.state_to_change().now.changed(indexed, 0);
        if let Some(row) = changed.row() {
            rebuilding.builder.add(row);
        }
    }

    /// Has the index use what was built.
    pub(in crate::repositories::embedded) fn finish(&self, rebuilding: Rebuilding) {
        self.replace(rebuilding.builder.finish(), rebuilding.began_at);
        self.state_to_change().now.is_complete = true;
    }

    /// The number of rows of the sorted part, which are packages in repositories, and its size in bytes.
    pub(in crate::repositories::embedded) fn size(&self) -> (u32, usize) {
        let sorted = self.snapshot().sorted;
        (sorted.len(), sorted.bytes())
    }

    fn replace(&self, sorted: Segment, newest: u64) {
        let mut state = self.state_to_change();
        let fresh = state.now.fresh.since(newest, &sorted);
        let old = mem::replace(&mut state.now.sorted, Arc::new(sorted));
        state.now.fresh = Arc::new(fresh);
        drop(state);
        // What takes long to free is not freed under the lock.
        drop(old);
    }
}

impl Snapshot {
    fn changed(&mut self, change: &Indexed<'_>, number: u64) -> Changed {
        let slot = numbered(&mut self.repositories, change.repository);
        let now = change.what.map(|what| {
            let mut text = what.description.to_lowercase();
            for keyword in what.keywords {
                text.push(SEPARATOR);
                text.push_str(&keyword.to_lowercase());
            }
            let licence = numbered(&mut self.licences, what.licence);
            let folder = folder_number(&mut self.folders, &relative(what.folder, change.name));
            Now { modified_at: what.modified_at, licence, folder, text: text.into() }
        });
        Changed {
            lower: change.name.to_lowercase().into(),
            name: change.name.into(),
            package_type: change.package_type,
            slot,
            now,
            number,
        }
    }

    /// The folder that all files of a row have in common.
    pub(super) fn folder(&self, row: &Row<'_>) -> String {
        absolute(self.folders.text(row.folder), row.key.name)
    }

    /// All rows of a package.
    pub(super) fn rows_of(
        &self,
        lower: &str,
        name: &str,
        package_type: PackageType,
    ) -> Vec<Row<'_>> {
        let first = Key { lower, name, package_type, slot: Slot::MIN };
        let is_of = |key: Key<'_>| (key.name, key.package_type) == (name, package_type);
        let sorted = (self.sorted.lower_bound(first)..self.sorted.len())
            .take_while(|number| is_of(self.sorted.key(*number)))
            .filter(|number| !self.fresh.replaces(*number))
            .map(|number| self.sorted.row(number));
        let fresh = self.fresh.all()[self.fresh.lower_bound(first)..].iter();
        let fresh = fresh.take_while(|changed| is_of(changed.key()));
        let mut rows: Vec<Row<'_>> = sorted.chain(fresh.filter_map(|one| one.row())).collect();
        rows.sort_unstable_by_key(|row| row.key.slot);
        rows
    }
}

/// The number of a folder. What is known of a folder above it is known of it too, only less.
fn folder_number(folders: &mut Arc<Numbered>, relative: &str) -> u32 {
    let mut kept = relative;
    while !kept.is_empty() && folders.len() >= FOLDERS_MAX && folders.known(kept).is_none() {
        kept = folder_of(kept);
    }
    numbered(folders, kept)
}

fn numbered(texts: &mut Arc<Numbered>, text: &str) -> u32 {
    match texts.known(text) {
        Some(number) => number,
        None => Arc::make_mut(texts).number(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_no_more_than_there_is_room_for() {
        let mut folders = Arc::default();
        let known = folder_number(&mut folders, "\0/-");
        for number in 1..FOLDERS_MAX {
            folder_number(&mut folders, &format!("\0/_manifests/{number}"));
        }
        assert_eq!(folders.len(), FOLDERS_MAX);
        for number in 0..100 {
            let number = folder_number(&mut folders, &format!("\0/-/{number}"));
            assert_eq!(number, known);
            let root = folder_number(&mut folders, &format!("elsewhere/{number}"));
            assert_eq!(folders.text(root), "");
        }
        assert_eq!(folders.len(), FOLDERS_MAX + 1);
    }
}
