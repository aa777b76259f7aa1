//! The server's side of one connection.

use std::io::{self, Write as _};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::Value;
use tokio::runtime::Handle;
use waybill_engine::Engine;
use waybill_journal::durable::{Cut, DurableJournal};
use waybill_journal::tiered::Part;
use waybill_journal::{Checkpoint, DayName, Hash, Journal, ReadError, StoredRecord};
use waybill_platform::access::Embedded;

use super::connections::{Entered, Running};
use super::frame::{self, Kind, OutputWriter, REQUEST_BYTES_MAX};
use super::journal::{SentRecord, SentRecords};
use super::request::{Ended, Hello, JournalName, Read, Request};
use crate::backup::intact;
use crate::cli::acting::acting_as;
use crate::cli::{Failed, Host, Outcome};
use crate::components::Contents;

/// The longest time for a client to say hello.
const HELLO_WITHIN: Duration = Duration::from_secs(10);
/// The longest time between two requests: what was read may be shown page by page.
const REQUEST_WITHIN: Duration = Duration::from_secs(600);
/// The longest time for a client to take a part of an answer.
const WRITE_WITHIN: Duration = Duration::from_secs(60);
/// Number of records or streams in an answer.
const LIMIT_MAX: usize = 512;

/// The running server, as commands use it.
pub struct Live {
    /// Sessions and ports.
    pub engine: Engine,
    /// The accounts.
    pub access: Arc<Embedded>,
    /// The contents of files.
    pub contents: Contents,
    /// The journal of sessions with a sign-in.
    pub sessions: Arc<DurableJournal>,
    /// The platform's journal.
    pub platform: Arc<DurableJournal>,
    /// The runtime of the server, on which changes run.
    pub runtime: Handle,
}

impl Live {
    /// A journal to read; that of sessions with those of visitors, or only that of one day.
    fn readable(
        &self,
        name: JournalName,
        day: Option<&DayName>,
    ) -> anyhow::Result<Arc<dyn Journal>> {
        Ok(match (name, day) {
            (JournalName::Platform, _) => Arc::clone(&self.platform) as Arc<dyn Journal>,
            (JournalName::Sessions, None) => Arc::clone(self.engine.journal()),
            (JournalName::Sessions, Some(day)) => {
                let mut parts = self.engine.sessions_journals().into_iter();
                let part = parts.find(|part| part.day.as_ref() == Some(day));
                part.with_context(|| format!("the journal of visitors {day} was dropped"))?.journal
            }
        })
    }

    /// The days that have a journal of visitors, with the number and the last of its records.
    fn days(&self) -> Vec<(DayName, Checkpoint)> {
        let day = |part: Part| {
            let count = part.journal.count();
            let last = count.checked_sub(1).and_then(|last| part.journal.scan(last, 1).ok()?.pop());
            let last = last.map_or(Hash::ZERO, |record| record.hash);
            Some((part.day?, Checkpoint { count, streams: 0, last }))
        };
        self.engine.sessions_journals().into_iter().filter_map(day).collect()
    }

    /// A journal that is backed up.
    pub const fn journal(&self, name: JournalName) -> &Arc<DurableJournal> {
        match name {
            JournalName::Sessions => &self.sessions,
            JournalName::Platform => &self.platform,
        }
    }

    /// What is durable in both journals at one time: a record of one that follows from a record of the other is in the
    /// cut only with that one.
    fn cut(&self) -> anyhow::Result<(Cut, Cut)> {
        for name in JournalName::ALL {
            intact(name, self.journal(name))?;
        }
        loop {
            let sessions = self.sessions.cut();
            let platform = self.platform.cut();
            // If nothing came between, the second was taken while the first was still what it is.
            if self.sessions.count() == sessions.checkpoint.count {
                return Ok((sessions, platform));
            }
        }
    }
}

/// Turns a client away.
pub(super) fn refuse(mut stream: &UnixStream, why: &str) {
    let ended = Ended::Failed(Failed { text: why.to_owned(), is_bad_input: true });
    let sent =
        stream.set_write_timeout(Some(WRITE_WITHIN)).and_then(|()| send(&mut stream, &ended));
    drop(sent);
}

/// Serves a client until it leaves.
pub(super) fn serve(stream: &UnixStream, entered: &Entered, live: &Live, os_uid: u32) {
    if let Err(error) = converse(stream, entered, live, os_uid) {
        tracing::debug!(%error, os_uid, "a connection to the local socket ended");
    }
}

