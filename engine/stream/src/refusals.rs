//! The rate at which rejections are recorded. An auditor wants them, but a client must not fill the disk with them.

use std::collections::VecDeque;

use waybill_machines::Timestamp;

/// At most this many rejections of a stream are recorded in a minute; further ones are only answered.
const RECORDED_A_MINUTE_MAX: usize = 20;
const MINUTE_MS: i64 = 60_000;

/// When the latest rejections were recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Refusals(VecDeque<Timestamp>);

impl Refusals {
    /// Whether a rejection may be recorded at this time.
    pub(crate) fn may_record(&self, now: Timestamp) -> bool {
        let recent = self.0.iter().filter(|at| now.ms_since(**at) < MINUTE_MS);
        recent.count() < RECORDED_A_MINUTE_MAX
    }

    /// Counts a rejection that was recorded.
    pub(crate) fn count(&mut self, at: Timestamp) {
        self.0.push_back(at);
        if self.0.len() > RECORDED_A_MINUTE_MAX {
            self.0.pop_front();
        }
    }
}
