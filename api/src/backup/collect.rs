//! Making a backup: a cut, and the files that belong to it.
//!
//! What records refer to is stored before them and removed after them. So the files are copied after the cut, and a cut
//! whose files were removed meanwhile, or of which a person was erased, is given up for a later one.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use waybill_engine::{Clock as _, SystemClock};

use super::copy::Copy;
use super::cut::Journals;
use super::folder_writer::FolderWriter;
use super::origin::Origin;
use super::seal::NewKeys;
use super::single_file::SingleFileWriter;
use super::snapshot::{Snapshot, StoredFile};
use super::{BackupError, Place, references};

/// How many cuts are tried. Between two of them a file of the first is removed, which is rare.
const CUTS_MAX: usize = 10;

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
    fn finish(&mut self, snapshot: &Snapshot) -> Result<Findings, BackupError>;
}

/// What was found of the backups that were there already.
#[derive(Debug, Default)]
pub struct Findings {
    /// Files that were missing or changed, and that are whole again.
    pub mended: Vec<String>,
    /// Files that are missing or changed, and whose content is no longer in the data directory.
    pub damaged: Vec<String>,
}

/// A backup that was made.
#[derive(Debug)]
pub struct Made {
    /// Its list.
    pub snapshot: Snapshot,
    /// How much was copied.
    pub progress: Progress,
    /// What was found of earlier ones.
    pub findings: Findings,
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
) -> anyhow::Result<Made> {
    made(data, place, keys, report).map_err(|error| match error.downcast() {
        Ok(BackupError::NoRoom(what)) => BackupError::NoRoom(format!(
            "{what}: earlier backups are as they were, and no part of this one counts"
        ))
        .into(),
        Ok(error) => error.into(),
        Err(error) => error,
    })
}

fn made(
    data: &Path,
    place: &Place,
    keys: &NewKeys,
    report: &mut dyn FnMut(Progress),
) -> anyhow::Result<Made> {
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
        let mut copy = Copy::new(data, &mut *target, snapshot, report);
        for (name, cut) in &cut {
            copy.journal(*name, cut, &journals)?;
        }
        if !copy.vault()? {
            target.restart()?;
            continue;
        }
        copy.folders()?;
        let (snapshot, progress) = copy.finish();
        let paths: BTreeSet<String> = snapshot.files.iter().map(|file| file.path.clone()).collect();
        let count = platform.checkpoint.count;
        let missing = journals.if_in_use(|journal| references::missing(journal, count, &paths))?;
        if missing.is_none_or(|missing| missing.is_empty()) {
            let findings = target.finish(&snapshot)?;
            return Ok(Made { snapshot, progress, findings });
        }
        target.restart()?;
    }
    let text = "what records refer to is removed faster than it can be copied: try again later";
    Err(BackupError::Unusable(text.to_owned()).into())
}
