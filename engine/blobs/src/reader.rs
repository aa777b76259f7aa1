//! Reading blobs in portions.

use std::fmt;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{Stream, StreamExt as _};
use tokio::task::spawn_blocking;

use crate::backend::{Answer, BlobError};

/// How much of a file is read at a time: all the memory that a reader uses.
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

/// The bytes of a part of a blob as they arrive from elsewhere.
pub(crate) type Portions = Pin<Box<dyn Stream<Item = Result<Bytes, BlobError>> + Send>>;

/// A blob that is not on this machine.
pub(crate) trait Remote: Send + Sync {
    /// Asks for a part of it, which is not empty and within the blob.
    fn portions(&self, range: ByteRange) -> Answer<'static, Portions>;
}

/// Where a reader has its bytes from.
enum Source {
    File(Arc<File>),
    /// The portions are those from the reader's place on, once it has asked for them.
    Remote(Arc<dyn Remote>, Option<Portions>),
}

/// Reads a part of a blob, portion by portion.
pub struct Reader {
    source: Source,
    /// The size of the whole blob in bytes.
    pub bytes: u64,
    next: u64,
    end: u64,
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source: _, bytes, next, end } = self;
        f.debug_struct("Reader")
            .field("bytes", bytes)
            .field("next", next)
            .field("end", end)
            .finish_non_exhaustive()
    }
}

impl Reader {
    pub(crate) fn new(file: File, bytes: u64, range: ByteRange) -> Self {
        Self::over(Source::File(Arc::new(file)), bytes, range)
    }

    /// Reads a blob that is elsewhere. `begun` are its portions from the beginning of the range, if they are asked for
    /// already.
    pub(crate) fn of_remote(
        remote: Arc<dyn Remote>,
        begun: Option<Portions>,
        bytes: u64,
        range: ByteRange,
    ) -> Self {
        Self::over(Source::Remote(remote, begun), bytes, range)
    }

    fn over(source: Source, bytes: u64, range: ByteRange) -> Self {
        let end = range.end.min(bytes);
        Self { source, bytes, next: range.start.min(end), end }
    }

    /// The same, for another part of the blob.
    #[must_use]
    pub fn within(self, range: ByteRange) -> Self {
        let (before, bytes) = ((self.next, self.end), self.bytes);
        let source = match self.source {
            Source::Remote(remote, begun) => {
                let (start, end) = (range.start.min(bytes), range.end.min(bytes));
                Source::Remote(remote, begun.filter(|_| before == (start, end)))
            }
            file @ Source::File(_) => file,
        };
        Self::over(source, bytes, range)
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
        let remaining = self.remaining();
        if remaining == 0 {
            return Ok(None);
        }
        let range = ByteRange { start: self.next, end: self.end };
        let mut portion = match &mut self.source {
            Source::File(file) => of_file(Arc::clone(file), range).await?,
            Source::Remote(remote, begun) => {
                let portions = match begun {
                    Some(portions) => portions,
                    none => none.insert(remote.portions(range).await?),
                };
                let portion = portions.next().await;
                portion.unwrap_or(Err(BlobError::Damaged("it ends before its end")))?
            }
        };
        // What is beyond the end was not asked for.
        portion.truncate(usize::try_from(remaining).unwrap_or(usize::MAX));
        self.next += portion.len() as u64;
        Ok(Some(portion))
    }
}

async fn of_file(file: Arc<File>, range: ByteRange) -> Result<Bytes, BlobError> {
    let wanted = (range.end - range.start).min(PORTION_BYTES);
    let read = spawn_blocking(move || {
        // At most a portion.
        let mut portion = vec![0; usize::try_from(wanted).unwrap_or_default()];
        file.read_exact_at(&mut portion, range.start).map_err(BlobError::of("reading a file"))?;
        Ok::<_, BlobError>(portion)
    });
    Ok(read.await.map_err(|_| BlobError::Defect("reading stopped"))??.into())
}
