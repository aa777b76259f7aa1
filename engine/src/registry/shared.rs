//! What all sessions share.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_journal::Journal;
use waybill_machines::secret::{Digest, PersonId, Personal};
use waybill_platform::access::{Source, canonical};
use waybill_platform::handles::Handles;
use waybill_platform::secret::Secret;
use waybill_platform::status::Pulse;
use waybill_platform::vault::Vault;

use super::Start;
use super::index::Index;
use super::newcomers::{NEWCOMERS_A_MINUTE, Newcomers};
use crate::alarm::Alarm;
use crate::clock::Clock;
use crate::identity::SessionId;
use crate::installation::Installation;
use crate::perform::Ports;
use crate::runtime::Mailbox;
use crate::session::{Session, SessionError};
use crate::topics::Topics;

/// What all sessions share.
pub(crate) struct Shared {
    pub journal: Arc<dyn Journal>,
    pub clock: Arc<dyn Clock>,
    pub ports: Ports,
    pub handles: Handles,
    pub vault: Arc<Vault>,
    pub alarm: Alarm<SessionId>,
    pub topics: Topics,
    pub installation: Installation,
    /// Of whoever looks after deadlines.
    pub(super) deadlines_pulse: Pulse,
    pub(super) newcomers: Newcomers,
    pub(super) newcomers_a_minute: AtomicU32,
    pub(super) index: Mutex<Index>,
    pub(super) live: Mutex<HashMap<SessionId, Mailbox>>,
    pub(super) recovery_codes: Mutex<HashMap<SessionId, Vec<Secret>>>,
    /// Counts up whenever sessions are told that facts have changed.
    facts_changed: AtomicU64,
    pub(super) tells_facts: bool,
    epoch: String,
    can: BTreeMap<(&'static str, &'static str), String>,
}

/// What may be shown to whom of the personal values in a session's records: only the name of whoever has proven
/// to be its owner, and what they have said of themselves. More would tell a stranger which names are accounts.
#[derive(Debug, Default)]
pub(crate) struct Viewer {
    person: Option<PersonId>,
    own_name: Option<String>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(super) fn new(start: Start) -> Result<Self, SessionError> {
        let Start {
            sessions: journal,
            platform,
            vault,
            ports,
            clock,
            epoch,
            tells_facts,
            families,
        } = start;
        Ok(Self {
            index: Mutex::new(Index::read(journal.as_ref())?),
            topics: Topics::default(),
            installation: Installation::new(platform, families),
            journal,
            clock,
            ports,
            handles: Handles::default(),
            vault,
            alarm: Alarm::default(),
            deadlines_pulse: Pulse::default(),
            newcomers: Newcomers::default(),
            newcomers_a_minute: AtomicU32::new(NEWCOMERS_A_MINUTE),
            facts_changed: AtomicU64::new(0),
            tells_facts,
            epoch,
            live: Mutex::default(),
            can: can_table(),
            recovery_codes: Mutex::default(),
        })
    }

    /// How often facts have changed while this process ran.
    pub(crate) fn facts_changed(&self) -> u64 {
        self.facts_changed.load(Ordering::SeqCst)
    }

    /// Facts have changed again. Says how often by now.
    pub(super) fn count_change(&self) -> u64 {
        self.facts_changed.fetch_add(1, Ordering::SeqCst) + 1
    }

    pub(crate) fn session_of(&self, token: &Digest) -> Option<SessionId> {
        lock(&self.index).by_token.get(token).cloned()
    }

    /// The cookie of a session that has not begun.
    pub(crate) fn fresh_token(&self, session: &SessionId) -> Option<Digest> {
        let index = lock(&self.index);
        index.entries.get(session).filter(|entry| entry.fresh).map(|entry| entry.token.clone())
    }

    /// Counts a newcomer, or says how many milliseconds it has to wait.
    pub(super) fn admit_newcomer(&self, source: &Source) -> Result<(), i64> {
        let a_minute = self.newcomers_a_minute.load(Ordering::Relaxed);
        self.newcomers.admit(source, a_minute, self.clock.now())
    }

