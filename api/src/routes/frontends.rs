//! The definitions of the service front-ends (MFE-01).

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::caller::Caller;
use crate::error::ApiError;
use crate::frontends;
use crate::house::House;

/// `GET system/frontends`: the front-ends whose services run, for whoever is inside the console.
pub async fn list(State(house): State<House>, caller: Caller) -> Result<Json<Value>, ApiError> {
    if house.engine.person_of(caller.session()).is_none() {
        return Err(ApiError::unauthenticated());
    }
    let services = house.engine.ports().topology.services().await;
    let services = services.map_err(|error| ApiError::unavailable(error.to_string()))?;
    let names: Vec<String> =
        services.iter().filter_map(|service| name_of(&json!(service))).collect();
    Ok(Json(json!({ "frontends": frontends::definitions(&names) })))
}

/// A service is told by its name, or by more than its name.
fn name_of(service: &Value) -> Option<String> {
    let name = service.get("name").unwrap_or(service);
    name.as_str().map(str::to_owned)
}
