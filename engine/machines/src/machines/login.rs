//! Signing in and out (LOGIN-01 to LOGIN-03, LOGIN-06, NAV-16).
//!
//! ```text
//! signed_out --provider_answered or passkey_answered--> as after checking
//! signed_out --submit--> checking --+--> signed_in --log_out--> signing_out --> signed_out
//!                                   +--> otp_required ----\
//!                                   +--> enrol_required ---+--second_factor_passed--> signed_in
//!                                   +--> password_expired --password_changed--> signed_out
//! ```

use statig::prelude::*;

use super::login_steps::{complete, give_up, leave};
pub use super::login_types::{Event, Proposal, State};
use super::{login_examples, mfa, password, session};
use crate::call::{Call, SignInOver};
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::rules::routes::{Place, RouteName};
use crate::secret::PersonId;
pub use crate::sign_in::{
    Attempt, Authenticated, LoggedOut, MfaStatus, Notice, SignInTerms, SignInVia,
};
use crate::time::Timestamp;

/// The duration of a sign-in whose record has no terms, in milliseconds.
pub const SIGNED_IN_MS: i64 = 12 * 3_600_000;
/// The duration of a sign-in with "remember me" whose record has no terms, in milliseconds.
pub const REMEMBERED_MS: i64 = 7 * 24 * 3_600_000;

/// The login machine.
#[derive(Debug, Default)]
pub struct Login;

#[state_machine(
    initial = "State::SignedOut { notice: None }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Login {
    #[state(superstate = "root", local_storage("notice: Option<Notice>"))]
    fn signed_out(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Submit { attempt, credentials } => {
                context.call(Call::Authenticate { credentials: credentials.clone() });
                Transition(State::Checking { attempt: attempt.clone() })
            }
            Event::ProviderAnswered { answer, attempt }
            | Event::PasskeyAnswered { answer, attempt } => authenticated(answer, attempt, context),
            _ => Super,
        }
    }

    #[state(superstate = "signing_in")]
    fn checking(event: &Event, attempt: &Attempt, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Authenticated(answer) => authenticated(answer, attempt, context),
            // The check cannot be aborted, so the user can cancel only after the answer.
            Event::Cancel {} => context.refuse_here(),
            _ => Super,
        }
    }

    #[state(
        superstate = "second_factor",
        local_storage(
            "person: PersonId",
            "admin: bool",
            "attempt: Attempt",
            "external_redirect: Option<String>"
        )
    )]
    fn otp_required() -> Outcome<State> {
        Super
    }

    #[state(
        superstate = "second_factor",
        local_storage(
            "person: PersonId",
            "admin: bool",
            "attempt: Attempt",
            "external_redirect: Option<String>"
        )
    )]
    fn enrol_required() -> Outcome<State> {
        Super
    }

    #[state(superstate = "signing_in", local_storage("person: PersonId", "account: Personal"))]
    fn password_expired(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::PasswordChanged {} => {
                context.call(Call::Navigate { to: Place::of(RouteName::Login) });
                let message = "Your password has been changed. Sign in with the new one.";
                let notice = Some(Notice::new("password_changed", message));
                Transition(State::SignedOut { notice })
            }
            _ => Super,
        }
    }

    #[state(
        superstate = "root",
        local_storage("admin: bool", "since: Timestamp", "passkey: Option<Digest>")
    )]
    fn signed_in(
        event: &Event,
        person: &PersonId,
        until: &Timestamp,
        set_me_up: &mut bool,
        via: &Option<SignInVia>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::SetMeUpSeen {} => {
                if !context.guard("set_me_up_shown", *set_me_up) {
                    return context.refuse_here();
                }
                *set_me_up = false;
                Handled
            }
            Event::LogOut {} => {
                let saml = via.as_ref().and_then(|via| via.saml.clone());
                let via = via.as_ref().map(|via| via.provider.clone());
                context.call(Call::LogOut { person: person.clone(), via, saml });
                context.call(Call::PausePolling {});
                // Before the answer: the page may leave for the provider as soon as the session has ended.
                context.call(Call::RememberSetMeUp {});
                Transition(State::SigningOut { person: person.clone() })
            }
            Event::Expire {} => {
                // Otherwise a check found that its user may not sign in now, and nothing is to be kept for that.
                if context.guard("sign_in_over", context.at >= *until) {
                    context.call(Call::SignInAgain { over: SignInOver::Expired });
                }
                leave(session::CloseReason::Expired, "session_expired", None, context)
            }
            Event::ExpireIdle {} => {
                context.call(Call::SignInAgain { over: SignInOver::Idle });
                leave(session::CloseReason::Expired, "session_idle", None, context)
            }
            Event::Revoke {} => {
                leave(session::CloseReason::Revoked, "session_revoked", None, context)
            }
            _ => Super,
        }
    }

    #[state(superstate = "root", local_storage("person: PersonId"))]
    fn signing_out(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::LoggedOut(answer) => {
                let leave_for = match answer {
                    LoggedOut::Done { leave_for } => leave_for.as_deref(),
                    LoggedOut::Interrupted {} => None,
                };
                leave(session::CloseReason::LoggedOut, "logged_out", leave_for, context)
            }
            // The user is already signing out, which these events require.
            Event::Expire {} | Event::ExpireIdle {} | Event::Revoke {} => Handled,
            _ => Super,
        }
    }

    /// A code is required or a factor is to be enrolled; only the mfa machine reports that this is done.
    #[superstate(superstate = "signing_in")]
    fn second_factor(
        event: &Event,
        person: &PersonId,
        admin: &bool,
        attempt: &Attempt,
        external_redirect: &Option<String>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::SecondFactorPassed { person: passed, token } => {
                if context.guard("factor_of_another", passed != person) {
                    return context.refuse(Rejection::new(RejectionCode::FactorOfAnother));
                }
                let attempt = Attempt { token: token.clone(), ..attempt.clone() };
                complete(person, *admin, &attempt, external_redirect.as_deref(), context)
            }
            Event::SecondFactorForbidden { notice } => give_up(Some(notice.clone()), context),
            _ => Super,
        }
    }

    #[superstate(superstate = "root")]
    fn signing_in(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Cancel {} => give_up(None, context),
            _ => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            // The user signs in otherwise, or has done so: that counts, and not what another tab has begun.
            Event::ProviderAnswered { .. } | Event::PasskeyAnswered { .. } => {
                context.guard("signs_in_otherwise", true);
                Handled
            }
            _ => context.refuse_here(),
        }
    }
}

