//! One session's task: it takes inputs one after another, so a session's log has one order.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use waybill_journal::Group;
use waybill_machines::cascade::{self, Decided, InstanceKey};
use waybill_machines::machines::session as life;
use waybill_machines::machines::session::CloseReason;
use waybill_machines::{AnyEvent, MachineName, Stamp, Timestamp};
use waybill_platform::records::Who;

use crate::error::Nack;
use crate::identity::{SessionId, SessionToken, fresh_tab, is_tab};
use crate::perform;
use crate::push::{self, Outbox, Sender, Sent};
use crate::registry::Shared;
use crate::session::{Origin, Prepared, Session};

mod messages;

pub(crate) use messages::change;
use messages::{snapshot, transitions};

/// A session without tabs, calls or visitors goes to sleep after this long.
pub const ASLEEP_AFTER: Duration = Duration::from_secs(20);
/// At most this many refusals of a session are recorded in a minute; the rest are only answered.
const REFUSALS_A_MINUTE_MAX: usize = 20;
/// A tab that missed more records than this receives a snapshot instead of all of them.
const MISSED_MAX: u64 = 512;
/// A session has at most this many tabs at once.
const TABS_MAX: usize = 64;

/// What somebody proposes.
#[derive(Debug)]
pub enum Body {
    /// The JSON of a tab's proposal, as it came over the socket.
    Proposal(String),
    /// An event that the server's edge made.
    Event(Box<AnyEvent>),
}

/// A command.
#[derive(Debug)]
pub struct Command {
    /// The idempotency key.
    pub id: Option<String>,
    /// Whom it is for.
    pub machine: MachineName,
    /// Which tab it comes from.
    pub tab: Option<String>,
    /// What is proposed.
    pub body: Body,
    /// The version of the machine that the sender saw.
    pub expected: Option<u64>,
    /// On whose behalf, where that is not the session's own user.
    pub who: Option<Who>,
}

/// Where a tab that comes back left off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resume {
    /// The epoch that its numbers belong to.
    pub epoch: String,
    /// The newest sequence number that it has.
    pub seq: u64,
}

/// A tab that wants to be told.
#[derive(Debug)]
pub struct Attachment {
    /// The id that it has, if it has one.
    pub tab: Option<String>,
    /// Where it left off.
    pub resume: Option<Resume>,
    /// The cookie that it came with.
    pub token: SessionToken,
}

/// What such a tab gets.
#[derive(Debug)]
pub struct Attached {
    /// Its id.
    pub tab: String,
    /// The epoch that sequence numbers belong to.
    pub epoch: String,
    /// It goes on where it left off.
    pub resumed: bool,
    /// The newest sequence number.
    pub seq: u64,
    /// Who has signed in.
    pub person: Option<waybill_machines::secret::PersonId>,
    /// The messages that bring it up to date.
    pub backlog: Vec<Arc<str>>,
    /// Where all further messages come from.
    pub outbox: Outbox,
    /// Names this attachment when it ends.
    pub number: u64,
}

/// Everything that a session's task takes in.
pub(crate) enum Input {
    /// A command. The answer is the sequence number of its first record.
    Command(Command, oneshot::Sender<Result<u64, Nack>>),
    /// A port answered.
    Answer { record: u64, call: usize, event: AnyEvent },
    /// A deadline has come.
    Deadline,
    /// A tab wants to be told.
    Attach(Attachment, oneshot::Sender<Result<Attached, Nack>>),
    /// A tab has gone.
    Detach(u64),
    /// Somebody waits until a machine has left all of these states.
    Settle(InstanceKey, &'static [&'static str], oneshot::Sender<waybill_machines::AnyState>),
    /// The session's task is to look after itself: answer what a crash cut off, and arm its deadline.
    Recover,
}

struct Tab {
    number: u64,
    id: String,
    sender: Sender,
}

pub(crate) struct Actor {
    shared: Arc<Shared>,
    session: Session,
    inputs: mpsc::Receiver<Input>,
    myself: mpsc::Sender<Input>,
    tabs: Vec<Tab>,
    waiters:
        Vec<(InstanceKey, &'static [&'static str], oneshot::Sender<waybill_machines::AnyState>)>,
    refusals: VecDeque<Timestamp>,
    next_number: u64,
}

