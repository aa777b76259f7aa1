//! Asking a browser for a passkey (MFA-01, LOGIN-05): to sign in with it alone, as a second factor, or for a new one.
//!
//! ```text
//!   +---------- cancel, reset, refused ---------+
//!   v                                           |
//! idle --begin--> asked --answer--> checking ---+--> done
//!                  ^                                  |
//!                  +--------------begin---------------+
//! ```
//!
//! The record has the digest of the challenge, so that an answer to a challenge of another session, to an earlier one
//! of this session, or to one that was answered already is rejected. The challenge itself is in no record. Where a
//! user has not been found yet, an accepted answer goes to the login machine, and where one has verified the
//! password, to the machine of the second factor: it is theirs to say what is still owed.

use statig::prelude::*;

pub use super::passkey_types::{Event, Proposal, State};
use super::{login, mfa};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::secret::{Digest, Handle, PersonId, Personal};
use crate::sign_in::{Attempt, Authenticated, Authenticator, Landing, MfaStatus, Notice};
pub use crate::sign_in::{PasskeyCeremony, PasskeyChecked, PasskeyPurpose};
use crate::time::Timestamp;

/// How long a challenge can be answered, in milliseconds.
pub const CEREMONY_MS: i64 = 5 * 60_000;

/// The machine of passkeys.
#[derive(Debug, Default)]
pub struct Passkey;

