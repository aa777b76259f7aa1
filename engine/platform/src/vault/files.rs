//! Files that are intact after a crash, and that only their owner may read.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::VaultError;
use crate::secret::{hex, random};

/// Prefix of temporary files; one that is found at opening was never finished.
const UNFINISHED: &str = ".tmp-";

pub(crate) fn failed(what: &'static str) -> impl FnOnce(io::Error) -> VaultError {
    move |error| VaultError::Io { what, why: error.kind().to_string() }
}

/// Creates a directory for its owner alone, or restricts the rights of an existing one.
pub(crate) fn private_directory(path: &Path) -> Result<(), VaultError> {
    make_private(path).map_err(failed("making a directory of the vault"))?;
    let narrow = fs::Permissions::from_mode(0o700);
    fs::set_permissions(path, narrow).map_err(failed("narrowing the rights of the vault"))?;
    for entry in fs::read_dir(path).map_err(failed("listing a directory of the vault"))? {
        let entry = entry.map_err(failed("listing a directory of the vault"))?;
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            fs::remove_file(entry.path()).map_err(failed("removing an unfinished file"))?;
        }
    }
    Ok(())
}

/// Creates a directory, and those above it, durably: without its entry in the one above, the files in it would be lost.
fn make_private(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let above = path.parent().filter(|above| !above.as_os_str().is_empty());
    let above = above.unwrap_or(Path::new("."));
    make_private(above)?;
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => File::open(above)?.sync_all(),
    }
}

/// Whether users other than its owner may read a file.
pub(crate) fn others_may_read(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

/// Writes a file atomically: after a crash there is the old one or the new one, never a part.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), VaultError> {
    let directory = path.parent().expect("every file of the vault is in a directory");
    let (unfinished, mut file) = unfinished(directory)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    let written = written.map_err(failed("writing a file of the vault"));
    let taken = written.and_then(|()| take_its_place(&unfinished, path));
    if taken.is_err() {
        // If it cannot be removed now, the next opening does it.
        let _ = fs::remove_file(&unfinished);
    }
    taken
}

/// A temporary file, to be renamed; if that does not happen, the next opening of its directory removes it.
pub(crate) fn unfinished(directory: &Path) -> Result<(PathBuf, File), VaultError> {
    let path = directory.join(format!("{UNFINISHED}{}", hex(&random::<8>())));
    let made = private_file().create_new(true).read(true).write(true).open(&path);
    Ok((path, made.map_err(failed("writing a file of the vault"))?))
}

/// Renames a temporary file that is written and synced, durably.
pub(crate) fn take_its_place(unfinished: &Path, path: &Path) -> Result<(), VaultError> {
    fs::rename(unfinished, path).map_err(failed("writing a file of the vault"))?;
    sync_directory(path.parent().expect("every file of the vault is in a directory"))
}

/// Appends to a file and waits until that is durable. Returns the file's length before.
pub(crate) fn append(path: &Path, bytes: &[u8]) -> Result<u64, VaultError> {
    let is_new = !path.exists();
    let appended = (|| {
        let mut file = private_file().create(true).append(true).open(path)?;
        let before = file.metadata()?.len();
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        if written.is_err() {
            // A torn frame would hide every later one, so a partial write is undone.
            file.set_len(before)?;
        }
        written.map(|()| before)
    })();
    let before = appended.map_err(failed("appending to a file of the vault"))?;
    if is_new {
        sync_directory(path.parent().expect("every file of the vault is in a directory"))?;
    }
    Ok(before)
}

/// Removes a file durably. A file that does not exist counts as removed.
pub(crate) fn remove(path: &Path) -> Result<(), VaultError> {
    match fs::remove_file(path) {
        Ok(()) => sync_directory(path.parent().expect("a file is in a directory")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failed("removing a file of the vault")(error)),
    }
}

/// Reads a file; `None` when it does not exist.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, VaultError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed("reading a file of the vault")(error)),
    }
}

/// The names of the files of a directory.
pub(crate) fn names(path: &Path) -> Result<Vec<String>, VaultError> {
    let listing = || failed("listing a directory of the vault");
    let entries = fs::read_dir(path).map_err(listing())?;
    let name = |entry: io::Result<fs::DirEntry>| {
        entry.map(|entry| entry.file_name().to_string_lossy().into_owned())
    };
    entries.map(name).collect::<Result<_, _>>().map_err(listing())
}

/// The names of the files of a directory; empty when it does not exist.
pub(crate) fn names_if_any(path: &Path) -> Result<Vec<String>, VaultError> {
    if path.exists() { names(path) } else { Ok(Vec::new()) }
}

fn sync_directory(path: &Path) -> Result<(), VaultError> {
    let synced = File::open(path).and_then(|directory| directory.sync_all());
    synced.map_err(failed("making a change of the vault durable"))
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}