fn converse(
    mut stream: &UnixStream,
    entered: &Entered,
    live: &Live,
    os_uid: u32,
) -> io::Result<()> {
    stream.set_read_timeout(Some(HELLO_WITHIN))?;
    stream.set_write_timeout(Some(WRITE_WITHIN))?;
    let Some((_, hello)) = frame::read(&mut stream, REQUEST_BYTES_MAX)? else { return Ok(()) };
    send(&mut stream, &Hello::own())?;
    if serde_json::from_slice::<Hello>(&hello).ok() != Some(Hello::own()) {
        return Ok(());
    }
    stream.set_read_timeout(Some(REQUEST_WITHIN))?;
    while let Some((_, bytes)) = frame::read(&mut stream, REQUEST_BYTES_MAX)? {
        let request = match serde_json::from_slice::<Request>(&bytes) {
            Ok(request) => request,
            Err(error) => {
                let text = format!("the server does not know this command: {error}");
                send(&mut stream, &Ended::Failed(Failed { text, is_bad_input: true }))?;
                continue;
            }
        };
        let Some(busy) = entered.begin(Running { command: request.name(), os_uid }) else {
            return Ok(());
        };
        let ended = answer(request, live, os_uid, stream);
        send(&mut stream, &ended)?;
        drop(busy);
    }
    Ok(())
}

fn send(stream: &mut &UnixStream, message: &impl Serialize) -> io::Result<()> {
    frame::write(stream, Kind::Message, &serde_json::to_vec(message)?)
}

fn answer(request: Request, live: &Live, os_uid: u32, stream: &UnixStream) -> Ended {
    let ended = match request {
        Request::Act { act } => {
            tracing::info!(os_uid, command = act.name(), "a command came over the local socket");
            let mut out = OutputWriter::new(stream);
            let done = live
                .runtime
                .block_on(acting_as(os_uid, act.run(&Host::Running { live }, &mut out)));
            done.and_then(|outcome| Ok(out.flush().map(|()| outcome)?)).map(|outcome| match outcome
            {
                Outcome::Success => Ended::Success { answer: Value::Null },
                Outcome::CheckFailed => Ended::CheckFailed {},
            })
        }
        Request::Read { journal, day, read } => live
            .readable(journal, day.as_ref())
            .and_then(|journal| success(&read_of(journal.as_ref(), read))),
        Request::Days {} => success(&live.days()),
        Request::Cut {} => live.cut().and_then(|cut| success(&cut)),
        Request::Generation { journal, generation } => {
            let mut out = OutputWriter::new(stream);
            let written = live.journal(journal).write_generation(&generation, &mut out);
            let written = written.and_then(|()| out.flush()).map_err(anyhow::Error::from);
            written.map(|()| Ended::Success { answer: Value::Null })
        }
    };
    ended.unwrap_or_else(|error| Ended::Failed(Failed::of(&error)))
}

fn success(answer: &impl Serialize) -> anyhow::Result<Ended> {
    Ok(Ended::Success { answer: serde_json::to_value(answer)? })
}

fn read_of(journal: &dyn Journal, read: Read) -> Value {
    let records = |records: Result<Vec<StoredRecord>, ReadError>| {
        let sent: SentRecords = records
            .map(|records| records.into_iter().map(SentRecord::from).collect())
            .map_err(|error| match error {
                ReadError::Damaged { what } => what,
                ReadError::Io { why } => why,
            });
        serde_json::to_value(sent)
    };
    let answer = match read {
        Read::Records { stream, from_seq, limit } => {
            records(journal.read(&stream, from_seq, limit.min(LIMIT_MAX)))
        }
        Read::Scan { from_position, limit } => {
            records(journal.scan(from_position, limit.min(LIMIT_MAX)))
        }
        Read::Head { stream } => serde_json::to_value(journal.head(&stream)),
        Read::IsBroken { stream } => serde_json::to_value(journal.is_broken(&stream)),
        Read::MayLackNewest { stream } => serde_json::to_value(journal.may_lack_newest(&stream)),
        Read::Streams { prefix, after, limit } => {
            serde_json::to_value(journal.streams(&prefix, after.as_deref(), limit.min(LIMIT_MAX)))
        }
        Read::ReadableFrom { position } => serde_json::to_value(journal.readable_from(position)),
        Read::Count {} => serde_json::to_value(journal.count()),
    };
    answer.unwrap_or_default()
}
