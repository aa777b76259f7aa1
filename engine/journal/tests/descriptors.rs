//! All file descriptors of the process are in use for a while. A program of its own, since the limit is per process.
//!
//! This check was seen to fail once, with a writer that ended when HEAD could not be opened.

#[path = "contract/sample.rs"]
mod sample;

use std::fs::File;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use waybill_journal::{DurableJournal, DurableOptions, Health, Journal};

use sample::group;

const LIMIT: u64 = 96;

/// Takes all descriptors that are left.
fn take_all() -> Vec<File> {
    std::iter::from_fn(|| File::open("/dev/null").ok()).collect()
}

#[tokio::test]
async fn a_journal_goes_on_while_all_descriptors_are_in_use() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: Some(LIMIT), maximum }).expect("a lower limit");
    let scratch = tempfile::tempdir().expect("a directory");
    let options = DurableOptions {
        preallocate: false,
        generation_bytes: 4 * 1_024,
        checkpoint_records: 1,
        checkpoint_after: Duration::ZERO,
        ..DurableOptions::default()
    };
    let dir = scratch.path().join("journal");
    let journal = DurableJournal::open(&dir, options.clone()).expect("it opens");
    journal.append(group(&journal, "session/a", 3)).await.expect("appended");
    let mut taken = take_all();
    assert!(!taken.is_empty());
    // HEAD is due after each of them, and so are preparing the next generation and sealing this one.
    for _ in 0..40 {
        // Also takes the descriptors that the journal has released meanwhile.
        taken.extend(take_all());
        journal.append(group(&journal, "session/a", 3)).await.expect("appended");
    }
    assert_eq!(journal.health(), Health::Writable);
    assert!(taken.len() as u64 > LIMIT / 2, "most of them are in use by this test");
    drop(taken);
    let checkpoint = journal.checkpoint().expect("HEAD is written when it can be");
    assert_eq!(checkpoint.count, 41 * 3);
    assert_eq!(journal.health(), Health::Writable);
    journal.append(group(&journal, "session/a", 3)).await.expect("appended");
    assert_eq!(journal.close().expect("closed in order").count, 42 * 3);
    let journal = DurableJournal::open(&dir, options).expect("it opens again");
    assert_eq!(journal.count(), 42 * 3);
}
