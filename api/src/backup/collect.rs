//! Making a backup: a cut, and the files that belong to it.
//!
//! What records refer to is stored before them and removed after them. So the files are copied after the cut, and a cut
//! whose files were removed meanwhile is given up for a later one.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use waybill_engine::{Clock as _, SystemClock};
use waybill_journal::durable::Cut;
use waybill_platform::vault::Vault;

use super::cut::Journals;
use super::folder::FolderWriter;
use super::origin::Origin;
use super::seal::NewKeys;
use super::single_file::SingleFileWriter;
use super::snapshot::{Snapshot, StoredFile};
use super::{BackupError, Place, references};
use crate::components;
use crate::data::DataDirectory;
use crate::local::JournalName;

/// How many cuts are tried. Between two of them a file of the first is removed, which is rare.
const CUTS_MAX: usize = 10;
/// Files of the data directory that are neither parts nor in folders, and may be missing.
const SINGLE: [&str; 4] = ["manifest.json", "instance", "epoch", "attempts"];
/// Derived files in folders of components, which are made again.
const DERIVED: [&str; 1] = ["release-bundles/index"];

/// Where the files of a backup are stored.
pub(super) trait Target {
    /// The copy of a file that has not changed since.
    fn unchanged(&self, path: &str, origin: &Origin) -> Option<StoredFile>;

    /// Stores a file.
    fn put(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        bytes: u64,
        origin: Option<Origin>,
    ) -> Result<StoredFile, BackupError>;

    /// Gives up what was stored for a cut that is not used.
    fn restart(&mut self) -> Result<(), BackupError>;

    /// Stores the list, which makes it a backup.
    fn finish(&mut self, snapshot: &Snapshot) -> Result<(), BackupError>;
}

/// How far a backup is.
#[derive(Debug, Default, Clone, Copy)]
pub struct Progress {
    /// The number of files that are in it.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// The bytes that were copied for it.
    pub copied: u64,
}

/// Makes a backup of a data directory, and passes on how far it is.
///
/// # Errors
///
/// A sentence for the administrator. No backup was added then.
pub fn back_up(
    data: &Path,
    place: &Place,
    keys: &NewKeys,
    report: &mut dyn FnMut(Progress),
) -> anyhow::Result<(Snapshot, Progress)> {
    let journals = Journals::of(data)?;
    let mut target: Box<dyn Target> = match place {
        Place::Folder(root) => Box::new(FolderWriter::new(root, keys)?),
        Place::SingleFile(path) => Box::new(SingleFileWriter::new(path, keys)?),
    };
    for _ in 0..CUTS_MAX {
        let cut = journals.cut()?;
        let [(_, sessions), (_, platform)] = &cut;
        let at = SystemClock.now();
        let snapshot = Snapshot::new(at, sessions.checkpoint, platform.checkpoint);
        let progress = Progress::default();
        let mut copy = Copy { data, target: &mut *target, snapshot, progress, report };
        for (name, cut) in &cut {
            copy.journal(*name, cut, &journals)?;
        }
        copy.vault()?;
        copy.folders()?;
        let Copy { snapshot, progress, .. } = copy;
        let paths: BTreeSet<String> = snapshot.files.iter().map(|file| file.path.clone()).collect();
        let count = platform.checkpoint.count;
        let missing = journals.if_in_use(|journal| references::missing(journal, count, &paths))?;
        if missing.is_none_or(|missing| missing.is_empty()) {
            target.finish(&snapshot)?;
            return Ok((snapshot, progress));
        }
        target.restart()?;
    }
    let text = "what records refer to is removed faster than it can be copied: try again later";
    Err(BackupError::Unusable(text.to_owned()).into())
}

/// A backup that is being made.
struct Copy<'a> {
    data: &'a Path,
    target: &'a mut dyn Target,
    snapshot: Snapshot,
    progress: Progress,
    report: &'a mut dyn FnMut(Progress),
}

