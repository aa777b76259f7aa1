use super::*;

const ANN: Key = [1; 32];
const HOME: Key = [2; 32];
const LAPTOP: Key = [3; 32];
const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);
/// Longer than a count is kept without an attempt.
const PAUSE_MS: i64 = table::FORGET_MS + 1;

fn key(n: u32) -> Key {
    let mut key = [9; 32];
    key[..4].copy_from_slice(&n.to_be_bytes());
    key
}

fn at_home() -> Attempt {
    Attempt::from_source(ANN, HOME)
}

fn on_laptop() -> Attempt {
    Attempt { device: Some(LAPTOP), ..at_home() }
}

fn in_session(session: u32) -> Attempt {
    Attempt { session: Some(key(session)), ..at_home() }
}

impl Reserved {
    fn is_on_device(&self) -> bool {
        matches!(self.lane, Lane::Device(_))
    }
}

impl SlowDown {
    /// Attempts with a wrong password, and whether it was verified.
    fn fail(&mut self, attempt: Attempt, at: Timestamp) -> bool {
        self.reserve(attempt, at).is_ok()
    }

    fn sign_in(&mut self, attempt: Attempt, at: Timestamp) -> Result<(), Delayed> {
        let reserved = self.reserve(attempt, at)?;
        self.succeed(reserved, at);
        Ok(())
    }
}

#[test]
fn five_are_free_then_delays_double_up_to_six_seconds() {
    let mut slow = SlowDown::default();
    assert!((0..5).all(|_| slow.fail(at_home(), T0)));
    let mut at = T0;
    for delay_ms in [1_000, 2_000, 4_000, 6_000, 6_000] {
        let early = slow.reserve(at_home(), at.plus_ms(delay_ms - 1));
        assert_eq!(early, Err(Delayed::Until(at.plus_ms(delay_ms))));
        at = at.plus_ms(delay_ms);
        assert!(slow.fail(at_home(), at));
    }
}

#[test]
fn of_two_hundred_concurrent_attempts_only_the_free_ones_are_verified() {
    let mut slow = SlowDown::default();
    let verified = (0..200).filter(|n| slow.fail(in_session(*n), T0)).count();
    assert_eq!(verified, 5);
}

#[test]
fn a_success_resets_the_count_and_a_cancelled_attempt_is_not_counted() {
    let mut slow = SlowDown::default();
    for _ in 0..200 {
        let reserved = slow.reserve(at_home(), T0).unwrap();
        slow.cancel(reserved);
    }
    for _ in 0..10 {
        assert!((0..4).all(|_| slow.fail(at_home(), T0)));
        slow.sign_in(at_home(), T0).unwrap();
    }
    // Nor does a cancelled one delay, when the next wrong one would.
    assert!((0..4).all(|_| slow.fail(at_home(), T0)));
    for _ in 0..10 {
        let reserved = slow.reserve(at_home(), T0).unwrap();
        slow.cancel(reserved);
    }
    assert!(slow.fail(at_home(), T0));
    assert!(!slow.fail(at_home(), T0));
    let open_at = T0.plus_ms(Limits::PAIR.delay_ms);
    for _ in 0..3 {
        let reserved = slow.reserve(at_home(), open_at).unwrap();
        slow.cancel(reserved);
    }
}

#[test]
fn a_link_is_taken_beside_a_device_that_is_no_longer_trusted() {
    let mut slow = SlowDown::default();
    let (mut at, link) = (T0, key(77));
    for _ in 0..DEVICE_FAILURES_MAX {
        let _ = slow.fail(on_laptop(), at);
        at = at.plus_ms(Limits::DEVICE.delay_max_ms);
    }
    for n in 0..200 {
        let _ = slow.fail(Attempt::from_source(ANN, key(n)), at);
    }
    assert!(matches!(slow.reserve(on_laptop(), at), Err(Delayed::NeedsDevice(_))));
    let reserved = slow.reserve(Attempt { link: Some(link), ..on_laptop() }, at).unwrap();
    assert!(reserved.is_by_link());
    slow.succeed(reserved, at);
    // A device that is trusted leaves the link unused.
    let trusted = Attempt { device: Some(key(78)), link: Some(link), ..at_home() };
    assert!(!slow.reserve(trusted, at).unwrap().is_by_link());
}

