//! Verifies stored records: a trace file, or the journals of a data directory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde_json::json;
use waybill_journal::trace::{self, TraceError};
use waybill_platform::downloads::{Proof, prove};

use super::reading::with_journal;
use crate::cli::fsck::check;
use crate::cli::out::{count, say};
use crate::cli::{BadInput, DataDir, Outcome};
use crate::component::LOG_FOLDER;
use crate::data::PLATFORM;

pub(super) fn a_file(file: &Path, as_json: bool) -> anyhow::Result<Outcome> {
    let opened = File::open(file)
        .map_err(|error| BadInput(format!("{} cannot be read: {error}", file.display())))?;
    match trace::verify(&mut BufReader::new(opened)) {
        Ok((header, verified)) => {
            if as_json {
                say!(
                    "{}",
                    json!({ "holds": true, "records": verified.records, "heads": header.heads })
                )?;
            } else {
                let streams = count(header.heads.len() as u64, "stream");
                say!("{} of {streams}: all verify.", count(verified.records, "record"))?;
            }
            Ok(Outcome::Success)
        }
        // The file could not be read, so it is unknown whether it verifies.
        Err(error @ TraceError::Io(_)) => {
            Err(BadInput(format!("{}: {error}", file.display())).into())
        }
        Err(error) => {
            if as_json {
                say!("{}", json!({ "holds": false, "problem": error.to_string() }))?;
            } else {
                say!("{}: {error}", file.display())?;
            }
            Ok(Outcome::CheckFailed)
        }
    }
}

pub(super) fn journals(data: &DataDir, as_json: bool) -> anyhow::Result<Outcome> {
    let checked = check(data)?;
    let reports: BTreeMap<_, _> = checked.reports().collect();
    let downloads = downloads(data);
    let holds =
        reports.values().all(|report| report.is_ok()) && downloads.as_ref().is_ok_and(Proof::holds);
    if as_json {
        let downloads = match &downloads {
            Ok(proof) => json!(proof),
            Err(error) => json!({ "problems": [format!("{error:#}")] }),
        };
        let all = json!({ "holds": holds, "journals": reports, "downloads": downloads });
        say!("{}", serde_json::to_string_pretty(&all)?)?;
    } else {
        for (name, report) in &reports {
            for problem in &report.problems {
                say!("{name}: {problem}")?;
            }
            if report.is_ok() {
                say!("{name}: {}: all verify.", count(report.verified.records, "record"))?;
            }
        }
        match &downloads {
            Ok(proof) => print(proof)?,
            Err(error) => say!("downloads: {error:#}")?,
        }
    }
    Ok(if holds { Outcome::Success } else { Outcome::CheckFailed })
}

/// Compares the lines of downloads in the access log with the records of their minutes.
fn downloads(data: &DataDir) -> anyhow::Result<Proof> {
    let log = data.data.join(LOG_FOLDER);
    with_journal(data, PLATFORM, |journal| Ok(prove(&*journal, &log)?))
}

fn print(proof: &Proof) -> anyhow::Result<()> {
    let Proof { matching, rotated_away, not_recorded_yet, recovered, unlogged, problems } = proof;
    for problem in problems {
        say!("downloads: {problem}")?;
    }
    if *proof == Proof::default() {
        return Ok(());
    }
    let matching = count(*matching, "record");
    say!("downloads: the lines of {matching} of minutes are in the access log, unchanged.")?;
    for (number, text) in [
        (
            recovered,
            "of them were counted from the lines at a start, since the server had not stopped in order",
        ),
        (
            rotated_away,
            "have lines that are no longer in the access log: rotated away, or removed with everything before them",
        ),
        (not_recorded_yet, "lines have no record yet"),
        (unlogged, "downloads are counted without a line: more came than could be written"),
    ] {
        if *number > 0 {
            say!("  {number} {text}")?;
        }
    }
    Ok(())
}
