//! Retention of target bundles (RET-01): whether it is switched on, asked for at most three times.
//!
//! ```text
//! idle --ask--> asking --+--> answered --ask--> asking
//!                        +--> waiting --retry--> asking    (after a failure, twice at most)
//! ```
//!
//! Whoever asks unless it is known makes no call once it was answered, but for a failure, which is no answer.
//!
//! Whoever is no administrator gets the answer without a call. Each attempt is a record, and when the next one is due
//! is a part of the state, so that attempts go on after a crash where they were.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::call::{Call, NOTIFY_INFO_MS};
use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;
use crate::time::Timestamp;

/// So many attempts are made in all.
pub const ATTEMPTS_MAX: u8 = 3;
/// How long to wait after the first failed attempt, and after the second, in milliseconds.
pub const BACKOFF_MS: [i64; 2] = [1_000, 3_000];
/// A message is kept up to so many characters.
const MESSAGE_CHARS_MAX: usize = 300;
/// The key of the notification, which mentions `message`.
const FAILED: &str = "retention_failed";

/// What the service said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RetentionAnswer")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// It is switched on, or off.
    Told {
        /// On.
        enabled: bool,
    },
    /// The service knows no retention: what a 404 says.
    NotThere {},
    /// Whoever asked is no administrator any more.
    NotAuthorised {},
    /// It could not say.
    Failed {
        /// Why, in the service's own words.
        message: String,
    },
    /// The server stopped before it could say. That counts as an attempt, so that attempts come to an end.
    Interrupted {},
}

/// Why the answer is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RetentionReason")
)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The service said so.
    Told,
    /// Only administrators are told.
    NotAdmin,
    /// The service knows no retention.
    NotThere,
    /// No attempt came to an answer.
    Failed,
}

/// Where asking stands. As long as it is not answered, retention counts as switched off (RET-02).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RetentionState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nobody has asked.
    Idle {},
    /// An attempt is under way.
    Asking {
        /// The first one is 1.
        attempt: u8,
    },
    /// One has failed, and the next one is to come.
    Waiting {
        /// The one that failed.
        attempt: u8,
        /// When the next one begins.
        until: Timestamp,
        /// Why it failed.
        message: String,
    },
    /// It is known, or counts as switched off.
    Answered {
        /// On.
        enabled: bool,
        /// Why.
        reason: Reason,
    },
}
named!(State { Idle = "idle", Asking = "asking", Waiting = "waiting", Answered = "answered" });

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RetentionEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody wants to know.
    Ask {
        /// They are an administrator.
        admin: bool,
        /// An answer that is known is enough. Before there was this, it was asked for again.
        #[serde(default)]
        unless_known: bool,
    },
    /// The service answered.
    #[serde(rename = "retention.status")]
    Status(Answer),
    /// It is time for the next attempt.
    Retry {},
    /// Whoever asked has gone.
    Reset {},
}
named!(Event { Ask = "ask", Status = "retention.status", Retry = "retry", Reset = "reset" });

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Ask, again where it was answered before.
    Ask {
        /// Unless it is known.
        #[serde(default)]
        unless_known: bool,
    },
}
named!(Proposal { Ask = "ask" });

/// The retention machine.
#[derive(Debug, Default)]
pub struct Retention;

