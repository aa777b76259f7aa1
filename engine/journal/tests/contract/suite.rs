//! The contract.

use std::sync::Arc;

use waybill_journal::{
    AppendError, Batch, Group, Hash, Health, Journal, SealedRecord, StoredRecord, StreamHead,
    scan_all,
};

use crate::Factory;
use crate::sample::{draft, group, records};

fn lines(records: &[SealedRecord]) -> Vec<&str> {
    records.iter().map(SealedRecord::line).collect()
}

fn stored_lines(records: &[StoredRecord]) -> Vec<&str> {
    records.iter().map(|record| &*record.line).collect()
}

pub async fn an_empty_journal_has_nothing(factory: &mut impl Factory) {
    let journal = factory.open();
    assert_eq!(journal.count(), 0);
    assert_eq!(journal.head("a"), None);
    assert_eq!(journal.read("a", 1, 10), Ok(vec![]));
    assert_eq!(journal.scan(0, 10), Ok(vec![]));
    assert_eq!(journal.streams("", None, 10), vec![]);
    assert_eq!(journal.health(), Health::Writable);
    assert_eq!(*journal.failed().borrow(), None);
    let checkpoint = journal.checkpoint().expect("noted");
    assert_eq!((checkpoint.count, checkpoint.last), (0, Hash::ZERO));
}

pub async fn what_is_appended_is_read_back_verbatim(factory: &mut impl Factory) {
    let journal = factory.open();
    let sealed = records("session/a", None, 3);
    let appended =
        journal.append(Group::of("session/a", None, sealed.clone())).await.expect("appended");
    assert_eq!(appended.position, 0);
    assert_eq!(appended.heads, [sealed[2].head()]);
    let stored = journal.read("session/a", 1, 10).expect("read");
    assert_eq!(stored_lines(&stored), lines(&sealed));
    for (place, (stored, sealed)) in stored.iter().zip(&sealed).enumerate() {
        assert_eq!((stored.position, stored.seq), (place as u64, sealed.seq()));
        assert_eq!(stored.hash, sealed.hash());
        assert_eq!(stored.hash, Hash::of_line(stored.line.as_bytes()));
    }
    assert_eq!(journal.head("session/a"), Some(sealed[2].head()));
    let checkpoint = journal.checkpoint().expect("noted");
    assert_eq!((checkpoint.count, checkpoint.streams), (3, 1));
    assert_eq!(checkpoint.last, sealed[2].hash());
}

pub async fn a_stale_head_is_a_conflict(factory: &mut impl Factory) {
    let journal = factory.open();
    let first = group(&*journal, "a", 1);
    let head = first.batches[0].records[0].head();
    let other = Group::of("a", None, vec![draft("a", "other").seal_after(None).expect("sealed")]);
    journal.append(first).await.expect("appended");
    let conflict = AppendError::Conflict { stream: "a".into(), expected: None, found: Some(head) };
    assert_eq!(journal.append(other).await, Err(conflict));
    assert_eq!(journal.count(), 1);

    // A head with the right seq but another hash is as stale as a shorter one.
    let wrong = StreamHead { seq: 1, hash: Hash([7; 32]) };
    let other = Group::of("a", Some(wrong), records("a", Some(wrong), 1));
    assert!(matches!(journal.append(other).await, Err(AppendError::Conflict { .. })));
}

