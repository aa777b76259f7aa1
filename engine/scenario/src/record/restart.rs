//! Finding where the server had stopped: what a start does by itself becomes one step, and not many.
//!
//! No record says that the server stopped. But a start ends the calls that were under way as interrupted, and lets the
//! deadlines come that passed meanwhile, so that these come late.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use waybill_machines::{MachineName, Timestamp};

use super::Happening;
use super::trace::{Kind, Reading};

/// A deadline that is as late as this was looked after by nobody. A server that runs is late by milliseconds.
const LATE_MS: i64 = 1_000;

/// What is known of each thing that happened, by its place.
#[derive(Default)]
pub(super) struct Restarts {
    /// When the deadlines among them were due.
    due: BTreeMap<usize, Timestamp>,
    /// What the answers among them are for: the place of the call, and whether it was cut off.
    answers: BTreeMap<usize, (usize, bool)>,
}

impl Restarts {
    pub(super) fn of(happened: &[Happening<'_>]) -> Self {
        let mut found = Self::default();
        let mut asked: BTreeMap<(Option<&str>, u64), usize> = BTreeMap::new();
        let mut waits: BTreeMap<(Option<&str>, MachineName, Option<String>), Timestamp> =
            BTreeMap::new();
        for (place, happening) in happened.iter().enumerate() {
            let first = &happening.records[0];
            let owner = |record: &Reading| (happening.stream, record.machine, record.tab.clone());
            if let Kind::Deadline = first.kind
                && let Some(due) = waits.get(&owner(first))
            {
                found.due.insert(place, *due);
            }
            if let Kind::Answer { .. } = first.kind
                && let Some((record, _)) = first.cause
                && let Some(call) = asked.get(&(happening.stream, record))
            {
                found.answers.insert(place, (*call, is_cut_off(first)));
            }
            for record in happening.records.iter().filter(|record| record.refused.is_none()) {
                asked.insert((happening.stream, record.seq), place);
                match record.wakes_at {
                    Some(at) => waits.insert(owner(record), at),
                    None => waits.remove(&owner(record)),
                };
            }
        }
        found
    }

    /// What a start did by itself that begins at this place; nothing where no start does.
    pub(super) fn at(&self, place: usize, happened: &[Happening<'_>]) -> Option<BTreeSet<usize>> {
        let now = happened[place].records[0].at;
        let is_late = self.due.get(&place).is_some_and(|due| now.ms_since(*due) >= LATE_MS);
        let is_cut_off = self.answers.get(&place).is_some_and(|(_, is_cut_off)| *is_cut_off);
        if !is_late && !is_cut_off {
            return None;
        }
        let later = self.answers.range(place..).filter(|(_, (call, _))| *call < place);
        let (cut_off, answered): (Vec<_>, Vec<_>) = later.partition(|(_, (_, cut_off))| *cut_off);
        // A call that was answered after all was not cut off, so nothing was.
        if !answered.is_empty() {
            return None;
        }
        let overdue = self.due.range(place..).filter(|(_, due)| **due <= now);
        Some(cut_off.into_iter().map(|(at, _)| *at).chain(overdue.map(|(at, _)| *at)).collect())
    }
}

/// Whether an answer is what a machine is told of a call that a crash cut off.
fn is_cut_off(answer: &Reading) -> bool {
    let Kind::Answer { call } = &answer.kind else { return false };
    let told = answer.machine.interrupted(call).and_then(|event| event.to_record_json().ok());
    told.and_then(|json| serde_json::from_str::<Value>(&json).ok()).as_ref() == Some(&answer.event)
}