    /// Forgets a session's task, unless another has taken its place.
    pub(crate) fn forget(&self, session: &SessionId, task: &Mailbox) {
        let mut live = lock(&self.live);
        if live.get(session).is_some_and(|registered| registered.same_channel(task)) {
            live.remove(session);
        }
    }

    /// A session's task goes on with another queue.
    pub(crate) fn requeue(&self, session: &SessionId, task: &Mailbox) {
        lock(&self.live).insert(session.clone(), task.clone());
    }

    /// A session was opened, signed in to, or closed.
    pub(crate) fn life_changed(&self, session: &Session) {
        lock(&self.index).take_in(&session.id, session.life());
        if session.is_closed() {
            lock(&self.recovery_codes).remove(&session.id);
        }
    }

    /// Notes whose sign-in a session is in the middle of.
    pub(crate) fn half_way(&self, session: &Session) {
        let person = session.half_signed_in().cloned();
        lock(&self.index).half_way(&session.id, person);
    }

    /// Where a session's requests come from.
    pub(crate) fn source_of(&self, session: &SessionId) -> Source {
        let index = lock(&self.index);
        index.circumstances.get(session).map_or_else(Source::unknown, |seen| seen.source.clone())
    }

    /// What a user may cause in a state, as JSON.
    pub(crate) fn can<'a>(&'a self, machine: &'a str, state: &'a str) -> &'a str {
        self.can.get(&(machine, state)).map_or("[]", String::as_str)
    }

    /// Names the history of this data directory.
    pub(crate) fn epoch(&self) -> &str {
        &self.epoch
    }

    /// The epoch that a session's sequence numbers belong to.
    pub(crate) fn epoch_of(&self, session: &SessionId) -> String {
        format!("{}.{session}", self.epoch)
    }

    /// Who looks at a session's records.
    pub(crate) async fn viewer(&self, session: &Session) -> Viewer {
        self.viewer_for(session.proven()).await
    }

    /// The view of somebody who has proven to be this person, or of nobody in particular.
    pub(crate) async fn viewer_for(&self, person: Option<PersonId>) -> Viewer {
        let Some(person) = person else { return Viewer::default() };
        let user = self.ports.access.user(person.clone()).await.ok().flatten();
        Viewer { person: Some(person), own_name: user.and_then(|user| user.name) }
    }

    /// The value of a personal field, if it is still there and the viewer may see it.
    pub(crate) fn reveal(&self, digest: &str, viewer: &Viewer) -> Option<String> {
        let person = viewer.person.as_ref()?;
        let personal = Personal::new(digest);
        let value = self.vault.reveal(&personal).ok().flatten()?;
        let value = value.expose();
        let own_name = viewer.own_name.as_deref();
        let is_own = own_name
            .is_some_and(|own| value == own || canonical(own).as_deref() == Some(value))
            || self.vault.owner(&personal).as_ref() == Some(person);
        is_own.then(|| value.to_owned())
    }

    /// Puts recovery codes aside for the page that is waiting for them.
    pub(crate) fn keep_recovery_codes(&self, session: &SessionId, codes: Vec<Secret>) {
        lock(&self.recovery_codes).insert(session.clone(), codes);
    }
}

/// What a user may cause in each state, as the charts have it. To find that out takes hundreds of thousands of
/// decisions, so it is generated (`cargo test --test generated`) and not found out at each start.
const CAN: &str = include_str!("can.json");

/// What a user may cause in each state, as JSON.
fn can_table() -> BTreeMap<(&'static str, &'static str), String> {
    let machines: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> =
        serde_json::from_str(CAN).unwrap_or_default();
    let mut table = BTreeMap::new();
    for (machine, states) in machines {
        for (state, can) in states {
            let json = serde_json::to_string(&can).unwrap_or_else(|_| "[]".to_owned());
            table.insert((machine, state), json);
        }
    }
    table
}
