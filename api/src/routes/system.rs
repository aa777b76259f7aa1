//! What the server says of itself.

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::{Value, json};
use waybill_journal::Health;

use crate::error::ApiError;
use crate::house::{House, VERSION};

/// `GET /livez`: the process answers.
pub async fn live() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: it can take commands.
pub async fn ready(State(house): State<House>) -> Result<impl IntoResponse, ApiError> {
    if *house.leaving.borrow() {
        return Err(ApiError::unavailable("The server is going away."));
    }
    for journal in [house.engine.journal(), &house.platform] {
        if let Health::ReadOnly { why } | Health::Failed { why } = journal.health() {
            return Err(ApiError::unavailable(why));
        }
    }
    Ok("ready\n")
}

/// `GET system/version`.
pub async fn version(State(house): State<House>) -> Json<Value> {
    Json(json!({ "version": VERSION, "revision": house.build, "addons": [] }))
}

/// `GET system/auth/screen/footer`.
pub async fn footer(State(house): State<House>) -> Result<impl IntoResponse, ApiError> {
    let footer = house.engine.ports().settings.footer().await;
    footer.map(Json).map_err(|error| ApiError::unavailable(error.to_string()))
}
