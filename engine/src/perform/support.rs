//! The calls of support bundles.

use waybill_machines::AnyEvent;
use waybill_machines::machines::support_bundle::Event;
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::BundleRequest;
use waybill_platform::support::{BundleId, Job};

use super::Request;

pub(super) async fn create(
    request: &Request<'_>,
    bundle: &str,
    service: ServiceId,
    wanted: &BundleRequest,
) -> Option<AnyEvent> {
    let id = BundleId { creation: bundle.to_owned(), service };
    let job = Job { id, wanted: wanted.clone(), context: request.context.clone() };
    Some(Event::Created(request.ports().support.create(job).await).into())
}

pub(super) async fn remove(
    request: &Request<'_>,
    bundle: &str,
    service: ServiceId,
) -> Option<AnyEvent> {
    let id = BundleId { creation: bundle.to_owned(), service };
    Some(Event::Removed(request.ports().support.remove(id).await).into())
}
