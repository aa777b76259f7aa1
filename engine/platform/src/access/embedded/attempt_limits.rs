//! Limits on attempts: passwords, codes, tokens, and rejections that become records.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;

use super::attempts_file::{self, SavedAttempts};
use crate::access::slow_down::{Attempt, Delayed, Key, Limits, Reserved, Rules, SlowDown};

/// After this many consecutive wrong codes a sign-in ends (MFA-01).
pub(super) const WRONG_CODES_MAX: u32 = 10;
/// The most sequences of wrong codes that are kept.
const STREAKS_MAX: usize = 20_000;
/// This many rejections in a row become records …
const REFUSALS_FREE: i64 = 20;
/// … and then one per this interval, so that clients without an account cannot fill the journal.
const REFUSAL_EVERY_MS: i64 = 1_000;

pub(super) struct AttemptLimits {
    passwords: Mutex<SlowDown>,
    codes: Mutex<SlowDown>,
    tokens: Mutex<SlowDown>,
    streaks: Mutex<HashMap<(Key, Key), u32>>,
    /// When the budget for rejections would be full again.
    refusals: Mutex<Timestamp>,
    /// Whether the counts of passwords or codes differ from the saved ones.
    is_changed: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The counters are usable even after a panic in another thread.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A sign-in: a session at an account. Without a session, all of a source at an account are one.
fn sign_in_of(attempt: &Attempt) -> (Key, Key) {
    (attempt.account, attempt.session.unwrap_or(attempt.source))
}

impl AttemptLimits {
    pub(super) fn new(pair: Limits) -> Self {
        let slow_down = |rules: Rules| Mutex::new(SlowDown::new(rules.with_pair(pair)));
        Self {
            passwords: slow_down(Rules::PASSWORDS),
            codes: slow_down(Rules::CODES),
            tokens: Mutex::new(SlowDown::new(Rules::TOKENS)),
            streaks: Mutex::default(),
            refusals: Mutex::default(),
            is_changed: AtomicBool::new(false),
        }
    }

    /// The counts of attempts with passwords.
    pub(super) fn passwords(&self) -> MutexGuard<'_, SlowDown> {
        self.is_changed.store(true, Ordering::Relaxed);
        lock(&self.passwords)
    }

    /// The counts of attempts with codes. A right password does not reset them.
    pub(super) fn codes(&self) -> MutexGuard<'_, SlowDown> {
        self.is_changed.store(true, Ordering::Relaxed);
        lock(&self.codes)
    }

    /// Counts an attempt with a password, or returns why it may not be verified.
    pub(super) fn password(&self, attempt: Attempt, at: Timestamp) -> Result<Reserved, Delayed> {
        self.passwords().reserve(attempt, at)
    }

    /// Counts an invalid token, or returns until when its source has to wait.
    pub(super) fn invalid_token(&self, source: Key, at: Timestamp) -> Result<(), Timestamp> {
        match lock(&self.tokens).reserve(Attempt::from_source(source, source), at) {
            Ok(_) => Ok(()),
            Err(Delayed::Until(until) | Delayed::NeedsDevice(until)) => Err(until),
        }
    }

    /// Whether strangers have made the most attempts of a day on an account, so that it is open to known devices only.
    pub(super) fn is_locked(&self, name: &Key, person: &Key, at: Timestamp) -> bool {
        lock(&self.passwords).is_spent(name, at) || lock(&self.codes).is_spent(person, at)
    }

    /// Ends the day of an account, so that it is open to everyone again.
    pub(super) fn unlock(&self, name: &Key, person: &Key) {
        self.passwords().forget_account(name);
        self.codes().forget_account(person);
    }

    /// Whether a sign-in has used up its wrong codes.
    pub(super) fn is_exhausted(&self, attempt: &Attempt) -> bool {
        let streaks = lock(&self.streaks);
        streaks.get(&sign_in_of(attempt)).is_some_and(|wrong| *wrong >= WRONG_CODES_MAX)
    }

    /// Counts a wrong code.
    pub(super) fn wrong_code(&self, attempt: &Attempt) {
        let (mut streaks, sign_in) = (lock(&self.streaks), sign_in_of(attempt));
        if streaks.len() >= STREAKS_MAX && !streaks.contains_key(&sign_in) {
            // Any entry may be evicted: the slow-down of codes keeps counting.
            if let Some(any) = streaks.keys().next().copied() {
                streaks.remove(&any);
            }
        }
        *streaks.entry(sign_in).or_default() += 1;
    }

    /// Resets the count of wrong codes: a new sign-in begins, or a code was right.
    pub(super) fn forget_codes(&self, attempt: &Attempt) {
        lock(&self.streaks).remove(&sign_in_of(attempt));
    }

    /// Whether a rejection that any client can cause may be recorded now.
    pub(super) fn may_record_refusal(&self, at: Timestamp) -> bool {
        let mut whole_at = lock(&self.refusals);
        let next = (*whole_at).max(at).plus_ms(REFUSAL_EVERY_MS);
        let is_free = next.ms_since(at) <= REFUSALS_FREE * REFUSAL_EVERY_MS;
        if is_free {
            *whole_at = next;
        }
        is_free
    }

    /// The counts to keep over a restart; none if they have not changed since the last call.
    pub(super) fn save(&self, at: Timestamp) -> Option<SavedAttempts> {
        let is_changed = self.is_changed.swap(false, Ordering::Relaxed);
        is_changed.then(|| SavedAttempts {
            format: attempts_file::FORMAT,
            passwords: lock(&self.passwords).save(at),
            codes: lock(&self.codes).save(at),
        })
    }

    /// Has the counts saved again: saving them failed.
    pub(super) fn save_later(&self) {
        self.is_changed.store(true, Ordering::Relaxed);
    }

    /// Takes over the counts from before a restart.
    pub(super) fn load(&self, saved: SavedAttempts) {
        lock(&self.passwords).load(saved.passwords);
        lock(&self.codes).load(saved.codes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejections_are_recorded_at_a_bounded_rate() {
        let attempt_limits = AttemptLimits::new(Limits::PAIR);
        let at = Timestamp::from_ms(1_000_000);
        let recorded = |at| (0..100).filter(|_| attempt_limits.may_record_refusal(at)).count();
        assert_eq!(recorded(at), 20);
        assert_eq!(recorded(at.plus_ms(3_000)), 3);
    }

    #[test]
    fn consecutive_wrong_codes_end_one_sign_in() {
        let attempt_limits = AttemptLimits::new(Limits::PAIR);
        let of_session = |session| Attempt {
            session: Some([session; 32]),
            ..Attempt::from_source([1; 32], [2; 32])
        };
        let (one, other) = (of_session(3), of_session(4));
        (0..WRONG_CODES_MAX).for_each(|_| attempt_limits.wrong_code(&one));
        assert!(attempt_limits.is_exhausted(&one) && !attempt_limits.is_exhausted(&other));
        attempt_limits.forget_codes(&one);
        assert!(!attempt_limits.is_exhausted(&one));
    }
}