#[test]
fn having_an_account_does_not_help_to_guess_others() {
    let mut slow = SlowDown::default();
    let mut verified = 0;
    for n in 0..1_000 {
        verified += usize::from(slow.fail(Attempt::from_source(key(n), HOME), T0));
        let _ = slow.sign_in(at_home(), T0);
    }
    assert!(verified <= 50, "{verified}");
}

#[test]
fn strangers_share_the_accounts_count_of_a_day_but_cannot_keep_its_owner_out() {
    let mut slow = SlowDown::default();
    slow.sign_in(at_home(), T0).unwrap();
    let stranger = |n| Attempt::from_source(ANN, key(n));
    let verified = (0..1_000).filter(|n| slow.fail(stranger(*n), T0)).count();
    assert_eq!(verified, 100);
    let day_ends_at = T0.plus_ms(table::DAY_MS);
    assert_eq!(slow.reserve(stranger(5_000), T0), Err(Delayed::NeedsDevice(day_ends_at)));
    slow.sign_in(at_home(), T0).unwrap();
    slow.sign_in(Attempt { device: Some(LAPTOP), ..stranger(5_000) }, T0).unwrap();
    assert!(slow.fail(stranger(5_000), day_ends_at), "another day");
}

#[test]
fn the_last_stranger_of_a_day_stops_the_others_until_its_end() {
    let mut slow = SlowDown::default();
    let stranger = |n| Attempt::from_source(ANN, key(n));
    let later = T0.plus_ms(table::DAY_MS - 1);
    let stops = (0..100).map(|n| {
        let at = if n == 0 { T0 } else { later };
        slow.reserve(stranger(n), at).unwrap().stops_until
    });
    let stops: Vec<_> = stops.collect();
    assert!(stops[..99].iter().all(Option::is_none), "{stops:?}");
    assert_eq!(stops[99], Some(T0.plus_ms(table::DAY_MS)));
}

#[test]
fn a_known_source_has_a_count_of_a_day_of_its_own_and_then_is_a_stranger() {
    let mut slow = SlowDown::new(Rules::PASSWORDS.with_pair(Limits { free: 90, ..Limits::PAIR }));
    slow.sign_in(at_home(), T0).unwrap();
    let mut at = T0;
    let mut verified = 0;
    while let Some(later) = match slow.reserve(at_home(), at) {
        Ok(_) => {
            verified += 1;
            Some(at)
        }
        Err(Delayed::Until(later)) => Some(later),
        Err(Delayed::NeedsDevice(_)) => None,
    } {
        at = later;
    }
    assert_eq!(verified, 200);
}

#[test]
fn a_device_is_delayed_by_its_own_attempts_only() {
    let mut slow = SlowDown::default();
    (0..1_000).for_each(|n| {
        slow.fail(Attempt { source: key(n), ..at_home() }, T0);
    });
    (0..1_000).for_each(|n| {
        slow.fail(Attempt::from_source(key(n), HOME), T0);
    });
    for _ in 0..4 {
        assert!(slow.fail(on_laptop(), T0));
    }
    slow.sign_in(on_laptop(), T0).unwrap();
    assert!((0..5).all(|_| slow.fail(on_laptop(), T0)));
    assert_eq!(slow.reserve(on_laptop(), T0), Err(Delayed::Until(T0.plus_ms(1_000))));
    let other = Attempt { device: Some(key(7)), ..at_home() };
    slow.sign_in(other, T0).unwrap();
}

