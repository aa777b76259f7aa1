//! A limit over time, for each of those who use it. Time is that of a monotonic clock: a step of the wall clock neither
//! ends nor extends a wait.

use std::fmt;
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use metrics::Counter;

use super::{Allowance, Budget, Exceeded};

/// How many keys are tracked, some 100 bytes each.
const KEYS_MAX: usize = 20_000;
/// While there are more, all keys share this many allowances, so that a flood of keys uses up few of those of others.
const SHARED: u64 = 1_024;
/// How often keys whose allowance is whole again are looked for, which takes a look at each.
const SWEEP_EVERY: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// A time of the monotonic clock.
type Moment = <DefaultClock as Clock>::Instant;

/// Whose allowance it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Slot<K> {
    Own(K),
    Shared(u64),
}

/// An allowance for each key.
pub struct Rate<K: Hash + Eq + Clone> {
    budget: Budget,
    used: Counter,
    refused: Counter,
    at_once: NonZeroU32,
    each: RateLimiter<Slot<K>, HashMapStateStore<Slot<K>>, DefaultClock>,
    hashes: RandomState,
    clock: DefaultClock,
    swept: Mutex<Moment>,
}

impl<K: Hash + Eq + Clone> fmt::Debug for Rate<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rate").field("budget", &self.budget).finish_non_exhaustive()
    }
}

impl<K: Hash + Eq + Clone> Rate<K> {
    /// With nothing used yet.
    pub fn new(budget: Budget, allowance: Allowance) -> Self {
        let Allowance { at_once, a_minute } = allowance;
        Self::of(budget, at_once, Quota::per_minute(a_minute).allow_burst(at_once))
    }

    /// So many at once, which come back within a day.
    pub fn a_day(budget: Budget, number: NonZeroU32) -> Self {
        Self::within(DAY, budget, number)
    }

    /// So many at once, which come back within an hour.
    pub fn an_hour(budget: Budget, number: NonZeroU32) -> Self {
        Self::within(HOUR, budget, number)
    }

    fn within(time: Duration, budget: Budget, number: NonZeroU32) -> Self {
        let each = time / number.get();
        // A period is never zero: an hour has more nanoseconds than the number can be.
        let quota = Quota::with_period(each).unwrap_or_else(|| Quota::per_second(number));
        Self::of(budget, number, quota.allow_burst(number))
    }

    fn of(budget: Budget, at_once: NonZeroU32, quota: Quota) -> Self {
        let clock = DefaultClock::default();
        let each = RateLimiter::hashmap_with_clock(quota, clock.clone());
        let swept = Mutex::new(clock.now());
        let (used, refused, hashes) = (budget.used(), budget.refused(), RandomState::new());
        Self { budget, used, refused, at_once, each, hashes, clock, swept }
    }

    /// Uses some of a key's allowance. More than the whole of it counts as the whole.
    pub fn take(&self, key: &K, amount: usize) -> Result<(), Exceeded> {
        let taken = self.try_take(key, amount);
        match taken {
            Ok(()) => self.count_used(amount),
            Err(_) => self.refused.increment(1),
        }
        taken
    }

    /// The same, not counted by metrics: another allowance is asked as well.
    pub(super) fn try_take(&self, key: &K, amount: usize) -> Result<(), Exceeded> {
        let Some(amount) = NonZeroU32::new(u32::try_from(amount).unwrap_or(u32::MAX)) else {
            return Ok(());
        };
        let slot = if self.has_room() {
            Slot::Own(key.clone())
        } else {
            Slot::Shared(self.hashes.hash_one(key) % SHARED)
        };
        match self.each.check_key_n(&slot, amount.min(self.at_once)) {
            Ok(Err(not_until)) => {
                Err(Exceeded { wait: not_until.wait_time_from(self.clock.now()) })
            }
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }

    /// Counts what was used.
    pub(super) fn count_used(&self, amount: usize) {
        let whole = u64::from(self.at_once.get());
        self.used.increment(u64::try_from(amount).unwrap_or(whole).min(whole));
    }

    fn has_room(&self) -> bool {
        if self.each.len() < KEYS_MAX {
            return true;
        }
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now();
        if now.duration_since(*swept) >= SWEEP_EVERY {
            *swept = now;
            self.each.retain_recent();
        }
        self.each.len() < KEYS_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Resource, Scope};
    use super::*;

    const TEST: Budget = Budget(Scope::Address, Resource::Requests);

    fn taken(rate: &Rate<u32>, key: u32, tries: usize) -> usize {
        (0..tries).filter(|_| rate.take(&key, 1).is_ok()).count()
    }

    #[test]
    fn an_allowance_is_available_at_once_and_then_refills() {
        let rate = Rate::new(TEST, Allowance::new(60, 60_000));
        assert!(taken(&rate, 1, 60) == 60 && taken(&rate, 2, 60) == 60);
        let full = Rate::new(TEST, Allowance::new(60, 60));
        assert_eq!(taken(&full, 1, 500), 60);
        let exceeded = full.take(&1, 1).unwrap_err();
        assert!(exceeded.wait <= Duration::from_secs(1), "{exceeded}");
        assert_eq!(taken(&full, 2, 1), 1);
    }

    #[test]
    fn more_than_the_whole_allowance_uses_all_of_it() {
        let rate = Rate::new(TEST, Allowance::new(60, 1));
        assert_eq!(rate.take(&1, 1_000), Ok(()));
        assert!(rate.take(&1, 1).is_err());
    }

    #[test]
    fn a_daily_allowance_comes_back_within_a_day() {
        let rate = Rate::a_day(TEST, NonZeroU32::new(48).unwrap());
        assert_eq!(taken(&rate, 1, 500), 48);
        let exceeded = rate.take(&1, 1).unwrap_err();
        let half_an_hour = Duration::from_secs(1_800);
        assert!(exceeded.wait <= half_an_hour && exceeded.wait > half_an_hour / 2, "{exceeded}");
        assert_eq!(taken(&Rate::a_day(TEST, NonZeroU32::MAX), 1, 500), 500);
    }

    #[test]
    fn keys_beyond_the_bound_share_few_allowances() {
        let rate = Rate::new(TEST, Allowance::new(1, 1));
        let all = u32::try_from(KEYS_MAX * 2).unwrap();
        let admitted = (0..all).filter(|key| rate.take(key, 1).is_ok()).count();
        let shared = admitted - KEYS_MAX;
        assert!((2..=1_024).contains(&shared), "{shared}");
    }
}
