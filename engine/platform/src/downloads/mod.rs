//! What is downloaded from repositories, and what remote ones take in: a line of the access log each, and each minute a
//! record with the counts and the SHA-256 of those lines.
//!
//! A download waits for neither a disk nor the journal: its line is queued, and the counts are in memory until the
//! minute is over. What a server leaves that does not stop in order is counted from the lines at the next start.

mod files;
mod ledger;
mod line;
mod minute;
mod proof;
mod recover;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::machines::download::Transfers;
use waybill_machines::rules::services::ServiceId;

use crate::logs::{LogId, LogKind, LogWriter};
use crate::repositories::{DownloadRecords, RepositoryError};
use crate::trace::Trace;

use ledger::Ledger;
pub use line::{ANONYMOUS, Outcome, SYSTEM, Transfer};
pub(crate) use minute::sum;
pub(crate) use proof::PREFIX;
pub use proof::{Proof, ProofError, prove};
pub use recover::Recorded;

/// The log with the lines.
const LOG: LogId = LogId::new(ServiceId::Artifactory, LogKind::Access);

/// Where the time comes from.
pub type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// How often a file was downloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// How much.
    pub transfers: Transfers,
    /// When a download ended last; none if there was none.
    pub last: Option<Timestamp>,
}

impl Counted {
    /// Both together.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        sum(&mut self.transfers, other.transfers);
        Self { last: self.last.max(other.last), ..self }
    }
}

/// Follows what is transferred.
pub struct Downloads {
    writer: LogWriter,
    now: Now,
    ledger: Mutex<Ledger>,
    /// Held while minutes become records, so that they do so in their order.
    recording: tokio::sync::Mutex<()>,
}

impl Downloads {
    /// Writes lines with this writer.
    pub fn new(writer: LogWriter, now: Now) -> Self {
        let (ledger, recording) = (Mutex::default(), tokio::sync::Mutex::default());
        Self { writer, now, ledger, recording }
    }

    /// A transfer has ended. It never blocks on a disk.
    pub fn note(&self, transfer: &Transfer, trace: Option<&Trace>) {
        let trace = trace.map_or_else(|| "-".to_owned(), Trace::to_string);
        let now = (self.now)();
        let mut ledger = self.ledger();
        let at = ledger.time(now);
        let line = line::line_of(transfer, at, &trace);
        // While the lock is held, so that the lines have the order in which they are hashed.
        let is_written = self.writer.write(LOG, line.clone());
        ledger.add(transfer, is_written.then_some(line.as_str()), at);
    }

    /// Counts the lines that no record has, before the first other one is written.
    ///
    /// # Errors
    ///
    /// A sentence, if the log or the records cannot be read.
    pub async fn recover(&self, records: &dyn DownloadRecords, log: &Path) -> Result<(), String> {
        let recorded = records.counted().await.map_err(|error| error.to_string())?;
        let (now, root) = ((self.now)(), log.to_owned());
        for (minute, _) in recorded.values() {
            self.ledger().begin_after(*minute, now);
        }
        let found = tokio::task::spawn_blocking(move || recover::unrecorded(&root, recorded, now));
        let found = found.await.map_err(|error| error.to_string())?;
        let minutes = found.map_err(|error| error.to_string())?;
        if let Some(last) = minutes.last() {
            let found = minutes.len();
            tracing::info!(service = "artifactory", found, "minutes of downloads had no record");
            self.ledger().begin_after(last.begins, now);
        }
        for minute in minutes {
            // One by one, since only some may wait.
            self.ledger().wait(minute);
            self.record_waiting(records).await.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Records the minutes that are over.
    ///
    /// # Errors
    ///
    /// [`RepositoryError`], if that fails; it is tried again the next time.
    pub async fn record_due(&self, records: &dyn DownloadRecords) -> Result<(), RepositoryError> {
        let now = (self.now)();
        self.ledger().close_due(now);
        self.record_waiting(records).await
    }

    /// Records everything, at the end.
    ///
    /// # Errors
    ///
    /// [`RepositoryError`], if that fails; the next start does it.
    pub async fn record_all(&self, records: &dyn DownloadRecords) -> Result<(), RepositoryError> {
        self.ledger().close();
        self.record_waiting(records).await
    }

    async fn record_waiting(&self, records: &dyn DownloadRecords) -> Result<(), RepositoryError> {
        let _recording = self.recording.lock().await;
        if self.ledger().next().is_some() {
            // What a record names is in the file.
            let writer = self.writer.clone();
            let flushed = tokio::task::spawn_blocking(move || writer.flush());
            flushed.await.map_err(|_| RepositoryError::Defect("writing the log stopped"))?;
        }
        loop {
            let Some(minute) = self.ledger().next() else { return Ok(()) };
            records.count(minute.counts(), (self.now)()).await?;
            self.ledger().recorded();
        }
    }

    /// How often a file was downloaded beside what records say.
    pub fn counted(&self, repository: &str, path: &str) -> Counted {
        self.ledger().counted(repository, path)
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        // Each change is complete by itself, so a panic leaves nothing half done.
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
