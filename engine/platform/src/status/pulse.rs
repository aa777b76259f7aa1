//! The pulse of a task: its first and its last heartbeat. Telemetry, kept in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use waybill_machines::Timestamp;

const NEVER: i64 = i64::MIN;

/// Shared between a task that sends heartbeats and its observers.
#[derive(Debug, Clone)]
pub struct Pulse(Arc<Heartbeats>);

#[derive(Debug)]
struct Heartbeats {
    first: AtomicI64,
    last: AtomicI64,
}

impl Default for Pulse {
    fn default() -> Self {
        Self(Arc::new(Heartbeats { first: AtomicI64::new(NEVER), last: AtomicI64::new(NEVER) }))
    }
}

impl Pulse {
    /// Records a heartbeat.
    pub fn beat(&self, at: Timestamp) {
        let beats = &self.0;
        let (relaxed, ms) = (Ordering::Relaxed, at.as_ms());
        // Only the first heartbeat sets it; a failed exchange means that it is set.
        let _ = beats.first.compare_exchange(NEVER, ms, relaxed, relaxed);
        beats.last.store(ms, relaxed);
    }

    /// The times of the first and the last heartbeat.
    pub fn read(&self) -> Option<(Timestamp, Timestamp)> {
        let timestamp = |ms: i64| (ms != NEVER).then(|| Timestamp::from_ms(ms));
        let last = timestamp(self.0.last.load(Ordering::Relaxed))?;
        Some((timestamp(self.0.first.load(Ordering::Relaxed))?, last))
    }

    /// Whether the last heartbeat is at most so many milliseconds old.
    pub fn is_fresh(&self, now: Timestamp, within_ms: i64) -> bool {
        self.read().is_some_and(|(_, last)| now.ms_since(last) <= within_ms)
    }
}
