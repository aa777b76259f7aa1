//! Copying the files of a data directory to a backup.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use waybill_journal::durable::{CheckedGeneration, Cut, CutGeneration};

use super::BackupError;
use super::collect::{Progress, Target};
use super::cut::Journals;
use super::origin::Origin;
use super::snapshot::{Snapshot, StoredFile};
use super::watched::{Watched, is_of_system};
use crate::components;
use crate::data::DataDirectory;
use crate::local::JournalName;

/// Files of the data directory that are neither parts nor in folders, and may be missing.
const SINGLE: [&str; 4] = ["manifest.json", "instance", "epoch", "attempts"];
/// Derived files in folders of components, which are made again.
const DERIVED: [&str; 1] = ["release-bundles/index"];

/// A backup that is being made.
pub(super) struct Copy<'a> {
    pub(super) data: &'a Path,
    target: &'a mut dyn Target,
    pub(super) snapshot: Snapshot,
    progress: Progress,
    report: &'a mut dyn FnMut(Progress),
}

impl<'a> Copy<'a> {
    pub(super) fn new(
        data: &'a Path,
        target: &'a mut dyn Target,
        snapshot: Snapshot,
        report: &'a mut dyn FnMut(Progress),
    ) -> Self {
        Self { data, target, snapshot, progress: Progress::default(), report }
    }

    /// The list of the files that were copied.
    pub(super) fn finish(self) -> (Snapshot, Progress) {
        (self.snapshot, self.progress)
    }

    pub(super) fn journal(
        &mut self,
        name: JournalName,
        cut: &Cut,
        journals: &Journals,
    ) -> anyhow::Result<()> {
        let folder = format!("journal/{}", name.as_str());
        let directory = DataDirectory::existing(self.data)?.journal_dir(name.as_str());
        self.file(&format!("{folder}/FORMAT"))?;
        self.file(&format!("{folder}/ID"))?;
        self.bytes(&format!("{folder}/HEAD"), &cut.head_file()?)?;
        for generation in &cut.generations {
            let number = format!("gen-{:06}/sealed", generation.number);
            let path = format!("{folder}/{number}");
            if generation.is_sealed && directory.join(&number).exists() {
                if let Err(error) = self.sealed(&directory, &path, generation) {
                    // The server finds the same then, and appends nothing more.
                    let _ = journals.generation(name, generation, &mut io::sink());
                    return Err(error);
                }
            } else {
                let mut frames = Vec::new();
                journals.generation(name, generation, &mut frames)?;
                self.bytes(&path, &frames)?;
            }
        }
        Ok(())
    }

    /// Copies a sealed generation, whose frames are checked on the way.
    fn sealed(
        &mut self,
        journal: &Path,
        path: &str,
        generation: &CutGeneration,
    ) -> anyhow::Result<()> {
        let io = || in_data(path);
        let file = File::open(self.data.join(path)).map_err(io())?;
        let origin = Origin::of(&file.metadata().map_err(io())?);
        if self.is_unchanged(path, &origin) {
            return Ok(());
        }
        let mut content = CheckedGeneration::open(journal, generation).map_err(io())?;
        let bytes = content.file_bytes().map_err(io())?;
        self.content(path, &mut content, bytes, Some(origin))
    }

    pub(super) fn folders(&mut self) -> anyhow::Result<()> {
        for folder in components::folders() {
            self.folder(folder)?;
        }
        for file in SINGLE {
            self.file(file)?;
        }
        Ok(())
    }

    pub(super) fn folder(&mut self, folder: &str) -> anyhow::Result<()> {
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
    pub(super) fn is_unchanged(&mut self, path: &str, origin: &Origin) -> bool {
        let Some(file) = self.target.unchanged(path, origin) else { return false };
        self.add(file);
        true
    }

    /// Copies a file as it is, if it exists. One that is removed meanwhile is missed only if the records of the cut
    /// refer to it.
    pub(super) fn file(&mut self, path: &str) -> anyhow::Result<()> {
        let Some(file) = opened(&self.data.join(path))? else { return Ok(()) };
        let metadata = file.metadata().map_err(in_data(path))?;
        let (bytes, origin) = (metadata.len(), Origin::of(&metadata));
        if self.is_unchanged(path, &origin) {
            return Ok(());
        }
        self.content(path, &mut file.take(bytes), bytes, Some(origin))
    }

    fn bytes(&mut self, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let mut content = bytes;
        self.content(path, &mut content, bytes.len() as u64, None)
    }

    pub(super) fn content(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        bytes: u64,
        origin: Option<Origin>,
    ) -> anyhow::Result<()> {
        let mut content = Watched::new(content);
        let failed = content.failed();
        let put = self.target.put(path, &mut content, bytes, origin);
        if let Some(error) = failed.take() {
            return Err(in_data(path)(error).into());
        }
        let file = put?;
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

/// The error of reading a file of the data directory.
pub(super) fn in_data(path: &str) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |error| {
        if is_of_system(&error) {
            BackupError::io(format!("reading {path} of the data directory"))(error)
        } else {
            BackupError::DamagedData(format!("{path}: {error}"))
        }
    }
}

pub(super) fn opened(path: &Path) -> Result<Option<File>, BackupError> {
    match File::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(BackupError::io(path.display().to_string())(error)),
    }
}

/// The names in a folder, sorted.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, BackupError> {
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
