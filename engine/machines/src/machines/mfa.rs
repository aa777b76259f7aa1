//! The second factor: enrolment, and verification of a code or a passkey at sign-in (MFA-01, MFA-02).
//!
//! ```text
//! idle --begin_enrolment--> preparing --> enrolling --submit--> confirming --> codes_shown --codes_saved--> passed
//! idle --begin_verification--> verify --submit or recover--> verifying --> passed
//! verify --passkey_verified--> passed,    enrolling --passkey_enrolled--> codes_shown
//! ```
//!
//! The machine of passkeys checks that a passkey was asked for in this session and for this user.

use statig::prelude::*;

use super::login::{self, Notice};
pub use super::mfa_types::{Authenticator, Event, Prepared, Proposal, State, Verified};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::secret::{Digest, Handle, PersonId};

/// The message of a failed code if the server has none of its own (console-shell 8).
pub const SOMETHING_WENT_WRONG: &str = "something went wrong";

/// The second-factor machine.
#[derive(Debug, Default)]
pub struct Mfa;

#[state_machine(
    initial = "State::Idle {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Mfa {
    #[state(superstate = "root")]
    fn idle(event: &Event, context: &mut Context) -> Outcome<State> {
        begin(event, context)
    }

    #[state(superstate = "root")]
    fn preparing(event: &Event, person: &PersonId, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Prepared(Prepared::Ready {}) => {
                Transition(State::Enrolling { person: person.clone(), failure: None })
            }
            Event::Prepared(Prepared::Failed { notice }) => forbid(notice.clone(), context),
            Event::Prepared(Prepared::Interrupted {}) => {
                context.call(Call::BeginEnrolment { person: person.clone() });
                Handled
            }
            _ => Super,
        }
    }

    #[state(superstate = "root", local_storage("failure: Option<Notice>"))]
    fn enrolling(event: &Event, person: &PersonId, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Submit { code, token } => {
                let (person, code) = (person.clone(), code.clone());
                context.call(Call::ConfirmEnrolment { person: person.clone(), code });
                Transition(State::Confirming { person, token: token.clone() })
            }
            Event::PasskeyEnrolled { person: owner, token } if owner == person => {
                passed(person, token, context);
                Transition(State::CodesShown { person: person.clone() })
            }
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn confirming(
        event: &Event,
        person: &PersonId,
        token: &Digest,
        context: &mut Context,
    ) -> Outcome<State> {
        let Event::Confirmed(answer) = event else { return Super };
        match answer {
            Verified::Accepted {} => {
                passed(person, token, context);
                Transition(State::CodesShown { person: person.clone() })
            }
            Verified::Forbidden { notice } => forbid(notice.clone(), context),
            Verified::Refused { .. } | Verified::Interrupted {} => Transition(State::Enrolling {
                person: person.clone(),
                failure: Some(failure(answer)),
            }),
        }
    }

    #[state(superstate = "root", local_storage("person: PersonId"))]
    fn codes_shown(event: &Event) -> Outcome<State> {
        match event {
            Event::CodesSaved {} => Transition(State::Passed {}),
            _ => Super,
        }
    }

    #[state(superstate = "root", local_storage("failure: Option<Notice>"))]
    fn verify(
        event: &Event,
        person: &PersonId,
        authenticator: &Authenticator,
        context: &mut Context,
    ) -> Outcome<State> {
        let (call, token) = match event {
            Event::Submit { code, token } => {
                let has_no_app = *authenticator == Authenticator::Passkey;
                if context.guard("no_authenticator_app", has_no_app) {
                    return context.refuse(Rejection::new(RejectionCode::NoAuthenticatorApp));
                }
                (Call::VerifyCode { person: person.clone(), code: code.clone() }, token)
            }
            Event::Recover { code, token } => {
                (Call::VerifyRecovery { person: person.clone(), code: code.clone() }, token)
            }
            Event::PasskeyVerified { person: owner, token } if owner == person => {
                passed(person, token, context);
                return Transition(State::Passed {});
            }
            _ => return Super,
        };
        context.call(call);
        Transition(State::Verifying {
            person: person.clone(),
            authenticator: *authenticator,
            token: token.clone(),
        })
    }

    #[state(superstate = "root")]
    fn verifying(
        event: &Event,
        person: &PersonId,
        authenticator: &Authenticator,
        token: &Digest,
        context: &mut Context,
    ) -> Outcome<State> {
        let (Event::CodeVerified(answer) | Event::RecoveryVerified(answer)) = event else {
            return Super;
        };
        match answer {
            Verified::Accepted {} => {
                passed(person, token, context);
                Transition(State::Passed {})
            }
            Verified::Forbidden { notice } => forbid(notice.clone(), context),
            Verified::Refused { .. } | Verified::Interrupted {} => Transition(State::Verify {
                person: person.clone(),
                authenticator: *authenticator,
                failure: Some(failure(answer)),
            }),
        }
    }

    #[state(superstate = "root")]
    fn passed(event: &Event, context: &mut Context) -> Outcome<State> {
        begin(event, context)
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Reset {} => Transition(State::Idle {}),
            // The user proves the factor otherwise, has cancelled, or another one signs in: a passkey proves nothing
            // then.
            Event::PasskeyVerified { .. } | Event::PasskeyEnrolled { .. } => {
                context.guard("passkey_not_awaited", true);
                Handled
            }
            _ => context.refuse_here(),
        }
    }
}

