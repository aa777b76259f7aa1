//! Invariants of release bundles that are distributed, and of the targets of distributions.

use super::{Finding, finding};
use crate::chart;
use crate::machines::distribution_target::State as Target;
use crate::machines::release_bundle::{DistributionStatus, Promotion, State as Bundle};
use crate::registry::{AnyState, MachineName};

pub(super) fn findings() -> [Finding; 3] {
    [
        a_token_stays_at_its_address(),
        nothing_is_beside_a_distribution(),
        none_ends_with_a_target_left(),
    ]
}

/// HOOK-04: a token that was given for one address is sent to no other.
fn a_token_stays_at_its_address() -> Finding {
    let exploration = chart::explore(MachineName::DistributionTarget);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (
            AnyState::DistributionTarget(Target::Existing { target: before, token: known, .. }),
            AnyState::DistributionTarget(Target::Existing { target, token: Some(token), .. }),
        ) = (&*step.from, &step.to)
        else {
            return None;
        };
        let is_kept = known.as_ref() == Some(token);
        (is_kept && before.url != target.url)
            .then(|| format!("{} takes it to {}", step.event.name(), target.url))
    });
    let checked = exploration.steps.len();
    finding("the token of a distribution target is sent to no other address", checked, violations)
}

/// HOOK-04: a bundle is neither promoted nor deleted while it is distributed.
fn nothing_is_beside_a_distribution() -> Finding {
    let exploration = chart::explore(MachineName::ReleaseBundle);
    let violations = exploration.steps.iter().filter_map(|step| {
        let AnyState::ReleaseBundle(Bundle::Completed { distributions, .. }) = &*step.from else {
            return None;
        };
        distributions.last().filter(|newest| newest.is_started())?;
        let is_kept = match &step.to {
            AnyState::ReleaseBundle(Bundle::Completed { promotions, .. }) => {
                !promotions.last().is_some_and(Promotion::is_started)
            }
            _ => false,
        };
        (!is_kept).then(|| format!("{} ends or promotes it", step.event.name()))
    });
    let checked = exploration.steps.len();
    finding("a release bundle stays as it is while it is distributed", checked, violations)
}

/// HOOK-04: what has ended has an outcome for each target.
fn none_ends_with_a_target_left() -> Finding {
    let exploration = chart::explore(MachineName::ReleaseBundle);
    let violations = exploration.steps.iter().filter_map(|step| {
        let AnyState::ReleaseBundle(Bundle::Completed { distributions, .. }) = &step.to else {
            return None;
        };
        let is_left = distributions.iter().any(|distribution| {
            distribution.status != DistributionStatus::Started {} && distribution.has_pending()
        });
        is_left.then(|| format!("{} leaves a target without an outcome", step.event.name()))
    });
    let checked = exploration.steps.len();
    finding("a distribution ends with an outcome for each target", checked, violations)
}
