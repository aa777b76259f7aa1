//! Controls for testers: only on servers started with `--qa`, and only for administrators.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use waybill_platform::status::{Instance, Order, Supervisor};

use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::installation::{
    ClockOrder, ServiceAction, ServiceOrder, TestService, TestServices, TestTime,
};

const NO_SUCH_CALL: &str = "This server was not started with --qa, so there is no such call.";

fn supervisor(state: &AppState) -> Result<&Arc<Supervisor>, ApiError> {
    state.qa.as_ref().ok_or_else(|| ApiError::not_found(NO_SUCH_CALL))
}

fn listed(supervisor: &Supervisor) -> TestServices {
    let services = supervisor.instances().iter().map(|instance: &Instance| TestService {
        service: instance.service,
        service_id: instance.service_id.clone(),
        run: supervisor.run_of(&instance.service_id),
    });
    TestServices { services: services.collect() }
}

/// `GET qa/services`: the services of this process, including those that were removed from the topology.
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Json<TestServices>, ApiError> {
    Ok(Json(listed(supervisor(&state)?)))
}

/// `POST qa/services/{id}`: the id is that of an instance, or a service name for all of its instances.
pub async fn order(
    State(state): State<AppState>,
    _: Admin,
    PathParams(id): PathParams<String>,
    Body(body): Body<ServiceOrder>,
) -> Result<Json<TestServices>, ApiError> {
    let supervisor = supervisor(&state)?;
    let order = match body.action {
        ServiceAction::Stop => Order::Stop,
        ServiceAction::Start => Order::Start,
        ServiceAction::Crash => Order::Crash,
    };
    supervisor.order(&id, order).await.map_err(|error| ApiError::of_status(&error))?;
    Ok(Json(listed(supervisor)))
}

/// `POST qa/clock`: what is due depends on it, and a restart sets it back.
pub async fn advance(
    State(state): State<AppState>,
    _: Admin,
    Body(body): Body<ClockOrder>,
) -> Result<Json<TestTime>, ApiError> {
    let clock = state.qa_clock.as_ref().ok_or_else(|| ApiError::not_found(NO_SUCH_CALL))?;
    clock.advance_ms(body.advance_ms);
    Ok(Json(TestTime { at: state.engine.now() }))
}
