//! All sessions of the installation: who holds which cookie, which tasks run, who is to be woken.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use waybill_journal::{Journal, ReadError};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Timestamp};
use waybill_platform::access::Source;
use waybill_platform::secret::Secret;
use waybill_platform::status::Pulse;
use waybill_platform::vault::Vault;

use crate::clock::Clock;
use crate::error::Nack;
use crate::identity::{SessionId, SessionToken};
use crate::installation::{Family, InstallationTopic};
use crate::perform::Ports;
use crate::runtime::{self, Actor, Attached, Attachment, Command, Input, Mailbox, Shown};
use crate::session::{Session, SessionError};
use index::Circumstances;
use shared::lock;

mod facts;
mod index;
mod newcomers;
mod shared;
mod topics;
mod unreadable;
mod upkeep;

pub(crate) use shared::{Shared, Viewer};
pub use topics::Subscribe;

/// How many inputs may wait for one session.
const INPUTS_MAX: usize = 128;
/// A machine has this long to come to rest. A port that hangs must not hold a request for ever.
const SETTLE_WITHIN: Duration = Duration::from_secs(30);

/// The engine: what HTTP handlers, sockets and the command line speak to.
#[derive(Clone)]
pub struct Engine {
    pub(crate) shared: Arc<Shared>,
}

/// What an engine is started with.
pub struct Start {
    /// The journal of sessions.
    pub sessions: Arc<dyn Journal>,
    /// The journal of the platform, for the machines of the installation.
    pub platform: Arc<dyn Journal>,
    /// Where personal values lie.
    pub vault: Arc<Vault>,
    /// The services behind the console.
    pub ports: Ports,
    /// What tells the time.
    pub clock: Arc<dyn Clock>,
    /// Names the journals' history; it changes only when that is replaced, as by a restore.
    pub epoch: String,
    /// Whether the services know the facts of the installation: sessions that were told other ones learn of it then.
    /// Whoever only looks after an account has no configuration to speak of.
    pub tells_facts: bool,
    /// The machines of the installation that run; see [`crate::FAMILIES`].
    pub families: &'static [Family],
}

/// Somebody who showed a cookie that counted at that moment. What they ask for is done only if it still counts
/// when its turn comes: another request may have renewed the cookie, and with it the rights, meanwhile.
#[derive(Debug, Clone)]
pub struct Holder {
    /// The session that the cookie opens.
    pub session: SessionId,
    /// Recognises the cookie.
    pub token: Digest,
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

/// What came of ending all sessions of a person but one.
#[derive(Debug, Default)]
pub struct EndedOthers {
    /// How many have ended.
    pub ended: usize,
    /// Which have not, and why.
    pub failed: Vec<(SessionId, Nack)>,
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

impl Engine {
    /// Starts the engine: reads which sessions live, answers what a crash cut off, arms deadlines.
    pub fn start(start: Start) -> Result<Self, SessionError> {
        let changes = start.ports.access.changes();
        let engine = Self { shared: Arc::new(Shared::new(start)?) };
        engine.register_topic(Arc::new(InstallationTopic::of(&engine)));
        // It has begun; on a busy machine somebody may ask before it is let run.
        engine.shared.deadlines_pulse.beat(engine.now());
        tokio::spawn(engine.clone().wake_what_is_due());
        tokio::spawn(engine.clone().follow_accounts(changes));
        tokio::spawn(engine.clone().follow_facts());
        tokio::spawn(engine.clone().recover_all());
        tokio::spawn(engine.clone().recover_installation());
        Ok(engine)
    }

    /// Sets how many sessions one source may begin in a minute.
    pub fn limit_newcomers(&self, a_minute: u32) {
        self.shared.newcomers_a_minute.store(a_minute, Ordering::Relaxed);
    }

    /// The moment, as the engine's clock tells it.
    pub fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// The journal of sessions.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.shared.journal
    }

    /// The journal of the platform.
    pub fn platform_journal(&self) -> &Arc<dyn Journal> {
        self.shared.installation.journal()
    }

    /// The pulse of whoever looks after deadlines.
    pub fn deadlines_pulse(&self) -> Pulse {
        self.shared.deadlines_pulse.clone()
    }

    /// The services behind the console.
    pub fn ports(&self) -> &Ports {
        &self.shared.ports
    }

    /// How many sessions are open, and how many of them are in memory.
    pub fn counts(&self) -> (usize, usize) {
        (lock(&self.shared.index).entries.len(), lock(&self.shared.live).len())
    }

    /// A session for a visitor who has none, or how many milliseconds its source has to wait, having begun too
    /// many. Nothing is recorded before a session's first command.
    pub fn begin(&self, source: &Source) -> Result<(SessionId, SessionToken), i64> {
        self.shared.admit_newcomer(source)?;
        Ok(self.begin_anew())
    }

    /// A session for somebody who has just left another.
    pub fn begin_anew(&self) -> (SessionId, SessionToken) {
        let (id, token) = (SessionId::fresh(), SessionToken::fresh());
        lock(&self.shared.index).begin(&id, token.digest(), self.now());
        (id, token)
    }

    /// The session that a cookie opens.
    pub fn session_of(&self, token: &SessionToken) -> Option<SessionId> {
        self.shared.session_of(&token.digest())
    }

    /// Whoever shows a cookie, if it opens a session.
    pub fn holder_of(&self, token: &SessionToken) -> Option<Holder> {
        let token = token.digest();
        Some(Holder { session: self.shared.session_of(&token)?, token })
    }

