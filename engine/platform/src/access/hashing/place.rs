//! Places that are taken before an attempt is recorded, for the hash that verifies it.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::Place;

type Slot = Arc<Mutex<Option<Place>>>;

/// A place on its way to the hash that it is for.
#[derive(Default)]
pub struct ReservedPlace(Slot);

/// Releases the place of an attempt when it is dropped, unless it has been used: the client may disconnect before the
/// attempt is recorded, and what waits for that must keep no place from others.
#[derive(Debug)]
#[must_use = "dropping it gives the place back"]
pub struct HeldPlace(ReservedPlace);

impl ReservedPlace {
    /// A place, and what holds it until it is used.
    pub(in crate::access) fn new(place: Place) -> (Self, HeldPlace) {
        let slot = Arc::new(Mutex::new(Some(place)));
        (Self(Arc::clone(&slot)), HeldPlace(Self(slot)))
    }

    /// The place, if it is still held.
    pub(in crate::access) fn take(&self) -> Option<Place> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl fmt::Debug for ReservedPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReservedPlace")
    }
}

impl Drop for HeldPlace {
    fn drop(&mut self) {
        drop(self.0.take());
    }
}
