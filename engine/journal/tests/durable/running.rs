//! A running journal: generations, low disk space, and what a check from outside reports.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use waybill_journal::{AppendError, Group, Health, Journal, fsck, scan_all};

use crate::Place;
use crate::sample::{group, records};

#[tokio::test]
async fn generations_are_begun_sealed_and_read() {
    let mut place = Place::new();
    place.options.generation_bytes = 30_000;
    place.options.preallocate = true;
    let journal = place.open().expect("it opens");
    let mut groups = 0;
    // On a busy machine a generation takes more, until the next one is prepared.
    while groups < 120 || !place.dir().join("gen-000005").exists() {
        let stream = format!("session/{}", groups % 7);
        journal.append(group(&journal, &stream, 3)).await.expect("appended");
        groups += 1;
    }
    let before: Vec<_> = scan_all(&journal, 0).collect::<Result<_, _>>().expect("read");
    journal.close().expect("closed");
    let report = fsck(&place.dir()).expect("it runs");
    assert!(report.is_ok(), "{report:?}");
    // All but the open one, and the next one if it was prepared already.
    assert!(report.generations > 3 && report.sealed + 2 >= report.generations, "{report:?}");
    let verified = (report.verified.records, report.verified.streams, report.clean);
    assert_eq!(verified, (3 * groups, 7, true));

    let journal = place.open().expect("it opens");
    let after: Vec<_> = scan_all(&journal, 0).collect::<Result<_, _>>().expect("read");
    assert_eq!(before, after);
    assert_eq!(journal.read("session/3", 2, 4).expect("read").len(), 4);
}

#[tokio::test]
async fn a_low_disk_makes_it_read_only_until_there_is_room() {
    let mut place = Place::new();
    let free = Arc::new(AtomicU64::new(1_000_000));
    let probe = free.clone();
    place.options.free_space = Arc::new(move |_| Ok(probe.load(Ordering::Relaxed)));
    place.options.free_floor_bytes = 400_000;
    let journal = place.open().expect("it opens");
    journal.append(group(&journal, "session/a", 1)).await.expect("appended");

    free.store(399_999, Ordering::Relaxed);
    let refused = journal.append(group(&journal, "session/a", 1)).await;
    assert!(matches!(refused, Err(AppendError::ReadOnly { .. })), "{refused:?}");
    assert!(matches!(journal.health(), Health::ReadOnly { why } if why.contains("make room")));
    assert_eq!(journal.read("session/a", 1, 10).expect("read").len(), 1);

    // A little more than the floor is not enough, to avoid flapping.
    free.store(450_000, Ordering::Relaxed);
    let refused = journal.append(group(&journal, "session/a", 1)).await;
    assert!(matches!(refused, Err(AppendError::ReadOnly { .. })), "{refused:?}");
    free.store(500_000, Ordering::Relaxed);
    journal.append(group(&journal, "session/a", 1)).await.expect("appended");
    assert_eq!(journal.health(), Health::Writable);
}

#[tokio::test]
async fn head_follows_when_it_is_idle() {
    let mut place = Place::new();
    place.options.checkpoint_after = Duration::from_millis(50);
    let journal = place.open().expect("it opens");
    journal.append(group(&journal, "session/a", 2)).await.expect("appended");
    let end = Instant::now() + Duration::from_secs(30);
    let head = || std::fs::read_to_string(place.dir().join("HEAD")).expect("HEAD");
    while !head().contains("\"count\":2") {
        assert!(Instant::now() < end, "HEAD stays at {}", head());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(head().contains("\"clean\":false"));
}

#[tokio::test]
async fn a_closed_journal_answers() {
    let place = Place::new();
    let journal = place.open().expect("it opens");
    let first = group(&journal, "session/a", 1);
    let late = journal.append(first);
    let checkpoint = journal.close().expect("closed");
    // What was submitted before is stored before.
    late.await.expect("appended");
    assert_eq!(checkpoint.count, 1);
}

#[tokio::test]
async fn a_group_queued_behind_many_conflicts_is_stored_at_once() {
    let mut place = Place::new();
    // The writer checks the free space before it takes the queue, so this makes it wait.
    let gate = Arc::new(Mutex::new(()));
    let probe = gate.clone();
    place.options.free_space = Arc::new(move |_| {
        let _passed = probe.lock();
        Ok(u64::MAX / 2)
    });
    // Only a request wakes the writer before its idle timeout.
    place.options.checkpoint_after = Duration::from_hours(1);
    let journal = place.open().expect("it opens");
    journal.append(group(&journal, "session/a", 1)).await.expect("appended");

    let closed = gate.lock().expect("locked");
    // Far more than the writer takes at a time, each after a stale head.
    let stale = || Group::of("session/a", None, records("session/a", None, 40));
    let conflicts: Vec<_> = (0..60).map(|_| journal.append(stale())).collect();
    let behind = journal.append(group(&journal, "session/b", 1));
    drop(closed);

    // An idle timeout between each two takes would add up to a multiple of this.
    let appended = tokio::time::timeout(Duration::from_secs(8), behind).await;
    appended.expect("it does not stall").expect("appended");
    for conflict in conflicts {
        let refused = conflict.await;
        assert!(matches!(refused, Err(AppendError::Conflict { .. })), "{refused:?}");
    }
}
