//! Adding a backup to a folder.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

use super::BackupError;
use super::collect::{Findings, Target};
use super::earlier::Earlier;
use super::folder::{ABOUT, Folder, INCOMING, create, lock, private, write_durably};
use super::new_folder;
use super::origin::Origin;
use super::paced::PacedFile;
use super::seal::{self, NewKeys};
use super::snapshot::{self, Snapshot, StoredFile};
use super::stream::{HashReader, HashWriter, copy};

/// A folder to which a backup is added.
pub(super) struct FolderWriter {
    folder: Folder,
    /// Held as long as the backup is made.
    _lock: File,
    earlier: Earlier,
    number: u64,
    /// Files of earlier backups that were encrypted again, and where they wait for the lists to name their new digests.
    waiting: Vec<(PathBuf, StoredFile)>,
}

impl FolderWriter {
    /// Opens a folder, or makes one.
    pub(super) fn new(root: &Path, keys: &NewKeys) -> Result<Self, BackupError> {
        let shown = root.display().to_string();
        let io = || BackupError::io(shown.clone());
        let about = root.join(ABOUT);
        // In this order: another process may be making it.
        if !about.exists() && !new_folder::is_free(root) && !about.exists() {
            let text = format!("{shown} is not empty, and is no folder of backups");
            return Err(BackupError::Unusable(text));
        }
        private(root)?;
        only_of_root(root)?;
        let lock = lock(root)?;
        if !about.exists() {
            new_folder::make(root, keys)?;
        } else if !keys.is_none() {
            return Err(BackupError::Unusable(format!(
                "{shown} has backups already, and new ones are encrypted as they are: leave the options out"
            )));
        }
        let folder = Folder::open(root)?;
        let incoming = root.join(INCOMING);
        if incoming.exists() {
            fs::remove_dir_all(&incoming).map_err(io())?;
        }
        private(&incoming)?;
        let mut earlier = Earlier::read(&folder)?;
        earlier.compare(&folder);
        Ok(Self { folder, _lock: lock, earlier, number: 0, waiting: Vec::new() })
    }

    /// Writes a file beside those that are part of a backup.
    fn receive(
        &self,
        incoming: &Path,
        path: &str,
        content: &mut dyn Read,
    ) -> Result<StoredFile, BackupError> {
        let shown = self.folder.root.display().to_string();
        let io = || BackupError::io(format!("{path} in {shown}"));
        let mut file = PacedFile::new(create(incoming).map_err(io())?);
        let path = path.to_owned();
        if !self.folder.is_sealed() {
            let (bytes, sha256) = file.copy_and_hash(content).map_err(io())?;
            file.finish().map_err(io())?;
            let (sealed_sha256, sealed_bytes, origin) = (None, None, None);
            return Ok(StoredFile { path, bytes, sha256, sealed_sha256, sealed_bytes, origin });
        }
        let mut content = HashReader::new(content);
        let mut out = HashWriter::new(&mut file);
        let encryptor = seal::encryptor(&self.folder.about.recipients)?;
        let mut sealed = encryptor.wrap_output(&mut out).map_err(io())?;
        copy(&mut content, &mut sealed).map_err(io())?;
        sealed.finish().map_err(io())?;
        let (bytes, sha256) = content.finish();
        let (sealed_bytes, sealed_sha256) = out.finish();
        file.finish().map_err(io())?;
        let (sealed_bytes, sealed_sha256) = (Some(sealed_bytes), Some(sealed_sha256));
        Ok(StoredFile { path, bytes, sha256, sealed_sha256, sealed_bytes, origin: None })
    }

    /// Makes a file one that backups use.
    fn take_in(&self, incoming: &Path, file: &StoredFile) -> Result<(), BackupError> {
        let object = self.folder.object(file);
        private(object.parent().unwrap_or(&self.folder.root))?;
        let shown = format!("{} in {}", file.path, self.folder.root.display());
        fs::rename(incoming, &object).map_err(BackupError::io(shown))
    }

    fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::syncfs(File::open(&self.folder.root)?)?)
    }

    /// Names a file in the output.
    fn shown(&self, file: &StoredFile) -> String {
        format!("{} ({})", file.path, self.folder.object(file).display())
    }
}

impl Target for FolderWriter {
    fn unchanged(&self, path: &str, origin: &Origin) -> Option<StoredFile> {
        self.earlier.unchanged(path, origin)
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
        let io = || BackupError::io(format!("{path} in {}", self.folder.root.display()));
        let received = self.receive(&incoming, path, content)?;
        if let Some(earlier) = self.earlier.whole(&self.folder, &received.sha256) {
            let file = StoredFile { path: received.path, origin, ..earlier.clone() };
            fs::remove_file(&incoming).map_err(io())?;
            return Ok(file);
        }
        let file = StoredFile { origin, ..received };
        if self.folder.is_sealed() && self.earlier.holds(&file.sha256) {
            self.waiting.push((incoming, file.clone()));
        } else {
            self.take_in(&incoming, &file)?;
        }
        self.earlier.add(&file);
        Ok(file)
    }

    fn restart(&mut self) -> Result<(), BackupError> {
        // What was copied may be used by the next cut.
        Ok(())
    }

