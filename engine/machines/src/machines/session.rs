//! The lifecycle of a session: opened by its first accepted command, ended by one closing record.
//!
//! ```text
//! fresh --open--> open --sign_in--> open --close--> closed
//! ```

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// A session without a sign-in is abandoned after this time, in milliseconds.
pub const VISITOR_SESSION_MS: i64 = 24 * 3_600_000;

/// Why a session has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The user logged out.
    LoggedOut,
    /// The maximum duration of the sign-in has elapsed.
    Expired,
    /// The user, or an administrator, revoked it from another session.
    Revoked,
    /// No user has signed in within a day.
    Abandoned,
    /// The running build cannot read one of its records.
    Unreadable,
}

/// The state of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SessionState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No command has been accepted and nothing is recorded.
    Fresh {},
    /// The session is in use.
    Open {
        /// The digest of the current cookie.
        token: Digest,
        /// The signed-in user; none for a visitor.
        person: Option<PersonId>,
        /// When the session began.
        since: Timestamp,
        /// When the session is abandoned unless a user signs in before.
        until: Option<Timestamp>,
    },
    /// The session has ended and its stream is complete.
    Closed {
        /// Why it has ended.
        reason: CloseReason,
    },
}
named!(State { Fresh = "fresh", Open = "open", Closed = "closed" });

/// The events of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SessionEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The first command of the session was accepted.
    Open {
        /// The digest of the cookie.
        token: Digest,
    },
    /// A user has signed in. The cookie changes, because it now carries other rights.
    SignIn {
        /// The user who has signed in.
        person: PersonId,
        /// The digest of the new cookie.
        token: Digest,
    },
    /// The session ends.
    Close {
        /// Why it ends.
        reason: CloseReason,
    },
}
named!(Event { Open = "open", SignIn = "sign_in", Close = "close" });

/// A tab can propose nothing to this machine.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {}
impl crate::machine::Named for Proposal {
    const NAMES: &'static [&'static str] = &[];
    fn name(&self) -> &'static str {
        match *self {}
    }
}

/// The session machine.
#[derive(Debug, Default)]
pub struct Session;

#[state_machine(
    initial = "State::Fresh {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Session {
    #[state(superstate = "root")]
    fn fresh(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Open { token } => Transition(State::Open {
                token: token.clone(),
                person: None,
                since: context.at,
                until: Some(context.at.plus_ms(VISITOR_SESSION_MS)),
            }),
            Event::SignIn { .. } | Event::Close { .. } => Super,
        }
    }

    #[state(superstate = "root", local_storage("until: Option<Timestamp>"))]
    fn open(
        event: &Event,
        token: &Digest,
        person: &Option<PersonId>,
        since: &Timestamp,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::SignIn { person: who, token: next } => {
                if context.guard("cookie_not_renewed", next == token) {
                    return context.refuse(Rejection::new(RejectionCode::CookieNotRenewed));
                }
                // A session belongs to one user for its lifetime; another user gets a session of their own.
                if context
                    .guard("session_of_another", person.as_ref().is_some_and(|now| now != who))
                {
                    return context.refuse(Rejection::new(RejectionCode::SessionOfAnother));
                }
                Transition(State::Open {
                    token: next.clone(),
                    person: Some(who.clone()),
                    since: *since,
                    until: None,
                })
            }
            Event::Close { reason } => Transition(State::Closed { reason: *reason }),
            Event::Open { .. } => Super,
        }
    }

    #[state(superstate = "root", local_storage("reason: CloseReason"))]
    fn closed() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for Session {
    const NAME: &'static str = "session";
    const SCOPE: Scope = Scope::Session;
    const TERMINAL: &'static [&'static str] = &["closed"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Session);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        match proposal {}
    }

    fn wake_at(state: &State) -> Option<Timestamp> {
        match state {
            State::Open { until, .. } => *until,
            State::Fresh {} | State::Closed { .. } => None,
        }
    }

    fn deadline() -> Option<Event> {
        Some(Event::Close { reason: CloseReason::Abandoned })
    }

    fn examples() -> Vec<Event> {
        let (ann, bob) = (PersonId("p_ann".into()), PersonId("p_bob".into()));
        vec![
            Event::Open { token: Digest("t1".into()) },
            Event::SignIn { person: ann.clone(), token: Digest("t2".into()) },
            Event::SignIn { person: ann, token: Digest("t3".into()) },
            Event::SignIn { person: bob, token: Digest("t4".into()) },
            Event::Close { reason: CloseReason::LoggedOut },
        ]
    }

    fn abstract_state(state: &State) -> String {
        match state {
            State::Open { token, person, .. } => {
                format!("open {} {}", token.0, person.as_ref().map_or("nobody", |id| &id.0))
            }
            State::Fresh {} | State::Closed { .. } => crate::machine::Named::name(state).to_owned(),
        }
    }
}
