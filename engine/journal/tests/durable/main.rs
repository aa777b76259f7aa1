//! What only the durable journal guarantees: safe opening, generations, low disk space, checks from outside.

#[path = "../contract/sample.rs"]
mod sample;

mod closing;
mod damaged;
mod diagnoses;
mod newest;
mod opening;
mod running;

use std::path::{Path, PathBuf};

use tempfile::TempDir;
use waybill_journal::{DurableJournal, DurableOptions, Journal, OpenError};

use crate::sample::group;

/// A directory for a journal, and settings that make its files small.
pub(crate) struct Place {
    scratch: TempDir,
    pub(crate) options: DurableOptions,
}

impl Place {
    pub(crate) fn new() -> Self {
        let options = DurableOptions { preallocate: false, ..DurableOptions::default() };
        Self { scratch: TempDir::new().expect("a directory"), options }
    }

    pub(crate) fn dir(&self) -> PathBuf {
        self.scratch.path().join("journal")
    }

    pub(crate) fn open(&self) -> Result<DurableJournal, OpenError> {
        DurableJournal::open(&self.dir(), self.options.clone())
    }

    /// The text of the error of opening.
    pub(crate) fn refusal(&self) -> String {
        self.open().map(drop).expect_err("it opens").to_string()
    }

    /// A journal with `groups` groups of three records, closed in order.
    pub(crate) async fn filled(&self, groups: usize) {
        let journal = self.open().expect("it opens");
        for _ in 0..groups {
            journal.append(group(&journal, "session/a", 3)).await.expect("appended");
        }
        journal.close().expect("closed");
    }

    /// Fills it until one of its files exists: the writer does not wait for the next generation, which takes a while to
    /// prepare on a busy disk.
    pub(crate) async fn filled_until(&self, file: &Path) {
        for _ in 0..100 {
            self.filled(60).await;
            if file.exists() {
                return;
            }
        }
        panic!("{} is never made", file.display());
    }

    /// Removes the mark of a clean close from HEAD, as after a crash.
    pub(crate) fn make_unclean(&self) {
        let head = self.dir().join("HEAD");
        let text = std::fs::read_to_string(&head).expect("HEAD");
        assert!(text.contains("\"clean\":true"), "{text}");
        std::fs::write(head, text.replace("\"clean\":true", "\"clean\":false")).expect("written");
    }
}

/// Copies a directory with everything in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("made");
    for entry in std::fs::read_dir(from).expect("listed") {
        let entry = entry.expect("listed");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}