impl Actor {
    pub(crate) fn new(
        shared: Arc<Shared>,
        session: Session,
        inputs: mpsc::Receiver<Input>,
        myself: mpsc::Sender<Input>,
    ) -> Self {
        Self {
            shared,
            session,
            inputs,
            myself,
            tabs: Vec::new(),
            waiters: Vec::new(),
            refusals: VecDeque::new(),
            next_number: 1,
        }
    }

    /// Runs until the session sleeps or has ended. Returns nothing: all that counts is in the journal.
    pub(crate) async fn run(mut self) {
        loop {
            match tokio::time::timeout(ASLEEP_AFTER, self.inputs.recv()).await {
                Ok(Some(input)) => self.take(input).await,
                Ok(None) => break,
                Err(_) if self.may_sleep() => {
                    self.shared.forget(&self.session.id);
                    // Whoever got hold of this task before it was forgotten is still served.
                    self.inputs.close();
                }
                Err(_) => {}
            }
        }
    }

    fn may_sleep(&self) -> bool {
        self.tabs.is_empty() && self.session.outstanding.is_empty() && self.waiters.is_empty()
    }

    async fn take(&mut self, input: Input) {
        match input {
            Input::Command(command, reply) => {
                let answer = self.command(command).await;
                // Whoever asked may have gone; what was decided stands all the same.
                let _ = reply.send(answer);
            }
            Input::Answer { record, call, event } => self.answer(record, call, event).await,
            Input::Deadline => self.deadline().await,
            Input::Attach(attachment, reply) => {
                let attached = self.attach(&attachment);
                let _ = reply.send(attached);
            }
            Input::Detach(number) => self.tabs.retain(|tab| tab.number != number),
            Input::Settle(key, moving, reply) => {
                self.waiters.push((key, moving, reply));
                self.serve_waiters();
            }
            Input::Recover => self.recover().await,
        }
    }

    async fn command(&mut self, command: Command) -> Result<u64, Nack> {
        if let Some((seq, _)) = command.id.as_ref().and_then(|id| self.session.commands.get(id)) {
            return Ok(*seq);
        }
        if self.session.is_closed() {
            return Err(Nack::final_(
                "session_ended",
                "This session has ended. Reload to begin a new one.",
            ));
        }
        let key = InstanceKey::of(command.machine, command.tab.as_deref());
        if let Some(expected) = command.expected {
            let version = self.session.version(&key);
            if version != expected {
                return Err(Nack::temporary(
                    "stale",
                    format!("{} has moved on from version {expected} to {version}.", key.machine),
                ));
            }
        }
        let event = match command.body {
            Body::Event(event) => *event,
            Body::Proposal(json) => {
                let stamp =
                    Stamp { facts: self.session.facts(), facts_from: self.session.facts_from };
                let refused = |rejection| {
                    let state = self.session.state(&key);
                    Nack::refused(&rejection, key.machine.as_str(), "event", state.name())
                };
                key.machine.admit(&json, stamp).map_err(refused)?
            }
        };
        let at = self.shared.clock.now();
        let who = command.who.unwrap_or_else(|| self.session.who());
        let origin = Origin { who, command: command.id, answers: None };
        self.decide(key, event, origin, at).await
    }

    /// Decides, appends, swaps in, pushes, performs: the one way through the house.
    async fn decide(
        &mut self,
        key: InstanceKey,
        event: AnyEvent,
        origin: Origin,
        at: Timestamp,
    ) -> Result<u64, Nack> {
        let mut decided = cascade::run(&self.session.states, key.clone(), event, at);
        let refusal = decided.first().and_then(|first| first.result.as_ref().err().cloned());
        if let Some(refused) = &refusal {
            let (name, state) = (decided[0].event.name(), decided[0].from);
            let nack = Nack::refused(&refused.rejection, key.machine.as_str(), name, state);
            if !self.may_record_refusal(at) {
                return Err(nack);
            }
            self.append(decided, 0, &origin, at).await?;
            return Err(nack);
        }
        let lead = self.open_first(&mut decided, at);
        self.append(decided, lead, &origin, at).await
    }

