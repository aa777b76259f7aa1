//! The sorted part of the index in memory. It never changes: what changed since is in [`super::fresh`].

use std::cmp::Ordering;
use std::collections::HashMap;

use memchr::memmem::{Finder, FinderRev};
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

/// The number of a repository within the index.
pub(super) type Slot = u32;
/// The number of a row: rows are numbered in their order.
pub(super) type RowNumber = u32;

/// Ends each name and each text in the buffers. Neither can contain it.
const END: u8 = b'\n';

/// What rows are sorted by, and told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key<'a> {
    /// The name in lower case.
    pub(super) lower: &'a str,
    /// The name.
    pub(super) name: &'a str,
    /// The type of the package.
    pub(super) package_type: PackageType,
    /// The repository.
    pub(super) slot: Slot,
}

/// A package in a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row<'a> {
    pub(super) key: Key<'a>,
    /// When its newest version was published.
    pub(super) modified_at: Timestamp,
    /// The number of its licence.
    pub(super) licence: u32,
    /// Its description and its keywords in lower case, each after a [`SEPARATOR`].
    pub(super) text: &'a str,
}

/// Separates the description and the keywords of a row. None of them can contain it.
pub(super) const SEPARATOR: char = '\u{1f}';

impl<'a> Row<'a> {
    /// The description in lower case.
    pub(super) fn description(&self) -> &'a str {
        self.text.split(SEPARATOR).next().unwrap_or_default()
    }

    /// The keywords in lower case.
    pub(super) fn keywords(&self) -> impl Iterator<Item = &'a str> {
        self.text.split(SEPARATOR).skip(1)
    }
}

#[derive(Debug, Clone, Copy)]
struct Meta {
    modified_at: Timestamp,
    slot: Slot,
    licence: u32,
    package_type: PackageType,
}

/// Rows in the order of their keys.
#[derive(Debug, Default)]
pub(super) struct Segment {
    /// The names in lower case, one after another.
    names: Vec<u8>,
    name_starts: Vec<u32>,
    /// The names that have upper case, by the number of the row.
    spelt: HashMap<RowNumber, Box<str>>,
    /// The texts, in any order.
    texts: Vec<u8>,
    text_starts: Vec<u32>,
    metas: Vec<Meta>,
    /// The rows by the time at which they were modified, and by key among equal ones.
    by_modified: Vec<RowNumber>,
}

impl Segment {
    pub(super) fn len(&self) -> RowNumber {
        RowNumber::try_from(self.metas.len()).unwrap_or(RowNumber::MAX)
    }

