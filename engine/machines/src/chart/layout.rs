//! The positions of a chart's states and edges in a drawing. The console and `waybill chart export` draw the same
//! layout.
//!
//! Upward edges run on tracks between the layers. Those to one state share a lane beside the boxes, so that ten edges
//! back to the initial state are drawn as one line. Lengths are integers in tenths of a pixel, because this crate has
//! no floats, and are rounded to pixels at the end.

use serde::Serialize;

use super::Chart;
use super::layers::{Layers, Pair};
use super::path::{Point, angular, bowed, px, self_loop};

const BOX_HEIGHT: i32 = 300;
/// Of a monospaced letter at 12 pixels.
const CHARACTER_WIDTH: i32 = 73;
const BOX_PADDING: i32 = 120;
/// The width that an edge occupies in a layer that it passes.
const PASSING_WIDTH: i32 = 120;
const COLUMN_GAP: i32 = 220;
const ROW_GAP: i32 = 380;
/// The distance of the first track of a gap from the boxes above it, and of the first lane from the boxes beside it.
const TRACK_OFFSET: i32 = 140;
const TRACK_GAP: i32 = 70;
const LANE_GAP: i32 = 90;
const MARGIN: i32 = 60;
const ROUNDS: usize = 12;

/// A drawing: boxes and lines with coordinates in pixels, the origin at the top left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// The width of the drawing.
    pub width: i32,
    /// The height of the drawing.
    pub height: i32,
    /// The boxes of the states.
    pub nodes: Vec<NodeBox>,
    /// The lines of the edges.
    pub edges: Vec<EdgePath>,
}

/// The box of a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NodeBox {
    /// The name of the state.
    pub name: &'static str,
    /// The left side, in pixels.
    pub x: i32,
    /// The top side, in pixels.
    pub y: i32,
    /// The width, in pixels.
    pub width: i32,
    /// The height, in pixels.
    pub height: i32,
}

/// The line for all transitions from one state to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EdgePath {
    /// The state before.
    pub from: &'static str,
    /// The state after.
    pub to: &'static str,
    /// The event types of the transitions.
    pub events: Vec<&'static str>,
    /// The path in SVG syntax.
    pub path: String,
}

impl Chart {
    /// Computes the layout of the chart.
    pub fn drawing(&self) -> Drawing {
        let placed = Placed::of(Layers::of(self));
        let events = self.lines();
        let mut edges: Vec<EdgePath> = placed
            .paths()
            .into_iter()
            .map(|((from, to), path)| {
                let events = events.get(&(from, to)).cloned().unwrap_or_default();
                EdgePath { from, to, events, path }
            })
            .collect();
        edges.sort_by_key(|edge| (edge.from, edge.to));
        let nodes = self.states.iter().map(|state| placed.node(state.name)).collect();
        Drawing { width: px(placed.width), height: px(placed.height), nodes, edges }
    }
}

/// Layers with the centre of every slot and the top of every layer.
struct Placed {
    layers: Layers,
    middles: Vec<i32>,
    tops: Vec<i32>,
    /// The states that have a track in the gap below each layer.
    tracks: Vec<Vec<&'static str>>,
    /// The states whose incoming upward edges share a lane beside the boxes, with the x coordinate of the lane.
    lanes: Vec<(&'static str, i32)>,
    /// The right side of the rightmost box.
    rightmost: i32,
    width: i32,
    height: i32,
}

impl Placed {
    fn of(layers: Layers) -> Self {
        let mut middles = middles(&layers);
        let tracks = tracks(&layers);
        let mut tops = Vec::new();
        let mut y = MARGIN + 80;
        for used in &tracks {
            tops.push(y);
            y += BOX_HEIGHT + ROW_GAP + count(used.len()) * TRACK_GAP;
        }
        let below = if tracks.last().is_some_and(|used| !used.is_empty()) { ROW_GAP } else { 0 };
        let sides = |by: i32| {
            let slots = layers.slots.iter().zip(&middles);
            slots.map(move |(slot, middle)| middle + by * width_of(slot.state) / 2)
        };
        let leftmost = sides(-1).min().unwrap_or(0);
        let rightmost = sides(1).max().unwrap_or(0);
        let mut lanes = lanes(&layers, leftmost, rightmost);
        let left = lanes.iter().map(|(_, x)| x - 20).fold(leftmost, i32::min);
        let right = lanes.iter().map(|(_, x)| x + 20).fold(rightmost + TRACK_OFFSET, i32::max);
        let shift = MARGIN - left;
        for x in middles.iter_mut().chain(lanes.iter_mut().map(|(_, x)| x)) {
            *x += shift;
        }
        Self {
            layers,
            middles,
            tops,
            tracks,
            lanes,
            rightmost: rightmost + shift,
            width: right + shift + 2 * MARGIN,
            height: y - ROW_GAP + MARGIN + below,
        }
    }

