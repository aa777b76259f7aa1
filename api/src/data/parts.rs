//! The parts of a data directory, and how to tell that each is present.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A part that other parts refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Sessions,
    Platform,
    Vault,
}

/// The fields of a journal's HEAD file that are needed here.
#[derive(Deserialize)]
struct Head {
    count: u64,
    clean: bool,
}

impl Part {
    pub(super) const ALL: [Self; 3] = [Self::Sessions, Self::Platform, Self::Vault];

    /// Its path in the data directory, which is also its name in the manifest.
    pub(super) const fn path(self) -> &'static str {
        match self {
            Self::Sessions => "journal/sessions",
            Self::Platform => "journal/platform",
            Self::Vault => "vault",
        }
    }

    pub(super) fn id_file(self, root: &Path) -> PathBuf {
        root.join(self.path()).join("ID")
    }

    /// The id stored next to its content.
    pub(super) fn id(self, root: &Path) -> Option<String> {
        part_id(&root.join(self.path()))
    }

    /// Whether it has ever been opened: the files that opening creates first exist.
    pub(super) fn is_there(self, root: &Path) -> bool {
        let directory = root.join(self.path());
        match self {
            Self::Sessions | Self::Platform => is_journal(&directory),
            Self::Vault => directory.join("check").is_file(),
        }
    }

    /// Whether a journal was closed cleanly and is empty. After a crash, HEAD may be older than the records.
    pub(super) fn was_closed_without_records(self, root: &Path) -> bool {
        self.head(root).is_some_and(|head| head.clean && head.count == 0)
    }

    /// Whether a journal was closed cleanly.
    pub(super) fn was_closed_in_order(self, root: &Path) -> bool {
        self.head(root).is_some_and(|head| head.clean)
    }

    fn head(self, root: &Path) -> Option<Head> {
        let text = fs::read(root.join(self.path()).join("HEAD")).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

/// The id that is stored in the directory of a part.
pub(super) fn part_id(directory: &Path) -> Option<String> {
    let text = fs::read_to_string(directory.join("ID")).ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Whether a directory holds a journal that was opened before.
pub(super) fn is_journal(directory: &Path) -> bool {
    directory.join("FORMAT").is_file()
        && directory.join("HEAD").is_file()
        && has_generation(directory)
}

fn has_generation(directory: &Path) -> bool {
    let Ok(entries) = fs::read_dir(directory) else { return false };
    let mut names = entries.flatten().map(|entry| entry.file_name());
    names.any(|name| name.to_string_lossy().starts_with("gen-"))
}

/// Whether there is a file in a folder or below it. An unreadable folder is assumed to contain files.
pub fn holds_files(path: &Path) -> bool {
    if !path.exists() {
        return false;
    }
    let Ok(entries) = fs::read_dir(path) else { return true };
    entries.flatten().any(|entry| {
        entry.file_type().map_or(true, |kind| !kind.is_dir()) || holds_files(&entry.path())
    })
}
