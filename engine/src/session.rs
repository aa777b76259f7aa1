//! A session as its runner runs it: commands of its tabs and requests, the tabs that are connected, and the requests
//! that wait for a machine.

use std::marker::PhantomData;
use std::sync::Arc;

use waybill_journal::{Group, Journal, RecordRef};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machines::startup;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyEvent, AnyState, By, MachineName};
use waybill_platform::limits::Account;
use waybill_platform::trace::{self, Actor, Trace};
use waybill_stream::{CausedBy, LoadError, OpenCall, Origin, Prepared, StreamState, Who};

use crate::common_facts::CommonFacts;
use crate::error::{Nack, NackCode};
use crate::identity::SessionId;
use crate::perform::{Performer, Task};
use crate::push::Sender;
use crate::registry::Shared;
use crate::runner::{Failure, Owner, Runner, Runners};

mod by_server;
mod inputs;
mod messages;
mod tabs;

pub(crate) use by_server::{abandon, cancel_sign_in, end};
pub(crate) use inputs::Input;
pub(crate) use inputs::Settled;
use inputs::Waiter;
pub use inputs::{Attached, Attachment, Body, Command, MenuInputs, Resume};
pub(crate) use messages::change;

struct Tab {
    number: u64,
    id: String,
    sender: Sender,
}

/// A session that is awake.
pub(crate) struct SessionOwner<P> {
    id: SessionId,
    tabs: Vec<Tab>,
    waiters: Vec<Waiter>,
    next_number: u64,
    /// Who pays for the records of the present command, if that is not the user of the session.
    paid_by: Option<PersonId>,
    /// The present command ends the session from elsewhere, which must be possible even after its user has used up
    /// what one may record.
    is_free: bool,
    performer: PhantomData<fn(P)>,
}

/// What a session was before records became durable.
pub(crate) struct Before {
    token: Option<Digest>,
    is_closed: bool,
}

/// A runner of a session.
type SessionRunner<P> = Runner<SessionOwner<P>, P>;

impl<P: Performer> SessionOwner<P> {
    pub(crate) fn new(id: SessionId) -> Self {
        Self {
            id,
            tabs: Vec::new(),
            waiters: Vec::new(),
            next_number: 1,
            paid_by: None,
            is_free: false,
            performer: PhantomData,
        }
    }

    /// The digest of the cookie that is valid.
    fn token(&self, shared: &Shared<P>, stream: &StreamState) -> Option<Digest> {
        stream.token().or_else(|| shared.fresh_token(&self.id))
    }

    fn serve_waiters(&mut self, stream: &StreamState) {
        for waiter in std::mem::take(&mut self.waiters) {
            let state = stream.state(&waiter.key);
            if !waiter.moving.contains(&state.name()) {
                let login = stream.state(&InstanceKey::session(MachineName::Login));
                let _ = waiter.reply.send(Ok(Settled { state, login }));
            } else if stream.is_closed() {
                let _ = waiter.reply.send(Err(Nack::session_ended()));
            } else if !waiter.reply.is_closed() {
                self.waiters.push(waiter);
            }
        }
    }
}

impl<P: Performer> Owner<P> for SessionOwner<P> {
    type Input = Input;
    type Before = Before;

    fn runners(shared: &Shared<P>) -> &Runners<Input> {
        &shared.sessions
    }

    fn journal(shared: &Shared<P>) -> &Arc<dyn Journal> {
        &shared.journal
    }

    /// Facts may have changed while the session slept or the server was stopped: nothing is decided before they are
    /// known. The runner is registered already, so that a change from now on is sent to it.
    async fn started(runner: &mut Runner<Self, P>) {
        runner.shared.sign_in_changed(&runner.owner.id, &runner.stream);
        let changes = runner.shared.facts_changed();
        if let Some(facts) = runner.shared.performer.common_facts(runner.now()).await {
            runner.apply_facts(Arc::new(facts), changes, false).await;
        }
    }

    async fn take(runner: &mut Runner<Self, P>, input: Input) {
        match input {
            Input::Command(command, sent_in, reply) => {
                let Runner { shared, stream, owner, .. } = &*runner;
                let trace = shared.trace_of(&owner.id, stream, &command, sent_in).await;
                let answer = trace::within(trace, runner.command(command)).await;
                // The sender may have disconnected; the decision is valid all the same.
                let _ = reply.send(answer);
            }
            Input::Attach(attachment, reply) => {
                let attached = runner.attach(&attachment).await;
                let _ = reply.send(attached);
            }
            Input::Detach(number) => runner.owner.tabs.retain(|tab| tab.number != number),
            Input::Settle(key, moving, reply) => {
                runner.owner.waiters.push(Waiter { key, moving, reply });
                runner.owner.serve_waiters(&runner.stream);
            }
            Input::Menus(reply) => {
                let _ = reply.send(Ok(runner.menu_inputs()));
            }
            Input::Inspect(reply) => {
                let _ = reply.send(Ok(runner.stream.clone()));
            }
            Input::Facts { facts, changes, is_awaited } => {
                runner.apply_facts(facts, changes, is_awaited).await;
            }
        }
    }

