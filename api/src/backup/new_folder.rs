//! Making a folder of backups. One that was interrupted leaves nothing that keeps the next from being made.

use std::fs;
use std::io;
use std::path::Path;

use super::BackupError;
use super::folder::{ABOUT, About, KEY, LOCK, OBJECTS, SNAPSHOTS, private, write_durably};
use super::seal::{self, NewKeys};
use super::snapshot;

/// Whether a directory may become a folder of backups: it holds nothing else.
pub(super) fn is_free(root: &Path) -> bool {
    fs::read_dir(root).map_or_else(
        |error| error.kind() == io::ErrorKind::NotFound,
        |entries| entries.flatten().all(|entry| is_unfinished(&entry)),
    )
}

/// Whether a file in a folder without `waybill-backup` may be left of making one, which was interrupted.
fn is_unfinished(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let is_own = |own: &str| {
        let fresh = Path::new(own).with_extension("new");
        name == own || name == fresh.as_os_str()
    };
    let is_empty = |path| fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    match entry.file_type() {
        Ok(kind) if kind.is_dir() => {
            [OBJECTS, SNAPSHOTS].into_iter().any(is_own) && is_empty(entry.path())
        }
        _ => [ABOUT, KEY, LOCK].into_iter().any(is_own),
    }
}

/// Makes a folder of backups in a directory that is locked. The file that makes it one is written last.
pub(super) fn make(root: &Path, keys: &NewKeys) -> Result<(), BackupError> {
    let mut recipients = keys.recipients.clone();
    for folder in [OBJECTS, SNAPSHOTS] {
        private(&root.join(folder))?;
    }
    let io = || BackupError::io(root.display().to_string());
    if let Some(passphrase) = keys.passphrase()? {
        let (recipient, locked) = seal::new_key(passphrase)?;
        write_durably(&root.join(KEY), &locked).map_err(io())?;
        recipients.push(recipient);
    }
    if !recipients.is_empty() {
        seal::encryptor(&recipients)?;
    }
    let about = About { format: snapshot::FORMAT, recipients };
    let text = snapshot::text_of(&about).map_err(io())?;
    write_durably(&root.join(ABOUT), &text).map_err(io())
}
