//! A session in memory: its machines' states, and what has to be known to write its next record.

use std::collections::{BTreeMap, HashMap, VecDeque};

use waybill_journal::{Cause, Journal, ReadError, RecordRef, SealError, SealedRecord, StreamHead};
use waybill_machines::call::{Call, Destination};
use waybill_machines::cascade::{self, Decided, InstanceKey, States};
use waybill_machines::facts::Facts;
use waybill_machines::machines::{login, session as life, startup};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Scope, Stamp, Timestamp};
use waybill_platform::records::{self, Envelope, NotRecordable, Who};
use waybill_platform::trace::Trace;

use crate::identity::SessionId;

/// Command ids are remembered for this long: a command that comes again within it is not applied again.
pub const COMMAND_IDS_MS: i64 = 24 * 3_600_000;
/// A session knows at most this many tabs, those that are gone included: a page that is loaded again and again, or
/// somebody who says hello under ever new names, must not fill the memory.
pub const TABS_KNOWN_MAX: usize = 96;
const _: () = assert!(TABS_KNOWN_MAX + 16 <= cascade::STEPS_MAX);

/// A call to a port that has not been answered.
#[derive(Debug, Clone)]
pub struct Outstanding {
    /// Who asked.
    pub key: InstanceKey,
    /// What for.
    pub call: Call,
    /// The record of the user's action at the root.
    pub root: u64,
    /// The trace that led to it, while this process remembers.
    pub trace: Option<Trace>,
}

/// Why a session cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The journal cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A record cannot be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// A decision cannot be written down.
    #[error(transparent)]
    NotRecordable(#[from] NotRecordable),
    /// A record holds something that this build does not know.
    #[error("record {seq} of {stream} cannot be read by this build: {why}")]
    Unknown {
        /// The stream.
        stream: String,
        /// The record.
        seq: u64,
        /// What is wrong.
        why: String,
    },
}

/// A session.
#[derive(Debug)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Its stream.
    pub stream: String,
    /// Its newest record.
    pub head: Option<StreamHead>,
    /// Its machines; of tabs that were forgotten none.
    pub states: States,
    /// How many events each machine has accepted.
    pub versions: BTreeMap<InstanceKey, u64>,
    /// Calls that have not been answered, by the record and the index that asked.
    pub outstanding: BTreeMap<(u64, usize), Outstanding>,
    /// Recent command ids, and what came of each.
    pub commands: Remembered,
    /// The record that the present facts came from.
    pub facts_from: Option<u64>,
    /// The newest accepted record of each tab that is known.
    tabs: BTreeMap<String, u64>,
    /// Some tabs were forgotten, so one that is not known may be one of them.
    has_forgotten: bool,
}

/// What came of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Its record.
    pub seq: u64,
    /// The code of its refusal, if it was refused.
    pub refused: Option<String>,
}

/// Command ids with what came of them, for a day.
#[derive(Debug, Default)]
pub struct Remembered {
    outcomes: HashMap<String, Outcome>,
    by_age: VecDeque<(Timestamp, String)>,
}

impl Remembered {
    /// What came of a command.
    pub fn get(&self, id: &str) -> Option<&Outcome> {
        self.outcomes.get(id)
    }

    /// Remembers a command, and forgets those that are too old.
    fn insert(&mut self, id: &str, outcome: Outcome, then: Timestamp, now: Timestamp) {
        while self.by_age.front().is_some_and(|(then, _)| now.ms_since(*then) >= COMMAND_IDS_MS) {
            let Some((_, old)) = self.by_age.pop_front() else { break };
            self.outcomes.remove(&old);
        }
        if now.ms_since(then) < COMMAND_IDS_MS && !self.outcomes.contains_key(id) {
            self.outcomes.insert(id.to_owned(), outcome);
            self.by_age.push_back((then, id.to_owned()));
        }
    }
}

