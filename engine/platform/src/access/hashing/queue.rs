//! Where passwords wait to be hashed: those of all clients in one queue, those of known devices in another. No source
//! and no device takes all places of its queue.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use crate::access::slow_down::Key;

/// How many hashes run concurrently.
pub(super) const AT_ONCE: usize = 2;
/// How many wait for them.
pub(super) const WAITING_MAX: usize = 32;
/// The most places that one source takes, so that it leaves some to the others.
const OF_SOURCE_MAX: usize = 17;
/// The same for known devices, whose owners do not wait behind strangers.
const ON_DEVICES_AT_ONCE: usize = 1;
const ON_DEVICES_WAITING_MAX: usize = 16;
/// The most places that one device takes: its owner may be a stranger to the others.
const OF_DEVICE_MAX: usize = 2;

/// Where a hash waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::access) enum Queue {
    /// With those of all clients, for a client at this source.
    Source(Key),
    /// With those of all clients, for the server itself.
    Server,
    /// With those of known devices.
    Device(Key),
}

impl Queue {
    /// The key whose places are limited, and their number.
    fn limit(self) -> Option<(Key, usize)> {
        match self {
            Self::Source(source) => Some((source, OF_SOURCE_MAX)),
            Self::Server => None,
            Self::Device(device) => Some((device, OF_DEVICE_MAX)),
        }
    }
}

/// The hashes of one queue.
#[derive(Debug)]
pub(super) struct Waiting {
    places: usize,
    pub(super) running: Arc<Semaphore>,
    taken: Mutex<Taken>,
}

/// The places in a queue that are taken: all of them, and by whom.
#[derive(Debug, Default)]
pub(super) struct Taken {
    pub(super) all: usize,
    by: HashMap<Key, usize>,
}

impl Waiting {
    fn new(at_once: usize, waiting_max: usize) -> Self {
        Self {
            places: at_once + waiting_max,
            running: Arc::new(Semaphore::new(at_once)),
            taken: Mutex::default(),
        }
    }

    pub(super) fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Both queues.
pub(super) struct Queues {
    common: Arc<Waiting>,
    known_devices: Arc<Waiting>,
}

impl Default for Queues {
    fn default() -> Self {
        Self {
            common: Arc::new(Waiting::new(AT_ONCE, WAITING_MAX)),
            known_devices: Arc::new(Waiting::new(ON_DEVICES_AT_ONCE, ON_DEVICES_WAITING_MAX)),
        }
    }
}

impl Queues {
    pub(super) fn of(&self, queue: Queue) -> &Arc<Waiting> {
        match queue {
            Queue::Source(_) | Queue::Server => &self.common,
            Queue::Device(_) => &self.known_devices,
        }
    }
}

/// A place in a queue, released when dropped.
#[derive(Debug)]
pub(in crate::access) struct Place {
    pub(super) waiting: Arc<Waiting>,
    queue: Queue,
}

impl Place {
    pub(super) fn take(waiting: &Arc<Waiting>, queue: Queue) -> Option<Self> {
        let mut taken = waiting.taken();
        if taken.all >= waiting.places {
            return None;
        }
        if let Some((key, places_max)) = queue.limit() {
            let of_key = taken.by.entry(key).or_default();
            if *of_key >= places_max {
                return None;
            }
            *of_key += 1;
        }
        taken.all += 1;
        Some(Self { waiting: Arc::clone(waiting), queue })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.waiting.taken();
        taken.all -= 1;
        if let Some((key, _)) = self.queue.limit()
            && let Entry::Occupied(mut of_key) = taken.by.entry(key)
        {
            *of_key.get_mut() -= 1;
            if *of_key.get() == 0 {
                of_key.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_source_or_device_leaves_places_to_the_others() {
        let queues = Queues::default();
        for (waiting, queue, places_max) in [
            (&queues.common, Queue::Source as fn(Key) -> Queue, OF_SOURCE_MAX),
            (&queues.known_devices, Queue::Device, OF_DEVICE_MAX),
        ] {
            let taken: Vec<_> =
                (0..100).map_while(|_| Place::take(waiting, queue([1; 32]))).collect();
            assert_eq!(taken.len(), places_max);
            let other = Place::take(waiting, queue([2; 32]));
            assert!(other.is_some());
            drop((taken, other));
            let taken = waiting.taken();
            assert_eq!((taken.all, taken.by.len()), (0, 0));
        }
    }
}
