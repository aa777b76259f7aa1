//! Giving up old backups of a folder, and the files that no backup uses.

use std::collections::HashSet;
use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::BackupError;
use super::folder::{Folder, INCOMING, OBJECTS, SNAPSHOTS, lock};

/// What was removed, or would be.
#[derive(Debug, Default, Serialize)]
pub struct Pruned {
    /// The names of the backups that were given up.
    pub removed: Vec<String>,
    /// The names of those that are left.
    pub kept: Vec<String>,
    /// The number of files that no backup uses.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
}

/// Gives up all backups but the newest ones, if a number is given, and then every file that no backup uses.
///
/// # Errors
///
/// A sentence for the administrator. If the list of a backup that is kept cannot be read, nothing is removed: it is not
/// known which files it needs.
pub fn prune(
    root: &Path,
    keep: Option<NonZeroUsize>,
    is_dry_run: bool,
) -> Result<Pruned, BackupError> {
    let folder = Folder::open(root)?;
    let _lock = lock(root)?;
    let mut kept = folder.names()?;
    let surplus = keep.map_or(0, |keep| kept.len().saturating_sub(keep.get()));
    let removed: Vec<String> = kept.drain(..surplus).collect();
    let mut used = HashSet::new();
    for name in &kept {
        let snapshot = folder.snapshot(Some(name))?;
        used.extend(snapshot.files.into_iter().map(|file| file.sha256));
    }
    let unused = unused(root, &used)?;
    let (files, bytes) = (unused.len() as u64, unused.iter().map(|(_, bytes)| bytes).sum());
    if !is_dry_run {
        // A list is removed durably before the files that it names.
        for name in &removed {
            remove(&folder.list(name))?;
        }
        let lists = root.join(SNAPSHOTS);
        let synced = File::open(&lists).and_then(|lists| lists.sync_all());
        synced.map_err(BackupError::io(lists.display().to_string()))?;
        for (path, _) in &unused {
            remove(path)?;
        }
    }
    Ok(Pruned { removed, kept, files, bytes })
}

/// The files that are in no list, with their sizes.
fn unused(root: &Path, used: &HashSet<String>) -> Result<Vec<(PathBuf, u64)>, BackupError> {
    let mut unused = Vec::new();
    for (folder, _) in entries(&root.join(OBJECTS))?.into_iter().filter(|(path, _)| path.is_dir()) {
        unused.extend(entries(&folder)?.into_iter().filter(|(path, _)| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            // What is not named by a digest was not made by a backup.
            name.is_some_and(|name| is_digest(&name) && !used.contains(&name))
        }));
    }
    let incoming = root.join(INCOMING);
    if incoming.exists() {
        unused.extend(entries(&incoming)?);
    }
    Ok(unused)
}

fn is_digest(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn entries(folder: &Path) -> Result<Vec<(PathBuf, u64)>, BackupError> {
    let listed = fs::read_dir(folder).and_then(|entries| {
        let entry = |entry: fs::DirEntry| Ok((entry.path(), entry.metadata()?.len()));
        entries.map(|found| found.and_then(entry)).collect()
    });
    listed.map_err(BackupError::io(format!("listing {}", folder.display())))
}

fn remove(path: &Path) -> Result<(), BackupError> {
    fs::remove_file(path).map_err(BackupError::io(format!("removing {}", path.display())))
}
