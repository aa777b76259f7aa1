//! Invariants of proxies.

use super::{Finding, finding};
use crate::chart;
use crate::machines::outbound_proxy::State;
use crate::registry::{AnyState, MachineName};

pub(super) fn findings() -> [Finding; 2] {
    [a_password_stays_at_its_address(), a_password_has_a_user()]
}

/// HOOK-05: a password that was given for one host and port is sent to no other.
fn a_password_stays_at_its_address() -> Finding {
    let exploration = chart::explore(MachineName::OutboundProxy);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (
            AnyState::OutboundProxy(State::Existing { proxy: before, password: known, .. }),
            AnyState::OutboundProxy(State::Existing { proxy, password: Some(password), .. }),
        ) = (&*step.from, &step.to)
        else {
            return None;
        };
        let is_kept = known.as_ref() == Some(password);
        (is_kept && !before.is_at(proxy))
            .then(|| format!("{} takes it to {}", step.event.name(), proxy.host))
    });
    let checked = exploration.steps.len();
    finding("the password of a proxy is sent to no other host or port", checked, violations)
}

/// HOOK-05: a password without a user would never be sent, unnoticed.
fn a_password_has_a_user() -> Finding {
    let exploration = chart::explore(MachineName::OutboundProxy);
    let violations = exploration.steps.iter().filter_map(|step| match &step.to {
        AnyState::OutboundProxy(State::Existing { proxy, password: Some(_), .. })
            if proxy.user_name.is_none() =>
        {
            Some(format!("{} leaves {} without one", step.event.name(), proxy.key))
        }
        _ => None,
    });
    let checked = exploration.steps.len();
    finding("the password of a proxy has a user", checked, violations)
}
