//! Resolves the names of sessions and streams, and reads them completely.

use std::io::Write;

use waybill_engine::SessionId;
use waybill_journal::trace::TraceHeader;
use waybill_journal::{Journal, StoredRecord};
use waybill_machines::MachineName;

use crate::cli::{BadInput, DataDir};
use crate::data::{DataDirectory, PLATFORM, SESSIONS};
use crate::session_trace;

/// Opens the sessions' journal.
pub fn open(data: &DataDir) -> anyhow::Result<impl Journal + use<>> {
    open_journal(data, SESSIONS)
}

pub(super) fn open_journal(data: &DataDir, name: &str) -> anyhow::Result<impl Journal + use<>> {
    DataDirectory::existing(&data.data)?.journal(name)
}

/// The journal and the stream of a name: a session by its id, anything else by its stream.
pub(super) fn named(data: &DataDir, name: &str) -> anyhow::Result<(&'static str, String)> {
    // A missing data directory is reported first, whatever the name.
    DataDirectory::existing(&data.data)?;
    if SessionId::parse(name).is_some() || !is_stream(name) {
        return Ok((SESSIONS, stream(name)?));
    }
    Ok((PLATFORM, name.to_owned()))
}

/// Streams of the platform contain a slash, or are named after a machine with a single instance.
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

/// Writes the trace of a session, including streams that were started in it.
pub fn write_session(
    data: &DataDir,
    session: &str,
    out: &mut dyn Write,
) -> anyhow::Result<TraceHeader> {
    let sessions = open(data)?;
    let own = stream(session)?;
    let id = SessionId::parse(session).filter(|_| sessions.head(&own).is_some());
    let id = id.ok_or_else(|| not_there(&own))?;
    let platform = open_journal(data, PLATFORM)?;
    Ok(session_trace::write(&sessions, Some(&platform), &id, out)?)
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

pub(super) fn not_there(stream: &str) -> anyhow::Error {
    let hint = if stream.starts_with("session/") {
        "`waybill audit list` shows the sessions"
    } else {
        "`waybill audit list --platform` shows what there is"
    };
    BadInput(format!("there is no {stream}; {hint}")).into()
}

/// The names of all streams with this prefix.
pub(super) fn stream_names(journal: &impl Journal, prefix: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    loop {
        let portion = journal.streams(prefix, names.last().map(String::as_str), 512);
        if portion.is_empty() {
            return names;
        }
        names.extend(portion.into_iter().map(|(stream, _)| stream));
    }
}
