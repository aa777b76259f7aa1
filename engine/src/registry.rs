//! All sessions of the installation: who holds which cookie, which tasks run, who is to be woken.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use waybill_journal::{Journal, ReadError};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Timestamp, chart};
use waybill_platform::access::{AccountChange, Source};
use waybill_platform::handles::Handles;
use waybill_platform::secret::Secret;
use waybill_platform::vault::Vault;

use crate::alarm::Alarm;
use crate::clock::Clock;
use crate::error::Nack;
use crate::identity::{SessionId, SessionToken};
use crate::index::{Circumstances, Entry, Index, read_index};
use crate::perform::Ports;
use crate::runtime::{self, Actor, Attached, Attachment, Command, Input};
use crate::session::{Session, SessionError};

/// How many inputs may wait for one session.
const INPUTS_MAX: usize = 128;
/// How many sessions may be known in which nothing has happened yet.
const FRESH_MAX: usize = 10_000;
/// How often deadlines are looked at.
const TICK: Duration = Duration::from_millis(200);

/// What all sessions share.
pub(crate) struct Shared {
    pub journal: Arc<dyn Journal>,
    pub clock: Arc<dyn Clock>,
    pub ports: Ports,
    pub handles: Handles,
    pub vault: Arc<Vault>,
    pub alarm: Alarm,
    epoch: String,
    index: Mutex<Index>,
    live: Mutex<HashMap<SessionId, mpsc::Sender<Input>>>,
    can: BTreeMap<(&'static str, &'static str), String>,
    recovery_codes: Mutex<HashMap<SessionId, Vec<Secret>>>,
}

/// The engine: what HTTP handlers, sockets and the command line speak to.
#[derive(Clone)]
pub struct Engine {
    pub(crate) shared: Arc<Shared>,
}

/// A session as its owner sees it in the list of sessions.
#[derive(Debug, Clone)]
pub struct SessionSummary {
    /// Its id.
    pub id: SessionId,
    /// When it began.
    pub since: Timestamp,
    /// When it was last heard of, since the server started.
    pub last_seen: Option<Timestamp>,
    /// The browser that it was last heard of from.
    pub agent: Option<String>,
}

/// How a step over HTTP ended.
#[derive(Debug)]
pub struct Settled {
    /// The state of the machine that was spoken to.
    pub state: AnyState,
    /// The state that the login machine is in.
    pub login: AnyState,
    /// The cookie that counts from now on, if it has changed.
    pub token: Option<SessionToken>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    /// Starts the engine on a journal: reads which sessions live, answers what a crash cut off, arms deadlines.
    /// `epoch` names the journal's history; it changes only when that is replaced, as by a restore.
    pub fn start(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        ports: Ports,
        clock: Arc<dyn Clock>,
        epoch: String,
    ) -> Result<Self, SessionError> {
        let changes = ports.access.changes();
        let shared = Arc::new(Shared {
            index: Mutex::new(read_index(journal.as_ref())?),
            journal,
            clock,
            ports,
            handles: Handles::default(),
            vault,
            alarm: Alarm::default(),
            epoch,
            live: Mutex::default(),
            can: can_table(),
            recovery_codes: Mutex::default(),
        });
        let engine = Self { shared };
        tokio::spawn(engine.clone().wake_what_is_due());
        tokio::spawn(engine.clone().follow_accounts(changes));
        tokio::spawn(engine.clone().recover_all());
        Ok(engine)
    }

