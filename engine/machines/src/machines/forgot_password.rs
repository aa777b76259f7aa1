//! Asking for a link with which a forgotten password is replaced (PASS-01).
//!
//! ```text
//! idle --submit--> sending --+--> sent --again--> idle
//!                            +--> idle, with the failure
//! ```
//!
//! The answer does not depend on whether there is such an account: `sent` says that a mail is on its way if there is.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::login::Notice;
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, Scope};
use crate::named;
use crate::secret::Handle;

/// The message of a failure if the server has none of its own (console-shell 8).
pub const FAILED_TO_SEND: &str = "Email wasn't sent";

/// The answer of the access service to a request for a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum ResetLinkAnswer {
    /// If there is such an account, a mail is on its way.
    Sent {},
    /// No mail is sent, for a reason that does not depend on the account.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The state of asking for a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ForgotPasswordState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No link was asked for.
    Idle {
        /// Why the last attempt failed.
        failure: Option<Notice>,
    },
    /// The access service takes the request.
    Sending {},
    /// The access service has taken the request.
    Sent {},
}
named!(State { Idle = "idle", Sending = "sending", Sent = "sent" });

/// The events of asking for a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ForgotPasswordEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The form was submitted.
    Submit {
        /// The handle of the user name or mail address that was typed.
        account: Handle,
    },
    /// The answer of the access service.
    #[serde(rename = "access.forgot_password")]
    Answered(ResetLinkAnswer),
    /// The user wants to ask once more.
    Again {},
    /// The session ended.
    Reset {},
}
named!(Event {
    Submit = "submit",
    Answered = "access.forgot_password",
    Again = "again",
    Reset = "reset",
});

/// What a tab may propose over the socket. What was typed is sent over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Ask once more.
    Again {},
}
named!(Proposal { Again = "again" });

/// The machine of asking for a link.
#[derive(Debug, Default)]
pub struct ForgotPassword;

#[state_machine(
    initial = "State::Idle { failure: None }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl ForgotPassword {
    #[state(superstate = "root", local_storage("failure: Option<Notice>"))]
    fn idle(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Submit { account } = event else { return Super };
        context.call(Call::SendResetLink { account: account.clone() });
        Transition(State::Sending {})
    }

    #[state(superstate = "root")]
    fn sending(event: &Event) -> Outcome<State> {
        let Event::Answered(answer) = event else { return Super };
        match answer {
            ResetLinkAnswer::Sent {} => Transition(State::Sent {}),
            ResetLinkAnswer::Refused { .. } | ResetLinkAnswer::Interrupted {} => {
                Transition(State::Idle { failure: Some(failure(answer)) })
            }
        }
    }

    #[state(superstate = "root")]
    fn sent(event: &Event) -> Outcome<State> {
        match event {
            Event::Again {} => Transition(State::Idle { failure: None }),
            _ => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Reset {} => Transition(State::Idle { failure: None }),
            _ => context.refuse_here(),
        }
    }
}

fn failure(answer: &ResetLinkAnswer) -> Notice {
    match answer {
        ResetLinkAnswer::Refused { notice } if !notice.message.is_empty() => notice.clone(),
        _ => Notice::new("email_not_sent", FAILED_TO_SEND),
    }
}

impl Machine for ForgotPassword {
    const NAME: &'static str = "forgot_password";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["submit"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(ForgotPassword);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        match proposal {
            Proposal::Again {} => Ok(Event::Again {}),
        }
    }

    fn interrupted(call: &Call) -> Option<Event> {
        matches!(call, Call::SendResetLink { .. })
            .then_some(Event::Answered(ResetLinkAnswer::Interrupted {}))
    }

    fn examples() -> Vec<Event> {
        let notice = Notice::new("slow_down", "Too many attempts.");
        vec![
            Event::Submit { account: Handle::new("h_5") },
            Event::Answered(ResetLinkAnswer::Sent {}),
            Event::Answered(ResetLinkAnswer::Refused { notice }),
            Event::Answered(ResetLinkAnswer::Refused { notice: Notice::new("refused", "") }),
            Event::Answered(ResetLinkAnswer::Interrupted {}),
            Event::Again {},
            Event::Reset {},
        ]
    }
}