pub async fn of_many_writers_one_wins_each_round(factory: &mut impl Factory) {
    let journal = factory.open();
    for round in 1..=20 {
        let mut tasks = Vec::new();
        let head = journal.head("contended");
        for writer in 0..8 {
            let record = draft("contended", &format!("{writer}")).seal_after(head);
            let group = Group::of("contended", head, vec![record.expect("sealed")]);
            let journal = journal.clone();
            tasks.push(tokio::spawn(async move { journal.append(group).await }));
        }
        let mut won = 0;
        for task in tasks {
            match task.await.expect("no panic") {
                Ok(appended) => {
                    won += 1;
                    assert_eq!(appended.heads[0].seq, round);
                }
                Err(AppendError::Conflict { found, .. }) => {
                    // The record that a conflict reports can be read at once.
                    assert_eq!(found, journal.head("contended"));
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(won, 1);
    }
    assert_eq!(journal.read("contended", 1, 100).expect("read").len(), 20);
}

pub async fn a_group_is_stored_whole_or_not_at_all(factory: &mut impl Factory) {
    let journal = factory.open();
    journal.append(group(&*journal, "b", 1)).await.expect("appended");
    let batch = |stream: &str, count| Batch {
        stream: stream.to_owned(),
        expected: None,
        records: records(stream, None, count),
    };
    let with_conflict = Group { batches: vec![batch("a", 2), batch("b", 1), batch("c", 1)] };
    assert!(matches!(
        journal.append(with_conflict).await,
        Err(AppendError::Conflict { stream, .. }) if stream == "b"
    ));
    assert_eq!((journal.head("a"), journal.head("c"), journal.count()), (None, None, 1));

    let without = Group { batches: vec![batch("a", 2), batch("c", 1)] };
    let appended = journal.append(without).await.expect("appended");
    assert_eq!(appended.position, 1);
    let heads: Vec<_> = appended.heads.iter().map(|head| head.seq).collect();
    assert_eq!(heads, [2, 1]);
    let order: Vec<_> = journal.scan(0, 10).expect("read").iter().map(stream_of).collect();
    assert_eq!(order, ["b", "a", "a", "c"]);
}

fn stream_of(record: &StoredRecord) -> String {
    record.view().expect("decoded").stream.to_owned()
}

pub async fn groups_with_mistakes_are_refused(factory: &mut impl Factory) {
    let journal = factory.open();
    let invalid = async |group: Group, words: &str| match journal.append(group).await {
        Err(AppendError::Invalid { why }) => assert!(why.contains(words), "{why}"),
        other => panic!("{other:?} instead of {words}"),
    };
    invalid(Group::default(), "empty").await;
    invalid(Group::of("a", None, vec![]), "empty").await;
    invalid(Group::of("b", None, records("a", None, 1)), "is in a batch of b").await;
    let mut gap = records("a", None, 3);
    gap.remove(1);
    invalid(Group::of("a", None, gap), "not sealed after").await;
    let mut twice = Group::of("a", None, records("a", None, 1));
    twice.batches.push(twice.batches[0].clone());
    invalid(twice, "two batches").await;

    let mut large = Vec::new();
    let mut head = None;
    for _ in 0..40 {
        let record = draft("a", &"x".repeat(30_000)).seal_after(head).expect("sealed");
        head = Some(record.head());
        large.push(record);
    }
    let too_large = journal.append(Group::of("a", None, large)).await;
    assert!(matches!(too_large, Err(AppendError::TooLarge { .. })));
    assert_eq!(journal.count(), 0);
}

pub async fn streams_are_listed_by_name(factory: &mut impl Factory) {
    let journal = factory.open();
    for stream in ["user/b", "session/2", "user/a", "session/1", "user/c"] {
        journal.append(group(&*journal, stream, 1)).await.expect("appended");
    }
    let names = |prefix: &str, after: Option<&str>, limit| -> Vec<String> {
        journal.streams(prefix, after, limit).into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names("", None, 10), ["session/1", "session/2", "user/a", "user/b", "user/c"]);
    assert_eq!(names("user/", None, 2), ["user/a", "user/b"]);
    assert_eq!(names("user/", Some("user/b"), 2), ["user/c"]);
    assert_eq!(names("user/", Some("session/2"), 1), ["user/a"]);
    assert_eq!(names("nothing", None, 10), Vec::<String>::new());
    let (_, head) = journal.streams("user/a", None, 1)[0].clone();
    assert_eq!(Some(head), journal.head("user/a"));
}

pub async fn positions_are_gapless_in_order_of_appending(factory: &mut impl Factory) {
    let journal = factory.open();
    append_much(&journal, 16, 40).await;
    let all: Vec<_> = scan_all(&*journal, 0).collect::<Result<_, _>>().expect("read");
    assert_eq!(all.len() as u64, journal.count());
    for (place, record) in all.iter().enumerate() {
        assert_eq!(record.position, place as u64);
    }
    for from in [0, 1, 63, 64, 65, all.len() - 1, all.len(), all.len() + 9] {
        let some = journal.scan(from as u64, 3).expect("read");
        assert_eq!(
            some.as_slice(),
            all[from.min(all.len())..].split_at((all.len().saturating_sub(from)).min(3)).0
        );
    }
}

/// `writers` tasks append `rounds` groups of one or two records to streams of their own.
async fn append_much(journal: &Arc<dyn Journal>, writers: usize, rounds: usize) {
    let mut tasks = Vec::new();
    for writer in 0..writers {
        let journal = journal.clone();
        tasks.push(tokio::spawn(async move {
            let stream = format!("session/{writer}");
            for round in 0..rounds {
                let group = group(&*journal, &stream, 1 + (writer + round) % 2);
                journal.append(group).await.expect("appended");
            }
        }));
    }
    for task in tasks {
        task.await.expect("no panic");
    }
}

pub async fn a_group_larger_than_a_frame_is_whole(factory: &mut impl Factory) {
    let journal = factory.open();
    let mut sealed = Vec::new();
    let mut head = None;
    for size in 0..30 {
        let draft = draft("large", &"y".repeat(1_000 * size));
        let record = draft.seal_after(head).expect("sealed");
        head = Some(record.head());
        sealed.push(record);
    }
    journal.append(Group::of("large", None, sealed.clone())).await.expect("appended");
    assert_eq!(stored_lines(&journal.read("large", 1, 100).expect("read")), lines(&sealed));
    let journal = factory.reopen(journal);
    assert_eq!(stored_lines(&journal.read("large", 1, 100).expect("read")), lines(&sealed));
}

pub async fn everything_is_there_after_reopening(factory: &mut impl Factory) {
    let mut journal = factory.open();
    for _ in 0..3 {
        append_much(&journal, 8, 30).await;
        let before: Vec<_> = scan_all(&*journal, 0).collect::<Result<_, _>>().expect("read");
        let (streams, checkpoint) = (journal.streams("", None, 100), journal.checkpoint());
        journal = factory.reopen(journal);
        let after: Vec<_> = scan_all(&*journal, 0).collect::<Result<_, _>>().expect("read");
        assert_eq!(before, after);
        assert_eq!(journal.streams("", None, 100), streams);
        assert_eq!(journal.checkpoint(), checkpoint);
    }
}

pub async fn reading_begins_and_ends_anywhere(factory: &mut impl Factory) {
    let journal = factory.open();
    append_much(&journal, 4, 50).await;
    let stream = "session/1";
    let all = journal.read(stream, 1, usize::MAX).expect("read");
    assert_eq!(all.len() as u64, journal.head(stream).expect("it exists").seq);
    assert_eq!(journal.read(stream, 0, 2).expect("read"), all[..2]);
    for from in 1..=all.len() {
        assert_eq!(
            journal.read(stream, from as u64, 3).expect("read"),
            all[from - 1..].split_at(3.min(all.len() + 1 - from)).0
        );
    }
    assert_eq!(journal.read(stream, all.len() as u64 + 1, 3), Ok(vec![]));
}
