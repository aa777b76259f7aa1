use super::*;

const ANN: Key = [1; 32];
const HOME: Key = [2; 32];
const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);

fn key(n: u32) -> Key {
    let mut key = [9; 32];
    key[..4].copy_from_slice(&n.to_be_bytes());
    key
}

#[test]
fn five_are_free_then_delays_double_up_to_a_minute() {
    let mut slow = SlowDown::default();
    for _ in 0..5 {
        assert_eq!(slow.reserve(ANN, HOME, T0), Ok(()));
    }
    let mut at = T0;
    for delay_ms in [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000] {
        assert_eq!(slow.reserve(ANN, HOME, at.plus_ms(delay_ms - 1)), Err(at.plus_ms(delay_ms)));
        at = at.plus_ms(delay_ms);
        assert_eq!(slow.reserve(ANN, HOME, at), Ok(()));
    }
}

#[test]
fn of_two_hundred_concurrent_attempts_only_the_free_ones_are_verified() {
    let mut slow = SlowDown::default();
    let verified = (0..200).filter(|_| slow.reserve(ANN, HOME, T0).is_ok()).count();
    assert_eq!(verified, 5);
}

#[test]
fn a_success_resets_the_count_and_a_cancelled_attempt_is_not_counted() {
    let mut slow = SlowDown::default();
    for _ in 0..100 {
        slow.reserve(ANN, HOME, T0).unwrap();
        slow.cancel(ANN, HOME, T0);
    }
    for _ in 0..10 {
        for _ in 0..5 {
            slow.reserve(ANN, HOME, T0).unwrap();
        }
        slow.succeed(ANN, HOME, T0);
    }
}

#[test]
fn having_an_account_does_not_help_to_guess_others() {
    let mut slow = SlowDown::default();
    let mut verified = 0;
    for n in 0..1_000 {
        verified += usize::from(slow.reserve(key(n), HOME, T0).is_ok());
        if slow.reserve(ANN, HOME, T0).is_ok() {
            slow.succeed(ANN, HOME, T0);
        }
    }
    assert!(verified <= 50, "{verified}");
}

#[test]
fn many_sources_share_the_accounts_count_but_cannot_keep_its_owner_out() {
    let mut slow = SlowDown::default();
    slow.reserve(ANN, HOME, T0).unwrap();
    slow.succeed(ANN, HOME, T0);
    let verified = (0..1_000).filter(|n| slow.reserve(ANN, key(*n), T0).is_ok()).count();
    assert_eq!(verified, 100);
    assert_eq!(slow.reserve(ANN, HOME, T0), Ok(()), "a known source is not delayed");
    let later = slow.reserve(ANN, key(5_000), T0).unwrap_err();
    assert!(later.ms_since(T0) <= 5_000, "a new device waits seconds, not minutes");
}

#[test]
fn counts_are_forgotten_after_a_quarter_of_an_hour() {
    let mut slow = SlowDown::default();
    (0..5).for_each(|_| slow.reserve(ANN, HOME, T0).unwrap());
    let later = T0.plus_ms(FORGET_MS + 1);
    (0..5).for_each(|_| slow.reserve(ANN, HOME, later).unwrap());
    assert!(slow.reserve(ANN, HOME, later).is_err());
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