/// What brings an event about.
#[derive(Debug, Clone)]
pub struct Origin {
    /// On whose behalf.
    pub who: Who,
    /// The idempotency key.
    pub command: Option<String>,
    /// The record and call that this answers, with the root of both.
    pub answers: Option<(u64, usize, u64)>,
    /// The trace that it belongs to; none for what the server does by itself.
    pub trace: Option<Trace>,
}

/// A group of records that is ready to be appended.
#[derive(Debug)]
pub struct Prepared {
    /// The records, sealed one after another.
    pub records: Vec<SealedRecord>,
    /// The decisions, in the same order.
    pub decided: Vec<Decided>,
    /// The index of the decision that the command itself is.
    pub lead: usize,
    /// The root of all of them.
    pub root: u64,
}

impl Session {
    /// A session that nothing has happened in.
    pub fn fresh(id: SessionId) -> Self {
        let stream = id.stream();
        Self {
            id,
            stream,
            head: None,
            states: States::new(),
            versions: BTreeMap::new(),
            outstanding: BTreeMap::new(),
            commands: Remembered::default(),
            facts_from: None,
            tabs: BTreeMap::new(),
            has_forgotten: false,
        }
    }

    /// Reads a session from the journal: each machine's newest state, the calls that wait, the command ids.
    pub fn load(
        id: SessionId,
        journal: &dyn Journal,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        const PORTION: usize = 256;
        let mut session = Self::fresh(id);
        let mut newest: BTreeMap<InstanceKey, String> = BTreeMap::new();
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
        for (key, json) in newest {
            if key.tab.as_ref().is_some_and(|tab| !session.tabs.contains_key(tab)) {
                continue;
            }
            let seq = session.seq();
            let state = key.machine.state_from_json(&json);
            let state = state.map_err(|error| session.unknown(seq, &error))?;
            session.states.insert(key, state);
        }
        Ok(session)
    }

    fn take_in(
        &mut self,
        seq: u64,
        view: &waybill_journal::RecordView<'_>,
        newest: &mut BTreeMap<InstanceKey, String>,
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
            && let (Some(call), Some(asked)) = (cause.call, seq_of(cause.record))
        {
            self.outstanding.remove(&(asked, usize::try_from(call).unwrap_or(usize::MAX)));
        }
        let Some(state) = view.state else { return Ok(()) };
        self.versions.insert(key.clone(), view.instance);
        self.note_tab(&key, seq);
        if machine == MachineName::Startup {
            self.facts_from = (view.to == "ready").then_some(seq);
        }
        let root = view.cause.as_ref().and_then(|cause| seq_of(cause.root)).unwrap_or(seq);
        for (index, json) in view.calls.iter().enumerate() {
            let call: Call =
                serde_json::from_str(json).map_err(|error| self.unknown(seq, &error))?;
            if call.destination() == Destination::Port {
                let waiting = Outstanding { key: key.clone(), call, root, trace: None };
                self.outstanding.insert((seq, index), waiting);
            }
        }
        newest.insert(key, state.to_owned());
        Ok(())
    }

    fn unknown(&self, seq: u64, error: &dyn std::fmt::Display) -> SessionError {
        SessionError::Unknown { stream: self.stream.clone(), seq, why: error.to_string() }
    }

    /// The sequence number of the newest record; 0 before the first.
    pub fn seq(&self) -> u64 {
        self.head.map_or(0, |head| head.seq)
    }

    /// A machine's state.
    pub fn state(&self, key: &InstanceKey) -> AnyState {
        self.states.get(key).cloned().unwrap_or_else(|| key.machine.initial())
    }

    /// How many events a machine has accepted.
    pub fn version(&self, key: &InstanceKey) -> u64 {
        self.versions.get(key).copied().unwrap_or(0)
    }

    /// What start-up gathered, if it is ready.
    pub fn facts(&self) -> Option<&Facts> {
        match self.states.get(&InstanceKey::session(MachineName::Startup))? {
            AnyState::Startup(startup::State::Ready { facts, .. }) => Some(facts),
            _ => None,
        }
    }

