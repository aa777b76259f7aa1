//! `waybill fsck`: checks both journals of a data directory that is not in use.

use clap::Args;
use waybill_journal::durable::fsck;

use super::out::say;
use super::{BadInput, DataDir, Ending, out};
use crate::data::{Data, PLATFORM, SESSIONS};

/// What to check.
#[derive(Debug, Args)]
pub struct Fsck {
    #[command(flatten)]
    data: DataDir,
    /// Machine-readable output.
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(command: &Fsck) -> anyhow::Result<Ending> {
    let mut reports = Vec::new();
    for name in [SESSIONS, PLATFORM] {
        let dir = Data::journal_dir(&command.data.data, name);
        if !dir.is_dir() {
            let data = command.data.data.display();
            return Err(BadInput(format!(
                "{data} holds no journal '{name}'; name the data directory with --data"
            ))
            .into());
        }
        reports.push(fsck(&dir)?);
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
    Ok(if ok { Ending::Fine } else { Ending::DidNotHold })
}
