//! Storing a staged file: in one request, or in parts.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use object_store::path::Path as Key;
use object_store::{MultipartUpload, ObjectStore as _, ObjectStoreExt as _, PutMultipartOptions};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::{Bucket, errors};
use crate::backend::BlobError;

/// The size of a part, and the largest content that is stored in one request.
pub(super) const PART_BYTES: u64 = 8 * 1_024 * 1_024;
/// The most parts that an upload may have.
const PARTS_MAX: u64 = 10_000;
/// How many parts of one upload are sent at once.
const PARTS_AT_ONCE: usize = 4;
/// What all uploads together may hold in memory, in bytes, beside one part that is larger.
const MEMORY_BYTES: u64 = 64 * 1_024 * 1_024;
/// In what portions of it memory is given.
const PORTION_BYTES: u64 = 64 * 1_024;

/// The memory of all uploads.
pub(super) fn memory() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(usize::try_from(MEMORY_BYTES / PORTION_BYTES).unwrap_or(1)))
}

/// The size of the parts of a content: larger ones, where there would be too many.
const fn part_bytes(bytes: u64) -> u64 {
    let least = bytes.div_ceil(PARTS_MAX);
    if least > PART_BYTES { least } else { PART_BYTES }
}

/// A part of a file in memory.
struct Part {
    bytes: Bytes,
    memory: OwnedSemaphorePermit,
}

impl Bucket {
    /// Stores a staged file. Nothing of it is visible before it is complete.
    pub(super) async fn store(
        &self,
        key: &Key,
        bytes: u64,
        staged: &Path,
    ) -> Result<(), BlobError> {
        let file = File::open(staged).map_err(BlobError::of("reading an upload"))?;
        let file = Arc::new(file);
        if bytes <= PART_BYTES {
            let part = self.part(&file, 0, bytes).await?;
            self.store.put(key, part.bytes.into()).await.map_err(errors::of)?;
            return Ok(());
        }
        let options = PutMultipartOptions::default();
        let mut upload = self.store.put_multipart_opts(key, options).await.map_err(errors::of)?;
        let sent = self.send_parts(&mut *upload, &file, bytes).await;
        let complete = match sent {
            Ok(()) => upload.complete().await.map(drop).map_err(errors::of),
            Err(error) => Err(error),
        };
        if let Err(error) = complete {
            // What cannot be aborted now is aborted by a later collection.
            if let Err(aborting) = upload.abort().await {
                tracing::debug!(service = "artifactory", error = %aborting, "an upload was not aborted");
            }
            return Err(error);
        }
        // The store has checked each part by its signature, but not how many it has joined.
        let found = self.size(key).await?;
        let is_whole = found == Some(bytes);
        is_whole.then_some(()).ok_or(BlobError::Damaged("it has another size than its parts"))
    }

    async fn send_parts(
        &self,
        upload: &mut dyn MultipartUpload,
        file: &Arc<File>,
        bytes: u64,
    ) -> Result<(), BlobError> {
        let each = part_bytes(bytes);
        let mut sending: FuturesUnordered<BoxFuture<'static, Result<(), BlobError>>> =
            FuturesUnordered::new();
        let mut at = 0;
        while at < bytes {
            while sending.len() >= PARTS_AT_ONCE {
                sending.next().await.unwrap_or(Ok(()))?;
            }
            let wanted = each.min(bytes - at);
            let part = tokio::select! {
                part = self.part(file, at, wanted) => part?,
                // Memory may be free only once a part of this upload is sent.
                sent = sending.next(), if !sending.is_empty() => {
                    sent.unwrap_or(Ok(()))?;
                    continue;
                }
            };
            let Part { bytes: content, memory } = part;
            let sent = upload.put_part(content.into());
            sending.push(Box::pin(async move {
                let sent = sent.await.map_err(errors::of);
                drop(memory);
                sent
            }));
            at += wanted;
        }
        while let Some(sent) = sending.next().await {
            sent?;
        }
        Ok(())
    }

    /// Reads a part once there is memory for it.
    async fn part(&self, file: &Arc<File>, at: u64, bytes: u64) -> Result<Part, BlobError> {
        let portions = bytes.min(MEMORY_BYTES).div_ceil(PORTION_BYTES).max(1);
        let portions = u32::try_from(portions).unwrap_or(1);
        let memory = Arc::clone(&self.memory).acquire_many_owned(portions).await;
        let memory = memory.map_err(|_| BlobError::Defect("memory is given no longer"))?;
        let file = Arc::clone(file);
        let read = spawn_blocking(move || {
            let mut part = vec![0; usize::try_from(bytes).unwrap_or_default()];
            file.read_exact_at(&mut part, at).map_err(BlobError::of("reading an upload"))?;
            Ok::<_, BlobError>(part)
        });
        let read = read.await.map_err(|_| BlobError::Defect("reading stopped"))??;
        Ok(Part { bytes: read.into(), memory })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_of_any_size_has_few_enough_parts() {
        for bytes in [PART_BYTES + 1, PART_BYTES * PARTS_MAX, PART_BYTES * PARTS_MAX + 1, 5 << 40] {
            assert!(bytes.div_ceil(part_bytes(bytes)) <= PARTS_MAX, "{bytes}");
        }
        assert_eq!(part_bytes(PART_BYTES * PARTS_MAX), PART_BYTES);
    }
}
