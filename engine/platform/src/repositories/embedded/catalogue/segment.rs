//! The sorted part of the index in memory. It never changes: what changed since is in [`super::fresh`].

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::sieve::{Sieve, Sought};

/// The number of a repository within the index.
pub(super) type Slot = u32;
/// The number of a row: rows are numbered in their order.
pub(super) type RowNumber = u32;

/// Ends each name and each text in the buffers. Neither can contain it.
const END: u8 = b'\n';

/// What rows are sorted and distinguished by.
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
    /// The number of its folder in relation to its name.
    pub(super) folder: u32,
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

/// What is known of a row beside its texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meta {
    pub(super) modified_at: Timestamp,
    pub(super) slot: Slot,
    pub(super) licence: u32,
    folder: u32,
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
    /// The texts in the order of the rows.
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

    /// How much memory it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let numbers = [&self.name_starts, &self.text_starts, &self.by_modified];
        let numbers: usize = numbers.iter().map(|numbers| numbers.capacity()).sum();
        let spelt: usize = self.spelt.values().map(|name| name.len()).sum();
        self.names.capacity()
            + self.texts.capacity()
            + numbers * size_of::<u32>()
            + self.metas.capacity() * size_of::<Meta>()
            + self.spelt.capacity() * size_of::<(RowNumber, Box<str>)>()
            + spelt
    }

    pub(super) fn row(&self, number: RowNumber) -> Row<'_> {
        let at = number as usize;
        let Meta { modified_at, licence, folder, .. } = self.metas[at];
        let text = entry(&self.texts, &self.text_starts, at);
        Row { key: self.key(number), modified_at, licence, folder, text }
    }

    /// The key of a row.
    pub(super) fn key(&self, number: RowNumber) -> Key<'_> {
        let at = number as usize;
        let lower = entry(&self.names, &self.name_starts, at);
        let name = self.spelt.get(&number).map_or(lower, |spelt| spelt);
        let Meta { slot, package_type, .. } = self.metas[at];
        Key { lower, name, package_type, slot }
    }

    /// What is known of a row beside its texts.
    pub(super) fn meta(&self, number: RowNumber) -> &Meta {
        &self.metas[number as usize]
    }

    /// The number of the first row whose key is not less than a key.
    pub(super) fn lower_bound(&self, key: Key<'_>) -> RowNumber {
        self.partition(|known| known < key)
    }

    /// The number of the first row for whose key a condition, which holds for all rows before, does not hold.
    pub(super) fn partition(&self, holds: impl Fn(Key<'_>) -> bool) -> RowNumber {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from + (to - from) / 2;
            if holds(self.key(middle)) {
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
        (number < self.len() && self.key(number) == key).then_some(number)
    }

    /// The first of some rows that passes a sieve.
    pub(super) fn first(&self, rows: Range<RowNumber>, sieve: &Sieve) -> Option<RowNumber> {
        let Range { mut start, end } = rows;
        while start < end {
            let mut next = start;
            if let Some(sought) = &sieve.name {
                next = self.names().first(next..end, sought)?;
            }
            if let Some(sought) = &sieve.text {
                let with_text = self.texts().first(next..end, sought)?;
                if with_text > next && sieve.name.is_some() {
                    start = with_text;
                    continue;
                }
                next = with_text;
            }
            if sieve.passes(self.meta(next)) {
                return Some(next);
            }
            start = next + 1;
        }
        None
    }

    /// The last of some rows that passes a sieve.
    pub(super) fn last(&self, rows: Range<RowNumber>, sieve: &Sieve) -> Option<RowNumber> {
        let Range { start, mut end } = rows;
        while start < end {
            let mut last = end - 1;
            if let Some(sought) = &sieve.name {
                last = self.names().last(start..last + 1, sought)?;
            }
            if let Some(sought) = &sieve.text {
                let with_text = self.texts().last(start..last + 1, sought)?;
                if with_text < last && sieve.name.is_some() {
                    end = with_text + 1;
                    continue;
                }
                last = with_text;
            }
            if sieve.passes(self.meta(last)) {
                return Some(last);
            }
            end = last;
        }
        None
    }

    fn names(&self) -> Entries<'_> {
        Entries { buffer: &self.names, starts: &self.name_starts }
    }

    fn texts(&self) -> Entries<'_> {
        Entries { buffer: &self.texts, starts: &self.text_starts }
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

/// The entries of a buffer by the numbers of their rows, in which texts are looked for.
#[derive(Clone, Copy)]
struct Entries<'a> {
    buffer: &'a [u8],
    starts: &'a [u32],
}

