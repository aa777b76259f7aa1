//! Invariants of applications and of what users let them do.

use super::{Finding, finding};
use crate::chart;
use crate::machines::application_grant::{Event, GrantEnded, State};
use crate::registry::{AnyEvent, AnyState, MachineName};

pub(super) fn findings() -> [Finding; 2] {
    [a_used_token_gives_nothing(), nothing_goes_beyond_consent()]
}

/// APP-02: a refresh token is good for one use, and its second use ends everything that came of it.
fn a_used_token_gives_nothing() -> Finding {
    let violations = |from: &State, event: &Event, to: &State| {
        let (State::Granted { lines, .. }, Event::Refresh { presented, .. }) = (from, event) else {
            return false;
        };
        let was_used = lines.values().any(|line| line.used.contains(presented));
        match to {
            State::Revoked { why: GrantEnded::TokenReused } => !was_used,
            State::Granted { lines, .. } => {
                was_used || !lines.values().any(|line| line.used.contains(presented))
            }
            _ => true,
        }
    };
    over_all_steps("a refresh token that was used gives no other, and ends its grant", violations)
}

/// APP-02: no token permits what its user has not consented to, and only consent makes a grant larger.
fn nothing_goes_beyond_consent() -> Finding {
    let violations = |from: &State, event: &Event, to: &State| {
        let State::Granted { scopes, lines, .. } = to else { return false };
        let is_beyond = lines.values().any(|line| !line.scopes.is_subset(scopes));
        let is_grown = match (from, event) {
            (_, Event::Consent { scopes: consented }) => !consented.is_subset(scopes),
            (State::Granted { scopes: before, .. }, _) => before != scopes,
            _ => true,
        };
        is_beyond || is_grown
    };
    over_all_steps("no token permits what its user has not consented to", violations)
}

fn over_all_steps(
    what: &'static str,
    is_violated: impl Fn(&State, &Event, &State) -> bool,
) -> Finding {
    let exploration = chart::explore(MachineName::ApplicationGrant);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (AnyState::ApplicationGrant(from), AnyState::ApplicationGrant(to)) =
            (&*step.from, &step.to)
        else {
            return None;
        };
        let AnyEvent::ApplicationGrant(event) = &*step.event else { return None };
        is_violated(from, event, to).then(|| format!("{} leads to {to:?}", step.event.name()))
    });
    let checked = exploration.steps.len();
    finding(what, checked, violations)
}
