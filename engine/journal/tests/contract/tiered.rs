//! Streams that begin in the journal of a day: they are read back verbatim wherever their records are, move as a whole,
//! and are gone when their day is dropped before.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use proptest::prelude::*;
use waybill_journal::tiered::DayStore;
use waybill_journal::{
    AppendError, DayName, Draft, Group, Journal, MemoryJournal, SealedRecord, StreamHead,
    TieredJournal, Timestamp,
};

use crate::sample::draft;

const DAY_MS: i64 = 24 * 3_600_000;
const START_MS: i64 = 1_767_225_600_000;

/// Days in memory, which outlive the journal in front of them.
#[derive(Default)]
struct Days(Mutex<BTreeMap<DayName, MemoryJournal>>);

impl Days {
    fn of(&self, day: &DayName) -> MemoryJournal {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[day].clone()
    }

    fn open(self: &Arc<Self>, kept: &MemoryJournal) -> TieredJournal {
        let days = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let days = days
            .iter()
            .map(|(day, journal)| (day.clone(), Arc::new(journal.clone()) as Arc<dyn Journal>));
        TieredJournal::new(Arc::new(kept.clone()), days.collect(), self.clone(), keeps)
    }
}

impl DayStore for Days {
    fn create(&self, day: &DayName) -> Result<Arc<dyn Journal>, String> {
        let journal = MemoryJournal::new();
        let mut days = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(days.insert(day.clone(), journal.clone()).is_none(), "{day} was there");
        Ok(Arc::new(journal))
    }
}

/// A record with this text signs in.
const KEEP: &str = "keep";

fn keeps(group: &Group) -> bool {
    let records = group.batches.iter().flat_map(|batch| &batch.records);
    records.into_iter().any(|record| record.line().contains(KEEP))
}

fn sealed(stream: &str, head: Option<StreamHead>, at_ms: i64, texts: &[&str]) -> Vec<SealedRecord> {
    let mut records: Vec<SealedRecord> = Vec::new();
    for text in texts {
        let head = records.last().map(SealedRecord::head).or(head);
        let draft = Draft { at: Timestamp::from_ms(at_ms), ..draft(stream, text) };
        records.push(draft.seal_after(head).expect("it is sealed"));
    }
    records
}

async fn append(
    journal: &dyn Journal,
    stream: &str,
    at_ms: i64,
    texts: &[&str],
) -> Result<Vec<String>, AppendError> {
    let head = journal.head(stream);
    let records = sealed(stream, head, at_ms, texts);
    let lines = records.iter().map(|record| record.line().to_owned()).collect();
    journal.append(Group::of(stream, head, records)).await.map(|_| lines)
}

fn lines(journal: &dyn Journal, stream: &str) -> Vec<String> {
    let records = journal.read(stream, 1, usize::MAX).expect("records");
    records.iter().map(|record| record.line.to_string()).collect()
}

fn day(number: i64) -> DayName {
    DayName::of(Timestamp::from_ms(START_MS + number * DAY_MS))
}

#[derive(Debug, Clone)]
enum Step {
    Append {
        stream: usize,
        keep: bool,
        records: usize,
    },
    /// An append after a head that is not the newest.
    Stale {
        stream: usize,
        keep: bool,
    },
    /// A move that a stop interrupted: so many lines are in the kept journal already.
    Interrupted {
        stream: usize,
        lines: usize,
    },
    NextDay,
    DropOldest,
    Restart,
}

fn step() -> impl Strategy<Value = Step> {
    let stream = 0..6_usize;
    prop_oneof![
        6 => (stream.clone(), prop::bool::weighted(0.25), 1..4_usize)
            .prop_map(|(stream, keep, records)| Step::Append { stream, keep, records }),
        1 => (stream.clone(), any::<bool>()).prop_map(|(stream, keep)| Step::Stale { stream, keep }),
        1 => (stream, 1..3_usize).prop_map(|(stream, lines)| Step::Interrupted { stream, lines }),
        2 => Just(Step::NextDay),
        1 => Just(Step::DropOldest),
        1 => Just(Step::Restart),
    ]
}

