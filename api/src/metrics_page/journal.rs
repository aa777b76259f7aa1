//! What is appended to the journals, and whether they take it.

use std::sync::Arc;

use waybill_journal::durable::{AppendStep, Observer};
use waybill_journal::{Health, Journal};
use waybill_platform::metric::Metric;

use crate::data::{PLATFORM, SESSIONS};

/// Records the appends to a journal.
pub fn observer(journal: &'static str) -> Observer {
    let labels = [journal];
    let queue = Metric::JournalQueue.gauge(&labels);
    queue.set(0.0);
    let (records, bytes, failures) = (
        Metric::JournalAppended.counter(&labels),
        Metric::JournalBytes.counter(&labels),
        Metric::JournalFailures.counter(&labels),
    );
    let seconds = Metric::JournalSeconds.histogram(&labels);
    Arc::new(move |step| {
        match step {
            AppendStep::Queued => return queue.increment(1.0),
            AppendStep::Durable { took, records: number, bytes: length } => {
                seconds.record(took);
                records.increment(number as u64);
                bytes.increment(length as u64);
            }
            AppendStep::Failed => failures.increment(1),
            AppendStep::Abandoned => {}
        }
        queue.decrement(1.0);
    })
}

/// Sets what is read on each request.
pub(super) fn report(sessions: &dyn Journal, platform: &dyn Journal) {
    for (name, journal) in [(SESSIONS, sessions), (PLATFORM, platform)] {
        let is_writable = matches!(journal.health(), Health::Writable);
        Metric::JournalRecords.set(&[name], journal.count());
        Metric::JournalWritable.set(&[name], u64::from(is_writable));
    }
}