#[state_machine(
    initial = "State::Idle { failure: None }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Passkey {
    #[state(superstate = "at_rest", local_storage("failure: Option<Notice>"))]
    fn idle() -> Outcome<State> {
        Super
    }

    #[state(superstate = "at_rest")]
    fn asked(
        ceremony: &PasskeyCeremony,
        since: &Timestamp,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        let Event::Answer { digest, response, token, person, landing } = event else {
            return Super;
        };
        if context.guard("other_challenge", *digest != ceremony.digest) {
            return context.refuse(Rejection::new(RejectionCode::PasskeyQuestionUnknown));
        }
        // A clock that was set back prolongs nothing.
        let age_ms = context.at.ms_since(*since);
        if context.guard("challenge_expired", !(0..=CEREMONY_MS).contains(&age_ms)) {
            return context.refuse(Rejection::new(RejectionCode::PasskeyQuestionExpired));
        }
        if context.guard("signed_in_meanwhile", *person != ceremony.person) {
            return context.refuse(Rejection::new(RejectionCode::SignedInMeanwhile));
        }
        let response = response.clone();
        context.call(Call::CheckPasskey { ceremony: ceremony.clone(), response });
        Transition(State::Checking {
            ceremony: ceremony.clone(),
            token: token.clone(),
            landing: landing.clone(),
        })
    }

    #[state(superstate = "root")]
    fn checking(
        ceremony: &PasskeyCeremony,
        token: &Digest,
        landing: &Landing,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Checked(answer) => checked(answer, ceremony, token, landing, context),
            _ => Super,
        }
    }

    #[state(superstate = "at_rest", local_storage("purpose: PasskeyPurpose"))]
    fn done() -> Outcome<State> {
        Super
    }

    /// Nothing is being checked, so that the browser can ask, or ask again.
    #[superstate(superstate = "root")]
    fn at_rest(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Begin { ceremony } => {
                let finds_user = ceremony.purpose == PasskeyPurpose::SignIn;
                if context.guard("no_account", !finds_user && ceremony.person.is_none()) {
                    return context.refuse(Rejection::new(RejectionCode::NotSignedIn));
                }
                if context.guard("signed_in_already", finds_user && ceremony.person.is_some()) {
                    return context.refuse(Rejection::new(RejectionCode::SignedInMeanwhile));
                }
                Transition(State::Asked { ceremony: ceremony.clone(), since: context.at })
            }
            Event::Cancel {} => Transition(State::Idle { failure: None }),
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

fn checked(
    answer: &PasskeyChecked,
    ceremony: &PasskeyCeremony,
    token: &Digest,
    landing: &Landing,
    context: &mut Context,
) -> Outcome<State> {
    let PasskeyCeremony { purpose, person, .. } = ceremony;
    let purpose = *purpose;
    match (answer, purpose, person) {
        (
            PasskeyChecked::Accepted { person, admin, account, passkey, external_redirect },
            PasskeyPurpose::SignIn,
            _,
        ) => {
            let attempt = Attempt {
                account: account.clone(),
                remember: landing.remember,
                token: token.clone(),
                stored: landing.stored.clone(),
                set_me_up: landing.set_me_up,
                via: None,
                terms: landing.terms,
                passkey: Some(passkey.clone()),
            };
            let answer = Authenticated::Accepted {
                person: person.clone(),
                admin: *admin,
                mfa: MfaStatus::None,
                external_redirect: external_redirect.clone(),
                authenticator: Authenticator::Passkey,
                via: None,
            };
            context.call(Call::tell(login::Event::PasskeyAnswered { answer, attempt }));
        }
        (PasskeyChecked::Verified {}, PasskeyPurpose::SecondFactor, Some(person)) => {
            let (person, token) = (person.clone(), token.clone());
            context.call(Call::tell(mfa::Event::PasskeyVerified { person, token }));
        }
        (PasskeyChecked::Added {}, PasskeyPurpose::Enrolment, Some(person)) => {
            let (person, token) = (person.clone(), token.clone());
            context.call(Call::tell(mfa::Event::PasskeyEnrolled { person, token }));
        }
        (PasskeyChecked::Added {}, PasskeyPurpose::Add, _)
        | (PasskeyChecked::Verified {}, PasskeyPurpose::RecoveryCodes, _) => {}
        (PasskeyChecked::Refused { notice }, ..) => {
            return Transition(State::Idle { failure: Some(notice.clone()) });
        }
        _ => {
            let message = "The server stopped while it was checking. Try again.";
            let failure = Some(Notice::new("interrupted", message));
            return Transition(State::Idle { failure });
        }
    }
    Transition(State::Done { purpose })
}

impl Machine for Passkey {
    const NAME: &'static str = "passkey";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["begin", "answer"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Passkey);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        Ok(match proposal {
            Proposal::Cancel {} => Event::Cancel {},
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        match call {
            Call::CheckPasskey { .. } => Some(Event::Checked(PasskeyChecked::Interrupted {})),
            _ => None,
        }
    }

    fn examples() -> Vec<Event> {
        let ann = PersonId("p_ann".into());
        let begin = |purpose, digest: &str, person: Option<&PersonId>| Event::Begin {
            ceremony: PasskeyCeremony {
                digest: Digest(digest.into()),
                purpose,
                person: person.cloned(),
            },
        };
        let answer = |digest: &str, person: Option<&PersonId>| Event::Answer {
            digest: Digest(digest.into()),
            response: Handle::new("h_6"),
            token: Digest("t6".into()),
            person: person.cloned(),
            landing: Landing::default(),
        };
        let notice = Notice::new("passkey_refused", "");
        vec![
            begin(PasskeyPurpose::SignIn, "c1", None),
            begin(PasskeyPurpose::SignIn, "c2", Some(&ann)),
            begin(PasskeyPurpose::SecondFactor, "c1", Some(&ann)),
            begin(PasskeyPurpose::SecondFactor, "c2", None),
            begin(PasskeyPurpose::Enrolment, "c1", Some(&ann)),
            begin(PasskeyPurpose::Add, "c1", Some(&ann)),
            begin(PasskeyPurpose::RecoveryCodes, "c1", Some(&ann)),
            answer("c1", None),
            answer("c1", Some(&ann)),
            answer("c2", None),
            Event::Checked(PasskeyChecked::Accepted {
                person: ann.clone(),
                admin: false,
                account: Personal::new("2".repeat(64)),
                passkey: Digest("4".repeat(64)),
                external_redirect: None,
            }),
            Event::Checked(PasskeyChecked::Verified {}),
            Event::Checked(PasskeyChecked::Added {}),
            Event::Checked(PasskeyChecked::Refused { notice }),
            Event::Checked(PasskeyChecked::Interrupted {}),
            Event::Cancel {},
            Event::Reset {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Idle { failure } => format!("{name} {}", failure.is_some()),
            State::Asked { ceremony, .. } | State::Checking { ceremony, .. } => {
                let PasskeyCeremony { digest, purpose, person } = ceremony;
                format!("{name} {} {purpose:?} {person:?}", digest.0)
            }
            State::Done { purpose } => format!("{name} {purpose:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::decide;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn asked() -> State {
        let ceremony = PasskeyCeremony {
            digest: Digest("c1".into()),
            purpose: PasskeyPurpose::SignIn,
            person: None,
        };
        State::Asked { ceremony, since: AT }
    }

    fn answer(digest: &str, person: Option<&str>) -> Event {
        Event::Answer {
            digest: Digest(digest.into()),
            response: Handle::new("h_6"),
            token: Digest("t6".into()),
            person: person.map(|person| PersonId(person.into())),
            landing: Landing::default(),
        }
    }

    fn outcome(state: &State, event: &Event, after_ms: i64) -> Result<State, RejectionCode> {
        match decide::<Passkey>(state, event, AT.plus_ms(after_ms)) {
            Ok(accepted) => Ok(accepted.state),
            Err(refused) => Err(refused.rejection.code),
        }
    }

    /// covers: [LOGIN-05]
    #[test]
    fn a_challenge_is_answered_once_within_five_minutes_and_by_the_one_it_was_for() {
        let given = answer("c1", None);
        let checking = outcome(&asked(), &given, CEREMONY_MS).expect("decided");
        assert!(matches!(checking, State::Checking { .. }));
        assert_eq!(outcome(&checking, &given, CEREMONY_MS), Err(RejectionCode::NotInThisState));
        for (event, after_ms, code) in [
            (answer("c2", None), 0, RejectionCode::PasskeyQuestionUnknown),
            (answer("c1", None), CEREMONY_MS + 1, RejectionCode::PasskeyQuestionExpired),
            (answer("c1", None), -1, RejectionCode::PasskeyQuestionExpired),
            (answer("c1", Some("p_ann")), 0, RejectionCode::SignedInMeanwhile),
        ] {
            assert_eq!(outcome(&asked(), &event, after_ms), Err(code), "{event:?}");
        }
    }

    /// An answer of another kind than was asked for proves nothing.
    ///
    /// covers: [LOGIN-05]
    #[test]
    fn an_answer_counts_only_for_what_was_asked() {
        let state = |purpose, person: Option<&str>| State::Checking {
            ceremony: PasskeyCeremony {
                digest: Digest("c1".into()),
                purpose,
                person: person.map(|person| PersonId(person.into())),
            },
            token: Digest("t6".into()),
            landing: Landing::default(),
        };
        for (purpose, person, answer) in [
            (PasskeyPurpose::SignIn, None, PasskeyChecked::Verified {}),
            (PasskeyPurpose::SignIn, None, PasskeyChecked::Added {}),
            (PasskeyPurpose::SecondFactor, Some("p_ann"), PasskeyChecked::Added {}),
            (PasskeyPurpose::Enrolment, Some("p_ann"), PasskeyChecked::Verified {}),
            (PasskeyPurpose::Add, Some("p_ann"), PasskeyChecked::Verified {}),
        ] {
            let decided = decide::<Passkey>(&state(purpose, person), &Event::Checked(answer), AT);
            let accepted = decided.expect("decided");
            assert!(matches!(accepted.state, State::Idle { failure: Some(_) }), "{purpose:?}");
            assert!(accepted.calls.is_empty(), "{purpose:?}");
        }
    }

    /// covers: [MFA-01]
    #[test]
    fn a_passkey_of_another_user_is_no_second_factor() {
        let ann = PersonId("p_ann".into());
        let verify = mfa::State::Verify {
            person: ann.clone(),
            authenticator: Authenticator::Passkey,
            failure: None,
        };
        let verified = |person: &str| mfa::Event::PasskeyVerified {
            person: PersonId(person.into()),
            token: Digest("t6".into()),
        };
        let other = decide::<mfa::Mfa>(&verify, &verified("p_ben"), AT).expect("decided");
        assert_eq!(other.state, verify);
        assert!(other.calls.is_empty());
        let own = decide::<mfa::Mfa>(&verify, &verified("p_ann"), AT).expect("decided");
        assert_eq!(own.state, mfa::State::Passed {});
        assert_eq!(own.calls.len(), 1);
    }
}
