//! Health, version and appearance of the server.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use waybill_journal::Health;
use waybill_machines::rules::logo::Logo;
use waybill_platform::services::ServiceError;

use crate::error::ApiError;
use crate::state::AppState;
use crate::version::VERSION;
use crate::wire::session::{ServerVersion, ShownFooter};
pub mod client_errors;
mod frontends;

use waybill_machines::rules::services::ServiceId::Router;

use crate::component::Component;
use crate::route::{Row, get, post};

/// Health, version and appearance of the server, and the errors that its pages report.
pub struct System;

impl Component for System {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/system/auth/screen/footer", "The footer.", footer),
            get("/system/version", "The version of the server.", version),
            get("/openapi.json", "This API as an OpenAPI document.", openapi)
                .responds_with("application/json"),
            post(
                "/ui/clientErrors",
                "Reports an error of a page to the server's log.",
                client_errors::report,
            ),
            get("/system/frontends", "The service front-ends whose services run.", frontends::list),
        ]
    }

    fn public(&self) -> Vec<Row> {
        vec![
            get("/livez", "The process runs.", live).logged_by(Router).also_at_root(),
            get("/readyz", "The server accepts commands.", ready).logged_by(Router).also_at_root(),
        ]
    }
}

/// `GET /livez`: the process is alive.
pub async fn live() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the server accepts commands.
pub async fn ready(State(state): State<AppState>) -> Result<&'static str, ApiError> {
    readiness(&state)?;
    Ok("ready\n")
}

/// An error if the server cannot accept commands.
pub fn readiness(state: &AppState) -> Result<(), ApiError> {
    if *state.shutdown.borrow() {
        return Err(ApiError::unavailable("The server is going away."));
    }
    for journal in [state.engine.journal(), &state.platform] {
        if let Health::ReadOnly { why } | Health::Failed { why } = journal.health() {
            return Err(ApiError::unavailable(why));
        }
    }
    Ok(())
}

/// `GET system/version`.
pub async fn version(State(state): State<AppState>) -> Json<ServerVersion> {
    Json(ServerVersion { version: VERSION, revision: state.build.clone(), addons: Vec::new() })
}

/// `GET openapi.json`: the document that is generated from the route table, with the address of this server.
pub async fn openapi(State(state): State<AppState>) -> Result<Response, ApiError> {
    const DOCUMENT: &str = include_str!("../../../docs/openapi.json");
    let mut document: serde_json::Map<String, Value> =
        serde_json::from_str(DOCUMENT).map_err(|_| ApiError::internal())?;
    document.insert("servers".into(), json!([{ "url": state.edge.address.link("") }]));
    Ok(Json(document).into_response())
}

/// `GET system/auth/screen/footer`.
pub async fn footer(State(state): State<AppState>) -> Result<Json<ShownFooter>, ApiError> {
    let ports = state.engine.ports();
    let unavailable = |error: ServiceError| ApiError::unavailable(error.to_string());
    let footer = ports.settings.footer().await.map_err(unavailable)?;
    let effective = ports.licences.effective(state.engine.now()).await.map_err(unavailable)?;
    let logo = Logo::choose(&footer.user_logo, &footer.logo_url, effective.licence);
    Ok(Json(ShownFooter { footer, logo }))
}
