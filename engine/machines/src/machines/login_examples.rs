//! The events of the login machine for exploring it: one for each class that a guard distinguishes.

use super::login::{Attempt, Authenticated, Event, LoggedOut, MfaStatus, Notice, SignInVia};
use crate::secret::{Digest, Handle, PersonId, Personal};
use crate::sign_in::Authenticator;

/// All of them.
pub(super) fn all() -> Vec<Event> {
    let person = PersonId("p_ann".into());
    let accepted = |mfa, redirect: Option<&str>| {
        Event::Authenticated(Authenticated::Accepted {
            person: person.clone(),
            admin: true,
            mfa,
            external_redirect: redirect.map(str::to_owned),
            authenticator: Authenticator::Google,
            via: None,
        })
    };
    let by_directory = Event::Authenticated(Authenticated::Accepted {
        person: person.clone(),
        admin: false,
        mfa: MfaStatus::None,
        external_redirect: None,
        authenticator: Authenticator::Google,
        via: Some(SignInVia {
            provider: "directory/corporate".into(),
            identity: Digest("4".repeat(64)),
            session: None,
            saml: None,
        }),
    });
    let attempt = Attempt {
        account: Personal::new("0".repeat(64)),
        remember: true,
        token: Digest("t2".into()),
        stored: None,
        set_me_up: false,
        via: None,
        terms: None,
        passkey: None,
    };
    let again = Attempt { set_me_up: true, ..attempt.clone() };
    let by_provider = |mfa| {
        let answer = Authenticated::Accepted {
            person: person.clone(),
            admin: false,
            mfa,
            external_redirect: None,
            authenticator: Authenticator::Either,
            via: None,
        };
        let via = SignInVia {
            provider: "corporate".into(),
            identity: Digest("3".repeat(64)),
            session: None,
            saml: None,
        };
        let attempt = Attempt { token: Digest("t5".into()), via: Some(via), ..again.clone() };
        Event::ProviderAnswered { answer, attempt }
    };
    let by_provider = [
        by_provider(MfaStatus::None),
        by_provider(MfaStatus::Enroll),
        by_provider(MfaStatus::Verify),
    ];
    let by_passkey = Event::PasskeyAnswered {
        answer: Authenticated::Accepted {
            person: person.clone(),
            admin: false,
            mfa: MfaStatus::None,
            external_redirect: None,
            authenticator: Authenticator::Passkey,
            via: None,
        },
        attempt: Attempt {
            token: Digest("t6".into()),
            passkey: Some(Digest("4".repeat(64))),
            ..attempt.clone()
        },
    };
    let notice = Notice::new("invalid_credentials", "");
    let mut all = vec![
        Event::Submit { attempt, credentials: Handle::new("h_1") },
        Event::Submit { attempt: again, credentials: Handle::new("h_1") },
        accepted(MfaStatus::None, None),
        accepted(MfaStatus::None, Some("https://elsewhere.example")),
        accepted(MfaStatus::Enroll, None),
        accepted(MfaStatus::Verify, None),
        by_directory,
        Event::Authenticated(Authenticated::CredentialsExpired { person: person.clone() }),
        Event::Authenticated(Authenticated::Refused { notice: notice.clone() }),
        Event::Authenticated(Authenticated::Interrupted {}),
        Event::SecondFactorPassed { person, token: Digest("t3".into()) },
        Event::SecondFactorPassed { person: PersonId("p_bob".into()), token: Digest("t4".into()) },
        Event::SecondFactorForbidden { notice },
        Event::PasswordChanged {},
        Event::Cancel {},
        Event::SetMeUpSeen {},
        Event::LogOut {},
        Event::LoggedOut(LoggedOut::Done { leave_for: None }),
        Event::LoggedOut(LoggedOut::Done { leave_for: Some("https://id.example.org/end".into()) }),
        Event::LoggedOut(LoggedOut::Interrupted {}),
    ];
    all.extend(by_provider);
    all.push(by_passkey);
    all.extend(ends());
    all
}

/// What ends a sign-in from elsewhere.
fn ends() -> [Event; 3] {
    [Event::Expire {}, Event::ExpireIdle {}, Event::Revoke {}]
}
