//! Exports a chart as JSON, Mermaid, an `XState` v5 machine or SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::str::FromStr;

use serde_json::{Map, Value, json};

use super::{Chart, Edge};

/// A format that charts can be exported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The chart as data.
    Json,
    /// A Mermaid `stateDiagram-v2`.
    Mermaid,
    /// A drawing as SVG.
    Svg,
    /// The configuration of an `XState` v5 machine.
    Xstate,
}

/// The error for an unknown format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl std::fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no format '{}'; use json, mermaid, svg or xstate", self.0)
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        Ok(match text {
            "json" => Self::Json,
            "mermaid" => Self::Mermaid,
            "svg" => Self::Svg,
            "xstate" => Self::Xstate,
            other => return Err(UnknownFormat(other.to_owned())),
        })
    }
}

impl Chart {
    /// Writes the chart in a format, with a trailing newline.
    pub fn export(&self, format: Format) -> String {
        match format {
            Format::Json => format!("{:#}\n", json!(self)),
            Format::Mermaid => self.mermaid(),
            Format::Svg => self.drawing().svg(self),
            Format::Xstate => format!("{:#}\n", self.xstate()),
        }
    }

    fn mermaid(&self) -> String {
        let mut text = format!("stateDiagram-v2\n    [*] --> {}\n", self.initial);
        for edge in &self.edges {
            let guards = match edge.guards.as_slice() {
                [] => String::new(),
                guards => format!(" [{}]", guards.join(", ")),
            };
            let _ = writeln!(text, "    {} --> {}: {}{guards}", edge.from, edge.to, edge.event);
        }
        for state in self.states.iter().filter(|state| state.terminal) {
            let _ = writeln!(text, "    {} --> [*]", state.name);
        }
        text
    }

    /// The `XState` v5 configuration. Superstates become tags, because a mirror receives the leaf state and only needs
    /// to query what holds in it. A transition that stays in its state has an explicit self-target, and there is no
    /// `after` and no `invoke`, because time and effects are the server's.
    pub fn xstate(&self) -> Value {
        let mut states = Map::new();
        for state in &self.states {
            let mut on: Map<String, Value> = Map::new();
            for edge in self.edges.iter().filter(|edge| edge.from == state.name) {
                let targets = on.entry(edge.event).or_insert_with(|| json!([]));
                if let Value::Array(targets) = targets {
                    let target = xstate_target(edge);
                    if !targets.contains(&target) {
                        targets.push(target);
                    }
                }
            }
            let mut node = json!({ "on": on });
            if !state.superstates.is_empty() {
                node["tags"] = json!(state.superstates);
            }
            // A final node of XState stops its actor, so only a state without outgoing transitions becomes one.
            if state.terminal {
                node = json!({ "type": "final" });
            }
            states.insert(state.name.to_owned(), node);
        }
        json!({ "id": self.machine, "initial": self.initial, "states": states })
    }

    /// The `XState` v5 configuration as the browser needs it, which loads it with every page: which states there are,
    /// and where their events lead. The id is its key there.
    pub fn mirror(&self) -> Value {
        let mut machine = self.xstate();
        if let Some(machine) = machine.as_object_mut() {
            machine.remove("id");
        }
        for state in machine["states"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            let on = state.get_mut("on").and_then(Value::as_object_mut);
            for targets in on.into_iter().flat_map(Map::values_mut) {
                let names: BTreeSet<_> = targets
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|target| target["target"].as_str())
                    .collect();
                *targets = match Vec::from_iter(names).as_slice() {
                    [only] => json!(only),
                    several => json!(several),
                };
            }
        }
        machine
    }

    /// The names of all guards, sorted.
    pub fn guards(&self) -> BTreeSet<&str> {
        self.edges.iter().flat_map(|edge| &edge.guards).map(|guard| &**guard).collect()
    }
}

fn xstate_target(edge: &Edge) -> Value {
    match edge.guards.as_slice() {
        [] => json!({ "target": edge.to }),
        guards => json!({ "target": edge.to, "meta": { "guards": guards } }),
    }
}
