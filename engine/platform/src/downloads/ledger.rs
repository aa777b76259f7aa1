//! The minutes that no record has yet: the open one, and those that wait for the journal.

use std::collections::VecDeque;

use waybill_machines::Timestamp;
use waybill_machines::machines::download::WRONG_CLOCK_MS;

use super::Counted;
use super::line::Transfer;
use super::minute::{MINUTE_MS, Minute, minute_of};

/// How many minutes wait with the counts of their files; the files of others are counted together.
const DETAILED_MAX: usize = 10;
/// How many minutes wait: a day. A journal that takes no records for longer leaves lines without one.
const WAITING_MAX: usize = 24 * 60;

/// Whether a time is too far ahead: the clock was wrong when it was taken.
pub(super) fn is_ahead(time: Timestamp, now: Timestamp) -> bool {
    time.ms_since(now) > WRONG_CLOCK_MS
}

/// The minutes.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// The time of the newest line, or the end of the newest minute that was closed.
    newest: Timestamp,
    open: Option<Minute>,
    waiting: VecDeque<Minute>,
}

impl Ledger {
    /// The time of a line that is written now: not before that of another one, and in no minute that was closed.
    /// After a clock that was wrong by more than a day it is the right time again.
    pub(super) fn time(&mut self, now: Timestamp) -> Timestamp {
        if self.newest < now || is_ahead(self.newest, now) {
            self.newest = now;
        }
        self.newest
    }

    /// Counts a transfer at the time of its line.
    pub(super) fn add(&mut self, transfer: &Transfer, line: Option<&str>, at: Timestamp) {
        let begins = minute_of(at);
        if self.open.as_ref().is_some_and(|open| open.begins != begins) {
            self.close();
        }
        let open = self.open.get_or_insert_with(|| Minute::new(begins, false));
        open.add(transfer, line, at);
    }

    /// Closes the open minute if it is over.
    pub(super) fn close_due(&mut self, now: Timestamp) {
        let Some(open) = &self.open else { return };
        let end = open.begins.plus_ms(MINUTE_MS);
        if now >= end {
            self.newest = self.newest.max(end);
            self.close();
        } else if is_ahead(end, now) {
            self.close();
        }
    }

    /// Closes the open minute, over or not.
    pub(super) fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.wait(open);
        }
    }

    /// Takes over a minute that is over, and has to become a record.
    pub(super) fn wait(&mut self, mut minute: Minute) {
        if self.waiting.len() >= WAITING_MAX {
            let minute = minute.begins;
            tracing::error!(service = "artifactory", %minute, "the downloads of a minute will be in no record");
            return;
        }
        if self.waiting.len() >= DETAILED_MAX {
            minute.fold();
        }
        self.waiting.push_back(minute);
    }

    /// Lines begin after this time.
    pub(super) fn begin_after(&mut self, newest: Timestamp, now: Timestamp) {
        if !is_ahead(newest, now) {
            self.newest = self.newest.max(newest);
        }
    }

    /// The oldest minute that waits.
    pub(super) fn next(&self) -> Option<Minute> {
        self.waiting.front().cloned()
    }

    /// The oldest minute that waits has become a record.
    pub(super) fn recorded(&mut self) {
        self.waiting.pop_front();
    }

    /// What is known of a file beside the records.
    pub(super) fn counted(&self, repository: &str, path: &str) -> Counted {
        let mut counted = Counted::default();
        let minutes = self.waiting.iter().chain(&self.open);
        for file in minutes.filter_map(|minute| minute.of(repository, path)) {
            counted = counted.with(Counted { transfers: file.transfers, last: file.last });
        }
        counted
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::Outcome;
    use super::super::line::tests::transfer;
    use super::*;

    /// covers: [DOWN-02]
    #[test]
    fn no_line_is_in_a_minute_that_was_closed_and_what_waits_is_bounded() {
        let mut ledger = Ledger::default();
        let whole = transfer("a", Outcome::Whole, 0, 4);
        let at = ledger.time(Timestamp::from_ms(59_000));
        ledger.add(&whole, Some("one"), at);
        ledger.close_due(Timestamp::from_ms(59_999));
        assert!(ledger.next().is_none());
        ledger.close_due(Timestamp::from_ms(60_000));
        let known = ledger.counted("0a", "a");
        assert_eq!((known.transfers.downloads, known.last), (1, Some(at)));
        // The clock was set back.
        let at = ledger.time(Timestamp::from_ms(10));
        assert_eq!(at.as_ms(), 60_000);
        ledger.recorded();
        // It was wrong by years.
        let at = ledger.time(Timestamp::from_ms(i64::from(u32::MAX) * 1_000));
        ledger.add(&whole, Some("far ahead"), at);
        ledger.close_due(Timestamp::from_ms(70_000));
        assert!(ledger.next().is_some_and(|minute| minute.begins == minute_of(at)));
        assert_eq!(ledger.time(Timestamp::from_ms(70_000)).as_ms(), 70_000);
        ledger.recorded();
        for minute in 1..=WAITING_MAX + 10 {
            let at = ledger.time(Timestamp::from_ms(60_000 * i64::try_from(minute).unwrap()));
            ledger.add(&whole, Some("more"), at);
        }
        ledger.close();
        assert_eq!(ledger.waiting.len(), WAITING_MAX);
        assert_eq!(ledger.counted("0a", "a").transfers.downloads, DETAILED_MAX as u64);
    }
}
