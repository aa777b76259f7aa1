//! The journal as the engine sees it: one trait for every kind of storage.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::hash::Hash;
use crate::record::{RecordView, SealedRecord, StreamHead};

/// The records that one command appends: a batch for each stream. They are stored atomically.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Group {
    /// At most one batch for a stream.
    pub batches: Vec<Batch>,
}

/// Records for one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The stream that all the records name.
    pub stream: String,
    /// The head that the records were sealed after; `None` for a stream that does not exist yet.
    pub expected: Option<StreamHead>,
    /// The records, in order, each sealed after the previous one. At least one.
    pub records: Vec<SealedRecord>,
}

impl Group {
    /// A group of one batch.
    pub fn of(stream: &str, expected: Option<StreamHead>, records: Vec<SealedRecord>) -> Self {
        Self { batches: vec![Batch { stream: stream.to_owned(), expected, records }] }
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.batches.iter().map(|batch| batch.records.len()).sum()
    }

    /// Whether the group has no record. An empty group cannot be appended.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Total length of the lines in bytes.
    pub fn bytes(&self) -> usize {
        let records = self.batches.iter().flat_map(|batch| &batch.records);
        records.map(|record| record.line().len()).sum()
    }
}

/// The largest group, in bytes of its lines.
pub const GROUP_BYTES_MAX: usize = 1024 * 1024;

/// The position and the new heads of an appended group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appended {
    /// Global position of the group's first record, from 0; the others follow without gaps.
    pub position: u64,
    /// The new head of each batch's stream, in the order of the batches.
    pub heads: Vec<StreamHead>,
}

/// A record read from a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRecord {
    /// Place among all records of the journal, from 0. Positions are for proofs; users see `seq`.
    pub position: u64,
    /// Place in its stream, from 1.
    pub seq: u64,
    /// The hash that is stored with the line.
    pub hash: Hash,
    /// The line, without a newline.
    pub line: Arc<str>,
}

impl StoredRecord {
    /// Decodes the fields.
    pub fn view(&self) -> Result<RecordView<'_>, ReadError> {
        RecordView::decode(self.line.as_bytes()).map_err(|fault| ReadError::Damaged {
            what: format!(
                "the record at position {} breaks the record format {fault}",
                self.position
            ),
        })
    }
}

/// Why a group was not stored, or may not have been.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Another writer appended to the stream first: read it, decide and append again.
    #[error(
        "stream {stream} is at {}, not at {} as the command expected",
        at(*.found),
        at(*.expected)
    )]
    Conflict {
        /// The stream.
        stream: String,
        /// The head that the group was sealed after.
        expected: Option<StreamHead>,
        /// The current head of the stream.
        found: Option<StreamHead>,
    },
    /// The group has more than [`GROUP_BYTES_MAX`] bytes.
    #[error(
        "a group may have {GROUP_BYTES_MAX} bytes at most and this one has {bytes}: append it in \
         parts"
    )]
    TooLarge {
        /// Total length of its lines in bytes.
        bytes: usize,
    },
    /// The group itself is invalid: empty, with two batches for one stream, or with records that do not follow each
    /// other. This is a bug in the caller.
    #[error("the group cannot be appended: {why}")]
    Invalid {
        /// What is invalid.
        why: String,
    },
    /// The journal accepts no records at present; reading works.
    #[error("the journal is read-only: {why}")]
    ReadOnly {
        /// The reason, and how to resolve it.
        why: String,
    },
    /// Storing failed. Whether the group is stored is unknown; no more appends are accepted, and the process has to
    /// exit so that the next start finds out.
    #[error("the journal failed and the server has to stop: {why}")]
    Fatal {
        /// What failed.
        why: String,
    },
}

fn at(head: Option<StreamHead>) -> String {
    head.map_or("its beginning".to_owned(), |head| {
        let hash = head.hash.to_string();
        format!("record {} ({})", head.seq, &hash[..8])
    })
}

/// Why records cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The stored bytes are not those that were written.
    #[error("the journal is damaged: {what}; stop the server and run `waybill fsck`")]
    Damaged {
        /// The damaged place, and the symptom.
        what: String,
    },
    /// An error of the file system.
    #[error("the journal cannot be read: {why}")]
    Io {
        /// The error message.
        why: String,
    },
}

/// What the journal can currently do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "health", rename_all = "snake_case")]
pub enum Health {
    /// Reading and appending.
    Writable,
    /// Reading only.
    ReadOnly {
        /// The reason, and how to resolve it.
        why: String,
    },
    /// No appends are accepted until the process restarts.
    Failed {
        /// What failed.
        why: String,
    },
}

/// The extent of a journal: what a HEAD file holds and a signed note commits to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Number of records.
    pub count: u64,
    /// Number of streams.
    pub streams: u64,
    /// The hash of the newest record; zeros when there is none.
    pub last: Hash,
}

/// The future result of an append.
pub type AppendFuture =
    Pin<Box<dyn Future<Output = Result<Appended, AppendError>> + Send + 'static>>;

