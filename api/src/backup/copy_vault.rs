//! Copying the vault, of which secrets are removed and people are erased meanwhile.
//!
//! A person's key is stored before the first value, and removed after the values were marked as being erased. So keys
//! are copied after the values. Where values that were copied are marked, missing or others once the keys were copied,
//! their key may be missing in the copy, which is given up: what a target has taken in may not be removed from it.
//! Values that are still there without a mark have their key in it.

use std::fs::File;
use std::io::{self, Read};

use waybill_platform::vault::Vault;

use super::BackupError;
use super::copy::{Copy, names, opened};
use super::origin::Origin;

const VALUES: &str = "vault/people/values";
/// The size of the digest of a value, which is salted, and with which the file of a person's values begins.
const BEGINNING_BYTES: usize = 32;

/// Values of a person that were copied.
struct Copied {
    path: String,
    /// The beginning of the file, which is another one for the values of every person and after every erasure.
    beginning: Vec<u8>,
}

impl Copy<'_> {
    /// Copies the vault. `false` if a person was erased meanwhile whose values were copied: then it is copied again.
    pub(super) fn vault(&mut self) -> anyhow::Result<bool> {
        for file in ["vault/ID", "vault/check", "vault/master.key"] {
            self.file(file)?;
        }
        self.folder("vault/secrets")?;
        let copied = self.values()?;
        self.file("vault/people/keys")?;
        for values in copied {
            if !self.are_there(&values)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Copies the values of all people who are not being erased.
    fn values(&mut self) -> anyhow::Result<Vec<Copied>> {
        let folder = self.data.join(VALUES);
        self.snapshot.folders.push(VALUES.to_owned());
        let mut copied = Vec::new();
        for name in names(&folder)?.into_iter().filter(|name| Vault::is_person(name)) {
            let path = format!("{VALUES}/{name}");
            // An erasure that was interrupted leaves its mark until it is carried on.
            if Vault::mark_of_erasure(&self.data.join(&path)).exists() {
                continue;
            }
            let Some(mut file) = opened(&self.data.join(&path))? else { continue };
            let io = || BackupError::io(path.clone());
            let origin = Origin::of(&file.metadata().map_err(io())?);
            if self.is_unchanged(&path, &origin) {
                let beginning = beginning(&mut file).map_err(io())?;
                copied.push(Copied { path, beginning });
                continue;
            }
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(io())?;
            // The last value may still be being written.
            bytes.truncate(Vault::whole_values(&bytes));
            self.content(&path, &mut bytes.as_slice(), bytes.len() as u64, Some(origin))?;
            bytes.truncate(BEGINNING_BYTES);
            copied.push(Copied { path, beginning: bytes });
        }
        Ok(copied)
    }

    /// Whether values that were copied are still there, and are not being erased. The mark is looked at first: it is
    /// removed after the values.
    fn are_there(&self, values: &Copied) -> Result<bool, BackupError> {
        let path = self.data.join(&values.path);
        if Vault::mark_of_erasure(&path).exists() {
            return Ok(false);
        }
        let Some(mut file) = opened(&path)? else { return Ok(false) };
        let found = beginning(&mut file).map_err(BackupError::io(values.path.as_str()))?;
        Ok(found.starts_with(&values.beginning))
    }
}

fn beginning(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(BEGINNING_BYTES);
    file.take(BEGINNING_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use waybill_journal::Checkpoint;
    use waybill_machines::Timestamp;
    use waybill_machines::secret::PersonId;

    use super::*;
    use crate::backup::collect::{Findings, Target};
    use crate::backup::folder_writer::FolderWriter;
    use crate::backup::read::read;
    use crate::backup::seal::{Keys, NewKeys};
    use crate::backup::single_file::{self, SingleFileWriter};
    use crate::backup::snapshot::{Snapshot, StoredFile};
    use crate::backup::{Place, stream, verify};

    /// Stores files, and erases a person right before one of them.
    struct Erasing<'a> {
        target: Box<dyn Target>,
        vault: &'a Vault,
        person: &'a PersonId,
        before: Option<&'a str>,
    }

    impl Target for Erasing<'_> {
        fn unchanged(&self, path: &str, origin: &Origin) -> Option<StoredFile> {
            self.target.unchanged(path, origin)
        }

        fn put(
            &mut self,
            path: &str,
            content: &mut dyn Read,
            bytes: u64,
            origin: Option<Origin>,
        ) -> Result<StoredFile, BackupError> {
            if self.before.take_if(|before| path == *before).is_some() {
                self.vault.erase(self.person).unwrap();
            }
            self.target.put(path, content, bytes, origin)
        }

        fn restart(&mut self) -> Result<(), BackupError> {
            self.target.restart()
        }

        fn finish(&mut self, snapshot: &Snapshot) -> Result<Findings, BackupError> {
            self.target.finish(snapshot)
        }
    }

    fn snapshot() -> Snapshot {
        let none = Checkpoint { count: 0, streams: 0, last: waybill_journal::Hash::ZERO };
        Snapshot::new(Timestamp::from_ms(0), none, none)
    }

    /// The vault of `data`, as often as a person is erased meanwhile.
    fn copied(data: &Path, target: &mut dyn Target) {
        let mut cuts = 0;
        loop {
            let mut report = |_| ();
            let mut copy = Copy::new(data, target, snapshot(), &mut report);
            let is_whole = copy.vault().unwrap();
            let (snapshot, _) = copy.finish();
            if is_whole {
                target.finish(&snapshot).unwrap();
                return;
            }
            target.restart().unwrap();
            cuts += 1;
            assert!(cuts < 3, "an erasure does not keep a backup from being made");
        }
    }

    fn restored(place: &Place, to: &Path) {
        let snapshot = read(place, None, &Keys::default(), &mut |path, content| {
            let to = to.join(path);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            stream::copy(content, &mut File::create(to).unwrap()).unwrap();
            Ok(())
        });
        for folder in &snapshot.unwrap().folders {
            fs::create_dir_all(to.join(folder)).unwrap();
        }
    }

    #[test]
    fn an_erasure_meanwhile_leaves_no_values_without_their_key() {
        let people = ["p_1", "p_2", "p_3"].map(|id| PersonId(id.to_owned()));
        let moments = ["vault/people/values/p_1", "vault/people/values/p_2", "vault/people/keys"];
        for (before, is_folder) in moments.into_iter().flat_map(|at| [(at, true), (at, false)]) {
            let directory = tempfile::tempdir().unwrap();
            let data = directory.path().join("data");
            let vault = Vault::open(&data.join("vault"), None).unwrap();
            let values = people.each_ref().map(|person| vault.personal(person, "a name").unwrap());
            let keys = NewKeys::default();
            let (place, target): (_, Box<dyn Target>) = if is_folder {
                let root = directory.path().join("backups");
                let writer = FolderWriter::new(&root, &keys).unwrap();
                (Place::Folder(root), Box::new(writer))
            } else {
                let file = directory.path().join("backup.tar.zst");
                let writer = SingleFileWriter::new(&file, &keys).unwrap();
                (Place::SingleFile(file), Box::new(writer))
            };
            let mut target =
                Erasing { target, vault: &vault, person: &people[0], before: Some(before) };
            copied(&data, &mut target);
            drop(target);
            verify(&place, None, &Keys::default()).unwrap();
            if let Place::SingleFile(path) = &place {
                let (mut archive, _) = single_file::open(path, &Keys::default()).unwrap();
                for entry in archive.entries().unwrap() {
                    assert!(!entry.unwrap().path().unwrap().ends_with("p_1"), "{before}");
                }
            }

            let root = directory.path().join("restored");
            restored(&place, &root);
            let root = root.join("vault");
            assert_eq!(Vault::check(&root, None).unwrap().1, Vec::<String>::new(), "{before}");
            let copied = Vault::open(&root, None).unwrap();
            assert_eq!(copied.reveal(&values[0]).unwrap().map(|_| ()), None, "{before}");
            for value in &values[1..] {
                assert!(copied.reveal(value).unwrap().is_some(), "{before}");
            }
        }
    }
}
