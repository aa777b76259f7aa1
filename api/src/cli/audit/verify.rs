//! Whether what is stored is whole: a trace file, or both journals of a data directory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde_json::json;
use waybill_journal::durable::fsck;
use waybill_journal::trace;

use super::reading::check_directory;
use crate::cli::{BadInput, DataDir, Ending};
use crate::data::{Data, PLATFORM, SESSIONS};

pub(super) fn a_file(file: &Path, as_json: bool) -> anyhow::Result<Ending> {
    let opened = File::open(file)
        .map_err(|error| BadInput(format!("{} cannot be read: {error}", file.display())))?;
    match trace::verify(&mut BufReader::new(opened)) {
        Ok((header, verified)) => {
            if as_json {
                println!(
                    "{}",
                    json!({ "holds": true, "records": verified.records, "heads": header.heads })
                );
            } else {
                println!("{} records of {} streams verify.", verified.records, header.heads.len());
            }
            Ok(Ending::Fine)
        }
        Err(error) => {
            if as_json {
                println!("{}", json!({ "holds": false, "problem": error.to_string() }));
            } else {
                println!("{}: {error}", file.display());
            }
            Ok(Ending::DidNotHold)
        }
    }
}

pub(super) fn both_journals(data: &DataDir, as_json: bool) -> anyhow::Result<Ending> {
    let mut reports = BTreeMap::new();
    for name in [SESSIONS, PLATFORM] {
        check_directory(data, name)?;
        reports.insert(name, fsck(&Data::journal_dir(&data.data, name))?);
    }
    let holds = reports.values().all(waybill_journal::durable::FsckReport::is_ok);
    if as_json {
        println!(
            "{}",
            serde_json::to_string_pretty(&json!({ "holds": holds, "journals": reports }))?
        );
    } else {
        for (name, report) in &reports {
            for problem in &report.problems {
                println!("{name}: {problem}");
            }
            if report.is_ok() {
                println!("{name}: {} records verify.", report.verified.records);
            }
        }
    }
    Ok(if holds { Ending::Fine } else { Ending::DidNotHold })
}
