//! A session in memory: its machines' states, and what has to be known to write its next record.

use std::collections::BTreeMap;

use waybill_journal::{ReadError, SealError, SealedRecord, StreamHead};
use waybill_machines::call::Call;
use waybill_machines::cascade::{Decided, InstanceKey, States};
use waybill_machines::facts::Facts;
use waybill_machines::machines::{login, session as life, startup};
use waybill_machines::recorded::Unreadable;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Scope, Stamp, Timestamp};
use waybill_platform::records::{NotRecordable, Who};
use waybill_platform::trace::Trace;
use waybill_stream::TABS_KNOWN_MAX;

use crate::identity::SessionId;

mod reading;
mod remembered;
mod writing;

pub use remembered::{COMMAND_IDS_MS, Outcome, Remembered};

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
    /// A record holds something that no build wrote, or that this one has forgotten how to read.
    #[error("record {seq} of {stream} cannot be read: {why}")]
    Unknown {
        /// The stream.
        stream: String,
        /// The record.
        seq: u64,
        /// What is wrong.
        why: String,
    },
    /// A later build wrote a record.
    #[error("record {seq} of {stream} was written by a later build: {why}")]
    Newer {
        /// The stream.
        stream: String,
        /// The record.
        seq: u64,
        /// What to do.
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
    pub outstanding: BTreeMap<(u64, usize), Box<Outstanding>>,
    /// Recent command ids, and what came of each.
    pub commands: Remembered,
    /// The record that the present facts came from.
    pub facts_from: Option<u64>,
    /// The newest accepted record of each tab that is known.
    tabs: BTreeMap<String, u64>,
    /// Some tabs were forgotten, so one that is not known may be one of them.
    has_forgotten: bool,
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

impl SessionError {
    /// What is wrong with a part of a record.
    pub(crate) fn of(stream: &str, seq: u64, error: &Unreadable) -> Self {
        let (stream, why) = (stream.to_owned(), error.to_string());
        match error {
            Unreadable::Newer { .. } => Self::Newer { stream, seq, why },
            Unreadable::Shape { .. } => Self::Unknown { stream, seq, why },
        }
    }
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
}

impl Prepared {
    /// The sequence number of the command's own record.
    pub fn seq(&self) -> u64 {
        self.records.get(self.lead).map_or(0, SealedRecord::seq)
    }
}
