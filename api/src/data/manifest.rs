//! The manifest of a data directory: the list of its parts.
//!
//! Journals, the vault and folders refer to each other. A part that is missing, empty or from another installation
//! looks like a new one, so the manifest is checked before anything is opened or removed.
//!
//! ```text
//! <data>/manifest.json           the parts with their ids, and the folders
//! <data>/journal/sessions/ID     the id of a part, next to its content
//! <data>/journal/platform/ID
//! <data>/journal/visitors/2026-11-22/ID
//! <data>/vault/ID
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use waybill_journal::DayName;
use waybill_platform::secret::{hex, random};

use super::parts::{Part, holds_files, is_journal, part_id};
use super::{visitors, write_durably};
use crate::cli::BadInput;
use crate::components::folders;

pub const NAME: &str = "manifest.json";
/// The format version that this build writes and reads.
const FORMAT: u32 = 1;

/// The manifest of a data directory.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    state: State,
    /// The id of each part, by path.
    #[serde(default)]
    pub parts: BTreeMap<String, String>,
    /// The paths of the journals of visitors that are being made or removed. Nothing in them is in use.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unused: BTreeSet<String>,
    /// The content of each file with an id that browsers and clients know.
    #[serde(default)]
    ids: BTreeMap<String, String>,
    /// The folders whose files are referred to by records.
    #[serde(default)]
    folders: Vec<String>,
}

/// The field that manifests of all format versions have.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// The first start is in progress or was interrupted: there is no data yet.
    Beginning,
    /// A backup is being restored, or the restore was interrupted.
    Restoring,
    /// All parts have been created.
    Whole,
}

/// The state of a data directory before anything in it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    /// It is empty, or a first start was interrupted.
    New,
    /// It was created by a build without manifests, or with manifests of less, and has all of its parts.
    NoManifest,
    /// It has everything that its manifest names.
    Complete,
}

/// A lock held while a data directory is opened, so that two first starts do not interleave.
pub(super) struct DirectoryLock {
    _lock: File,
}

/// Acquires the lock without waiting: a second start at the same time is an error.
pub(super) fn lock(root: &Path) -> anyhow::Result<DirectoryLock> {
    let lock = File::open(root)
        .with_context(|| format!("the data directory {} cannot be read", root.display()))
        .map_err(BadInput::because)?;
    match lock.try_lock() {
        Ok(()) => Ok(DirectoryLock { _lock: lock }),
        Err(TryLockError::WouldBlock) => {
            let root = root.display();
            let message =
                format!("the data directory {root} is in use by another start of Waybill");
            Err(BadInput(message).into())
        }
        Err(TryLockError::Error(error)) => Err(BadInput(format!(
            "the data directory {} cannot be locked: {error}",
            root.display()
        ))
        .into()),
    }
}

/// Checks whether all parts are present. Only reads.
pub(super) fn check(root: &Path) -> Result<Condition, BadInput> {
    let unreadable =
        |error| BadInput(format!("the data directory {} cannot be read: {error}", root.display()));
    let condition = match read(root)? {
        Some(manifest) if manifest.state == State::Beginning => Condition::New,
        Some(manifest) if manifest.state == State::Restoring => {
            return Err(BadInput(format!(
                "a backup is being restored into {}, or that was interrupted: remove all that is in it, and restore the \
                 backup again",
                root.display()
            )));
        }
        Some(manifest) => {
            manifest.compare(root)?;
            if manifest.ids.is_empty() { Condition::NoManifest } else { Condition::Complete }
        }
        None if is_empty(root).map_err(unreadable)? => Condition::New,
        None => {
            for part in Part::ALL {
                if !part.is_there(root) {
                    return Err(incomplete(root, &format!("{} is missing or empty", part.path())));
                }
            }
            Condition::NoManifest
        }
    };
    if condition != Condition::New {
        compare_with_records(root)?;
    }
    Ok(condition)
}

/// Writes a manifest with the state `beginning`, before anything is created.
pub(super) fn begin(root: &Path) -> anyhow::Result<()> {
    write_state(root, State::Beginning)
}

