//! `waybill audit`: inspects the journals, or a trace file. Those of a running server are read through it, and those
//! of any other directory without changing it, except by the record that a log was shown or exported. A session is
//! named by its id, anything of the platform by its stream, such as `user/p_17` or `support_bundle/b1-1`.

use std::path::PathBuf;

use clap::Subcommand;
use waybill_journal::{Journal as _, StoredRecord};

use super::out::{count, say};
use super::output::Output;
use super::{DataDir, Outcome, table};
use crate::data::{PLATFORM, SESSIONS};
use crate::session_trace;
use reading::{named, not_there, read_all, stream_names, with_journal};

mod again;
mod list;
mod opened;
mod reading;
mod verify;
mod who;
mod with;

pub use opened::{How, Opened, opened};
pub use reading::{stream, write_session};
use who::People;

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
    #[command(after_help = "\
Examples:
  waybill audit replay SESSION
  waybill audit replay                                   # all sessions
  waybill audit replay --platform --json | jq .holds
  waybill audit replay --with ./waybill-0.1 SESSION      # under the rules of another build

Records of this build's rules must come out as recorded. Records of other rules are decided again under these too, and
what differs is shown: it does not mean that the log is wrong. --with replays them under their own.

Exit 0: everything came out as recorded. 1: it did not, and what differs is said. 2: there is nothing to replay.")]
    Replay {
        /// The session's id, or the stream; all sessions when there is none.
        session: Option<String>,
        /// All streams of the platform instead.
        #[arg(long, conflicts_with = "session")]
        platform: bool,
        /// Replay under the rules of this build of Waybill instead, such as the one that wrote the records.
        #[arg(long, value_name = "BINARY")]
        with: Option<PathBuf>,
        #[command(flatten)]
        data: DataDir,
        /// Machine-readable output.
        #[arg(long)]
        json: bool,
    },
    /// Verify a trace file, or the journals of a data directory and the lines of downloads in its access log.
    #[command(after_help = "\
Examples:
  waybill audit verify                                   # every hash of the data directory, and the lines of downloads
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
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        data: DataDir,
    },
}

impl Command {
    /// The data directory, if it is about one.
    pub(super) const fn data(&self) -> Option<&DataDir> {
        match self {
            Self::List { data, .. }
            | Self::Show { data, .. }
            | Self::Replay { data, .. }
            | Self::Verify { file: None, data, .. }
            | Self::Export { data, .. } => Some(data),
            Self::Verify { .. } => None,
        }
    }
}

/// Runs the command.
pub fn run(command: Command) -> anyhow::Result<Outcome> {
    match command {
        Command::List { data, platform: false, json } => {
            with_journal(&data, SESSIONS, |journal| list::sessions(&journal, json))
        }
        Command::List { data, platform: true, json } => {
            with_journal(&data, PLATFORM, |journal| list::platform(&journal, json))
        }
        Command::Show { session, data, json } => {
            let (name, stream) = named(&data, &session)?;
            let records = with_journal(&data, name, |journal| read_all(&journal, &stream))?;
            opened(&data, &stream, How::Shown);
            show(&data, &records, json)
        }
        Command::Replay { session, platform, with, data, json } => {
            let (name, stream) = match session {
                Some(session) => {
                    named(&data, &session).map(|(name, stream)| (name, Some(stream)))?
                }
                None => (if platform { PLATFORM } else { SESSIONS }, None),
            };
            let prefix = if name == SESSIONS { "session/" } else { "" };
            with_journal(&data, name, |journal| {
                let streams =
                    stream.map_or_else(|| stream_names(&journal, prefix), |stream| vec![stream]);
                match with {
                    Some(binary) => with::replay(&binary, &journal, name, &streams, json),
                    None => again::streams(&journal, &streams, json),
                }
            })
        }
        Command::Verify { file: Some(file), json, .. } => verify::a_file(&file, json),
        Command::Verify { file: None, data, json } => verify::journals(&data, json),
        Command::Export { session, output, data } => export(&data, &session, &output),
    }
}

fn show(data: &DataDir, records: &[StoredRecord], as_json: bool) -> anyhow::Result<Outcome> {
    if as_json {
        for record in records {
            say!("{}", record.line)?;
        }
        return Ok(Outcome::Success);
    }
    let views = records.iter().map(StoredRecord::view).collect::<Result<Vec<_>, _>>()?;
    let mut people = People::of(data);
    people.look_up(data, views.iter().map(|view| view.who));
    let mut rows = Vec::new();
    for view in views {
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
            people.who(view.who),
            people.by(&view),
            cause,
        ]);
    }
    table::print(["no", "time", "event", "state", "who", "by", "cause"], rows.into_iter())?;
    Ok(Outcome::Success)
}

fn export(data: &DataDir, name: &str, output: &Output) -> anyhow::Result<Outcome> {
    let (journal, stream) = named(data, name)?;
    with_journal(data, journal, |journal| {
        journal.head(&stream).map(drop).ok_or_else(|| not_there(&stream))
    })?;
    output.check()?;
    opened(data, &stream, How::Exported);
    let (header, path) = output.write(|out| match journal {
        SESSIONS => write_session(data, name, out),
        _ => with_journal(data, journal, |journal| {
            Ok(session_trace::write_streams(&[(&journal, &stream)], out)?)
        }),
    })?;
    if let Some(path) = path {
        eprintln!("{} written to {}.", count(header.records, "record"), path.display());
    }
    Ok(Outcome::Success)
}
