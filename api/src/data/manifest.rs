//! The manifest of a data directory: what belongs together.
//!
//! Journals, the vault and folders refer to each other, and one that is missing, empty or another installation's looks
//! like one that is new, so this is checked before anything is opened, let alone removed.
//!
//! ```text
//! <data>/manifest.json           the parts with their ids, and the folders
//! <data>/journal/sessions/ID     the id of a part, beside what it holds
//! <data>/journal/platform/ID
//! <data>/vault/ID
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use waybill_platform::secret::{hex, random};

use super::parts::{FOLDERS, Part, holds_files};
use super::write_durably;
use crate::cli::BadInput;

const NAME: &str = "manifest.json";
/// The format that this build writes and reads.
const FORMAT: u32 = 1;

/// What belongs together.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u32,
    state: State,
    /// The id of each part, by its path.
    #[serde(default)]
    parts: BTreeMap<String, String>,
    /// The folders of what records refer to.
    #[serde(default)]
    folders: Vec<String>,
}

/// What every format of it has.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// The first start is under way, or was cut off: nothing of value is there yet.
    Beginning,
    /// All parts were there.
    Whole,
}

/// How a data directory is before anything of it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing is there, or a first start was cut off.
    New,
    /// It is of a build that wrote no manifest, and has all of its parts.
    Unnamed,
    /// All that the manifest names is there.
    Whole,
}

/// Held while a data directory is opened, so that two first starts do not mix.
pub(super) struct Opening {
    _lock: File,
}

/// Waits for nobody: a second start at the same time is a mistake.
pub(super) fn lock(root: &Path) -> anyhow::Result<Opening> {
    let lock = File::open(root)
        .with_context(|| format!("the data directory {} cannot be read", root.display()))
        .map_err(BadInput::because)?;
    match lock.try_lock() {
        Ok(()) => Ok(Opening { _lock: lock }),
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

/// Whether everything is there. Reads only.
pub(super) fn check(root: &Path) -> Result<Standing, BadInput> {
    let unreadable =
        |error| BadInput(format!("the data directory {} cannot be read: {error}", root.display()));
    let standing = match read(root)? {
        Some(manifest) if manifest.state == State::Beginning => Standing::New,
        Some(manifest) => {
            manifest.compare(root)?;
            Standing::Whole
        }
        None if is_empty(root).map_err(unreadable)? => Standing::New,
        None => {
            for part in Part::ALL {
                if !part.is_there(root) {
                    return Err(not_whole(root, &format!("{} is missing or empty", part.path())));
                }
            }
            Standing::Unnamed
        }
    };
    if standing != Standing::New {
        compare_with_records(root)?;
    }
    Ok(standing)
}

/// Notes that a first start has begun, before it makes anything.
pub(super) fn begin(root: &Path) -> anyhow::Result<()> {
    let (parts, folders) = (BTreeMap::new(), Vec::new());
    write(root, &Manifest { format: FORMAT, state: State::Beginning, parts, folders })
}

/// Gives each part an id where it has none, and names all of them. They are there.
pub(super) fn complete(root: &Path) -> anyhow::Result<()> {
    let mut parts = BTreeMap::new();
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
    let folders = FOLDERS.map(str::to_owned).to_vec();
    write(root, &Manifest { format: FORMAT, state: State::Whole, parts, folders })
}

impl Manifest {
    fn compare(&self, root: &Path) -> Result<(), BadInput> {
        for part in Part::ALL {
            let Some(named) = self.parts.get(part.path()) else {
                return Err(not_whole(root, &format!("{NAME} does not name {}", part.path())));
            };
            let found = part.id(root);
            if found.as_ref() == Some(named) && part.is_there(root) {
                continue;
            }
            let path = part.path();
            let other = found.and_then(|id| self.parts.iter().find(|(_, named)| **named == id));
            let what = match other {
                Some((other, _)) if other != path => format!("{other} lies in the place of {path}"),
                _ if part.is_there(root) => {
                    format!("another installation's lies in the place of {path}")
                }
                _ => format!("{path} is missing or empty"),
            };
            return Err(not_whole(root, &what));
        }
        match self.folders.iter().find(|folder| !root.join(folder).is_dir()) {
            Some(folder) => Err(not_whole(root, &format!("the folder {folder} is missing"))),
            None => Ok(()),
        }
    }
}

/// What folders and the vault hold is named by records, so a journal without any is not the one that belongs to them.
fn compare_with_records(root: &Path) -> Result<(), BadInput> {
    let platform = Part::Platform;
    if !platform.was_closed_without_records(root) {
        return Ok(());
    }
    match FOLDERS
        .iter()
        .chain(&["vault/people/values"])
        .find(|folder| holds_files(&root.join(folder)))
    {
        Some(folder) => Err(not_whole(
            root,
            &format!(
                "{} holds no records, and {folder} holds what records refer to",
                platform.path()
            ),
        )),
        None => Ok(()),
    }
}

fn not_whole(root: &Path, what: &str) -> BadInput {
    BadInput(format!(
        "the data directory {} is not whole: {what}. Nothing was changed. Mount what is missing, or restore all of the \
         directory from one backup; to begin anew, name an empty one with --data",
        root.display()
    ))
}

/// Whether nothing of an installation is there. What else may lie there, a mark or a log, says nothing.
fn is_empty(root: &Path) -> io::Result<bool> {
    let parts = Part::ALL.map(Part::path);
    let mut named = parts.into_iter().chain(FOLDERS).map(|name| root.join(name));
    let ids = super::IDS.iter().any(|name| root.join(name).exists());
    // A directory that may not be read must not pass for an empty one.
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
