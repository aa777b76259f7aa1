//! `waybill audit replay --with BINARY`: replays under the rules of another build.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use waybill_journal::durable::DurableJournal;
use waybill_journal::{Group, Journal, SealedRecord};

use super::reading::read_all;
use crate::cli::{BadInput, Outcome};
use crate::data::{Data, DataDirectory, PLATFORM, SESSIONS};

/// The format of a journal that every build can read.
const OLDEST_FORMAT: &str = "waybill-journal 1\n";
/// Number of records that are copied at once.
const PORTION: usize = 32;

/// Copies streams verbatim into a temporary data directory and replays them there with another build, which must not
/// open the original: it may not know its format.
pub(super) fn replay(
    binary: &Path,
    journal: &impl Journal,
    name: &str,
    streams: &[String],
    as_json: bool,
) -> anyhow::Result<Outcome> {
    let copy = tempfile::tempdir().context("there is no room for a copy")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // A complete data directory, since a build that checks the manifest rejects a partial one.
    let made = Data::open(copy.path())?;
    let target = if name == PLATFORM { &made.platform } else { &made.sessions };
    for stream in streams {
        runtime.block_on(copy_stream(journal, stream, target))?;
    }
    drop(made);
    let directory = DataDirectory::existing(copy.path())?;
    for other in [SESSIONS, PLATFORM] {
        fs::write(directory.journal_dir(other).join("FORMAT"), OLDEST_FORMAT)?;
    }
    let mut command = Command::new(binary);
    command.args(["audit", "replay"]);
    if name == PLATFORM {
        command.arg("--platform");
    }
    if as_json {
        command.arg("--json");
    }
    let status = command.arg("--data").arg(copy.path()).status().map_err(|error| {
        BadInput(format!("{} cannot be run as a build of Waybill: {error}", binary.display()))
    })?;
    match status.code() {
        Some(0) => Ok(Outcome::Success),
        Some(1) => Ok(Outcome::CheckFailed),
        _ => Err(BadInput(format!("{} could not replay the records ({status})", binary.display()))
            .into()),
    }
}

async fn copy_stream(
    journal: &impl Journal,
    stream: &str,
    target: &DurableJournal,
) -> anyhow::Result<()> {
    for portion in read_all(journal, stream)?.chunks(PORTION) {
        let records = portion.iter().map(|record| SealedRecord::from_line(&record.line));
        let records = records.collect::<Result<Vec<_>, _>>()?;
        target.append(Group::of(stream, target.head(stream), records)).await?;
    }
    Ok(())
}
