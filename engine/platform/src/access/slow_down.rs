//! Slowing down password guessing without locking accounts.
//!
//! An attempt is counted before it is verified, so that concurrent ones are counted too. Three counts have to allow it:
//! the strict one of the account at this source, and looser ones of the source over all accounts and of the account
//! over all sources. A source that has signed in to the account before is not delayed by the account's count: strangers
//! cannot lock the owner out.
//!
//! Nothing here reads a clock.

use std::collections::HashMap;
use std::hash::Hash;

use waybill_machines::Timestamp;

/// From which attempt on a count delays, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// This many attempts in a row are not delayed.
    pub free: u32,
    /// The first delay, in milliseconds; each further attempt doubles it.
    pub delay_ms: i64,
    /// The longest delay, in milliseconds.
    pub delay_max_ms: i64,
}

impl Limits {
    /// For an account at one source.
    pub const PAIR: Self = Self { free: 5, delay_ms: 1_000, delay_max_ms: 60_000 };
    /// For a source over all accounts: an office behind one address has many users.
    pub const SOURCE: Self = Self { free: 50, delay_ms: 1_000, delay_max_ms: 60_000 };
    /// For an account over all sources. Short, since it delays its owner on a new device as well.
    pub const ACCOUNT: Self = Self { free: 100, delay_ms: 1_000, delay_max_ms: 5_000 };
}

/// A count is reset after this long without an attempt.
const FORGET_MS: i64 = 15 * 60_000;
/// A source is known to an account for this long after a success.
const KNOWN_MS: i64 = 30 * 24 * 3_600_000;
/// The most entries per table, some 100 bytes each.
const ENTRIES_MAX: usize = 20_000;

/// A digest of an account's canonical name, or of a source.
pub type Key = [u8; 32];

/// The counts of one kind of attempt.
#[derive(Debug)]
pub struct SlowDown {
    pairs: Table<(Key, Key)>,
    sources: Table<Key>,
    accounts: Table<Key>,
}

impl Default for SlowDown {
    fn default() -> Self {
        Self::new(Limits::PAIR)
    }
}

impl SlowDown {
    /// Without attempts; `pair` limits an account at one source.
    pub fn new(pair: Limits) -> Self {
        let at_least = |limits: Limits| Limits { free: limits.free.max(pair.free), ..limits };
        Self {
            pairs: Table::new(pair),
            sources: Table::new(at_least(Limits::SOURCE)),
            accounts: Table::new(at_least(Limits::ACCOUNT)),
        }
    }

    /// Counts an attempt that may be verified now, or returns when the next one is allowed. An attempt that comes too
    /// early is not counted.
    pub fn reserve(&mut self, account: Key, source: Key, at: Timestamp) -> Result<(), Timestamp> {
        let is_known = self.pairs.known_at(&(account, source), at);
        let mut open_at = self.pairs.open_at(&(account, source), at);
        open_at = open_at.max(self.sources.open_at(&source, at));
        if !is_known {
            open_at = open_at.max(self.accounts.open_at(&account, at));
        }
        if open_at > at {
            return Err(open_at);
        }
        self.pairs.count((account, source), at);
        self.sources.count(source, at);
        if !is_known {
            self.accounts.count(account, at);
        }
        Ok(())
    }

    /// The attempt was right. The strict count is reset; the loose ones are only decreased by this attempt, so that
    /// having an account does not help to guess others'.
    pub fn succeed(&mut self, account: Key, source: Key, at: Timestamp) {
        self.sources.take_back(&source);
        if !self.pairs.known_at(&(account, source), at) {
            self.accounts.take_back(&account);
        }
        self.pairs.reset((account, source), at);
    }

    /// The attempt was not verified after all.
    pub fn cancel(&mut self, account: Key, source: Key, at: Timestamp) {
        self.sources.take_back(&source);
        if !self.pairs.known_at(&(account, source), at) {
            self.accounts.take_back(&account);
        }
        self.pairs.take_back(&(account, source));
    }
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    attempts: u32,
    open_at: Timestamp,
    last: Timestamp,
    known_until: Option<Timestamp>,
}

#[derive(Debug)]
struct Table<K> {
    limits: Limits,
    entries: HashMap<K, Entry>,
}

impl<K: Hash + Eq + Copy> Table<K> {
    fn new(limits: Limits) -> Self {
        Self { limits, entries: HashMap::new() }
    }

    fn open_at(&self, key: &K, at: Timestamp) -> Timestamp {
        self.entries.get(key).map_or(at, |entry| entry.open_at)
    }

    fn known_at(&self, key: &K, at: Timestamp) -> bool {
        let until = self.entries.get(key).and_then(|entry| entry.known_until);
        until.is_some_and(|until| until > at)
    }

    fn count(&mut self, key: K, at: Timestamp) {
        self.make_room(at);
        let limits = self.limits;
        let entry = self.entries.entry(key).or_insert(Entry {
            attempts: 0,
            open_at: at,
            last: at,
            known_until: None,
        });
        if at.ms_since(entry.last) > FORGET_MS {
            entry.attempts = 0;
        }
        entry.attempts = entry.attempts.saturating_add(1);
        entry.last = at;
        if let Some(beyond) = entry.attempts.checked_sub(limits.free.max(1)) {
            let doubled = limits.delay_ms.saturating_mul(1_i64 << beyond.min(32));
            entry.open_at = at.plus_ms(doubled.min(limits.delay_max_ms));
        }
    }

    fn take_back(&mut self, key: &K) {
        if let Some(entry) = self.entries.get_mut(key) {
            entry.attempts = entry.attempts.saturating_sub(1);
            if entry.attempts < self.limits.free {
                entry.open_at = entry.last;
            }
        }
    }

    fn reset(&mut self, key: K, at: Timestamp) {
        let known_until = Some(at.plus_ms(KNOWN_MS));
        self.entries.insert(key, Entry { attempts: 0, open_at: at, last: at, known_until });
    }

    /// Evicts the oldest sixteenth when the table is full; evicting one at a time would scan the whole table for each
    /// new entry.
    fn make_room(&mut self, at: Timestamp) {
        if self.entries.len() < ENTRIES_MAX {
            return;
        }
        self.entries.retain(|_, entry| {
            at.ms_since(entry.last) <= FORGET_MS
                || entry.known_until.is_some_and(|until| until > at)
        });
        if self.entries.len() < ENTRIES_MAX {
            return;
        }
        let mut ages: Vec<Timestamp> = self.entries.values().map(|entry| entry.last).collect();
        let (_, oldest, _) = ages.select_nth_unstable(ENTRIES_MAX / 16);
        let oldest = *oldest;
        let mut surplus = ENTRIES_MAX / 16;
        self.entries.retain(|_, entry| {
            let goes = entry.last <= oldest && surplus > 0;
            surplus -= usize::from(goes);
            !goes
        });
    }
}

#[cfg(test)]
mod tests;
