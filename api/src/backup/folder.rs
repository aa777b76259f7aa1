//! A folder of backups: files by the digest of their content, and a list of them for each backup.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use age::x25519::Identity;
use serde::{Deserialize, Serialize};

use super::BackupError;
use super::seal::{self, Keys};
use super::snapshot::{self, Snapshot, StoredFile};
use super::stream::{HashReader, copy};

pub(super) const ABOUT: &str = "waybill-backup";
pub(super) const KEY: &str = "key.age";
pub(super) const OBJECTS: &str = "objects";
pub(super) const SNAPSHOTS: &str = "snapshots";
/// Files that are being written; what an interrupted backup left there is removed by the next one.
pub(super) const INCOMING: &str = "incoming";
/// Locked while something in the folder is changed. It can be written, since a network file system may lock no other.
pub(super) const LOCK: &str = "lock";
/// The digest up to which the files of earlier backups were compared last.
pub(super) const COMPARED: &str = "compared";

/// What is true of all backups of a folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct About {
    pub(super) format: u32,
    /// To whom its files are encrypted; they are not if this is empty.
    pub(super) recipients: Vec<String>,
}

/// A folder of backups.
#[derive(Debug)]
pub struct Folder {
    pub(super) root: PathBuf,
    pub(super) about: About,
}

impl Folder {
    /// Opens an existing folder.
    pub fn open(root: &Path) -> Result<Self, BackupError> {
        let path = root.join(ABOUT);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let root = root.display();
                return Err(BackupError::Unusable(format!("{root} is no folder of backups")));
            }
            Err(error) => return Err(BackupError::io(path.display().to_string())(error)),
        };
        let name = path.display().to_string();
        let about: About = serde_json::from_slice(snapshot::checked(&name, &text)?)
            .map_err(|error| BackupError::Damaged(vec![format!("{name}: {error}")]))?;
        if about.format > snapshot::FORMAT {
            return Err(BackupError::Newer(name));
        }
        Ok(Self { root: root.to_owned(), about })
    }

    /// The names of its backups, the oldest first.
    pub fn names(&self) -> Result<Vec<String>, BackupError> {
        let folder = self.root.join(SNAPSHOTS);
        let listing = || BackupError::io(format!("listing {}", folder.display()));
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder).map_err(listing())? {
            let name = entry.map_err(listing())?.file_name().to_string_lossy().into_owned();
            names.extend(name.strip_suffix(".json").map(str::to_owned));
        }
        names.sort();
        Ok(names)
    }

    /// A backup by its name, or the newest one.
    pub fn snapshot(&self, name: Option<&str>) -> Result<Snapshot, BackupError> {
        let names = self.names()?;
        let found = match name {
            Some(name) => names.iter().find(|found| *found == name),
            None => names.last(),
        };
        let Some(name) = found else {
            let root = self.root.display();
            let what = name.map_or("no backup".to_owned(), |name| format!("no backup {name}"));
            return Err(BackupError::Unusable(format!(
                "there is {what} in {root}; see `waybill backup list {root}`"
            )));
        };
        let path = self.list(name);
        let shown = path.display().to_string();
        let text = fs::read(&path).map_err(BackupError::io(shown.clone()))?;
        Snapshot::of_text(&shown, &text)
    }

    /// The path of the list of a backup.
    pub(super) fn list(&self, name: &str) -> PathBuf {
        self.root.join(SNAPSHOTS).join(format!("{name}.json"))
    }

    /// Whether its files are encrypted.
    pub(super) const fn is_sealed(&self) -> bool {
        !self.about.recipients.is_empty()
    }

    /// The secret keys that open its files.
    pub(super) fn identities(&self, keys: &Keys) -> Result<Vec<Identity>, BackupError> {
        if !self.is_sealed() {
            return Ok(Vec::new());
        }
        let locked = fs::read(self.root.join(KEY)).ok();
        keys.identities(locked.as_deref())
    }

    /// The path of a file of a backup.
    pub(super) fn object(&self, file: &StoredFile) -> PathBuf {
        self.root.join(OBJECTS).join(&file.sha256[..2]).join(&file.sha256)
    }

    /// The content of a file, decrypted.
    pub(super) fn content(
        &self,
        file: &StoredFile,
        identities: &[Identity],
    ) -> Result<Box<dyn Read>, String> {
        let stored = File::open(self.object(file)).map_err(|error| error.to_string())?;
        if !self.is_sealed() {
            return Ok(Box::new(stored));
        }
        let stored = BufReader::with_capacity(1 << 20, stored);
        seal::open(identities, stored).map_err(|error| error.to_string())
    }

    /// Compares the stored bytes of a file, for which no key is needed.
    pub(super) fn check(&self, file: &StoredFile) -> Result<(), String> {
        let stored = File::open(self.object(file)).map_err(|error| error.to_string())?;
        let mut stored = HashReader::new(stored);
        copy(&mut stored, &mut io::sink()).map_err(|error| error.to_string())?;
        let expected = file.sealed_sha256.as_ref().unwrap_or(&file.sha256);
        if stored.finish().1 == *expected { Ok(()) } else { Err("it was changed".to_owned()) }
    }

    /// Whether a file is there with the length that its list names.
    pub(super) fn has_length(&self, file: &StoredFile) -> bool {
        let expected = if self.is_sealed() { file.sealed_bytes } else { Some(file.bytes) };
        let found = fs::metadata(self.object(file));
        found.is_ok_and(|found| expected.is_none_or(|expected| expected == found.len()))
    }
}

/// Locks a folder, so that no other process changes it.
pub(super) fn lock(root: &Path) -> Result<File, BackupError> {
    let io = || BackupError::io(format!("locking {}", root.display()));
    let mut options = OpenOptions::new();
    let lock = options.read(true).write(true).create(true).truncate(false).mode(0o600);
    let lock = lock.open(root.join(LOCK)).map_err(io())?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(BackupError::Unusable(format!(
            "another backup is being made in {0}, or {0} is being pruned",
            root.display()
        ))),
        Err(TryLockError::Error(error)) => Err(io()(error)),
    }
}

/// Makes a folder for its owner alone.
pub(super) fn private(folder: &Path) -> Result<(), BackupError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(BackupError::io(folder.display().to_string()))
}

pub(super) fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

/// Replaces a file: after a crash it has either the old content or the new.
pub(super) fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let fresh = path.with_extension("new");
    let mut file = create(&fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&fresh, path)?;
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}