/// Writes a manifest with the state `restoring`, before anything is restored.
pub(super) fn begin_restore(root: &Path) -> anyhow::Result<()> {
    write_state(root, State::Restoring)
}

fn write_state(root: &Path, state: State) -> anyhow::Result<()> {
    let (parts, unused) = (BTreeMap::new(), BTreeSet::new());
    let (ids, folders) = (BTreeMap::new(), Vec::new());
    write(root, &Manifest { format: FORMAT, state, parts, unused, ids, folders })
}

/// Changes the manifest of a directory that has one.
pub(super) fn change(
    root: &Path,
    change: impl FnOnce(&mut Manifest) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut manifest = read(root)?.with_context(|| format!("there is no {NAME}"))?;
    let before = (manifest.parts.clone(), manifest.unused.clone());
    change(&mut manifest)?;
    if before == (manifest.parts.clone(), manifest.unused.clone()) {
        return Ok(());
    }
    write(root, &manifest)
}

/// The journals of visitors that the manifest names.
pub(super) fn days(root: &Path) -> Result<Vec<DayName>, BadInput> {
    let parts = read(root)?.map(|manifest| manifest.parts).unwrap_or_default();
    Ok(parts.keys().filter_map(|path| visitors::day_of(path)).collect())
}

/// Makes the folders of components that the build that wrote the manifest did not have, and names them from now on.
pub(super) fn add_folders(root: &Path) -> anyhow::Result<()> {
    let mut manifest = read(root)?.with_context(|| format!("there is no {NAME}"))?;
    let fresh: Vec<&str> =
        folders().filter(|folder| !manifest.folders.iter().any(|named| named == folder)).collect();
    if fresh.is_empty() {
        return Ok(());
    }
    for folder in fresh {
        fs::create_dir_all(root.join(folder))
            .with_context(|| format!("{folder} cannot be made in {}", root.display()))?;
        manifest.folders.push(folder.to_owned());
    }
    write(root, &manifest)
}

