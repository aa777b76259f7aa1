//! The chart of a machine: its states and transitions, found by exploring the machine itself.
//!
//! Charts are not drawn by hand, so they match the code: starting from the initial state, every example event is
//! decided in every reached state, breadth-first. States that differ only in timestamps, texts and lists are merged by
//! the machine's `abstract_state`, so exploration terminates.

mod export;
mod layers;
mod layout;
mod path;
mod svg;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, OnceLock};

use serde::Serialize;

use crate::call::Call;
use crate::machine::{Accepted, Named, Scope};
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::time::Timestamp;

pub use export::{Format, UnknownFormat};
pub use layout::{Drawing, EdgePath, NodeBox};

/// A chart, as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chart {
    /// The machine that the chart describes.
    pub machine: MachineName,
    /// How many instances of the machine exist.
    pub scope: Scope,
    /// The state before the first event.
    pub initial: &'static str,
    /// Every reachable state, in the order of the variants.
    pub states: Vec<State>,
    /// Every transition between two states, or from a state to itself.
    pub edges: Vec<Edge>,
}

/// A state of a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct State {
    /// The name of the state.
    pub name: &'static str,
    /// The superstates, the innermost first.
    pub superstates: Vec<String>,
    /// Whether the state has no outgoing transition on purpose.
    pub terminal: bool,
}

/// A transition of a chart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Edge {
    /// The state before.
    pub from: &'static str,
    /// The type of the event.
    pub event: &'static str,
    /// The named guards that held.
    pub guards: Vec<&'static str>,
    /// The state after.
    pub to: &'static str,
    /// The names of the requested effects.
    pub calls: Vec<String>,
}

/// One decision that exploration made, with the full states, for checking invariants.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state before.
    pub from: Arc<AnyState>,
    /// The event.
    pub event: Arc<AnyEvent>,
    /// The state after.
    pub to: AnyState,
    /// The requested effects.
    pub calls: Vec<Call>,
}

/// The result of exploring a machine.
#[derive(Debug, Clone)]
pub struct Exploration {
    /// One full state for each abstract state.
    pub states: Vec<Arc<AnyState>>,
    /// Every accepted decision, listed once if it does not depend on the time.
    pub steps: Vec<Step>,
    /// Pairs of state and event type for which every decision was a rejection.
    pub refused: BTreeSet<(&'static str, &'static str)>,
    /// The chart.
    pub chart: Chart,
}

/// The times at which events are decided: one before any deadline, and one after every deadline.
const TIMES: [Timestamp; 2] = [
    Timestamp::from_ms(1_767_225_600_000),
    Timestamp::from_ms(1_767_225_600_000 + 40 * 86_400_000),
];

static EXPLORED: [OnceLock<Exploration>; MachineName::ALL.len()] =
    [const { OnceLock::new() }; MachineName::ALL.len()];

/// Explores a machine. The result is cached, because it is deterministic.
pub fn explore(machine: MachineName) -> &'static Exploration {
    EXPLORED[machine as usize].get_or_init(|| {
        let mut steps = Vec::new();
        let walked = walk(machine, |step| steps.push(step));
        let WalkResult { states, refused, chart } = walked;
        Exploration { states, steps, refused, chart }
    })
}

/// The chart of a machine, without keeping the steps of the exploration.
pub fn of(machine: MachineName) -> Chart {
    let explored = EXPLORED[machine as usize].get();
    explored.map_or_else(|| walk(machine, |_| {}).chart, |explored| explored.chart.clone())
}

/// The result of exploring without the steps.
struct WalkResult {
    states: Vec<Arc<AnyState>>,
    refused: BTreeSet<(&'static str, &'static str)>,
    chart: Chart,
}

