//! Distributions of a release bundle to other installations: how they begin, how they go on, and how they end.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::release_bundle::{Event, State};
use crate::machine::{Context, Rejection, RejectionCode};
use crate::rules::distribution::{
    BUNDLE_DISTRIBUTION_TARGETS_MAX, BUNDLE_DISTRIBUTIONS_MAX, check_distribution,
    check_distribution_path,
};
use crate::secret::PersonId;
use crate::time::Timestamp;

/// What a distribution does at its targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DistributionKind {
    /// The files are sent, and the bundle is registered.
    Distribute,
    /// The bundle is removed with its files.
    Remove,
}

/// Why a distribution failed at a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DistributionFailure {
    /// The target cannot be connected to, or did not answer in time.
    Unreachable,
    /// The target does not accept the token, or its user is no administrator there.
    Unauthorized,
    /// The target has no such repository.
    RepositoryMissing,
    /// The target refused a file, the bundle or its removal.
    Refused,
    /// The target failed, or its answer is not that of such a server.
    TargetFailed,
    /// No repository here has the content of a file any longer.
    FileMissing,
    /// The target was deleted here, or its token is missing.
    TargetMissing,
    /// A file could not be read here; the log says why.
    Storage,
    /// The server stopped before the end.
    Interrupted,
    /// A user aborted it.
    Aborted,
}

/// How far a distribution is at a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum TargetOutcome {
    /// It has not ended there.
    Pending {},
    /// It is done.
    Completed {
        /// The number of files of the bundle.
        files: u32,
    },
    /// Some files may be there or removed, and others are not.
    Failed {
        /// Why.
        why: DistributionFailure,
        /// The path of the file that it failed at, which is shortened if it is long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
}

/// A target of a distribution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TargetProgress {
    /// The key of the target.
    pub target: String,
    /// How far it is there.
    pub outcome: TargetOutcome,
}

/// How far a distribution is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum DistributionStatus {
    /// It is in progress.
    Started {},
    /// It is done at all targets.
    Completed {},
    /// It failed at a target.
    Failed {},
    /// It was stopped before its end.
    Aborted {
        /// The user who stopped it.
        by: Option<PersonId>,
    },
}

/// A distribution of a bundle, or its removal from where it was distributed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleDistribution"),
    schemars(rename = "BundleDistribution")
)]
#[serde(deny_unknown_fields)]
pub struct Distribution {
    /// Its number, counted for each bundle from 1.
    pub number: u32,
    /// What it does.
    pub kind: DistributionKind,
    /// The targets, in the order in which they are reached.
    pub targets: Vec<TargetProgress>,
    /// When it began.
    pub at: Timestamp,
    /// The user who began it.
    pub by: Option<PersonId>,
    /// How far it is.
    pub status: DistributionStatus,
}

impl Distribution {
    /// Whether it has not ended.
    pub const fn is_started(&self) -> bool {
        matches!(self.status, DistributionStatus::Started {})
    }

    /// Whether a target has no outcome yet.
    pub fn has_pending(&self) -> bool {
        self.targets.iter().any(|target| target.outcome == TargetOutcome::Pending {})
    }

    /// What decisions depend on, for the exploration of states.
    pub(super) fn abstracted(&self) -> String {
        let letter = |target: &TargetProgress| match target.outcome {
            TargetOutcome::Pending {} => 'p',
            TargetOutcome::Completed { .. } => 'c',
            TargetOutcome::Failed { .. } => 'f',
        };
        let of_target = |target: &TargetProgress| format!("{}:{}", target.target, letter(target));
        let targets: Vec<String> = self.targets.iter().map(of_target).collect();
        format!("{:?} {}", self.kind, targets.join(" "))
    }

    /// Ends what is pending.
    fn give_up(&mut self, why: DistributionFailure) {
        for target in &mut self.targets {
            if target.outcome == (TargetOutcome::Pending {}) {
                target.outcome = TargetOutcome::Failed { why, path: None };
            }
        }
    }
}

/// The one in progress; only the newest can be.
pub(super) fn in_progress(distributions: &mut [Distribution]) -> Option<&mut Distribution> {
    distributions.last_mut().filter(|distribution| distribution.is_started())
}

