//! Where the states of a chart stand in a drawing: ranks by distance from the initial state, top to bottom.
//!
//! Charts here have at most a dozen states, so a simple layered layout reads well: ranks are rows, the order
//! in a row is settled by a few sweeps that pull each state below those that lead to it.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;

use super::Chart;

const NODE_HEIGHT: i32 = 34;
const CHARACTER_WIDTH: i32 = 8;
const NODE_PADDING: i32 = 24;
const COLUMN_GAP: i32 = 56;
const ROW_GAP: i32 = 58;
const MARGIN: i32 = 28;
/// How far apart lines run that leave a state on the same side.
const LINE_GAP: i32 = 14;

/// A drawing: boxes and lines with coordinates in pixels, the origin top left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// Width of the whole.
    pub width: i32,
    /// Height of the whole.
    pub height: i32,
    /// The states.
    pub nodes: Vec<NodeBox>,
    /// The ways between them.
    pub edges: Vec<EdgePath>,
}

/// A state's box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NodeBox {
    /// The state.
    pub name: &'static str,
    /// Left.
    pub x: i32,
    /// Top.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

/// A line from one state to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EdgePath {
    /// The state before.
    pub from: &'static str,
    /// The state after.
    pub to: &'static str,
    /// The event types that lead this way.
    pub events: Vec<&'static str>,
    /// An SVG path.
    pub path: String,
}

impl Chart {
    /// Lays the chart out.
    pub fn drawing(&self) -> Drawing {
        let rows = self.ordered_rows();
        let nodes = place(&rows);
        let width = nodes.iter().map(|node| node.x + node.width).max().unwrap_or(0);
        let bends = self.bends(&rows);
        // Lines back up run outside the boxes; make room for the widest bow.
        let room = bends.values().map(|bend| bend.abs()).max().unwrap_or(0);
        let edges = self.lines().into_iter().map(|((from, to), events)| EdgePath {
            from,
            to,
            events,
            path: path(&nodes, from, to, bends.get(&(from, to)).copied().unwrap_or(0)),
        });
        let edges = edges.collect();
        let height = nodes.iter().map(|node| node.y + node.height).max().unwrap_or(0) + MARGIN;
        Drawing { width: width + room + 2 * MARGIN, height, nodes, edges }
    }

    fn ranks(&self) -> BTreeMap<&'static str, usize> {
        let mut ranks = BTreeMap::from([(self.initial, 0)]);
        let mut queue = VecDeque::from([self.initial]);
        while let Some(from) = queue.pop_front() {
            let rank = ranks[from];
            for edge in self.edges.iter().filter(|edge| edge.from == from) {
                if !ranks.contains_key(edge.to) {
                    ranks.insert(edge.to, rank + 1);
                    queue.push_back(edge.to);
                }
            }
        }
        ranks
    }

    fn ordered_rows(&self) -> Vec<Vec<&'static str>> {
        let ranks = self.ranks();
        let depth = ranks.values().max().map_or(0, |deepest| deepest + 1);
        let mut rows: Vec<Vec<&'static str>> = vec![Vec::new(); depth];
        for state in &self.states {
            if let Some(rank) = ranks.get(state.name) {
                rows[*rank].push(state.name);
            }
        }
        for _ in 0..4 {
            for index in 1..rows.len() {
                let above = rows[index - 1].clone();
                rows[index].sort_by_key(|name| self.pull(name, &above));
            }
        }
        rows
    }

    /// The mean position, in hundredths, of the states of the row above that lead here.
    fn pull(&self, name: &str, above: &[&'static str]) -> usize {
        let leads = |from: &str| self.edges.iter().any(|edge| edge.from == from && edge.to == name);
        let places: Vec<usize> = above
            .iter()
            .enumerate()
            .filter(|(_, from)| leads(from))
            .map(|(place, _)| place * 100)
            .collect();
        if places.is_empty() { usize::MAX / 2 } else { places.iter().sum::<usize>() / places.len() }
    }

    /// How far each line that does not simply go down one row bows out to the right.
    fn bends(&self, rows: &[Vec<&'static str>]) -> BTreeMap<(&'static str, &'static str), i32> {
        let row_of = |name: &str| rows.iter().position(|row| row.contains(&name)).unwrap_or(0);
        let mut bends = BTreeMap::new();
        let mut lanes = 0;
        for (from, to) in self.lines().into_keys() {
            let (above, below) = (row_of(from), row_of(to));
            if from != to && below != above + 1 {
                lanes += 1;
                bends.insert((from, to), 24 + LINE_GAP * lanes);
            }
        }
        bends
    }
}

fn place(rows: &[Vec<&'static str>]) -> Vec<NodeBox> {
    let width_of = |name: &str| {
        NODE_PADDING + CHARACTER_WIDTH * i32::try_from(name.len()).unwrap_or(i32::MAX / 16)
    };
    let row_width = |row: &[&'static str]| {
        let gaps = i32::try_from(row.len().saturating_sub(1)).unwrap_or(0) * COLUMN_GAP;
        row.iter().map(|name| width_of(name)).sum::<i32>() + gaps
    };
    let widest = rows.iter().map(|row| row_width(row)).max().unwrap_or(0);
    let mut nodes = Vec::new();
    let mut y = MARGIN;
    for row in rows {
        let mut x = MARGIN + (widest - row_width(row)) / 2;
        for name in row {
            let width = width_of(name);
            nodes.push(NodeBox { name, x, y, width, height: NODE_HEIGHT });
            x += width + COLUMN_GAP;
        }
        y += NODE_HEIGHT + ROW_GAP;
    }
    nodes
}

fn path(nodes: &[NodeBox], from: &str, to: &str, bend: i32) -> String {
    let find = |name: &str| nodes.iter().find(|node| node.name == name);
    let (Some(start), Some(end)) = (find(from), find(to)) else { return String::new() };
    if from == to {
        // A small loop over the upper right corner.
        let (x, y) = (start.x + start.width, start.y);
        return format!("M{} {y} c6 -22 30 -6 12 12", x - 14);
    }
    if bend == 0 {
        let (x1, y1) = (start.x + start.width / 2, start.y + start.height);
        let (x2, y2) = (end.x + end.width / 2, end.y);
        let middle = i32::midpoint(y1, y2);
        return format!("M{x1} {y1} C{x1} {middle} {x2} {middle} {x2} {y2}");
    }
    let (x1, y1) = (start.x + start.width, start.y + start.height / 2);
    let (x2, y2) = (end.x + end.width, end.y + end.height / 2);
    let far = nodes.iter().map(|node| node.x + node.width).max().unwrap_or(0) + bend;
    format!("M{x1} {y1} C{far} {y1} {far} {y2} {x2} {y2}")
}
