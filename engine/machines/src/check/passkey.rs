//! Invariants of signing in with a passkey.

use super::product::{explore, of_sign_in};
use super::{Finding, over_calls};
use crate::call::Call;
use crate::chart::Step;
use crate::machines::{login, mfa, passkey};
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::sign_in::{Authenticated, PasskeyCeremony, PasskeyChecked, PasskeyPurpose};

/// The machines whose states together make up a sign-in with a passkey.
const MEMBERS: &[MachineName] =
    &[MachineName::Session, MachineName::Login, MachineName::Mfa, MachineName::Passkey];

pub(super) fn findings() -> [Finding; 4] {
    let [owes_nothing, takes_all] = of_sign_in(
        &explore(MEMBERS),
        "a passkey leaves no second factor owed",
        "a machine takes what the sign-in with a passkey tells it",
    );
    [
        an_answer_is_checked_for_its_own_question(),
        only_an_accepted_passkey_proves_anything(),
        owes_nothing,
        takes_all,
    ]
}

/// The answer is to the challenge that this session had, and for the user that it had then.
fn an_answer_is_checked_for_its_own_question() -> Finding {
    over_calls(
        "a passkey is checked for the question that it answers",
        &[MachineName::Passkey],
        |step, call| match call {
            Call::CheckPasskey { ceremony, .. } => Some(is_of_question(step, ceremony)),
            _ => None,
        },
    )
}

fn is_of_question(step: &Step, checked: &PasskeyCeremony) -> bool {
    let AnyState::Passkey(passkey::State::Asked { ceremony, .. }) = &*step.from else {
        return false;
    };
    let AnyEvent::Passkey(passkey::Event::Answer { digest, person, .. }) = &*step.event else {
        return false;
    };
    ceremony == checked && *digest == ceremony.digest && *person == ceremony.person
}

/// No other machine says that a passkey has proven a user, and this one does not without the answer.
fn only_an_accepted_passkey_proves_anything() -> Finding {
    over_calls("only an accepted passkey signs a user in by it", MachineName::ALL, |step, call| {
        match call {
            Call::Tell { event } => is_proven(step, event),
            _ => None,
        }
    })
}

/// Whether a step may send an event by which a passkey proves who a user is; none for other events.
fn is_proven(step: &Step, sent: &AnyEvent) -> Option<bool> {
    let checking = match &*step.from {
        AnyState::Passkey(passkey::State::Checking { ceremony, token, .. }) => {
            Some((ceremony, token))
        }
        _ => None,
    };
    let answer = match &*step.event {
        AnyEvent::Passkey(passkey::Event::Checked(answer)) => Some(answer),
        _ => None,
    };
    let asked_for = |purpose| checking.is_some_and(|(ceremony, _)| ceremony.purpose == purpose);
    let is_of_user = |person, token| {
        checking.is_some_and(|(ceremony, fresh)| {
            ceremony.person.as_ref() == Some(person) && fresh == token
        })
    };
    Some(match sent {
        AnyEvent::Login(login::Event::PasskeyAnswered { answer: sent, attempt }) => {
            let Authenticated::Accepted { person: who, .. } = sent else { return Some(false) };
            let Some(PasskeyChecked::Accepted { person, passkey, .. }) = answer else {
                return Some(false);
            };
            asked_for(PasskeyPurpose::SignIn)
                && who == person
                && attempt.passkey.as_ref() == Some(passkey)
                && checking.is_some_and(|(_, fresh)| *fresh == attempt.token)
        }
        AnyEvent::Mfa(mfa::Event::PasskeyVerified { person, token }) => {
            matches!(answer, Some(PasskeyChecked::Verified {}))
                && asked_for(PasskeyPurpose::SecondFactor)
                && is_of_user(person, token)
        }
        AnyEvent::Mfa(mfa::Event::PasskeyEnrolled { person, token }) => {
            matches!(answer, Some(PasskeyChecked::Added {}))
                && asked_for(PasskeyPurpose::Enrolment)
                && is_of_user(person, token)
        }
        _ => return None,
    })
}
