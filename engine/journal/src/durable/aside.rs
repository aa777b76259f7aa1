//! Copying an open generation before sled touches it.
//!
//! sled repairs what it opens by writing to it in place, and can lose records by that. Hard links would share those
//! writes, so this is a real copy: `fs::copy` lets the file system share blocks where it can (reflinks) and copies
//! bytes where it cannot.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::head_file::{self, make_dir, replace, sync_dir};

/// How many copies of earlier times are kept, each of one generation or a few.
const KEPT_MAX: u32 = 8;

/// The directory that holds the copies.
pub(super) fn dir_of(journal: &Path) -> PathBuf {
    journal.join("aside")
}

/// The copy of a generation.
pub(super) fn copy_of(journal: &Path, generation: &Path) -> PathBuf {
    dir_of(journal).join(generation.file_name().unwrap_or_default())
}

/// The directory that holds the bytes of an open generation as they were when the journal was last in use: its copy, if
/// an opening has failed since.
pub(super) fn source_of(journal: &Path, generation: &Path) -> io::Result<PathBuf> {
    let copy = copy_of(journal, generation);
    let is_valid = copy.exists() && !is_stale(journal)?;
    Ok(if is_valid { copy } else { generation.to_owned() })
}

/// Whether the copies are of another time than the journal, such as those that lie beside a restored backup. HEAD does
/// not change in an opening that fails, and the copies are kept with the HEAD of their time; only those that an older
/// build has made are without.
fn is_stale(journal: &Path) -> io::Result<bool> {
    let head = read_head(&dir_of(journal))?;
    Ok(head.is_some() && head != read_head(journal)?)
}

fn read_head(dir: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(dir.join(head_file::NAME)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Moves copies of another time to those that are kept. Returns the directory that holds them, if there were any.
pub(super) fn move_stale(journal: &Path) -> io::Result<Option<PathBuf>> {
    if is_stale(journal)? { keep_for_good(journal).map(Some) } else { Ok(None) }
}

/// Keeps HEAD with the copies, before the first of them.
pub(super) fn keep_head(journal: &Path) -> io::Result<()> {
    let dir = dir_of(journal);
    if dir.exists() {
        return Ok(());
    }
    match read_head(journal)? {
        Some(head) => {
            make_dir(&dir)?;
            replace(&dir, head_file::NAME, &head)
        }
        None => Ok(()),
    }
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
    keep_head(journal)?;
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

/// Keeps the copies beside those of earlier times, of which the oldest gives way if there are many. Returns the
/// directory that holds them.
pub(super) fn keep_for_good(journal: &Path) -> io::Result<PathBuf> {
    let later = (2..=KEPT_MAX).map(|number| journal.join(format!("torn-{number}")));
    let names: Vec<PathBuf> = std::iter::once(journal.join("torn")).chain(later).collect();
    let to = match names.iter().find(|name| !name.exists()) {
        Some(free) => free,
        None => {
            let modified =
                |name: &&PathBuf| fs::metadata(name).and_then(|data| data.modified()).ok();
            let oldest = names.iter().min_by_key(modified).unwrap_or(&names[0]);
            fs::remove_dir_all(oldest)?;
            oldest
        }
    };
    fs::rename(dir_of(journal), to)?;
    sync_dir(journal)?;
    Ok(to.clone())
}

/// Removes the copies once the journal has opened with all its records.
pub(super) fn forget(journal: &Path) -> io::Result<()> {
    let dir = dir_of(journal);
    if dir.exists() { fs::remove_dir_all(dir) } else { Ok(()) }
}
