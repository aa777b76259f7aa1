//! The server of a scenario: the product's engine with journals in memory, a virtual clock and deterministic ids. It is
//! polled on one thread until all work is done.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::runtime::{Builder, Runtime};
use waybill_engine::{
    Attached, Attachment, Clock, Command, Engine, FAMILIES, Ids, Nack, Parts, Resume, SessionId,
    SessionToken, SessionsJournal, Submission, SubmitError, VirtualClock,
};
use waybill_journal::{Journal, MemoryJournal, StoredRecord};
use waybill_machines::facts::Facts;
use waybill_machines::{AnyState, MachineName, Rejection, Timestamp};
use waybill_platform::limits::{Budgets, Limits};
use waybill_platform::streams::{Command as Change, Streams};
use waybill_stream::StreamState;

use super::calls::Calls;
use super::edge::hex;

/// Ids that are the same in each run of a scenario.
#[derive(Debug, Default)]
struct ScenarioIds {
    sessions: AtomicU64,
    tokens: AtomicU64,
    tabs: AtomicU64,
}

fn next(counter: &AtomicU64) -> u64 {
    counter.fetch_add(1, Ordering::Relaxed) + 1
}

impl Ids for ScenarioIds {
    fn session(&self) -> SessionId {
        SessionId::named(&format!("story-{}", next(&self.sessions)))
    }

    fn token(&self) -> SessionToken {
        let text = hex("token", &next(&self.tokens).to_string());
        SessionToken::parse(&text).unwrap_or_else(SessionToken::fresh)
    }

    fn tab(&self) -> String {
        format!("unnamed-{}", next(&self.tabs))
    }

    fn is_tab(&self, _text: &str) -> bool {
        true
    }
}

/// A server of a scenario.
pub(crate) struct Server {
    clock: Arc<VirtualClock>,
    ids: Arc<ScenarioIds>,
    sessions: MemoryJournal,
    platform: MemoryJournal,
    /// The streams of the platform's services.
    streams: Streams,
    running: Running,
}

/// The parts that are lost when the server stops.
struct Running {
    engine: Engine<Calls>,
    calls: Arc<Calls>,
    runtime: Runtime,
}

impl Server {
    /// Starts a server with empty journals.
    pub(crate) fn start(at: Timestamp, facts: &Facts) -> Result<Self, String> {
        let (clock, ids) = (Arc::new(VirtualClock::at(at)), Arc::new(ScenarioIds::default()));
        let (sessions, platform) = (MemoryJournal::new(), MemoryJournal::new());
        let running = Running::start(&clock, &ids, &sessions, &platform, facts)?;
        let streams = Streams::new(Arc::new(platform.clone()));
        Ok(Self { clock, ids, sessions, platform, streams, running })
    }

    /// Kills the server and starts it again from its journals.
    pub(crate) fn crash(&mut self, down_ms: i64, facts: &Facts) -> Result<(), String> {
        self.clock.advance_ms(down_ms);
        (self.sessions, self.platform) = (self.sessions.restart(), self.platform.restart());
        self.streams = Streams::new(Arc::new(self.platform.clone()));
        let (sessions, platform) = (&self.sessions, &self.platform);
        self.running = Running::start(&self.clock, &self.ids, sessions, platform, facts)?;
        let engine = self.running.engine.clone();
        self.run(async move {
            engine.recover_all().await;
            // A sign-in that ran out meanwhile ends before its browser connects again.
            engine.wake_due();
        });
        Ok(())
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn calls(&self) -> &Calls {
        &self.running.calls
    }

    /// Runs a future, and then everything that follows from it until only pending calls are left.
    pub(crate) fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let Running { engine, calls, runtime } = &self.running;
        runtime.block_on(async {
            let done = work.await;
            while engine.activities() > calls.waiting().len() {
                tokio::task::yield_now().await;
            }
            done
        })
    }

    /// Advances the clock to the next deadline, but not beyond `until`. `false` if nothing is due until then.
    pub(crate) fn pass(&self, until: Timestamp) -> bool {
        let engine = &self.running.engine;
        let Some(due) = engine.next_due().filter(|due| *due <= until) else {
            self.clock.advance_ms(until.ms_since(self.now()).max(0));
            return false;
        };
        self.clock.advance_ms(due.ms_since(self.now()).max(0));
        self.run(async { engine.wake_due() });
        true
    }

