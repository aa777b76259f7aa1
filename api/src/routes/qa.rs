//! What testers may do: only where the server was started with `--qa`, and only administrators.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use waybill_platform::status::{Instance, Order, Supervisor};

use crate::caller::Admin;
use crate::error::ApiError;
use crate::house::House;
use crate::sent::{Body, InPath};

fn supervisor(house: &House) -> Result<&Arc<Supervisor>, ApiError> {
    let message = "This server was not started with --qa, so there is no such call.";
    house.qa.as_ref().ok_or_else(|| ApiError::not_found(message))
}

fn listed(supervisor: &Supervisor) -> Value {
    let service = |instance: &Instance| {
        json!({
            "service": instance.service,
            "service_id": instance.service_id,
            "run": supervisor.run_of(&instance.service_id),
        })
    };
    json!({ "services": supervisor.instances().iter().map(service).collect::<Vec<_>>() })
}

/// `GET qa/services`: the services of this process, those that were removed from the topology included.
pub async fn list(State(house): State<House>, _: Admin) -> Result<Json<Value>, ApiError> {
    Ok(Json(listed(supervisor(&house)?)))
}

/// The body of `POST qa/services/{id}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    action: Action,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Stop,
    Start,
    Crash,
}

/// `POST qa/services/{id}`: the id is a service's own or its plain name, which means all of them.
pub async fn order(
    State(house): State<House>,
    _: Admin,
    InPath(id): InPath<String>,
    Body(body): Body<Wanted>,
) -> Result<Json<Value>, ApiError> {
    let supervisor = supervisor(&house)?;
    let order = match body.action {
        Action::Stop => Order::Stop,
        Action::Start => Order::Start,
        Action::Crash => Order::Crash,
    };
    supervisor.order(&id, order).await.map_err(|error| ApiError::of_status(&error))?;
    Ok(Json(listed(supervisor)))
}
