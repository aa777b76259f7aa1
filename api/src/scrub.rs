//! Reading all sealed generations of the journals once a week, slowly: damage is known then before a record is needed,
//! and while there are backups of before.

use std::sync::Weak;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval_at};
use waybill_journal::durable::DurableJournal;
use waybill_platform::metric::Metric;

use crate::data::{PLATFORM, SESSIONS};

/// A start has other things to read.
const FIRST_AFTER: Duration = Duration::from_secs(10);
const EVERY: Duration = Duration::from_secs(600);
/// The number of parts in a week.
const PARTS: u64 = 7 * 24 * 6;
const PART_BYTES_MIN: u64 = 1 << 20;

/// Reads a part of both journals every few minutes, until they are closed.
pub async fn run(sessions: Weak<DurableJournal>, platform: Weak<DurableJournal>) {
    let mut ticks = interval_at(Instant::now() + FIRST_AFTER, EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for name in [SESSIONS, PLATFORM] {
        // A counter is on the page before there is something to count.
        Metric::JournalScrubbed.counter(&[name]).increment(0);
        Metric::JournalDamagedFrames.counter(&[name]).increment(0);
    }
    loop {
        ticks.tick().await;
        for (name, journal) in [(SESSIONS, &sessions), (PLATFORM, &platform)] {
            let Some(journal) = journal.upgrade() else { return };
            // It fails only at the end of the process.
            let _ = tokio::task::spawn_blocking(move || part(name, &journal)).await;
        }
    }
}

fn part(name: &'static str, journal: &DurableJournal) {
    let scrubbed = journal.scrub((journal.sealed_bytes() / PARTS).max(PART_BYTES_MIN));
    Metric::JournalScrubbed.counter(&[name]).increment(scrubbed.bytes);
    let damaged = Metric::JournalDamagedFrames.counter(&[name]);
    damaged.increment(scrubbed.damaged.len() as u64);
    for error in scrubbed.damaged {
        tracing::error!(journal = name, error, "the journal is read-only from now on");
    }
}
