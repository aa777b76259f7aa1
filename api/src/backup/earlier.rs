//! The files of earlier backups, which a later one uses again if they are whole.
//!
//! The length of each is compared for every backup. Digests are compared of those that are about to be used for content
//! that was read again, and of a part of the others in turn, so that after some backups all of them were compared.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;

use super::BackupError;
use super::folder::{COMPARED, Folder, write_durably};
use super::origin::Origin;
use super::snapshot::StoredFile;

/// Each backup compares at least so many bytes of the earlier ones.
const COMPARED_BYTES_MIN: u64 = 256_000_000;
/// Each backup compares at least this part of the earlier ones.
const COMPARED_PART: u64 = 16;

/// The files of earlier backups.
pub(super) struct Earlier {
    /// By their digest. Ordered, so that they are compared in turn.
    stored: BTreeMap<String, StoredFile>,
    /// Those of the newest backup, by their path.
    newest: HashMap<String, StoredFile>,
    /// The digests of those that were compared or stored by this process.
    whole: HashSet<String>,
    /// The digests of those that are missing or changed.
    damaged: BTreeSet<String>,
    /// The digests of those that were damaged and are whole again.
    mended: BTreeSet<String>,
    /// The digest up to which they were compared.
    compared: String,
}

impl Earlier {
    /// Reads the lists of a folder.
    pub(super) fn read(folder: &Folder) -> Result<Self, BackupError> {
        let (mut stored, mut newest) = (BTreeMap::new(), HashMap::new());
        for name in folder.names()? {
            // One that is damaged is named by `backup verify`, and keeps no other from being made.
            let Ok(snapshot) = folder.snapshot(Some(&name)) else { continue };
            newest.clear();
            for file in snapshot.files {
                stored.insert(file.sha256.clone(), file.clone());
                newest.insert(file.path.clone(), file);
            }
        }
        let compared = fs::read_to_string(folder.root.join(COMPARED)).unwrap_or_default();
        let (whole, damaged, mended) = (HashSet::new(), BTreeSet::new(), BTreeSet::new());
        Ok(Self { stored, newest, whole, damaged, mended, compared })
    }

    /// Compares all lengths, and the digests of a part.
    pub(super) fn compare(&mut self, folder: &Folder) {
        let bytes: u64 = self.stored.values().map(|file| file.bytes).sum();
        self.compare_part(folder, (bytes / COMPARED_PART).max(COMPARED_BYTES_MIN));
    }

    /// Compares all lengths, and the digests of files with so many bytes in total, or of the next one.
    fn compare_part(&mut self, folder: &Folder, bytes_max: u64) {
        let differs = |file: &&StoredFile| !folder.has_length(file);
        self.damaged.extend(self.stored.values().filter(differs).map(|file| file.sha256.clone()));
        let behind = self.stored.range(self.compared.clone()..);
        let before = self.stored.range(..self.compared.clone());
        let (mut bytes, mut last) = (0, None);
        for (sha256, file) in behind.chain(before).filter(|(sha256, _)| **sha256 != self.compared) {
            if self.damaged.contains(sha256) {
                continue;
            }
            if bytes > 0 && bytes + file.bytes > bytes_max {
                break;
            }
            if folder.check(file).is_ok() {
                self.whole.insert(sha256.clone());
            } else {
                self.damaged.insert(sha256.clone());
            }
            bytes += file.bytes;
            last = Some(sha256.clone());
        }
        self.compared = last.unwrap_or_default();
    }

    /// Stores up to where they were compared.
    pub(super) fn keep_place(&self, folder: &Folder) -> std::io::Result<()> {
        write_durably(&folder.root.join(COMPARED), self.compared.as_bytes())
    }

    /// The copy of a file that has not changed since the newest backup.
    pub(super) fn unchanged(&self, path: &str, origin: &Origin) -> Option<StoredFile> {
        let file = self.newest.get(path).filter(|file| file.origin.as_ref() == Some(origin))?;
        let stored = self.stored.get(&file.sha256).filter(|_| !self.damaged.contains(&file.sha256));
        Some(StoredFile { path: path.to_owned(), origin: Some(*origin), ..stored?.clone() })
    }

    /// The copy with this digest, if it is whole.
    pub(super) fn whole(&mut self, folder: &Folder, sha256: &str) -> Option<&StoredFile> {
        let file = self.stored.get(sha256).filter(|_| !self.damaged.contains(sha256))?;
        if !self.whole.contains(sha256) {
            if folder.check(file).is_err() {
                self.damaged.insert(sha256.to_owned());
                return None;
            }
            self.whole.insert(sha256.to_owned());
        }
        Some(file)
    }

    /// Whether earlier backups have a file with this digest, be it whole or not.
    pub(super) fn holds(&self, sha256: &str) -> bool {
        self.stored.contains_key(sha256)
    }

    /// Takes note of a file that was stored, which may replace a damaged one.
    pub(super) fn add(&mut self, file: &StoredFile) {
        if self.damaged.remove(&file.sha256) {
            self.mended.insert(file.sha256.clone());
        }
        self.whole.insert(file.sha256.clone());
        self.stored.insert(file.sha256.clone(), file.clone());
    }

    /// Those that were damaged and were stored again.
    pub(super) fn mended(&self) -> impl Iterator<Item = &StoredFile> {
        self.mended.iter().filter_map(|sha256| self.stored.get(sha256))
    }

    /// Those that are damaged, and whose content is no longer in the data directory.
    pub(super) fn damaged(&self) -> impl Iterator<Item = &StoredFile> {
        self.damaged.iter().filter_map(|sha256| self.stored.get(sha256))
    }
}

#[cfg(test)]
mod tests {
    use waybill_journal::{Checkpoint, Hash};
    use waybill_machines::Timestamp;

    use super::*;
    use crate::backup::collect::Target as _;
    use crate::backup::folder_writer::FolderWriter;
    use crate::backup::seal::NewKeys;
    use crate::backup::snapshot::Snapshot;

    const FILES: usize = 9;

    #[test]
    fn all_files_are_compared_in_turn() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("backups");
        let mut writer = FolderWriter::new(&root, &NewKeys::default()).unwrap();
        let none = Checkpoint { count: 0, streams: 0, last: Hash::ZERO };
        let mut snapshot = Snapshot::new(Timestamp::from_ms(0), none, none);
        for number in 0..FILES {
            let content = vec![u8::try_from(number).unwrap(); 1_000];
            let path = format!("logo/{number}");
            snapshot.files.push(writer.put(&path, &mut content.as_slice(), 1_000, None).unwrap());
        }
        writer.finish(&snapshot).unwrap();
        drop(writer);
        let folder = Folder::open(&root).unwrap();
        for file in &snapshot.files {
            fs::write(folder.object(file), vec![99; 1_000]).unwrap();
        }
        let mut found = BTreeSet::new();
        for turn in 1..=3 {
            let mut earlier = Earlier::read(&folder).unwrap();
            earlier.compare_part(&folder, 3_000);
            earlier.keep_place(&folder).unwrap();
            found.extend(earlier.damaged.clone());
            assert_eq!(found.len(), turn * FILES / 3, "each turn finds others");
        }
    }
}
