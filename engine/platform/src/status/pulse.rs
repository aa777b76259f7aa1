//! The pulse of a task: that it goes on, and since when. Telemetry, kept in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use waybill_machines::Timestamp;

const NEVER: i64 = i64::MIN;

/// Shared between a task that beats and whoever wants to know.
#[derive(Debug, Clone)]
pub struct Pulse(Arc<Beats>);

#[derive(Debug)]
struct Beats {
    first: AtomicI64,
    last: AtomicI64,
}

impl Default for Pulse {
    fn default() -> Self {
        Self(Arc::new(Beats { first: AtomicI64::new(NEVER), last: AtomicI64::new(NEVER) }))
    }
}

impl Pulse {
    /// The task goes on.
    pub fn beat(&self, at: Timestamp) {
        let beats = &self.0;
        let (relaxed, ms) = (Ordering::Relaxed, at.as_ms());
        // Only the first one may set it; who loses finds it set.
        let _ = beats.first.compare_exchange(NEVER, ms, relaxed, relaxed);
        beats.last.store(ms, relaxed);
    }

    /// When it first beat, and when it last did.
    pub fn read(&self) -> Option<(Timestamp, Timestamp)> {
        let moment = |ms: i64| (ms != NEVER).then(|| Timestamp::from_ms(ms));
        let last = moment(self.0.last.load(Ordering::Relaxed))?;
        Some((moment(self.0.first.load(Ordering::Relaxed))?, last))
    }

    /// Whether it has beaten within so many milliseconds.
    pub fn is_fresh(&self, now: Timestamp, within_ms: i64) -> bool {
        self.read().is_some_and(|(_, last)| now.ms_since(last) <= within_ms)
    }
}
