//! Assigns the states of a chart to layers: which edges point down, the layer of each state, and the order within a
//! layer.
//!
//! This is the usual layered graph drawing (Sugiyama): cycles are broken by reversing edges, each state is one layer
//! below the lowest of its predecessors, edges that span layers occupy a slot in each, and a few sweeps reduce
//! crossings.

use std::collections::{BTreeMap, VecDeque};

use super::Chart;

/// Two states with at least one transition from the first to the second.
pub(super) type Pair = (&'static str, &'static str);

/// A state, or the space that a long edge occupies in a layer that it passes.
pub(super) struct Slot {
    pub state: Option<&'static str>,
    pub layer: usize,
}

/// A chart in layers. Slots are identified by their index.
pub(super) struct Layers {
    pub slots: Vec<Slot>,
    /// The slots of each layer from left to right, the topmost layer first.
    pub rows: Vec<Vec<usize>>,
    /// Downward edges with the slots that they pass, including both ends.
    pub forward: Vec<(Pair, Vec<usize>)>,
    /// Upward edges.
    pub back: Vec<Pair>,
    /// Edges from a state to itself.
    pub loops: Vec<Pair>,
}

const SWEEPS: usize = 8;
/// Mean positions are compared as integers, in units of one position divided by this.
const FRACTION: usize = 1_000;

impl Layers {
    pub fn of(chart: &Chart) -> Self {
        let (loops, pairs): (Vec<Pair>, Vec<Pair>) =
            chart.lines().into_keys().partition(|(from, to)| from == to);
        let (down, back) = split_by_direction(chart, pairs);
        let mut layers =
            Self { slots: Vec::new(), rows: Vec::new(), forward: Vec::new(), back, loops };
        for state in &chart.states {
            layers.put(Some(state.name), layer_of(state.name, &down));
        }
        for pair in down {
            let via = layers.route(pair);
            layers.forward.push((pair, via));
        }
        layers.reduce_crossings();
        layers
    }

    /// The slot of a state.
    pub fn slot_of(&self, state: &str) -> usize {
        self.slots.iter().position(|slot| slot.state == Some(state)).unwrap_or(0)
    }

    /// The layer of a state.
    pub fn layer_of(&self, state: &str) -> usize {
        self.slots.get(self.slot_of(state)).map_or(0, |slot| slot.layer)
    }

    /// For each slot, the slots above and below that edges connect it with.
    pub fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut joined = vec![Vec::new(); self.slots.len()];
        for (_, via) in &self.forward {
            for ends in via.windows(2) {
                joined[ends[0]].push(ends[1]);
                joined[ends[1]].push(ends[0]);
            }
        }
        joined
    }

    fn put(&mut self, state: Option<&'static str>, layer: usize) -> usize {
        let slot = self.slots.len();
        self.slots.push(Slot { state, layer });
        if self.rows.len() <= layer {
            self.rows.resize_with(layer + 1, Vec::new);
        }
        self.rows[layer].push(slot);
        slot
    }

    fn route(&mut self, (from, to): Pair) -> Vec<usize> {
        let (start, end) = (self.slot_of(from), self.slot_of(to));
        let passed = self.slots[start].layer + 1..self.slots[end].layer;
        let mut via = vec![start];
        for layer in passed {
            via.push(self.put(None, layer));
        }
        via.push(end);
        via
    }

    /// Moves each slot towards its neighbours, in alternating sweeps from the top and from the bottom.
    fn reduce_crossings(&mut self) {
        let neighbours = self.neighbours();
        for sweep in 0..SWEEPS {
            let downwards = sweep % 2 == 0;
            let order: Vec<usize> = if downwards {
                (1..self.rows.len()).collect()
            } else {
                (0..self.rows.len().saturating_sub(1)).rev().collect()
            };
            for index in order {
                let fixed = self.rows[if downwards { index - 1 } else { index + 1 }].clone();
                let mut row: Vec<(usize, usize)> = self.rows[index]
                    .iter()
                    .enumerate()
                    .map(|(at, slot)| {
                        let near = neighbours[*slot]
                            .iter()
                            .filter_map(|other| fixed.iter().position(|slot| slot == other));
                        let near: Vec<usize> = near.collect();
                        let pull = match near.len() {
                            0 => at * FRACTION,
                            count => near.iter().sum::<usize>() * FRACTION / count,
                        };
                        (pull, *slot)
                    })
                    .collect();
                row.sort_by_key(|(pull, _)| *pull);
                self.rows[index] = row.into_iter().map(|(_, slot)| slot).collect();
            }
        }
    }
}

/// The distance of each state from the initial one, in transitions.
fn depths(chart: &Chart, pairs: &[Pair]) -> BTreeMap<&'static str, i32> {
    let mut depths = BTreeMap::from([(chart.initial, 0)]);
    let mut queue = VecDeque::from([chart.initial]);
    while let Some(next) = queue.pop_front() {
        let depth = depths.get(next).copied().unwrap_or(0);
        for (_, to) in pairs.iter().filter(|(from, _)| *from == next) {
            if !depths.contains_key(to) {
                depths.insert(to, depth + 1);
                queue.push_back(to);
            }
        }
    }
    depths
}

fn reaches(from: &str, to: &str, down: &[Pair]) -> bool {
    from == to || down.iter().any(|(start, next)| *start == from && reaches(next, to, down))
}

/// Splits the edges into downward and upward ones. Edges away from the initial state come first, then those within a
/// depth; an edge that would close a cycle points up.
fn split_by_direction(chart: &Chart, mut pairs: Vec<Pair>) -> (Vec<Pair>, Vec<Pair>) {
    let depths = depths(chart, &pairs);
    let depth = |state: &str| depths.get(state).copied().unwrap_or(0);
    let gain = |(from, to): &Pair| depth(to) - depth(from);
    pairs.sort_by(|a, b| gain(b).cmp(&gain(a)).then_with(|| b.0.cmp(a.0)));
    let (mut down, mut back) = (Vec::new(), Vec::new());
    for pair in pairs {
        let leads_down = gain(&pair) >= 0 && !reaches(pair.1, pair.0, &down);
        if leads_down { down.push(pair) } else { back.push(pair) }
    }
    (down, back)
}

/// The layer of a state: one below the lowest of its predecessors.
fn layer_of(state: &str, down: &[Pair]) -> usize {
    let above = down.iter().filter(|(_, to)| *to == state);
    above.map(|(from, _)| layer_of(from, down) + 1).max().unwrap_or(0)
}