fn begin(event: &Event, context: &mut Context) -> Outcome<State> {
    match event {
        Event::BeginEnrolment { person } => {
            context.call(Call::BeginEnrolment { person: person.clone() });
            Transition(State::Preparing { person: person.clone() })
        }
        Event::BeginVerification { person, authenticator } => Transition(State::Verify {
            person: person.clone(),
            authenticator: *authenticator,
            failure: None,
        }),
        _ => Super,
    }
}

fn passed(person: &PersonId, token: &Digest, context: &mut Context) {
    context.call(Call::tell(login::Event::SecondFactorPassed {
        person: person.clone(),
        token: token.clone(),
    }));
}

fn forbid(notice: Notice, context: &mut Context) -> Outcome<State> {
    context.call(Call::tell(login::Event::SecondFactorForbidden { notice }));
    Transition(State::Idle {})
}

/// MFA-01: the server's message, or "something went wrong".
fn failure(answer: &Verified) -> Notice {
    let unsaid = || Notice::new("otp_failed", SOMETHING_WENT_WRONG);
    match answer {
        Verified::Refused { notice } if !notice.message.is_empty() => notice.clone(),
        _ => unsaid(),
    }
}

impl Machine for Mfa {
    const NAME: &'static str = "mfa";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["submit", "recover"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Mfa);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        Ok(match proposal {
            Proposal::CodesSaved {} => Event::CodesSaved {},
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        Some(match call {
            Call::BeginEnrolment { .. } => Event::Prepared(Prepared::Interrupted {}),
            Call::ConfirmEnrolment { .. } => Event::Confirmed(Verified::Interrupted {}),
            Call::VerifyCode { .. } => Event::CodeVerified(Verified::Interrupted {}),
            Call::VerifyRecovery { .. } => Event::RecoveryVerified(Verified::Interrupted {}),
            _ => return None,
        })
    }

    fn examples() -> Vec<Event> {
        let person = PersonId("p_ann".into());
        let (code, token) = (Handle::new("h_2"), Digest("t3".into()));
        let notice = Notice::new("invalid_code", "The code is not right.");
        let silent = Notice::new("invalid_code", "");
        vec![
            Event::BeginEnrolment { person: person.clone() },
            Event::BeginVerification {
                person: person.clone(),
                authenticator: Authenticator::Google,
            },
            Event::BeginVerification {
                person: person.clone(),
                authenticator: Authenticator::Passkey,
            },
            Event::PasskeyVerified { person: person.clone(), token: token.clone() },
            Event::PasskeyVerified { person: PersonId("p_ben".into()), token: token.clone() },
            Event::PasskeyEnrolled { person, token: token.clone() },
            Event::PasskeyEnrolled { person: PersonId("p_ben".into()), token: token.clone() },
            Event::Prepared(Prepared::Ready {}),
            Event::Prepared(Prepared::Failed { notice: notice.clone() }),
            Event::Prepared(Prepared::Interrupted {}),
            Event::Submit { code: code.clone(), token: token.clone() },
            Event::Recover { code, token },
            Event::Confirmed(Verified::Accepted {}),
            Event::Confirmed(Verified::Refused { notice: notice.clone() }),
            Event::Confirmed(Verified::Forbidden { notice: notice.clone() }),
            Event::Confirmed(Verified::Interrupted {}),
            Event::CodeVerified(Verified::Accepted {}),
            Event::CodeVerified(Verified::Refused { notice: notice.clone() }),
            Event::CodeVerified(Verified::Refused { notice: silent }),
            Event::CodeVerified(Verified::Forbidden { notice: notice.clone() }),
            Event::CodeVerified(Verified::Interrupted {}),
            Event::RecoveryVerified(Verified::Accepted {}),
            Event::RecoveryVerified(Verified::Refused { notice }),
            Event::CodesSaved {},
            Event::Reset {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Verify { authenticator, .. } | State::Verifying { authenticator, .. } => {
                format!("{name} {authenticator:?}")
            }
            _ => name.to_owned(),
        }
    }
}