    fn finish(&mut self, snapshot: &Snapshot) -> Result<Findings, BackupError> {
        let io = || BackupError::io(format!("{} in {}", snapshot.name, self.folder.root.display()));
        // All files at once, before the list that says that they are there.
        self.sync().map_err(io())?;
        let mut snapshot = snapshot.clone();
        if self.folder.is_sealed() {
            let mended: BTreeMap<&str, &StoredFile> =
                self.earlier.mended().map(|file| (file.sha256.as_str(), file)).collect();
            correct_lists(&self.folder, &mended)?;
            // A file may have been found unchanged before its copy was found to be damaged.
            for file in &mut snapshot.files {
                if let Some(mended) = mended.get(file.sha256.as_str()) {
                    file.sealed_sha256.clone_from(&mended.sealed_sha256);
                    file.sealed_bytes = mended.sealed_bytes;
                }
            }
            for (incoming, file) in &self.waiting {
                self.take_in(incoming, file)?;
            }
            self.sync().map_err(io())?;
        }
        let text = snapshot.to_text().map_err(io())?;
        write_durably(&self.folder.list(&snapshot.name), &text).map_err(io())?;
        self.earlier.keep_place(&self.folder).map_err(io())?;
        let mended = self.earlier.mended().map(|file| self.shown(file)).collect();
        let damaged = self.earlier.damaged().map(|file| self.shown(file)).collect();
        Ok(Findings { mended, damaged })
    }
}

/// Refuses a folder of another user to root, who makes a backup of a directory of its own: that user could lead it to
/// other files with links, and must not have what root's server holds.
fn only_of_root(root: &Path) -> Result<(), BackupError> {
    let owner = fs::metadata(root).map_err(BackupError::io(root.display().to_string()))?.uid();
    if geteuid().is_root() && owner != 0 {
        return Err(BackupError::Unusable(format!(
            "{} belongs to the user {owner}, and the data directory to root: name a folder that belongs to root",
            root.display()
        )));
    }
    Ok(())
}

/// Corrects the lists of earlier backups: a file that was encrypted again has other bytes. If that is interrupted, the
/// damaged file is still there, and differs from both digests.
fn correct_lists(folder: &Folder, mended: &BTreeMap<&str, &StoredFile>) -> Result<(), BackupError> {
    if mended.is_empty() {
        return Ok(());
    }
    for name in folder.names()? {
        let path = folder.list(&name);
        let shown = path.display().to_string();
        let text = fs::read(&path).map_err(BackupError::io(shown.clone()))?;
        // One that is damaged, or of a newer build, is left as it is.
        if Snapshot::of_text(&shown, &text).is_err() {
            continue;
        }
        if let Some(text) = snapshot::corrected(&shown, &text, mended)? {
            write_durably(&path, &text).map_err(BackupError::io(shown))?;
        }
    }
    Ok(())
}

impl Drop for FolderWriter {
    fn drop(&mut self) {
        // What is left of a backup that failed takes up room. If it cannot be removed now, the next one does it.
        let _ = fs::remove_dir_all(self.folder.root.join(INCOMING));
    }
}

#[cfg(test)]
mod tests {
    use waybill_journal::{Checkpoint, Hash};
    use waybill_machines::Timestamp;

    use super::*;
    use crate::backup::seal::Keys;
    use crate::backup::{Place, verify};

    const CONTENT: [u8; 1_000] = [7; 1_000];

    /// An encrypted folder with a backup, whose file `a` is damaged after the folder was opened again.
    fn damaged(root: &Path) -> (FolderWriter, Snapshot, Origin) {
        let recipient = age::x25519::Identity::generate().to_public().to_string();
        let keys = NewKeys { recipients: vec![recipient], ..NewKeys::default() };
        let mut writer = FolderWriter::new(root, &keys).unwrap();
        let origin = Origin::of(&fs::metadata(root.join(ABOUT)).unwrap());
        let first = snapshot(0, vec![put(&mut writer, "a", Some(origin))]);
        writer.finish(&first).unwrap();
        drop(writer);
        let mut writer = FolderWriter::new(root, &NewKeys::default()).unwrap();
        // Nothing of it was compared.
        writer.earlier = Earlier::read(&writer.folder).unwrap();
        let object = writer.folder.object(&first.files[0]);
        let mut bytes = fs::read(&object).unwrap();
        bytes[500] ^= 1;
        fs::write(object, bytes).unwrap();
        (writer, first, origin)
    }

    fn put(writer: &mut FolderWriter, path: &str, origin: Option<Origin>) -> StoredFile {
        writer.put(path, &mut CONTENT.as_slice(), CONTENT.len() as u64, origin).unwrap()
    }

    fn snapshot(at_ms: i64, files: Vec<StoredFile>) -> Snapshot {
        let none = Checkpoint { count: 0, streams: 0, last: Hash::ZERO };
        let mut snapshot = Snapshot::new(Timestamp::from_ms(at_ms), none, none);
        snapshot.files = files;
        snapshot
    }

    #[test]
    fn an_interrupted_backup_leaves_encrypted_files_as_their_lists_name_them() {
        let place = tempfile::tempdir().unwrap();
        let (mut writer, first, _) = damaged(place.path());
        let object = writer.folder.object(&first.files[0]);
        let before = fs::read(&object).unwrap();
        put(&mut writer, "b", None);
        drop(writer);
        assert!(fs::read(&object).unwrap() == before, "it was replaced without its list");
    }

    #[test]
    fn all_lists_name_a_file_as_it_is_encrypted_again() {
        let place = tempfile::tempdir().unwrap();
        let (mut writer, first, origin) = damaged(place.path());
        let unchanged = writer.unchanged("a", &origin).unwrap();
        let second = snapshot(1_000, vec![unchanged, put(&mut writer, "b", None)]);
        assert_eq!(writer.finish(&second).unwrap().mended.len(), 1);
        drop(writer);
        let folder = Place::Folder(place.path().to_owned());
        for name in [&first.name, &second.name] {
            verify(&folder, Some(name), &Keys::default()).unwrap();
        }
    }
}
