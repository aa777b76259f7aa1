//! Running a scenario on the product's engine, in virtual time.
//!
//! The engine decides, appends, pushes, recovers and wakes machines as it does in a server. This module simulates the
//! browser, the server's HTTP layer, which replaces secrets by handles, and the services that answer calls.

mod calls;
mod check;
mod crash;
mod edge;
mod git;
mod log;
mod menus;
mod packages;
mod refused;
mod server;
mod services;
mod settle;
mod step;
pub mod verify;
mod world;

use waybill_machines::{MachineName, Timestamp};

pub use check::Mismatch;
pub use log::Entry;

use crate::format::Document;
use crate::run::world::World;

/// The result of a scenario.
#[derive(Debug)]
pub struct Outcome {
    /// The file of the scenario.
    pub file: String,
    /// The sentence that it begins with.
    pub scenario: String,
    /// The requirements that it covers.
    pub covers: Vec<String>,
    /// The result of each step that was reached.
    pub steps: Vec<StepOutcome>,
    /// Every record of all sessions of the scenario.
    pub log: Vec<Entry>,
    /// The virtual time at the end.
    pub ended: Timestamp,
}

/// The result of one step.
#[derive(Debug)]
pub struct StepOutcome {
    /// The index of the step, from 0.
    pub index: usize,
    /// The line of the step in the file.
    pub line: usize,
    /// The text of that line.
    pub text: String,
    /// The virtual time of the step.
    pub at: Timestamp,
    /// The remark of the scenario about it.
    pub note: Option<String>,
    /// The records of the step, a line each.
    pub happened: Vec<String>,
    /// The differences between expected and actual results.
    pub mismatches: Vec<Mismatch>,
}

impl Outcome {
    /// Whether all expectations were met.
    pub fn passed(&self) -> bool {
        self.steps.iter().all(|step| step.mismatches.is_empty())
    }

    /// The records as trace lines, a list for each stream, in the order of their first records.
    pub fn traces(&self) -> Vec<Vec<String>> {
        let owned = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
        log::by_stream(&self.log).into_iter().map(owned).collect()
    }

    /// The transitions that were taken: machine, state before, event, state after.
    pub fn transitions(
        &self,
    ) -> impl Iterator<Item = (MachineName, &'static str, &'static str, &'static str)> {
        let accepted = self.log.iter().filter(|entry| entry.refused.is_none());
        accepted.map(|entry| (entry.key.machine, entry.from, entry.event, entry.to))
    }
}

/// Runs a scenario on the engine.
///
/// A step that cannot be run, such as the answer to a call that is not pending, ends the scenario.
pub fn run(document: &Document) -> Outcome {
    let scenario = &document.scenario;
    let mut outcome = Outcome {
        file: document.file.clone(),
        scenario: scenario.scenario.clone(),
        covers: scenario.covers.clone(),
        steps: Vec::new(),
        log: Vec::new(),
        ended: scenario.at,
    };
    let mut world = match World::new(scenario).and_then(|mut world| {
        step::prelude(&mut world)?;
        Ok(world)
    }) {
        Ok(world) => world,
        Err(failure) => {
            let mut step = described(document, 0, scenario.at);
            step.mismatches.push(Mismatch::failure(format!("the story cannot begin: {failure}")));
            outcome.steps.push(step);
            return outcome;
        }
    };
    for index in 0..scenario.steps.len() {
        let result = step::take(&mut world, scenario, index);
        let mut step = described(document, index, world.now());
        step.happened = world.log[result.records.clone()].iter().map(Entry::summary).collect();
        let ends = result.failure.is_some();
        step.mismatches = match result.failure {
            Some(failure) => vec![Mismatch::failure(failure)],
            None => check::step(&world, &scenario.steps[index], &result),
        };
        outcome.steps.push(step);
        if ends {
            break;
        }
    }
    outcome.ended = world.now();
    outcome.log = world.log;
    outcome
}

fn described(document: &Document, index: usize, at: Timestamp) -> StepOutcome {
    StepOutcome {
        index,
        line: document.step_position(index).line,
        text: document.step_text(index).to_owned(),
        at,
        note: document.scenario.steps.get(index).and_then(|step| step.note.clone()),
        happened: Vec::new(),
        mismatches: Vec::new(),
    }
}
