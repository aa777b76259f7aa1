//! What has changed since the sorted part of the index was built.

use std::collections::HashSet;
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::segment::{Key, Row, RowNumber, Segment, Slot};

/// A package in a repository that has changed.
#[derive(Debug)]
pub(super) struct Changed {
    pub(super) lower: Box<str>,
    pub(super) name: Box<str>,
    pub(super) package_type: PackageType,
    pub(super) slot: Slot,
    /// What is there now; none if the repository no longer has the package.
    pub(super) now: Option<Now>,
    /// The number of the change, which increases.
    pub(super) number: u64,
}

/// What is known of a package in a repository.
#[derive(Debug)]
pub(super) struct Now {
    pub(super) modified_at: Timestamp,
    pub(super) licence: u32,
    pub(super) folder: u32,
    pub(super) text: Box<str>,
}

impl Changed {
    pub(super) fn key(&self) -> Key<'_> {
        Key {
            lower: &self.lower,
            name: &self.name,
            package_type: self.package_type,
            slot: self.slot,
        }
    }

    pub(super) fn row(&self) -> Option<Row<'_>> {
        let now = self.now.as_ref()?;
        let Now { modified_at, licence, folder, ref text } = *now;
        Some(Row { key: self.key(), modified_at, licence, folder, text })
    }
}

/// All that has changed, in the order of the keys.
#[derive(Debug, Clone, Default)]
pub(super) struct Fresh {
    changed: Vec<Arc<Changed>>,
    /// The rows of the sorted part that have changed.
    replaced: HashSet<RowNumber>,
}

impl Fresh {
    pub(super) const fn len(&self) -> usize {
        self.changed.len()
    }

    pub(super) fn all(&self) -> &[Arc<Changed>] {
        &self.changed
    }

    /// Whether a row of the sorted part has changed since.
    pub(super) fn replaces(&self, number: RowNumber) -> bool {
        self.replaced.contains(&number)
    }

    /// The place of the first change whose key is not less than a key.
    pub(super) fn lower_bound(&self, key: Key<'_>) -> usize {
        self.changed.partition_point(|changed| changed.key() < key)
    }

    pub(super) fn put(&mut self, changed: Arc<Changed>, sorted: &Segment) {
        if let Some(number) = sorted.find(changed.key()) {
            self.replaced.insert(number);
        }
        let at = self.lower_bound(changed.key());
        match self.changed.get_mut(at).filter(|known| known.key() == changed.key()) {
            Some(known) => *known = changed,
            None => self.changed.insert(at, changed),
        }
    }

    /// What has changed after a change, beside another sorted part.
    pub(super) fn since(&self, number: u64, sorted: &Segment) -> Self {
        let mut since = Self::default();
        for changed in self.changed.iter().filter(|changed| changed.number > number) {
            since.put(Arc::clone(changed), sorted);
        }
        since
    }
}
