//! The sources of the current time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use waybill_machines::Timestamp;

/// A source of the current time. The engine has no other, so that tests and `--qa` can control it.
pub trait Clock: Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;
}

/// The clock of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_ms(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The clock of the operating system, which testers can put forward (`--qa`).
#[derive(Debug, Default)]
pub struct TestersClock {
    ahead_ms: AtomicI64,
}

impl TestersClock {
    /// Puts it forward by this many milliseconds.
    pub fn advance_ms(&self, ms: u32) {
        self.ahead_ms.fetch_add(ms.into(), Ordering::SeqCst);
    }
}

impl Clock for TestersClock {
    fn now(&self) -> Timestamp {
        SystemClock.now().plus_ms(self.ahead_ms.load(Ordering::SeqCst))
    }
}

/// A clock that changes only when it is advanced.
#[derive(Debug)]
pub struct VirtualClock(AtomicI64);

impl VirtualClock {
    /// A clock that is set to this time.
    pub const fn at(time: Timestamp) -> Self {
        Self(AtomicI64::new(time.as_ms()))
    }

    /// Advances the clock by this many milliseconds.
    pub fn advance_ms(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_ms(self.0.load(Ordering::SeqCst))
    }
}
