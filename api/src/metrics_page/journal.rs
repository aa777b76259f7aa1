//! What is appended to the journals, and whether they take it.

use std::sync::Arc;

use waybill_journal::durable::{AppendStep, Observer};
use waybill_journal::tiered::Part;
use waybill_journal::{Health, Journal};
use waybill_platform::metric::Metric;

use crate::data::{PLATFORM, SESSIONS, VISITORS};

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

/// Sets what is read on each request. `begins` is whether sessions of visitors can begin.
pub(super) fn report(sessions: &[Part], begins: bool, platform: &dyn Journal) {
    let kept = sessions.iter().filter(|part| part.day.is_none());
    let visitors = sessions.iter().filter(|part| part.day.is_some());
    let records: u64 = visitors.map(|part| part.journal.count()).sum();
    Metric::JournalRecords.set(&[VISITORS], records);
    Metric::JournalWritable.set(&[VISITORS], u64::from(begins));
    let kept = kept.map(|part| (SESSIONS, part.journal.as_ref()));
    for (name, journal) in kept.chain([(PLATFORM, platform)]) {
        let is_writable = matches!(journal.health(), Health::Writable);
        Metric::JournalRecords.set(&[name], journal.count());
        Metric::JournalWritable.set(&[name], u64::from(is_writable));
    }
}
