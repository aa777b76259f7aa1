//! One session's task: it takes inputs one after another, so a session's log has one order.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use waybill_journal::{AppendError, Group};
use waybill_machines::cascade::{self, Decided, InstanceKey};
use waybill_machines::machines::session as life;
use waybill_machines::machines::session::CloseReason;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyEvent, MachineName, Timestamp};
use waybill_platform::records::Who;
use waybill_platform::trace::{self, Trace};

use crate::error::Nack;
use crate::identity::SessionId;
use crate::push::Sender;
use crate::registry::Shared;
use crate::session::{Origin, Session};

mod calls;
mod input;
mod messages;
mod tabs;

pub use input::{Attached, Attachment, Body, Command, Resume, Shown};
pub(crate) use input::{Input, Waiter};
pub(crate) use messages::change;

/// A session without tabs, calls or visitors goes to sleep after this long.
const ASLEEP_AFTER: Duration = Duration::from_secs(20);
/// At most this many refusals of a session are recorded in a minute; the rest are only answered.
const REFUSALS_A_MINUTE_MAX: usize = 20;
/// Where a session's inputs are put. They are boxed, since a queue makes room for 32 of them at once.
pub(crate) type Mailbox = mpsc::Sender<Box<Input>>;
/// How many inputs may wait for a session that was about to fall asleep.
const INPUTS_MAX: usize = 128;

struct Tab {
    number: u64,
    id: String,
    sender: Sender,
}

pub(crate) struct Actor {
    shared: Arc<Shared>,
    session: Session,
    inputs: mpsc::Receiver<Box<Input>>,
    myself: Mailbox,
    tabs: Vec<Tab>,
    waiters: Vec<Waiter>,
    refusals: VecDeque<Timestamp>,
    next_number: u64,
    /// The journal holds what this task does not know of: only reading afresh helps.
    is_astray: bool,
}

/// Why something was not done.
enum Failure {
    /// A machine refused it.
    Refused(Nack),
    /// The journal did not take it.
    NotStored(Nack),
}

impl Failure {
    fn into_nack(self) -> Nack {
        match self {
            Self::Refused(nack) | Self::NotStored(nack) => nack,
        }
    }
}

impl Drop for Actor {
    /// However this task ends, be it by a panic: the session must not stay without one that answers.
    fn drop(&mut self) {
        self.shared.forget(&self.session.id, &self.myself);
    }
}

