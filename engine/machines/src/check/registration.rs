//! Invariants of registrations.

use super::{Finding, finding};
use crate::chart;
use crate::machines::registration::{Event, State};
use crate::machines::registration_settings;
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::rules::registration::check_registration;

pub(super) fn findings() -> [Finding; 3] {
    [a_link_is_used_once(), a_place_has_one_applicant(), every_setting_is_valid()]
}

/// PASS-04: only the newest link of an open registration is used, and it is gone then.
fn a_link_is_used_once() -> Finding {
    let exploration = chart::explore(MachineName::Registration);
    let uses: Vec<_> = exploration
        .steps
        .iter()
        .filter_map(|step| match &*step.event {
            AnyEvent::Registration(Event::Use { link }) => Some((step, link)),
            _ => None,
        })
        .collect();
    let violations = uses.iter().filter_map(|(step, link)| {
        let is_its_link = matches!(
            &*step.from,
            AnyState::Registration(State::Open { applicant }) if applicant.link == **link
        );
        let has_ended = matches!(&step.to, AnyState::Registration(State::Ended {}));
        (!is_its_link || !has_ended)
            .then(|| format!("{} leads from {} to {:?}", link.0, step.from.name(), step.to))
    });
    finding("the link of a registration is used once", uses.len(), violations)
}

/// PASS-04: who asks later takes the place of no other visitor, whose link is on its way.
fn a_place_has_one_applicant() -> Finding {
    let exploration = chart::explore(MachineName::Registration);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (
            AnyState::Registration(State::Open { applicant: before }),
            AnyState::Registration(State::Open { applicant }),
        ) = (&*step.from, &step.to)
        else {
            return None;
        };
        (before.person != applicant.person)
            .then(|| format!("{} gives the place to {}", step.event.name(), applicant.person.0))
    });
    let checked = exploration.steps.len();
    finding("an open registration is taken over by no other visitor", checked, violations)
}

fn every_setting_is_valid() -> Finding {
    let exploration = chart::explore(MachineName::RegistrationSettings);
    let violations = exploration.states.iter().filter_map(|state| match &**state {
        AnyState::RegistrationSettings(registration_settings::State::Configured { settings }) => {
            check_registration(settings).err().map(|problem| problem.to_string())
        }
        _ => None,
    });
    finding("what is set for registration is valid", exploration.states.len(), violations)
}
