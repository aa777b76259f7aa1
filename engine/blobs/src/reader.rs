//! Reading blobs in portions.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use bytes::Bytes;
use tokio::task::spawn_blocking;

use crate::backend::BlobError;

/// How much is read at a time: all the memory that a reader uses.
const PORTION_BYTES: u64 = 256 * 1_024;

/// A part of a blob, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteRange {
    /// The first byte.
    pub start: u64,
    /// The byte after the last one. What is beyond the end of the blob does not exist.
    pub end: u64,
}

impl ByteRange {
    /// The whole blob.
    pub const ALL: Self = Self { start: 0, end: u64::MAX };
}

/// Reads a part of a blob, portion by portion.
#[derive(Debug)]
pub struct Reader {
    file: Arc<File>,
    /// The size of the whole blob in bytes.
    pub bytes: u64,
    next: u64,
    end: u64,
}

impl Reader {
    pub(crate) fn new(file: File, bytes: u64, range: ByteRange) -> Self {
        let end = range.end.min(bytes);
        Self { file: Arc::new(file), bytes, next: range.start.min(end), end }
    }

    /// The same, for another part of the blob.
    #[must_use]
    pub fn within(mut self, range: ByteRange) -> Self {
        self.end = range.end.min(self.bytes);
        self.next = range.start.min(self.end);
        self
    }

    /// How many bytes are still to be read.
    pub const fn remaining(&self) -> u64 {
        self.end - self.next
    }

    /// The next portion; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if the blob cannot be read, or ends before its end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, BlobError> {
        let wanted = self.remaining().min(PORTION_BYTES);
        if wanted == 0 {
            return Ok(None);
        }
        let (file, at) = (Arc::clone(&self.file), self.next);
        let read = spawn_blocking(move || {
            // At most a portion.
            let mut portion = vec![0; usize::try_from(wanted).unwrap_or_default()];
            file.read_exact_at(&mut portion, at).map_err(BlobError::of("reading a file"))?;
            Ok::<_, BlobError>(portion)
        });
        let portion = read.await.map_err(|_| BlobError::Defect("reading stopped"))??;
        self.next += wanted;
        Ok(Some(portion.into()))
    }
}
