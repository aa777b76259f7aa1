//! Deadlines: who is to be woken when. A deadline is state of a machine; this only remembers the next.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use waybill_machines::Timestamp;

struct Table<K> {
    by_time: BTreeSet<(Timestamp, K)>,
    by_key: HashMap<K, Timestamp>,
}

/// The next deadline of each session or stream, those asleep included.
pub struct Alarm<K>(Mutex<Table<K>>);

impl<K> Default for Alarm<K> {
    fn default() -> Self {
        Self(Mutex::new(Table { by_time: BTreeSet::new(), by_key: HashMap::new() }))
    }
}

impl<K: Clone + Ord + Hash> Alarm<K> {
    /// Sets somebody's next deadline, in place of the one it had.
    pub fn set(&self, key: &K, next: Option<Timestamp>) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = table.by_key.remove(key) {
            table.by_time.remove(&(old, key.clone()));
        }
        if let Some(at) = next {
            table.by_key.insert(key.clone(), at);
            table.by_time.insert((at, key.clone()));
        }
    }

    /// Takes those whose deadline has come.
    pub fn due(&self, now: Timestamp) -> Vec<K> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = Vec::new();
        while let Some((at, key)) = table.by_time.first().cloned() {
            if at > now {
                break;
            }
            table.by_time.remove(&(at, key.clone()));
            table.by_key.remove(&key);
            due.push(key);
        }
        due
    }
}
