//! The named invariants, checked exhaustively over all states and steps that exploration reaches.
//!
//! There are two kinds of checks. For a single machine, every accepted step is examined. For the machines of a session,
//! their product is explored: every proposal from outside, every possible answer to an outstanding call, and every
//! `tell` run to completion within the step, as the server does it.

mod applications;
mod cli_login;
mod distribution;
mod git;
mod mail;
mod passkey;
mod passwords;
mod product;
mod provisioning;
mod proxies;
mod registration;
mod search;
mod sso;
mod trusted_issuers;
mod webhooks;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::call::Call;
use crate::chart::{self, Exploration, Step};
use crate::machines::{navigation, navigation_examples, onboarding, password, support_bundle};
use crate::matrix;
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::rules::custom_data::CustomChange;
use crate::rules::guards::may_enter;
use crate::rules::onboarding::{Answers, WizardStep};
use crate::rules::routes::Access;

pub use product::{Product, explore_session};

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The invariant, as a sentence.
    pub invariant: &'static str,
    /// The number of states or steps that were checked.
    pub checked: usize,
    /// The first few violations, as sentences; empty if the invariant holds.
    pub violations: Vec<String>,
}

/// The maximum number of violations that a finding lists.
const LISTED_MAX: usize = 5;

/// Checks every invariant.
pub fn all() -> Vec<Finding> {
    let mut findings = vec![
        every_state_is_reached(),
        every_state_can_be_left(),
        every_call_is_answerable(),
        navigation_keeps_anonymous_users_out(),
        navigation_has_no_redirect_loops(),
        password_needs_its_credential(),
        onboarding_is_sent_whole(),
        a_project_is_requested_once(),
        bundles_are_counted_until_all_have_ended(),
    ];
    findings.extend(search::findings());
    findings.extend(webhooks::findings());
    findings.extend(applications::findings());
    findings.extend(git::findings());
    findings.extend(proxies::findings());
    findings.extend(distribution::findings());
    findings.extend(trusted_issuers::findings());
    findings.extend(cli_login::findings());
    findings.extend(mail::findings());
    findings.extend(passwords::findings());
    findings.extend(sso::findings());
    findings.extend(provisioning::findings());
    findings.extend(registration::findings());
    findings.extend(passkey::findings());
    findings.extend(product::findings(&explore_session()));
    findings
}

fn finding(
    invariant: &'static str,
    checked: usize,
    violations: impl IntoIterator<Item = String>,
) -> Finding {
    Finding { invariant, checked, violations: violations.into_iter().take(LISTED_MAX).collect() }
}

/// Checks the calls of all steps of these machines. `is_kept` is none for calls that the invariant does not concern.
fn over_calls(
    invariant: &'static str,
    machines: &[MachineName],
    is_kept: impl Fn(&Step, &Call) -> Option<bool>,
) -> Finding {
    let mut checked = 0;
    let mut violations = Vec::new();
    for machine in machines {
        for step in &chart::explore(*machine).steps {
            for kept in step.calls.iter().filter_map(|call| is_kept(step, call)) {
                checked += 1;
                if !kept {
                    let (event, from) = (step.event.name(), step.from.name());
                    violations.push(format!("{machine}: {event} in {from}"));
                }
            }
        }
    }
    finding(invariant, checked, violations)
}

fn explorations() -> Vec<(MachineName, &'static Exploration)> {
    MachineName::ALL.iter().map(|machine| (*machine, chart::explore(*machine))).collect()
}

fn every_state_is_reached() -> Finding {
    let mut checked = 0;
    let mut violations = Vec::new();
    for (machine, exploration) in explorations() {
        for name in machine.profile().states {
            checked += 1;
            if !exploration.chart.states.iter().any(|state| state.name == *name) {
                violations.push(format!("{machine}: nothing leads to {name}"));
            }
        }
    }
    finding("every state can be reached", checked, violations)
}

fn every_state_can_be_left() -> Finding {
    let mut checked = 0;
    let mut violations = Vec::new();
    for (machine, exploration) in explorations() {
        for state in &exploration.chart.states {
            checked += 1;
            let left = exploration
                .chart
                .edges
                .iter()
                .any(|edge| edge.from == state.name && edge.to != state.name);
            if left == state.terminal {
                let fault =
                    if left { "is called terminal, but can be left" } else { "cannot be left" };
                violations.push(format!("{machine}: {} {fault}", state.name));
            }
        }
    }
    finding("every state can be left, but those that end a life", checked, violations)
}

/// A machine that calls a port must handle the answer, including the one after a crash.
fn every_call_is_answerable() -> Finding {
    let mut checked = 0;
    let mut violations = BTreeSet::new();
    for (machine, exploration) in explorations() {
        for step in &exploration.steps {
            let port_calls = step
                .calls
                .iter()
                .filter(|call| call.destination() == crate::call::Destination::Port);
            for call in port_calls {
                checked += 1;
                let taken = machine.interrupted(call).map(|answer| {
                    step.to.decide(&answer, crate::time::Timestamp::from_ms(0)).is_ok()
                });
                if taken != Some(true) {
                    violations.insert(format!(
                        "{machine}: after {} in {}, nothing takes an interrupted {}",
                        step.event.name(),
                        step.from.name(),
                        crate::machine::Named::name(call)
                    ));
                }
            }
        }
    }
    finding("every call to a port can be answered, also after a crash", checked, violations)
}

