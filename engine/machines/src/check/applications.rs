//! Invariants of applications and of what users let them do.

use super::{Finding, finding};
use crate::chart;
use crate::machines::application_grant::{Event, State};
use crate::registry::{AnyEvent, AnyState, MachineName};

pub(super) fn findings() -> [Finding; 3] {
    [a_used_token_gives_nothing(), a_line_ends_alone(), nothing_goes_beyond_consent()]
}

/// APP-02: a refresh token is good for one use, and is known as used from then on.
fn a_used_token_gives_nothing() -> Finding {
    let violations = |from: &State, event: &Event, to: &State| {
        let (State::Granted { lines, .. }, Event::Refresh { presented, .. }) = (from, event) else {
            return false;
        };
        let is_newest = lines.values().any(|line| line.refresh.as_ref() == Some(presented));
        let was_used = lines.values().any(|line| line.used.contains(presented));
        let State::Granted { lines, .. } = to else { return true };
        let is_used = lines.values().any(|line| line.used.contains(presented));
        !is_newest || was_used || !is_used
    };
    over_all_steps("a refresh token that was used gives no other", violations)
}

/// APP-02: what ends a sign-in ends no other, and not what the user has consented to.
fn a_line_ends_alone() -> Finding {
    let violations = |from: &State, event: &Event, to: &State| {
        let Event::End { line: ended, .. } = event else { return false };
        let (State::Granted { lines, .. }, State::Granted { lines: left, .. }) = (from, to) else {
            return true;
        };
        let others = lines.iter().filter(|(id, _)| *id != ended);
        !left.iter().eq(others)
    };
    over_all_steps("the end of a sign-in to an application ends no other", violations)
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
