//! The files below a folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::ImportError;

/// The most files that are listed.
const FILES_MAX: usize = 2_000_000;

/// A file below a folder.
#[derive(Debug, Clone)]
pub(crate) struct FolderFile {
    /// Its path relative to the folder, with slashes.
    pub(crate) below: String,
    /// Its path.
    pub(crate) path: PathBuf,
}

impl FolderFile {
    /// Whether its name ends with a dot and this.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        self.path.extension().is_some_and(|own| own == extension)
    }
}

/// All files below a folder in the order of their paths. Symbolic links are not followed, and what begins with a dot is
/// left out.
pub(crate) fn files_in(folder: &Path) -> Result<Vec<FolderFile>, ImportError> {
    let (mut files, mut folders) = (Vec::new(), vec![(folder.to_owned(), String::new())]);
    while let Some((folder, below)) = folders.pop() {
        let error = |error| ImportError::file(&folder, error);
        for entry in fs::read_dir(&folder).map_err(error)? {
            let entry = entry.map_err(error)?;
            let name = entry.file_name();
            let name = name.to_str().ok_or_else(|| {
                ImportError::Invalid(format!("{} is no text in UTF-8", entry.path().display()))
            })?;
            let kind = entry.file_type().map_err(error)?;
            if name.starts_with('.') {
                continue;
            }
            let below = format!("{below}{name}");
            if kind.is_dir() {
                folders.push((entry.path(), format!("{below}/")));
            } else if kind.is_file() {
                files.push(FolderFile { below, path: entry.path() });
            }
            if files.len() > FILES_MAX {
                let sentence = format!("there are more than {FILES_MAX} files; import parts of it");
                return Err(ImportError::Invalid(sentence));
            }
        }
    }
    files.sort_by(|one, other| one.below.cmp(&other.below));
    Ok(files)
}
