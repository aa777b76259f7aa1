//! Detects restarts of the server, so that the effects of a start become a single step.
//!
//! A restart is not recorded. But a start answers pending calls as interrupted, and handles deadlines that have passed
//! in the meantime, which are therefore late.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use waybill_machines::{MachineName, Timestamp};

use super::StepRecords;
use super::trace::{Kind, Reading};

/// A deadline this late means that the server was not running; a running one is late by milliseconds.
const LATE_MS: i64 = 1_000;

/// Deadlines and answers by the index of their step.
#[derive(Default)]
pub(super) struct Restarts {
    /// The times at which the deadlines were due.
    due: BTreeMap<usize, Timestamp>,
    /// For each answer the index of the step with the call, and whether the call was interrupted.
    answers: BTreeMap<usize, (usize, bool)>,
}

impl Restarts {
    pub(super) fn of(groups: &[StepRecords<'_>]) -> Self {
        let mut found = Self::default();
        let mut requests: BTreeMap<(Option<&str>, u64), usize> = BTreeMap::new();
        let mut waits: BTreeMap<(Option<&str>, MachineName, Option<String>), Timestamp> =
            BTreeMap::new();
        for (place, group) in groups.iter().enumerate() {
            let first = &group.records[0];
            let owner = |record: &Reading| (group.stream, record.machine, record.tab.clone());
            if let Kind::Deadline = first.kind
                && let Some(due) = waits.get(&owner(first))
            {
                found.due.insert(place, *due);
            }
            if let Kind::Answer { .. } = first.kind
                && let Some((record, _)) = first.cause
                && let Some(call) = requests.get(&(group.stream, record))
            {
                found.answers.insert(place, (*call, is_interrupted(first)));
            }
            for record in group.records.iter().filter(|record| record.refused.is_none()) {
                requests.insert((group.stream, record.seq), place);
                match record.wakes_at {
                    Some(at) => waits.insert(owner(record), at),
                    None => waits.remove(&owner(record)),
                };
            }
        }
        found
    }

    /// The steps that are effects of a start at this index; none if there was no start.
    pub(super) fn at(&self, place: usize, groups: &[StepRecords<'_>]) -> Option<BTreeSet<usize>> {
        let now = groups[place].records[0].at;
        let is_late = self.due.get(&place).is_some_and(|due| now.ms_since(*due) >= LATE_MS);
        let is_interrupted =
            self.answers.get(&place).is_some_and(|(_, is_interrupted)| *is_interrupted);
        if !is_late && !is_interrupted {
            return None;
        }
        let later = self.answers.range(place..).filter(|(_, (call, _))| *call < place);
        let (interrupted, answered): (Vec<_>, Vec<_>) =
            later.partition(|(_, (_, interrupted))| *interrupted);
        // A call that was answered later was not interrupted, so the server did not stop.
        if !answered.is_empty() {
            return None;
        }
        let overdue = self.due.range(place..).filter(|(_, due)| **due <= now);
        Some(interrupted.into_iter().map(|(at, _)| *at).chain(overdue.map(|(at, _)| *at)).collect())
    }
}

/// Whether an answer is the one to a call that a crash interrupted.
fn is_interrupted(answer: &Reading) -> bool {
    let Kind::Answer { call } = &answer.kind else { return false };
    let json = answer.machine.interrupted(call).and_then(|event| event.to_record_json().ok());
    json.and_then(|json| serde_json::from_str::<Value>(&json).ok()).as_ref() == Some(&answer.event)
}
