//! Invariants of replacing a forgotten password.

use super::{Finding, finding};
use crate::call::Call;
use crate::chart::{self, Step};
use crate::machines::reset_password::{Event, PasswordReset, ResetKeyChecked, State};
use crate::registry::{AnyEvent, AnyState, MachineName};

pub(super) fn findings() -> [Finding; 1] {
    [a_password_is_reset_with_a_checked_key()]
}

/// PASS-02: a password is set only after the key was found valid in the same session, for the user whose key it is.
fn a_password_is_reset_with_a_checked_key() -> Finding {
    let exploration = chart::explore(MachineName::ResetPassword);
    let violations = exploration.steps.iter().filter(|step| !is_checked(step)).map(|step| {
        format!("{} leads from {} to {:?}", step.event.name(), step.from.name(), step.to)
    });
    let checked = exploration.steps.len();
    finding(
        "a password is reset only with a key that this session has checked",
        checked,
        violations,
    )
}

fn is_checked(step: &Step) -> bool {
    let (
        AnyState::ResetPassword(from),
        AnyEvent::ResetPassword(event),
        AnyState::ResetPassword(to),
    ) = (&*step.from, &*step.event, &step.to)
    else {
        return false;
    };
    let asked = step.calls.iter().find_map(|call| match call {
        Call::ResetPassword { person, secrets } => Some((person, secrets)),
        _ => None,
    });
    match (from, event, to) {
        (_, Event::Open { key: opened, .. }, State::Checking { key }) => {
            asked.is_none() && opened == key
        }
        (
            State::Checking { key: checked },
            Event::Checked(ResetKeyChecked::Valid { person: owner, .. }),
            State::Ready { key, person, .. },
        )
        | (
            State::Changing { key: checked, person: owner, .. },
            Event::Answered(_),
            State::Ready { key, person, .. },
        ) => asked.is_none() && checked == key && owner == person,
        (
            State::Ready { key: checked, person: owner, .. },
            Event::Submit { key: sent, password },
            State::Changing { key, person, .. },
        ) => {
            asked == Some((owner, password)) && sent == checked && key == checked && person == owner
        }
        (State::Changing { .. }, Event::Answered(PasswordReset::Accepted {}), State::Done {}) => {
            asked.is_none()
        }
        (_, _, State::Idle {} | State::Refused { .. }) => asked.is_none(),
        _ => false,
    }
}
