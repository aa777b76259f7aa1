//! Turns in a queue: a client that was delayed and comes back when it was asked to is let in, even if other clients
//! have taken every place that became free meanwhile.

use std::collections::{HashMap, VecDeque};

use waybill_machines::Timestamp;

use super::Key;

/// A turn that is not taken within this time is lost.
const VALID_MS: i64 = 60_000;
/// The most turns at one source. More would let a source try as many further accounts at once; with fewer, a client
/// could take all of them from the other clients behind its address.
const AT_SOURCE_MAX: usize = 64;
/// The most sources, and the most sessions, whose turns are kept.
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
pub(super) struct SourceTurns(HashMap<Key, VecDeque<Turn>>);

impl SourceTurns {
    pub(super) fn is_now(&self, source: &Key, pair: &Key, at: Timestamp) -> bool {
        let mut turns = self.0.get(source).into_iter().flatten();
        turns.any(|turn| turn.key == *pair && turn.is_now(at))
    }

    pub(super) fn take(&mut self, source: &Key, pair: &Key) {
        if let Some(turns) = self.0.get_mut(source) {
            turns.retain(|turn| turn.key != *pair);
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
        if self.0.len() >= KEPT_MAX && !self.0.contains_key(&source) {
            self.0.retain(|_, turns| turns.iter().any(|turn| turn.is_valid(at)));
            if self.0.len() >= KEPT_MAX {
                return from;
            }
        }
        let turns = self.0.entry(source).or_default();
        turns.retain(|turn| turn.is_valid(at));
        if let Some(turn) = turns.iter().find(|turn| turn.key == pair) {
            return turn.from;
        }
        if turns.len() >= AT_SOURCE_MAX {
            turns.pop_front();
        }
        turns.push_back(Turn { key: pair, from });
        from
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
