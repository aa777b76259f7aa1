//! All sessions of the installation: their cookies, their runners, and their deadlines.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use waybill_journal::tiered::Part;
use waybill_journal::{Journal, ReadError};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machines::login;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyState, MachineName, Timestamp};
use waybill_platform::access::{DeviceToken, SeenClient, Source};
use waybill_platform::limits::{Budgets, Exceeded};
use waybill_platform::readings::Readings;
use waybill_platform::secret::Secret;
use waybill_platform::sso::PROVEN_WITHIN;
use waybill_platform::status::Pulse;
use waybill_platform::trace;
use waybill_stream::StreamState;

use crate::change::Change;
use crate::error::{Nack, NackCode};
use crate::identity::{SessionId, SessionToken};
use crate::perform::{Performer, Ports, Services};
use crate::runner;
use crate::session::{
    self, Attached, Attachment, Command, Input, MenuInputs, SessionOwner, Settled,
};
use index::ClientInfo;
use shared::lock;

mod acts;
mod acts_of_trace;
mod ending;
mod facts;
mod index;
mod saved;
mod sessions_journal;
mod shared;
mod start;
mod topics;
mod unreadable;
mod upkeep;
mod visitors;

pub use acts::{ActKind, Acts, ActsCursor, ActsQuery};
pub use ending::EndedSessions;
pub use sessions_journal::{SessionsJournal, signs_in};
pub(crate) use shared::Shared;
pub use start::{Parts, Start};
pub use topics::Subscribe;
pub use visitors::VisitorsOfDay;

/// How long a request waits for a machine to leave its pending states: a port that hangs must not block it for ever.
const SETTLE_WITHIN: Duration = Duration::from_secs(30);
// A callback that is given up before the sign-in settles would leave a session whose cookie no browser gets.
const _: () = assert!(PROVEN_WITHIN.as_secs() + 5 <= SETTLE_WITHIN.as_secs());

/// The engine, which HTTP handlers, sockets, the command line and scenarios use. `P` performs the calls.
pub struct Engine<P = Services> {
    pub(crate) shared: Arc<Shared<P>>,
}

impl<P> Clone for Engine<P> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

/// The session and the cookie of a client. A request is performed only if the cookie is still valid when its turn
/// comes: another request may have renewed the cookie, and with it the rights, meanwhile.
#[derive(Debug, Clone)]
pub struct SessionCredentials {
    /// The session that the cookie opens.
    pub session: SessionId,
    /// The digest of the cookie.
    pub token: Digest,
}

/// A session as its owner sees it in the list of sessions.
#[derive(Debug, Clone)]
pub struct SessionSummary {
    /// Its id.
    pub id: SessionId,
    /// When it began.
    pub since: Timestamp,
    /// The time of its last request since the server started.
    pub last_seen: Option<Timestamp>,
    /// The browser of its last request.
    pub agent: Option<String>,
    /// The address that its last request came from.
    pub address: Option<IpAddr>,
}

/// How a step over HTTP ended.
#[derive(Debug)]
pub struct StepResult {
    /// The state of the machine that received the event.
    pub state: AnyState,
    /// The state that the login machine is in.
    pub login: AnyState,
    /// The new cookie, if it has changed.
    pub token: Option<SessionToken>,
    /// The token of a device that has become known by this, for another cookie.
    pub device: Option<DeviceToken>,
}

impl Engine {
    /// The services behind the console.
    pub fn ports(&self) -> &Ports {
        &self.shared.performer.ports
    }

    /// Records who reads what only some may read.
    pub fn readings(&self) -> &Readings {
        &self.shared.performer.readings
    }

    /// The pulse of the task that wakes what is due.
    pub fn deadlines_pulse(&self) -> Pulse {
        self.shared.deadlines_pulse.clone()
    }

    /// The recovery codes that a session's last enrolment made; they can be taken once, and by the user who has signed in
    /// after that step: an earlier enrolment may have been cancelled while it was checked.
    pub fn take_recovery_codes(&self, session: &SessionId, settled: &StepResult) -> Vec<Secret> {
        let person = match &settled.login {
            AnyState::Login(login::State::SignedIn { person, .. }) => Some(person),
            _ => None,
        };
        self.shared.performer.take_recovery_codes(session, person)
    }
}

