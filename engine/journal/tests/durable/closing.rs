//! Closing ends, whatever state the disk is in.

use std::fs;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use waybill_journal::{AppendError, DurableJournal, Journal};

use crate::Place;
use crate::sample::group;

/// The result of `end`. It runs on a thread of its own, so that an `end` that never returns fails the test instead of
/// blocking it.
fn ended<T: Send + 'static>(
    journal: DurableJournal,
    end: impl FnOnce(DurableJournal) -> T + Send + 'static,
) -> T {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(end(journal)));
    receiver.recv_timeout(Duration::from_secs(60)).expect("it ends")
}

/// A journal with a record newer than HEAD, whose directory is gone.
async fn without_directory() -> (Place, DurableJournal) {
    let mut place = Place::new();
    // HEAD is then written by closing alone.
    place.options.checkpoint_after = Duration::from_hours(1);
    let journal = place.open().expect("it opens");
    journal.append(group(&journal, "session/a", 1)).await.expect("appended");
    fs::remove_dir_all(place.dir()).expect("removed");
    (place, journal)
}

#[tokio::test]
async fn closing_reports_that_head_cannot_be_written() {
    let (_place, journal) = without_directory().await;
    let failed = journal.failed();
    let closed = ended(journal, DurableJournal::close);
    assert!(
        matches!(&closed, Err(AppendError::Fatal { why }) if why.contains("writing HEAD failed")),
        "{closed:?}"
    );
    let why = failed.borrow().clone().expect("the failure is published too");
    assert!(why.contains("writing HEAD failed"), "{why}");
}

#[tokio::test]
async fn dropping_ends_when_head_cannot_be_written() {
    let (_place, journal) = without_directory().await;
    ended(journal, drop);
}
