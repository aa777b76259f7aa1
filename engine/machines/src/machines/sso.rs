//! Signing in with a provider of `OpenID` Connect, OAuth 2 or SAML, and linking an identity there to an account
//! (SSO-01, SSO-02).
//!
//! ```text
//!   +------------------ cancel, denied ---------------+
//!   v                                                 |
//! idle --begin--> leaving --callback--> exchanging ---+--> idle with the failure
//!                    ^                       |
//!                    +--begin-- done <-------+
//! ```
//!
//! The record has the digest of the `state` with which the user was sent to the provider, so that the code of another
//! browser, of another attempt, or of one that was answered already is rejected. With SAML the state is `RelayState`,
//! and the code is the ticket of an answer that the server holds until the browser comes for it. What proves the flow
//! (`state`, `nonce` and the verifier of PKCE, or the id of the request) is in the memory of the server alone. An
//! accepted answer goes to the login machine, which continues as after a password: the second factor stays owed.

use statig::prelude::*;

use super::login;
pub use super::sso_types::{Event, Proposal, State};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::secret::{Digest, Handle, PersonId, Personal};
use crate::sign_in::{Attempt, Authenticated, Authenticator, MfaStatus, Notice};
pub use crate::sign_in::{CodeExchanged, Landing, SignInFlow, SignInPurpose, SignInVia};
use crate::time::Timestamp;

/// How long a user may stay at the provider, in milliseconds.
pub const FLOW_MS: i64 = 10 * 60_000;

/// The machine of signing in with a provider.
#[derive(Debug, Default)]
pub struct Sso;

