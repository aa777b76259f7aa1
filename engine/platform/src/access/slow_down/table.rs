//! Counts by key, bounded in number.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;

use super::{Key, Limits};
use crate::secret::{hex, unhex};

/// A count is reset after this long without an attempt.
pub(super) const FORGET_MS: i64 = 15 * 60_000;
/// A source is known to an account for this long after a success.
const KNOWN_MS: i64 = 30 * DAY_MS;
/// The time in which the attempts of a day are counted; it begins with the first one.
pub(super) const DAY_MS: i64 = 24 * 3_600_000;
/// The most entries per table, some 150 bytes each.
pub(super) const ENTRIES_MAX: usize = 20_000;
/// The most entries per table that are saved.
const SAVED_MAX: usize = 4_000;

/// What is counted under one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Attempts in a row, without a pause of [`FORGET_MS`].
    attempts: u32,
    /// When the next attempt may be verified.
    open_at: Timestamp,
    /// The time of the last attempt.
    last: Timestamp,
    /// Until when a source is known to an account.
    known_until: Option<Timestamp>,
    /// Attempts that have not succeeded since `day_from`.
    day: u32,
    /// The time of the first attempt of the day.
    day_from: Timestamp,
}

impl Entry {
    fn new(at: Timestamp) -> Self {
        Self { attempts: 0, open_at: at, last: at, known_until: None, day: 0, day_from: at }
    }

    fn is_known(&self, at: Timestamp) -> bool {
        self.known_until.is_some_and(|until| until > at)
    }

    fn is_recent(&self, at: Timestamp) -> bool {
        at.ms_since(self.last) <= FORGET_MS
    }

    fn day(&self, at: Timestamp) -> u32 {
        if at.ms_since(self.day_from) < DAY_MS { self.day } else { 0 }
    }

    /// Whether it changes no decision, now or later.
    fn is_over(&self, at: Timestamp) -> bool {
        !self.is_recent(at) && !self.is_known(at) && self.day(at) == 0
    }

    /// Entries of a higher rank are kept longer: a client must not be able to evict the counts of an account by
    /// attempts on other ones.
    fn rank(&self, at: Timestamp) -> (bool, u32, Timestamp) {
        (self.is_known(at), self.day(at), self.last)
    }

    /// The same entry for a clock that was set back meanwhile: nothing in it is in the future for longer than it could
    /// have been.
    fn clamped(self, at: Timestamp, limits: Limits) -> Self {
        Self {
            open_at: self.open_at.min(at.plus_ms(limits.delay_max_ms)),
            last: self.last.min(at),
            known_until: self.known_until.map(|until| until.min(at.plus_ms(KNOWN_MS))),
            day_from: self.day_from.min(at),
            ..self
        }
    }
}

/// The counts of one kind.
#[derive(Debug)]
pub(super) struct Table {
    limits: Limits,
    entries: HashMap<Key, Entry>,
}