    async fn unreadable(shared: &Shared<P>, stream: &str, error: &LoadError) {
        if let (Some(session), LoadError::Unknown { .. }) = (SessionId::of_stream(stream), error) {
            shared.close_unreadable(&session).await;
        }
    }

    fn reject(input: Input, error: &LoadError) {
        let nack = match error {
            LoadError::Unknown { .. } => Nack::session_unreadable(),
            LoadError::Read(_) | LoadError::Newer { .. } => {
                Nack::temporary(NackCode::Unreadable, error.to_string())
            }
        };
        match input {
            Input::Command(_, _, reply) => drop(reply.send(Err(nack))),
            Input::Attach(_, reply) => drop(reply.send(Err(nack))),
            Input::Settle(_, _, reply) => drop(reply.send(Err(nack))),
            Input::Menus(reply) => drop(reply.send(Err(nack))),
            Input::Inspect(reply) => drop(reply.send(Err(nack))),
            Input::Detach(_) | Input::Facts { .. } => {}
        }
    }

    fn opening(&self, shared: &Shared<P>, stream: &StreamState) -> Option<AnyEvent> {
        if !stream.is_fresh() {
            return None;
        }
        let token = shared.fresh_token(&self.id)?;
        Some(waybill_machines::machines::session::Event::Open { token }.into())
    }

    fn before(&self, shared: &Shared<P>, stream: &StreamState) -> Before {
        Before { token: self.token(shared, stream), is_closed: stream.is_closed() }
    }

    fn account(
        &self,
        shared: &Shared<P>,
        stream: &StreamState,
        origin: &Origin,
    ) -> Option<Account> {
        let account = || match stream.person().or_else(|| self.paid_by.clone()) {
            Some(person) => Account::Person(person),
            None => Account::Visitor(shared.source_of(&self.id)),
        };
        (origin.who != Who::System && !self.is_free).then(account)
    }

    fn appending(&self, _group: &Group, _trace: Option<&Trace>) {}

    async fn committed(runner: &mut Runner<Self, P>, prepared: &Prepared, before: Before) {
        let Runner { shared, stream, owner, .. } = runner;
        stream.forget_tabs(|known| owner.tabs.iter().any(|tab| tab.id == known));
        if prepared.decided_by(MachineName::Session).next().is_some() {
            shared.life_changed(&owner.id, stream);
        }
        let is_closed = stream.is_closed();
        let is_renewed = !is_closed && stream.token() != before.token;
        if !is_renewed {
            // A client with the new cookie resumes, and receives the records then. The sockets of the old one may be
            // those of an attacker who planted it, and must not learn who has signed in.
            runner.push(prepared).await;
        }
        let Runner { shared, stream, owner, .. } = runner;
        if is_renewed || is_closed != before.is_closed {
            owner.reauthorise_all();
        }
        if prepared.decided_by(MachineName::Login).next().is_some() {
            shared.sign_in_changed(&owner.id, stream);
        }
        owner.serve_waiters(stream);
    }

    fn names_trace(&self) -> bool {
        false
    }

    fn answers_as(&self, stream: &StreamState, _call: &OpenCall) -> Who {
        stream.who()
    }

    async fn by_of_answer(runner: &Runner<Self, P>, event: &AnyEvent) -> Option<By> {
        let Runner { shared, stream, owner, .. } = runner;
        shared.by_of_answer(&owner.id, stream, event).await
    }

    fn task(&self, shared: &Shared<P>, stream: &StreamState, seq: u64, call: &OpenCall) -> Task {
        Task {
            call: call.call.clone(),
            machine: call.key.machine,
            stream: stream.name().to_owned(),
            who: stream.who(),
            source: shared.source_of(&self.id),
            active_at: Some(shared.active_at(&self.id)),
            at: shared.clock.now(),
            record: seq,
            root: RecordRef { stream: Some(stream.name().to_owned()), seq: call.root.seq },
        }
    }

    fn not_stored(&mut self, failure: &Failure) {
        let nack = nack_of(failure.clone(), MachineName::Session);
        for waiter in self.waiters.drain(..) {
            let _ = waiter.reply.send(Err(nack.clone()));
        }
    }

