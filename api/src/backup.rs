//! Backups: copies of a data directory as it was at one time, made while the server runs or not.
//!
//! ```text
//! DIR/waybill-backup        which format the folder has, and to whom it is encrypted
//! DIR/lock                  locked while a backup is made or removed
//! DIR/compared              up to which file those of earlier backups were compared
//! DIR/key.age               the key that opens it, encrypted with the passphrase, if there is one
//! DIR/objects/ab/abcd...    the files, each once, by the SHA-256 of their content
//! DIR/snapshots/NAME        which files belong to one backup; written last
//! ```
//!
//! A backup is the list of its files. Another one in the same folder adds the files that have changed, so that all of
//! them stay complete. The same files in a `tar` with the list at its end are a backup in one file.

mod collect;
mod copy;
mod copy_vault;
mod cut;
mod digest_frame;
mod earlier;
mod folder;
mod folder_writer;
mod new_folder;
mod origin;
mod paced;
mod prune;
mod read;
mod references;
mod restore;
mod seal;
mod single_file;
mod snapshot;
mod stream;
mod watched;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub use collect::{Made, Progress, back_up};
pub use cut::intact;
pub use folder::Folder;
pub use prune::{Pruned, prune};
pub use read::verify;
pub use restore::{Restore, restore};
pub use seal::{Keys, NewKeys};
pub use snapshot::Snapshot;

/// How the names of backups in one file end.
const SINGLE_FILE: [&str; 2] = [".tar.zst", ".tar.zst.age"];

/// Where a backup is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A folder of backups.
    Folder(PathBuf),
    /// One file.
    SingleFile(PathBuf),
}

impl Place {
    /// The place that a path names: a file by the end of its name, and otherwise a folder.
    pub fn of(path: &Path) -> Self {
        let name = path.to_string_lossy();
        if SINGLE_FILE.iter().any(|end| name.ends_with(end)) {
            Self::SingleFile(path.to_owned())
        } else {
            Self::Folder(path.to_owned())
        }
    }
}

/// Why a backup cannot be made, read or restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// What is named cannot be used as it is.
    #[error("{0}")]
    Unusable(String),
    /// It was made by a newer build.
    #[error(
        "the backup {0} was made by a newer Waybill, whose format this build does not read: restore it with that build, \
         since a downgrade would lose what only it knows"
    )]
    Newer(String),
    /// Files of it are missing or changed.
    #[error("the backup is damaged: {}", .0.join("; "))]
    Damaged(Vec<String>),
    /// What is to be backed up is damaged.
    #[error(
        "the data directory is damaged, and no backup of it could be restored, so none was made: {0}. `waybill fsck` says \
         more; keep the earlier backups"
    )]
    DamagedData(String),
    /// It is encrypted, and the key is missing or another one.
    #[error("the backup cannot be decrypted: {0}")]
    Key(String),
    /// The disk is full.
    #[error("there is no room for {0}")]
    NoRoom(String),
    /// An error of the file system.
    #[error("{what}: {error}")]
    Io {
        /// What failed.
        what: String,
        /// The error.
        error: std::io::Error,
    },
}

impl BackupError {
    /// The error of an operation on a file.
    fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |error| match error.kind() {
            // A process may write files of a limited size only.
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::NoRoom(what)
            }
            _ => Self::Io { what, error },
        }
    }

    /// Whether it is about what the command was given, rather than a finding.
    pub const fn is_about_input(&self) -> bool {
        !matches!(self, Self::Damaged(_) | Self::DamagedData(_))
    }
}
