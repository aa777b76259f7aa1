//! The HEAD file: the checkpoint of the journal, kept outside the store.
//!
//! After a loss the store may open with fewer records than it had, without an error. HEAD reveals that. It is replaced
//! as a whole (a new file, fsync, rename, fsync of the directory), so a reader sees either the old file or the new one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::journal::Checkpoint;

pub(super) const NAME: &str = "HEAD";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    #[serde(flatten)]
    pub(super) checkpoint: Checkpoint,
    /// Whether the journal was closed cleanly after this checkpoint. If not, the open generation is copied before
    /// anything else touches it.
    pub(super) clean: bool,
}

/// Reads HEAD; `None` when the file does not exist.
pub(super) fn read(dir: &Path) -> io::Result<Option<Head>> {
    match fs::read(dir.join(NAME)) {
        Ok(bytes) => {
            let head = serde_json::from_slice(&bytes);
            head.map(Some).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn write(dir: &Path, head: Head) -> io::Result<()> {
    let mut text = serde_json::to_vec(&head)?;
    text.push(b'\n');
    replace(dir, NAME, &text)
}

/// Replaces a file atomically and durably.
pub(super) fn replace(dir: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let unfinished = dir.join(format!("{name}.tmp"));
    let mut file = File::create(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(unfinished, dir.join(name))?;
    sync_dir(dir)
}

/// Makes the entries of a directory durable.
pub(super) fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

/// Creates a directory, and those above it, durably: without its entry in the one above, all of it would be lost.
pub(super) fn make_dir(dir: &Path) -> io::Result<()> {
    if dir.is_dir() {
        return Ok(());
    }
    let parent = dir.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    make_dir(parent)?;
    match fs::create_dir(dir) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => sync_dir(parent),
    }
}