impl Table {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, entries: HashMap::new() }
    }

    fn get(&self, key: &Key, at: Timestamp) -> Option<Entry> {
        self.entries.get(key).map(|entry| entry.clamped(at, self.limits))
    }

    /// When the next attempt is allowed; not later than `at` if it is now.
    pub(super) fn open_at(&self, key: &Key, at: Timestamp) -> Timestamp {
        self.get(key, at).map_or(at, |entry| entry.open_at)
    }

    pub(super) fn is_known(&self, key: &Key, at: Timestamp) -> bool {
        self.get(key, at).is_some_and(|entry| entry.is_known(at))
    }

    /// Whether there was an attempt within [`FORGET_MS`].
    pub(super) fn is_recent(&self, key: &Key, at: Timestamp) -> bool {
        self.get(key, at).is_some_and(|entry| entry.is_recent(at))
    }

    /// The attempts of the day that have not succeeded, and when the day ends. If the clock was set back meanwhile, the
    /// day begins again, once: otherwise it would not end before the clock is where it was.
    pub(super) fn day(&mut self, key: &Key, at: Timestamp) -> (u32, Timestamp) {
        let Some(entry) = self.entries.get_mut(key) else { return (0, at.plus_ms(DAY_MS)) };
        *entry = entry.clamped(at, self.limits);
        (entry.day(at), entry.day_from.plus_ms(DAY_MS))
    }

    /// Forgets what was counted under a key.
    pub(super) fn forget(&mut self, key: &Key) {
        self.entries.remove(key);
    }

    /// Counts an attempt, and returns its number in the day.
    pub(super) fn count(&mut self, key: Key, at: Timestamp) -> u32 {
        self.make_room(at);
        let limits = self.limits;
        let entry = self.entries.entry(key).or_insert_with(|| Entry::new(at));
        *entry = entry.clamped(at, limits);
        if !entry.is_recent(at) {
            entry.attempts = 0;
        }
        if entry.day(at) == 0 {
            (entry.day, entry.day_from) = (0, at);
        }
        entry.attempts = entry.attempts.saturating_add(1);
        entry.day = entry.day.saturating_add(1);
        entry.last = at;
        if let Some(beyond) = entry.attempts.checked_sub(limits.free.max(1)) {
            let doubled = limits.delay_ms.saturating_mul(1_i64 << beyond.min(32));
            entry.open_at = at.plus_ms(doubled.min(limits.delay_max_ms));
        }
        entry.day
    }

    /// Removes an attempt that was counted.
    pub(super) fn take_back(&mut self, key: &Key) {
        if let Some(entry) = self.entries.get_mut(key) {
            entry.attempts = entry.attempts.saturating_sub(1);
            entry.day = entry.day.saturating_sub(1);
            if entry.attempts < self.limits.free {
                entry.open_at = entry.last;
            }
        }
    }

    /// The same for one that was not verified: its delay ends too. It was allowed, so none from before is left.
    pub(super) fn cancel(&mut self, key: &Key) {
        self.take_back(key);
        if let Some(entry) = self.entries.get_mut(key) {
            entry.open_at = entry.last;
        }
    }

    /// Forgets the attempts in a row and all of the day.
    pub(super) fn reset(&mut self, key: &Key) {
        self.entries.remove(key);
    }

    /// Forgets the attempts in a row after a success, and makes the key known. The other attempts of the day remain.
    pub(super) fn make_known(&mut self, key: Key, at: Timestamp) {
        self.take_back(&key);
        let entry = self.entries.entry(key).or_insert_with(|| Entry::new(at));
        (entry.attempts, entry.open_at, entry.last) = (0, at, at);
        entry.known_until = Some(at.plus_ms(KNOWN_MS));
    }

    /// Evicts a sixteenth when the table is full; evicting one at a time would scan the whole table for each new entry.
    fn make_room(&mut self, at: Timestamp) {
        if self.entries.len() < ENTRIES_MAX {
            return;
        }
        self.entries.retain(|_, entry| !entry.is_over(at));
        if self.entries.len() < ENTRIES_MAX {
            return;
        }
        let mut ranks: Vec<_> = self.entries.values().map(|entry| entry.rank(at)).collect();
        let (_, lowest, _) = ranks.select_nth_unstable(ENTRIES_MAX / 16);
        let lowest = *lowest;
        let mut surplus = ENTRIES_MAX / 16;
        self.entries.retain(|_, entry| {
            let is_evicted = entry.rank(at) <= lowest && surplus > 0;
            surplus -= usize::from(is_evicted);
            !is_evicted
        });
    }

    /// The entries to save: those of the highest rank, if there are too many.
    pub(super) fn save(&self, at: Timestamp) -> Vec<(String, Entry)> {
        let current = self.entries.iter().filter(|(_, entry)| !entry.is_over(at));
        let mut saved: Vec<_> = current.map(|(key, entry)| (*key, *entry)).collect();
        if saved.len() > SAVED_MAX {
            saved.sort_unstable_by_key(|(_, entry)| std::cmp::Reverse(entry.rank(at)));
            saved.truncate(SAVED_MAX);
        }
        saved.into_iter().map(|(key, entry)| (hex(&key), entry)).collect()
    }

    /// Takes over saved entries.
    pub(super) fn load(&mut self, saved: Vec<(String, Entry)>) {
        let saved = saved.into_iter().take(SAVED_MAX);
        self.entries.extend(saved.filter_map(|(key, entry)| Some((unhex(&key)?, entry))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);

    fn key(n: u32) -> Key {
        let mut key = [9; 32];
        key[..4].copy_from_slice(&n.to_be_bytes());
        key
    }

    #[test]
    fn the_table_is_bounded_and_evicts_the_oldest() {
        let mut table = Table::new(Limits::PAIR);
        let entries = u32::try_from(ENTRIES_MAX).unwrap();
        for n in 0..entries + 100 {
            table.count(key(n), T0.plus_ms(i64::from(n)));
        }
        assert!(table.entries.len() <= ENTRIES_MAX);
        assert!(!table.entries.contains_key(&key(0)));
        assert!(table.entries.contains_key(&key(entries)));
    }

    #[test]
    fn attempts_under_other_keys_evict_no_count_of_many() {
        let mut table = Table::new(Limits::PAIR);
        for _ in 0..90 {
            table.count(key(0), T0);
        }
        for n in 1..=u32::try_from(ENTRIES_MAX * 2).unwrap() {
            table.count(key(n), T0.plus_ms(1 + i64::from(n)));
        }
        assert_eq!(table.day(&key(0), T0.plus_ms(100_000)).0, 90);
        assert!(table.save(T0.plus_ms(100_000)).iter().any(|(saved, _)| *saved == hex(&key(0))));
    }

    #[test]
    fn a_clock_that_was_set_back_delays_for_seconds_only() {
        let mut table = Table::new(Limits::PAIR);
        for _ in 0..20 {
            table.count(key(0), T0.plus_ms(10 * DAY_MS));
        }
        assert!(table.open_at(&key(0), T0) <= T0.plus_ms(Limits::PAIR.delay_max_ms));
        assert_eq!(table.day(&key(0), T0), (20, T0.plus_ms(DAY_MS)));
        table.count(key(0), T0);
        assert_eq!(table.day(&key(0), T0.plus_ms(DAY_MS)).0, 0);
    }
}
