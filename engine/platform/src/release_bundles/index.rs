//! Which lists contain a checksum: a view of the lists that is rebuilt from them when it is missing.
//!
//! It consists of a file of sorted entries of fixed length, for binary search, and a short sorted tail in memory with
//! the newer entries. An entry holds only the beginning of a checksum, so each match has to be compared with the list
//! that it refers to.

mod base;

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use waybill_machines::rules::release_bundles::{Checksum, ChecksumKind};

use super::{Artifact, BundleError};
use crate::secret::unhex;
pub(super) use base::Base;

/// How many bytes of a checksum an entry holds.
const KEY_BYTES: usize = 11;
/// The length of an entry: the kind, the key, the number of the list, the offset of the artifact's line.
const ENTRY_BYTES: usize = 1 + KEY_BYTES + 4 + 4;
/// With more entries than this the tail is merged into the file: six megabytes.
const TAIL_MAX: usize = 300_000;

/// One checksum of one artifact. Entries are ordered by their bytes.
type Entry = [u8; ENTRY_BYTES];

fn entry(kind: ChecksumKind, checksum: &[u8], list: u32, offset: u32) -> Entry {
    let mut entry = [0; ENTRY_BYTES];
    entry[0] = kind as u8;
    entry[1..=KEY_BYTES].copy_from_slice(&checksum[..KEY_BYTES]);
    entry[KEY_BYTES + 1..][..4].copy_from_slice(&list.to_be_bytes());
    entry[KEY_BYTES + 5..].copy_from_slice(&offset.to_be_bytes());
    entry
}

/// The place of an artifact that may have the checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The number of its list.
    pub list: u32,
    /// The offset of its line in bytes.
    pub offset: u32,
}

fn candidate(entry: &Entry) -> Candidate {
    let number = |at: usize| {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&entry[at..at + 4]);
        u32::from_be_bytes(bytes)
    };
    Candidate { list: number(KEY_BYTES + 1), offset: number(KEY_BYTES + 5) }
}

/// The prefix of the entries for a checksum.
struct Key([u8; 1 + KEY_BYTES]);

impl Key {
    fn of(checksum: &Checksum) -> Option<Self> {
        // An MD5 has 32 digits, and every other checksum has more.
        let start: [u8; KEY_BYTES] = unhex(checksum.digits.get(..2 * KEY_BYTES)?)?;
        let mut key = [0; 1 + KEY_BYTES];
        key[0] = checksum.kind as u8;
        key[1..].copy_from_slice(&start);
        Some(Self(key))
    }

    fn compare(&self, entry: &Entry) -> Ordering {
        entry[..=KEY_BYTES].cmp(&self.0)
    }
}

/// The index. It numbers lists in the order in which they were added.
pub(super) struct Index {
    folder: PathBuf,
    /// The digests of the lists, by number.
    lists: Vec<[u8; 32]>,
    base: Option<Base>,
    tail: Vec<Entry>,
}

/// The entries of a list that is to be added.
pub(super) struct Fresh {
    digest: [u8; 32],
    number: u32,
    entries: Vec<Entry>,
}

impl Fresh {
    /// Adds one artifact.
    pub(super) fn add(&mut self, offset: u32, artifact: &Artifact) {
        for kind in ChecksumKind::ALL {
            self.entries.push(entry(kind, artifact.checksum(kind), self.number, offset));
        }
    }
}

impl Index {
    /// Opens the index in a folder. If half of the lists in it no longer exist, it is discarded as a whole.
    pub(super) fn open(
        folder: &Path,
        exists: impl Fn(&[u8; 32]) -> bool,
    ) -> Result<Self, BundleError> {
        crate::vault::files::private_directory(folder)?;
        let found = Base::open(folder).filter(|(_, lists)| {
            let gone = lists.iter().filter(|digest| !exists(digest)).count();
            gone == 0 || 2 * gone < lists.len()
        });
        let (base, lists) =
            found.map_or_else(Default::default, |(base, lists)| (Some(base), lists));
        Ok(Self { folder: folder.to_owned(), lists, base, tail: Vec::new() })
    }

    /// The digests of the lists in the index, by number: also of lists that were removed since.
    pub(super) fn lists(&self) -> &[[u8; 32]] {
        &self.lists
    }

    /// An empty list, to be filled and added with [`Index::put`] before the next one.
    pub(super) fn next(&self, digest: [u8; 32]) -> Result<Fresh, BundleError> {
        let too_many = |_| BundleError::Defect("there are more lists than can be numbered");
        let number = u32::try_from(self.lists.len()).map_err(too_many)?;
        Ok(Fresh { digest, number, entries: Vec::new() })
    }

