//! Invariants of accounts that programs provision (SCIM).

use super::{Finding, finding};
use crate::chart::{self, Step};
use crate::machines::account::{Event, ProvisionedChange, State};
use crate::machines::provisioning;
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::rules::provisioning::check_provisioning;

pub(super) fn findings() -> [Finding; 2] {
    [a_removed_account_keeps_no_rights(), every_setting_is_valid()]
}

/// SCIM-02: the account is disabled, and nothing that its user had by it comes back if it is enabled again.
fn a_removed_account_keeps_no_rights() -> Finding {
    let exploration = chart::explore(MachineName::Account);
    let removals: Vec<&Step> = exploration.steps.iter().filter(|step| removes(step)).collect();
    let violations = removals.iter().filter(|step| keeps_rights(&step.to)).map(|step| {
        format!("{} leads from {} to {:?}", step.event.name(), step.from.name(), step.to)
    });
    finding(
        "an account that a program has removed is disabled and keeps no rights",
        removals.len(),
        violations,
    )
}

fn removes(step: &Step) -> bool {
    let AnyEvent::Account(Event::Edit { edit }) = &*step.event else { return false };
    edit.provisioned == Some(ProvisionedChange::Remove {})
}

fn keeps_rights(state: &AnyState) -> bool {
    let AnyState::Account(State::Disabled { profile }) = state else { return true };
    let has_roles = profile.admin || profile.auditor || !profile.projects.is_empty();
    let has_passkeys = !profile.passkeys.is_empty();
    let has_credentials =
        has_passkeys || !profile.identities.is_empty() || !profile.tokens.is_empty();
    has_roles || has_credentials || !profile.groups.is_empty() || profile.provisioned.is_some()
}

fn every_setting_is_valid() -> Finding {
    let exploration = chart::explore(MachineName::Provisioning);
    let violations = exploration.states.iter().filter_map(|state| match &**state {
        AnyState::Provisioning(provisioning::State::Configured { settings }) => {
            check_provisioning(settings).err().map(|problem| problem.to_string())
        }
        _ => None,
    });
    finding("what is set for provisioning is valid", exploration.states.len(), violations)
}