    pub(super) fn row(&self, number: RowNumber) -> Row<'_> {
        let at = number as usize;
        let lower = entry(&self.names, self.name_starts[at]);
        let Meta { modified_at, slot, licence, package_type } = self.metas[at];
        let name = self.spelt.get(&number).map_or(lower, |spelt| spelt);
        let text = entry(&self.texts, self.text_starts[at]);
        Row { key: Key { lower, name, package_type, slot }, modified_at, licence, text }
    }

    /// The number of the first row whose key is not less than a key.
    pub(super) fn lower_bound(&self, key: Key<'_>) -> RowNumber {
        self.partition(|row| row.key < key)
    }

    /// The number of the first row for which a condition, which holds for all rows before, does not hold.
    pub(super) fn partition(&self, holds: impl Fn(Row<'_>) -> bool) -> RowNumber {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from + (to - from) / 2;
            if holds(self.row(middle)) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }

    /// The row with a key, if there is one.
    pub(super) fn find(&self, key: Key<'_>) -> Option<RowNumber> {
        let number = self.lower_bound(key);
        (number < self.len() && self.row(number).key == key).then_some(number)
    }

    /// The first row from a number on whose name in lower case contains a text.
    pub(super) fn containing(&self, from: RowNumber, text: &Finder<'_>) -> Option<RowNumber> {
        let start = *self.name_starts.get(from as usize)? as usize;
        let at = text.find(&self.names[start..])?;
        Some(self.row_at(start + at))
    }

    /// The last row before a number whose name in lower case contains a text.
    pub(super) fn containing_before(
        &self,
        to: RowNumber,
        text: &FinderRev<'_>,
    ) -> Option<RowNumber> {
        let end = self.name_starts.get(to as usize).map_or(self.names.len(), |end| *end as usize);
        let at = text.rfind(&self.names[..end])?;
        Some(self.row_at(at))
    }

    fn row_at(&self, byte: usize) -> RowNumber {
        let after = self.name_starts.partition_point(|start| *start as usize <= byte);
        RowNumber::try_from(after.saturating_sub(1)).unwrap_or(RowNumber::MAX)
    }

    /// The row at a place in the order of modification.
    pub(super) fn by_modified(&self, place: u32) -> Option<RowNumber> {
        self.by_modified.get(place as usize).copied()
    }

    /// The first place in the order of modification whose row is not before a time and a key.
    pub(super) fn modified_bound(&self, before: impl Fn(Row<'_>) -> bool) -> u32 {
        let place = self.by_modified.partition_point(|number| before(self.row(*number)));
        u32::try_from(place).unwrap_or(u32::MAX)
    }
}

/// The entry of a buffer that begins at a byte.
fn entry(buffer: &[u8], start: u32) -> &str {
    let bytes = &buffer[start as usize..];
    let end = memchr::memchr(END, bytes).unwrap_or(bytes.len());
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

/// Builds a segment from rows in any order.
#[derive(Debug, Default)]
pub(super) struct Builder {
    segment: Segment,
}

impl Builder {
    /// Adds a row. One that would make the buffers too large for their numbers is left out.
    pub(super) fn add(&mut self, row: Row<'_>) {
        let Segment { names, name_starts, spelt, texts, text_starts, metas, .. } =
            &mut self.segment;
        let (Ok(name_start), Ok(text_start), Ok(number)) =
            (u32::try_from(names.len()), u32::try_from(texts.len()), u32::try_from(metas.len()))
        else {
            return;
        };
        name_starts.push(name_start);
        names.extend(row.key.lower.bytes().map(no_end));
        names.push(END);
        if row.key.name != row.key.lower {
            spelt.insert(number, row.key.name.into());
        }
        text_starts.push(text_start);
        texts.extend(row.text.bytes().map(no_end));
        texts.push(END);
        metas.push(Meta {
            modified_at: row.modified_at,
            slot: row.key.slot,
            licence: row.licence,
            package_type: row.key.package_type,
        });
    }

    /// The segment of all rows that were added.
    pub(super) fn finish(self) -> Segment {
        let unsorted = self.segment;
        let mut order: Vec<RowNumber> = (0..unsorted.len()).collect();
        order.sort_unstable_by(|one, other| unsorted.row(*one).key.cmp(&unsorted.row(*other).key));
        let mut sorted = Segment {
            names: Vec::with_capacity(unsorted.names.len()),
            name_starts: Vec::with_capacity(order.len()),
            text_starts: Vec::with_capacity(order.len()),
            metas: Vec::with_capacity(order.len()),
            ..Segment::default()
        };
        for (number, from) in (0..).zip(&order) {
            let row = unsorted.row(*from);
            sorted.name_starts.push(u32::try_from(sorted.names.len()).unwrap_or(u32::MAX));
            sorted.names.extend_from_slice(row.key.lower.as_bytes());
            sorted.names.push(END);
            if row.key.name != row.key.lower {
                sorted.spelt.insert(number, row.key.name.into());
            }
            sorted.text_starts.push(unsorted.text_starts[*from as usize]);
            sorted.metas.push(unsorted.metas[*from as usize]);
        }
        sorted.texts = unsorted.texts;
        sorted.texts.shrink_to_fit();
        let mut by_modified: Vec<RowNumber> = (0..sorted.len()).collect();
        by_modified
            .sort_unstable_by_key(|number| (sorted.metas[*number as usize].modified_at, *number));
        sorted.by_modified = by_modified;
        sorted
    }
}

/// A byte of an entry, which ends none.
const fn no_end(byte: u8) -> u8 {
    if byte == END { b' ' } else { byte }
}

/// The order of modification: by time, and by key among equal ones.
pub(super) fn by_modification(
    (one_at, one): (Timestamp, Key<'_>),
    (other_at, other): (Timestamp, Key<'_>),
) -> Ordering {
    one_at.cmp(&other_at).then_with(|| one.cmp(&other))
}
