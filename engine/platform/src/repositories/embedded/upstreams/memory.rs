//! What was learned of upstreams lately. It is forgotten at the end of the process, which only means that they are
//! asked again.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use waybill_machines::Timestamp;
use waybill_outbound::OutboundError;

use crate::repositories::UpstreamError;

/// The most files of which something is remembered, of each kind.
const FILES_MAX: u64 = 100_000;
/// For how long an upstream that did not answer is left alone.
const DOWN: Duration = Duration::from_secs(30);

/// For how long a failure of one file is remembered.
const FAILED: Duration = Duration::from_secs(3);
/// For how long it is remembered that an upstream names another content.
const DIFFERS: Duration = Duration::from_hours(24);
/// How many files of one repository are fetched at once, so that a slow upstream leaves room for others.
const AT_ONCE_MAX: usize = 16;
/// How long a fetch waits for those before it.
const WAITS: Duration = Duration::from_secs(30);

/// When something was learned, by what it was learned of.
type Times = Cache<String, Timestamp>;

/// What was learned lately.
pub(super) struct Memory {
    /// Files that were as the upstream has them.
    fresh: Times,
    /// Files that the upstream did not have.
    missing: Times,
    /// Servers that did not answer, by scheme, host and port.
    down: Times,
    /// Files that could not be fetched, and why.
    failed: Cache<String, (Timestamp, UpstreamError)>,
    /// Kept files of which the upstream named another content.
    differing: Times,
    /// The permits of repositories.
    permits: Cache<String, Arc<Semaphore>>,
}

impl Default for Memory {
    fn default() -> Self {
        let times = || Cache::new(FILES_MAX);
        Self {
            fresh: times(),
            missing: times(),
            down: times(),
            failed: Cache::new(FILES_MAX),
            differing: times(),
            permits: Cache::new(FILES_MAX),
        }
    }
}

impl Memory {
    pub(super) fn is_fresh(&self, key: &str, for_s: u32, at: Timestamp) -> bool {
        is_within(&self.fresh, key, Duration::from_secs(for_s.into()), at)
    }

    pub(super) fn is_missing(&self, key: &str, for_s: u32, at: Timestamp) -> bool {
        is_within(&self.missing, key, Duration::from_secs(for_s.into()), at)
    }

    pub(super) fn is_down(&self, server: &str, at: Timestamp) -> bool {
        is_within(&self.down, server, DOWN, at)
    }

    /// Why a file could not be fetched a moment ago.
    pub(super) fn failure(&self, key: &str, at: Timestamp) -> Option<UpstreamError> {
        let (since, error) = self.failed.get(key)?;
        is_recent(since, FAILED, at).then_some(error)
    }

    /// Whether it has to be recorded that an upstream names another content for a kept file. An upstream that does so
    /// each time writes a record once a day.
    pub(super) fn differs_newly(&self, key: String, at: Timestamp) -> bool {
        let known = is_within(&self.differing, &key, DIFFERS, at);
        if !known {
            self.differing.insert(key, at);
        }
        !known
    }

    /// Waits until another file of a repository may be fetched.
    pub(super) async fn permit(
        &self,
        repository: &str,
    ) -> Result<OwnedSemaphorePermit, UpstreamError> {
        let new = || Arc::new(Semaphore::new(AT_ONCE_MAX));
        let permits = self.permits.get_with(repository.to_owned(), new);
        let permit = timeout(WAITS, permits.acquire_owned()).await;
        permit.ok().and_then(Result::ok).ok_or(UpstreamError::Outbound(OutboundError::Busy))
    }

    pub(super) fn remember_fresh(&self, key: String, at: Timestamp) {
        self.missing.invalidate(&key);
        self.fresh.insert(key, at);
    }

    pub(super) fn remember_missing(&self, key: String, at: Timestamp) {
        self.fresh.invalidate(&key);
        self.missing.insert(key, at);
    }

    pub(super) fn remember_down(&self, server: String, at: Timestamp) {
        self.down.insert(server, at);
    }

    pub(super) fn remember_failure(&self, key: String, error: UpstreamError, at: Timestamp) {
        self.failed.insert(key, (at, error));
    }
}

fn is_within(times: &Times, key: &str, period: Duration, at: Timestamp) -> bool {
    times.get(key).is_some_and(|since| is_recent(since, period, at))
}

fn is_recent(since: Timestamp, period: Duration, at: Timestamp) -> bool {
    // A clock that was set back makes nothing older.
    u128::from(at.ms_since(since).max(0).unsigned_abs()) < period.as_millis()
}
