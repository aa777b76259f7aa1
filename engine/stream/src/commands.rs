//! Idempotency: the commands of the last day with their outcomes, so that none is applied twice (EVT-09).

use std::collections::{HashMap, VecDeque};

use waybill_machines::{RejectionCode, Timestamp};

/// How long the id of a command is kept, in milliseconds.
pub const COMMAND_IDS_MS: i64 = 24 * 3_600_000;

/// The outcome of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The sequence number of its record.
    pub seq: u64,
    /// The code of its rejection, if a machine rejected it.
    pub rejected: Option<RejectionCode>,
}

/// The commands of the last day by id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Commands {
    outcomes: HashMap<String, Outcome>,
    by_age: VecDeque<(Timestamp, String)>,
}

impl Commands {
    pub(crate) fn get(&self, id: &str) -> Option<&Outcome> {
        self.outcomes.get(id)
    }

    /// The commands, the oldest first, each with its time and id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Timestamp, &str, &Outcome)> {
        self.by_age.iter().filter_map(|(at, id)| Some((*at, id.as_str(), self.outcomes.get(id)?)))
    }

    /// Adds the command that was recorded at `at`, and drops those that are too old at `now`.
    pub(crate) fn insert(&mut self, id: &str, outcome: Outcome, at: Timestamp, now: Timestamp) {
        while self.by_age.front().is_some_and(|(at, _)| now.ms_since(*at) >= COMMAND_IDS_MS) {
            let Some((_, old)) = self.by_age.pop_front() else { break };
            self.outcomes.remove(&old);
        }
        if now.ms_since(at) < COMMAND_IDS_MS && !self.outcomes.contains_key(id) {
            self.outcomes.insert(id.to_owned(), outcome);
            self.by_age.push_back((at, id.to_owned()));
        }
    }
}
