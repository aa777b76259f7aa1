//! `waybill fsck`: checks both journals of a data directory that is not in use.

use clap::Args;
use waybill_journal::durable::fsck;

use super::out::say;
use super::{DataDir, Outcome, out};
use crate::data::{DataDirectory, PLATFORM, SESSIONS};

/// What to check.
#[derive(Debug, Args)]
pub struct Fsck {
    #[command(flatten)]
    data: DataDir,
    /// Machine-readable output.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(command: &Fsck) -> anyhow::Result<Outcome> {
    let directory = DataDirectory::existing(&command.data.data)?;
    let mut reports = Vec::new();
    for name in [SESSIONS, PLATFORM] {
        reports.push(fsck(&directory.journal_dir(name))?);
    }
    let ok = reports.iter().all(waybill_journal::durable::FsckReport::is_ok);
    if command.json {
        say!("{}", serde_json::to_string_pretty(&reports)?)?;
    } else {
        for report in &reports {
            let records = out::count(report.verified.records, "record");
            let generations = out::count(report.generations, "generation");
            let state = if report.clean { "closed in order" } else { "not closed in order" };
            say!("{}: {records} in {generations}, {state}", report.dir.display())?;
            for problem in &report.problems {
                say!("  {problem}")?;
            }
        }
        say!("{}", if ok { "All is well." } else { "There are problems." })?;
    }
    Ok(if ok { Outcome::Success } else { Outcome::CheckFailed })
}