fn navigation_keeps_anonymous_users_out() -> Finding {
    let exploration = chart::explore(MachineName::Navigation);
    let violations = exploration.steps.iter().filter_map(|step| {
        let facts = match &*step.event {
            AnyEvent::Navigation(
                navigation::Event::Go { facts, .. } | navigation::Event::ApplicationReady { facts },
            ) => facts.as_deref().cloned(),
            _ => None,
        };
        let AnyState::Navigation(navigation::State::Settled { place, decision, .. }) = &step.to
        else {
            return None;
        };
        // A blocked tab stays on the page that it was admitted to before.
        if decision.outcome == navigation::Outcome::Blocked {
            return None;
        }
        let facts = facts.unwrap_or_else(crate::facts::Facts::unknown);
        let access = place.route.route().access;
        (access != Access::Unauthenticated && !may_enter(place, &facts))
            .then(|| format!("{} was entered by {:?}", place.route.as_str(), facts.user))
    });
    let checked = exploration.steps.len();
    finding("a guard never lets an anonymous user into a guarded route", checked, violations)
}

fn password_needs_its_credential() -> Finding {
    over_calls(
        "no password is changed without the credential of the same flow",
        &[MachineName::Password],
        |step, call| {
            let Call::ChangePassword { person, passwords } = call else { return None };
            let owner = match &*step.from {
                AnyState::Password(
                    password::State::Required { person, .. }
                    | password::State::Offered { person, .. },
                ) => Some(person),
                _ => None,
            };
            let given = match &*step.event {
                AnyEvent::Password(password::Event::Submit { passwords: given }) => {
                    given == passwords
                }
                _ => false,
            };
            Some(owner == Some(person) && given)
        },
    )
}

/// A tab that opens any address, under any licence and flavour, reaches a page.
fn navigation_has_no_redirect_loops() -> Finding {
    let mut cells = Vec::new();
    for facts in navigation_examples::all_facts() {
        if !facts.user.is_anonymous() {
            cells.extend(matrix::all(&facts));
        }
    }
    let lost = cells.iter().filter(|cell| cell.outcome == navigation::Outcome::Failed);
    let violations = lost.map(|cell| {
        format!("{} as {:?} goes round in {}", cell.path, cell.view, cell.by.join(", "))
    });
    finding("nobody is sent round in circles", cells.len(), violations)
}

/// The answers of the wizard, in every state that has them.
const fn answers_of(state: &onboarding::State) -> Option<&Answers> {
    match state {
        onboarding::State::Init { answers, .. }
        | onboarding::State::Purpose { answers, .. }
        | onboarding::State::Details { answers, .. }
        | onboarding::State::DesiredFeatures { answers, .. }
        | onboarding::State::CreatingProject { answers, .. }
        | onboarding::State::Storing { answers, .. }
        | onboarding::State::Postponed { answers }
        | onboarding::State::Dismissing { answers, .. } => Some(answers),
        onboarding::State::Idle {}
        | onboarding::State::Finished {}
        | onboarding::State::Dismissed {} => None,
    }
}

/// ONB-02: only answers that are valid in every step are sent, and they are those that the user gave.
fn onboarding_is_sent_whole() -> Finding {
    let steps =
        [WizardStep::Init, WizardStep::Purpose, WizardStep::Details, WizardStep::DesiredFeatures];
    over_calls(
        "no onboarding is sent with an invalid step",
        &[MachineName::Onboarding],
        |step, call| {
            let AnyState::Onboarding(from) = step.from.as_ref() else { return None };
            let sent = match call {
                Call::CreateProject { .. } => None,
                Call::StoreCustomData { change: CustomChange::Onboarded { answers }, .. } => {
                    Some(answers)
                }
                _ => return None,
            };
            let answers = answers_of(from);
            let valid =
                answers.is_some_and(|answers| steps.iter().all(|at| answers.check(*at).is_ok()));
            let same = answers.and_then(|answers| answers.complete().ok());
            Some(valid && sent.is_none_or(|sent| same.as_ref() == Some(sent)))
        },
    )
}

/// ONB-03: while an answer is pending, the default project is not requested a second time.
fn a_project_is_requested_once() -> Finding {
    let exploration = chart::explore(MachineName::Onboarding);
    let asks = |calls: &[Call]| {
        calls.iter().filter(|call| matches!(call, Call::CreateProject { .. })).count()
    };
    let waits = "creating_project";
    let violations = exploration.steps.iter().filter_map(|step| {
        let (from, to, requests) = (step.from.name(), step.to.name(), asks(&step.calls));
        let answered = step.event.name() == "projects.create";
        let twice = requests > 1 || (requests == 1 && from == waits);
        let lost = (requests == 1 && to != waits) || (from == waits && to != waits && !answered);
        (twice || lost).then(|| format!("{} leads from {from} to {to}", step.event.name()))
    });
    let checked = exploration.steps.len();
    finding("a default project is asked for at most once at a time", checked, violations)
}

/// BUNDLE-01: the counter is the number of services that have not finished, the bundle settles only when all have, and
/// no requested service is lost.
fn bundles_are_counted_until_all_have_ended() -> Finding {
    use support_bundle::State;
    let exploration = chart::explore(MachineName::SupportBundle);
    let violations = exploration.steps.iter().filter_map(|step| {
        let AnyState::SupportBundle(to) = &step.to else { return None };
        let holds = match to {
            State::Creating { creation, in_progress } => {
                *in_progress > 0 && *in_progress == creation.in_progress()
            }
            State::Settling { creation, .. } | State::Settled { creation, .. } => {
                creation.in_progress() == 0
            }
            State::Absent {} | State::Gone { .. } => true,
        };
        (!holds).then(|| format!("{} leads to {to:?}", step.event.name()))
    });
    let checked = exploration.steps.len();
    finding("a support bundle settles when every service has ended", checked, violations)
}
