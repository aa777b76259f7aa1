//! A session read from the journal: each machine's newest state, the calls that wait, the command ids.

use std::collections::BTreeMap;

use waybill_journal::{Journal, StreamHead};
use waybill_machines::call::Destination;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::{MachineName, Timestamp};
use waybill_stream::own_seq;

use super::{Outcome, Outstanding, Session, SessionError};
use crate::identity::SessionId;

/// A state as its record holds it.
struct Recorded {
    seq: u64,
    schema: u64,
    json: String,
}

/// The newest accepted record of each machine.
type Newest = BTreeMap<InstanceKey, Recorded>;

impl Session {
    /// Reads a session from the journal: each machine's newest state, the calls that wait, the command ids.
    pub fn load(
        id: SessionId,
        journal: &dyn Journal,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        const PORTION: usize = 256;
        let mut session = Self::fresh(id);
        let mut newest = Newest::new();
        let mut next = 1;
        loop {
            let portion = journal.read(&session.stream, next, PORTION)?;
            let Some(last) = portion.last() else { break };
            next = last.seq + 1;
            session.head = Some(StreamHead { seq: last.seq, hash: last.hash });
            for record in &portion {
                session.take_in(record.seq, &record.view()?, &mut newest, now)?;
            }
        }
        session.forget_tabs(|_| false);
        for (key, Recorded { seq, schema, json }) in newest {
            if key.tab.as_ref().is_some_and(|tab| !session.tabs.contains_key(tab)) {
                continue;
            }
            let state = key.machine.recorded_state(schema, &json);
            let state = state.map_err(|error| SessionError::of(&session.stream, seq, &error))?;
            session.states.insert(key, state);
        }
        Ok(session)
    }

    /// Reads nothing of a session but whether it is open: what is needed to end it.
    pub fn load_life(id: SessionId, journal: &dyn Journal) -> Result<Self, SessionError> {
        const PORTION: usize = 256;
        let mut session = Self::fresh(id);
        let key = InstanceKey::session(MachineName::Session);
        let mut next = 1;
        loop {
            let portion = journal.read(&session.stream, next, PORTION)?;
            let Some(last) = portion.last() else { return Ok(session) };
            next = last.seq + 1;
            session.head = Some(StreamHead { seq: last.seq, hash: last.hash });
            for record in &portion {
                let view = record.view()?;
                let Some(json) = view.state.filter(|_| view.machine == key.machine.as_str()) else {
                    continue;
                };
                let state = key.machine.recorded_state(view.schema, json);
                let state =
                    state.map_err(|error| SessionError::of(&session.stream, view.seq, &error))?;
                session.versions.insert(key.clone(), view.instance);
                session.states.insert(key.clone(), state);
            }
        }
    }

    fn take_in(
        &mut self,
        seq: u64,
        view: &waybill_journal::RecordView<'_>,
        newest: &mut Newest,
        now: Timestamp,
    ) -> Result<(), SessionError> {
        let machine: MachineName =
            view.machine.parse().map_err(|error| self.unknown(seq, &error))?;
        let key = InstanceKey::of(machine, view.tab);
        if let Some(command) = view.command {
            let refused = view.refused.as_ref().map(|refused| refused.code.to_owned());
            self.commands.insert(command, Outcome { seq, refused }, view.at, now);
        }
        if let Some(cause) = &view.cause
            && let (Some(call), Some(asked)) = (cause.call, own_seq(cause.record))
        {
            self.outstanding.remove(&(asked, usize::try_from(call).unwrap_or(usize::MAX)));
        }
        let Some(state) = view.state else { return Ok(()) };
        self.versions.insert(key.clone(), view.instance);
        self.note_tab(&key, seq);
        if machine == MachineName::Startup {
            self.facts_from = (view.to == "ready").then_some(seq);
        }
        let root = view.cause.as_ref().and_then(|cause| own_seq(cause.root)).unwrap_or(seq);
        for (index, json) in view.calls.iter().enumerate() {
            let call = machine.recorded_call(view.schema, json);
            let call = call.map_err(|error| SessionError::of(&self.stream, seq, &error))?;
            if call.destination() == Destination::Port {
                let waiting = Outstanding { key: key.clone(), call, root, trace: None };
                self.outstanding.insert((seq, index), Box::new(waiting));
            }
        }
        newest.insert(key, Recorded { seq, schema: view.schema, json: state.to_owned() });
        Ok(())
    }

    fn unknown(&self, seq: u64, error: &dyn std::fmt::Display) -> SessionError {
        SessionError::Unknown { stream: self.stream.clone(), seq, why: error.to_string() }
    }
}
