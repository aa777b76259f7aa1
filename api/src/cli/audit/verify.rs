//! Verifies stored records: a trace file, or the journals of a data directory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde_json::json;
use waybill_journal::trace::{self, TraceError};

use crate::cli::fsck::check;
use crate::cli::out::{count, say};
use crate::cli::{BadInput, DataDir, Outcome};

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
    let holds = reports.values().all(|report| report.is_ok());
    if as_json {
        say!("{}", serde_json::to_string_pretty(&json!({ "holds": holds, "journals": reports }))?)?;
    } else {
        for (name, report) in &reports {
            for problem in &report.problems {
                say!("{name}: {problem}")?;
            }
            if report.is_ok() {
                say!("{name}: {}: all verify.", count(report.verified.records, "record"))?;
            }
        }
    }
    Ok(if holds { Outcome::Success } else { Outcome::CheckFailed })
}
