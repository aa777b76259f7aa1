//! Removing contents that no file has: those of files that were removed or replaced, and of uploads that a crash ended.

use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use waybill_blobs::{BlobError, BlobId, Need, StoredBlob, Sweeping, Swept};
use waybill_machines::Timestamp;

use super::{EmbeddedRepositories, Inner};
use crate::metric::Metric;
use crate::repositories::{Answer, RepositoryError};

/// How many contents a sweep names at most.
pub const NAMED_MAX: usize = 1_000;
/// How many notes are written to the view together.
const NOTED_TOGETHER: usize = 1_024;

/// What a sweep has done, or would do.
#[derive(Debug, Clone, Default)]
pub struct Collected {
    /// How many contents there are, and what became of them.
    pub swept: Swept,
    /// The first [`NAMED_MAX`] of those that were removed, or would have been.
    pub unused: Vec<StoredBlob>,
    /// How many uploads to a store elsewhere were discarded that did not end; `None` if that failed, which the log says.
    pub abandoned: Option<u64>,
}

/// What a sweep has found and not written yet.
#[derive(Default)]
struct Found {
    unused: Vec<StoredBlob>,
    /// Contents that are unused since now, and those of which that is of no interest any longer.
    noted: Vec<(BlobId, Option<Timestamp>)>,
}

/// One sweep.
struct Sweep<'a> {
    inner: &'a Inner,
    sweeping: Sweeping,
    kept: Duration,
    at: Timestamp,
    found: Mutex<Found>,
}

impl EmbeddedRepositories {
    /// Removes the contents that no record has named for `kept` at this time. Since when a content is unused is in the
    /// view; without it the time begins again, which only keeps contents longer. A dry run changes nothing.
    ///
    /// # Errors
    ///
    /// [`RepositoryError::MayLackRecords`] while records may be missing: what no record names may then be the content
    /// of a file. [`RepositoryError::SweepUnderWay`] if another sweep runs. Others, if the view or the store fails.
    pub fn sweep(
        &self,
        sweeping: Sweeping,
        kept: Duration,
        at: Timestamp,
    ) -> Answer<'_, Collected> {
        Box::pin(async move {
            let inner = &self.inner;
            check_complete(inner)?;
            let Ok(_sweeping) = inner.sweeping.try_lock() else {
                return Err(RepositoryError::SweepUnderWay);
            };
            let sweep = Sweep { inner, sweeping, kept, at, found: Mutex::default() };
            let swept = inner.blobs.sweep(sweeping, |blob| sweep.need(blob)).await;
            // What was found until an error stays true.
            sweep.write(1)?;
            let swept = swept?;
            if sweeping == Sweeping::Remove {
                report(&swept, at);
            }
            let found = sweep.found.into_inner().unwrap_or_else(PoisonError::into_inner);
            let abandoned = match sweeping {
                Sweeping::Remove => discard_abandoned(inner, kept, at).await,
                Sweeping::DryRun => Some(0),
            };
            Ok(Collected { swept, unused: found.unused, abandoned })
        })
    }
}

impl Sweep<'_> {
    /// Whether a content is needed: asked while it is neither leased nor can be.
    fn need(&self, blob: StoredBlob) -> Result<Need, BlobError> {
        let need = self.judged(blob).map_err(|error| {
            tracing::error!(service = "artifactory", %error, "unused contents are not removed");
            BlobError::Defect("what is unused is not known any longer; see the log")
        });
        need.inspect(|_| {
            if let Err(error) = self.write(NOTED_TOGETHER) {
                tracing::warn!(service = "artifactory", %error, "unused contents are kept longer");
            }
        })
    }

    fn judged(&self, blob: StoredBlob) -> Result<Need, RepositoryError> {
        let view = &self.inner.view;
        if !view.places(blob.id, 1)?.is_empty() {
            return Ok(Need::Referred);
        }
        let known = view.unused_since(blob.id)?;
        let unused_ms =
            known.map_or(0, |since| u128::try_from(self.at.ms_since(since)).unwrap_or(0));
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if unused_ms < self.kept.as_millis() {
            if known.is_none() {
                found.noted.push((blob.id, Some(self.at)));
            }
            return Ok(Need::Recent);
        }
        // The journal or the view may have failed since the sweep began.
        check_complete(self.inner)?;
        if found.unused.len() < NAMED_MAX {
            found.unused.push(blob);
        }
        if known.is_some() {
            found.noted.push((blob.id, None));
        }
        Ok(Need::None)
    }

    /// Writes what was noted, if it is at least so much.
    fn write(&self, at_least: usize) -> Result<(), RepositoryError> {
        let noted = {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            if found.noted.len() < at_least {
                return Ok(());
            }
            mem::take(&mut found.noted)
        };
        match self.sweeping {
            Sweeping::Remove => self.inner.view.note_unused(&noted),
            Sweeping::DryRun => Ok(()),
        }
    }
}

/// Discards uploads that did not end within the grace period. What is in use does not depend on it.
async fn discard_abandoned(inner: &Inner, kept: Duration, at: Timestamp) -> Option<u64> {
    let now = UNIX_EPOCH + Duration::from_millis(u64::try_from(at.as_ms()).unwrap_or(0));
    let discarded =
        inner.blobs.discard_abandoned(now.checked_sub(kept).unwrap_or(UNIX_EPOCH)).await;
    let failed = |error: &BlobError| {
        tracing::warn!(service = "artifactory", %error, "abandoned uploads were not discarded");
    };
    discarded.inspect_err(failed).ok()
}

/// Whether the view says what all records name.
fn check_complete(inner: &Inner) -> Result<(), RepositoryError> {
    if inner.streams.may_lack_records() || inner.view.is_incomplete() {
        return Err(RepositoryError::MayLackRecords);
    }
    Ok(())
}

/// Puts the metrics on the page before the first sweep.
pub(super) fn show() {
    report(&Swept::default(), Timestamp::from_ms(0));
}

fn report(swept: &Swept, at: Timestamp) {
    let used = swept.kept.bytes - swept.recent.bytes - swept.leased.bytes;
    let states = [
        ("used", used),
        ("recent", swept.recent.bytes),
        ("leased", swept.leased.bytes),
        ("removed", swept.removed.bytes),
    ];
    for (state, bytes) in states {
        Metric::ContentsBytes.set(&[state], bytes);
    }
    Metric::ContentsSwept.set(&[], u64::try_from(at.as_ms() / 1_000).unwrap_or(0));
}
