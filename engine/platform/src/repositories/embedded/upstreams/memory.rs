//! What was learned of upstreams lately. It is forgotten at the end of the process, which only means that they are
//! asked again.

use std::time::{Duration, Instant};

use moka::sync::Cache;

/// The most files of which something is remembered, of each kind.
const FILES_MAX: u64 = 100_000;
/// For how long an upstream that did not answer is left alone.
const DOWN: Duration = Duration::from_secs(30);

/// When something was learned, by what it was learned of.
type Times = Cache<String, Instant>;

/// What was learned lately.
pub(super) struct Memory {
    /// Files that were as the upstream has them.
    fresh: Times,
    /// Files that the upstream did not have.
    missing: Times,
    /// Repositories whose upstream did not answer.
    down: Times,
}

impl Default for Memory {
    fn default() -> Self {
        let times = || Cache::new(FILES_MAX);
        Self { fresh: times(), missing: times(), down: times() }
    }
}

impl Memory {
    pub(super) fn is_fresh(&self, key: &str, for_s: u32) -> bool {
        is_within(&self.fresh, key, Duration::from_secs(for_s.into()))
    }

    pub(super) fn is_missing(&self, key: &str, for_s: u32) -> bool {
        is_within(&self.missing, key, Duration::from_secs(for_s.into()))
    }

    pub(super) fn is_down(&self, repository: &str) -> bool {
        is_within(&self.down, repository, DOWN)
    }

    pub(super) fn remember_fresh(&self, key: String) {
        self.missing.invalidate(&key);
        self.fresh.insert(key, Instant::now());
    }

    pub(super) fn remember_missing(&self, key: String) {
        self.fresh.invalidate(&key);
        self.missing.insert(key, Instant::now());
    }

    pub(super) fn remember_down(&self, repository: &str) {
        self.down.insert(repository.to_owned(), Instant::now());
    }
}

fn is_within(times: &Times, key: &str, period: Duration) -> bool {
    times.get(key).is_some_and(|at| at.elapsed() < period)
}
