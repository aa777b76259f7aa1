//! Accounts, for administrators.

use axum::Json;
use axum::extract::State;

use crate::caller::Admin;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::access::Accounts;

/// `GET access/api/ui/users`: every account, by name.
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Json<Accounts>, ApiError> {
    let users = state.access(state.engine.ports().accounts.users().await)?;
    Ok(Json(Accounts { users }))
}
