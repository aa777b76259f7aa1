//! Replacing a forgotten password with the link of a mail (PASS-02).
//!
//! ```text
//! idle --open--> checking --+--> ready --submit--> changing --+--> done
//!                           +--> refused                      +--> ready, with the failure
//! ```
//!
//! A password is set only with the key that this session has had checked before. The link is no sign-in: the user signs
//! in with the new password.

use statig::prelude::*;

use super::login::Notice;
pub use super::reset_password_types::{Event, PasswordReset, Proposal, ResetKeyChecked, State};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::rules::routes::{Place, RouteName};
use crate::secret::{Digest, Handle, PersonId};
use crate::time::Timestamp;

/// The message of a failure if the server has none of its own (console-shell 8).
pub const FAILED_TO_RESET: &str = "Failed to reset the password";

/// The machine that replaces a forgotten password.
#[derive(Debug, Default)]
pub struct ResetPassword;

#[state_machine(
    initial = "State::Idle {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl ResetPassword {
    #[state(superstate = "at_rest")]
    fn idle() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root")]
    fn checking(event: &Event, key: &Digest) -> Outcome<State> {
        let Event::Checked(answer) = event else { return Super };
        Transition(match answer {
            ResetKeyChecked::Valid { person, until } => State::Ready {
                key: key.clone(),
                person: person.clone(),
                until: *until,
                failure: None,
            },
            ResetKeyChecked::Refused { notice } => State::Refused { notice: failure(notice) },
            ResetKeyChecked::Interrupted {} => State::Refused { notice: unknown() },
        })
    }

    #[state(superstate = "at_rest", local_storage("notice: Notice"))]
    fn refused() -> Outcome<State> {
        Super
    }

    #[state(superstate = "at_rest", local_storage("failure: Option<Notice>"))]
    fn ready(
        event: &Event,
        key: &Digest,
        person: &PersonId,
        until: &Timestamp,
        context: &mut Context,
    ) -> Outcome<State> {
        let Event::Submit { key: sent, password } = event else { return Super };
        if sent != key {
            return Super;
        }
        let (person, secrets) = (person.clone(), password.clone());
        context.call(Call::ResetPassword { person: person.clone(), secrets });
        Transition(State::Changing { key: key.clone(), person, until: *until })
    }

    #[state(superstate = "root")]
    fn changing(
        event: &Event,
        key: &Digest,
        person: &PersonId,
        until: &Timestamp,
        context: &mut Context,
    ) -> Outcome<State> {
        let Event::Answered(answer) = event else { return Super };
        let failure = match answer {
            PasswordReset::Accepted {} => {
                context.call(Call::notify_info("password_changed"));
                context.call(Call::Navigate { to: Place::of(RouteName::Login) });
                return Transition(State::Done {});
            }
            PasswordReset::Refused { notice } => failure(notice),
            PasswordReset::Interrupted {} => unknown(),
        };
        let (key, person, until) = (key.clone(), person.clone(), *until);
        Transition(State::Ready { key, person, until, failure: Some(failure) })
    }

    #[state(superstate = "at_rest")]
    fn done() -> Outcome<State> {
        Super
    }

    /// No answer is awaited, so a link may be opened. A password is accepted with the key that was checked only.
    #[superstate(superstate = "root")]
    fn at_rest(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Open { key, link } => {
                context.call(Call::CheckResetKey { link: link.clone() });
                Transition(State::Checking { key: key.clone() })
            }
            Event::Submit { .. } => {
                context.guard("key_not_checked", true);
                context.refuse(Rejection::new(RejectionCode::KeyNotChecked))
            }
            Event::Cancel {} => Transition(State::Idle {}),
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

/// The server's own message, or the fixed one.
fn failure(notice: &Notice) -> Notice {
    if notice.message.is_empty() { unknown() } else { notice.clone() }
}

fn unknown() -> Notice {
    Notice::new("password_not_reset", FAILED_TO_RESET)
}

impl Machine for ResetPassword {
    const NAME: &'static str = "reset_password";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["open", "submit"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(ResetPassword);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        match proposal {
            Proposal::Cancel {} => Ok(Event::Cancel {}),
        }
    }

    fn interrupted(call: &Call) -> Option<Event> {
        Some(match call {
            Call::CheckResetKey { .. } => Event::Checked(ResetKeyChecked::Interrupted {}),
            Call::ResetPassword { .. } => Event::Answered(PasswordReset::Interrupted {}),
            _ => return None,
        })
    }

    fn examples() -> Vec<Event> {
        let key = |letter: &str| Digest(letter.repeat(64));
        let valid = |person: &str| ResetKeyChecked::Valid {
            person: PersonId(person.into()),
            until: Timestamp::from_ms(3_600_000),
        };
        let notice = Notice::new("link_refused", "This link has expired.");
        let silent = Notice::new("refused", "");
        vec![
            Event::Open { key: key("a"), link: Handle::new("h_6") },
            Event::Open { key: key("b"), link: Handle::new("h_7") },
            Event::Checked(valid("p_ann")),
            Event::Checked(valid("p_bob")),
            Event::Checked(ResetKeyChecked::Refused { notice: notice.clone() }),
            Event::Checked(ResetKeyChecked::Interrupted {}),
            Event::Submit { key: key("a"), password: Handle::new("h_8") },
            Event::Submit { key: key("b"), password: Handle::new("h_9") },
            Event::Answered(PasswordReset::Accepted {}),
            Event::Answered(PasswordReset::Refused { notice }),
            Event::Answered(PasswordReset::Refused { notice: silent }),
            Event::Answered(PasswordReset::Interrupted {}),
            Event::Cancel {},
            Event::Reset {},
        ]
    }

    /// With the key and the person, which invariants compare.
    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Checking { key } => format!("{name} {}", key.0),
            State::Ready { key, person, .. } | State::Changing { key, person, .. } => {
                format!("{name} {} {}", key.0, person.0)
            }
            State::Idle {} | State::Refused { .. } | State::Done {} => name.to_owned(),
        }
    }
}
