//! Resolves the names of sessions and streams, and reads them completely.

use std::io::Write;
use std::sync::{Arc, Mutex};

use waybill_engine::SessionId;
use waybill_journal::trace::TraceHeader;
use waybill_journal::{Journal, StoredRecord};
use waybill_machines::MachineName;

use crate::cli::host::explained;
use crate::cli::{BadInput, DataDir};
use crate::data::{DataDirectory, PLATFORM, SESSIONS};
use crate::local::{Client, JournalName, JournalOfServer};
use crate::session_trace;

/// Passes a journal to `read`: that of the running server, or else one that is opened here without changing anything.
pub(super) fn with_journal<T>(
    data: &DataDir,
    name: &str,
    read: impl FnOnce(Arc<dyn Journal>) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let data = &data.data;
    if let (Some(client), Some(name)) = (Client::connect(data)?, JournalName::of(name)) {
        let journal = JournalOfServer::new(name, Arc::new(Mutex::new(client)));
        let outcome = read(Arc::new(journal.clone()));
        // Where the server could not be asked, the journal seems to end.
        return journal.failure().map_or(outcome, |why| Err(BadInput(why).into()));
    }
    let directory = DataDirectory::existing(data)?;
    let warn = |warning: &str| eprintln!("waybill: {warning}");
    let journal: anyhow::Result<Arc<dyn Journal>> = match name {
        SESSIONS => directory.sessions_to_read(warn).map(|journal| Arc::new(journal) as _),
        _ => directory.journal_to_read(name, warn).map(|journal| Arc::new(journal) as _),
    };
    read(journal.map_err(|error| explained(data, error))?)
}

/// The journal and the stream of a name: a session by its id, anything else by its stream.
pub(super) fn named(data: &DataDir, name: &str) -> anyhow::Result<(&'static str, String)> {
    // A missing data directory is reported first, regardless of the name.
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

/// Writes the trace of a session, including the streams of the platform that it changed.
pub fn write_session(
    data: &DataDir,
    session: &str,
    out: &mut dyn Write,
) -> anyhow::Result<TraceHeader> {
    let own = stream(session)?;
    with_journal(data, SESSIONS, |sessions| {
        let id = SessionId::parse(session).filter(|_| sessions.head(&own).is_some());
        let id = id.ok_or_else(|| not_there(&own))?;
        with_journal(data, PLATFORM, |platform| {
            Ok(session_trace::write(&sessions, Some(&platform), &id, out)?)
        })
    })
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
        "`waybill audit list` shows the sessions, and `drop_visitors` in `waybill audit show server --json` the days whose sessions without sign-in are gone"
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
