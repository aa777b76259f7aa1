//! Retention of target bundles, for administrators (RET-02).

use axum::Json;
use axum::extract::State;

use crate::caller::Admin;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::release_bundles::RetentionSetting;

/// `GET ui/bundle/retention/config/enable`: whether it is enabled.
pub async fn show(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<RetentionSetting>, ApiError> {
    let enabled = state.engine.ports().retention.enabled().await;
    let enabled = enabled.map_err(|error| ApiError::of_retention(&error))?;
    Ok(Json(RetentionSetting { enable: enabled }))
}
