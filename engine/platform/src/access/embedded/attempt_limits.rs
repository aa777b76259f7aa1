//! Limits on attempts: passwords, codes, tokens, and rejections that become records.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;

use crate::access::slow_down::{Key, Limits, SlowDown};

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
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The counters are usable even after a panic in another thread.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AttemptLimits {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            passwords: Mutex::new(SlowDown::new(limits)),
            codes: Mutex::new(SlowDown::new(limits)),
            tokens: Mutex::new(SlowDown::new(Limits::SOURCE)),
            streaks: Mutex::default(),
            refusals: Mutex::default(),
        }
    }

    /// The counts of attempts with passwords.
    pub(super) fn passwords(&self) -> MutexGuard<'_, SlowDown> {
        lock(&self.passwords)
    }

    /// The counts of attempts with codes. A right password does not reset them.
    pub(super) fn codes(&self) -> MutexGuard<'_, SlowDown> {
        lock(&self.codes)
    }

    /// The counts of invalid tokens.
    pub(super) fn tokens(&self) -> MutexGuard<'_, SlowDown> {
        lock(&self.tokens)
    }

    /// Whether a sign-in has used up its wrong codes.
    pub(super) fn is_exhausted(&self, account: Key, source: Key) -> bool {
        lock(&self.streaks).get(&(account, source)).is_some_and(|wrong| *wrong >= WRONG_CODES_MAX)
    }

    /// Counts a wrong code.
    pub(super) fn wrong_code(&self, account: Key, source: Key) {
        let mut streaks = lock(&self.streaks);
        if streaks.len() >= STREAKS_MAX && !streaks.contains_key(&(account, source)) {
            // Any entry may be evicted: the slow-down of codes keeps counting.
            if let Some(any) = streaks.keys().next().copied() {
                streaks.remove(&any);
            }
        }
        *streaks.entry((account, source)).or_default() += 1;
    }

    /// Resets the count of wrong codes: a new sign-in begins, or a code was right.
    pub(super) fn forget_codes(&self, account: Key, source: Key) {
        lock(&self.streaks).remove(&(account, source));
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
    fn consecutive_wrong_codes_end_a_sign_in_of_one_source() {
        let attempt_limits = AttemptLimits::new(Limits::PAIR);
        let (ann, home, away) = ([1; 32], [2; 32], [3; 32]);
        (0..WRONG_CODES_MAX).for_each(|_| attempt_limits.wrong_code(ann, home));
        assert!(attempt_limits.is_exhausted(ann, home) && !attempt_limits.is_exhausted(ann, away));
        attempt_limits.forget_codes(ann, home);
        assert!(!attempt_limits.is_exhausted(ann, home));
    }
}
