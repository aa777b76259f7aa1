//! Release bundles: those of version 2 are created here and promoted, and the others are received from elsewhere.

use waybill_journal::RecordView;
use waybill_machines::AnyState;
use waybill_machines::machines::release_bundle::{
    Bundle, Event, Promotion, PromotionStatus, State,
};
use waybill_machines::rules::webhooks::{WebhookData, WebhookEventType as Type};

use super::{About, Found, state_of};

/// The events of a record of a bundle. A bundle that is imported is received from where it was created.
pub(super) fn of_bundle(view: &RecordView<'_>, event: Event) -> Found {
    match event {
        Event::Import { bundle, .. } => {
            let kinds = [Type::BundleReceived, Type::DestinationReceived];
            kinds.map(|kind| about(kind, &bundle.name, &bundle.version)).into()
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
        // The platform has no event for the deletion of a bundle of version 2.
        Event::Delete { from_repositories: true, .. } => Vec::new(),
        Event::Delete { name, version, .. } => vec![about(Type::BundleDeleted, &name, &version)],
    }
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
