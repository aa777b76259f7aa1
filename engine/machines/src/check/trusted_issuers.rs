//! Invariants of issuers whose tokens are exchanged.

use super::{Finding, finding};
use crate::chart;
use crate::machines::trusted_issuer::{Event, State};
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::rules::trusted_issuers::check_issuer;

pub(super) fn findings() -> [Finding; 2] {
    [only_a_rule_gives_a_token(), every_issuer_is_valid()]
}

/// ROBOT-02: a token is exchanged for that of the robot that a rule in effect names, and for no longer than it permits.
fn only_a_rule_gives_a_token() -> Finding {
    let exploration = chart::explore(MachineName::TrustedIssuer);
    let exchanges = exploration.steps.iter().filter_map(|step| match (&*step.from, &*step.event) {
        (
            AnyState::TrustedIssuer(State::Existing { issuer, .. }),
            AnyEvent::TrustedIssuer(Event::Exchange { rule, person, lives_s, .. }),
        ) => Some((issuer, rule, person, lives_s)),
        _ => None,
    });
    let violations = exchanges.clone().filter_map(|(issuer, name, robot, lives_s)| {
        let rule = issuer.rules.iter().find(|rule| rule.name == *name);
        let is_permitted = issuer.enabled
            && rule.is_some_and(|rule| rule.robot == *robot && *lives_s <= rule.expires_in_s);
        (!is_permitted).then(|| format!("{name} gives a token of {}", robot.0))
    });
    let checked = exchanges.count();
    finding("a rule in effect is needed to exchange a token", checked, violations)
}

/// ROBOT-02: no rule is for tokens of every owner.
fn every_issuer_is_valid() -> Finding {
    let exploration = chart::explore(MachineName::TrustedIssuer);
    let violations = exploration.states.iter().filter_map(|state| match &**state {
        AnyState::TrustedIssuer(State::Existing { issuer, .. }) => {
            check_issuer(issuer).err().map(|problem| problem.to_string())
        }
        _ => None,
    });
    let checked = exploration.states.len();
    finding("every trusted issuer is valid", checked, violations)
}
