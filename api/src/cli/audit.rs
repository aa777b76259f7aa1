//! `waybill audit`: an auditor's view of both journals, while the server is stopped, or of a trace file. A session is
//! named by its id, anything of the platform by its stream, such as `user/p_17` or `support_bundle/b1-1`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use waybill_engine::{Replay, replay};
use waybill_journal::Journal;

use super::out::{count, say};
use super::{BadInput, DataDir, Ending, table};
use crate::data::{PLATFORM, SESSIONS};
use crate::session_trace;
use reading::{named, not_there, open_journal, read_all, stream_names};

mod list;
mod reading;
mod verify;

pub use reading::{open, write_session};

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
    #[command(after_help = "\
Examples:
  waybill audit show SESSION
  waybill audit show SESSION --json | jq .event
  waybill audit show user/p_...                          # as `waybill audit list --platform` names it")]
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
    #[command(after_help = "\
Examples:
  waybill audit verify                                   # every hash, chain and frame of the data directory
  waybill audit verify session.jsonl                     # a trace, on any machine

Exit 0: it verifies. 1: it does not, and what is wrong is said. 2: there is nothing to verify.")]
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
    #[command(after_help = "\
Examples:
  waybill audit export SESSION -o session.jsonl
  waybill audit verify session.jsonl
  waybill scenario record session.jsonl")]
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
        Command::List { data, platform: false, json } => list::sessions(&open(&data)?, json),
        Command::List { data, platform: true, json } => {
            list::platform(&open_journal(&data, PLATFORM)?, json)
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
        Command::Verify { file: Some(file), json, .. } => verify::a_file(&file, json),
        Command::Verify { file: None, data, json } => verify::both_journals(&data, json),
        Command::Export { session, output, data } => export(&data, &session, output.as_deref()),
    }
}

fn show(journal: &impl Journal, stream: &str, as_json: bool) -> anyhow::Result<Ending> {
    let mut rows = Vec::new();
    for record in read_all(journal, stream)? {
        if as_json {
            say!("{}", record.line)?;
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
            .map_or(String::new(), |cause| format!("because of {}", cause.record));
        rows.push([
            view.seq.to_string(),
            view.at.to_string(),
            format!("{}.{name}", view.machine),
            outcome,
            cause,
        ]);
    }
    if !as_json {
        table::print(["no", "time", "event", "state", "cause"], rows.into_iter())?;
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
                say!("{fault}")?;
                return Ok(Ending::DidNotHold);
            }
        }
        same += state.same;
        other += state.by_other_rules;
    }
    let is_sessions = streams.iter().all(|stream| stream.starts_with("session/"));
    say!(
        "{} of {} decided again: came out as recorded.",
        count(same, "record"),
        count(streams.len() as u64, if is_sessions { "session" } else { "stream" }),
    )?;
    if other > 0 {
        say!(
            "{other} records were decided by other rules than this build's and are shown as they were."
        )?;
    }
    Ok(Ending::Fine)
}

fn export(data: &DataDir, name: &str, output: Option<&Path>) -> anyhow::Result<Ending> {
    let (journal, stream) = named(data, name)?;
    if open_journal(data, journal)?.head(&stream).is_none() {
        return Err(not_there(&stream));
    }
    let mut out: Box<dyn Write> = match output {
        Some(path) => Box::new(BufWriter::new(File::create(path).map_err(|error| {
            BadInput(format!("{} cannot be written: {error}", path.display()))
        })?)),
        None => Box::new(std::io::stdout().lock()),
    };
    let header = match journal {
        SESSIONS => write_session(data, name, &mut out)?,
        _ => session_trace::write_streams(&[(&open_journal(data, journal)?, &stream)], &mut out)?,
    };
    out.flush()?;
    if let Some(path) = output {
        eprintln!("{} records written to {}.", header.records, path.display());
    }
    Ok(Ending::Fine)
}