    /// Whether a list is in the index.
    pub(super) fn has(&self, digest: &[u8; 32]) -> bool {
        self.lists.contains(digest)
    }

    /// Adds a list, which is found only after [`Index::settle`]: many lists are sorted at once.
    pub(super) fn put(&mut self, fresh: Fresh) {
        self.lists.push(fresh.digest);
        self.tail.extend(fresh.entries);
    }

    /// Makes added lists searchable.
    #[allow(clippy::stable_sort_primitive, reason = "this one merges what is sorted already")]
    pub(super) fn settle(&mut self) {
        self.tail.sort();
    }

    /// How many entries are in memory only.
    pub(super) fn unwritten(&self) -> usize {
        self.tail.len()
    }

    /// Whether the tail should be merged into the file.
    pub(super) fn is_long(&self) -> bool {
        self.tail.len() > TAIL_MAX
    }

    /// Writes a file with all settled entries, for the next start. Lookups may continue meanwhile.
    pub(super) fn write(&self) -> Result<Base, BundleError> {
        Base::merge(&self.folder, self.base.as_ref(), &self.tail, &self.lists)
    }

    /// Uses the new file instead of the entries in memory.
    pub(super) fn replace(&mut self, base: Base) {
        self.base = Some(base);
        self.tail = Vec::new();
    }

    /// Visits the artifacts that may have a checksum, until the visitor stops.
    pub(super) fn find(
        &self,
        checksum: &Checksum,
        mut visit: impl FnMut(Candidate) -> Result<bool, BundleError>,
    ) -> Result<(), BundleError> {
        let Some(key) = Key::of(checksum) else { return Ok(()) };
        let first = self.tail.partition_point(|entry| key.compare(entry).is_lt());
        for entry in self.tail[first..].iter().take_while(|entry| key.compare(entry).is_eq()) {
            if !visit(candidate(entry))? {
                return Ok(());
            }
        }
        match &self.base {
            Some(base) => base.find(&key, |entry| visit(candidate(entry))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::secret::hex;

    fn artifact(number: u32) -> Artifact {
        Artifact::read(format!("file-{number}"), &number.to_be_bytes()[..]).unwrap()
    }

    fn found(index: &Index, number: u32, kind: ChecksumKind) -> BTreeSet<(u32, u32)> {
        let digits = hex(artifact(number).checksum(kind));
        let mut found = BTreeSet::new();
        let visit = |candidate: Candidate| {
            found.insert((candidate.list, candidate.offset));
            Ok(true)
        };
        index.find(&Checksum { kind, digits }, visit).unwrap();
        found
    }

    fn take(index: &mut Index, list: u8, numbers: std::ops::Range<u32>) {
        let mut fresh = index.next([list; 32]).unwrap();
        numbers.for_each(|number| fresh.add(number * 100, &artifact(number)));
        index.put(fresh);
        index.settle();
    }

    fn fold(index: &mut Index) {
        let base = index.write().unwrap();
        index.replace(base);
    }

    /// covers: [CHK-01]
    #[test]
    fn entries_in_the_file_and_in_memory_are_found_even_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let mut index = Index::open(folder.path(), |_| true).unwrap();
        take(&mut index, 1, 0..500);
        fold(&mut index);
        take(&mut index, 2, 400..600);
        let both = BTreeSet::from([(0, 45_000), (1, 45_000)]);
        for kind in ChecksumKind::ALL {
            assert_eq!(found(&index, 450, kind), both);
            assert_eq!(found(&index, 3, kind), BTreeSet::from([(0, 300)]));
            assert_eq!(found(&index, 599, kind), BTreeSet::from([(1, 59_900)]));
            assert_eq!(found(&index, 600, kind), BTreeSet::new());
        }
        fold(&mut index);
        let again = Index::open(folder.path(), |_| true).unwrap();
        assert_eq!(again.lists(), [[1; 32], [2; 32]]);
        assert_eq!(found(&again, 450, ChecksumKind::Md5), both);
        let other = Index::open(folder.path(), |digest| *digest == [1; 32]).unwrap();
        assert_eq!(other.lists(), [[0; 32]; 0]);
        assert_eq!(found(&other, 450, ChecksumKind::Md5), BTreeSet::new());
    }

    #[test]
    fn a_truncated_or_foreign_file_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let mut index = Index::open(folder.path(), |_| true).unwrap();
        take(&mut index, 1, 0..50);
        fold(&mut index);
        let file = folder.path().join(base::FILE);
        let whole = std::fs::read(&file).unwrap();
        for broken in [&whole[..whole.len() - 1], &whole[..10], &[], &whole[1..]] {
            std::fs::write(&file, broken).unwrap();
            assert!(Index::open(folder.path(), |_| true).unwrap().lists().is_empty());
        }
    }
}