#[state_machine(
    initial = "State::Idle { failure: None }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Sso {
    #[state(superstate = "at_rest", local_storage("failure: Option<Notice>"))]
    fn idle() -> Outcome<State> {
        Super
    }

    #[state(superstate = "at_rest")]
    fn leaving(
        flow: &SignInFlow,
        since: &Timestamp,
        landing: &Landing,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Callback { flow: returned, code, token, person: now } => {
                if context.guard("other_flow", *returned != flow.digest) {
                    return context.refuse(Rejection::new(RejectionCode::SignInFlowUnknown));
                }
                // A clock that was set back prolongs nothing.
                let age_ms = context.at.ms_since(*since);
                if context.guard("flow_expired", !(0..=FLOW_MS).contains(&age_ms)) {
                    return context.refuse(Rejection::new(RejectionCode::SignInFlowExpired));
                }
                if context.guard("signed_in_meanwhile", *now != flow.person) {
                    return context.refuse(Rejection::new(RejectionCode::SignedInMeanwhile));
                }
                context.call(Call::ExchangeCode { flow: flow.clone(), code: code.clone() });
                Transition(State::Exchanging {
                    flow: flow.clone(),
                    token: token.clone(),
                    landing: landing.clone(),
                })
            }
            Event::Denied { flow: returned, notice } => {
                if context.guard("other_flow", *returned != flow.digest) {
                    return context.refuse(Rejection::new(RejectionCode::SignInFlowUnknown));
                }
                Transition(State::Idle { failure: Some(notice.clone()) })
            }
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn exchanging(
        flow: &SignInFlow,
        token: &Digest,
        landing: &Landing,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Exchanged(answer) => exchanged(answer, flow, token, landing, context),
            _ => Super,
        }
    }

    #[state(superstate = "at_rest", local_storage("provider: String", "purpose: SignInPurpose"))]
    fn done() -> Outcome<State> {
        Super
    }

    /// Nothing is being exchanged, so that the user can go to a provider, or to another one.
    #[superstate(superstate = "root")]
    fn at_rest(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Begin { flow, landing } => {
                let is_of_user = flow.purpose.is_of_user();
                if context.guard("no_account_to_link", is_of_user && flow.person.is_none()) {
                    return context.refuse(Rejection::new(RejectionCode::NotSignedIn));
                }
                if context.guard("signed_in_already", !is_of_user && flow.person.is_some()) {
                    return context.refuse(Rejection::new(RejectionCode::SignedInMeanwhile));
                }
                let (flow, landing) = (flow.clone(), landing.clone());
                Transition(State::Leaving { flow, since: context.at, landing })
            }
            Event::Cancel {} => Transition(State::Idle { failure: None }),
            _ => Super,
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

fn exchanged(
    answer: &CodeExchanged,
    flow: &SignInFlow,
    token: &Digest,
    landing: &Landing,
    context: &mut Context,
) -> Outcome<State> {
    let is_of_user = flow.purpose.is_of_user();
    let done = || State::Done { provider: flow.provider.clone(), purpose: flow.purpose };
    let failure = match answer {
        CodeExchanged::Accepted {
            person,
            admin,
            mfa,
            account,
            via,
            external_redirect,
            authenticator,
        } if !is_of_user => {
            let attempt = Attempt {
                account: account.clone(),
                remember: landing.remember,
                token: token.clone(),
                stored: landing.stored.clone(),
                set_me_up: landing.set_me_up,
                via: Some(via.clone()),
                terms: landing.terms,
                passkey: None,
            };
            let answer = Authenticated::Accepted {
                person: person.clone(),
                admin: *admin,
                mfa: *mfa,
                external_redirect: external_redirect.clone(),
                authenticator: *authenticator,
                via: None,
            };
            context.call(Call::tell(login::Event::ProviderAnswered { answer, attempt }));
            return Transition(done());
        }
        CodeExchanged::Linked {} if flow.purpose == SignInPurpose::Link => {
            return Transition(done());
        }
        CodeExchanged::Confirmed {} if flow.purpose == SignInPurpose::Confirm => {
            return Transition(done());
        }
        CodeExchanged::Refused { notice } => notice.clone(),
        CodeExchanged::Interrupted {}
        | CodeExchanged::Accepted { .. }
        | CodeExchanged::Linked {}
        | CodeExchanged::Confirmed {} => Notice::new(
            "interrupted",
            "The server stopped while it was checking. Please sign in again.",
        ),
    };
    Transition(State::Idle { failure: Some(failure) })
}

impl Machine for Sso {
    const NAME: &'static str = "sso";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["begin", "callback", "denied"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Sso);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        Ok(match proposal {
            Proposal::Cancel {} => Event::Cancel {},
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        match call {
            Call::ExchangeCode { .. } => Some(Event::Exchanged(CodeExchanged::Interrupted {})),
            _ => None,
        }
    }

    fn examples() -> Vec<Event> {
        let ann = PersonId("p_ann".into());
        let begin = |purpose, digest: &str, person: Option<&PersonId>| Event::Begin {
            flow: SignInFlow {
                provider: "corporate".into(),
                digest: Digest(digest.into()),
                purpose,
                person: person.cloned(),
            },
            landing: Landing::default(),
        };
        let callback = |flow: &str, person: Option<&PersonId>| Event::Callback {
            flow: Digest(flow.into()),
            code: Handle::new("h_5"),
            token: Digest("t6".into()),
            person: person.cloned(),
        };
        let accepted = |mfa| {
            Event::Exchanged(CodeExchanged::Accepted {
                person: ann.clone(),
                admin: false,
                mfa,
                account: Personal::new("2".repeat(64)),
                via: SignInVia {
                    provider: "corporate".into(),
                    identity: Digest("3".repeat(64)),
                    session: None,
                    saml: None,
                },
                external_redirect: None,
                authenticator: Authenticator::Google,
            })
        };
        let notice = Notice::new("sign_in_provider_unavailable", "");
        let denied =
            |flow: &str| Event::Denied { flow: Digest(flow.into()), notice: notice.clone() };
        vec![
            begin(SignInPurpose::SignIn, "f1", None),
            begin(SignInPurpose::SignIn, "f2", Some(&ann)),
            begin(SignInPurpose::Registration, "f1", None),
            begin(SignInPurpose::Link, "f1", Some(&ann)),
            begin(SignInPurpose::Link, "f2", None),
            begin(SignInPurpose::Confirm, "f1", Some(&ann)),
            begin(SignInPurpose::Confirm, "f2", None),
            callback("f1", None),
            callback("f1", Some(&ann)),
            callback("f2", None),
            denied("f1"),
            denied("f2"),
            accepted(MfaStatus::None),
            accepted(MfaStatus::Verify),
            accepted(MfaStatus::Enroll),
            Event::Exchanged(CodeExchanged::Linked {}),
            Event::Exchanged(CodeExchanged::Confirmed {}),
            Event::Exchanged(CodeExchanged::Refused { notice: notice.clone() }),
            Event::Exchanged(CodeExchanged::Interrupted {}),
            Event::Cancel {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Idle { failure } => format!("{name} {}", failure.is_some()),
            State::Leaving { flow, .. } | State::Exchanging { flow, .. } => {
                format!("{name} {} {:?} {:?}", flow.digest.0, flow.purpose, flow.person)
            }
            State::Done { purpose, .. } => format!("{name} {purpose:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::decide;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn leaving() -> State {
        let flow = SignInFlow {
            provider: "corporate".into(),
            digest: Digest("f1".into()),
            purpose: SignInPurpose::SignIn,
            person: None,
        };
        State::Leaving { flow, since: AT, landing: Landing::default() }
    }

    fn callback(flow: &str, person: Option<&str>) -> Event {
        Event::Callback {
            flow: Digest(flow.into()),
            code: Handle::new("h_5"),
            token: Digest("t6".into()),
            person: person.map(|person| PersonId(person.into())),
        }
    }

    fn outcome(state: &State, event: &Event, after_ms: i64) -> Result<State, RejectionCode> {
        match decide::<Sso>(state, event, AT.plus_ms(after_ms)) {
            Ok(accepted) => Ok(accepted.state),
            Err(refused) => Err(refused.rejection.code),
        }
    }

    /// covers: [SSO-01]
    #[test]
    fn a_callback_is_for_one_flow_once_and_for_ten_minutes() {
        let back = callback("f1", None);
        let exchanging = outcome(&leaving(), &back, FLOW_MS).expect("the code is exchanged");
        assert!(matches!(exchanging, State::Exchanging { .. }));
        let again = outcome(&exchanging, &back, FLOW_MS);
        assert_eq!(again, Err(RejectionCode::NotInThisState));
        for (event, after_ms, code) in [
            (callback("f2", None), 0, RejectionCode::SignInFlowUnknown),
            (callback("f1", None), FLOW_MS + 1, RejectionCode::SignInFlowExpired),
            (callback("f1", None), -1, RejectionCode::SignInFlowExpired),
            (callback("f1", Some("p_ann")), 0, RejectionCode::SignedInMeanwhile),
        ] {
            assert_eq!(outcome(&leaving(), &event, after_ms), Err(code), "{event:?}");
        }
    }
}
