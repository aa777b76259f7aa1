//! `waybill audit`: an auditor's view of the sessions' journal, while the server is stopped, or of a trace file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::json;
use waybill_engine::{Replay, SessionId, replay};
use waybill_journal::durable::fsck;
use waybill_journal::{Journal, StoredRecord, trace};

use super::{BadInput, DataDir, Ending};
use crate::data::{Data, PLATFORM, SESSIONS};
use crate::session_trace;

/// What to look at.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the sessions.
    List {
        #[command(flatten)]
        data: DataDir,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
    /// Show a session's log.
    Show {
        /// The session's id.
        session: String,
        #[command(flatten)]
        data: DataDir,
        /// The records themselves, as JSON Lines.
        #[arg(long)]
        json: bool,
    },
    /// Decide every record of a session again, and compare.
    Replay {
        /// The session's id; all sessions when there is none.
        session: Option<String>,
        #[command(flatten)]
        data: DataDir,
    },
    /// Verify a trace file, or both journals of a data directory.
    Verify {
        /// A trace file.
        file: Option<PathBuf>,
        #[command(flatten)]
        data: DataDir,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
    /// Write a session's log as a trace: a header, then its records as they are stored.
    Export {
        /// The session's id.
        session: String,
        /// The file; standard output when there is none.
        #[arg(short, long)]
        output: Option<PathBuf>,
        #[command(flatten)]
        data: DataDir,
    },
}

/// Runs it.
pub fn run(command: Command) -> anyhow::Result<Ending> {
    match command {
        Command::List { data, json } => list(&open(&data)?, json),
        Command::Show { session, data, json } => show(&open(&data)?, &stream(&session)?, json),
        Command::Replay { session, data } => {
            let stream = session.map(|session| stream(&session)).transpose()?;
            replay_streams(&open(&data)?, stream.as_deref())
        }
        Command::Verify { file: Some(file), json, .. } => verify_file(&file, json),
        Command::Verify { file: None, data, json } => verify_data(&data, json),
        Command::Export { session, output, data } => {
            export(&open(&data)?, &stream(&session)?, output.as_deref())
        }
    }
}

/// Opens the sessions' journal.
pub fn open(data: &DataDir) -> anyhow::Result<impl Journal + use<>> {
    if !Data::journal_dir(&data.data, SESSIONS).is_dir() {
        let message = format!("{} is no data directory; name it with --data", data.data.display());
        return Err(BadInput(message).into());
    }
    Data::journal(&data.data, SESSIONS)
}

/// The stream of a session.
pub fn stream(session: &str) -> anyhow::Result<String> {
    let id = SessionId::parse(session).ok_or_else(|| {
        BadInput(format!("'{session}' is no session id; `waybill audit list` shows them"))
    })?;
    Ok(id.stream())
}

/// All records of a stream.
pub fn read_all(journal: &impl Journal, stream: &str) -> anyhow::Result<Vec<StoredRecord>> {
    let mut records: Vec<StoredRecord> = Vec::new();
    loop {
        let next = records.last().map_or(1, |record| record.seq + 1);
        let portion = journal.read(stream, next, 512)?;
        if portion.is_empty() {
            break;
        }
        records.extend(portion);
    }
    if records.is_empty() {
        return Err(BadInput(format!(
            "there is no {stream}; `waybill audit list` shows the sessions"
        ))
        .into());
    }
    Ok(records)
}

fn list(journal: &impl Journal, as_json: bool) -> anyhow::Result<Ending> {
    let mut rows = Vec::new();
    let mut after: Option<String> = None;
    loop {
        let portion = journal.streams("session/", after.as_deref(), 512);
        let Some((last, _)) = portion.last() else { break };
        after = Some(last.clone());
        for (stream, head) in portion {
            let records = read_all(journal, &stream)?;
            let (first, newest) = (records[0].view()?, records[records.len() - 1].view()?);
            let who = records.iter().rev().find_map(|record| {
                record
                    .view()
                    .ok()
                    .map(|view| view.who.to_owned())
                    .filter(|who| who.starts_with("p_"))
            });
            let refused = records
                .iter()
                .filter(|record| record.view().is_ok_and(|view| view.refused.is_some()));
            rows.push(json!({
                "session": stream.trim_start_matches("session/"),
                "records": head.seq,
                "from": first.at,
                "to": newest.at,
                "who": who,
                "refused": refused.count(),
                "closed": newest.machine == "session" && newest.to == "closed",
            }));
        }
    }
    if as_json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(Ending::Fine);
    }
    println!(
        "{:<36} {:>7} {:>7}  {:<24} {:<6} who",
        "session", "records", "refused", "from", "state"
    );
    for row in rows {
        let text = |key: &str| row[key].as_str().unwrap_or("nobody").to_owned();
        let state = if row["closed"] == json!(true) { "closed" } else { "open" };
        println!(
            "{:<36} {:>7} {:>7}  {:<24} {state:<6} {}",
            text("session"),
            row["records"].to_string(),
            row["refused"].to_string(),
            text("from"),
            text("who")
        );
    }
    Ok(Ending::Fine)
}

