//! The services' own calls, in the format of the platform's public API (3.3).

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::status::service_id;
use waybill_platform::support::BundleId;

use super::begin;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::Body;
use crate::state::AppState;
use crate::wire::support::{
    ListedSupportBundle, NewSupportBundle, ServiceSupportBundle, ServiceSupportBundles,
    SupportBundleLocation, SupportBundleStatus,
};

/// The path of the download, followed by the bundle id.
const DOWNLOAD_PATH: &str = "/ui/api/v1/ui/userSupport/downloadBundle/";

/// `POST <service>/api/v1/system/support/bundle` and similar: requests a bundle from the service in the path.
pub async fn create_of(
    service: ServiceId,
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewSupportBundle>,
) -> Result<Json<ServiceSupportBundle>, ApiError> {
    let (wanted, services) = body.read(state.engine.now(), Some(service))?;
    let creation = begin(&state, admin, wanted, services).await?;
    let id = BundleId { creation: creation.id, service }.to_string();
    let service_id = service_id(&state.instance, service, 0);
    let bundle_url = state.edge.address.link(&format!("{DOWNLOAD_PATH}{id}"));
    let place = [(service, SupportBundleLocation { service_id, bundle_url })].into();
    Ok(Json(ServiceSupportBundle { id, place }))
}

/// `GET /artifactory/api/system/support/bundles/`: the bundles of the repository service.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<ServiceSupportBundles>, ApiError> {
    let creations = state.engine.ports().support.list().await;
    let creations = creations.map_err(|error| ApiError::of_support(&error))?;
    let mut bundles = Vec::new();
    for (creation, _) in &creations {
        let Some(part) = creation.part(ServiceId::Artifactory) else { continue };
        let Some(status) = SupportBundleStatus::of(&part.status) else { continue };
        let id = BundleId { creation: creation.id.clone(), service: part.service };
        bundles.push(ListedSupportBundle {
            id: id.to_string(),
            name: creation.wanted.name.clone(),
            description: creation.wanted.description.clone(),
            created: creation.created_at,
            status,
        });
    }
    let count = bundles.len();
    Ok(Json(ServiceSupportBundles { bundles, count }))
}
