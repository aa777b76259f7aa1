//! Security advisories of the installation, and which versions of packages they are about (PKG-04, PKG-05).
//!
//! ```text
//! files of OSV --read--> Batch --import--> a file of all advisories, named by its digest + a record --> Database
//! ```
//!
//! The stream `advisories` of the platform journal has a record for each import, and for each comparison of all stored
//! versions with what was imported. The newest one names the file of all
//! advisories that are known since then, from which the index in memory is made at start. Of two documents with one
//! identifier the one that was modified last is used, in whatever order they are imported.

mod batch;
mod database;
mod embedded;
mod merge;
mod sources;

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::watch;
use waybill_machines::Timestamp;
use waybill_machines::machines::advisories::{AdvisoryComparison, AdvisoryImport};
use waybill_machines::secret::PersonId;

use crate::stored_file::FileProblem;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

pub use batch::{Batch, Staged, StoredAdvisory};
pub use database::{Database, Found};
pub use embedded::EmbeddedScanning;
pub use sources::{Progress, Reading, Report, Unread};

/// The largest file that is imported, in bytes: the exports of whole ecosystems have some hundred MiB.
pub const SOURCE_BYTES_MAX: u64 = 2 * 1_024 * 1_024 * 1_024;
/// How much the entries of a zip archive may have together once they are unpacked, in bytes.
pub const UNPACKED_BYTES_MAX: u64 = 16 * 1_024 * 1_024 * 1_024;
/// The most documents of an import, and the most advisories that are kept.
pub const ADVISORIES_MAX: usize = 2_000_000;
/// The largest file of all advisories, in bytes. They are in memory, in about twice as much.
pub const DATABASE_BYTES_MAX: u64 = 1_024 * 1_024 * 1_024;
/// How many documents that cannot be read are named in the report of an import; the others are only counted.
pub const UNREAD_MAX: usize = 100;
/// How many ecosystems without a package type are named in the report of an import.
pub const ECOSYSTEMS_MAX: usize = 100;
/// How many folders may be in each other below one that is imported.
pub const FOLDERS_DEPTH_MAX: usize = 32;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ScanningError>> + Send + 'a>>;

/// The port for security advisories.
pub trait Scanning: Send + Sync + 'static {
    /// What is known at present.
    fn database(&self) -> Arc<Database>;

    /// Adds a batch to what is known, and records how many documents were skipped because they could not be read. A
    /// rehearsal only counts.
    fn import(
        &self,
        batch: Batch,
        skipped: u32,
        is_rehearsal: bool,
        context: ChangeContext,
    ) -> Answer<'_, Imported>;

    /// Changes with each import from now on.
    fn imports(&self) -> watch::Receiver<()>;

    /// Records what comparing the stored versions with advisories has found. A comparison with advisories that have
    /// been replaced meanwhile is dropped.
    fn record(&self, comparison: AdvisoryComparison, context: ChangeContext) -> Answer<'_, ()>;

    /// Takes up a batch that another process has written into the folder of the service ([`Batch::stage`]), and removes
    /// its file.
    fn staged(&self, staged: Staged) -> Answer<'_, Batch>;

    /// An empty file in the folder of the service, for what is received from a client. It has no name, so that it is
    /// gone when it is closed.
    fn spool(&self) -> Answer<'_, std::fs::File>;
}

/// An import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// What is recorded of it.
    pub import: AdvisoryImport,
    /// When it was.
    pub at: Timestamp,
    /// The user who imported; none if it was not a user.
    pub by: Option<PersonId>,
}

/// What comparing all stored versions with advisories has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedComparison {
    /// What is recorded of it.
    pub comparison: AdvisoryComparison,
    /// When it ended.
    pub at: Timestamp,
}

/// Why advisories were not imported.
#[derive(Debug, thiserror::Error)]
pub enum ScanningError {
    /// The batch is not the one that was announced.
    #[error("the advisories that were handed over are missing or were changed: import them again")]
    Staged(#[source] FileProblem),
    /// There would be too many.
    #[error(
        "there would be more than {ADVISORIES_MAX} advisories, or more than {} MiB of them, which is the most",
        DATABASE_BYTES_MAX / 1_024 / 1_024
    )]
    Full,
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A file could not be written or read.
    #[error(transparent)]
    File(#[from] VaultError),
    /// The same.
    #[error("the file of the advisories cannot be written or read: {0}")]
    Io(#[from] io::Error),
    /// A bug in the service.
    #[error("the service of advisories failed: {0}; its log says more")]
    Defect(&'static str),
}
