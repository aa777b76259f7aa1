//! `waybill fsck`: checks both journals of a data directory that is not in use.

use clap::Args;
use waybill_journal::durable::fsck;

use super::{BadInput, DataDir, Ending};
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
        println!("{}", serde_json::to_string_pretty(&reports)?);
    } else {
        for report in &reports {
            let records = report.verified.records;
            let state = if report.clean { "closed in order" } else { "not closed in order" };
            println!(
                "{}: {records} records in {} generations, {state}",
                report.dir.display(),
                report.generations
            );
            for problem in &report.problems {
                println!("  {problem}");
            }
        }
        println!("{}", if ok { "All is well." } else { "There are problems." });
    }
    Ok(if ok { Ending::Fine } else { Ending::DidNotHold })
}
