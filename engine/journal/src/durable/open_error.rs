//! Why a journal cannot be opened: the sentences tell damage from a full disk and from another process.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::layout::FORMAT;

/// Why a journal's directory cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it open.
    #[error(
        "the journal {dir} is in use by process {process}: stop it first, or use \
         another data directory"
    )]
    InUse {
        /// The journal's directory.
        dir: PathBuf,
        /// Process id of the other process, or `unknown`.
        process: String,
    },
    /// It was written by a newer build.
    #[error(
        "the journal {dir} was made by a newer Waybill (its format is {found}, this build reads \
         {FORMAT}): upgrade this one"
    )]
    Newer {
        /// The journal's directory.
        dir: PathBuf,
        /// The content of the format file.
        found: String,
    },
    /// It ends before a record that was acknowledged.
    #[error(
        "the journal {dir} has lost records: {what}{copy}. Restore a backup, or ask for help \
         before you remove anything"
    )]
    Lost {
        /// The journal's directory.
        dir: PathBuf,
        /// What is missing.
        what: String,
        /// A clause that names the copy made before opening; empty without a copy.
        copy: String,
    },
    /// The stored bytes are not those that were written.
    #[error(
        "the journal {dir} is damaged: {what}{copy}. Restore a backup, or ask for help before you \
         remove anything"
    )]
    Damaged {
        /// The journal's directory.
        dir: PathBuf,
        /// The damaged place, and the symptom.
        what: String,
        /// A clause that names the copy made before opening; empty without a copy.
        copy: String,
    },
    /// There is no space for what opening has to write. Nothing is wrong with what is stored.
    #[error(
        "the disk of the journal {dir} is full: {what} failed. Nothing is lost: make room and \
         start again"
    )]
    NoSpace {
        /// The journal's directory.
        dir: PathBuf,
        /// The operation that failed.
        what: String,
    },
    /// Another program holds the lock of a file in it.
    #[error(
        "a file of the journal {dir} is locked by {holder}, which is no Waybill that serves it: {what}. Nothing is \
         damaged: end that program, such as a backup, and start again"
    )]
    Locked {
        /// The journal's directory.
        dir: PathBuf,
        /// The process that holds the lock, in words.
        holder: String,
        /// The operation that failed.
        what: String,
    },
    /// An error of the file system.
    // The field is not called `source`, since callers that print the chain of causes would print it twice.
    #[error("the journal {dir} cannot be opened: {what}: {error}")]
    Io {
        /// The journal's directory.
        dir: PathBuf,
        /// The operation that failed.
        what: String,
        /// The error.
        error: io::Error,
    },
}

impl OpenError {
    /// The error of an operation on files of our own.
    pub(super) fn io(dir: &Path, what: &str) -> impl FnOnce(io::Error) -> Self {
        let (dir, what) = (dir.to_owned(), what.to_owned());
        move |error| match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::NoSpace { dir, what },
            _ => Self::Io { dir, what, error },
        }
    }

    /// The error of opening a store, which is damage unless the system gives another reason. `copy` is the clause that
    /// names the copy made before.
    pub(super) fn of_store(dir: &Path, what: &str, copy: String, error: io::Error) -> Self {
        let (dir, what) = (dir.to_owned(), what.to_owned());
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::NoSpace { dir, what },
            ErrorKind::ResourceBusy => Self::Locked { dir, holder: error.to_string(), what },
            _ if error.raw_os_error().is_some() => Self::Io { dir, what, error },
            _ => Self::Damaged { dir, what: format!("{what}: {error}"), copy },
        }
    }
}