    /// Creates a session.
    pub(crate) fn begin(&self) -> (SessionId, SessionToken) {
        self.running.engine.create_session()
    }

    /// A token for a cookie that a sign-in may set.
    pub(crate) fn token(&self) -> SessionToken {
        self.ids.token()
    }

    /// Whether a cookie opens a session.
    pub(crate) fn opens(&self, token: &SessionToken, session: &SessionId) -> bool {
        self.running.engine.session_of(token).as_ref() == Some(session)
    }

    pub(crate) fn command(&self, session: &SessionId, command: Command) -> Result<u64, Nack> {
        self.run(self.running.engine.command(session, command))
    }

    pub(crate) fn end(&self, session: &SessionId) -> Result<(), Nack> {
        self.run(self.running.engine.end(session))
    }

    /// Sends an event to a machine of the installation: to its runner if it has one, or else in the way of the
    /// platform's services, which own the other machines.
    pub(crate) fn submit(&self, submission: Submission) -> Result<Option<Rejection>, String> {
        let Submission { stream, event, context, .. } = submission.clone();
        let rejected = match self.run(self.running.engine.submit(submission)) {
            Ok(_) => None,
            Err(SubmitError::Refused(refused)) => Some(refused.rejection),
            Err(SubmitError::RejectedBefore(code)) => Some(Rejection::new(code)),
            Err(SubmitError::NotRegistered(_)) => {
                let submitted = self.run(self.streams.submit(Change::new(stream, event), &context));
                let outcome = submitted.map_err(|error| error.to_string())?;
                outcome.err().map(|refused| refused.rejection)
            }
            Err(error) => return Err(error.to_string()),
        };
        Ok(rejected)
    }

    pub(crate) fn facts_changed(&self, facts: &Facts) {
        self.running.calls.set_facts(facts);
        self.run(self.running.engine.facts_changed());
    }

    pub(crate) fn attach(
        &self,
        session: &SessionId,
        token: &SessionToken,
        tab: &str,
        resume: Option<Resume>,
    ) -> Result<Attached, Nack> {
        let token = SessionToken::parse(token.expose()).unwrap_or_else(SessionToken::fresh);
        let attachment = Attachment { tab: Some(tab.to_owned()), resume, token };
        self.run(self.running.engine.attach(session, attachment))
    }

    pub(crate) fn detach(&self, session: &SessionId, number: u64) {
        self.run(self.running.engine.detach(session, number));
    }

    /// The whole state of a session.
    pub(crate) fn inspect(&self, session: &SessionId) -> Result<StreamState, String> {
        let inspected = self.run(self.running.engine.inspect(session));
        inspected.map_err(|nack| nack.message)
    }

    /// The state of a machine of the installation.
    pub(crate) fn installation_state(&self, machine: MachineName, stream: &str) -> AnyState {
        self.streams.state(stream, machine).unwrap_or_else(|_| machine.initial())
    }

    /// The records of both journals from these positions, those of sessions first.
    pub(crate) fn records(&self, seen: (u64, u64)) -> Result<Vec<StoredRecord>, String> {
        let scan = |journal: &MemoryJournal, from: u64| {
            journal.scan(from, usize::MAX).map_err(|error| error.to_string())
        };
        let mut records = scan(&self.sessions, seen.0)?;
        records.extend(scan(&self.platform, seen.1)?);
        Ok(records)
    }

    /// How many records both journals have.
    pub(crate) fn count(&self) -> (u64, u64) {
        (self.sessions.count(), self.platform.count())
    }
}

impl Running {
    fn start(
        clock: &Arc<VirtualClock>,
        ids: &Arc<ScenarioIds>,
        sessions: &MemoryJournal,
        platform: &MemoryJournal,
        facts: &Facts,
    ) -> Result<Self, String> {
        let runtime = Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|error| format!("no runtime: {error}"))?;
        let calls = Arc::new(Calls::new(facts));
        let parts = Parts {
            sessions: SessionsJournal::One(Arc::new(sessions.clone())),
            platform: Arc::new(platform.clone()),
            performer: Arc::clone(&calls),
            clock: clock.clone(),
            ids: ids.clone(),
            epoch: "story".to_owned(),
            families: FAMILIES,
            saved: None,
            budgets: Arc::new(Budgets::new(Limits::unlimited())),
            runtime: None,
        };
        let engine = Engine::new(parts).map_err(|error| error.to_string())?;
        Ok(Self { engine, calls, runtime })
    }
}
