//! Being away (SESS-01): after 60 s without a sign of life the next one checks that the session still counts.
//!
//! ```text
//! watching --activity after 60 s--> checking --+--> watching
//!                                              +--> expired --reset--> watching
//! ```
//!
//! The browser measures how long nobody moved, and speaks up only when somebody moves again: no tick is stored.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::login;
use crate::call::Call;
use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;

/// From here on being still counts as being away.
pub const IDLE_MS: u64 = 60_000;

/// The answer to the check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Checked {
    /// The session counts.
    Valid {},
    /// It does not any more.
    Expired {},
    /// The server stopped before it could say.
    Interrupted {},
}

/// Where watching stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "IdleState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Waiting for somebody to come back.
    Watching {},
    /// Somebody came back; the session is being checked.
    Checking {},
    /// The session did not count any more.
    Expired {},
}
named!(State { Watching = "watching", Checking = "checking", Expired = "expired" });

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "IdleEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A mouse moved, a key or a button was pressed, a finger touched.
    Activity {
        /// How long nothing had happened before, in milliseconds.
        idle_ms: u64,
    },
    /// The check was answered.
    #[serde(rename = "access.check_session")]
    Checked(Checked),
    /// Somebody signed in: watch anew.
    Reset {},
}
named!(Event { Activity = "activity", Checked = "access.check_session", Reset = "reset" });

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Somebody moved.
    Activity {
        /// After how long, in milliseconds.
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
                    return context.refuse(Rejection::new("not_away").with("idle_ms", idle_ms));
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

    fn admit(proposal: Proposal, stamp: Stamp<'_>) -> Result<Event, Rejection> {
        // A visitor has no session that could expire, and their mouse is nobody's business.
        if stamp.facts.is_none_or(|facts| facts.user.is_anonymous()) {
            return Err(Rejection::new("not_signed_in"));
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
