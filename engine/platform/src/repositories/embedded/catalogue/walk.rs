//! Going through the index in one of its orders.

use std::sync::Arc;

use super::fresh::Changed;
use super::index::Snapshot;
use super::pattern::Pattern;
use super::segment::{Key, Row, RowNumber, Slot, by_modification};
use super::sieve::Sieve;
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

/// A package at which a page ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct End<'a> {
    pub(super) lower: &'a str,
    pub(super) name: &'a str,
    pub(super) package_type: PackageType,
    pub(super) modified_at: Timestamp,
}

impl<'a> End<'a> {
    /// The key behind all rows of the package in an order.
    const fn key(self, descending: bool) -> Key<'a> {
        let slot = if descending { Slot::MIN } else { Slot::MAX };
        Key { lower: self.lower, name: self.name, package_type: self.package_type, slot }
    }
}

/// The rows by name, from the end of a page on: those whose name matches a pattern. A sieve leaves out some of those
/// that are not wanted.
pub(super) struct ByName<'a, 'p> {
    index: &'a Snapshot,
    pattern: Option<&'p Pattern>,
    sieve: &'p Sieve,
    descending: bool,
    /// The rows of the sorted part that are left.
    sorted: (RowNumber, RowNumber),
    /// The changes that are left.
    fresh: &'a [Arc<Changed>],
    next_sorted: Option<Row<'a>>,
}

impl<'a, 'p> ByName<'a, 'p> {
    pub(super) fn new(
        index: &'a Snapshot,
        pattern: Option<&'p Pattern>,
        sieve: &'p Sieve,
        descending: bool,
        after: Option<End<'_>>,
    ) -> Self {
        let prefix = pattern.map_or("", Pattern::prefix);
        let is_before = |lower: &str| lower < prefix;
        let is_within = |lower: &str| is_before(lower) || lower.starts_with(prefix);
        let mut sorted = (
            index.sorted.partition(|key| is_before(key.lower)),
            index.sorted.partition(|key| is_within(key.lower)),
        );
        let all = index.fresh.all();
        let mut fresh = (
            all.partition_point(|changed| is_before(&changed.lower)),
            all.partition_point(|changed| is_within(&changed.lower)),
        );
        if let Some(end) = after {
            let key = end.key(descending);
            let (in_sorted, in_fresh) =
                (index.sorted.lower_bound(key), index.fresh.lower_bound(key));
            if descending {
                sorted.1 = sorted.1.min(in_sorted);
                fresh.1 = fresh.1.min(in_fresh);
            } else {
                sorted.0 = sorted.0.max(in_sorted);
                fresh.0 = fresh.0.max(in_fresh);
            }
        }
        let fresh = all.get(fresh.0..fresh.1).unwrap_or_default();
        let mut walk = Self { index, pattern, sieve, descending, sorted, fresh, next_sorted: None };
        walk.next_sorted = walk.advance();
        walk
    }

    /// The next row of the sorted part.
    fn advance(&mut self) -> Option<Row<'a>> {
        let segment = &self.index.sorted;
        while self.sorted.0 < self.sorted.1 {
            let left = self.sorted.0..self.sorted.1;
            let number = if self.descending {
                let number = segment.last(left, self.sieve)?;
                self.sorted.1 = number;
                number
            } else {
                let number = segment.first(left, self.sieve)?;
                self.sorted.0 = number + 1;
                number
            };
            if !self.index.fresh.replaces(number) {
                return Some(segment.row(number));
            }
        }
        None
    }

    fn next_fresh(&mut self) -> Option<&'a Changed> {
        let (next, rest) =
            if self.descending { self.fresh.split_last()? } else { self.fresh.split_first()? };
        self.fresh = rest;
        Some(next)
    }

    fn peek_fresh(&self) -> Option<&'a Arc<Changed>> {
        if self.descending { self.fresh.last() } else { self.fresh.first() }
    }
}