    fn middle(&self, state: &str) -> i32 {
        self.middles.get(self.layers.slot_of(state)).copied().unwrap_or(0)
    }

    fn top(&self, state: &str) -> i32 {
        self.tops.get(self.layers.layer_of(state)).copied().unwrap_or(0)
    }

    fn node(&self, name: &'static str) -> NodeBox {
        let width = width_of(Some(name));
        NodeBox {
            name,
            x: px(self.middle(name) - width / 2),
            y: px(self.top(name)),
            width: px(width),
            height: px(BOX_HEIGHT),
        }
    }

    fn paths(&self) -> Vec<(Pair, String)> {
        let forward = self.layers.forward.iter().map(|(pair, via)| (*pair, self.forward_path(via)));
        let back = self.layers.back.iter().map(|pair| (*pair, self.back_path(*pair)));
        let loops = self.layers.loops.iter().map(|pair| {
            let right = self.middle(pair.0) + width_of(Some(pair.0)) / 2;
            (*pair, self_loop((right, self.top(pair.0))))
        });
        forward.chain(back).chain(loops).collect()
    }

    fn forward_path(&self, via: &[usize]) -> String {
        let last = via.len().saturating_sub(1);
        let points = via.iter().enumerate().flat_map(|(index, slot)| {
            let x = self.middles[*slot];
            let top = self.tops[self.layers.slots[*slot].layer];
            match index {
                0 => vec![(x, top + BOX_HEIGHT)],
                index if index == last => vec![(x, top - 10)],
                _ => vec![(x, top), (x, top + BOX_HEIGHT)],
            }
        });
        bowed(&points.collect::<Vec<Point>>())
    }

    /// The path of an upward edge: out of its source, along the track and the lane of its target, and into the target
    /// from below.
    fn back_path(&self, pair: Pair) -> String {
        let (from, to) = pair;
        let (gutter, last) = (exit_gutter(&self.layers, pair), self.layers.layer_of(to));
        let lane = self.lanes.iter().find(|(target, _)| *target == to).map(|(_, x)| *x);
        let side = match (lane.unwrap_or(self.middle(from) + 1) - self.middle(to)).signum() {
            0 => 1,
            side => side,
        };
        let siblings = self.layers.back.iter().filter(|other| other.0 == from);
        let nth = count(siblings.take_while(|other| **other != pair).count());
        let half = count(from.len()) * CHARACTER_WIDTH / 2;
        let towards = if lane.is_some() { side } else { -side };
        let exit_x = self.middle(from) + half.min(140 + nth * 90) * towards;
        let entry_x = self.middle(to) + side * 160;
        let same_layer = self.layers.layer_of(from) == last;
        let start = (exit_x, self.top(from) + if same_layer { BOX_HEIGHT } else { 0 });
        let end = (entry_x, self.top(to) + BOX_HEIGHT + 10);
        let out = self.track(gutter, to);
        if gutter == last {
            return angular(&[start, (exit_x, out), (entry_x, out), end]);
        }
        let into = self.track(last, to);
        let along = lane.unwrap_or(self.rightmost + TRACK_OFFSET);
        angular(&[start, (exit_x, out), (along, out), (along, into), (entry_x, into), end])
    }

