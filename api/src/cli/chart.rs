//! `waybill chart`: the machines' charts.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::json;
use waybill_machines::chart::{self, Format};
use waybill_machines::facts::Facts;
use waybill_machines::{MachineName, check, inputs, matrix};

use super::out::say;
use super::{BadInput, Outcome, out, table};
use crate::config::ConfigFile;
use crate::serve;

/// What to do with charts.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the machines.
    List {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
    /// Write a machine's chart to standard output.
    #[command(after_help = "\
Examples:
  waybill chart export login
  waybill chart export login --format svg > login.svg
  waybill chart list                                     # the machines")]
    Export {
        /// The machine, as `waybill chart list` names it.
        machine: String,
        /// json, mermaid, svg or xstate.
        #[arg(long, default_value = "mermaid")]
        format: String,
    },
    /// List the items of the sources that decide a machine: what the hash of its rules covers.
    #[command(after_help = "\
Examples:
  waybill chart inputs login
  waybill chart list                                     # the machines and their hashes")]
    Inputs {
        /// The machine, as `waybill chart list` names it.
        machine: String,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
    /// Write who gets where: every route, asked for by every role under every licence and flavour.
    Matrix {
        /// One line of JSON a cell, instead of the document.
        #[arg(long)]
        json: bool,
        /// The configuration of the installation that is asked about.
        #[arg(long)]
        config: Option<PathBuf>,
    },
    /// Explore every machine exhaustively and check the named invariants.
    Check {
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub async fn run(command: Command) -> anyhow::Result<Outcome> {
    match command {
        Command::List { json } => list(json),
        Command::Export { machine, format } => {
            let machine = machine_of(&machine)?;
            let format: Format = format.parse().map_err(|error| BadInput(format!("{error}")))?;
            out::write(&chart::of(machine).export(format))?;
            Ok(Outcome::Success)
        }
        Command::Inputs { machine, json } => list_inputs(machine_of(&machine)?, json),
        Command::Matrix { json, config } => matrix(json, config.as_deref()).await,
        Command::Check { json } => check_all(json),
    }
}

fn machine_of(name: &str) -> Result<MachineName, BadInput> {
    name.parse().map_err(|error| BadInput(format!("{error}")))
}

fn list_inputs(machine: MachineName, json: bool) -> anyhow::Result<Outcome> {
    let inputs = inputs::of(machine);
    if json {
        let inputs: Vec<_> =
            inputs.map(|input| json!({ "item": input.item, "file": input.file })).collect();
        let rules = machine.profile().rules;
        say!("{}", serde_json::to_string_pretty(&json!({ "rules": rules, "inputs": inputs }))?)?;
        return Ok(Outcome::Success);
    }
    let rows = inputs.map(|input| [input.item.to_owned(), input.file.to_owned()]);
    table::print(["item", "file"], rows)?;
    Ok(Outcome::Success)
}

fn list(json: bool) -> anyhow::Result<Outcome> {
    let charts: Vec<_> = MachineName::ALL.iter().map(|machine| chart::of(*machine)).collect();
    if json {
        say!("{}", serde_json::to_string_pretty(&charts)?)?;
        return Ok(Outcome::Success);
    }
    let rows = charts.iter().map(|chart| {
        [
            chart.machine.as_str().to_owned(),
            format!("{:?}", chart.scope).to_lowercase(),
            chart.states.len().to_string(),
            chart.edges.len().to_string(),
            chart.machine.profile().rules.to_string(),
        ]
    });
    table::print(["machine", "scope", "states", "edges", "rules"], rows)?;
    Ok(Outcome::Success)
}

async fn matrix(json: bool, config: Option<&Path>) -> anyhow::Result<Outcome> {
    let facts = facts_of(config).await?;
    if !json {
        out::write(&matrix::to_markdown(&facts))?;
        return Ok(Outcome::Success);
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    for cell in matrix::all(&facts) {
        serde_json::to_writer(&mut out, &cell)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(Outcome::Success)
}

/// What every session has of an installation with this configuration.
pub async fn facts_of(config: Option<&Path>) -> anyhow::Result<Facts> {
    let file = ConfigFile::read(config).map_err(BadInput::because)?;
    serve::facts(&file).await
}

fn check_all(json: bool) -> anyhow::Result<Outcome> {
    let findings = check::all();
    let holds = findings.iter().all(|finding| finding.violations.is_empty());
    if json {
        say!("{}", serde_json::to_string_pretty(&findings)?)?;
    } else {
        for finding in &findings {
            let verdict = if finding.violations.is_empty() { "holds" } else { "BROKEN" };
            say!("{verdict:<7} {} ({} checked)", finding.invariant, finding.checked)?;
            for violation in &finding.violations {
                say!("        {violation}")?;
            }
        }
    }
    Ok(if holds { Outcome::Success } else { Outcome::CheckFailed })
}
