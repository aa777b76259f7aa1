//! What all runners share.

use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::{RawValue, to_raw_value};
use tokio::runtime::Handle;
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::secret::Digest;
use waybill_platform::limits::Budgets;
use waybill_platform::status::Pulse;
use waybill_stream::{LoadError, StreamState};

use super::Parts;
use super::index::Index;
use super::saved::Saved;
use super::sessions_journal::SessionsJournal;
use crate::clock::Clock;
use crate::identity::{Ids, SessionId};
use crate::installation::Installation;
use crate::messages::raw;
use crate::perform::Performer;
use crate::runner::{Activity, Runners};
use crate::session;
use crate::topics::Topics;

/// What all runners share.
pub(crate) struct Shared<P> {
    /// The journal of sessions, as one.
    pub journal: Arc<dyn Journal>,
    pub(super) sessions_journal: SessionsJournal,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    pub performer: Arc<P>,
    pub topics: Topics,
    /// The runners of sessions.
    pub sessions: Runners<session::Input>,
    pub installation: Installation,
    /// The pulse of the task that wakes what is due.
    pub(super) deadlines_pulse: Pulse,
    /// What clients may use.
    pub budgets: Arc<Budgets>,
    /// What the runners of users' streams run on; the runtime of their first input, if none.
    pub(crate) runtime: Option<Handle>,
    pub(super) index: Mutex<Index>,
    /// Counts up whenever sessions are sent changed facts.
    facts_changed: AtomicU64,
    activity: Arc<()>,
    epoch: String,
    started_at: Timestamp,
    /// What is offered in a state that is not in the table.
    nothing: Box<RawValue>,
    can: BTreeMap<(&'static str, &'static str), Box<RawValue>>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Performer> Shared<P> {
    pub(super) fn new(parts: Parts<P>) -> Result<Self, LoadError> {
        let Parts {
            sessions: sessions_journal,
            platform,
            performer,
            clock,
            ids,
            epoch,
            families,
            saved,
            budgets,
            runtime,
        } = parts;
        let (mut index, sessions) = (Index::default(), Runners::default());
        let journal = sessions_journal.journal();
        let saved = saved.and_then(|path| Saved::read(&path, &sessions_journal, &epoch));
        if let Some(saved) = &saved {
            saved.restore(&mut index, |id, bookmark| {
                sessions.bookmarks.keep(&id.stream(), bookmark);
            });
        }
        // The journal of a day may have been dropped since.
        index.retain_recorded(|stream| journal.head(stream).is_some());
        index
            .read(&sessions_journal, |day| saved.as_ref().map_or(0, |saved| saved.position(day)))?;
        let started_at = clock.now();
        index.shut_expired(started_at);
        // Some sessions have ended since the index was saved.
        let open: HashSet<_> = index.saved().map(|(id, ..)| id.stream()).collect();
        sessions.bookmarks.retain(|name| open.contains(name));
        Ok(Self {
            index: Mutex::new(index),
            topics: Topics::default(),
            sessions,
            installation: Installation::new(platform, families),
            journal,
            sessions_journal,
            clock,
            ids,
            performer,
            deadlines_pulse: Pulse::default(),
            budgets,
            runtime,
            facts_changed: AtomicU64::new(0),
            activity: Arc::default(),
            epoch,
            started_at,
            nothing: raw("[]".to_owned()),
            can: can_table(),
        })
    }

    /// Something begins; it is under way until what is returned is dropped.
    pub(crate) fn activity(&self) -> Activity {
        Activity(Arc::clone(&self.activity))
    }

    /// How much is under way: inputs that wait or are taken, and calls that are performed.
    pub(super) fn activities(&self) -> usize {
        Arc::strong_count(&self.activity) - 1
    }

    /// How often facts have changed while this process ran.
    pub(crate) fn facts_changed(&self) -> u64 {
        self.facts_changed.load(Ordering::SeqCst)
    }

    /// Counts another change of facts, and returns how many there have been.
    pub(super) fn count_change(&self) -> u64 {
        self.facts_changed.fetch_add(1, Ordering::SeqCst) + 1
    }

    pub(crate) fn session_of(&self, token: &Digest) -> Option<SessionId> {
        lock(&self.index).by_token.get(token).cloned()
    }

    /// The digest of the cookie of a session without records.
    pub(crate) fn fresh_token(&self, session: &SessionId) -> Option<Digest> {
        let index = lock(&self.index);
        index.entries.get(session).filter(|entry| entry.fresh).map(|entry| entry.token.clone())
    }

    /// A session was opened, signed in to, or closed.
    pub(crate) fn life_changed(&self, session: &SessionId, stream: &StreamState) {
        lock(&self.index).apply(session, stream.life());
        if stream.is_closed() {
            self.performer.session_ended(session);
        }
    }

    /// Notes whose sign-in is pending in a session, and when a complete one runs out.
    pub(crate) fn sign_in_changed(&self, session: &SessionId, stream: &StreamState) {
        lock(&self.index).apply_login(session, stream.login());
    }

    /// The address of the client that sent a session's newest request.
    pub(crate) fn newest_address_of(&self, session: &SessionId) -> Option<IpAddr> {
        lock(&self.index).clients.get(session).and_then(|seen| seen.address)
    }

    /// When a session's user was active last. Activity is never journaled: what was reported to a server that was
    /// stopped since is not known, so that a start counts as activity.
    pub(crate) fn active_at(&self, session: &SessionId) -> Timestamp {
        let index = lock(&self.index);
        index.clients.get(session).and_then(|seen| seen.active_at).unwrap_or(self.started_at)
    }

    /// The events that a user may propose in a state, as JSON.
    pub(crate) fn can<'a>(&'a self, machine: &'a str, state: &'a str) -> &'a RawValue {
        self.can.get(&(machine, state)).map_or(&*self.nothing, |can| &**can)
    }

    /// Names the history of this data directory.
    pub(crate) fn epoch(&self) -> &str {
        &self.epoch
    }

    /// The epoch that a session's sequence numbers belong to.
    pub(crate) fn epoch_of(&self, session: &SessionId) -> String {
        format!("{}.{session}", self.epoch)
    }
}

/// What a user may cause in each state, as the charts have it. To find that out takes hundreds of thousands of
/// decisions, so it is generated (`cargo test --test generated`) and not found out at each start.
const CAN: &str = include_str!("can.json");

/// What a user may cause in each state, as JSON.
fn can_table() -> BTreeMap<(&'static str, &'static str), Box<RawValue>> {
    let machines: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> =
        serde_json::from_str(CAN).unwrap_or_default();
    let mut table = BTreeMap::new();
    for (machine, states) in machines {
        for (state, can) in states {
            // A state that is missing here offers nothing.
            table.extend(to_raw_value(&can).ok().map(|can| ((machine, state), can)));
        }
    }
    table
}
