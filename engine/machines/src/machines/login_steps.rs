//! The steps of the login machine that begin and end a sign-in.

use statig::prelude::*;

use super::login::{REMEMBERED_MS, SIGNED_IN_MS};
use super::login_types::State;
use super::{
    cli_login, forgot_password, idle, mfa, packages, passkey, password, reset_password, retention,
    search, session, startup,
};
use crate::call::{Call, Clearable};
use crate::machine::Context;
use crate::rules::path_memory;
use crate::rules::routes::{Place, RouteName};
use crate::secret::PersonId;
use crate::sign_in::{Attempt, Notice};
use crate::time::MINUTE_MS;

/// LOGIN-02, in its order: user data, application, polling, initial data, and then navigation.
pub(super) fn complete(
    person: &PersonId,
    admin: bool,
    attempt: &Attempt,
    external_redirect: Option<&str>,
    context: &mut Context,
) -> Outcome<State> {
    context.call(Call::tell(session::Event::SignIn {
        person: person.clone(),
        token: attempt.token.clone(),
    }));
    context.call(Call::tell(startup::Event::SignedIn { person: person.clone() }));
    let idle_minutes = attempt.terms.and_then(|terms| terms.idle_minutes);
    context.call(Call::tell(idle::Event::Reset { idle_minutes }));
    context.call(Call::ResumePolling {});
    let mut what = vec![Clearable::InitialData, Clearable::RememberedPath];
    if context.guard("set_me_up_due", attempt.set_me_up) {
        what.push(Clearable::SetMeUp);
    }
    context.call(Call::Clear { what });
    if let Some(url) = external_redirect {
        context.call(Call::Leave { url: url.to_owned() });
    } else {
        let to = landing(admin, attempt, context);
        context.call(Call::Navigate { to });
    }
    let lasts_ms = match attempt.terms {
        Some(terms) => i64::from(terms.lasts_minutes) * MINUTE_MS,
        None if attempt.remember => REMEMBERED_MS,
        None => SIGNED_IN_MS,
    };
    let until = context.at.plus_ms(lasts_ms);
    // A provider of SAML may end it before that. Where the second factor has taken longer, it is over at once.
    let limit = attempt.via.as_ref().and_then(|via| via.saml.as_ref()?.until);
    Transition(State::SignedIn {
        person: person.clone(),
        admin,
        since: context.at,
        until: limit.map_or(until, |limit| until.min(limit)),
        set_me_up: attempt.set_me_up,
        via: attempt.via.clone(),
        passkey: attempt.passkey.clone(),
    })
}

fn landing(admin: bool, attempt: &Attempt, context: &Context) -> Place {
    let stored = attempt
        .stored
        .as_ref()
        .and_then(|stored| path_memory::judge(stored, context.at, admin).ok());
    // The target of the root route depends on facts that are being gathered only now.
    stored.cloned().unwrap_or_else(|| Place::of(RouteName::Root))
}

/// The user gives up what is left of a sign-in, or has to.
pub(super) fn give_up(notice: Option<Notice>, context: &mut Context) -> Outcome<State> {
    context.call(Call::tell(mfa::Event::Reset {}));
    context.call(Call::tell(passkey::Event::Reset {}));
    context.call(Call::tell(password::Event::Reset {}));
    context.call(Call::Navigate { to: Place::of(RouteName::Login) });
    Transition(State::SignedOut { notice })
}

/// LOGIN-06: every machine discards the user's data, and the session ends with its closing record.
pub(super) fn leave(
    reason: session::CloseReason,
    code: &str,
    leave_for: Option<&str>,
    context: &mut Context,
) -> Outcome<State> {
    if reason != session::CloseReason::LoggedOut {
        context.call(Call::PausePolling {});
    }
    context.call(Call::Clear {
        what: vec![Clearable::Identity, Clearable::Guide, Clearable::Packages],
    });
    context.call(Call::tell(startup::Event::Reset {}));
    context.call(Call::tell(mfa::Event::Reset {}));
    context.call(Call::tell(passkey::Event::Reset {}));
    context.call(Call::tell(password::Event::Reset {}));
    context.call(Call::tell(cli_login::Event::Reset {}));
    context.call(Call::tell(forgot_password::Event::Reset {}));
    context.call(Call::tell(reset_password::Event::Reset {}));
    context.call(Call::tell(retention::Event::Reset {}));
    context.call(Call::tell(search::Event::Reset {}));
    context.call(Call::tell(packages::Event::Reset {}));
    context.call(Call::tell(session::Event::Close { reason }));
    match leave_for {
        Some(url) => context.call(Call::Leave { url: url.to_owned() }),
        None => context.call(Call::Navigate { to: Place::of(RouteName::Login) }),
    }
    Transition(State::SignedOut { notice: Some(Notice::new(code, "")) })
}

#[cfg(test)]
mod tests {
    use super::super::login::{Event, Login};
    use super::*;
    use crate::machine::decide;
    use crate::secret::{Digest, Personal};
    use crate::sign_in::{
        Authenticated, Authenticator, MfaStatus, SamlSubject, SignInTerms, SignInVia,
    };
    use crate::time::Timestamp;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    /// How long a sign-in lasts that would last an hour, and whose session at its provider ends after so many minutes.
    fn lasts_minutes(ends_there: Option<i64>) -> i64 {
        let saml = SamlSubject {
            name_id: Personal::new("1".repeat(64)),
            index: None,
            until: ends_there.map(|minutes| AT.plus_ms(minutes * MINUTE_MS)),
        };
        let via = SignInVia {
            provider: "corporate".into(),
            identity: Digest("3".repeat(64)),
            session: None,
            saml: Some(saml),
        };
        let attempt = Attempt {
            account: Personal::new("0".repeat(64)),
            remember: true,
            token: Digest("t5".into()),
            stored: None,
            set_me_up: false,
            via: Some(via),
            terms: Some(SignInTerms { lasts_minutes: 60, idle_minutes: None }),
            passkey: None,
        };
        let answer = Authenticated::Accepted {
            person: PersonId("p_ann".into()),
            admin: false,
            mfa: MfaStatus::None,
            external_redirect: None,
            authenticator: Authenticator::Google,
            via: None,
        };
        let event = Event::ProviderAnswered { answer, attempt };
        let Ok(accepted) = decide::<Login>(&State::SignedOut { notice: None }, &event, AT) else {
            panic!("it is refused")
        };
        let State::SignedIn { until, .. } = accepted.state else { panic!("it is not complete") };
        until.ms_since(AT) / MINUTE_MS
    }

    /// covers: [SSO-02, SESS-01]
    #[test]
    fn a_session_at_a_provider_of_saml_ends_a_sign_in_and_prolongs_none() {
        assert_eq!(lasts_minutes(None), 60);
        assert_eq!(lasts_minutes(Some(20)), 20);
        assert_eq!(lasts_minutes(Some(600)), 60);
        assert_eq!(lasts_minutes(Some(-1)), -1, "it is over at once");
        let old = r#"{"name_id":{"personal":"11"},"index":"session1"}"#;
        let old: SamlSubject = serde_json::from_str(old).expect("a subject of an older record");
        assert_eq!(old.until, None);
    }
}
