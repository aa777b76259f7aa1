//! Invariants of signing in with a provider.

use super::product::{explore, of_sign_in};
use super::{Finding, finding, over_calls};
use crate::call::Call;
use crate::chart::{self, Step};
use crate::machines::{login, sso};
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::rules::sign_in_providers::check_provider;
use crate::rules::user_directories::check_with_password;
use crate::sign_in::{Authenticated, CodeExchanged, SignInFlow};

/// The machines whose states together make up a sign-in with a provider.
const MEMBERS: &[MachineName] =
    &[MachineName::Session, MachineName::Login, MachineName::Mfa, MachineName::Sso];

pub(super) fn findings() -> [Finding; 6] {
    let [owes_the_factor, takes_all] = of_sign_in(
        &explore(MEMBERS),
        "a sign-in with a provider owes the second factor too",
        "a machine takes what the sign-in with a provider tells it",
    );
    [
        a_code_is_exchanged_for_its_own_flow(),
        only_an_accepted_code_signs_in(),
        every_provider_is_valid(),
        every_directory_is_valid(),
        owes_the_factor,
        takes_all,
    ]
}

/// SSO-01: the code is that of the browser which was sent to the provider, by the user who was signed in then.
fn a_code_is_exchanged_for_its_own_flow() -> Finding {
    over_calls(
        "a code is exchanged for the flow that it was made for",
        &[MachineName::Sso],
        |step, call| match call {
            Call::ExchangeCode { flow, .. } => Some(is_of_flow(step, flow)),
            _ => None,
        },
    )
}

fn is_of_flow(step: &Step, exchanged: &SignInFlow) -> bool {
    let AnyState::Sso(sso::State::Leaving { flow, .. }) = &*step.from else { return false };
    let AnyEvent::Sso(sso::Event::Callback { flow: returned, person, .. }) = &*step.event else {
        return false;
    };
    flow == exchanged && *returned == flow.digest && *person == flow.person
}

/// SSO-01: no other machine says that a provider has proven a user, and this one does not without the answer.
fn only_an_accepted_code_signs_in() -> Finding {
    over_calls(
        "only an accepted code of a provider signs a user in by it",
        MachineName::ALL,
        |step, call| {
            let Call::Tell { event } = call else { return None };
            match &**event {
                AnyEvent::Login(sent @ login::Event::ProviderAnswered { .. }) => {
                    Some(is_accepted(step, sent))
                }
                _ => None,
            }
        },
    )
}

fn is_accepted(step: &Step, sent: &login::Event) -> bool {
    let AnyState::Sso(sso::State::Exchanging { flow, token, .. }) = &*step.from else {
        return false;
    };
    let AnyEvent::Sso(sso::Event::Exchanged(CodeExchanged::Accepted { person, mfa, via, .. })) =
        &*step.event
    else {
        return false;
    };
    let login::Event::ProviderAnswered {
        answer: Authenticated::Accepted { person: who, mfa: owed, .. },
        attempt,
    } = sent
    else {
        return false;
    };
    !flow.purpose.is_of_user()
        && (person, mfa, Some(via)) == (who, owed, attempt.via.as_ref())
        && attempt.token == *token
}

fn every_provider_is_valid() -> Finding {
    let exploration = chart::explore(MachineName::SignInProvider);
    let violations = exploration.states.iter().filter_map(|state| match &**state {
        AnyState::SignInProvider(crate::machines::sign_in_provider::State::Existing {
            provider,
            ..
        }) => check_provider(provider).err().map(|problem| problem.to_string()),
        _ => None,
    });
    let checked = exploration.states.len();
    finding("every provider with which users sign in is valid", checked, violations)
}

/// SSO-02: a name at a directory without a password would be let in as one without a name.
fn every_directory_is_valid() -> Finding {
    let exploration = chart::explore(MachineName::UserDirectory);
    let violations = exploration.states.iter().filter_map(|state| match &**state {
        AnyState::UserDirectory(crate::machines::user_directory::State::Existing {
            directory,
            password,
            ..
        }) => {
            let checked = check_with_password(directory, password.is_some());
            checked.err().map(|problem| problem.to_string())
        }
        _ => None,
    });
    let checked = exploration.states.len();
    finding("every directory is valid, with a password or without a name", checked, violations)
}