fn show(journal: &impl Journal, stream: &str, as_json: bool) -> anyhow::Result<Ending> {
    for record in read_all(journal, stream)? {
        if as_json {
            println!("{}", record.line);
            continue;
        }
        let view = record.view()?;
        let event: serde_json::Value = serde_json::from_str(view.event)?;
        let name = event["type"].as_str().unwrap_or_default();
        let outcome = match &view.refused {
            Some(refused) => format!("{} (refused: {})", view.from, refused.code),
            None => format!("{} -> {}", view.from, view.to),
        };
        let cause = view
            .cause
            .as_ref()
            .map_or(String::new(), |cause| format!("  because of {}", cause.record));
        println!(
            "{:>5}  {}  {:<28} {outcome}{cause}",
            view.seq,
            view.at,
            format!("{}.{name}", view.machine)
        );
    }
    Ok(Ending::Fine)
}

fn replay_streams(journal: &impl Journal, only: Option<&str>) -> anyhow::Result<Ending> {
    let mut streams: Vec<String> = only.iter().map(|stream| (*stream).to_owned()).collect();
    while only.is_none() {
        let portion = journal.streams("session/", streams.last().map(String::as_str), 512);
        if portion.is_empty() {
            break;
        }
        streams.extend(portion.into_iter().map(|(stream, _)| stream));
    }
    let (mut same, mut other) = (0, 0);
    for stream in &streams {
        let mut state = Replay::default();
        for record in read_all(journal, stream)? {
            if let Err(fault) = replay(&mut state, &record.view()?) {
                println!("{fault}");
                return Ok(Ending::DidNotHold);
            }
        }
        same += state.same;
        other += state.by_other_rules;
    }
    println!(
        "{same} records of {} sessions were decided again, and came out as recorded.",
        streams.len()
    );
    if other > 0 {
        println!(
            "{other} records were decided by other rules than this build's and are shown as they were."
        );
    }
    Ok(Ending::Fine)
}

fn verify_file(file: &Path, as_json: bool) -> anyhow::Result<Ending> {
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

fn verify_data(data: &DataDir, as_json: bool) -> anyhow::Result<Ending> {
    let mut reports = BTreeMap::new();
    for name in [SESSIONS, PLATFORM] {
        let dir = Data::journal_dir(&data.data, name);
        if !dir.is_dir() {
            let message =
                format!("{} is no data directory; name it with --data", data.data.display());
            return Err(BadInput(message).into());
        }
        reports.insert(name, fsck(&dir)?);
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

fn export(journal: &impl Journal, stream: &str, output: Option<&Path>) -> anyhow::Result<Ending> {
    if journal.head(stream).is_none() {
        return Err(BadInput(format!(
            "there is no {stream}; `waybill audit list` shows the sessions"
        ))
        .into());
    }
    let mut out: Box<dyn Write> = match output {
        Some(path) => Box::new(BufWriter::new(File::create(path)?)),
        None => Box::new(std::io::stdout().lock()),
    };
    let header = session_trace::write(journal, stream, &mut out)?;
    out.flush()?;
    if let Some(path) = output {
        eprintln!("{} records written to {}.", header.records, path.display());
    }
    Ok(Ending::Fine)
}