impl Entries<'_> {
    /// The bytes of some rows.
    fn bytes(self, rows: &Range<RowNumber>) -> Range<usize> {
        let start = |row: RowNumber| self.starts.get(row as usize).map(|start| *start as usize);
        let end = self.buffer.len();
        start(rows.start).unwrap_or(end)..start(rows.end).unwrap_or(end)
    }

    /// The first of some rows whose entry contains a text, which is not empty.
    fn first(self, rows: Range<RowNumber>, sought: &Sought) -> Option<RowNumber> {
        let bytes = self.bytes(&rows);
        let at = sought.first_in(&self.buffer[bytes.clone()])?;
        Some(self.row_at(bytes.start + at))
    }

    /// The last of some rows whose entry contains a text, which is not empty.
    fn last(self, rows: Range<RowNumber>, sought: &Sought) -> Option<RowNumber> {
        let bytes = self.bytes(&rows);
        let at = sought.last_in(&self.buffer[bytes.clone()])?;
        Some(self.row_at(bytes.start + at))
    }

    fn row_at(self, byte: usize) -> RowNumber {
        let after = self.starts.partition_point(|start| *start as usize <= byte);
        RowNumber::try_from(after.saturating_sub(1)).unwrap_or(RowNumber::MAX)
    }
}

/// An entry of a buffer, without its end.
fn entry<'a>(buffer: &'a [u8], starts: &[u32], at: usize) -> &'a str {
    let after = starts.get(at + 1).map_or(buffer.len(), |after| *after as usize);
    let bytes = buffer.get(starts[at] as usize..after.saturating_sub(1)).unwrap_or_default();
    std::str::from_utf8(bytes).unwrap_or_default()
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
            folder: row.folder,
            package_type: row.key.package_type,
        });
    }

    /// The segment of all rows that were added.
    pub(super) fn finish(self) -> Segment {
        let mut unsorted = self.segment;
        let mut order: Vec<RowNumber> = (0..unsorted.len()).collect();
        order.sort_unstable_by(|one, other| unsorted.key(*one).cmp(&unsorted.key(*other)));
        let (names, name_starts) = sorted(&unsorted.names, &unsorted.name_starts, &order);
        // What is sorted is no longer needed as it was: a large index is not to be in memory twice.
        (unsorted.names, unsorted.name_starts) = Default::default();
        let (texts, text_starts) = sorted(&unsorted.texts, &unsorted.text_starts, &order);
        (unsorted.texts, unsorted.text_starts) = Default::default();
        let metas: Vec<Meta> = order.iter().map(|from| unsorted.metas[*from as usize]).collect();
        let places = (0..).zip(&order);
        let spelt =
            places.filter_map(|(number, from)| Some((number, unsorted.spelt.remove(from)?)));
        let spelt = spelt.collect();
        let mut by_modified = order;
        by_modified.sort_unstable_by_key(|number| (metas[*number as usize].modified_at, *number));
        Segment { names, name_starts, spelt, texts, text_starts, metas, by_modified }
    }
}

/// The entries of a buffer in another order, and where they begin.
fn sorted(buffer: &[u8], starts: &[u32], order: &[RowNumber]) -> (Vec<u8>, Vec<u32>) {
    let mut sorted = (Vec::with_capacity(buffer.len()), Vec::with_capacity(order.len()));
    for from in order {
        sorted.1.push(u32::try_from(sorted.0.len()).unwrap_or(u32::MAX));
        sorted.0.extend_from_slice(entry(buffer, starts, *from as usize).as_bytes());
        sorted.0.push(END);
    }
    sorted
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
