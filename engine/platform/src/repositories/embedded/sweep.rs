//! Removing contents that no file has: those of files that were removed or replaced.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use waybill_blobs::{BlobError, BlobId, Swept};
use waybill_machines::Timestamp;

use super::EmbeddedRepositories;
use crate::repositories::{Answer, RepositoryError};

/// Since when contents are known to be unused. After a start it begins again, which only keeps them longer.
#[derive(Debug, Default)]
pub(super) struct Unused(Mutex<HashMap<BlobId, Timestamp>>);

impl Unused {
    fn known(&self) -> MutexGuard<'_, HashMap<BlobId, Timestamp>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EmbeddedRepositories {
    /// Removes the contents that no file has had for `kept` at this time. Nothing is removed while records may be missing: what no
    /// record names may then be the content of a file.
    pub fn sweep(&self, kept: Duration, at: Timestamp) -> Answer<'_, Swept> {
        Box::pin(async move {
            let inner = &self.inner;
            if inner.streams.may_lack_records() {
                return Ok(Swept::default());
            }
            let before = Mutex::new(std::mem::take(&mut *inner.unused.known()));
            let is_used = |blob: BlobId| {
                let places = inner.view.places(blob, 1);
                let places = places.map_err(|error| {
                    tracing::error!(service = "artifactory", %error, "unused files are not removed");
                    BlobError::Defect("the index of the repositories cannot be read")
                })?;
                if !places.is_empty() {
                    return Ok(true);
                }
                let mut before = before.lock().unwrap_or_else(PoisonError::into_inner);
                let since = before.remove(&blob).unwrap_or(at);
                let unused_ms = u128::try_from(at.ms_since(since)).unwrap_or(0);
                let is_kept = unused_ms < kept.as_millis();
                if is_kept {
                    inner.unused.known().insert(blob, since);
                }
                Ok(is_kept)
            };
            let swept = inner.blobs.sweep(is_used).await;
            swept.map_err(RepositoryError::Blob)
        })
    }
}
