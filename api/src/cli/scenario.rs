//! `waybill scenario`: runs scenarios in virtual time, and creates them from recorded sessions.

use std::io;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use waybill_scenario::{About, Coverage, Report, bless, files, html, junit, record, text};

use super::audit::{How, opened, stream, write_session};
use super::out::say;
use super::output::{Output, replace};
use super::{BadInput, DataDir, Outcome, out};

/// Maximum size of a trace file; a longer file is not a session's trace.
const TRACE_BYTES_MAX: u64 = 256 * 1_024 * 1_024;

/// What to do with scenarios.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run scenarios: files, or folders of `*.scn.yaml`.
    Run(Run),
    /// Make a scenario from a session of a stopped server, or from a trace file.
    Record(Record),
}

/// How to run.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  waybill scenario run scenarios
  waybill scenario run story.scn.yaml --verbose
  waybill scenario run scenarios --coverage --junit report.xml --html report.html

Exit 0: all hold. 1: one does not, and the differences are shown. 2: one cannot be read.
Every step and expectation is described in scenarios/README.md.")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Run {
    /// Files and folders.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// What to run against. Only the engine, in virtual time, can be run against yet.
    #[arg(long, default_value = "engine", value_parser = ["engine"])]
    against: String,
    /// Write `JUnit` XML.
    #[arg(long, value_name = "FILE", help = "Write JUnit XML")]
    junit: Option<PathBuf>,
    /// Write a report as one HTML file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Say which states, transitions and requirements were visited.
    #[arg(long)]
    coverage: bool,
    /// Rewrite expectations to what came. Read the difference before you commit it.
    #[arg(long)]
    bless: bool,
    /// Show every step, also of scenarios that hold.
    #[arg(long, short)]
    verbose: bool,
    /// Coverage on standard output as JSON, and everything else on standard error.
    #[arg(long, requires = "coverage")]
    json: bool,
}

/// What to record.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  waybill audit list                                     # the sessions
  waybill scenario record SESSION -o story.scn.yaml
  waybill scenario record session.jsonl --sentence 'signing in with a second factor'
  waybill scenario run story.scn.yaml")]
pub struct Record {
    /// A session's id, or a trace file.
    source: String,
    #[command(flatten)]
    output: Output,
    /// The scenario's first sentence.
    #[arg(long)]
    sentence: Option<String>,
    #[command(flatten)]
    data: DataDir,
}

impl Command {
    /// The data directory, if it is about one.
    pub(super) fn data(&self) -> Option<&DataDir> {
        match self {
            Self::Record(record) if !record.is_of_trace() => Some(&record.data),
            _ => None,
        }
    }
}

impl Record {
    /// Whether it is recorded from a trace file.
    fn is_of_trace(&self) -> bool {
        Path::new(&self.source).is_file()
    }
}

/// Runs the command.
pub fn run(command: Command) -> anyhow::Result<Outcome> {
    match command {
        Command::Run(command) => run_all(&command),
        Command::Record(command) => record_one(&command),
    }
}

fn run_all(command: &Run) -> anyhow::Result<Outcome> {
    if command.bless {
        bless_all(&command.paths)?;
    }
    let report = Report::of(&command.paths);
    let summary = text(&report, command.verbose);
    if command.json {
        // Standard output is reserved for the JSON.
        eprint!("{summary}");
    } else {
        out::write(&summary)?;
    }
    if let Some(path) = &command.junit {
        replace(path, &junit(&report)?)?;
    }
    if let Some(path) = &command.html {
        replace(path, &html(&report))?;
    }
    if command.coverage {
        let coverage = report.coverage();
        if command.json {
            say!("{}", serde_json::to_string_pretty(&coverage)?)?;
        } else {
            print_coverage(&coverage)?;
        }
    }
    match report.exit_code() {
        0 => Ok(Outcome::Success),
        1 => Ok(Outcome::CheckFailed),
        _ => Err(BadInput("some scenarios could not be read".to_owned()).into()),
    }
}

fn bless_all(paths: &[PathBuf]) -> anyhow::Result<()> {
    for path in files::find(paths).files {
        // A file that cannot be read is reported by the run that follows.
        let Ok(document) = files::load(&path) else { continue };
        let blessed = bless(&document, &waybill_scenario::run(&document));
        for left in &blessed.left {
            eprintln!("{left}");
        }
        if blessed.changed > 0 {
            replace(&path, &blessed.text)?;
            eprintln!(
                "{}: {} expectations rewritten; read the difference",
                path.display(),
                blessed.changed
            );
        }
    }
    Ok(())
}

fn print_coverage(coverage: &Coverage) -> std::io::Result<()> {
    say!("\n{:<15} {:>9} {:>12}", "machine", "states", "transitions")?;
    for machine in &coverage.machines {
        let (states, transitions) = (machine.states.to_string(), machine.transitions.to_string());
        say!("{:<15} {states:>9} {transitions:>12}", machine.machine.as_str())?;
        for missing in &machine.transitions.missing {
            say!("  not visited: {missing}")?;
        }
    }
    say!("\nrequirements covered: {}", coverage.requirements.covered.join(" "))?;
    if !coverage.requirements.missing_now.is_empty() {
        say!("not covered yet: {}", coverage.requirements.missing_now.join(" "))?;
    }
    Ok(())
}

fn record_one(command: &Record) -> anyhow::Result<Outcome> {
    command.output.check()?;
    let about = About {
        sentence: command.sentence.clone().unwrap_or_else(|| About::default().sentence),
        ..About::default()
    };
    let scenario = if command.is_of_trace() {
        let trace = Path::new(&command.source);
        let lines = crate::files::read(trace, TRACE_BYTES_MAX)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
            .map_err(|error| BadInput(format!("{} cannot be read: {error}", trace.display())))?;
        record(lines.lines(), &about)
    } else {
        let mut trace = Vec::new();
        write_session(&command.data, &command.source, &mut trace)?;
        opened(&command.data, &stream(&command.source)?, How::Exported);
        record(String::from_utf8(trace)?.lines(), &about)
    };
    let scenario = scenario.map_err(|error| BadInput(error.to_string()))?;
    command.output.write(|out| Ok(out.write_all(scenario.as_bytes())?))?;
    Ok(Outcome::Success)
}