fn authenticated(
    answer: &Authenticated,
    attempt: &Attempt,
    context: &mut Context,
) -> Outcome<State> {
    let attempt = &with_identity(attempt, answer);
    match answer {
        Authenticated::Accepted {
            person,
            admin,
            mfa: MfaStatus::Enroll,
            external_redirect,
            ..
        } => {
            context.call(Call::tell(mfa::Event::BeginEnrolment { person: person.clone() }));
            context.call(Call::Navigate { to: Place::of(RouteName::MfaEnroll) });
            Transition(State::EnrolRequired {
                person: person.clone(),
                admin: *admin,
                attempt: attempt.clone(),
                external_redirect: external_redirect.clone(),
            })
        }
        Authenticated::Accepted {
            person,
            admin,
            mfa: MfaStatus::Verify,
            external_redirect,
            authenticator,
            ..
        } => {
            context.call(Call::tell(mfa::Event::BeginVerification {
                person: person.clone(),
                authenticator: *authenticator,
            }));
            context.call(Call::Navigate { to: Place::of(RouteName::OtpLogin) });
            Transition(State::OtpRequired {
                person: person.clone(),
                admin: *admin,
                attempt: attempt.clone(),
                external_redirect: external_redirect.clone(),
            })
        }
        Authenticated::Accepted {
            person, admin, mfa: MfaStatus::None, external_redirect, ..
        } => complete(person, *admin, attempt, external_redirect.as_deref(), context),
        Authenticated::CredentialsExpired { person } => {
            context.call(Call::tell(password::Event::Require { person: person.clone() }));
            context.call(Call::Navigate { to: Place::of(RouteName::ChangePassword) });
            Transition(State::PasswordExpired {
                person: person.clone(),
                account: attempt.account.clone(),
            })
        }
        Authenticated::Refused { notice } => {
            Transition(State::SignedOut { notice: Some(notice.clone()) })
        }
        Authenticated::Interrupted {} => Transition(State::SignedOut {
            notice: Some(Notice::new(
                "interrupted",
                "The server stopped while it was checking. Please sign in again.",
            )),
        }),
    }
}

/// The attempt with the identity in the directory that has checked the password, if one has (SSO-02).
fn with_identity(attempt: &Attempt, answer: &Authenticated) -> Attempt {
    let mut attempt = attempt.clone();
    if let Authenticated::Accepted { via: Some(via), .. } = answer {
        attempt.via = Some(via.clone());
    }
    attempt
}

impl Machine for Login {
    const NAME: &'static str = "login";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["submit", "log_out"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Login);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        Ok(match proposal {
            Proposal::Cancel {} => Event::Cancel {},
            Proposal::SetMeUpSeen {} => Event::SetMeUpSeen {},
        })
    }

    fn wake_at(state: &State) -> Option<Timestamp> {
        match state {
            State::SignedIn { until, .. } => Some(*until),
            _ => None,
        }
    }

    fn deadline() -> Option<Event> {
        Some(Event::Expire {})
    }

    fn interrupted(call: &Call) -> Option<Event> {
        Some(match call {
            Call::Authenticate { .. } => Event::Authenticated(Authenticated::Interrupted {}),
            Call::LogOut { .. } => Event::LoggedOut(LoggedOut::Interrupted {}),
            _ => return None,
        })
    }

    fn examples() -> Vec<Event> {
        login_examples::all()
    }

    fn abstract_state(state: &State) -> String {
        let set_me_up = match state {
            State::Checking { attempt }
            | State::OtpRequired { attempt, .. }
            | State::EnrolRequired { attempt, .. } => attempt.set_me_up,
            State::SignedIn { set_me_up, .. } => *set_me_up,
            State::SignedOut { .. } | State::PasswordExpired { .. } | State::SigningOut { .. } => {
                false
            }
        };
        format!("{} {set_me_up}", crate::machine::Named::name(state))
    }
}
