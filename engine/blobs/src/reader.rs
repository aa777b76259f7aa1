//! Reading blobs in portions.

use std::fmt;
use std::fs::File;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{Stream, StreamExt as _};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::backend::{Answer, BlobError};
use crate::portions::{in_memory, on_disk};

/// What is no larger is read when the file is opened: changing threads once more would take longer than reading it.
const READ_AT_ONCE_BYTES: u64 = 64 * 1_024;

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
    /// With the portion at the reader's place, if it is there or being read. What the system has in memory is read
    /// when it is asked for, which takes less time than changing threads. From the first portion on that it does not
    /// have, one is read ahead by another thread while the one before is sent.
    File(Arc<File>, Option<Ahead>),
    /// The portions are those from the reader's place on, once it has asked for them.
    Remote(Arc<dyn Remote>, Option<Portions>),
}

/// A portion that is read before it is asked for.
enum Ahead {
    Ready(Bytes),
    Reading(JoinHandle<Result<Bytes, BlobError>>),
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
    /// Reads a file, and at once what is small: the caller is on a thread that may block.
    pub(crate) fn new(file: File, bytes: u64, range: ByteRange) -> Self {
        let mut reader = Self::over(Source::File(Arc::new(file), None), bytes, range);
        let range = ByteRange { start: reader.next, end: reader.end };
        if let Source::File(file, ahead) = &mut reader.source
            && (1..=READ_AT_ONCE_BYTES).contains(&(range.end - range.start))
        {
            // What cannot be read is reported to those who ask for it.
            *ahead = portion_of(file, range).ok().map(Ahead::Ready);
        }
        reader
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
            Source::File(file, ahead) => {
                let (start, end) = (range.start.min(bytes), range.end.min(bytes));
                Source::File(file, ahead.filter(|_| before == (start, end)))
            }
        };
        Self::over(source, bytes, range)
    }

    /// The file that has the whole blob, if it is on this machine. This reader does not use its position.
    pub fn file(&self) -> Option<Arc<File>> {
        match &self.source {
            Source::File(file, _) => Some(Arc::clone(file)),
            Source::Remote(..) => None,
        }
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
            Source::File(file, ahead) => {
                let reading = match ahead.take() {
                    Some(Ahead::Ready(portion)) => Ok(portion),
                    Some(Ahead::Reading(task)) => Err(task),
                    None => in_memory(file, range).ok_or_else(|| begun(file, range)),
                };
                match reading {
                    Ok(portion) => portion,
                    Err(task) => {
                        let portion = finished(task).await?;
                        let start = range.start + portion.len() as u64;
                        if start < range.end {
                            let following = ByteRange { start, ..range };
                            *ahead = Some(Ahead::Reading(begun(file, following)));
                        }
                        portion
                    }
                }
            }
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

/// Begins to read the portion at the beginning of a range.
fn begun(file: &Arc<File>, range: ByteRange) -> JoinHandle<Result<Bytes, BlobError>> {
    let file = Arc::clone(file);
    spawn_blocking(move || portion_of(&file, range))
}

async fn finished(task: JoinHandle<Result<Bytes, BlobError>>) -> Result<Bytes, BlobError> {
    task.await.map_err(|_| BlobError::Defect("reading stopped"))?
}

fn portion_of(file: &File, range: ByteRange) -> Result<Bytes, BlobError> {
    on_disk(file, range).map_err(BlobError::of("reading a file"))
}