    /// A session begins with its first accepted command: its opening record comes before that command's.
    /// Returns the index of the command's own decision.
    fn open_first(&mut self, decided: &mut Vec<Decided>, at: Timestamp) -> usize {
        if !matches!(self.session.life(), life::State::Fresh {}) {
            return 0;
        }
        let Some(token) = self.shared.fresh_token(&self.session.id) else { return 0 };
        let event = life::Event::Open { token }.into();
        let key = InstanceKey::session(MachineName::Session);
        let mut opened = cascade::run(&self.session.states, key.clone(), event, at);
        // What came with the first command may itself speak to the session machine, which is open by then.
        let mut states = self.session.states.clone();
        cascade::apply(&mut states, &opened);
        let first = decided.swap_remove(0);
        let rest = cascade::run(&states, first.key, first.event, at);
        let offset = opened.len();
        opened.extend(rest.into_iter().map(|mut step| {
            step.told_by = step.told_by.map(|(teller, call)| (teller + offset, call));
            step
        }));
        *decided = opened;
        offset
    }

    /// Refusals are worth a record, but not as many as somebody likes to cause; and a session that never did
    /// anything is not begun by one.
    fn may_record_refusal(&mut self, at: Timestamp) -> bool {
        if self.session.head.is_none() {
            return false;
        }
        while self.refusals.front().is_some_and(|then| at.ms_since(*then) >= 60_000) {
            self.refusals.pop_front();
        }
        if self.refusals.len() >= REFUSALS_A_MINUTE_MAX {
            return false;
        }
        self.refusals.push_back(at);
        true
    }

    async fn append(
        &mut self,
        decided: Vec<Decided>,
        lead: usize,
        origin: &Origin,
        at: Timestamp,
    ) -> Result<u64, Nack> {
        let prepared = self.session.prepare(decided, lead, origin, at).map_err(|error| {
            tracing::error!(session = %self.session.id, %error, "a decision could not be written down");
            Nack::final_("not_recordable", error.to_string())
        })?;
        let group = Group::of(&self.session.stream, self.session.head, prepared.records.clone());
        self.shared.journal.append(group).await?;
        let (token, closed) = (self.session.token(), self.session.is_closed());
        let to_perform = self.session.commit(&prepared, origin, at);
        self.push(&prepared);
        self.shared.alarm.set(&self.session.id, self.session.wake_at());
        if self.session.token() != token || self.session.is_closed() != closed {
            self.shared.life_changed(&self.session);
            self.reauthorise_all();
        }
        for (record, call) in to_perform {
            self.perform(record, call);
        }
        self.serve_waiters();
        Ok(prepared.seq())
    }

    fn push(&mut self, prepared: &Prepared) {
        if self.tabs.is_empty() {
            return;
        }
        let changes: Vec<String> = prepared
            .records
            .iter()
            .map(|record| change(&self.shared, record.line(), &record.view()))
            .collect();
        let json: Arc<str> = transitions(&changes).into();
        let seq = self.session.seq();
        self.tabs.retain(|tab| tab.sender.send(Sent::Text { seq, json: Arc::clone(&json) }));
    }

    /// The cookie has changed, so every socket has to show that it holds the new one.
    fn reauthorise_all(&mut self) {
        for tab in self.tabs.drain(..) {
            tab.sender.send(Sent::Reauthorise);
        }
    }

    fn perform(&self, record: u64, call: usize) {
        let Some(waiting) = self.session.outstanding.get(&(record, call)) else { return };
        let task = perform::Task {
            call: waiting.call.clone(),
            machine: waiting.key.machine,
            session: self.session.id.clone(),
            person: self.session.person(),
            record,
            root: waiting.root,
        };
        let (shared, myself) = (Arc::clone(&self.shared), self.myself.clone());
        tokio::spawn(async move {
            if let Some(event) = perform::perform(&shared, task).await {
                // A task that has ended leaves the call to be answered as interrupted at the next start.
                let _ = myself.send(Input::Answer { record, call, event }).await;
            }
        });
    }

    async fn answer(&mut self, record: u64, call: usize, event: AnyEvent) {
        let Some(waiting) = self.session.outstanding.remove(&(record, call)) else { return };
        if self.session.is_closed() {
            return;
        }
        let origin = Origin {
            who: self.session.who(),
            command: None,
            answers: Some((record, call, waiting.root)),
        };
        let at = self.shared.clock.now();
        if let Err(nack) = self.decide(waiting.key, event, origin, at).await {
            tracing::debug!(session = %self.session.id, code = nack.code, "an answer came too late");
        }
    }

