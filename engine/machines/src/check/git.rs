//! Invariants of Git integrations.

use super::{Finding, finding, over_calls};
use crate::call::Call;
use crate::chart;
use crate::machines::git_connection::State as Connection;
use crate::machines::git_integration::{Action, State as Integration};
use crate::registry::{AnyState, MachineName};
use crate::rules::git::GitProduct;

pub(super) fn findings() -> [Finding; 4] {
    [
        no_token_goes_to_another_address(),
        repositories_are_those_of_scanning(),
        hooks_are_those_of_chosen_repositories(),
        nothing_is_created_untested(),
    ]
}

/// A token is given for one address: with another address there is another token.
fn no_token_goes_to_another_address() -> Finding {
    let is_violated = |from: &Connection, to: &Connection| {
        let (
            Connection::Connected { fields: before, token: earlier, .. },
            Connection::Connected { fields, token, .. },
        ) = (from, to)
        else {
            return false;
        };
        fields.url != before.url && token == earlier
    };
    over_all_changes("a Git token is never used at another address than its own", is_violated)
}

/// Repositories are chosen only for scanning, and not beyond the address at which they were found.
fn repositories_are_those_of_scanning() -> Finding {
    let is_violated = |from: &Connection, to: &Connection| {
        let Connection::Connected { fields, products, repositories, .. } = to else {
            return false;
        };
        let is_elsewhere = matches!(from, Connection::Connected { fields: before, .. } if before.url != fields.url);
        !repositories.is_empty() && (is_elsewhere || !products.contains(&GitProduct::Scanning))
    };
    over_all_changes("repositories are chosen only while they are scanned", is_violated)
}

/// A hook belongs to a chosen repository, and to the user whose token has registered it.
fn hooks_are_those_of_chosen_repositories() -> Finding {
    let is_violated = |from: &Connection, to: &Connection| {
        let Connection::Connected { fields, repositories, hooks: Some(hooks), .. } = to else {
            return false;
        };
        let is_of_another = match from {
            Connection::Connected { fields: before, hooks: Some(_), .. } => {
                !before.connects_as(fields)
            }
            _ => false,
        };
        is_of_another || !hooks.repositories.keys().all(|name| repositories.contains(name))
    };
    over_all_changes("hooks are those of chosen repositories and of one connection", is_violated)
}

fn over_all_changes(
    what: &'static str,
    is_violated: impl Fn(&Connection, &Connection) -> bool,
) -> Finding {
    let exploration = chart::explore(MachineName::GitConnection);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (AnyState::GitConnection(from), AnyState::GitConnection(to)) = (&*step.from, &step.to)
        else {
            return None;
        };
        is_violated(from, to).then(|| format!("{} leads to {to:?}", step.event.name()))
    });
    let checked = exploration.steps.len();
    finding(what, checked, violations)
}

/// INT-04: while no connection test has passed for these fields, nothing is created.
fn nothing_is_created_untested() -> Finding {
    over_calls(
        "no Git integration is created before its test has passed",
        &[MachineName::GitIntegration],
        |step, call| {
            let Call::CreateGit { fields, mark, .. } = call else { return None };
            let AnyState::GitIntegration(Integration::Editing { form, .. }) = &*step.from else {
                return Some(false);
            };
            let is_tested = form
                .tested
                .as_ref()
                .is_some_and(|passed| passed.fields.connects_as(fields) && passed.mark == *mark);
            Some(form.action == Action::Create {} && is_tested)
        },
    )
}