impl Copy<'_> {
    fn journal(&mut self, name: JournalName, cut: &Cut, journals: &Journals) -> anyhow::Result<()> {
        let folder = format!("journal/{}", name.as_str());
        let directory = DataDirectory::existing(self.data)?.journal_dir(name.as_str());
        self.file(&format!("{folder}/FORMAT"))?;
        self.file(&format!("{folder}/ID"))?;
        self.bytes(&format!("{folder}/HEAD"), &cut.head_file()?)?;
        for generation in &cut.generations {
            let number = format!("gen-{:06}/sealed", generation.number);
            let path = format!("{folder}/{number}");
            if generation.is_sealed && directory.join(&number).exists() {
                self.file(&path)?;
            } else {
                let mut frames = Vec::new();
                journals.generation(name, generation, &mut frames)?;
                self.bytes(&path, &frames)?;
            }
        }
        Ok(())
    }

    /// Copies the vault. A person's key is stored before the first value, and the file of keys before it is attested;
    /// so their copies are made in the opposite order.
    fn vault(&mut self) -> anyhow::Result<()> {
        for file in ["vault/ID", "vault/check", "vault/master.key"] {
            self.file(file)?;
        }
        self.folder("vault/secrets")?;
        let folder = self.data.join("vault/people/values");
        self.snapshot.folders.push("vault/people/values".to_owned());
        for name in names(&folder)? {
            // Values that are being erased are in no backup.
            if name.contains('.') || folder.join(format!("{name}.erasing")).exists() {
                continue;
            }
            let path = format!("vault/people/values/{name}");
            if self.is_unchanged(&path)? {
                continue;
            }
            let Some(mut file) = opened(&self.data.join(&path))? else { continue };
            let origin = Origin::of(&file.metadata()?);
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            // The last value may still be being written.
            bytes.truncate(Vault::whole_values(&bytes));
            self.content(&path, &mut bytes.as_slice(), bytes.len() as u64, Some(origin))?;
        }
        self.file("vault/people/keys")
    }

    fn folders(&mut self) -> anyhow::Result<()> {
        for folder in components::folders() {
            self.folder(folder)?;
        }
        for file in SINGLE {
            self.file(file)?;
        }
        Ok(())
    }

    fn folder(&mut self, folder: &str) -> anyhow::Result<()> {
        self.snapshot.folders.push(folder.to_owned());
        for name in names(&self.data.join(folder))? {
            let path = format!("{folder}/{name}");
            let is_unfinished = name.starts_with('.')
                || Path::new(&name).extension().is_some_and(|ending| ending == "new");
            if is_unfinished || DERIVED.contains(&path.as_str()) {
                continue;
            }
            if self.data.join(&path).is_dir() {
                self.folder(&path)?;
            } else {
                self.file(&path)?;
            }
        }
        Ok(())
    }

    /// Whether a file is in the newest backup already; it is then in this one too.
    fn is_unchanged(&mut self, path: &str) -> anyhow::Result<bool> {
        let origin = match fs::metadata(self.data.join(path)) {
            Ok(metadata) => Origin::of(&metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(BackupError::io(path)(error).into()),
        };
        let Some(file) = self.target.unchanged(path, &origin) else { return Ok(false) };
        self.add(file);
        Ok(true)
    }

    /// Copies a file as it is, if it exists. One that is removed meanwhile is missed only if the records of the cut
    /// refer to it.
    fn file(&mut self, path: &str) -> anyhow::Result<()> {
        if self.is_unchanged(path)? {
            return Ok(());
        }
        let Some(file) = opened(&self.data.join(path))? else { return Ok(()) };
        let metadata = file.metadata()?;
        let bytes = metadata.len();
        self.content(path, &mut file.take(bytes), bytes, Some(Origin::of(&metadata)))
    }

    fn bytes(&mut self, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let mut content = bytes;
        self.content(path, &mut content, bytes.len() as u64, None)
    }

    fn content(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        bytes: u64,
        origin: Option<Origin>,
    ) -> anyhow::Result<()> {
        let file = self.target.put(path, content, bytes, origin)?;
        self.progress.copied += file.bytes;
        self.add(file);
        Ok(())
    }

    fn add(&mut self, file: StoredFile) {
        self.progress.files += 1;
        self.progress.bytes += file.bytes;
        self.snapshot.files.push(file);
        (self.report)(self.progress);
    }
}

fn opened(path: &Path) -> Result<Option<File>, BackupError> {
    match File::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(BackupError::io(path.display().to_string())(error)),
    }
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>, BackupError> {
    let listing = || BackupError::io(format!("listing {}", folder.display()));
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(listing()(error)),
    };
    let name = |entry: io::Result<fs::DirEntry>| {
        entry.map(|entry| entry.file_name().to_string_lossy().into_owned())
    };
    let mut names = entries.map(name).collect::<io::Result<Vec<_>>>().map_err(listing())?;
    names.sort();
    Ok(names)
}
