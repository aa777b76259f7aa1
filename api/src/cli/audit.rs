//! `waybill audit`: an auditor's view of both journals, while the server is stopped, or of a trace file. A session is
//! named by its id, anything of the platform by its stream, such as `user/p_17` or `support_bundle/b1-1`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::json;
use waybill_engine::{Replay, SessionId, replay};
use waybill_journal::durable::fsck;
use waybill_journal::{Journal, StoredRecord, trace};
use waybill_machines::MachineName;

use super::{BadInput, DataDir, Ending};
use crate::data::{Data, PLATFORM, SESSIONS};
use crate::session_trace;

/// What to look at.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the sessions, or what the platform's journal holds.
    List {
        #[command(flatten)]
        data: DataDir,
        /// The streams of the platform instead.
        #[arg(long)]
        platform: bool,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
    /// Show the log of a session or of a stream of the platform.
    Show {
        /// The session's id, or the stream.
        session: String,
        #[command(flatten)]
        data: DataDir,
        /// The records themselves, as JSON Lines.
        #[arg(long)]
        json: bool,
    },
    /// Decide every record of a session or of a stream of the platform again, and compare.
    Replay {
        /// The session's id, or the stream; all sessions when there is none.
        session: Option<String>,
        /// All streams of the platform instead.
        #[arg(long, conflicts_with = "session")]
        platform: bool,
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
    /// Write a log as a trace: a header, then its records as they are stored.
    Export {
        /// The session's id, or a stream of the platform.
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
        Command::List { data, platform: false, json } => list(&open(&data)?, json),
        Command::List { data, platform: true, json } => {
            list_platform(&open_journal(&data, PLATFORM)?, json)
        }
        Command::Show { session, data, json } => {
            let (name, stream) = named(&data, &session)?;
            show(&open_journal(&data, name)?, &stream, json)
        }
        Command::Replay { session: Some(session), data, .. } => {
            let (name, stream) = named(&data, &session)?;
            replay_streams(&open_journal(&data, name)?, Some(&stream), "")
        }
        Command::Replay { session: None, data, platform: false } => {
            replay_streams(&open(&data)?, None, "session/")
        }
        Command::Replay { session: None, data, platform: true } => {
            replay_streams(&open_journal(&data, PLATFORM)?, None, "")
        }
        Command::Verify { file: Some(file), json, .. } => verify_file(&file, json),
        Command::Verify { file: None, data, json } => verify_data(&data, json),
        Command::Export { session, output, data } => {
            let (name, stream) = named(&data, &session)?;
            export(&open_journal(&data, name)?, &stream, output.as_deref())
        }
    }
}

/// Opens the sessions' journal.
pub fn open(data: &DataDir) -> anyhow::Result<impl Journal + use<>> {
    open_journal(data, SESSIONS)
}

fn check_directory(data: &DataDir, name: &str) -> anyhow::Result<()> {
    if !Data::journal_dir(&data.data, name).is_dir() {
        let message = format!("{} is no data directory; name it with --data", data.data.display());
        return Err(BadInput(message).into());
    }
    Ok(())
}

fn open_journal(data: &DataDir, name: &str) -> anyhow::Result<impl Journal + use<>> {
    check_directory(data, name)?;
    Data::journal(&data.data, name)
}

/// The journal and the stream that somebody names: a session by its id, anything else by its stream.
fn named(data: &DataDir, name: &str) -> anyhow::Result<(&'static str, String)> {
    // Whoever forgot to name the directory is told that, whatever they look for.
    check_directory(data, SESSIONS)?;
    if SessionId::parse(name).is_some() || !is_stream(name) {
        return Ok((SESSIONS, stream(name)?));
    }
    Ok((PLATFORM, name.to_owned()))
}

/// Streams of the platform have a slash, or are those of which there is only one.
fn is_stream(name: &str) -> bool {
    name.contains('/') || MachineName::ALL.iter().any(|machine| machine.as_str() == name)
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
        return Err(not_there(stream));
    }
    Ok(records)
}

fn not_there(stream: &str) -> anyhow::Error {
    let hint = if stream.starts_with("session/") {
        "`waybill audit list` shows the sessions"
    } else {
        "`waybill audit list --platform` shows what there is"
    };
    BadInput(format!("there is no {stream}; {hint}")).into()
}

fn list_platform(journal: &impl Journal, as_json: bool) -> anyhow::Result<Ending> {
    let mut rows = Vec::new();
    for stream in stream_names(journal, "") {
        let Some(head) = journal.head(&stream) else { continue };
        let newest = journal.read(&stream, head.seq, 1)?.pop();
        let Some(newest) = newest else { continue };
        let view = newest.view()?;
        rows.push(json!({
            "stream": stream, "machine": view.machine, "records": head.seq, "state": view.to,
            "to": view.at, "who": view.who,
        }));
    }
    if as_json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(Ending::Fine);
    }
    println!("{:<44} {:>7}  {:<24} {:<14} who", "stream", "records", "to", "state");
    for row in rows {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        println!(
            "{:<44} {:>7}  {:<24} {:<14} {}",
            text("stream"),
            row["records"].to_string(),
            text("to"),
            text("state"),
            text("who")
        );
    }
    Ok(Ending::Fine)
}

/// The names of all streams that begin like this.
fn stream_names(journal: &impl Journal, prefix: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    loop {
        let portion = journal.streams(prefix, names.last().map(String::as_str), 512);
        if portion.is_empty() {
            return names;
        }
        names.extend(portion.into_iter().map(|(stream, _)| stream));
    }
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

fn replay_streams(
    journal: &impl Journal,
    only: Option<&str>,
    prefix: &str,
) -> anyhow::Result<Ending> {
    let streams = match only {
        Some(stream) => vec![stream.to_owned()],
        None => stream_names(journal, prefix),
    };
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
        "{same} records of {} {} were decided again, and came out as recorded.",
        streams.len(),
        if streams.iter().all(|stream| stream.starts_with("session/")) {
            "sessions"
        } else {
            "streams"
        },
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
        return Err(not_there(stream));
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
