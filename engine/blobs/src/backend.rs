//! The port to where blobs are kept.

use std::future::{Future, ready};
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::time::SystemTime;

use crate::digests::BlobId;
use crate::reader::{ByteRange, Reader};

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, BlobError>> + Send + 'a>>;

/// Whether what belongs to a blob is left as it is.
pub type Spared<'a> = &'a (dyn Fn(BlobId) -> bool + Send + Sync);

/// Keeps blobs. Calls are independent of each other and may run concurrently.
pub trait Backend: Send + Sync + 'static {
    /// Makes a staged file durable as a blob, whole or not at all. The file is synced; it may be moved away, and who
    /// has staged it removes it otherwise. A blob that exists already has the same content.
    fn put(&self, id: BlobId, bytes: u64, staged: PathBuf) -> Answer<'_, Left>;

    /// The size of a blob in bytes; `None` if it does not exist.
    fn bytes_of(&self, id: BlobId) -> Answer<'_, Option<u64>>;

    /// Reads a part of a blob; `None` if it does not exist.
    fn open(&self, id: BlobId, range: ByteRange) -> Answer<'_, Option<Reader>>;

    /// All blobs whose names begin with this byte. The order is not defined.
    fn list(&self, first_byte: u8) -> Answer<'_, Vec<StoredBlob>>;

    /// Removes a blob; it is no error if it does not exist.
    fn remove(&self, id: BlobId) -> Answer<'_, ()>;

    /// Discards what uploads have left that were begun before this time and did not end, in another process perhaps;
    /// how many there were. Those of blobs that are spared go on.
    fn discard_abandoned<'a>(
        &'a self,
        _begun_before: SystemTime,
        _is_spared: Spared<'a>,
    ) -> Answer<'a, u64> {
        Box::pin(ready(Ok(0)))
    }

    /// Whether blobs can be stored and read now.
    ///
    /// # Errors
    ///
    /// [`BlobError`], with what an administrator can do about it.
    fn check(&self) -> Answer<'_, ()>;
}

/// What storing leaves of a staged file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// It was moved away, or removed.
    Nothing,
    /// It is still there.
    File,
}

/// A blob that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredBlob {
    /// Its name.
    pub id: BlobId,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Why bytes were not stored or read.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The disk is full.
    #[error("there is no room left for uploaded files")]
    NoRoom,
    /// The storage failed.
    #[error("{what} failed: {why}")]
    Io {
        /// The operation.
        what: &'static str,
        /// The cause.
        why: io::Error,
    },
    /// The store elsewhere does not answer, or not now.
    #[error("the store of contents cannot be reached: {0}")]
    Unreachable(String),
    /// The store elsewhere answers, and does not do what it is asked for.
    #[error("the contents of files cannot be used: {0}")]
    Refused(String),
    /// What is stored is not what was stored.
    #[error("a stored content is damaged: {0}")]
    Damaged(&'static str),
    /// A part of the storage stopped, which is a bug.
    #[error("the storage of uploaded files failed: {0}")]
    Defect(&'static str),
}

impl BlobError {
    /// The error of an I/O operation.
    pub(crate) fn of(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |why| match why.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::NoRoom,
            _ => Self::Io { what, why },
        }
    }
}