/// Removes the ids of the parts, so that they get others than those that they were copied of.
pub(super) fn forget_parts(root: &Path) -> anyhow::Result<()> {
    for part in Part::ALL {
        match fs::remove_file(part.id_file(root)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

/// Assigns an id to each part that has none, and writes the manifest. All parts must exist.
pub(super) fn complete(root: &Path) -> anyhow::Result<()> {
    let (mut parts, unused) =
        read(root)?.map(|before| (before.parts, before.unused)).unwrap_or_default();
    for path in visitors::found(root)? {
        if let Some(id) = part_id(&root.join(&path)) {
            parts.insert(path, id);
        }
    }
    for part in Part::ALL {
        let id = match part.id(root) {
            Some(id) => id,
            None => {
                let id = hex(&random::<16>());
                write_durably(&part.id_file(root), format!("{id}\n").as_bytes())?;
                id
            }
        };
        parts.insert(part.path().to_owned(), id);
    }
    let ids = super::IDS.iter().map(|(name, _)| Ok(((*name).to_owned(), read_id(root, name)?)));
    let ids = ids.collect::<io::Result<_>>().context("an id cannot be read")?;
    let folders = folders().map(str::to_owned).collect();
    write(root, &Manifest { format: FORMAT, state: State::Whole, parts, unused, ids, folders })
}

impl Manifest {
    fn compare(&self, root: &Path) -> Result<(), BadInput> {
        for part in Part::ALL {
            let Some(named) = self.parts.get(part.path()) else {
                return Err(incomplete(root, &format!("{NAME} does not name {}", part.path())));
            };
            self.compare_part(root, part.path(), named, part.is_there(root))?;
        }
        for (path, named) in self.parts.iter().filter(|(path, _)| visitors::day_of(path).is_some())
        {
            self.compare_part(root, path, named, is_journal(&root.join(path))).map_err(|error| {
                BadInput(format!("{}. `waybill fsck --repair` can give up a journal of visitors that is missing", error.0))
            })?;
        }
        let found = visitors::found(root)
            .map_err(|error| incomplete(root, &format!("its journals of visitors: {error}")))?;
        let is_named =
            |path: &&String| self.parts.contains_key(*path) || self.unused.contains(*path);
        if let Some(path) = found.iter().find(|path| !is_named(path)) {
            return Err(incomplete(root, &format!("{NAME} does not name {path}")));
        }
        let is_other =
            |(name, id): &(&String, &String)| !read_id(root, name).is_ok_and(|found| found == **id);
        if let Some((name, _)) = self.ids.iter().find(is_other) {
            return Err(incomplete(root, &format!("{name} is missing or was changed")));
        }
        if self.folders.is_empty() {
            return Err(incomplete(root, &format!("{NAME} names no folders")));
        }
        match self.folders.iter().find(|folder| !root.join(folder).is_dir()) {
            Some(folder) => Err(incomplete(root, &format!("the folder {folder} is missing"))),
            None => Ok(()),
        }
    }

    /// Checks that the content at a path is that of its part.
    fn compare_part(
        &self,
        root: &Path,
        path: &str,
        named: &str,
        is_there: bool,
    ) -> Result<(), BadInput> {
        let found = part_id(&root.join(path));
        if found.as_deref() == Some(named) && is_there {
            return Ok(());
        }
        let other = found.and_then(|id| self.parts.iter().find(|(_, named)| **named == id));
        let what = match other {
            Some((other, _)) if other != path => format!("{other} lies in the place of {path}"),
            _ if is_there => format!("another installation's lies in the place of {path}"),
            _ => format!("{path} is missing or empty"),
        };
        Err(incomplete(root, &what))
    }
}

/// The content of a file with an id.
fn read_id(root: &Path, name: &str) -> io::Result<String> {
    Ok(fs::read_to_string(root.join(name))?.trim().to_owned())
}

/// Records name the files in the folders and the vault, so a journal without records does not belong to folders with
/// files.
fn compare_with_records(root: &Path) -> Result<(), BadInput> {
    let platform = Part::Platform;
    if !platform.was_closed_without_records(root) {
        return Ok(());
    }
    match folders().chain(["vault/people/values"]).find(|folder| holds_files(&root.join(folder))) {
        Some(folder) => Err(incomplete(
            root,
            &format!(
                "{} holds no records, and {folder} holds what records refer to",
                platform.path()
            ),
        )),
        None => Ok(()),
    }
}

fn incomplete(root: &Path, what: &str) -> BadInput {
    BadInput(format!(
        "the data directory {} is not whole: {what}. Nothing was changed. Mount what is missing, or restore all of the \
         directory from one backup; to begin anew, name an empty one with --data",
        root.display()
    ))
}

/// Whether there are no parts of an installation. Other files, such as a marker or logs, are ignored.
fn is_empty(root: &Path) -> io::Result<bool> {
    let parts = Part::ALL.map(Part::path);
    let mut named = parts.into_iter().chain(folders()).map(|name| root.join(name));
    let ids = super::IDS.iter().any(|(name, _)| root.join(name).exists());
    // A directory that cannot be read must not be taken for an empty one.
    match fs::read_dir(root) {
        Ok(_) => Ok(!ids && !named.any(|path| holds_files(&path))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

fn read(root: &Path) -> Result<Option<Manifest>, BadInput> {
    let path = root.join(NAME);
    let unusable = |why: String| BadInput(format!("the manifest {} {why}", path.display()));
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unusable(format!("cannot be read: {error}"))),
    };
    let damaged = |error: serde_json::Error| {
        unusable(format!("is damaged: restore it from the backup of the directory: {error}"))
    };
    let Format { format } = serde_json::from_slice(&text).map_err(damaged)?;
    if format > FORMAT {
        return Err(unusable(format!(
            "was made by a newer Waybill (its format is {format}): upgrade this one"
        )));
    }
    serde_json::from_slice(&text).map(Some).map_err(damaged)
}

fn write(root: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    let mut text = serde_json::to_vec_pretty(manifest)?;
    text.push(b'\n');
    write_durably(&root.join(NAME), &text)
}
