//! Finding and loading the files of scenarios.

use std::path::{Path, PathBuf};

use crate::fault::{Fault, Position};
use crate::format::{Document, parse};
use crate::requirements::Requirements;
use crate::yaml::FILE_BYTES_MAX;

/// The suffix of scenario files.
pub const SUFFIX: &str = ".scn.yaml";

/// The files that were found, and errors while searching.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, sorted by name and without duplicates.
    pub files: Vec<PathBuf>,
    /// Folders and files that cannot be read.
    pub faults: Vec<Fault>,
}

fn fault(path: &Path, message: impl Into<String>) -> Fault {
    let file = path.display().to_string();
    Fault { file, position: Position::START, message: message.into() }
}

/// Finds the scenarios in these files and folders.
pub fn find(paths: &[PathBuf]) -> Found {
    let mut found = Found::default();
    for path in paths {
        let before = found.files.len();
        collect(path, &mut found, true);
        if found.files.len() == before && found.faults.is_empty() {
            found.faults.push(fault(path, format!("there is no file *{SUFFIX} here")));
        }
    }
    found.files.sort();
    found.files.dedup();
    found
}

fn collect(path: &Path, found: &mut Found, named: bool) {
    // A link to a folder is followed only if it is an argument: inside a folder it may form a cycle.
    if path.is_dir() && (named || !path.is_symlink()) {
        match std::fs::read_dir(path) {
            Ok(entries) => {
                for entry in entries.flatten() {
                    collect(&entry.path(), found, false);
                }
            }
            Err(error) => found.faults.push(fault(path, error.to_string())),
        }
    } else if named || !path.is_dir() && path.to_string_lossy().ends_with(SUFFIX) {
        found.files.push(path.to_owned());
    }
}

/// Reads a text file of limited size.
fn read(path: &Path) -> Result<String, Fault> {
    let io_fault = |error: std::io::Error| fault(path, format!("cannot be read: {error}"));
    let metadata = std::fs::metadata(path).map_err(io_fault)?;
    // Reading a pipe or a device may never end.
    if !metadata.is_file() {
        return Err(fault(path, "is no file; a story is a file".to_owned()));
    }
    let bytes = metadata.len();
    if bytes > FILE_BYTES_MAX as u64 {
        let message =
            format!("the file has {bytes} bytes; at most 1 MiB ({FILE_BYTES_MAX}) is read");
        return Err(fault(path, message));
    }
    let bytes = std::fs::read(path).map_err(io_fault)?;
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let position = Position { line, column };
        let file = path.display().to_string();
        Fault { file, position, message: "the file must be UTF-8, and here it is not".into() }
    })
}

/// The requirements that belong to a scenario's file or folder, if any.
pub fn requirements_near(path: &Path) -> Result<Option<Requirements>, Fault> {
    let Some(list) = Requirements::path_near(path) else { return Ok(None) };
    let text = read(&list)?;
    Requirements::parse(&list.display().to_string(), &text).map(Some)
}

/// Loads a scenario. Its ids are checked against the list beside or above it, or else against the project's own.
pub fn load(path: &Path) -> Result<Document, Fault> {
    let requirements = requirements_near(path)?;
    let requirements = requirements.map_or_else(Requirements::of_the_project, Ok)?;
    let text = read(path)?;
    parse(&path.display().to_string(), &text, Some(&requirements))
}
