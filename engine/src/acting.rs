//! Who acts, and by which means: what the records of an act say of it (AUD-06).
//!
//! A request and a command carry it in their trace, so that all records that they lead to name it, also those of other
//! streams and those of answers.

use std::net::IpAddr;

use waybill_machines::machines::login;
use waybill_machines::secret::PersonId;
use waybill_machines::sign_in::Authenticated;
use waybill_machines::{AnyEvent, By};
use waybill_platform::access::Source;
use waybill_platform::trace::{self, Actor, Trace};
use waybill_stream::{StreamState, Who};

use crate::identity::SessionId;
use crate::perform::Performer;
use crate::registry::{Engine, Shared};
use crate::session::Command;

impl<P: Performer> Shared<P> {
    /// The user of a session at an address, as records name the actor. The address of a visitor is stored nowhere,
    /// since it could not be erased.
    async fn actor_in(
        &self,
        session: &SessionId,
        person: Option<PersonId>,
        address: Option<IpAddr>,
    ) -> Actor {
        let address = match (person.clone(), address) {
            (Some(person), Some(address)) => self.performer.address(person, address).await,
            _ => None,
        };
        let who = person.map_or(Who::Anonymous, Who::Person);
        Actor { who, by: By::Session { session: session.as_str().to_owned(), address } }
    }

    /// The address that a session acts from in a trace. An act without a client, such as a deadline, is on behalf of
    /// the client that sent the newest request.
    fn address_within(&self, trace: Option<&Trace>, session: &SessionId) -> Option<IpAddr> {
        let own = trace.filter(|trace| trace.may_act_in(session.as_str()));
        own.and_then(Trace::address).or_else(|| self.newest_address_of(session))
    }

    /// The address that a session acts from at present.
    fn address_of(&self, session: &SessionId) -> Option<IpAddr> {
        self.address_within(trace::current().as_ref(), session)
    }

    /// The same, as limits know it.
    pub(crate) fn source_of(&self, session: &SessionId) -> Source {
        self.address_of(session).map_or_else(Source::unknown, Source::from)
    }

    /// The trace of a command of a session: who acts is its user, or who ends it from elsewhere.
    pub(crate) async fn trace_of(
        &self,
        session: &SessionId,
        stream: &StreamState,
        command: &Command,
        sent_in: Option<Trace>,
    ) -> Option<Trace> {
        if command.who.is_some() {
            return sent_in;
        }
        let address = self.address_within(sent_in.as_ref(), session);
        let trace = Trace::of_command(command.id.as_deref()?).with_address(address);
        // A user whose password is verified acts before the sign-in is complete, as by changing it.
        trace.set_actor(self.actor_in(session, stream.proven(), address).await);
        Some(trace)
    }

    /// The means that the record of an answer names: those of the person who signs in by it. Its command could not name
    /// them, since the person was not known.
    pub(crate) async fn by_of_answer(
        &self,
        session: &SessionId,
        stream: &StreamState,
        event: &AnyEvent,
    ) -> Option<By> {
        if event.machine().profile().over_http.is_empty() {
            return None;
        }
        let person = stream.proven().or_else(|| authenticated(event))?;
        Some(self.actor_in(session, Some(person), self.address_of(session)).await.by)
    }
}

/// The person whose password is verified by an answer.
fn authenticated(event: &AnyEvent) -> Option<PersonId> {
    match event {
        AnyEvent::Login(login::Event::Authenticated(
            Authenticated::Accepted { person, .. } | Authenticated::CredentialsExpired { person },
        )) => Some(person.clone()),
        _ => None,
    }
}

impl<P: Performer> Engine<P> {
    /// The current request is one of a session's user: its records name both.
    pub async fn acts_in_session(&self, session: &SessionId, person: Option<PersonId>) {
        if let Some(trace) = trace::current() {
            let address = self.shared.address_within(Some(&trace), session);
            trace.set_actor(self.shared.actor_in(session, person, address).await);
        }
    }

    /// The current request presented a token: its records name the token and its owner.
    pub async fn acts_with_token(&self, id: String, person: PersonId) {
        let Some(trace) = trace::current() else { return };
        let address = match trace.address() {
            Some(address) => self.shared.performer.address(person.clone(), address).await,
            None => None,
        };
        trace.set_actor(Actor { who: Who::Person(person), by: By::Token { token: id, address } });
    }
}
