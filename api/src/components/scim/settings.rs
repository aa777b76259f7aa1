//! The switch of provisioning, for administrators.

use axum::Json;
use axum::extract::State;
use waybill_platform::access::{AccessError, ProvisioningRefused, ProvisioningSettings};

use super::answers::base;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::Body;
use crate::state::AppState;
use crate::wire::provisioning::{ProvisioningPage, WantedProvisioning};
use waybill_machines::rules::provisioning::ProvisioningProblem;

/// `GET access/api/ui/provisioning`.
pub async fn show(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<ProvisioningPage>, ApiError> {
    page(&state).await
}

/// `PUT access/api/ui/provisioning`.
pub async fn set(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedProvisioning>,
) -> Result<Json<ProvisioningPage>, ApiError> {
    let WantedProvisioning { enabled, provider } = wanted;
    let provider = provider.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let providers = &state.engine.ports().sign_in_providers;
    if provider.as_ref().is_some_and(|name| providers.identity_of(name, "").is_none()) {
        let refused = ProvisioningRefused::Settings(ProvisioningProblem);
        return state.access(Err(AccessError::from(refused)));
    }
    let settings = ProvisioningSettings { enabled, provider };
    let context = admin.context(state.engine.now());
    let set = state.engine.ports().provisioning.set_provisioning(settings, context).await;
    state.access(set)?;
    page(&state).await
}

async fn page(state: &AppState) -> Result<Json<ProvisioningPage>, ApiError> {
    let settings = state.engine.ports().provisioning.provisioning().await;
    let ProvisioningSettings { enabled, provider } = state.access(settings)?;
    Ok(Json(ProvisioningPage { enabled, provider, address: base(state) }))
}