fn walk(machine: MachineName, mut meet: impl FnMut(Step)) -> WalkResult {
    let examples: Vec<_> = machine.examples().into_iter().map(Arc::new).collect();
    let mut states = Vec::new();
    let mut seen = BTreeSet::from([machine.initial().abstract_state()]);
    let mut queue = VecDeque::from([Arc::new(machine.initial())]);
    let mut edges = BTreeSet::new();
    let mut refused = BTreeSet::new();
    while let Some(state) = queue.pop_front() {
        for event in &examples {
            let mut before = None;
            for at in TIMES {
                let Ok(accepted) = state.decide(event, at) else {
                    refused.insert((state.name(), event.name()));
                    continue;
                };
                if before.as_ref() == Some(&accepted) {
                    continue;
                }
                edges.insert(Decided::of(&state, event, &accepted));
                if seen.insert(accepted.state.abstract_state()) {
                    queue.push_back(Arc::new(accepted.state.clone()));
                }
                if let Some(Accepted { state: to, calls, .. }) = before.replace(accepted) {
                    meet(Step { from: Arc::clone(&state), event: Arc::clone(event), to, calls });
                }
            }
            if let Some(Accepted { state: to, calls, .. }) = before {
                meet(Step { from: Arc::clone(&state), event: Arc::clone(event), to, calls });
            }
        }
        states.push(state);
    }
    let edges: BTreeSet<Edge> = edges.into_iter().map(Decided::into_edge).collect();
    let edges: Vec<Edge> = edges.into_iter().collect();
    refused.retain(|(from, event)| {
        !edges.iter().any(|edge| edge.from == *from && edge.event == *event)
    });
    let chart = chart(machine, &states, edges);
    WalkResult { states, refused, chart }
}

/// A transition without owned texts: hundreds of thousands of decisions yield a few hundred transitions.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Decided {
    from: &'static str,
    event: &'static str,
    guards: Vec<&'static str>,
    to: &'static str,
    calls: Vec<(&'static str, Option<MachineName>)>,
}

impl Decided {
    fn of(from: &AnyState, event: &AnyEvent, accepted: &Accepted<AnyState>) -> Self {
        let mut guards = accepted.guards.clone();
        guards.dedup();
        let mut calls: Vec<_> = accepted.calls.iter().map(call_name).collect();
        calls.dedup();
        Self { from: from.name(), event: event.name(), guards, to: accepted.state.name(), calls }
    }

    fn into_edge(self) -> Edge {
        let Self { from, event, guards, to, calls } = self;
        let text = |(name, receiver): (&str, Option<MachineName>)| {
            receiver.map_or_else(|| name.to_owned(), |machine| format!("{machine}.{name}"))
        };
        Edge { from, event, guards, to, calls: calls.into_iter().map(text).collect() }
    }
}

/// The name of a call; for a `tell`, the name of the event and the machine that it is sent to.
fn call_name(call: &Call) -> (&'static str, Option<MachineName>) {
    match call {
        Call::Tell { event } => (event.name(), Some(event.machine())),
        other => (other.name(), None),
    }
}

fn chart(machine: MachineName, states: &[Arc<AnyState>], edges: Vec<Edge>) -> Chart {
    let profile = machine.profile();
    let nodes = profile.states.iter().filter_map(|name| {
        let state = states.iter().find(|state| state.name() == *name)?;
        Some(State {
            name,
            superstates: state.superstates(),
            terminal: profile.terminal.contains(name),
        })
    });
    Chart {
        machine,
        scope: profile.scope,
        initial: machine.initial().name(),
        states: nodes.collect(),
        edges,
    }
}

impl Chart {
    /// The event types that have a transition from a state.
    pub fn events_from(&self, state: &str) -> BTreeSet<&'static str> {
        self.edges.iter().filter(|edge| edge.from == state).map(|edge| edge.event).collect()
    }

    /// The event types between each pair of states, for drawing: one line per pair.
    pub fn lines(&self) -> BTreeMap<(&'static str, &'static str), Vec<&'static str>> {
        let mut lines: BTreeMap<_, Vec<&'static str>> = BTreeMap::new();
        for edge in &self.edges {
            let labels = lines.entry((edge.from, edge.to)).or_default();
            if !labels.contains(&edge.event) {
                labels.push(edge.event);
            }
        }
        lines
    }
}
