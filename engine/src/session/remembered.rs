//! Commands that a session has taken before: one that comes again is not applied again (EVT-09).

use std::collections::{HashMap, VecDeque};

use waybill_machines::Timestamp;

/// Command ids are remembered for this long: a command that comes again within it is not applied again.
pub const COMMAND_IDS_MS: i64 = 24 * 3_600_000;

/// What came of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Its record.
    pub seq: u64,
    /// The code of its refusal, if it was refused.
    pub refused: Option<String>,
}

/// Command ids with what came of them, for a day.
#[derive(Debug, Default)]
pub struct Remembered {
    outcomes: HashMap<String, Outcome>,
    by_age: VecDeque<(Timestamp, String)>,
}

impl Remembered {
    /// What came of a command.
    pub fn get(&self, id: &str) -> Option<&Outcome> {
        self.outcomes.get(id)
    }

    /// Remembers a command, and forgets those that are too old.
    pub(super) fn insert(&mut self, id: &str, outcome: Outcome, then: Timestamp, now: Timestamp) {
        while self.by_age.front().is_some_and(|(then, _)| now.ms_since(*then) >= COMMAND_IDS_MS) {
            let Some((_, old)) = self.by_age.pop_front() else { break };
            self.outcomes.remove(&old);
        }
        if now.ms_since(then) < COMMAND_IDS_MS && !self.outcomes.contains_key(id) {
            self.outcomes.insert(id.to_owned(), outcome);
            self.by_age.push_back((then, id.to_owned()));
        }
    }
}
