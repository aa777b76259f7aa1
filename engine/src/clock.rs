//! The only places where time comes from.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use waybill_machines::Timestamp;

/// Tells the time. Everything in the engine asks this, so that a test or `--qa` can move it.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_ms(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct VirtualClock(AtomicI64);

impl VirtualClock {
    /// A clock that shows this moment.
    pub const fn at(moment: Timestamp) -> Self {
        Self(AtomicI64::new(moment.as_ms()))
    }

    /// Moves on by so many milliseconds.
    pub fn advance_ms(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_ms(self.0.load(Ordering::SeqCst))
    }
}
