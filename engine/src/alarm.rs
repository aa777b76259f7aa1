//! When streams are due. A deadline is part of a machine's state; this only caches the next one.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;

#[derive(Default)]
struct Table {
    by_time: BTreeSet<(Timestamp, String)>,
    by_stream: HashMap<String, Timestamp>,
}

/// The time at which each stream is due next, including those without a runner in memory.
#[derive(Default)]
pub(crate) struct Alarm(Mutex<Table>);

impl Alarm {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets when a stream is due next; replaces the previous time.
    pub(crate) fn set(&self, stream: &str, next: Option<Timestamp>) {
        let mut table = self.table();
        if let Some(old) = table.by_stream.remove(stream) {
            table.by_time.remove(&(old, stream.to_owned()));
        }
        if let Some(at) = next {
            table.by_stream.insert(stream.to_owned(), at);
            table.by_time.insert((at, stream.to_owned()));
        }
    }

    /// When the next stream is due.
    pub(crate) fn next(&self) -> Option<Timestamp> {
        self.table().by_time.first().map(|(at, _)| *at)
    }

    /// Removes and returns the streams that are due.
    pub(crate) fn due(&self, now: Timestamp) -> Vec<String> {
        let mut table = self.table();
        let mut due = Vec::new();
        while table.by_time.first().is_some_and(|(at, _)| *at <= now) {
            let Some((_, stream)) = table.by_time.pop_first() else { break };
            table.by_stream.remove(&stream);
            due.push(stream);
        }
        due
    }
}
