//! One contract for every journal: each adapter has to pass `suite`.

mod sample;
mod suite;
mod tiered;

use std::sync::Arc;

use tempfile::TempDir;
use waybill_journal::{DurableJournal, DurableOptions, Journal, MemoryJournal};

/// Makes journals for a test: a new one, and the same one as the next process finds it.
pub trait Factory {
    /// A new, empty journal.
    fn open(&mut self) -> Arc<dyn Journal>;
    /// Closes the journal, of which the test holds no other handle, and opens it again.
    fn reopen(&mut self, journal: Arc<dyn Journal>) -> Arc<dyn Journal>;
}

struct InMemory(Option<MemoryJournal>);

impl Factory for InMemory {
    fn open(&mut self) -> Arc<dyn Journal> {
        Arc::new(self.0.insert(MemoryJournal::new()).clone())
    }

    fn reopen(&mut self, journal: Arc<dyn Journal>) -> Arc<dyn Journal> {
        drop(journal);
        let next = self.0.as_ref().expect("opened before").restart();
        Arc::new(self.0.insert(next).clone())
    }
}

struct OnDisk(TempDir, DurableOptions);

impl Factory for OnDisk {
    fn open(&mut self) -> Arc<dyn Journal> {
        let dir = self.0.path().join("journal");
        Arc::new(DurableJournal::open(&dir, self.1.clone()).expect("it opens"))
    }

    fn reopen(&mut self, journal: Arc<dyn Journal>) -> Arc<dyn Journal> {
        assert_eq!(Arc::strong_count(&journal), 1, "the test kept a handle");
        drop(journal);
        self.open()
    }
}

fn in_memory() -> InMemory {
    InMemory(None)
}

fn on_disk() -> OnDisk {
    let options = DurableOptions { preallocate: false, ..DurableOptions::default() };
    OnDisk(TempDir::new().expect("a directory"), options)
}

/// With generations so small that every larger test uses several.
fn on_disk_in_generations() -> OnDisk {
    let options = DurableOptions { generation_bytes: 64 * 1024, ..DurableOptions::default() };
    OnDisk(TempDir::new().expect("a directory"), options)
}

macro_rules! contract {
    ($($name:ident)*) => {
        mod memory { $(#[tokio::test(flavor = "multi_thread")] async fn $name() {
            crate::suite::$name(&mut crate::in_memory()).await;
        })* }
        mod durable { $(#[tokio::test(flavor = "multi_thread")] async fn $name() {
            crate::suite::$name(&mut crate::on_disk()).await;
        })* }
        mod generations { $(#[tokio::test(flavor = "multi_thread")] async fn $name() {
            crate::suite::$name(&mut crate::on_disk_in_generations()).await;
        })* }
    };
}

contract! {
    an_empty_journal_has_nothing
    what_is_appended_is_read_back_verbatim
    a_stale_head_is_a_conflict
    of_many_writers_one_wins_each_round
    a_group_is_stored_whole_or_not_at_all
    groups_with_mistakes_are_refused
    streams_are_listed_by_name
    positions_are_gapless_in_order_of_appending
    a_group_larger_than_a_frame_is_whole
    everything_is_there_after_reopening
    reading_begins_and_ends_anywhere
}
