//! Attempts with a password that are judged before they are recorded: counted, with a place for the hash that verifies
//! them, or delayed.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::Inner;
use crate::access::hashing::Place;
use crate::access::slow_down::{Delayed, Reserved};

/// An attempt on its way to be verified.
#[derive(Default)]
pub struct ReservedAttempt(Arc<Mutex<Option<Judged>>>);

/// Takes an attempt back when it is dropped, unless it is being verified: the client may disconnect before the attempt
/// is recorded, and what waits for that must keep no place from others.
#[derive(Debug)]
#[must_use = "dropping it takes the attempt back"]
pub struct HeldAttempt(ReservedAttempt);

/// How an attempt was judged.
pub(super) enum Judged {
    /// It is counted, and has a place.
    Counted(Box<Counted>),
    /// It is too early. Its record says so.
    Delayed(Delayed),
}

/// An attempt that may be verified.
pub(super) struct Counted {
    pub inner: Arc<Inner>,
    pub reserved: Reserved,
    pub place: Place,
}

impl ReservedAttempt {
    /// An attempt, and what holds it until it is verified.
    pub(super) fn new(judged: Judged) -> (Self, HeldAttempt) {
        let slot = Arc::new(Mutex::new(Some(judged)));
        (Self(Arc::clone(&slot)), HeldAttempt(Self(slot)))
    }

    /// How it was judged, once and while it is held.
    pub(super) fn take(&self) -> Option<Judged> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl fmt::Debug for ReservedAttempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReservedAttempt")
    }
}

impl Drop for HeldAttempt {
    fn drop(&mut self) {
        if let Some(Judged::Counted(counted)) = self.0.take() {
            counted.inner.attempt_limits.passwords().cancel(counted.reserved);
        }
    }
}
