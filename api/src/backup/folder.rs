//! A folder of backups: files by the digest of their content, and a list of them for each backup.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use age::x25519::Identity;
use serde::{Deserialize, Serialize};
use waybill_platform::secret::sha256_hex;

use super::BackupError;
use super::collect::Target;
use super::origin::Origin;
use super::seal::{self, Keys, NewKeys};
use super::snapshot::{self, Snapshot, StoredFile};
use super::stream::{HashReader, HashWriter, copy, copy_and_hash};

const ABOUT: &str = "waybill-backup";
const KEY: &str = "key.age";
const OBJECTS: &str = "objects";
const SNAPSHOTS: &str = "snapshots";
/// Files that are being written; what an interrupted backup left there is removed by the next one.
const INCOMING: &str = "incoming";

/// What is true of all backups of a folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct About {
    format: u32,
    /// To whom its files are encrypted; they are not if this is empty.
    recipients: Vec<String>,
}

/// A folder of backups.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    about: About,
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
        let path = self.root.join(SNAPSHOTS).join(format!("{name}.json"));
        let shown = path.display().to_string();
        let text = fs::read(&path).map_err(BackupError::io(shown.clone()))?;
        Snapshot::of_text(&shown, &text)
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
        let mut stored = HashReader::new(BufReader::with_capacity(1 << 20, stored));
        copy(&mut stored, &mut io::sink()).map_err(|error| error.to_string())?;
        let expected = file.sealed_sha256.as_ref().unwrap_or(&file.sha256);
        if stored.finish().1 == *expected { Ok(()) } else { Err("it was changed".to_owned()) }
    }
}

/// A folder to which a backup is added.
pub(super) struct FolderWriter {
    folder: Folder,
    /// Locked as long as the backup is made.
    _lock: File,
    /// The files of earlier backups, by their digest.
    stored: HashMap<String, StoredFile>,
    /// The files of the newest backup, by their path.
    newest: HashMap<String, StoredFile>,
    number: u64,
}

impl FolderWriter {
    /// Opens a folder, or makes one.
    pub(super) fn new(root: &Path, keys: &NewKeys) -> Result<Self, BackupError> {
        let shown = root.display().to_string();
        let io = || BackupError::io(shown.clone());
        if root.join(ABOUT).exists() {
            if !keys.is_none() {
                return Err(BackupError::Unusable(format!(
                    "{shown} has backups already, and new ones are encrypted as they are: leave the options out"
                )));
            }
        } else {
            let is_free = fs::read_dir(root).map_or_else(
                |error| error.kind() == io::ErrorKind::NotFound,
                |entries| entries.flatten().all(|entry| is_unfinished(&entry)),
            );
            if !is_free {
                let text = format!("{shown} is not empty, and is no folder of backups");
                return Err(BackupError::Unusable(text));
            }
            make_folder(root, keys)?;
        }
        let lock = File::open(root.join(ABOUT)).map_err(io())?;
        if lock.try_lock().is_err() {
            let text = format!("another backup is being made in {shown}");
            return Err(BackupError::Unusable(text));
        }
        let incoming = root.join(INCOMING);
        if incoming.exists() {
            fs::remove_dir_all(&incoming).map_err(io())?;
        }
        private(&incoming)?;
        let folder = Folder::open(root)?;
        let (mut stored, mut newest) = (HashMap::new(), HashMap::new());
        for name in folder.names()? {
            // One that is damaged is named by `backup verify`, and keeps no other from being made.
            let Ok(snapshot) = folder.snapshot(Some(&name)) else { continue };
            newest.clear();
            for file in snapshot.files {
                stored.insert(file.sha256.clone(), file.clone());
                newest.insert(file.path.clone(), file);
            }
        }
        Ok(Self { folder, _lock: lock, stored, newest, number: 0 })
    }

    /// An earlier copy that is still there.
    fn earlier(&self, sha256: &str) -> Option<&StoredFile> {
        let file = self.stored.get(sha256)?;
        let found = fs::metadata(self.folder.object(file)).ok()?;
        (self.folder.is_sealed() || found.len() == file.bytes).then_some(file)
    }
}

impl Target for FolderWriter {
    fn unchanged(&self, path: &str, origin: &Origin) -> Option<StoredFile> {
        let file = self.newest.get(path).filter(|file| file.origin.as_ref() == Some(origin))?;
        self.earlier(&file.sha256).map(|_| file.clone())
    }

    fn put(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        _: u64,
        origin: Option<Origin>,
    ) -> Result<StoredFile, BackupError> {
        self.number += 1;
        let incoming = self.folder.root.join(INCOMING).join(self.number.to_string());
        let shown = self.folder.root.display().to_string();
        let io = || BackupError::io(format!("{path} in {shown}"));
        let mut out = create(&incoming).map_err(io())?;
        let (bytes, sha256, sealed_sha256) = if self.folder.is_sealed() {
            let mut content = HashReader::new(content);
            let mut out = HashWriter::new(out);
            let encryptor = seal::encryptor(&self.folder.about.recipients)?;
            let mut sealed = encryptor.wrap_output(&mut out).map_err(io())?;
            copy(&mut content, &mut sealed).map_err(io())?;
            sealed.finish().map_err(io())?;
            let (bytes, sha256) = content.finish();
            (bytes, sha256, Some(out.finish()))
        } else {
            let (bytes, sha256) = copy_and_hash(content, &mut out).map_err(io())?;
            (bytes, sha256, None)
        };
        let path = path.to_owned();
        if let Some(earlier) = self.earlier(&sha256) {
            let file = StoredFile { path, origin, ..earlier.clone() };
            fs::remove_file(&incoming).map_err(io())?;
            return Ok(file);
        }
        let file = StoredFile { path, bytes, sha256, sealed_sha256, origin };
        let object = self.folder.object(&file);
        private(object.parent().unwrap_or(&self.folder.root))?;
        fs::rename(&incoming, &object).map_err(io())?;
        self.stored.insert(file.sha256.clone(), file.clone());
        Ok(file)
    }

    fn restart(&mut self) -> Result<(), BackupError> {
        // What was copied may be used by the next cut.
        Ok(())
    }

    fn finish(&mut self, snapshot: &Snapshot) -> Result<(), BackupError> {
        let io = || BackupError::io(format!("{} in {}", snapshot.name, self.folder.root.display()));
        // All files at once, before the list that says that they are there.
        File::open(&self.folder.root)
            .and_then(|root| Ok(rustix::fs::syncfs(root)?))
            .map_err(io())?;
        let text = snapshot.to_text().map_err(io())?;
        let folder = self.folder.root.join(SNAPSHOTS);
        write_durably(&folder.join(format!("{}.json", snapshot.name)), &text).map_err(io())?;
        fs::remove_dir_all(self.folder.root.join(INCOMING)).map_err(io())
    }
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
        _ => [ABOUT, KEY].into_iter().any(is_own),
    }
}

fn make_folder(root: &Path, keys: &NewKeys) -> Result<(), BackupError> {
    let mut recipients = keys.recipients.clone();
    private(root)?;
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
    let mut text = serde_json::to_vec_pretty(&about).map_err(io::Error::from).map_err(io())?;
    let digest = sha256_hex(&text);
    text.extend_from_slice(format!("\n{digest}\n").as_bytes());
    write_durably(&root.join(ABOUT), &text).map_err(io())
}

fn private(folder: &Path) -> Result<(), BackupError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(BackupError::io(folder.display().to_string()))
}

fn create(path: &Path) -> io::Result<File> {
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
