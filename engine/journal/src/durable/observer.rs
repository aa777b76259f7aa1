//! Who watches appends, such as the metrics of a server.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// What happens to a group that is appended. Each group that is queued leaves the queue once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppendStep {
    /// It waits to be durable.
    Queued,
    /// It is durable.
    Durable {
        /// Since it was queued.
        took: Duration,
        /// Number of its records.
        records: usize,
        /// Total length of their lines in bytes.
        bytes: usize,
    },
    /// It was refused, or storing it failed.
    Failed,
    /// The caller has stopped waiting for it.
    Abandoned,
}

/// Called in the tasks of callers, so it must be quick.
pub type Observer = Arc<dyn Fn(AppendStep) + Send + Sync>;

/// Reports the steps of one group.
pub(super) struct Watched {
    observer: Option<Observer>,
    since: Instant,
    records: usize,
    bytes: usize,
}

impl Watched {
    pub(super) fn queued(observer: Option<Observer>, records: usize, bytes: usize) -> Self {
        if let Some(observer) = &observer {
            observer(AppendStep::Queued);
        }
        Self { observer, since: Instant::now(), records, bytes }
    }

    pub(super) fn answered(mut self, is_durable: bool) {
        let Self { since, records, bytes, .. } = self;
        if let Some(observer) = self.observer.take() {
            observer(if is_durable {
                AppendStep::Durable { took: since.elapsed(), records, bytes }
            } else {
                AppendStep::Failed
            });
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(observer) = self.observer.take() {
            observer(AppendStep::Abandoned);
        }
    }
}
