//! A release bundle: imported or created once under its name and version, promoted and deleted, in a stream of its own.
//!
//! ```text
//! absent, failed --import--> completed
//! absent, failed --begin--> creating --complete--> completed
//!                           creating --fail--> failed
//! completed --begin_promotion, end_promotion--> completed
//! completed --begin_distribution, end_target, end_distribution--> completed
//! completed --begin_distribution, abort_distribution or interrupt_distribution--> completed
//! completed --begin_removal, fail_removal--> completed
//! completed, failed --delete--> absent
//! ```
//!
//! The list of its artifacts is stored in a file named by its digest, because a record must stay small. This machine's
//! rejection together with compare-and-append on the stream ensures that name and version belong to one bundle only,
//! and that one promotion or distribution of it is in progress at a time. The service ensures that what a stop has
//! ended is recorded as interrupted. A bundle that was received from another installation is removed with its files:
//! the removal begins before the first file is removed, and ends with the deletion.

use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::rules::release_bundles::{
    BUNDLE_PROMOTION_KEYS_MAX, BUNDLE_PROMOTIONS_MAX, BundleProblem, check_bundle_promotion,
    check_count, check_name,
};
use crate::secret::PersonId;
use crate::time::Timestamp;

pub use super::release_bundle_distributions::{
    Distribution, DistributionFailure, DistributionKind, DistributionStatus, TargetOutcome,
    TargetProgress,
};
use super::release_bundle_distributions::{distribute, in_progress};
pub use super::release_bundle_types::{
    ArtifactList, Bundle, CreationFailure, Event, Origin, Promotion, PromotionFailure,
    PromotionStatus, Signature, State,
};

