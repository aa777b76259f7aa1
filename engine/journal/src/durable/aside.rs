//! Copying an open generation before sled touches it.
//!
//! sled repairs what it opens by writing to it in place, and can lose records by that. Hard links would share those
//! writes, so this is a real copy: `fs::copy` lets the file system share blocks where it can (reflinks) and copies
//! bytes where it cannot.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::head_file::sync_dir;

/// The directory that holds the copies.
pub(super) fn dir_of(journal: &Path) -> PathBuf {
    journal.join("aside")
}

/// The copy of a generation.
pub(super) fn copy_of(journal: &Path, generation: &Path) -> PathBuf {
    dir_of(journal).join(generation.file_name().unwrap_or_default())
}

/// Total size of a directory's files in bytes.
pub(super) fn bytes_of(dir: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes += if metadata.is_dir() { bytes_of(&entry.path())? } else { metadata.len() };
    }
    Ok(bytes)
}

/// Copies a generation. An existing copy is kept: it was made before an opening that failed, and may hold more records
/// than that opening left.
pub(super) fn keep(journal: &Path, generation: &Path) -> io::Result<PathBuf> {
    let dir = dir_of(journal);
    let name = generation.file_name().unwrap_or_default();
    let (copy, unfinished) = (dir.join(name), dir.join("unfinished"));
    if copy.exists() {
        return Ok(copy);
    }
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    copy_dir(generation, &unfinished)?;
    fs::rename(&unfinished, &copy)?;
    sync_dir(&dir)?;
    Ok(copy)
}

/// Copies a directory with everything in it, durably.
pub(super) fn copy_dir(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_dir(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
            File::open(&target)?.sync_all()?;
        }
    }
    sync_dir(to)
}

/// The directory of the copies that are kept since the journal opened without all that they hold.
fn torn(journal: &Path) -> PathBuf {
    journal.join("torn")
}

/// Keeps the copies for good, in the place of those of an earlier time. Returns the directory that holds them.
pub(super) fn keep_for_good(journal: &Path) -> io::Result<PathBuf> {
    let (from, to) = (dir_of(journal), torn(journal));
    if to.exists() {
        fs::remove_dir_all(&to)?;
    }
    fs::rename(from, &to)?;
    sync_dir(journal)?;
    Ok(to)
}

/// Removes the copies once the journal has opened with all its records.
pub(super) fn forget(journal: &Path) -> io::Result<()> {
    let dir = dir_of(journal);
    if dir.exists() { fs::remove_dir_all(dir) } else { Ok(()) }
}