/// A durable log of many streams. Any number of tasks may use it at once through an `Arc`.
///
/// Readers see only durable records. Reads are blocking calls, of microseconds when the records are cached and of a
/// disk access when they are not.
pub trait Journal: Send + Sync + 'static {
    /// Queues a group at once; the future resolves when it is durable, or rejected. Dropping the future does not cancel
    /// the append.
    fn append(&self, group: Group) -> AppendFuture;

    /// Up to `limit` records of a stream, beginning with `from_seq` (from 1). A stream that does
    /// not exist has no records.
    fn read(
        &self,
        stream: &str,
        from_seq: u64,
        limit: usize,
    ) -> Result<Vec<StoredRecord>, ReadError>;

    /// The newest record of a stream; `None` when there is no such stream.
    fn head(&self, stream: &str) -> Option<StreamHead>;

    /// Whether records of a stream are known to be missing, in a journal that is damaged. Reading it fails then.
    fn is_broken(&self, _stream: &str) -> bool {
        false
    }

    /// Whether it is damaged, so that it takes no records again before it is mended. One that is read-only for want of
    /// room is not.
    fn is_damaged(&self) -> bool {
        false
    }

    /// Whether the newest records of a stream may be missing, in a journal that is damaged, so that its state may be
    /// outdated. True for every stream with [`Journal::is_broken`], and for one that is not known if it may be lost as a
    /// whole.
    fn may_lack_newest(&self, _stream: &str) -> bool {
        false
    }

    /// Up to `limit` streams whose names begin with `prefix` and sort after `after`, by name.
    fn streams(&self, prefix: &str, after: Option<&str>, limit: usize)
    -> Vec<(String, StreamHead)>;

    /// Up to `limit` records of all streams in the order of appending, from a global position.
    /// See [`scan_all`] for an iterator.
    fn scan(&self, from_position: u64, limit: usize) -> Result<Vec<StoredRecord>, ReadError>;

    /// The first position from this one on whose record can be read; `None` when there is none. Only a journal that is
    /// damaged has others before it.
    fn readable_from(&self, position: u64) -> Option<u64> {
        (position < self.count()).then_some(position)
    }

    /// Number of records.
    fn count(&self) -> u64;

    /// Writes a checkpoint durably, so that a start after a loss notices it. Journals also do so on their own from time
    /// to time; this is for backups and tests.
    fn checkpoint(&self) -> Result<Checkpoint, AppendError>;

    /// What the journal can currently do.
    fn health(&self) -> Health;

    /// Changes whenever records have become durable, to their number at some moment since. It may skip numbers, so
    /// [`Journal::count`] is what holds. It ends with the journal, and at once for one that is only read.
    fn grown(&self) -> watch::Receiver<u64> {
        watch::Sender::new(self.count()).subscribe()
    }

    /// Changes from `None` to the reason when the journal fails. The server waits for it, stops accepting requests and
    /// exits with an error: a failed fsync is never retried.
    fn failed(&self) -> watch::Receiver<Option<String>>;
}

impl<J: Journal + ?Sized> Journal for Arc<J> {
    fn append(&self, group: Group) -> AppendFuture {
        (**self).append(group)
    }

    fn read(
        &self,
        stream: &str,
        from_seq: u64,
        limit: usize,
    ) -> Result<Vec<StoredRecord>, ReadError> {
        (**self).read(stream, from_seq, limit)
    }

    fn head(&self, stream: &str) -> Option<StreamHead> {
        (**self).head(stream)
    }

    fn is_broken(&self, stream: &str) -> bool {
        (**self).is_broken(stream)
    }

    fn is_damaged(&self) -> bool {
        (**self).is_damaged()
    }

    fn may_lack_newest(&self, stream: &str) -> bool {
        (**self).may_lack_newest(stream)
    }

    fn streams(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Vec<(String, StreamHead)> {
        (**self).streams(prefix, after, limit)
    }

    fn scan(&self, from_position: u64, limit: usize) -> Result<Vec<StoredRecord>, ReadError> {
        (**self).scan(from_position, limit)
    }

    fn readable_from(&self, position: u64) -> Option<u64> {
        (**self).readable_from(position)
    }

    fn count(&self) -> u64 {
        (**self).count()
    }

    fn checkpoint(&self) -> Result<Checkpoint, AppendError> {
        (**self).checkpoint()
    }

    fn health(&self) -> Health {
        (**self).health()
    }

    fn grown(&self) -> watch::Receiver<u64> {
        (**self).grown()
    }

    fn failed(&self) -> watch::Receiver<Option<String>> {
        (**self).failed()
    }
}

/// Iterates over all records from a position on, reading them in chunks.
pub fn scan_all(
    journal: &dyn Journal,
    from_position: u64,
) -> impl Iterator<Item = Result<StoredRecord, ReadError>> {
    const PORTION: usize = 512;
    let mut next = from_position;
    let mut done = false;
    let portions = std::iter::from_fn(move || {
        if done {
            return None;
        }
        let portion = journal.scan(next, PORTION);
        done = portion.as_ref().map_or(true, Vec::is_empty);
        next += portion.as_ref().map_or(0, |records| records.len() as u64);
        Some(match portion {
            Ok(records) => records.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    });
    portions.flatten()
}
