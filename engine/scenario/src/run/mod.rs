//! Running a scenario on the product's engine, in virtual time.
//!
//! The engine decides, appends, pushes, recovers and wakes what is due as it does in a server. What is played here is
//! the browser, the server's edge, which puts secrets aside, and the services that answer calls.

mod calls;
mod check;
mod crash;
mod edge;
mod log;
mod menus;
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

/// What came of a story.
#[derive(Debug)]
pub struct Outcome {
    /// The file.
    pub file: String,
    /// The sentence that it opens with.
    pub scenario: String,
    /// The requirements that it covers.
    pub covers: Vec<String>,
    /// What came of each step that was reached.
    pub steps: Vec<StepOutcome>,
    /// Every record, of all sessions of the story.
    pub log: Vec<Entry>,
    /// When the story ended.
    pub ended: Timestamp,
}

/// What came of one step.
#[derive(Debug)]
pub struct StepOutcome {
    /// Its place in the list, from 0.
    pub index: usize,
    /// Its line in the file.
    pub line: usize,
    /// That line.
    pub text: String,
    /// When it happened.
    pub at: Timestamp,
    /// What the story says about it.
    pub note: Option<String>,
    /// The records that it wrote, a line each.
    pub happened: Vec<String>,
    /// What was not as expected.
    pub mismatches: Vec<Mismatch>,
}

impl Outcome {
    /// Everything was as expected.
    pub fn passed(&self) -> bool {
        self.steps.iter().all(|step| step.mismatches.is_empty())
    }

    /// The records as trace lines, a list for each stream, in the order in which the streams began.
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

/// Runs a story on the engine.
///
/// What cannot be done at all, such as answering a call that nobody made, ends the story at that step.
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
        Err(trouble) => {
            let mut step = described(document, 0, scenario.at);
            step.mismatches.push(Mismatch::trouble(format!("the story cannot begin: {trouble}")));
            outcome.steps.push(step);
            return outcome;
        }
    };
    for index in 0..scenario.steps.len() {
        let taken = step::take(&mut world, scenario, index);
        let mut step = described(document, index, world.now());
        step.happened = world.log[taken.records.clone()].iter().map(Entry::summary).collect();
        let ends = taken.trouble.is_some();
        step.mismatches = match taken.trouble {
            Some(trouble) => vec![Mismatch::trouble(trouble)],
            None => check::step(&world, &scenario.steps[index], &taken),
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
