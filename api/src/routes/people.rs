//! Accounts, for administrators.

use axum::Json;
use axum::extract::State;

use crate::caller::Admin;
use crate::error::ApiError;
use crate::house::House;
use crate::wire::access::Accounts;

/// `GET access/api/ui/users`: every account, by name.
pub async fn list(State(house): State<House>, _: Admin) -> Result<Json<Accounts>, ApiError> {
    let users = house.access(house.engine.ports().access.users().await)?;
    Ok(Json(Accounts { users }))
}