/// The release bundle machine.
#[derive(Debug, Default)]
pub struct ReleaseBundle;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl ReleaseBundle {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        import_or_begin(event, context)
    }

    #[state(
        superstate = "root",
        local_storage("name: String", "version: String", "at: Timestamp", "by: Option<PersonId>")
    )]
    fn creating(
        name: &str,
        version: &str,
        at: &Timestamp,
        by: &Option<PersonId>,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Complete { bundle } => {
                let is_another = bundle.name != *name || bundle.version != *version;
                if context.guard("another_bundle", is_another) {
                    return context.refuse(BundleProblem::Name.rejection());
                }
                complete(bundle, *at, by.as_ref(), CREATED, context)
            }
            Event::Fail { why } => Transition(State::Failed {
                name: name.to_owned(),
                version: version.to_owned(),
                at: *at,
                by: by.clone(),
                why: *why,
            }),
            Event::Import { .. } | Event::Begin { .. } => exists(context),
            Event::Delete { .. } => context.refuse(Rejection::new(RejectionCode::BundleInProgress)),
            _ => Super,
        }
    }

    #[state(
        superstate = "root",
        local_storage(
            "name: String",
            "version: String",
            "at: Timestamp",
            "by: Option<PersonId>",
            "why: CreationFailure"
        )
    )]
    fn failed(name: &str, version: &str, event: &Event, context: &mut Context) -> Outcome<State> {
        if matches!(event, Event::Delete { .. }) {
            return delete((name, version, true, false), event, context);
        }
        import_or_begin(event, context)
    }

    #[state(
        superstate = "removable",
        local_storage(
            "bundle: Bundle",
            "at: Timestamp",
            "by: Option<PersonId>",
            "from_repositories: bool",
            "promotions: Vec<Promotion>",
            "distributions: Vec<Distribution>",
            "received: bool",
            "removing: bool"
        )
    )]
    fn completed(
        bundle: &Bundle,
        from_repositories: &bool,
        promotions: &mut Vec<Promotion>,
        distributions: &mut Vec<Distribution>,
        removing: &bool,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        let is_promoting = promotions.last().is_some_and(Promotion::is_started);
        let is_distributing = in_progress(distributions).is_some();
        match event {
            Event::Import { .. } | Event::Begin { .. } => exists(context),
            Event::BeginPromotion { .. }
                if context.guard("not_promotable", !*from_repositories) =>
            {
                context.refuse(Rejection::new(RejectionCode::BundleNotPromotable))
            }
            Event::BeginDistribution { .. }
                if context.guard("not_distributable", !*from_repositories) =>
            {
                context.refuse(Rejection::new(RejectionCode::BundleNotDistributable))
            }
            Event::BeginPromotion { .. }
            | Event::BeginDistribution { .. }
            | Event::Delete { .. }
                if context.guard("promoting", is_promoting) =>
            {
                context.refuse(Rejection::new(RejectionCode::BundlePromoting))
            }
            Event::BeginPromotion { .. }
            | Event::BeginDistribution { .. }
            | Event::Delete { .. }
                if context.guard("distributing", is_distributing) =>
            {
                context.refuse(Rejection::new(RejectionCode::BundleDistributing))
            }
            Event::BeginPromotion { environment, repositories, by } => {
                begin_promotion(promotions, environment, repositories, by.as_ref(), context)
            }
            Event::EndPromotion { outcome } => end_promotion(promotions, *outcome, context),
            Event::Delete { .. } => {
                let known = (&*bundle.name, &*bundle.version, *from_repositories, *removing);
                delete(known, event, context)
            }
            _ => distribute(distributions, event, context),
        }
    }

    /// What happens to a bundle that was received from another installation.
    #[superstate(superstate = "root")]
    fn removable(
        received: &bool,
        removing: &mut bool,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::BeginRemoval { .. } if context.guard("not_received", !*received) => Super,
            Event::BeginRemoval { .. } if context.guard("removing", *removing) => {
                context.refuse(Rejection::new(RejectionCode::BundleRemoving))
            }
            Event::BeginRemoval { .. } => {
                *removing = true;
                Handled
            }
            Event::FailRemoval {} if *removing => {
                *removing = false;
                Handled
            }
            _ => Super,
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// What leads to a bundle where there is none.
fn import_or_begin(event: &Event, context: &mut Context) -> Outcome<State> {
    match event {
        Event::Import { bundle, by, received } => {
            let (at, source) =
                (context.at, Source { from_repositories: false, received: *received });
            complete(bundle, at, by.as_ref(), source, context)
        }
        Event::Begin { name, version, by } => {
            if let Err(problem) = check_name(name, version) {
                return context.not_allowed(problem.rejection());
            }
            let (name, version) = (name.clone(), version.clone());
            Transition(State::Creating { name, version, at: context.at, by: by.clone() })
        }
        _ => Super,
    }
}

/// Where a bundle comes from.
#[derive(Clone, Copy)]
struct Source {
    from_repositories: bool,
    received: bool,
}

/// A bundle that was created here.
const CREATED: Source = Source { from_repositories: true, received: false };

fn complete(
    bundle: &Bundle,
    at: Timestamp,
    by: Option<&PersonId>,
    Source { from_repositories, received }: Source,
    context: &mut Context,
) -> Outcome<State> {
    let count = usize::try_from(bundle.list.artifacts).unwrap_or(usize::MAX);
    let checked = check_name(&bundle.name, &bundle.version).and_then(|()| check_count(count));
    if let Err(problem) = checked {
        return context.not_allowed(problem.rejection());
    }
    Transition(State::Completed {
        bundle: bundle.clone(),
        at,
        by: by.cloned(),
        from_repositories,
        promotions: Vec::new(),
        distributions: Vec::new(),
        received,
        removing: false,
    })
}

fn begin_promotion(
    promotions: &mut Vec<Promotion>,
    environment: &str,
    repositories: &[String],
    by: Option<&PersonId>,
    context: &mut Context,
) -> Outcome<State> {
    if let Err(problem) = check_bundle_promotion(environment, repositories) {
        return context.not_allowed(problem.rejection());
    }
    let mut keys = repositories.len();
    let kept = promotions.iter().rev().take(BUNDLE_PROMOTIONS_MAX - 1).take_while(|promotion| {
        keys += promotion.repositories.len();
        keys <= BUNDLE_PROMOTION_KEYS_MAX
    });
    let excess = promotions.len() - kept.count();
    promotions.drain(..excess);
    promotions.push(Promotion {
        environment: environment.to_owned(),
        repositories: repositories.to_vec(),
        at: context.at,
        by: by.cloned(),
        outcome: PromotionStatus::Started {},
    });
    Handled
}

fn end_promotion(
    promotions: &mut [Promotion],
    outcome: PromotionStatus,
    context: &mut Context,
) -> Outcome<State> {
    let Some(started) = promotions.last_mut().filter(|promotion| promotion.is_started()) else {
        return Super;
    };
    started.outcome = outcome;
    if context.guard("not_an_end", started.is_started()) {
        return context.refuse(Rejection::new(RejectionCode::BundlePromoting));
    }
    Handled
}

/// Name, version and kind of what is deleted are in the event, because the state after it has none of them.
fn delete(known: (&str, &str, bool, bool), event: &Event, context: &mut Context) -> Outcome<State> {
    let Event::Delete { name, version, from_repositories, removed, .. } = event else {
        return Super;
    };
    let is_another = known != (name.as_str(), version.as_str(), *from_repositories, *removed);
    if context.guard("another_bundle", is_another) {
        return context.refuse(BundleProblem::Name.rejection());
    }
    Transition(State::Absent {})
}

fn exists(context: &mut Context) -> Outcome<State> {
    context.refuse(Rejection::new(RejectionCode::BundleExists).with("field", "version"))
}

impl Machine for ReleaseBundle {
    const NAME: &'static str = "release_bundle";

    // Bundles are changed over HTTP and imported on the command line.
    crate::installation_machine!(ReleaseBundle);

    /// Without the contents and what has ended, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Creating { name, version, .. } => format!("creating {name} {version}"),
            State::Failed { name, version, .. } => format!("failed {name} {version}"),
            State::Completed {
                bundle,
                from_repositories,
                promotions,
                distributions,
                received,
                removing,
                ..
            } => {
                let is_promoting = promotions.last().is_some_and(Promotion::is_started);
                let (name, version) = (&bundle.name, &bundle.version);
                let distributing = distributions.last().filter(|newest| newest.is_started());
                let distributing = distributing.map(Distribution::abstracted).unwrap_or_default();
                format!(
                    "completed {name} {version} {from_repositories} {is_promoting} {received} {removing} {distributing}"
                )
            }
        }
    }

    fn examples() -> Vec<Event> {
        super::release_bundle_examples::examples()
    }
}