    /// The y coordinate of a state's track in the gap below a layer.
    fn track(&self, gutter: usize, target: &str) -> i32 {
        let used = self.tracks.get(gutter).map_or(&[][..], Vec::as_slice);
        let nth = used.iter().position(|state| *state == target).unwrap_or(0);
        self.tops.get(gutter).copied().unwrap_or(0)
            + BOX_HEIGHT
            + TRACK_OFFSET
            + count(nth) * TRACK_GAP
    }
}

/// The gap in which an upward edge leaves its layer: the one above it, or the one below if both ends share a layer.
fn exit_gutter(layers: &Layers, (from, to): Pair) -> usize {
    let (from, to) = (layers.layer_of(from), layers.layer_of(to));
    if from == to { to } else { from.saturating_sub(1) }
}

fn tracks(layers: &Layers) -> Vec<Vec<&'static str>> {
    let mut tracks: Vec<Vec<&'static str>> = vec![Vec::new(); layers.rows.len()];
    for pair in &layers.back {
        for gutter in [exit_gutter(layers, *pair), layers.layer_of(pair.1)] {
            if !tracks[gutter].contains(&pair.1) {
                tracks[gutter].push(pair.1);
            }
        }
    }
    tracks
}

/// Assigns lanes to the states that upward edges from further below lead to, alternating between right and left.
fn lanes(layers: &Layers, leftmost: i32, rightmost: i32) -> Vec<(&'static str, i32)> {
    let mut lanes: Vec<(&'static str, i32)> = Vec::new();
    for pair in &layers.back {
        let is_far = exit_gutter(layers, *pair) != layers.layer_of(pair.1);
        if is_far && lanes.iter().all(|(target, _)| *target != pair.1) {
            let nth = count(lanes.len());
            let out = TRACK_OFFSET + nth / 2 * LANE_GAP;
            lanes.push((pair.1, if nth % 2 == 0 { rightmost + out } else { leftmost - out }));
        }
    }
    lanes
}

/// The centres of all slots, moved towards their neighbours and separated where they overlap.
fn middles(layers: &Layers) -> Vec<i32> {
    let width = |slot: &usize| width_of(layers.slots[*slot].state);
    let neighbours = layers.neighbours();
    let mut x = vec![0; layers.slots.len()];
    for row in &layers.rows {
        let mut left = row.iter().map(|slot| width(slot) + COLUMN_GAP).sum::<i32>() / -2;
        for slot in row {
            x[*slot] = left + i32::midpoint(COLUMN_GAP, width(slot));
            left += width(slot) + COLUMN_GAP;
        }
    }
    for round in 0..ROUNDS {
        for index in 0..layers.rows.len() {
            let last = layers.rows.len() - 1;
            let row = &layers.rows[if round % 2 == 0 { index } else { last - index }];
            for slot in row {
                let near = &neighbours[*slot];
                if !near.is_empty() {
                    x[*slot] = near.iter().map(|other| x[*other]).sum::<i32>() / count(near.len());
                }
            }
            let wanted: i32 = row.iter().map(|slot| x[*slot]).sum();
            for pair in row.windows(2) {
                let apart = i32::midpoint(width(&pair[0]), width(&pair[1])) + COLUMN_GAP;
                x[pair[1]] = x[pair[1]].max(x[pair[0]] + apart);
            }
            // Boxes are pushed to the right only, so the row is moved back to its intended centre.
            let pushed: i32 = row.iter().map(|slot| x[*slot]).sum();
            for slot in row {
                x[*slot] += (wanted - pushed) / count(row.len());
            }
        }
    }
    x
}

fn width_of(state: Option<&str>) -> i32 {
    state.map_or(PASSING_WIDTH, |name| count(name.len()) * CHARACTER_WIDTH + 2 * BOX_PADDING)
}

/// A count as a factor for lengths. Charts are small.
fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX / 4_096)
}