    async fn deadline(&mut self) {
        let at = self.shared.clock.now();
        let due: Vec<InstanceKey> = self
            .session
            .states
            .iter()
            .filter(|(_, state)| state.wake_at().is_some_and(|wake| wake <= at))
            .map(|(key, _)| key.clone())
            .collect();
        for key in due {
            let Some(event) = key.machine.deadline() else { continue };
            if self.session.is_closed() {
                break;
            }
            let origin = Origin { who: Who::System, command: None, answers: None };
            if let Err(nack) = self.decide(key, event, origin, at).await {
                tracing::warn!(session = %self.session.id, code = nack.code, "a deadline was refused");
            }
        }
        self.shared.alarm.set(&self.session.id, self.session.wake_at());
    }

    /// After a start: what was asked for and never answered ends as interrupted (EVT-06).
    async fn recover(&mut self) {
        let cut_off: Vec<_> = self
            .session
            .outstanding
            .iter()
            .map(|(place, waiting)| (*place, waiting.key.machine, waiting.call.clone()))
            .collect();
        for ((record, call), machine, asked) in cut_off {
            match machine.interrupted(&asked) {
                Some(event) => self.answer(record, call, event).await,
                None => {
                    self.session.outstanding.remove(&(record, call));
                }
            }
        }
        self.shared.alarm.set(&self.session.id, self.session.wake_at());
    }

    fn attach(&mut self, attachment: &Attachment) -> Result<Attached, Nack> {
        // The cookie may have been renewed between the look-up and this moment.
        let counts = self.shared.session_of(&attachment.token.digest());
        if self.session.is_closed() || counts.as_ref() != Some(&self.session.id) {
            return Err(Nack::temporary("reauthorise", "The session's cookie has changed."));
        }
        if self.tabs.len() >= TABS_MAX {
            return Err(Nack::temporary("too_many_tabs", "This session has too many tabs open."));
        }
        let wanted = attachment.tab.clone().filter(|tab| is_tab(tab));
        let tab = wanted
            .filter(|wanted| !self.tabs.iter().any(|tab| tab.id == *wanted))
            .unwrap_or_else(fresh_tab);
        let epoch = self.shared.epoch_of(&self.session.id);
        let seq = self.session.seq();
        let missed = attachment.resume.as_ref().filter(|resume| {
            resume.epoch == epoch && resume.seq <= seq && seq - resume.seq <= MISSED_MAX
        });
        let missed = missed.and_then(|resume| self.missed(resume.seq));
        let resumed = missed.is_some();
        let backlog =
            missed.unwrap_or_else(|| vec![snapshot(&self.shared, &self.session, &tab).into()]);
        let (sender, outbox) = push::queue();
        let number = self.next_number;
        self.next_number += 1;
        self.tabs.push(Tab { number, id: tab.clone(), sender });
        let person = self.session.person();
        Ok(Attached { tab, epoch, resumed, seq, person, backlog, outbox, number })
    }

    /// Every transition after a sequence number, or nothing when the journal cannot be read.
    fn missed(&self, after: u64) -> Option<Vec<Arc<str>>> {
        let limit = usize::try_from(MISSED_MAX).unwrap_or(usize::MAX);
        let records = self.shared.journal.read(&self.session.stream, after + 1, limit).ok()?;
        let mut changes = Vec::with_capacity(records.len());
        for record in &records {
            changes.push(change(&self.shared, &record.line, &record.view().ok()?));
        }
        Some(if changes.is_empty() { Vec::new() } else { vec![transitions(&changes).into()] })
    }

    fn serve_waiters(&mut self) {
        let mut index = 0;
        while index < self.waiters.len() {
            let (key, moving, _) = &self.waiters[index];
            let state = self.session.state(key);
            if moving.contains(&state.name()) {
                index += 1;
            } else {
                let (_, _, reply) = self.waiters.swap_remove(index);
                let _ = reply.send(state);
            }
        }
    }
}

/// The event that ends a session from elsewhere: a signed-in one by its login machine, any other at once.
pub(crate) fn end(session: &SessionId, signed_in: bool) -> Command {
    let (machine, event): (_, AnyEvent) = if signed_in {
        (MachineName::Login, waybill_machines::machines::login::Event::Revoke {}.into())
    } else {
        (MachineName::Session, life::Event::Close { reason: CloseReason::Revoked }.into())
    };
    tracing::info!(%session, "a session is ended from elsewhere");
    Command {
        id: None,
        machine,
        tab: None,
        body: Body::Event(Box::new(event)),
        expected: None,
        who: Some(Who::System),
    }
}