impl<P: Performer> Engine<P> {
    /// What clients may use.
    pub fn budgets(&self) -> &Budgets {
        &self.shared.budgets
    }

    /// The current time of the engine's clock.
    pub fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// The journal of sessions.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.shared.journal
    }

    /// The journals that this consists of: first that of sessions with a sign-in, and then those of visitors by day.
    pub fn sessions_journals(&self) -> Vec<Part> {
        self.shared.sessions_journal.parts()
    }

    /// The journal of the platform.
    pub fn platform_journal(&self) -> &Arc<dyn Journal> {
        self.shared.installation.journal()
    }

    /// How many sessions are open, and how many of them are in memory.
    pub fn counts(&self) -> (usize, usize) {
        (lock(&self.shared.index).entries.len(), self.shared.sessions.count())
    }

    /// A session for a visitor who has none. Nothing is recorded before a session's first command.
    ///
    /// # Errors
    ///
    /// [`Exceeded`], if its source has begun too many.
    pub fn begin(&self, source: &Source) -> Result<(SessionId, SessionToken), Exceeded> {
        self.shared.budgets.new_session(source)?;
        Ok(self.create_session())
    }

    /// A session for a client whose last one has ended.
    pub fn create_session(&self) -> (SessionId, SessionToken) {
        let (id, token) = (self.shared.ids.session(), self.shared.ids.token());
        lock(&self.shared.index).begin(&id, token.digest(), self.now());
        (id, token)
    }

    /// The session that a cookie opens.
    pub fn session_of(&self, token: &SessionToken) -> Option<SessionId> {
        self.shared.session_of(&token.digest())
    }

    /// The credentials of a client, if its cookie opens a session.
    pub fn credentials_of(&self, token: &SessionToken) -> Option<SessionCredentials> {
        let token = token.digest();
        Some(SessionCredentials { session: self.shared.session_of(&token)?, token })
    }

    /// Whether a cookie has just been replaced, by signing in or out, so that the browser is about to receive another.
    pub fn is_being_renewed(&self, token: &SessionToken) -> bool {
        lock(&self.shared.index).is_being_renewed(&token.digest())
    }

    /// Stores where a session's requests come from.
    pub fn record_visit(&self, session: &SessionId, address: Option<IpAddr>, agent: &str) {
        let last_seen = self.now();
        let agent: String = agent.chars().take(200).collect();
        let mut index = lock(&self.shared.index);
        if index.entries.contains_key(session) {
            let active_at = index.clients.get(session).and_then(|client| client.active_at);
            let client = ClientInfo { address, agent, last_seen, active_at };
            index.clients.insert(session.clone(), client);
        }
    }

    /// Stores that the user of a session was active just now. Without a request of the session before there is no
    /// user who could be.
    pub fn record_activity(&self, session: &SessionId) {
        let now = self.now();
        let mut index = lock(&self.shared.index);
        if let Some(client) = index.clients.get_mut(session) {
            client.active_at = Some(now);
        }
    }

    /// The browser of a session's newest request.
    pub(crate) fn seen_client(&self, session: &SessionId) -> SeenClient {
        let index = lock(&self.shared.index);
        index.clients.get(session).map_or_else(SeenClient::default, |client| SeenClient {
            agent: Some(client.agent.clone()),
            address: client.address,
        })
    }

    /// The user who has signed in to a session.
    pub fn person_of(&self, session: &SessionId) -> Option<PersonId> {
        lock(&self.shared.index).entries.get(session)?.person.clone()
    }

    /// Everyone who has a session with a sign-in.
    pub(crate) fn people_with_sessions(&self) -> Vec<PersonId> {
        lock(&self.shared.index).people.keys().cloned().collect()
    }

    /// The sessions of a person, the newest first.
    pub fn sessions_of(&self, person: &PersonId) -> Vec<SessionSummary> {
        let index = lock(&self.shared.index);
        let sessions = index.people.get(person).into_iter().flatten().rev();
        let summary = |id: &SessionId| {
            let client = index.clients.get(id);
            Some(SessionSummary {
                id: id.clone(),
                since: index.entries.get(id)?.since,
                last_seen: client.map(|seen| seen.last_seen),
                agent: client.map(|seen| seen.agent.clone()),
                address: client.and_then(|seen| seen.address),
            })
        };
        sessions.filter_map(summary).collect()
    }

    /// Sends a command. The answer is the sequence number of its first record.
    pub async fn command(&self, session: &SessionId, command: Command) -> Result<u64, Nack> {
        let (reply, answer) = oneshot::channel();
        self.send(session, Input::Command(command, trace::current(), reply)).await;
        answer.await.map_err(|_| Nack::stopping())?
    }

    /// Attaches a tab, which receives all changes from now on and those that it has missed.
    pub async fn attach(
        &self,
        session: &SessionId,
        attachment: Attachment,
    ) -> Result<Attached, Nack> {
        let (reply, answer) = oneshot::channel();
        self.send(session, Input::Attach(attachment, reply)).await;
        answer.await.map_err(|_| Nack::stopping())?
    }

    /// The inputs of a session's menus.
    pub async fn menu_inputs(&self, session: &SessionId) -> Result<MenuInputs, Nack> {
        let (reply, answer) = oneshot::channel();
        self.send(session, Input::Menus(reply)).await;
        answer.await.map_err(|_| Nack::stopping())?
    }

    /// The whole state of a session.
    ///
    /// # Errors
    ///
    /// [`Nack`], if it cannot be read.
    pub async fn inspect(&self, session: &SessionId) -> Result<StreamState, Nack> {
        let (reply, answer) = oneshot::channel();
        self.send(session, Input::Inspect(reply)).await;
        answer.await.map_err(|_| Nack::stopping())?
    }

    /// Disconnects a tab.
    pub async fn detach(&self, session: &SessionId, number: u64) {
        let (shared, input) = (&self.shared, Input::Detach(number));
        // A session that sleeps has no tabs.
        let _ = shared.sessions.send_awake(&session.stream(), input, shared.activity()).await;
    }

    /// Waits until a machine of a session is in none of these states.
    pub async fn settle(
        &self,
        session: &SessionId,
        machine: MachineName,
        moving: &'static [&'static str],
    ) -> Result<AnyState, Nack> {
        self.settled(session, machine, moving).await.map(|settled| settled.state)
    }

    /// The same, with the state of the login machine at that time. Asked for later, it would come after whatever the
    /// session records next, such as the whole start-up of the application.
    pub(crate) async fn settled(
        &self,
        session: &SessionId,
        machine: MachineName,
        moving: &'static [&'static str],
    ) -> Result<Settled, Nack> {
        let (reply, answer) = oneshot::channel();
        let key = InstanceKey::session(machine);
        self.send(session, Input::Settle(key, moving, reply)).await;
        let Ok(answer) = tokio::time::timeout(SETTLE_WITHIN, answer).await else {
            return Err(Nack::temporary(
                NackCode::Slow,
                "This takes longer than usual. Look again in a moment.",
            ));
        };
        answer.map_err(|_| Nack::stopping())?
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
    ) -> Result<(Vec<Change>, bool), ReadError> {
        let stream = session.stream();
        let newest = self.shared.journal.head(&stream).map_or(0, |head| head.seq);
        let last = before.map_or(newest, |before| before.saturating_sub(1).min(newest));
        let first = last.saturating_sub(limit) + 1;
        let count = usize::try_from(last + 1 - first).unwrap_or(0);
        let viewer = self.shared.performer.viewer(self.person_of(session)).await;
        let mut records = Vec::with_capacity(count);
        for record in self.shared.journal.read(&stream, first, count)?.iter().rev() {
            records.push(session::change(&self.shared, &viewer, &record.line, &record.view()?));
        }
        Ok((records, first > 1))
    }

    async fn send(&self, session: &SessionId, input: Input) {
        let owner = || SessionOwner::new(session.clone());
        let input = runner::Input::Owner(input);
        runner::send(&self.shared, &session.stream(), owner, input).await;
    }
}
