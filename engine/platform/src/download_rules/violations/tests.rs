//! What is recorded of refused downloads, and how often.

use std::time::Duration;

use waybill_journal::{MemoryJournal, scan_all};
use waybill_machines::rules::download_rules::DownloadViolationReason;
use waybill_machines::rules::repositories::PackageType;
use waybill_stream::Who;

use super::*;

const HOUR_MS: i64 = DOWNLOAD_VIOLATIONS_WITHIN_MS;
/// Half an hour before midnight.
const T0: Timestamp = Timestamp::from_ms(23 * HOUR_MS + HOUR_MS / 2);

fn violation(version: &str, person: Option<&str>) -> DownloadViolation {
    let reason = DownloadViolationReason::Severity;
    DownloadViolation {
        rule: "No critical".to_owned(),
        kind: reason.kind(),
        reason,
        repository: "r1".to_owned(),
        package_type: PackageType::Npm,
        package: "till".to_owned(),
        version: version.to_owned(),
        path: format!("till/-/till-{version}.tgz"),
        person: person.map(|id| PersonId(id.to_owned())),
    }
}

/// A refused download, as the server handles it. Answers whether it was due.
fn refuse(violations: &Violations, violation: DownloadViolation, at: Timestamp) -> bool {
    let is_due = violations.is_due(&violation, at);
    let who = violation.person.clone().map_or(Who::Anonymous, Who::Person);
    violations.note(violation, ChangeContext::by(who, at));
    is_due
}

/// The streams of all records and who is in them, once there are so many.
async fn records(journal: &MemoryJournal, number: usize) -> Vec<(String, String)> {
    for _ in 0..5_000 {
        if scan_all(journal, 0).count() >= number {
            break;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let all: Vec<_> = scan_all(journal, 0).map(Result::unwrap).collect();
    let parts = all.iter().map(|record| {
        let view = record.view().unwrap();
        (view.stream.to_owned(), view.who.to_owned())
    });
    parts.collect()
}

/// covers: [HOOK-04]
#[tokio::test]
async fn an_hour_has_a_violation_once_over_a_start_and_over_midnight() {
    let journal = MemoryJournal::new();
    let violations = Violations::start(Arc::new(journal.clone()));
    for _ in 0..50 {
        refuse(&violations, violation("1.0.0", Some("p_ann")), T0);
    }
    assert!(refuse(&violations, violation("1.0.0", None), T0));
    assert!(refuse(&violations, violation("1.1.0", Some("p_ann")), T0));
    let day = |date: &str, who: &str| (format!("download_violations/{date}"), who.to_owned());
    let expected = [("1970-01-01", "p_ann"), ("1970-01-01", "anonymous"), ("1970-01-01", "p_ann")];
    assert_eq!(records(&journal, 3).await, expected.map(|(date, who)| day(date, who)));

    // The next process knows it from the records of the day before. What follows in the queue shows that it has read.
    let violations = Violations::start(Arc::new(journal.clone()));
    let later = T0.plus_ms(HOUR_MS - 1);
    refuse(&violations, violation("1.0.0", Some("p_ann")), later);
    refuse(&violations, violation("1.0.0", Some("p_bob")), later);
    let all = records(&journal, 4).await;
    assert_eq!(all[3..], [day("1970-01-02", "p_bob")]);
    assert!(!refuse(&violations, violation("1.0.0", Some("p_ann")), later));
    assert!(refuse(&violations, violation("1.0.0", Some("p_ann")), T0.plus_ms(HOUR_MS)));
    let all = records(&journal, 5).await;
    assert_eq!(all[4..], [day("1970-01-02", "p_ann")]);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn an_hour_has_so_many_violations_whatever_is_asked_for() {
    let journal = MemoryJournal::new();
    let violations = Violations::start(Arc::new(journal.clone()));
    let at_most = usize::try_from(DOWNLOAD_VIOLATIONS_MAX).unwrap();
    for number in 0..at_most {
        assert!(refuse(&violations, violation(&number.to_string(), None), T0));
        if number % (QUEUE / 2) == 0 {
            records(&journal, number + 1).await;
        }
    }
    assert!(!refuse(&violations, violation("more", None), T0.plus_ms(HOUR_MS - 1)));
    assert_eq!(records(&journal, at_most).await.len(), at_most);
    assert!(!refuse(&violations, violation("more", None), T0.plus_ms(HOUR_MS - 1)));
    // A start changes nothing, and an hour later there is room.
    let violations = Violations::start(Arc::new(journal.clone()));
    refuse(&violations, violation("more", None), T0.plus_ms(HOUR_MS - 1));
    assert!(refuse(&violations, violation("later", None), T0.plus_ms(HOUR_MS)));
    assert_eq!(records(&journal, at_most + 1).await.len(), at_most + 1);
}

#[tokio::test]
async fn what_was_not_recorded_is_due_again() {
    let violations = Violations::start(Arc::new(MemoryJournal::new()));
    let invalid = violation(&"1".repeat(2_000), None);
    assert!(refuse(&violations, invalid.clone(), T0));
    for _ in 0..5_000 {
        if violations.is_due(&invalid, T0) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("it waits for ever");
}

#[tokio::test]
async fn what_has_no_room_in_the_queue_is_dropped() {
    let violations = Violations::start(Arc::new(MemoryJournal::new()));
    // The task that records has no turn before this one waits.
    for number in 0..QUEUE {
        assert!(refuse(&violations, violation(&number.to_string(), None), T0));
        assert!(!violations.is_due(&violation(&number.to_string(), None), T0));
    }
    assert!(refuse(&violations, violation("more", None), T0));
    assert!(violations.is_due(&violation("more", None), T0));
}

#[test]
fn nothing_waits_without_a_task_that_records() {
    let violations = Violations::start(Arc::new(MemoryJournal::new()));
    assert!(refuse(&violations, violation("1.0.0", None), T0));
    assert!(violations.is_due(&violation("1.0.0", None), T0));
}
