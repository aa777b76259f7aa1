//! The definitions of the service front-ends (MFE-01).

use axum::Json;
use axum::extract::State;

use crate::caller::SessionUser;
use crate::error::ApiError;
use crate::frontends;
use crate::state::AppState;
use crate::wire::session::FrontEnds;

/// `GET system/frontends`: the front-ends whose services run, for signed-in users.
pub async fn list(
    State(state): State<AppState>,
    _: SessionUser,
) -> Result<Json<FrontEnds>, ApiError> {
    let services = state.engine.ports().topology.services().await;
    let services = services.map_err(|error| ApiError::unavailable(error.to_string()))?;
    let names: Vec<String> = services.into_iter().map(|service| service.name).collect();
    Ok(Json(FrontEnds { frontends: frontends::definitions(&names) }))
}
