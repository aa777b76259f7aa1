//! The journal of sessions as the engine is given it: one journal, or one for sessions with a sign-in and one a day for
//! all others.

use std::sync::Arc;

use waybill_journal::tiered::Part;
use waybill_journal::{DayName, Group, Journal, TieredJournal};
use waybill_machines::machines::session::State;
use waybill_machines::{AnyState, MachineName};

/// The journal of sessions.
#[derive(Clone)]
pub enum SessionsJournal {
    /// All sessions are in one.
    One(Arc<dyn Journal>),
    /// Sessions without a sign-in are in the journal of the day on which they began.
    Tiered(Arc<TieredJournal>),
}

impl From<Arc<dyn Journal>> for SessionsJournal {
    fn from(journal: Arc<dyn Journal>) -> Self {
        Self::One(journal)
    }
}

impl From<Arc<TieredJournal>> for SessionsJournal {
    fn from(journal: Arc<TieredJournal>) -> Self {
        Self::Tiered(journal)
    }
}

impl SessionsJournal {
    /// All of it as one journal.
    pub(crate) fn journal(&self) -> Arc<dyn Journal> {
        match self {
            Self::One(journal) => Arc::clone(journal),
            Self::Tiered(journal) => Arc::clone(journal) as Arc<dyn Journal>,
        }
    }

    /// The journals that it consists of, the one for sessions with a sign-in first.
    pub(crate) fn parts(&self) -> Vec<Part> {
        match self {
            Self::One(journal) => vec![Part { day: None, journal: Arc::clone(journal) }],
            Self::Tiered(journal) => journal.parts(),
        }
    }

    /// The number of records in all of them.
    pub(crate) fn records(&self) -> u64 {
        self.parts().iter().map(|part| part.journal.count()).sum()
    }

    /// The day whose journal a stream is read from; `None` if that is the journal for sessions with a sign-in.
    pub(crate) fn day_of(&self, stream: &str) -> Option<DayName> {
        match self {
            Self::One(_) => None,
            Self::Tiered(journal) => journal.day_of(stream),
        }
    }
}

/// Whether the records of a session are kept for good: a user signs in with this group.
pub fn signs_in(group: &Group) -> bool {
    group.batches.iter().flat_map(|batch| &batch.records).any(|record| {
        // Only the few records of the session machine are decoded.
        if !record.line().contains(SESSION_MACHINE) {
            return false;
        }
        let view = record.view();
        let state = view.state.map(|json| MachineName::Session.recorded_state(view.schema, json));
        matches!(state, Some(Ok(AnyState::Session(State::Open { person: Some(_), .. }))))
    })
}

/// What a record of the session machine contains.
pub(super) const SESSION_MACHINE: &str = ",\"machine\":\"session\",";
/// What a record of the login machine contains.
pub(super) const LOGIN_MACHINE: &str = ",\"machine\":\"login\",";