impl<'a> Iterator for ByName<'a, '_> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        loop {
            let fresh_is_next = match (self.next_sorted, self.peek_fresh()) {
                (None, None) => return None,
                (None, Some(_)) => true,
                (Some(_), None) => false,
                (Some(row), Some(changed)) => (changed.key() < row.key) != self.descending,
            };
            let row = if fresh_is_next {
                self.next_fresh().and_then(Changed::row)
            } else {
                let row = self.next_sorted;
                self.next_sorted = self.advance();
                row
            };
            let Some(row) = row else { continue };
            if self.pattern.is_none_or(|pattern| pattern.matches(row.key.lower)) {
                return Some(row);
            }
        }
    }
}

/// The place behind the end of a page in the order of modification.
pub(super) const fn modified_bound(end: End<'_>, descending: bool) -> (Timestamp, Key<'_>) {
    (end.modified_at, end.key(descending))
}

/// The rows by the time at which they were modified, from the end of a page on. A sieve leaves out other repositories
/// than those that are wanted.
pub(super) struct ByModified<'a, 's> {
    index: &'a Snapshot,
    sieve: &'s Sieve,
    descending: bool,
    /// The places of the sorted part that are left.
    sorted: (u32, u32),
    /// The changed rows that are left, in the order of modification.
    fresh: Vec<Row<'a>>,
    fresh_left: (usize, usize),
    next_sorted: Option<Row<'a>>,
}

impl<'a, 's> ByModified<'a, 's> {
    pub(super) fn new(
        index: &'a Snapshot,
        sieve: &'s Sieve,
        descending: bool,
        after: Option<End<'_>>,
    ) -> Self {
        let mut fresh: Vec<Row<'a>> =
            index.fresh.all().iter().filter_map(|changed| changed.row()).collect();
        fresh.sort_unstable_by(|one, other| {
            by_modification((one.modified_at, one.key), (other.modified_at, other.key))
        });
        let mut sorted = (0, index.sorted.len());
        let mut fresh_left = (0, fresh.len());
        if let Some(end) = after {
            let bound = modified_bound(end, descending);
            let is_before =
                |row: Row<'_>| by_modification((row.modified_at, row.key), bound).is_lt();
            let in_sorted = index.sorted.modified_bound(is_before);
            let in_fresh = fresh.partition_point(|row| is_before(*row));
            if descending {
                (sorted.1, fresh_left.1) = (in_sorted, in_fresh);
            } else {
                (sorted.0, fresh_left.0) = (in_sorted, in_fresh);
            }
        }
        let mut walk =
            Self { index, sieve, descending, sorted, fresh, fresh_left, next_sorted: None };
        walk.next_sorted = walk.advance();
        walk
    }

    fn advance(&mut self) -> Option<Row<'a>> {
        while self.sorted.0 < self.sorted.1 {
            let place = if self.descending {
                self.sorted.1 -= 1;
                self.sorted.1
            } else {
                self.sorted.0 += 1;
                self.sorted.0 - 1
            };
            let number = self.index.sorted.by_modified(place)?;
            let segment = &self.index.sorted;
            if self.sieve.has_slot(segment.meta(number).slot) && !self.index.fresh.replaces(number)
            {
                return Some(segment.row(number));
            }
        }
        None
    }
}

impl<'a> Iterator for ByModified<'a, '_> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        let (first, last) = self.fresh_left;
        let fresh = if first == last {
            None
        } else {
            self.fresh.get(if self.descending { last - 1 } else { first }).copied()
        };
        let fresh_is_next = match (self.next_sorted, fresh) {
            (None, None) => return None,
            (None, Some(_)) => true,
            (Some(_), None) => false,
            (Some(row), Some(fresh)) => {
                let order =
                    by_modification((fresh.modified_at, fresh.key), (row.modified_at, row.key));
                order.is_lt() != self.descending
            }
        };
        if fresh_is_next {
            self.fresh_left = if self.descending { (first, last - 1) } else { (first + 1, last) };
            return fresh;
        }
        let row = self.next_sorted;
        self.next_sorted = self.advance();
        row
    }
}