    /// The moment, as the engine's clock tells it.
    pub fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// The journal of sessions.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.shared.journal
    }

    /// The services behind the console.
    pub fn ports(&self) -> &Ports {
        &self.shared.ports
    }

    /// How many sessions are open, and how many of them are in memory.
    pub fn counts(&self) -> (usize, usize) {
        (lock(&self.shared.index).entries.len(), lock(&self.shared.live).len())
    }

    /// A session for a visitor who has none. Nothing is recorded before its first command.
    pub fn begin(&self) -> (SessionId, SessionToken) {
        let (id, token) = (SessionId::fresh(), SessionToken::fresh());
        let since = self.now();
        let mut index = lock(&self.shared.index);
        while index.fresh.len() >= FRESH_MAX {
            let Some(oldest) = index.fresh.pop_front() else { break };
            if index.entries.get(&oldest).is_some_and(|entry| entry.fresh) {
                index.remove(&oldest);
            }
        }
        index.fresh.push_back(id.clone());
        index.insert(&id, Entry { token: token.digest(), person: None, fresh: true, since });
        (id, token)
    }

    /// The session that a cookie opens.
    pub fn session_of(&self, token: &SessionToken) -> Option<SessionId> {
        self.shared.session_of(&token.digest())
    }

    /// Notes where a session's requests come from.
    pub fn note(&self, session: &SessionId, source: Source, agent: &str) {
        let last_seen = self.now();
        let agent: String = agent.chars().take(200).collect();
        let circumstances = Circumstances { source, agent, last_seen };
        let mut index = lock(&self.shared.index);
        if index.entries.contains_key(session) {
            index.circumstances.insert(session.clone(), circumstances);
        }
    }

    /// Who has signed in to a session.
    pub fn person_of(&self, session: &SessionId) -> Option<PersonId> {
        lock(&self.shared.index).entries.get(session)?.person.clone()
    }

    /// The sessions of a person, the newest first.
    pub fn sessions_of(&self, person: &PersonId) -> Vec<SessionSummary> {
        let index = lock(&self.shared.index);
        let sessions = index.people.get(person).into_iter().flatten().rev();
        let summary = |id: &SessionId| {
            let circumstances = index.circumstances.get(id);
            Some(SessionSummary {
                id: id.clone(),
                since: index.entries.get(id)?.since,
                last_seen: circumstances.map(|seen| seen.last_seen),
                agent: circumstances.map(|seen| seen.agent.clone()),
            })
        };
        sessions.filter_map(summary).collect()
    }

    /// Sends a command. The answer is the sequence number of its first record.
    pub async fn command(&self, session: &SessionId, command: Command) -> Result<u64, Nack> {
        let (reply, answer) = oneshot::channel();
        self.send(session, Input::Command(command, reply)).await?;
        answer.await.map_err(|_| Nack::gone())?
    }

    /// Lets a tab be told of everything from now on, and of what it missed.
    pub async fn attach(
        &self,
        session: &SessionId,
        attachment: Attachment,
    ) -> Result<Attached, Nack> {
        let (reply, answer) = oneshot::channel();
        self.send(session, Input::Attach(attachment, reply)).await?;
        answer.await.map_err(|_| Nack::gone())?
    }

    /// Forgets a tab.
    pub async fn detach(&self, session: &SessionId, number: u64) {
        let running = lock(&self.shared.live).get(session).cloned();
        if let Some(running) = running {
            // A task that has ended has forgotten it already.
            let _ = running.send(Input::Detach(number)).await;
        }
    }

    /// Waits until a machine of a session is in none of these states.
    pub async fn settle(
        &self,
        session: &SessionId,
        machine: MachineName,
        moving: &'static [&'static str],
    ) -> Result<AnyState, Nack> {
        let (reply, answer) = oneshot::channel();
        let key = InstanceKey::session(machine);
        self.send(session, Input::Settle(key, moving, reply)).await?;
        answer.await.map_err(|_| Nack::gone())
    }

    /// Ends a session from elsewhere.
    pub async fn end(&self, session: &SessionId) -> Result<(), Nack> {
        let signed_in = self.person_of(session).is_some();
        self.command(session, runtime::end(session, signed_in)).await.map(|_| ())
    }

    /// The recovery codes that a session's last enrolment made; they can be taken once.
    pub fn take_recovery_codes(&self, session: &SessionId) -> Vec<Secret> {
        lock(&self.shared.recovery_codes).remove(session).unwrap_or_default()
    }

    /// The epoch that a session's sequence numbers belong to.
    pub fn epoch_of(&self, session: &SessionId) -> String {
        self.shared.epoch_of(session)
    }

    /// A session's own records as its tabs see them, the newest first, and whether there are older ones.
    pub fn records(
        &self,
        session: &SessionId,
        before: Option<u64>,
        limit: u64,
    ) -> Result<(Vec<String>, bool), ReadError> {
        let stream = session.stream();
        let newest = self.shared.journal.head(&stream).map_or(0, |head| head.seq);
        let last = before.map_or(newest, |before| before.saturating_sub(1).min(newest));
        let first = last.saturating_sub(limit) + 1;
        let count = usize::try_from(last + 1 - first).unwrap_or(0);
        let mut records = Vec::with_capacity(count);
        for record in self.shared.journal.read(&stream, first, count)?.iter().rev() {
            records.push(runtime::change(&self.shared, &record.line, &record.view()?));
        }
        Ok((records, first > 1))
    }

    async fn send(&self, session: &SessionId, mut input: Input) -> Result<(), Nack> {
        for _ in 0..4 {
            let task = self.task(session)?;
            match task.send(input).await {
                Ok(()) => return Ok(()),
                // It fell asleep in this moment; wake it again.
                Err(back) => input = back.0,
            }
        }
        Err(Nack::gone())
    }

    fn task(&self, session: &SessionId) -> Result<mpsc::Sender<Input>, Nack> {
        let mut live = lock(&self.shared.live);
        if let Some(task) = live.get(session).filter(|task| !task.is_closed()) {
            return Ok(task.clone());
        }
        let loaded = Session::load(session.clone(), self.shared.journal.as_ref(), self.now());
        let loaded = loaded.map_err(|error| {
            tracing::error!(%session, %error, "a session cannot be read");
            Nack::temporary("unreadable", error.to_string())
        })?;
        let (sender, receiver) = mpsc::channel(INPUTS_MAX);
        if !loaded.outstanding.is_empty() || loaded.wake_at().is_some() {
            // The queue is empty, so this is its first input.
            let _ = sender.try_send(Input::Recover);
        }
        let actor = Actor::new(Arc::clone(&self.shared), loaded, receiver, sender.clone());
        tokio::spawn(actor.run());
        live.insert(session.clone(), sender.clone());
        Ok(sender)
    }

    async fn wake_what_is_due(self) {
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            for session in self.shared.alarm.due(self.now()) {
                if self.send(&session, Input::Deadline).await.is_err() {
                    tracing::warn!(%session, "a deadline could not be delivered");
                }
            }
        }
    }

    /// Loads every session once after a start, which answers what was cut off and arms its deadline.
    async fn recover_all(self) {
        let sessions: Vec<SessionId> = {
            let index = lock(&self.shared.index);
            index
                .entries
                .iter()
                .filter(|(_, entry)| !entry.fresh)
                .map(|(id, _)| id.clone())
                .collect()
        };
        for session in sessions {
            if let Err(nack) = self.task(&session) {
                tracing::warn!(%session, message = nack.message, "a session could not be recovered");
            }
            tokio::task::yield_now().await;
        }
    }

    /// Cuts off the sessions of somebody who may not sign in any more, and tells the others of new rights.
    async fn follow_accounts(self, mut changes: tokio::sync::broadcast::Receiver<AccountChange>) {
        use tokio::sync::broadcast::error::RecvError;
        loop {
            match changes.recv().await {
                Ok(change) => self.account_changed(&change.person).await,
                // Whoever missed some looks at all of them.
                Err(RecvError::Lagged(_)) => {
                    let people: Vec<_> = lock(&self.shared.index).people.keys().cloned().collect();
                    for person in people {
                        self.account_changed(&person).await;
                    }
                }
                Err(RecvError::Closed) => break,
            }
        }
    }

    async fn account_changed(&self, person: &PersonId) {
        let user = self.shared.ports.access.user(person.clone()).await;
        // An account that cannot be judged counts as one that may not be used.
        let enabled = matches!(&user, Ok(Some(user)) if user.enabled);
        for summary in self.sessions_of(person) {
            let outcome = if enabled {
                self.refresh_facts(&summary.id, person).await
            } else {
                self.end(&summary.id).await
            };
            if let Err(nack) = outcome {
                tracing::warn!(session = %summary.id, code = nack.code, "a session was not re-scoped");
            }
        }
    }
}

