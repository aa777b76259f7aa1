//! The state of a stream after its newest record.

use std::collections::{BTreeMap, BTreeSet};

use waybill_journal::{Cause, RecordRef, StreamHead};
use waybill_machines::cascade::{self, Decided, InstanceKey, States};
use waybill_machines::machine::Refused;
use waybill_machines::{AnyEvent, AnyState, MachineName, Timestamp};

use crate::Outcome;
use crate::commands::Commands;
use crate::open_calls::{CallId, OpenCalls};
use crate::refusals::Refusals;

/// A stream: the states of its machines, and what is needed to append its next records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamState {
    pub(crate) name: String,
    pub(crate) head: Option<StreamHead>,
    pub(crate) states: States,
    pub(crate) instances: BTreeMap<InstanceKey, Instance>,
    pub(crate) open: OpenCalls,
    pub(crate) commands: Commands,
    pub(crate) refusals: Refusals,
    /// The record that the present facts of start-up are from.
    pub(crate) facts_from: Option<u64>,
    /// Some tabs were forgotten, so an unknown one may be one of these.
    pub(crate) has_forgotten_tabs: bool,
}

/// What is known of a machine instance beside its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instance {
    /// How many events it has accepted.
    pub(crate) version: u64,
    /// The record of the newest one.
    pub(crate) seq: u64,
}

/// What led to an event, beside the sender.
#[derive(Debug, Clone)]
pub enum CausedBy {
    /// Nothing that is recorded: a user, a deadline, the server.
    Nothing,
    /// The call that it answers, which is closed as the answer becomes durable.
    Call(CallId),
    /// A record of another stream, or of this one without a call.
    Record(Cause),
}

/// The decisions of one command.
#[derive(Debug, Clone)]
pub struct Decision {
    /// In the order in which they were made; a cascade has several.
    pub decided: Vec<Decided>,
    /// The index of the command's own decision; those before it open the session.
    pub lead: usize,
}

/// Something that is due by the clock.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// A machine is to receive its deadline event.
    Deadline(InstanceKey),
    /// A call has taken too long.
    Overdue(CallId),
}

impl Decision {
    /// Why the machine rejected the command, if it did.
    pub fn rejected(&self) -> Option<&Refused> {
        self.decided.get(self.lead).and_then(|lead| lead.result.as_ref().err())
    }
}

impl StreamState {
    /// A stream without records.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            head: None,
            states: States::new(),
            instances: BTreeMap::new(),
            open: OpenCalls::default(),
            commands: Commands::default(),
            refusals: Refusals::default(),
            facts_from: None,
            has_forgotten_tabs: false,
        }
    }

    /// The name of the stream.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The newest record.
    pub const fn head(&self) -> Option<StreamHead> {
        self.head
    }

    /// The sequence number of the newest record; 0 before the first.
    pub fn seq(&self) -> u64 {
        self.head.map_or(0, |head| head.seq)
    }

    /// The states of the machines that have moved; those of forgotten tabs are missing.
    pub const fn states(&self) -> &States {
        &self.states
    }

    /// The state of a machine.
    pub fn state(&self, key: &InstanceKey) -> AnyState {
        self.states.get(key).cloned().unwrap_or_else(|| key.machine.initial())
    }

    /// How many events a machine has accepted.
    pub fn version(&self, key: &InstanceKey) -> u64 {
        self.instances.get(key).map_or(0, |instance| instance.version)
    }

    /// The calls that have not been answered.
    pub const fn open_calls(&self) -> &OpenCalls {
        &self.open
    }

    /// The outcome of a command of the last day.
    pub fn outcome_of(&self, command: &str) -> Option<&Outcome> {
        self.commands.get(command)
    }

    /// Whether a rejection at this time becomes a record. A stream does not begin with one.
    pub fn may_record_rejection(&self, at: Timestamp) -> bool {
        self.head.is_some() && self.refusals.may_record(at)
    }

    /// Decides an event and everything that follows from it. The stream stays as it is.
    ///
    /// `opening` is the event that begins a session: it comes before its first command, if that is accepted.
    pub fn decide(
        &self,
        key: InstanceKey,
        event: AnyEvent,
        at: Timestamp,
        opening: Option<AnyEvent>,
    ) -> Decision {
        let decided = cascade::run(&self.states, key.clone(), event.clone(), at);
        let is_rejected = decided.first().is_none_or(|first| first.result.is_err());
        let Some(opening) = opening.filter(|_| !is_rejected) else {
            return Decision { decided, lead: 0 };
        };
        // The command may itself address the session machine, so it is decided again after the opening.
        let session = InstanceKey::session(MachineName::Session);
        let mut opened = cascade::run(&self.states, session, opening, at);
        let mut states = self.states.clone();
        cascade::apply(&mut states, &opened);
        let lead = opened.len();
        opened.extend(cascade::run(&states, key, event, at).into_iter().map(|mut step| {
            step.sent_by = step.sent_by.map(|(sender, call)| (sender + lead, call));
            step
        }));
        Decision { decided: opened, lead }
    }

    /// What is due at this time and not `skipped`, the earliest first.
    pub fn due(&self, at: Timestamp, skipped: &BTreeSet<Due>) -> Option<Due> {
        let due = self.timed().filter(|(due_at, due)| *due_at <= at && !skipped.contains(due));
        due.min().map(|(_, due)| due)
    }

    /// When something is due next.
    pub fn wake_at(&self) -> Option<Timestamp> {
        self.timed().map(|(at, _)| at).min()
    }

    /// Everything that waits for a time. In a session that has ended nothing does.
    fn timed(&self) -> impl Iterator<Item = (Timestamp, Due)> {
        let is_open = !self.is_closed();
        let states = self.states.iter().filter(move |_| is_open);
        let deadlines =
            states.filter_map(|(key, state)| Some((state.wake_at()?, Due::Deadline(key.clone()))));
        let calls = self.open.iter().filter(move |_| is_open);
        let overdue = calls.filter_map(|(id, call)| Some((call.overdue_at()?, Due::Overdue(id))));
        deadlines.chain(overdue)
    }

    /// Closes a call that no event answers.
    pub fn drop_call(&mut self, id: CallId) {
        self.open.remove(id);
    }

    /// The cause that the answer to a call names.
    pub(crate) fn cause_of(&self, id: CallId) -> Option<Cause> {
        let open = self.open.get(id)?;
        Some(Cause { record: own(id.seq), call: Some(id.index), root: open.root.clone() })
    }
}

pub(crate) const fn own(seq: u64) -> RecordRef {
    RecordRef { stream: None, seq }
}

impl CausedBy {
    /// What an event of this cause names in its record.
    pub(crate) fn cause(&self, stream: &StreamState) -> Option<Cause> {
        match self {
            Self::Nothing => None,
            Self::Call(id) => stream.cause_of(*id),
            Self::Record(cause) => Some(cause.clone()),
        }
    }
}
