//! Idle users (SESS-01): the first activity after 60 s without any checks that the session is still valid.
//!
//! ```text
//! watching --activity after 60 s--> checking --+--> watching
//!                                              +--> expired --reset--> watching
//! ```
//!
//! The browser measures the time without activity and reports it with the next activity, so no tick is recorded.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::login;
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;

/// A user without activity for this long is idle, in milliseconds.
pub const IDLE_MS: u64 = 60_000;

/// The answer of the access service to the check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Checked {
    /// The session is valid.
    Valid {},
    /// The session is no longer valid.
    Expired {},
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The state of the idle check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "IdleState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Waiting for activity after an idle period.
    Watching {},
    /// The access service checks the session.
    Checking {},
    /// The session is no longer valid.
    Expired {},
}
named!(State { Watching = "watching", Checking = "checking", Expired = "expired" });

/// The events of the idle check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "IdleEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A mouse movement, key press, click or touch.
    Activity {
        /// The time without activity before it, in milliseconds.
        idle_ms: u64,
    },
    /// The answer to the check.
    #[serde(rename = "access.check_session")]
    Checked(Checked),
    /// A user has signed in; the check starts from the beginning.
    Reset {},
}
named!(Event { Activity = "activity", Checked = "access.check_session", Reset = "reset" });

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Report activity.
    Activity {
        /// The time without activity before it, in milliseconds.
        idle_ms: u64,
    },
}
named!(Proposal { Activity = "activity" });

/// The idle machine.
#[derive(Debug, Default)]
pub struct Idle;

#[state_machine(
    initial = "State::Watching {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Idle {
    #[state(superstate = "root")]
    fn watching(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Activity { idle_ms } => {
                if context.guard("not_away", *idle_ms < IDLE_MS) {
                    return context
                        .refuse(Rejection::new(RejectionCode::NotAway).with("idle_ms", idle_ms));
                }
                context.call(Call::CheckSession {});
                Transition(State::Checking {})
            }
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn checking(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Checked(Checked::Valid {}) => Transition(State::Watching {}),
            Event::Checked(Checked::Expired {}) => {
                context.call(Call::tell(login::Event::Expire {}));
                Transition(State::Expired {})
            }
            Event::Checked(Checked::Interrupted {}) => {
                context.call(Call::CheckSession {});
                Handled
            }
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn expired() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Reset {} => Transition(State::Watching {}),
            _ => context.refuse_here(),
        }
    }
}

impl Machine for Idle {
    const NAME: &'static str = "idle";
    const SCOPE: Scope = Scope::Session;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Idle);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        // A visitor has no sign-in that could expire, and their activity is not tracked.
        if admission.facts.is_none_or(|facts| facts.user.is_anonymous()) {
            return Err(Rejection::new(RejectionCode::NotSignedIn));
        }
        Ok(match proposal {
            Proposal::Activity { idle_ms } => Event::Activity { idle_ms },
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        matches!(call, Call::CheckSession {}).then_some(Event::Checked(Checked::Interrupted {}))
    }

    fn examples() -> Vec<Event> {
        vec![
            Event::Activity { idle_ms: IDLE_MS },
            Event::Activity { idle_ms: IDLE_MS - 1 },
            Event::Checked(Checked::Valid {}),
            Event::Checked(Checked::Expired {}),
            Event::Checked(Checked::Interrupted {}),
            Event::Reset {},
        ]
    }
}