/// Steps of distributions; anything else is for the caller.
pub(super) fn distribute(
    distributions: &mut Vec<Distribution>,
    event: &Event,
    context: &mut Context,
) -> Outcome<State> {
    match event {
        Event::BeginDistribution { kind, targets, by } => {
            begin(distributions, *kind, targets, by.as_ref(), context)
        }
        Event::EndTarget { target, outcome } => {
            let Some(distribution) = in_progress(distributions) else { return Super };
            end_target(distribution, target, outcome, context)
        }
        Event::EndDistribution {} => {
            let Some(distribution) = in_progress(distributions) else { return Super };
            end(distribution, context)
        }
        Event::AbortDistribution { by } => {
            let Some(distribution) = in_progress(distributions) else { return Super };
            distribution.give_up(DistributionFailure::Aborted);
            distribution.status = DistributionStatus::Aborted { by: by.clone() };
            Handled
        }
        Event::InterruptDistribution {} => {
            let Some(distribution) = in_progress(distributions) else { return Super };
            distribution.give_up(DistributionFailure::Interrupted);
            distribution.status = DistributionStatus::Failed {};
            Handled
        }
        _ => Super,
    }
}

fn begin(
    distributions: &mut Vec<Distribution>,
    kind: DistributionKind,
    targets: &[String],
    by: Option<&PersonId>,
    context: &mut Context,
) -> Outcome<State> {
    if let Err(problem) = check_distribution(targets) {
        return context.not_allowed(problem.rejection());
    }
    let number = distributions.last().map_or(0, |newest| newest.number).saturating_add(1);
    make_room(distributions, targets.len());
    let pending = |target: &String| TargetProgress {
        target: target.clone(),
        outcome: TargetOutcome::Pending {},
    };
    distributions.push(Distribution {
        number,
        kind,
        targets: targets.iter().map(pending).collect(),
        at: context.at,
        by: by.cloned(),
        status: DistributionStatus::Started {},
    });
    Handled
}

/// Forgets the oldest distributions, and where files failed in the others: a record must stay small.
fn make_room(distributions: &mut Vec<Distribution>, coming: usize) {
    let mut targets = coming;
    let kept = distributions.iter().rev().take(BUNDLE_DISTRIBUTIONS_MAX - 1).take_while(|known| {
        targets += known.targets.len();
        targets <= BUNDLE_DISTRIBUTION_TARGETS_MAX
    });
    let excess = distributions.len() - kept.count();
    distributions.drain(..excess);
    for target in distributions.iter_mut().flat_map(|known| &mut known.targets) {
        if let TargetOutcome::Failed { path, .. } = &mut target.outcome {
            *path = None;
        }
    }
}

fn end_target(
    distribution: &mut Distribution,
    key: &str,
    outcome: &TargetOutcome,
    context: &mut Context,
) -> Outcome<State> {
    if context.guard("not_an_end", *outcome == TargetOutcome::Pending {}) {
        return context.refuse(Rejection::new(RejectionCode::BundleDistributing));
    }
    if let TargetOutcome::Failed { path: Some(path), .. } = outcome
        && let Err(problem) = check_distribution_path(path)
    {
        return context.not_allowed(problem.rejection());
    }
    let pending = TargetOutcome::Pending {};
    let is_meant = |known: &&mut TargetProgress| known.target == key && known.outcome == pending;
    let Some(known) = distribution.targets.iter_mut().find(is_meant) else { return Super };
    known.outcome = outcome.clone();
    Handled
}

fn end(distribution: &mut Distribution, context: &mut Context) -> Outcome<State> {
    if context.guard("targets_pending", distribution.has_pending()) {
        return context.refuse(Rejection::new(RejectionCode::BundleDistributing));
    }
    let is_done =
        |target: &TargetProgress| matches!(target.outcome, TargetOutcome::Completed { .. });
    let are_all_done = distribution.targets.iter().all(is_done);
    context.guard("failed_at_a_target", !are_all_done);
    distribution.status =
        if are_all_done { DistributionStatus::Completed {} } else { DistributionStatus::Failed {} };
    Handled
}
