//! Reading a stream from its journal.

use std::collections::BTreeMap;

use waybill_journal::{Journal, ReadError, RecordView, StoredRecord, StreamHead};
use waybill_machines::call::Call;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::recorded::Unreadable;
use waybill_machines::{MachineName, RejectionCode, Timestamp};

use crate::open_calls::{CallId, OpenCall, answered_by};
use crate::state::Instance;
use crate::{Bookmark, Outcome, StreamState};

/// How many records are read at once.
const PORTION: usize = 256;
/// How many records are read at once when looking backwards for the newest state.
const PORTION_BACK: u64 = 32;

/// Why a stream cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The journal cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A record is in a form that this build does not know.
    #[error("record {seq} of {stream} cannot be read: {why}")]
    Unknown {
        /// The name of the stream.
        stream: String,
        /// The sequence number of the record.
        seq: u64,
        /// What is wrong.
        why: String,
    },
    /// A later build wrote a record.
    #[error("record {seq} of {stream} was written by a later build: {why}")]
    Newer {
        /// The name of the stream.
        stream: String,
        /// The sequence number of the record.
        seq: u64,
        /// What to do.
        why: String,
    },
}

impl LoadError {
    /// What is wrong with a part of a record.
    pub fn of(stream: &str, seq: u64, error: &Unreadable) -> Self {
        let (stream, why) = (stream.to_owned(), error.to_string());
        match error {
            Unreadable::Newer { .. } => Self::Newer { stream, seq, why },
            Unreadable::Shape { .. } => Self::Unknown { stream, seq, why },
        }
    }
}

/// A state as its record holds it.
struct Recorded {
    seq: u64,
    schema: u64,
    json: String,
}

/// The newest accepted record of each machine.
type Newest = BTreeMap<InstanceKey, Recorded>;

impl StreamState {
    /// Reads a stream: the newest state of each machine, the open calls, the commands of the last day. With a bookmark
    /// only the records are read that it names, and those after it.
    ///
    /// # Errors
    ///
    /// [`LoadError`], if a record cannot be read.
    pub fn load(
        name: impl Into<String>,
        journal: &dyn Journal,
        now: Timestamp,
        bookmark: Option<&Bookmark>,
    ) -> Result<Self, LoadError> {
        let mut stream = Self::new(name);
        let mut newest = Newest::new();
        if let Some(bookmark) = bookmark {
            stream.continue_from(bookmark, journal, now)?;
        }
        for_each_record(journal, &stream.name.clone(), stream.seq() + 1, |record| {
            stream.head = Some(StreamHead { seq: record.seq, hash: record.hash });
            stream.take_in(&record.view()?, &mut newest, now)
        })?;
        stream.forget_tabs(|_| false);
        for (key, Recorded { seq, schema, json }) in newest {
            if key.tab.as_ref().is_some_and(|tab| !stream.knows_tab(tab)) {
                continue;
            }
            let state = key.machine.recorded_state(schema, &json);
            let state = state.map_err(|error| LoadError::of(&stream.name, seq, &error))?;
            stream.states.insert(key, state);
        }
        if stream.is_closed() {
            stream.open.clear();
        }
        Ok(stream)
    }

    /// Reads only the records of one machine, as is enough to end a session of which others cannot be read.
    ///
    /// # Errors
    ///
    /// [`LoadError`], if one of these records cannot be read.
    pub fn load_machine(
        name: impl Into<String>,
        machine: MachineName,
        journal: &dyn Journal,
    ) -> Result<Self, LoadError> {
        let mut stream = Self::new(name);
        for_each_record(journal, &stream.name.clone(), 1, |record| {
            stream.head = Some(StreamHead { seq: record.seq, hash: record.hash });
            let view = record.view()?;
            if view.machine == machine.as_str() {
                stream.take_state(machine, &view)?;
            }
            Ok(())
        })?;
        Ok(stream)
    }

    /// Reads the newest state of a stream that has only one machine, looking backwards from its head. Open calls and
    /// commands are not known then.
    ///
    /// # Errors
    ///
    /// [`LoadError`], if one of the newest records cannot be read.
    pub fn load_newest(
        name: impl Into<String>,
        machine: MachineName,
        journal: &dyn Journal,
    ) -> Result<Self, LoadError> {
        let mut stream = Self::new(name);
        stream.head = journal.head(&stream.name);
        let mut end = stream.seq();
        while end > 0 {
            let from = end.saturating_sub(PORTION_BACK) + 1;
            let limit = usize::try_from(end - from + 1).unwrap_or(usize::MAX);
            for record in journal.read(&stream.name, from, limit)?.iter().rev() {
                let view = record.view()?;
                if view.state.is_some() {
                    stream.take_state(machine, &view)?;
                    return Ok(stream);
                }
            }
            end = from - 1;
        }
        Ok(stream)
    }

    /// Takes over the state of a record, if it has one.
    pub(crate) fn take_state(
        &mut self,
        machine: MachineName,
        view: &RecordView<'_>,
    ) -> Result<(), LoadError> {
        let Some(json) = view.state else { return Ok(()) };
        let state = machine.recorded_state(view.schema, json);
        let state = state.map_err(|error| LoadError::of(&self.name, view.seq, &error))?;
        let key = InstanceKey::of(machine, view.tab);
        self.instances.insert(key.clone(), Instance { version: view.instance, seq: view.seq });
        self.states.insert(key, state);
        Ok(())
    }

    fn take_in(
        &mut self,
        view: &RecordView<'_>,
        newest: &mut Newest,
        now: Timestamp,
    ) -> Result<(), LoadError> {
        let seq = view.seq;
        let machine: MachineName = view.machine.parse().map_err(|error| LoadError::Unknown {
            stream: self.name.clone(),
            seq,
            why: format!("{error}"),
        })?;
        let key = InstanceKey::of(machine, view.tab);
        match (answered_by(view), view.command) {
            // The record of an answer names the trace of the request that led to it, which is no repeated command.
            (Some(answered), _) => self.open.remove(answered),
            (None, Some(command)) => {
                let rejected = view.refused.map(|refused| RejectionCode::of_record(refused.code));
                self.commands.insert(command, Outcome { seq, rejected }, view.at, now);
            }
            (None, None) => {}
        }
        let Some(state) = view.state else { return Ok(()) };
        self.instances.insert(key.clone(), Instance { version: view.instance, seq });
        if machine == MachineName::Startup {
            self.facts_from = (view.to == "ready").then_some(seq);
        }
        for (index, json) in (0_u64..).zip(view.calls.iter()) {
            let call = machine.recorded_call(view.schema, json);
            let call: Call = call.map_err(|error| LoadError::of(&self.name, seq, &error))?;
            if let Some(call) = OpenCall::recorded(view, &key, call) {
                self.open.insert(CallId { seq, index }, call);
            }
        }
        newest.insert(key, Recorded { seq, schema: view.schema, json: state.to_owned() });
        Ok(())
    }
}

fn for_each_record(
    journal: &dyn Journal,
    stream: &str,
    mut next: u64,
    mut take: impl FnMut(&StoredRecord) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    loop {
        let portion = journal.read(stream, next, PORTION)?;
        let Some(last) = portion.last() else { return Ok(()) };
        next = last.seq + 1;
        portion.iter().try_for_each(&mut take)?;
    }
}
