//! Entries that are of use until something expires, such as an access token.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use waybill_machines::Timestamp;

/// With fewer entries none is removed.
const ENTRIES_MIN: usize = 1_024;

/// Entries by key, each until a time. Those whose time is over are removed when there are twice as many entries as were
/// left the last time: jobs are given access tokens all day, and a server runs for months.
pub(super) struct Expiring<K, V> {
    entries: HashMap<K, (V, Timestamp)>,
    left: usize,
}

impl<K, V> Default for Expiring<K, V> {
    fn default() -> Self {
        Self { entries: HashMap::new(), left: 0 }
    }
}

impl<K: Eq + Hash, V> Expiring<K, V> {
    /// The value of a key. It may be one whose time is over.
    pub(super) fn get<Q>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.entries.get(key).map(|(value, _)| value)
    }

    /// Adds or replaces an entry.
    pub(super) fn insert(&mut self, key: K, value: V, until: Timestamp, now: Timestamp) {
        if self.entries.len() >= ENTRIES_MIN.max(self.left.saturating_mul(2)) {
            self.entries.retain(|_, (_, until)| *until > now);
            self.left = self.entries.len();
        }
        self.entries.insert(key, (value, until));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [ROBOT-02]
    #[test]
    fn entries_whose_time_is_over_make_room() {
        let at = |minute: i64| Timestamp::from_ms(minute * 60_000);
        let mut entries = Expiring::default();
        entries.insert("long".to_owned(), 0, at(1_000_000), at(0));
        for minute in 0..10_000 {
            entries.insert(minute.to_string(), minute, at(minute + 15), at(minute));
            assert_eq!(entries.get("long"), Some(&0));
            assert_eq!(entries.get(minute.to_string().as_str()), Some(&minute));
        }
        assert!(entries.entries.len() <= ENTRIES_MIN, "{}", entries.entries.len());
        // What is valid stays, however much it is.
        for number in 0..5_000 {
            entries.insert(format!("valid-{number}"), number, at(1_000_000), at(20_000));
        }
        assert_eq!(entries.get("valid-0"), Some(&0));
        assert_eq!(entries.entries.len(), 5_001);
    }
}