/// A stream as it should be.
#[derive(Debug, Clone)]
struct Expected {
    lines: Vec<String>,
    /// The day on which it began; `None` once it is kept.
    day: Option<DayName>,
}

async fn run(steps: Vec<Step>) {
    let (days, kept) = (Arc::new(Days::default()), MemoryJournal::new());
    let mut journal = days.open(&kept);
    let mut expected: BTreeMap<String, Expected> = BTreeMap::new();
    let mut today = 0;
    for step in steps {
        let at_ms = START_MS + today * DAY_MS;
        match step {
            Step::Append { stream, keep, records } => {
                let stream = format!("session/{stream}");
                let mut texts = vec!["visit"; records];
                if keep {
                    texts[0] = KEEP;
                }
                // An interrupted move is completed.
                let is_kept = keep || kept.head(&stream).is_some();
                let appended = append(&journal, &stream, at_ms, &texts).await.expect("appended");
                let one = expected
                    .entry(stream)
                    .or_insert_with(|| Expected { lines: Vec::new(), day: Some(day(today)) });
                one.lines.extend(appended);
                one.day = one.day.take().filter(|_| !is_kept);
            }
            Step::Stale { stream, keep } => {
                let stream = format!("session/{stream}");
                if journal.head(&stream).is_some() {
                    let text = if keep { KEEP } else { "visit" };
                    let group = Group::of(&stream, None, sealed(&stream, None, at_ms, &[text]));
                    let refused = journal.append(group).await;
                    assert!(matches!(refused, Err(AppendError::Conflict { .. })), "{refused:?}");
                }
            }
            Step::Interrupted { stream, lines } => {
                let stream = format!("session/{stream}");
                let whole = expected.get(&stream).filter(|one| {
                    one.day.is_some() && one.lines.len() > lines && kept.head(&stream).is_none()
                });
                if let Some(whole) = whole {
                    let part = whole.lines[..lines].iter();
                    let part = part.map(|line| SealedRecord::from_line(line).expect("a line"));
                    let group = Group::of(&stream, None, part.collect());
                    kept.append(group).await.expect("appended");
                }
            }
            Step::NextDay => today += 1,
            Step::DropOldest => {
                let oldest = journal.parts().into_iter().find_map(|part| part.day);
                if let Some(oldest) = oldest.filter(|oldest| *oldest < day(today)) {
                    drop(journal.take(&oldest));
                    days.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&oldest);
                    // What an interrupted move has left is in the kept journal.
                    expected.retain(|stream, one| {
                        let is_dropped = one.day.as_ref() == Some(&oldest);
                        if is_dropped {
                            one.lines = lines(&kept, stream);
                            one.day = None;
                        }
                        !one.lines.is_empty()
                    });
                }
            }
            Step::Restart => journal = days.open(&kept),
        }
        for (stream, one) in &expected {
            assert_eq!(lines(&journal, stream), one.lines, "{stream}");
            assert_eq!(journal.head(stream).map(|head| head.seq), Some(one.lines.len() as u64));
            assert_eq!(journal.day_of(stream), one.day, "{stream}");
        }
        let names: Vec<String> =
            journal.streams("session/", None, 100).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, expected.keys().cloned().collect::<Vec<_>>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]
    #[test]
    fn streams_are_whole_wherever_they_are(steps in prop::collection::vec(step(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(run(steps));
    }
}

#[tokio::test]
async fn a_stream_larger_than_a_group_moves_and_its_last_group_is_whole() {
    let (days, kept) = (Arc::new(Days::default()), MemoryJournal::new());
    let journal = days.open(&kept);
    let text = "x".repeat(30_000);
    let mut all = Vec::new();
    for _ in 0..80 {
        all.extend(append(&journal, "session/a", START_MS, &[&text]).await.expect("appended"));
    }
    assert_eq!(kept.count(), 0);
    // The move is interrupted after its first group.
    kept.faults().out_of_space_after(1);
    assert!(append(&journal, "session/a", START_MS, &[KEEP, &text]).await.is_err());
    assert!(kept.count() > 0 && kept.count() < 80, "{}", kept.count());
    assert_eq!(lines(&journal, "session/a"), all);
    kept.faults().out_of_space(false);
    all.extend(append(&journal, "session/a", START_MS, &[KEEP, &text]).await.expect("appended"));
    assert_eq!((lines(&journal, "session/a"), kept.count()), (all.clone(), 82));
    all.extend(append(&journal, "session/a", START_MS, &["after"]).await.expect("appended"));
    assert_eq!((lines(&journal, "session/a"), kept.count()), (all, 83));
}

#[tokio::test]
async fn a_day_whose_journal_is_damaged_is_continued_in_another_one() {
    let (days, kept) = (Arc::new(Days::default()), MemoryJournal::new());
    let journal = days.open(&kept);
    let mut all = append(&journal, "session/a", START_MS, &["1"]).await.expect("appended");
    days.of(&day(0)).faults().damage();
    assert!(matches!(
        append(&days.of(&day(0)), "session/b", START_MS, &["1"]).await,
        Err(AppendError::ReadOnly { .. })
    ));
    append(&journal, "session/b", START_MS, &["1"]).await.expect("appended");
    all.extend(append(&journal, "session/a", START_MS, &["2"]).await.expect("appended"));
    assert_eq!(lines(&journal, "session/a"), all);
    let second: DayName = "2026-01-01-2".parse().expect("a name");
    assert_eq!(journal.day_of("session/a"), Some(second.clone()));
    assert_eq!(journal.day_of("session/b"), Some(second.clone()));
    // With the disk full, none is begun: neither for a new stream, nor for one that has records, whether or not the
    // kept journal has noticed it too. With room again, both go on where they were.
    for is_noticed in [true, false] {
        days.of(&second).faults().out_of_space(true);
        kept.faults().out_of_space(is_noticed);
        for stream in ["session/a", "session/c"] {
            let refused = append(&journal, stream, START_MS, &["1"]).await;
            assert!(matches!(refused, Err(AppendError::ReadOnly { .. })), "{refused:?}");
        }
        assert_eq!(journal.parts().len(), 3);
    }
    days.of(&second).faults().out_of_space(false);
    append(&journal, "session/a", START_MS, &["3"]).await.expect("appended");
    assert_eq!(journal.day_of("session/a"), Some(second));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_writers_that_move_a_stream_at_once_one_wins() {
    for _ in 0..200 {
        let (days, kept) = (Arc::new(Days::default()), MemoryJournal::new());
        let journal = Arc::new(days.open(&kept));
        append(journal.as_ref(), "session/a", START_MS, &["1"]).await.expect("appended");
        let head = journal.head("session/a");
        let writers = [KEEP, "visit", KEEP].map(|text| {
            let group = Group::of("session/a", head, sealed("session/a", head, START_MS, &[text]));
            tokio::spawn(journal.append(group))
        });
        let mut won = 0;
        for writer in writers {
            match writer.await.expect("it ends") {
                Ok(_) => won += 1,
                Err(AppendError::Conflict { found, .. }) => {
                    assert_eq!(found.map(|head| head.seq), Some(2));
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!((won, lines(journal.as_ref(), "session/a").len()), (1, 2));
    }
}

#[tokio::test]
async fn a_failure_of_any_part_is_one_of_the_whole() {
    for fails_kept in [true, false] {
        let (days, kept) = (Arc::new(Days::default()), MemoryJournal::new());
        let journal = days.open(&kept);
        let mut failed = journal.failed();
        append(&journal, "session/a", START_MS, &["1"]).await.expect("appended");
        let (part, text) = if fails_kept { (kept, KEEP) } else { (days.of(&day(0)), "visit") };
        part.faults().fail_sync(1);
        let lost = append(&journal, "session/a", START_MS, &[text]).await;
        assert!(matches!(lost, Err(AppendError::Fatal { .. })), "{lost:?}");
        let why = failed.wait_for(Option::is_some);
        tokio::time::timeout(Duration::from_secs(60), why).await.expect("noticed").expect("open");
    }
}
