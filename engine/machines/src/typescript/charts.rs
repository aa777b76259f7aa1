//! The charts that pages mirror, and how each is drawn.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::json;

use super::MARK;
use crate::chart::{self, Drawing};
use crate::machine::Scope;
use crate::registry::{CHARTS_HASH, MachineName};

pub(super) fn charts() -> String {
    let charts: Vec<_> = MachineName::ALL.iter().map(|machine| chart::of(*machine)).collect();
    let mut text = MARK.to_owned();
    let _ = writeln!(text, "\n/** Compared with the server's to detect different rules. */");
    let _ = writeln!(text, "export const chartsHash = \"{CHARTS_HASH}\";");
    // Pages mirror the machines of a session alone, and load this before they show anything.
    let mirrored =
        charts.iter().filter(|chart| chart.machine.profile().scope != Scope::Installation);
    let machines: BTreeMap<&str, _> =
        mirrored.map(|chart| (chart.machine.as_str(), chart.mirror())).collect();
    let _ = writeln!(
        text,
        "\n/** The machines of a session and its tabs for XState v5. Their guards are the server's. */"
    );
    let _ = writeln!(text, "export const charts = {:#} as const;", json!(machines));
    let guards: BTreeMap<&str, _> =
        charts.iter().map(|chart| (chart.machine.as_str(), chart.guards())).collect();
    let _ = writeln!(text, "\n/** The names of the guards of each machine. */");
    let _ = writeln!(text, "export const guards = {:#} as const;", json!(guards));
    let profiles: BTreeMap<&str, _> = MachineName::ALL
        .iter()
        .map(|name| {
            let profile = name.profile();
            let facts = json!({ "scope": profile.scope, "proposals": profile.proposals, "overHttp": profile.over_http });
            (name.as_str(), facts)
        })
        .collect();
    let _ = writeln!(
        text,
        "\n/** The scope of each machine, and the events that a tab may propose to it. */"
    );
    let _ = writeln!(text, "export const profiles = {:#} as const;", json!(profiles));
    text
}

/// Where the states and lines of each chart are drawn. The page that draws them loads this, and no other.
pub(super) fn drawings() -> String {
    let mut text = MARK.to_owned();
    text.push_str(
        r#"
import type { MachineName } from "./types";

/** A chart as it is drawn: boxes and lines with coordinates in pixels, the origin top left. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly { name: string; x: number; y: number; width: number; height: number }[];
  /** One line for all events that lead from one state to another; `path` is that of an SVG element. */
  readonly edges: readonly { from: string; to: string; events: readonly string[]; path: string }[];
}

/** The drawings of the machines' charts. */
export const drawings: Readonly<Record<MachineName, Drawing>> = {
"#,
    );
    for machine in MachineName::ALL {
        let Drawing { width, height, nodes, edges } = chart::of(*machine).drawing();
        let _ = writeln!(text, "  {machine}: {{\n    width: {width},\n    height: {height},");
        for (name, rows) in [("nodes", lines_of(&nodes)), ("edges", lines_of(&edges))] {
            let _ = writeln!(text, "    {name}: [\n{rows}    ],");
        }
        text.push_str("  },\n");
    }
    text.push_str("};\n");
    text
}

fn lines_of<T: Serialize>(rows: &[T]) -> String {
    rows.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "      {},", json!(row));
        text
    })
}
