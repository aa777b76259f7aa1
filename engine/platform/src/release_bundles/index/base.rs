//! The file of the index: a header with the lists that are in it, followed by the sorted entries.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::{ENTRY_BYTES, Entry, Key};
use crate::release_bundles::{BundleError, failed};
use crate::vault::files;

/// Its name.
pub(super) const FILE: &str = "checksums";
/// Its first bytes. The number at the end is the version of the format.
const MAGIC: &[u8; 8] = b"WBCHKS01";

/// An open file.
pub(in crate::release_bundles) struct Base {
    file: File,
    /// The offset of the entries.
    start: u64,
    /// Number of entries.
    entries: u64,
}

impl Base {
    /// Opens the file, and returns the lists that are in it. `None` when it is missing or incomplete.
    pub(super) fn open(folder: &Path) -> Option<(Self, Vec<[u8; 32]>)> {
        let file = File::open(folder.join(FILE)).ok()?;
        let mut head = BufReader::new(&file);
        let mut magic = [0; 8];
        head.read_exact(&mut magic).ok().filter(|()| magic == *MAGIC)?;
        let (mut lists, mut entries) = ([0; 8], [0; 8]);
        head.read_exact(&mut lists).ok()?;
        head.read_exact(&mut entries).ok()?;
        let (count, entries) = (u64::from_be_bytes(lists), u64::from_be_bytes(entries));
        let start = count.checked_mul(32)?.checked_add(24)?;
        let length = entries.checked_mul(ENTRY_BYTES as u64)?.checked_add(start)?;
        if file.metadata().ok()?.len() != length {
            return None;
        }
        let mut lists = vec![[0; 32]; usize::try_from(count).ok()?];
        lists.iter_mut().try_for_each(|digest| head.read_exact(digest)).ok()?;
        Some((Self { file, start, entries }, lists))
    }

    /// Merges this file and further sorted entries into a new file, which replaces it.
    pub(super) fn merge(
        folder: &Path,
        old: Option<&Self>,
        further: &[Entry],
        lists: &[[u8; 32]],
    ) -> Result<Self, BundleError> {
        let entries = old.map_or(0, |old| old.entries) + further.len() as u64;
        let start = 24 + 32 * lists.len() as u64;
        let (unfinished, file) = files::unfinished(folder)?;
        let written = (|| {
            let mut writer = BufWriter::with_capacity(256 * 1_024, file);
            writer.write_all(MAGIC)?;
            writer.write_all(&(lists.len() as u64).to_be_bytes())?;
            writer.write_all(&entries.to_be_bytes())?;
            lists.iter().try_for_each(|digest| writer.write_all(digest))?;
            let mut further = further.iter().peekable();
            if let Some(old) = old {
                old.each(|entry| {
                    while let Some(earlier) = further.next_if(|earlier| *earlier <= entry) {
                        writer.write_all(earlier)?;
                    }
                    writer.write_all(entry)
                })?;
            }
            further.try_for_each(|entry| writer.write_all(entry))?;
            let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all().map(|()| file)
        })();
        let taken = written.map_err(failed("writing the index of checksums")).and_then(|file| {
            files::take_its_place(&unfinished, &folder.join(FILE))?;
            Ok(Self { file, start, entries })
        });
        if taken.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
        taken
    }

    /// Visits all entries in order.
    fn each(&self, mut visit: impl FnMut(&Entry) -> io::Result<()>) -> io::Result<()> {
        const PORTION: usize = 4_096;
        let mut bytes = vec![0; PORTION * ENTRY_BYTES];
        let mut at = 0;
        while at < self.entries {
            let count = PORTION.min(usize::try_from(self.entries - at).unwrap_or(PORTION));
            let portion = &mut bytes[..count * ENTRY_BYTES];
            self.file.read_exact_at(portion, self.place(at))?;
            for entry in portion.as_chunks().0 {
                visit(entry)?;
            }
            at += count as u64;
        }
        Ok(())
    }

    /// Visits the entries of a key, until the visitor stops.
    pub(super) fn find(
        &self,
        key: &Key,
        mut visit: impl FnMut(&Entry) -> Result<bool, BundleError>,
    ) -> Result<(), BundleError> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            if key.compare(&self.entry(middle)?).is_lt() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for at in low..self.entries {
            let entry = self.entry(at)?;
            if !key.compare(&entry).is_eq() || !visit(&entry)? {
                break;
            }
        }
        Ok(())
    }

    fn entry(&self, at: u64) -> Result<Entry, BundleError> {
        let mut entry = [0; ENTRY_BYTES];
        self.file
            .read_exact_at(&mut entry, self.place(at))
            .map_err(failed("reading the index of checksums"))?;
        Ok(entry)
    }

    const fn place(&self, at: u64) -> u64 {
        self.start + at * ENTRY_BYTES as u64
    }
}