#[test]
fn a_device_with_twenty_wrong_attempts_in_a_row_is_a_stranger_until_a_success() {
    let mut slow = SlowDown::default();
    let away = |n| Attempt { source: key(n), ..on_laptop() };
    let (mut at, mut verified) = (T0, 0);
    while slow.reserve(away(0), at).is_ok_and(|reserved| reserved.is_on_device()) {
        (verified, at) = (verified + 1, at.plus_ms(15_000));
    }
    assert_eq!(verified, 20);
    assert!(!slow.reserve(away(1), at).unwrap().is_on_device());
    let reserved = slow.reserve(away(2), at).unwrap();
    slow.succeed(reserved, at);
    assert!(slow.reserve(away(3), at).unwrap().is_on_device());
}

#[test]
fn a_session_that_waited_gets_its_turn_however_many_others_try() {
    let mut slow = SlowDown::default();
    (0..20).for_each(|_| {
        slow.fail(in_session(0), T0);
    });
    let Err(Delayed::Until(turn)) = slow.reserve(in_session(1), T0) else { panic!("a delay") };
    assert!(turn.ms_since(T0) <= 6_000);
    // Another client takes each place as soon as it is free.
    let mut at = T0;
    while at < turn {
        slow.fail(in_session(0), at);
        at = at.plus_ms(10);
    }
    slow.fail(in_session(0), turn);
    slow.sign_in(in_session(1), turn).unwrap();
}

#[test]
fn an_account_gets_its_turn_at_a_source_however_many_others_are_tried() {
    let mut slow = SlowDown::default();
    let spray = |slow: &mut SlowDown, n: u32, at| slow.fail(Attempt::from_source(key(n), HOME), at);
    (0..60).for_each(|n| {
        spray(&mut slow, n, T0);
    });
    let mut at = T0.plus_ms(500);
    spray(&mut slow, 1_000, at);
    let Err(Delayed::Until(turn)) = slow.reserve(at_home(), at) else { panic!("a delay") };
    assert!(turn.ms_since(at) <= 2_000);
    let mut n = 2_000;
    while at < turn {
        at = at.plus_ms(5);
        n += 1;
        spray(&mut slow, n, at);
    }
    slow.sign_in(at_home(), at).unwrap();
}

#[test]
fn a_day_ends_even_if_the_clock_was_set_back() {
    let mut slow = SlowDown::default();
    for source in 0..Rules::PASSWORDS.strangers_a_day {
        assert!(slow.fail(Attempt::from_source(ANN, key(source)), T0));
    }
    let (back, newcomer) =
        (T0.plus_ms(-400 * table::DAY_MS), Attempt::from_source(ANN, key(1_000)));
    assert!(matches!(slow.reserve(newcomer, back), Err(Delayed::NeedsDevice(_))));
    assert!(matches!(slow.reserve(newcomer, back.plus_ms(1)), Err(Delayed::NeedsDevice(_))));
    assert!(slow.fail(newcomer, back.plus_ms(table::DAY_MS)));
}

#[test]
fn counts_are_forgotten_after_a_quarter_of_an_hour() {
    let mut slow = SlowDown::default();
    assert!((0..5).all(|_| slow.fail(at_home(), T0)));
    let later = T0.plus_ms(PAUSE_MS);
    assert!((0..5).all(|_| slow.fail(at_home(), later)));
    assert!(!slow.fail(at_home(), later));
}

#[test]
fn a_restart_keeps_the_counts() {
    let mut before = SlowDown::default();
    before.sign_in(Attempt::from_source(ANN, key(0)), T0).unwrap();
    (1..=60).for_each(|n| {
        before.fail(Attempt { source: key(n), ..at_home() }, T0);
    });
    (0..9).for_each(|_| {
        before.fail(on_laptop(), T0);
    });
    let text = serde_json::to_string(&before.save(T0)).unwrap();
    let mut after = SlowDown::default();
    after.load(serde_json::from_str(&text).unwrap());
    assert!(!after.fail(on_laptop(), T0));
    assert!(after.pairs.is_known(&Attempt::from_source(ANN, key(0)).pair(), T0));
    let verified = (100..500).filter(|n| after.fail(Attempt { source: key(*n), ..at_home() }, T0));
    assert_eq!(verified.count(), 40);
}
