//! Release bundles: those of version 2 are created here, promoted and distributed, and the others are received from
//! elsewhere.

use waybill_journal::RecordView;
use waybill_machines::AnyState;
use waybill_machines::machines::release_bundle::{
    Bundle, Distribution, DistributionKind, DistributionStatus, Event, Promotion, PromotionStatus,
    State,
};
use waybill_machines::rules::webhooks::{WebhookData, WebhookEdgeNode, WebhookEventType as Type};

use super::{About, Found, state_of};

/// The events of a record of a bundle. A bundle that is imported is received from where it was created.
pub(super) fn of_bundle(view: &RecordView<'_>, event: Event) -> Found {
    match event {
        Event::Import { bundle, .. } => {
            let kinds = [Type::BundleReceived, Type::DestinationReceived];
            at_destination(kinds, &bundle.name, &bundle.version)
        }
        Event::Begin { name, version, .. } => vec![about(Type::BundleV2Started, &name, &version)],
        Event::Complete { bundle } => {
            vec![about(Type::BundleV2Completed, &bundle.name, &bundle.version)]
        }
        Event::Fail { .. } => match state_of(view) {
            Some(AnyState::ReleaseBundle(State::Failed { name, version, .. })) => {
                vec![about(Type::BundleV2Failed, &name, &version)]
            }
            _ => Vec::new(),
        },
        Event::BeginPromotion { .. } => of_promotion(Type::PromotionStarted, view),
        Event::EndPromotion { outcome } => match outcome {
            PromotionStatus::Started {} => Vec::new(),
            PromotionStatus::Completed { .. } => of_promotion(Type::PromotionCompleted, view),
            PromotionStatus::Failed { .. } => of_promotion(Type::PromotionFailed, view),
        },
        Event::BeginDistribution { .. }
        | Event::EndDistribution {}
        | Event::AbortDistribution { .. }
        | Event::InterruptDistribution {} => of_distribution(view),
        Event::BeginRemoval { .. } => {
            of_received([Type::BundleDeleteStarted, Type::DestinationDeleteStarted], view)
        }
        Event::FailRemoval {} => {
            of_received([Type::BundleDeleteFailed, Type::DestinationDeleteFailed], view)
        }
        // The platform has no event for the end at a target, nor for the deletion of a bundle of version 2.
        Event::EndTarget { .. } | Event::Delete { from_repositories: true, .. } => Vec::new(),
        Event::Delete { name, version, removed, .. } => {
            let mut found = vec![about(Type::BundleDeleted, &name, &version)];
            if removed {
                let kinds = [Type::BundleDeleteCompleted, Type::DestinationDeleteCompleted];
                found.extend(at_destination(kinds, &name, &version));
            }
            found
        }
    }
}

/// The events of a received bundle by both of their names.
fn at_destination(kinds: [Type; 2], name: &str, version: &str) -> Found {
    kinds.map(|kind| about(kind, name, version)).into()
}

/// The same of the bundle that a record is about.
fn of_received(kinds: [Type; 2], view: &RecordView<'_>) -> Found {
    match state_of(view) {
        Some(AnyState::ReleaseBundle(State::Completed { bundle, .. })) => {
            at_destination(kinds, &bundle.name, &bundle.version)
        }
        _ => Vec::new(),
    }
}

/// An event of the newest distribution of a bundle, by what it does and how far it is.
fn of_distribution(view: &RecordView<'_>) -> Found {
    let Some(AnyState::ReleaseBundle(State::Completed { bundle, mut distributions, .. })) =
        state_of(view)
    else {
        return Vec::new();
    };
    let Some(Distribution { number, kind, targets, status, .. }) = distributions.pop() else {
        return Vec::new();
    };
    let kind = match (kind, status) {
        (DistributionKind::Distribute, DistributionStatus::Started {}) => Type::DistributeStarted,
        (DistributionKind::Distribute, DistributionStatus::Completed {}) => {
            Type::DistributeCompleted
        }
        (DistributionKind::Distribute, DistributionStatus::Failed {}) => Type::DistributeFailed,
        (DistributionKind::Distribute, DistributionStatus::Aborted { .. }) => {
            Type::DistributeAborted
        }
        (DistributionKind::Remove, DistributionStatus::Started {}) => {
            Type::DistributionDeleteStarted
        }
        (DistributionKind::Remove, DistributionStatus::Completed {}) => {
            Type::DistributionDeleteCompleted
        }
        // The platform has no event for a removal that is aborted.
        (
            DistributionKind::Remove,
            DistributionStatus::Failed {} | DistributionStatus::Aborted { .. },
        ) => Type::DistributionDeleteFailed,
    };
    let Bundle { name, version, list, .. } = bundle;
    let nodes = targets.into_iter().map(|known| WebhookEdgeNode { edge_node_name: known.target });
    let (kind, data, about) = about(kind, &name, &version);
    let data = WebhookData {
        release_bundle_size: Some(list.size),
        edge_node_info_list: Some(nodes.collect()),
        transaction_id: Some(number),
        ..data
    };
    vec![(kind, data, about)]
}

/// An event of the newest promotion of a bundle.
fn of_promotion(kind: Type, view: &RecordView<'_>) -> Found {
    let Some(AnyState::ReleaseBundle(State::Completed { bundle, mut promotions, .. })) =
        state_of(view)
    else {
        return Vec::new();
    };
    let Bundle { name, version, .. } = bundle;
    let Some(Promotion { environment, .. }) = promotions.pop() else { return Vec::new() };
    let (kind, data, about) = about(kind, &name, &version);
    vec![(kind, WebhookData { environment: Some(environment), ..data }, about)]
}

fn about(kind: Type, name: &str, version: &str) -> (Type, WebhookData, About) {
    let data = WebhookData {
        release_bundle_name: Some(name.to_owned()),
        release_bundle_version: Some(version.to_owned()),
        ..WebhookData::default()
    };
    (kind, data, About::Bundle(name.to_owned()))
}
