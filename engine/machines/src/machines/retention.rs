//! Retention of target bundles (RET-01): whether it is enabled, requested at most three times.
//!
//! ```text
//! idle --ask--> asking --+--> answered --ask--> asking
//!                        +--> waiting --retry--> asking    (after a failure, twice at most)
//! ```
//!
//! Users who are not administrators get an answer without a call. Each attempt is a record, and the time of the next
//! one is part of the state, so attempts continue where they were after a crash.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::call::{Call, Severity};
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;
use crate::time::Timestamp;

/// The maximum number of attempts.
pub const ATTEMPTS_MAX: u8 = 3;
/// The delays after the first and the second failed attempt, in milliseconds.
pub const BACKOFF_MS: [i64; 2] = [1_000, 3_000];
/// The maximum length of a recorded message, in characters.
const MESSAGE_CHARS_MAX: usize = 300;
/// The key of the notification's text, which interpolates `message`.
const FAILED: &str = "retention_failed";

/// The answer of the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RetentionAnswer")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// Retention is enabled or disabled.
    #[serde(rename = "told")]
    Received {
        /// Whether retention is enabled.
        enabled: bool,
    },
    /// The service does not support retention: it answered with 404.
    NotThere {},
    /// The user is no longer an administrator.
    NotAuthorised {},
    /// The request failed.
    Failed {
        /// The service's own error message.
        message: String,
    },
    /// The server stopped before the result was known. This is a failed attempt, so that the number of attempts is
    /// limited.
    Interrupted {},
}

/// The reason for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RetentionReason")
)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The service has answered.
    #[serde(rename = "told")]
    Answered,
    /// The user is not an administrator.
    NotAdmin,
    /// The service does not support retention.
    NotThere,
    /// All attempts have failed.
    Failed,
}

/// The state of the request. Until it is answered, retention is treated as disabled (RET-02).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RetentionState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Retention has not been requested.
    Idle {},
    /// An attempt is in progress.
    Asking {
        /// The number of the attempt, starting with 1.
        attempt: u8,
    },
    /// An attempt has failed and another one follows.
    Waiting {
        /// The number of the failed attempt.
        attempt: u8,
        /// When the next attempt begins.
        until: Timestamp,
        /// Why the attempt failed.
        message: String,
    },
    /// Retention is known, or treated as disabled.
    Answered {
        /// Whether retention is enabled.
        enabled: bool,
        /// The reason for this answer.
        reason: Reason,
    },
}
named!(State { Idle = "idle", Asking = "asking", Waiting = "waiting", Answered = "answered" });

/// The events of retention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RetentionEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The page requests the status of retention.
    Ask {
        /// Whether the user is an administrator.
        admin: bool,
    },
    /// The answer of the service.
    #[serde(rename = "retention.status")]
    Status(Answer),
    /// The next attempt is due.
    Retry {},
    /// The user has signed out.
    Reset {},
}
named!(Event { Ask = "ask", Status = "retention.status", Retry = "retry", Reset = "reset" });

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Request the status; also if it is known.
    Ask {},
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
            Event::Status(Answer::Received { enabled }) => answered(*enabled, Reason::Answered),
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
    fn answered() -> Outcome<State> {
        Super
    }

    #[superstate(superstate = "root")]
    fn resting(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Ask { admin } if context.guard("not_admin", !admin) => {
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
        let args = BTreeMap::from([("message".to_owned(), message)]);
        context.call(Call::notify(Severity::Info, FAILED, args));
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

    /// During view-as the answer is that of the viewed role. The service checks the actual user.
    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        let Proposal::Ask {} = proposal;
        // The user is unknown until start-up is complete, so `admin: false` could be wrong.
        let facts = admission.shown().ok_or_else(|| Rejection::new(RejectionCode::NotReady))?;
        Ok(Event::Ask { admin: facts.user.admin })
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
            Event::Ask { admin: true },
            Event::Ask { admin: false },
            Event::Status(Answer::Received { enabled: true }),
            Event::Status(Answer::Received { enabled: false }),
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