impl Actor {
    pub(crate) fn new(
        shared: Arc<Shared>,
        session: Session,
        inputs: mpsc::Receiver<Box<Input>>,
        myself: Mailbox,
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
            is_astray: false,
        }
    }

    /// Runs until the session sleeps or has ended. Returns nothing: all that counts is in the journal.
    pub(crate) async fn run(mut self) {
        while !self.is_astray {
            match tokio::time::timeout(ASLEEP_AFTER, self.inputs.recv()).await {
                // What taking an input needs lives on the heap meanwhile, and not in every session that waits.
                Ok(Some(input)) => Box::pin(self.take(*input)).await,
                Ok(None) => break,
                Err(_) => {
                    if self.may_sleep() && self.fall_asleep().await {
                        break;
                    }
                }
            }
        }
    }

    fn may_sleep(&mut self) -> bool {
        self.waiters.retain(|waiter| !waiter.reply.is_closed());
        self.tabs.retain(|tab| !tab.sender.is_gone());
        self.tabs.is_empty() && self.session.outstanding.is_empty() && self.waiters.is_empty()
    }

    /// False when somebody spoke in this very moment. As long as this task is registered nobody starts another,
    /// so a session never has two that do not know of each other's records.
    async fn fall_asleep(&mut self) -> bool {
        self.inputs.close();
        let mut late = Vec::new();
        while let Some(input) = self.inputs.recv().await {
            late.push(input);
        }
        if late.is_empty() {
            return true;
        }
        (self.myself, self.inputs) = mpsc::channel(INPUTS_MAX);
        self.shared.requeue(&self.session.id, &self.myself);
        for input in late {
            Box::pin(self.take(*input)).await;
        }
        false
    }

    async fn take(&mut self, input: Input) {
        match input {
            Input::Command(command, reply) => {
                let trace = self.trace_of(command.id.as_deref());
                let answer = trace::within(trace, self.command(command)).await;
                // Whoever asked may have gone; what was decided stands all the same.
                let _ = reply.send(answer);
            }
            Input::Answer { record, call, event } => {
                let waiting = self.session.outstanding.get(&(record, call));
                let trace = waiting.and_then(|waiting| waiting.trace.clone());
                trace::within(trace, self.answer(record, call, event)).await;
            }
            Input::Deadline => self.deadline().await,
            Input::Attach(attachment, reply) => {
                let attached = self.attach(&attachment).await;
                let _ = reply.send(attached);
            }
            Input::Detach(number) => self.tabs.retain(|tab| tab.number != number),
            Input::Settle(key, moving, reply) => {
                self.waiters.push(Waiter { key, moving, reply });
                self.serve_waiters();
            }
            Input::Show(reply) => {
                let _ = reply.send(self.shown());
            }
            Input::Facts { facts, changes, is_awaited } => {
                self.heed(facts, changes, is_awaited).await;
            }
            Input::Recover => self.recover().await,
        }
    }

    /// What recognises the cookie that counts.
    fn token(&self) -> Option<Digest> {
        self.session.token().or_else(|| self.shared.fresh_token(&self.session.id))
    }

    /// The trace of a command, which comes from where the session's requests do.
    fn trace_of(&self, id: Option<&str>) -> Option<Trace> {
        let source = || self.shared.source_of(&self.session.id);
        id.map(|id| Trace::of_command(id).coming_from(source()))
    }

    async fn command(&mut self, command: Command) -> Result<u64, Nack> {
        // One that never did anything may have been forgotten: without a cookie nobody could come back to it.
        let token = self.token().filter(|_| !self.session.is_closed());
        let Some(token) = token else { return Err(Nack::session_ended()) };
        if command.presented.as_ref().is_some_and(|presented| *presented != token) {
            return Err(Nack::reauthorise());
        }
        let outcome = command.id.as_ref().and_then(|id| self.session.commands.get(id));
        if let Some(outcome) = outcome {
            return match &outcome.refused {
                None => Ok(outcome.seq),
                Some(code) => Err(Nack::again(code)),
            };
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
                let refused = |rejection| {
                    let state = self.session.state(&key);
                    Nack::refused(&rejection, key.machine.as_str(), "event", state.name())
                };
                key.machine.admit(&json, self.session.stamp()).map_err(refused)?
            }
        };
        let at = self.shared.clock.now();
        let who = command.who.unwrap_or_else(|| self.session.who());
        let trace = self.trace_of(command.id.as_deref());
        let origin = Origin { who, command: command.id, answers: None, trace };
        self.decide(key, event, origin, at).await.map_err(Failure::into_nack)
    }

    /// Decides, appends, swaps in, pushes, performs: the one way through the house.
    async fn decide(
        &mut self,
        key: InstanceKey,
        event: AnyEvent,
        origin: Origin,
        at: Timestamp,
    ) -> Result<u64, Failure> {
        let mut decided = cascade::run(&self.session.states, key.clone(), event, at);
        let refusal = decided.first().and_then(|first| first.result.as_ref().err().cloned());
        if let Some(refused) = &refusal {
            let (name, state) = (decided[0].event.name(), decided[0].from);
            let nack = Nack::refused(&refused.rejection, key.machine.as_str(), name, state);
            if !self.may_record_refusal(at) {
                return Err(Failure::Refused(nack));
            }
            self.append(decided, 0, &origin, at).await.map_err(Failure::NotStored)?;
            return Err(Failure::Refused(nack));
        }
        let lead = self.open_first(&mut decided, at);
        self.append(decided, lead, &origin, at).await.map_err(Failure::NotStored)
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
        let (token, closed) = (self.token(), self.session.is_closed());
        let group = Group::of(&self.session.stream, self.session.head, prepared.records.clone());
        if let Err(error) = self.shared.journal.append(group).await {
            self.is_astray = matches!(error, AppendError::Conflict { .. });
            return Err(error.into());
        }
        let to_perform = self.session.commit(&prepared, origin, at);
        self.session.forget_tabs(|known| self.tabs.iter().any(|tab| tab.id == known));
        let is_renewed = !self.session.is_closed() && self.session.token() != token;
        if !is_renewed {
            // Whoever shows the new cookie resumes, and is told then. The sockets of the old one may be those of
            // somebody who planted it, and are told nothing of whoever has signed in.
            self.push(&prepared).await;
        }
        self.shared.alarm.set(&self.session.id, self.session.wake_at());
        if prepared.decided.iter().any(|step| step.key.machine == MachineName::Session) {
            self.shared.life_changed(&self.session);
        }
        // The first command opens the session with the cookie that its tabs have shown already.
        if is_renewed || self.session.is_closed() != closed {
            self.reauthorise_all();
        }
        if prepared.decided.iter().any(|step| step.key.machine == MachineName::Login) {
            self.shared.half_way(&self.session);
        }
        for (record, call) in to_perform {
            self.perform(record, call);
        }
        self.serve_waiters();
        Ok(prepared.seq())
    }

    fn serve_waiters(&mut self) {
        for waiter in std::mem::take(&mut self.waiters) {
            let state = self.session.state(&waiter.key);
            if !waiter.moving.contains(&state.name()) {
                let _ = waiter.reply.send(Ok(state));
            } else if self.session.is_closed() {
                // Nothing moves any more.
                let _ = waiter.reply.send(Err(Nack::session_ended()));
            } else if !waiter.reply.is_closed() {
                self.waiters.push(waiter);
            }
        }
    }

    fn fail_waiters(&mut self, nack: &Nack) {
        for waiter in self.waiters.drain(..) {
            let _ = waiter.reply.send(Err(nack.clone()));
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
    by_the_server(machine, event)
}

/// The event that ends a sign-in whose password has been proven, and may count no more.
pub(crate) fn cut_short(person: &PersonId) -> Command {
    tracing::info!(person = person.0, "sign-ins that have begun are cut short");
    by_the_server(MachineName::Login, waybill_machines::machines::login::Event::Cancel {}.into())
}

fn by_the_server(machine: MachineName, event: AnyEvent) -> Command {
    Command {
        id: None,
        machine,
        tab: None,
        body: Body::Event(Box::new(event)),
        expected: None,
        who: Some(Who::System),
        presented: None,
    }
}