/// What a user may cause in each state, as JSON: taken from the charts, so that it cannot be wrong.
fn can_table() -> BTreeMap<(&'static str, &'static str), String> {
    let mut table = BTreeMap::new();
    for machine in MachineName::ALL {
        let profile = machine.profile();
        let chart = chart::of(*machine);
        for state in &chart.states {
            let from_here = chart.events_from(state.name);
            let can: Vec<&str> = profile
                .proposals
                .iter()
                .chain(profile.over_http)
                .copied()
                .filter(|event| from_here.contains(event))
                .collect();
            let json = serde_json::to_string(&can).unwrap_or_else(|_| "[]".to_owned());
            table.insert((machine.as_str(), state.name), json);
        }
    }
    table
}

impl Shared {
    pub(crate) fn session_of(&self, token: &Digest) -> Option<SessionId> {
        lock(&self.index).by_token.get(token).cloned()
    }

    /// The cookie of a session that has not begun.
    pub(crate) fn fresh_token(&self, session: &SessionId) -> Option<Digest> {
        let index = lock(&self.index);
        index.entries.get(session).filter(|entry| entry.fresh).map(|entry| entry.token.clone())
    }

    /// Forgets a session's task.
    pub(crate) fn forget(&self, session: &SessionId) {
        lock(&self.live).remove(session);
    }

    /// A session was opened, signed in to, or closed.
    pub(crate) fn life_changed(&self, session: &Session) {
        lock(&self.index).take_in(&session.id, session.life());
    }

    /// Where a session's requests come from.
    pub(crate) fn source_of(&self, session: &SessionId) -> Source {
        let index = lock(&self.index);
        index
            .circumstances
            .get(session)
            .map_or_else(|| Source::named("unknown"), |seen| seen.source.clone())
    }

    /// What a user may cause in a state, as JSON.
    pub(crate) fn can(&self, machine: &str, state: &str) -> &str {
        let found = self.can.iter().find(|((name, at), _)| *name == machine && *at == state);
        found.map_or("[]", |(_, json)| json)
    }

    /// The epoch that a session's sequence numbers belong to.
    pub(crate) fn epoch_of(&self, session: &SessionId) -> String {
        format!("{}.{session}", self.epoch)
    }

    /// The value of a personal field, if it is still there.
    pub(crate) fn reveal(&self, digest: &str) -> Option<String> {
        let personal = waybill_machines::secret::Personal::new(digest);
        let value = self.vault.reveal(&personal).ok().flatten()?;
        Some(value.expose().to_owned())
    }

    /// Puts recovery codes aside for the page that is waiting for them.
    pub(crate) fn keep_recovery_codes(&self, session: &SessionId, codes: Vec<Secret>) {
        lock(&self.recovery_codes).insert(session.clone(), codes);
    }
}
