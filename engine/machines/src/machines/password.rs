//! Changing a password: because it has expired, or because the user wants to (PASS-03).
//!
//! ```text
//! idle --require--> required --submit--> changing --+--> changed
//! idle --open-----> offered --submit---/            +--> required or offered, with the failure
//! ```
//!
//! Every change carries the current password of the same user, behind one handle with the new one.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::login::{self, Notice};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;
use crate::secret::{Handle, PersonId};

/// The message of a failed change if the server has none of its own (console-shell 8).
pub const FAILED_TO_CHANGE: &str = "Failed to change password";

/// The answer of the access service to a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Changed {
    /// The password has been changed.
    Accepted {},
    /// The password was not changed.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The state of changing a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PasswordState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No password is being changed.
    Idle {},
    /// The password has expired and must be changed before signing in.
    Required {
        /// The user whose password has expired.
        person: PersonId,
        /// Why the last attempt failed.
        failure: Option<Notice>,
    },
    /// A signed-in user has opened the form.
    Offered {
        /// The signed-in user.
        person: PersonId,
        /// Why the last attempt failed.
        failure: Option<Notice>,
    },
    /// The access service changes the password.
    Changing {
        /// The user whose password changes.
        person: PersonId,
        /// Whether the password had expired.
        required: bool,
    },
    /// The password has been changed.
    Changed {},
}
named!(State {
    Idle = "idle",
    Required = "required",
    Offered = "offered",
    Changing = "changing",
    Changed = "changed",
});

/// The events of changing a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PasswordEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The sign-in found that the password has expired.
    Require {
        /// The user whose password has expired.
        person: PersonId,
    },
    /// A signed-in user opens the form.
    Open {
        /// The signed-in user.
        person: PersonId,
    },
    /// The form was submitted.
    Submit {
        /// The handle of the current and the new password.
        passwords: Handle,
    },
    /// The answer of the access service.
    #[serde(rename = "access.change_password")]
    Changed(Changed),
    /// The user closes the form.
    Cancel {},
    /// The session ended.
    Reset {},
}
named!(Event {
    Require = "require",
    Open = "open",
    Submit = "submit",
    Changed = "access.change_password",
    Cancel = "cancel",
    Reset = "reset",
});

/// What a tab may propose over the socket. Passwords are sent over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Open the form for the signed-in user.
    Open {},
    /// Close the form.
    Cancel {},
}
named!(Proposal { Open = "open", Cancel = "cancel" });

/// The password machine.
#[derive(Debug, Default)]
pub struct Password;

#[state_machine(
    initial = "State::Idle {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Password {
    #[state(superstate = "at_rest")]
    fn idle() -> Outcome<State> {
        Super
    }

    #[state(superstate = "asking", local_storage("failure: Option<Notice>"))]
    fn required(event: &Event, person: &PersonId, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Submit { passwords } => change(person, passwords, true, context),
            // The sign-in waits for this change, so only the login machine can cancel it.
            Event::Cancel {} => context.refuse_here(),
            _ => Super,
        }
    }

    #[state(superstate = "asking", local_storage("failure: Option<Notice>"))]
    fn offered(event: &Event, person: &PersonId, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Submit { passwords } => change(person, passwords, false, context),
            Event::Cancel {} => Transition(State::Idle {}),
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn changing(
        event: &Event,
        person: &PersonId,
        required: &bool,
        context: &mut Context,
    ) -> Outcome<State> {
        let Event::Changed(answer) = event else { return Super };
        match answer {
            Changed::Accepted {} => {
                if context.guard("password_had_expired", *required) {
                    context.call(Call::tell(login::Event::PasswordChanged {}));
                }
                context.call(Call::notify_info("password_changed"));
                Transition(State::Changed {})
            }
            Changed::Refused { .. } | Changed::Interrupted {} => {
                let (person, failure) = (person.clone(), Some(failure(answer)));
                Transition(if *required {
                    State::Required { person, failure }
                } else {
                    State::Offered { person, failure }
                })
            }
        }
    }

    #[state(superstate = "at_rest")]
    fn changed() -> Outcome<State> {
        Super
    }

    /// No change is in progress, so one may begin.
    #[superstate(superstate = "root")]
    fn at_rest(event: &Event) -> Outcome<State> {
        match event {
            Event::Require { person } => {
                Transition(State::Required { person: person.clone(), failure: None })
            }
            Event::Open { person } => {
                Transition(State::Offered { person: person.clone(), failure: None })
            }
            _ => Super,
        }
    }

    #[superstate(superstate = "root")]
    fn asking() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Reset {} => Transition(State::Idle {}),
            _ => context.refuse_here(),
        }
    }
}

fn change(
    person: &PersonId,
    passwords: &Handle,
    required: bool,
    context: &mut Context,
) -> Outcome<State> {
    context.call(Call::ChangePassword { person: person.clone(), passwords: passwords.clone() });
    Transition(State::Changing { person: person.clone(), required })
}

fn failure(answer: &Changed) -> Notice {
    match answer {
        Changed::Refused { notice } if !notice.message.is_empty() => notice.clone(),
        _ => Notice::new("password_not_changed", FAILED_TO_CHANGE),
    }
}

impl Machine for Password {
    const NAME: &'static str = "password";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["submit"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Password);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        match proposal {
            Proposal::Open {} => {
                let person = admission.facts.and_then(|facts| facts.user.person.clone());
                let person = person.ok_or_else(|| Rejection::new(RejectionCode::NotSignedIn))?;
                Ok(Event::Open { person })
            }
            Proposal::Cancel {} => Ok(Event::Cancel {}),
        }
    }

    fn interrupted(call: &Call) -> Option<Event> {
        matches!(call, Call::ChangePassword { .. })
            .then_some(Event::Changed(Changed::Interrupted {}))
    }

    fn examples() -> Vec<Event> {
        let person = PersonId("p_ann".into());
        let notice = Notice::new("password_too_short", "Use at least 8 characters.");
        vec![
            Event::Require { person: person.clone() },
            Event::Open { person },
            Event::Submit { passwords: Handle::new("h_3") },
            Event::Changed(Changed::Accepted {}),
            Event::Changed(Changed::Refused { notice }),
            Event::Changed(Changed::Interrupted {}),
            Event::Cancel {},
            Event::Reset {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        match state {
            State::Changing { required, .. } => format!("changing {required}"),
            _ => crate::machine::Named::name(state).to_owned(),
        }
    }
}
