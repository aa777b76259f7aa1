//! Reads a journal from its newest record on.

use waybill_journal::{Journal, ReadError, StoredRecord};

/// How many records are read from a journal at once.
pub(crate) const PORTION: usize = 256;

/// Reads a journal from a position towards its beginning.
pub(crate) struct Backwards<'j> {
    journal: &'j dyn Journal,
    /// Records before this position are still to come.
    pub(crate) before: u64,
    /// The last of them, in the order of appending.
    read: Vec<StoredRecord>,
}

impl<'j> Backwards<'j> {
    /// From before a position on; from the newest record without one.
    pub(crate) fn new(journal: &'j dyn Journal, before: Option<u64>) -> Self {
        let count = journal.count();
        Self { journal, before: before.map_or(count, |before| before.min(count)), read: Vec::new() }
    }

    /// The next record, which stays.
    ///
    /// # Errors
    ///
    /// [`ReadError`], if the journal cannot be read.
    pub(crate) fn newest(&mut self) -> Result<Option<&StoredRecord>, ReadError> {
        if self.read.is_empty() && self.before > 0 {
            let first = self.before.saturating_sub(PORTION as u64);
            let count = usize::try_from(self.before - first).unwrap_or(PORTION);
            self.read = self.journal.scan(first, count)?;
        }
        Ok(self.read.last())
    }

    /// Takes the record that was looked at.
    pub(crate) fn take(&mut self) -> Option<StoredRecord> {
        let record = self.read.pop()?;
        self.before = record.position;
        Some(record)
    }
}
