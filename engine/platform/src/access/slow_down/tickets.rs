//! Turns in a queue: a client that was delayed and comes back when it was asked to is let in, even if other clients
//! have taken every place that became free meanwhile.

use std::collections::{HashMap, VecDeque};

use waybill_machines::Timestamp;

use super::Key;

/// A turn that is not taken within this time is lost.
const VALID_MS: i64 = 60_000;
/// The most turns at one source. More would let a source try as many further accounts at once; with fewer, a client
/// that tries many names could take the turns of the other clients behind its address.
const AT_SOURCE_MAX: usize = 512;
/// The most turns at all sources, and of all sessions, that are kept.
const KEPT_MAX: usize = 20_000;

#[derive(Debug, Clone, Copy)]
struct Turn {
    /// Whose turn it is.
    key: Key,
    from: Timestamp,
}

impl Turn {
    fn is_now(&self, at: Timestamp) -> bool {
        at >= self.from && at.ms_since(self.from) <= VALID_MS
    }

    /// Whether it is still to come or to be taken. A turn that is further ahead than any delay is one of a clock that
    /// was set back.
    fn is_valid(&self, at: Timestamp) -> bool {
        at.ms_since(self.from).abs() <= VALID_MS
    }
}

/// The turns of accounts at sources: an account is let in even if clients at the same source try many other ones.
#[derive(Debug, Default)]
pub(super) struct SourceTurns {
    at: HashMap<Key, VecDeque<Turn>>,
    kept: usize,
}

impl SourceTurns {
    pub(super) fn is_now(&self, source: &Key, pair: &Key, at: Timestamp) -> bool {
        let mut turns = self.at.get(source).into_iter().flatten();
        turns.any(|turn| turn.key == *pair && turn.is_now(at))
    }

    pub(super) fn take(&mut self, source: &Key, pair: &Key) {
        if let Some(turns) = self.at.get_mut(source) {
            let before = turns.len();
            turns.retain(|turn| turn.key != *pair);
            self.kept -= before - turns.len();
        }
    }

    /// The turn of an account at a source: the one that it has, or a new one.
    pub(super) fn give(
        &mut self,
        source: Key,
        pair: Key,
        from: Timestamp,
        at: Timestamp,
    ) -> Timestamp {
        if self.kept >= KEPT_MAX {
            self.forget_lost(at);
        }
        let turns = self.at.entry(source).or_default();
        let valid = turns.iter().find(|turn| turn.key == pair && turn.is_valid(at));
        if let Some(turn) = valid {
            return turn.from;
        }
        let before = turns.len();
        turns.retain(|turn| turn.key != pair);
        if turns.len() >= AT_SOURCE_MAX || self.kept >= KEPT_MAX {
            turns.pop_front();
        }
        self.kept -= before - turns.len();
        if self.kept < KEPT_MAX {
            turns.push_back(Turn { key: pair, from });
            self.kept += 1;
        }
        from
    }

    fn forget_lost(&mut self, at: Timestamp) {
        self.at.retain(|_, turns| {
            turns.retain(|turn| turn.is_valid(at));
            !turns.is_empty()
        });
        self.kept = self.at.values().map(VecDeque::len).sum();
    }
}

/// The turns of sessions at an account: one per session, so that a session cannot collect turns at many accounts.
#[derive(Debug, Default)]
pub(super) struct SessionTurns(HashMap<Key, Turn>);

impl SessionTurns {
    pub(super) fn is_now(&self, session: &Key, account: &Key, at: Timestamp) -> bool {
        self.0.get(session).is_some_and(|turn| turn.key == *account && turn.is_now(at))
    }

    pub(super) fn take(&mut self, session: &Key) {
        self.0.remove(session);
    }

    /// The turn of a session at an account: the one that it has, or a new one.
    pub(super) fn give(
        &mut self,
        session: Key,
        account: Key,
        from: Timestamp,
        at: Timestamp,
    ) -> Timestamp {
        if let Some(turn) = self.0.get(&session)
            && turn.key == account
            && turn.is_valid(at)
        {
            return turn.from.min(from);
        }
        if self.0.len() >= KEPT_MAX {
            self.0.retain(|_, turn| turn.is_valid(at));
        }
        if self.0.len() < KEPT_MAX {
            self.0.insert(session, Turn { key: account, from });
        }
        from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);

    fn key(n: usize) -> Key {
        let mut key = [9; 32];
        key[..8].copy_from_slice(&n.to_be_bytes());
        key
    }

    #[test]
    fn the_turns_are_bounded_in_number_and_lost_ones_are_forgotten() {
        let mut turns = SourceTurns::default();
        for n in 0..KEPT_MAX * 2 {
            turns.give(key(n % 100), key(n), T0, T0);
        }
        let kept = |turns: &SourceTurns| turns.at.values().map(VecDeque::len).sum::<usize>();
        assert_eq!(kept(&turns), turns.kept);
        assert!(turns.kept <= KEPT_MAX, "{}", turns.kept);
        assert!(turns.at.values().all(|turns| turns.len() <= AT_SOURCE_MAX));
        let later = T0.plus_ms(VALID_MS + 1);
        assert_eq!(turns.give(key(5), key(1), later, later), later);
        turns.take(&key(5), &key(1));
        assert_eq!(kept(&turns), turns.kept);

        let mut turns = SessionTurns::default();
        for n in 0..KEPT_MAX * 2 {
            turns.give(key(n), key(0), T0, T0);
        }
        assert!(turns.0.len() <= KEPT_MAX);
    }

    #[test]
    fn a_turn_begins_and_ends() {
        let (mut turns, from) = (SourceTurns::default(), T0.plus_ms(2_000));
        assert_eq!(turns.give(key(1), key(2), from, T0), from);
        let later = from.plus_ms(5_000);
        assert_eq!(turns.give(key(1), key(2), later, T0), from, "it is not put off");
        let is_now = |at| turns.is_now(&key(1), &key(2), at);
        assert!(!is_now(T0) && is_now(from) && !is_now(from.plus_ms(VALID_MS + 1)));
        assert!(!turns.is_now(&key(1), &key(3), from));
    }
}