    /// Whether a cookie was replaced a moment ago, by signing in or out, so that the browser is about to have another.
    pub fn is_being_renewed(&self, token: &SessionToken) -> bool {
        lock(&self.shared.index).is_being_renewed(&token.digest())
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

    /// What a session's menus go by.
    pub async fn shown(&self, session: &SessionId) -> Result<Shown, Nack> {
        let (reply, answer) = oneshot::channel();
        self.send(session, Input::Show(reply)).await?;
        answer.await.map_err(|_| Nack::gone())
    }

    /// Forgets a tab.
    pub async fn detach(&self, session: &SessionId, number: u64) {
        let running = lock(&self.shared.live).get(session).cloned();
        if let Some(running) = running {
            // A task that has ended has forgotten it already.
            let _ = running.send(Box::new(Input::Detach(number))).await;
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
        let Ok(answer) = tokio::time::timeout(SETTLE_WITHIN, answer).await else {
            return Err(Nack::temporary(
                "slow",
                "This takes longer than usual. Look again in a moment.",
            ));
        };
        answer.map_err(|_| Nack::gone())?
    }

    /// Ends a session from elsewhere. One that has ended already is what was asked for.
    pub async fn end(&self, session: &SessionId) -> Result<(), Nack> {
        let signed_in = self.person_of(session).is_some();
        let mut outcome = self.command(session, runtime::end(session, signed_in)).await;
        if signed_in && outcome.as_ref().is_err_and(|nack| nack.code == "not_in_this_state") {
            outcome = self.command(session, runtime::end(session, false)).await;
        }
        match outcome {
            Err(nack) if nack.code != "session_ended" && nack.code != "session_unreadable" => {
                Err(nack)
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Ends all sessions of a person but one.
    pub async fn end_others(&self, person: &PersonId, keep: &SessionId) -> EndedOthers {
        let mut outcome = EndedOthers::default();
        for other in self.sessions_of(person).into_iter().filter(|other| other.id != *keep) {
            match self.end(&other.id).await {
                Ok(()) => outcome.ended += 1,
                Err(nack) => {
                    tracing::error!(session = %other.id, code = nack.code, "a session was not ended");
                    outcome.failed.push((other.id, nack));
                }
            }
        }
        outcome
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
    pub async fn records(
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
        let viewer = self.shared.viewer_for(self.person_of(session)).await;
        let mut records = Vec::with_capacity(count);
        for record in self.shared.journal.read(&stream, first, count)?.iter().rev() {
            records.push(runtime::change(&self.shared, &viewer, &record.line, &record.view()?));
        }
        Ok((records, first > 1))
    }

    async fn send(&self, session: &SessionId, input: Input) -> Result<(), Nack> {
        const ATTEMPTS: u32 = 2_000;
        let mut input = Box::new(input);
        for _ in 0..ATTEMPTS {
            let task = self.task(session).await?;
            match task.send(input).await {
                Ok(()) => return Ok(()),
                // It is falling asleep in this moment: either it forgets itself, or it goes on with a new queue.
                Err(back) => input = back.0,
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Err(Nack::gone())
    }

    /// A session's task, woken if it sleeps. There is never more than one: two would not know of each other's
    /// records.
    async fn task(&self, session: &SessionId) -> Result<Mailbox, Nack> {
        loop {
            if let Some(task) = lock(&self.shared.live).get(session) {
                return Ok(task.clone());
            }
            let loaded = self.load(session).await?;
            let changes = self.shared.facts_changed();
            let facts = self.common_facts().await;
            let mut live = lock(&self.shared.live);
            let may_be_old = self.shared.facts_changed() != changes;
            if live.contains_key(session) || may_be_old || !self.is_newest(&loaded) {
                continue;
            }
            let (sender, receiver) = mpsc::channel(INPUTS_MAX);
            // The queue is empty, so these are its first inputs. It slept, or the server was stopped, while something
            // changed: nothing is decided before that is known.
            if let Some(facts) = facts {
                let told = Input::Facts { facts: Arc::new(facts), changes, is_awaited: false };
                let _ = sender.try_send(Box::new(told));
            }
            if !loaded.outstanding.is_empty() || loaded.wake_at().is_some() {
                let _ = sender.try_send(Box::new(Input::Recover));
            }
            let actor = Actor::new(Arc::clone(&self.shared), loaded, receiver, sender.clone());
            tokio::spawn(actor.run());
            live.insert(session.clone(), sender.clone());
            return Ok(sender);
        }
    }

    /// Reads a session, where that may block.
    async fn load(&self, session: &SessionId) -> Result<Session, Nack> {
        let (id, journal, now) = (session.clone(), Arc::clone(&self.shared.journal), self.now());
        let load = move || Session::load(id, journal.as_ref(), now);
        match tokio::task::spawn_blocking(load).await.map_err(|_| Nack::gone())? {
            Ok(loaded) => Ok(loaded),
            Err(error @ SessionError::Unknown { .. }) => {
                tracing::error!(%session, %error, "a session cannot be read, so it is ended");
                self.close_unreadable(session).await?;
                Err(Nack::session_unreadable())
            }
            Err(error) => {
                tracing::error!(%session, %error, "a session cannot be read");
                Err(Nack::temporary("unreadable", error.to_string()))
            }
        }
    }
}
