//! The states, transitions and requirements that a set of scenarios covers.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use waybill_machines::{MachineName, chart};

use crate::format::names;
use crate::requirements::Requirements;
use crate::run::Outcome;

/// The coverage of a set of scenarios.
#[derive(Debug, Clone, Serialize)]
pub struct Coverage {
    /// The coverage of each machine, those of sessions first.
    pub machines: Vec<MachineCoverage>,
    /// The coverage of the requirements.
    pub requirements: RequirementCoverage,
}

/// The coverage of one machine.
#[derive(Debug, Clone, Serialize)]
pub struct MachineCoverage {
    /// The name of the machine.
    pub machine: MachineName,
    /// The states that were visited.
    pub states: Share,
    /// The transitions that were taken, as state before, event and state after.
    pub transitions: Share,
}

/// How many of all items were visited.
#[derive(Debug, Clone, Serialize)]
pub struct Share {
    /// The number of visited items.
    pub visited: usize,
    /// The number of all items.
    pub all: usize,
    /// The items that were not visited.
    pub missing: Vec<String>,
}

/// The coverage of the requirements.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RequirementCoverage {
    /// The ids that some passing scenario covers, those with parts only when all their parts are covered.
    pub covered: Vec<String>,
    /// The ids of the list that no scenario covers.
    pub missing: Vec<String>,
    /// The missing ids that must be covered now.
    pub missing_now: Vec<String>,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.visited, self.all)
    }
}

impl Share {
    fn of(all: BTreeSet<String>, visited: &BTreeSet<String>) -> Self {
        let (count, mut missing) = (all.len(), Vec::new());
        missing.extend(all.into_iter().filter(|name| !visited.contains(name)));
        Self { visited: count - missing.len(), all: count, missing }
    }
}

impl Coverage {
    /// The coverage of these scenarios. A failed scenario covers no requirement.
    pub fn of(outcomes: &[Outcome], requirements: Option<&Requirements>) -> Self {
        let all = names::machines().chain(names::installation());
        let machines = all.map(|name| machine(name, outcomes)).collect();
        let passed = outcomes.iter().filter(|outcome| outcome.passed());
        let ids: BTreeSet<&str> =
            passed.flat_map(|outcome| outcome.covers.iter().map(String::as_str)).collect();
        let is_covered = |id: &str| match requirements {
            Some(list) => list.is_covered(id, &ids),
            None => ids.contains(id),
        };
        let covered = ids.iter().filter(|id| is_covered(id)).map(|id| (*id).to_owned()).collect();
        let missing = || {
            let all = requirements.map(|list| list.all.as_slice()).unwrap_or_default();
            all.iter().filter(|requirement| !is_covered(&requirement.id))
        };
        let requirements = RequirementCoverage {
            covered,
            missing: missing().map(|one| one.id.clone()).collect(),
            missing_now: missing().filter(|one| one.now).map(|one| one.id.clone()).collect(),
        };
        Self { machines, requirements }
    }
}

fn machine(name: MachineName, outcomes: &[Outcome]) -> MachineCoverage {
    let chart = chart::of(name);
    let taken: Vec<_> = outcomes
        .iter()
        .flat_map(Outcome::transitions)
        .filter(|(machine, ..)| *machine == name)
        .collect();
    let label = |from: &str, event: &str, to: &str| format!("{from} --{event}--> {to}");
    let mut states: BTreeSet<String> =
        taken.iter().flat_map(|(_, from, _, to)| [(*from).to_owned(), (*to).to_owned()]).collect();
    states.insert(chart.initial.to_owned());
    let transitions = taken.iter().map(|(_, from, event, to)| label(from, event, to)).collect();
    let all_states = chart.states.iter().map(|state| state.name.to_owned()).collect();
    let all_transitions =
        chart.edges.iter().map(|edge| label(edge.from, edge.event, edge.to)).collect();
    MachineCoverage {
        machine: name,
        states: Share::of(all_states, &states),
        transitions: Share::of(all_transitions, &transitions),
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for machine in &self.machines {
            let (states, transitions) = (&machine.states, &machine.transitions);
            writeln!(f, "{}: states {states}, transitions {transitions}", machine.machine)?;
            for missing in states.missing.iter().chain(&transitions.missing) {
                writeln!(f, "  not visited: {missing}")?;
            }
        }
        let ids = &self.requirements;
        writeln!(f, "requirements covered: {}", ids.covered.join(" "))?;
        if !ids.missing_now.is_empty() {
            writeln!(f, "to be covered now, and not covered: {}", ids.missing_now.join(" "))?;
        }
        Ok(())
    }
}
