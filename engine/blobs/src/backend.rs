//! The port to where blobs are kept.

use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;

use crate::digests::BlobId;
use crate::reader::{ByteRange, Reader};

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, BlobError>> + Send + 'a>>;

/// Keeps blobs. Calls are independent of each other and may run concurrently.
pub trait Backend: Send + Sync + 'static {
    /// Makes a staged file durable as a blob. The file is synced, and gone afterwards. A blob that exists already has
    /// the same content.
    fn put(&self, id: BlobId, bytes: u64, staged: PathBuf) -> Answer<'_, ()>;

    /// The size of a blob in bytes; `None` if it does not exist.
    fn bytes_of(&self, id: BlobId) -> Answer<'_, Option<u64>>;

    /// Reads a part of a blob; `None` if it does not exist.
    fn open(&self, id: BlobId, range: ByteRange) -> Answer<'_, Option<Reader>>;

    /// All blobs whose names begin with this byte. The order is not defined.
    fn list(&self, first_byte: u8) -> Answer<'_, Vec<StoredBlob>>;

    /// Removes a blob; it is no error if it does not exist.
    fn remove(&self, id: BlobId) -> Answer<'_, ()>;
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