    fn is_of_users(&self, stream: &StreamState) -> bool {
        stream.person().is_some()
    }

    fn may_sleep(&mut self) -> bool {
        self.waiters.retain(|waiter| !waiter.reply.is_closed());
        self.tabs.retain(|tab| !tab.sender.is_closed());
        self.tabs.is_empty() && self.waiters.is_empty()
    }
}

impl<P: Performer> SessionRunner<P> {
    async fn command(&mut self, command: Command) -> Result<u64, Nack> {
        let outcome = command.id.as_ref().and_then(|id| self.stream.outcome_of(id));
        let outcome = outcome.map(|outcome| match outcome.rejected {
            None => Ok(outcome.seq),
            Some(code) => Err(Nack::rejected_before(code)),
        });
        // A session without records may have been dropped from the index: without a cookie no client could return.
        let token = self.owner.token(&self.shared, &self.stream);
        let Some(token) = token.filter(|_| !self.stream.is_closed()) else {
            return outcome.unwrap_or_else(|| Err(Nack::session_ended()));
        };
        if command.presented.as_ref().is_some_and(|presented| *presented != token) {
            return Err(Nack::reauthorise());
        }
        if let Some(outcome) = outcome {
            return outcome;
        }
        let key = InstanceKey::of(command.machine, command.tab.as_deref());
        let is_from_elsewhere = command.who.is_some();
        if let Some(expected) = command.expected {
            let version = self.stream.version(&key);
            if version != expected {
                return Err(Nack::temporary(
                    NackCode::Stale,
                    format!("{} has moved on from version {expected} to {version}.", key.machine),
                ));
            }
        }
        let event = match command.body {
            Body::Event(event) => *event,
            Body::Proposal(json) => {
                let rejected = |rejection| {
                    let state = self.stream.state(&key);
                    Nack::rejected(&rejection, key.machine.as_str(), "event", state.name())
                };
                key.machine.admit(&json, self.stream.admission()).map_err(rejected)?
            }
        };
        let trace = trace::current();
        let actor = trace.as_ref().and_then(Trace::actor);
        // Who ends a session from elsewhere is named. What a tab does in its own session is in the session's stream.
        let (who, by) = match (command.who, actor) {
            (Some(_), Some(Actor { who: Who::Person(person), by })) => {
                (Who::Person(person), Some(by))
            }
            (Some(who), actor) => (who, actor.map(|actor| actor.by)),
            (None, Some(Actor { who: Who::Person(_), by })) if command.tab.is_none() => {
                (self.stream.who(), Some(by))
            }
            (None, _) => (self.stream.who(), None),
        };
        let origin = Origin { who, command: command.id, caused_by: CausedBy::Nothing, by };
        let machine = key.machine;
        self.owner.paid_by = command.paid_by;
        self.owner.is_free = is_from_elsewhere;
        let decided = self.decide(key, event, origin, trace).await;
        self.owner.paid_by = None;
        self.owner.is_free = false;
        decided.map_err(|failure| nack_of(failure, machine))
    }

    /// Applies the facts that have changed, as a record; without a change there is none.
    async fn apply_facts(&mut self, facts: Arc<CommonFacts>, changes: u64, is_awaited: bool) {
        if changes != self.shared.facts_changed() {
            return;
        }
        let key = InstanceKey::session(MachineName::Startup);
        let changed = match self.stream.states().get(&key) {
            Some(AnyState::Startup(state)) => facts.outdated(state, is_awaited),
            _ => return,
        };
        if changed.is_empty() || self.stream.is_closed() {
            return;
        }
        let event = startup::Event::FactsChanged { facts: changed };
        if let Err(failure) = self.decide(key, event.into(), Origin::system(), None).await {
            tracing::warn!(stream = self.stream.name(), ?failure, "changed facts were not stored");
            self.take_again(Input::Facts { facts, changes, is_awaited });
        }
    }
}

/// Why a command was not applied, for its sender.
fn nack_of(failure: Failure, machine: MachineName) -> Nack {
    match failure {
        Failure::Rejected { refused, event, state } => {
            Nack::rejected(&refused.rejection, machine.as_str(), event, state)
        }
        Failure::Exceeded(exceeded) => Nack::exceeded(exceeded),
        Failure::NotStored(error) => error.into(),
        Failure::NotWritten(error) => {
            tracing::error!(%error, "a decision could not be written as a record");
            Nack::permanent(NackCode::NotRecordable, error.to_string())
        }
        Failure::NotRead(error) => Nack::temporary(NackCode::Unreadable, error.to_string()),
    }
}