#[state_machine(
    initial = "State::Idle {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Retention {
    #[state(superstate = "resting")]
    fn idle() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root")]
    fn asking(event: &Event, attempt: &u8, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Status(Answer::Told { enabled }) => answered(*enabled, Reason::Told),
            Event::Status(Answer::NotThere {}) => {
                context.guard("not_there", true);
                answered(false, Reason::NotThere)
            }
            Event::Status(Answer::NotAuthorised {}) => {
                context.guard("not_admin", true);
                answered(false, Reason::NotAdmin)
            }
            Event::Status(Answer::Failed { message }) => failed(*attempt, message, context),
            Event::Status(Answer::Interrupted {}) => {
                failed(*attempt, "The server stopped before it was answered.", context)
            }
            _ => Super,
        }
    }

    #[state(superstate = "root", local_storage("until: Timestamp", "message: String"))]
    fn waiting(event: &Event, attempt: &u8, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Retry {} => ask(attempt + 1, context),
            _ => Super,
        }
    }

    #[state(superstate = "resting", local_storage("enabled: bool", "reason: Reason"))]
    fn answered(event: &Event, reason: &Reason, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Ask { unless_known: true, .. }
                if context.guard("known", *reason != Reason::Failed) =>
            {
                Handled
            }
            _ => Super,
        }
    }

    #[superstate(superstate = "root")]
    fn resting(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Ask { admin, .. } if context.guard("not_admin", !admin) => {
                answered(false, Reason::NotAdmin)
            }
            Event::Ask { .. } => ask(1, context),
            _ => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Reset {} => Transition(State::Idle {}),
            _ => context.refuse_here(),
        }
    }
}

fn ask(attempt: u8, context: &mut Context) -> Outcome<State> {
    context.call(Call::RetentionStatus {});
    Transition(State::Asking { attempt })
}

const fn answered(enabled: bool, reason: Reason) -> Outcome<State> {
    Transition(State::Answered { enabled, reason })
}

fn failed(attempt: u8, message: &str, context: &mut Context) -> Outcome<State> {
    let message: String = message.chars().take(MESSAGE_CHARS_MAX).collect();
    if context.guard("attempts_used_up", attempt >= ATTEMPTS_MAX) {
        let (key, args) = (FAILED.to_owned(), BTreeMap::from([("message".to_owned(), message)]));
        context.call(Call::Notify { key, args, duration_ms: NOTIFY_INFO_MS });
        return answered(false, Reason::Failed);
    }
    let pause_ms = BACKOFF_MS[usize::from(attempt.clamp(1, 2)) - 1];
    Transition(State::Waiting { attempt, until: context.at.plus_ms(pause_ms), message })
}

impl Machine for Retention {
    const NAME: &'static str = "retention";
    const SCOPE: Scope = Scope::Tab;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Retention);

    /// Whoever looks with other eyes sees what those would; whether the service may be asked, it judges by the person.
    fn admit(proposal: Proposal, stamp: Stamp<'_>) -> Result<Event, Rejection> {
        let Proposal::Ask { unless_known } = proposal;
        // Before start-up is through nobody knows who asks, and false would be no answer.
        let facts = stamp.shown().ok_or_else(|| Rejection::new("not_ready"))?;
        Ok(Event::Ask { admin: facts.user.admin, unless_known })
    }

    fn wake_at(state: &State) -> Option<Timestamp> {
        match state {
            State::Waiting { until, .. } => Some(*until),
            _ => None,
        }
    }

    fn deadline() -> Option<Event> {
        Some(Event::Retry {})
    }

    fn interrupted(call: &Call) -> Option<Event> {
        matches!(call, Call::RetentionStatus {}).then_some(Event::Status(Answer::Interrupted {}))
    }

    fn examples() -> Vec<Event> {
        vec![
            Event::Ask { admin: true, unless_known: false },
            Event::Ask { admin: false, unless_known: false },
            Event::Ask { admin: true, unless_known: true },
            Event::Status(Answer::Told { enabled: true }),
            Event::Status(Answer::Told { enabled: false }),
            Event::Status(Answer::NotThere {}),
            Event::Status(Answer::NotAuthorised {}),
            Event::Status(Answer::Failed { message: "It does not answer.".into() }),
            Event::Status(Answer::Interrupted {}),
            Event::Retry {},
            Event::Reset {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Asking { attempt } | State::Waiting { attempt, .. } => {
                format!("{name} {attempt}")
            }
            State::Answered { enabled, reason } => format!("{name} {enabled} {reason:?}"),
            State::Idle {} => name.to_owned(),
        }
    }
}