    /// What a tab's proposal is judged with.
    pub fn stamp(&self) -> Stamp<'_> {
        let view = match self.states.get(&InstanceKey::session(MachineName::Startup)) {
            Some(AnyState::Startup(startup::State::Ready { view, .. })) => *view,
            _ => None,
        };
        Stamp { facts: self.facts(), view, facts_from: self.facts_from }
    }

    fn note_tab(&mut self, key: &InstanceKey, seq: u64) {
        if let Some(tab) = &key.tab {
            self.tabs.insert(tab.clone(), seq);
        }
    }

    /// Whether a tab may go on under this id. One that was forgotten may not: its machines would begin anew where its
    /// records say that they have gone on.
    pub fn admits_tab(&self, tab: &str) -> bool {
        !self.has_forgotten || self.tabs.contains_key(tab)
    }

    /// Forgets tabs beyond those that may be known, the ones that moved longest ago first, and no open one.
    pub fn forget_tabs(&mut self, is_open: impl Fn(&str) -> bool) {
        let excess = self.tabs.len().saturating_sub(TABS_KNOWN_MAX);
        if excess == 0 {
            return;
        }
        let gone = self.tabs.iter().filter(|(tab, _)| !is_open(tab));
        let mut gone: Vec<(u64, String)> = gone.map(|(tab, seq)| (*seq, tab.clone())).collect();
        gone.sort_unstable();
        for (_, tab) in gone.into_iter().take(excess) {
            for machine in MachineName::ALL.iter().filter(|name| name.profile().scope == Scope::Tab)
            {
                let key = InstanceKey::of(*machine, Some(&tab));
                self.states.remove(&key);
                self.versions.remove(&key);
            }
            self.tabs.remove(&tab);
            self.has_forgotten = true;
        }
    }

    /// The life of the session.
    pub fn life(&self) -> life::State {
        match self.states.get(&InstanceKey::session(MachineName::Session)) {
            Some(AnyState::Session(state)) => state.clone(),
            _ => life::State::Fresh {},
        }
    }

    /// Who has signed in.
    pub fn person(&self) -> Option<PersonId> {
        match self.life() {
            life::State::Open { person, .. } => person,
            life::State::Fresh {} | life::State::Closed { .. } => None,
        }
    }

    /// Whose password was proven in a sign-in that is not over.
    pub fn half_signed_in(&self) -> Option<&PersonId> {
        match self.states.get(&InstanceKey::session(MachineName::Login))? {
            AnyState::Login(
                login::State::OtpRequired { person, .. }
                | login::State::EnrolRequired { person, .. },
            ) => Some(person),
            _ => None,
        }
    }

    /// Who has proven to be somebody, be it only by a password.
    pub fn proven(&self) -> Option<PersonId> {
        let changing = match self.states.get(&InstanceKey::session(MachineName::Login)) {
            Some(AnyState::Login(login::State::PasswordExpired { person, .. })) => Some(person),
            _ => None,
        };
        self.person().or_else(|| self.half_signed_in().or(changing).cloned())
    }

    /// What recognises the cookie that counts.
    pub fn token(&self) -> Option<Digest> {
        match self.life() {
            life::State::Open { token, .. } => Some(token),
            life::State::Fresh {} | life::State::Closed { .. } => None,
        }
    }

    /// The session has ended.
    pub fn is_closed(&self) -> bool {
        matches!(self.life(), life::State::Closed { .. })
    }

    /// On whose behalf a user of this session acts.
    pub fn who(&self) -> Who {
        self.person().map_or(Who::Anonymous, Who::Person)
    }

    /// The next deadline of any machine.
    pub fn wake_at(&self) -> Option<Timestamp> {
        if self.is_closed() {
            return None;
        }
        self.states.values().filter_map(AnyState::wake_at).min()
    }

    /// Writes decisions down as records behind the session's head. Nothing of the session changes. `lead` is
    /// the index of the decision that the command itself is; those before it only open the session.
    pub fn prepare(
        &self,
        decided: Vec<Decided>,
        lead: usize,
        origin: &Origin,
        at: Timestamp,
    ) -> Result<Prepared, SessionError> {
        let first = self.seq() + 1;
        let root = origin.answers.map_or(first + lead as u64, |(_, _, root)| root);
        let mut head = self.head;
        let mut versions: BTreeMap<&InstanceKey, u64> = BTreeMap::new();
        let mut records = Vec::with_capacity(decided.len());
        for (index, step) in decided.iter().enumerate() {
            let instance =
                versions.get(&step.key).copied().unwrap_or_else(|| self.version(&step.key));
            let envelope = Envelope {
                stream: self.stream.clone(),
                tab: step.key.tab.clone(),
                instance,
                at,
                who: origin.who.clone(),
                cause: cause(step.told_by, origin, first, root),
                command: origin.command.clone().filter(|_| index == lead),
            };
            let draft = records::draft(&step.before, &step.event, &step.result, envelope)?;
            versions.insert(&step.key, draft.instance);
            let record = draft.seal_after(head)?;
            head = Some(record.head());
            records.push(record);
        }
        Ok(Prepared { records, decided, lead, root })
    }

    /// Takes over what has become durable. Returns the calls to perform, each with its record and index.
    pub fn commit(
        &mut self,
        prepared: &Prepared,
        origin: &Origin,
        at: Timestamp,
    ) -> Vec<(u64, usize)> {
        if let Some((record, call, _)) = origin.answers {
            self.outstanding.remove(&(record, call));
        }
        let mut to_perform = Vec::new();
        for (record, step) in prepared.records.iter().zip(&prepared.decided) {
            let seq = record.seq();
            self.head = Some(record.head());
            let Ok(accepted) = &step.result else { continue };
            *self.versions.entry(step.key.clone()).or_insert(0) += 1;
            self.note_tab(&step.key, seq);
            if step.key.machine == MachineName::Startup {
                self.facts_from = (accepted.state.name() == "ready").then_some(seq);
            }
            for (index, call) in accepted.calls.iter().enumerate() {
                if call.destination() == Destination::Port {
                    let waiting = Outstanding {
                        key: step.key.clone(),
                        call: call.clone(),
                        root: prepared.root,
                        trace: origin.trace.clone(),
                    };
                    self.outstanding.insert((seq, index), waiting);
                    to_perform.push((seq, index));
                }
            }
            self.states.insert(step.key.clone(), accepted.state.clone());
        }
        if let Some(command) = &origin.command {
            let result = prepared.decided.get(prepared.lead).map(|lead| &lead.result);
            let refused = result.and_then(|result| result.as_ref().err());
            let refused = refused.map(|refused| refused.rejection.code.clone());
            self.commands.insert(command, Outcome { seq: prepared.seq(), refused }, at, at);
        }
        to_perform
    }
}

impl Prepared {
    /// The sequence number of the command's own record.
    pub fn seq(&self) -> u64 {
        self.records.get(self.lead).map_or(0, SealedRecord::seq)
    }
}

fn cause(told_by: Option<(usize, usize)>, origin: &Origin, first: u64, root: u64) -> Option<Cause> {
    let here = |seq| RecordRef { stream: None, seq };
    match (told_by, origin.answers) {
        (Some((teller, call)), _) => Some(Cause {
            record: here(first + teller as u64),
            call: Some(call as u64),
            root: here(root),
        }),
        (None, Some((record, call, root))) => {
            Some(Cause { record: here(record), call: Some(call as u64), root: here(root) })
        }
        (None, None) => None,
    }
}

/// The sequence number of a reference to a record of the same stream.
fn seq_of(reference: &str) -> Option<u64> {
    reference.strip_prefix('#')?.parse().ok()
}
