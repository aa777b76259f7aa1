//! The status of services (STATUS-01, DET-08), and removing a node from the topology (STATUS-02). For administrators,
//! except for the checks of load balancers.

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::services::{NodeRef, ServiceId};
use waybill_platform::status::Report;

use super::system::readiness;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::state::AppState;
use crate::wire::status::{
    NodeActivity, NodeStatusEntry, Ready, RemovedNode, RepositoryNode, RepositoryNodes,
    RouterHealth, ServiceEnabled, StatusByType, StatusEntry, TopologyHealth,
};

async fn report(state: &AppState) -> Result<Report, ApiError> {
    let report = state.engine.ports().status.report().await;
    report.map_err(|error| ApiError::of_status(&error))
}

/// The report for unauthenticated callers: errors do not reveal the set-up of this server.
async fn reported_to_anybody(state: &AppState) -> Result<Report, ApiError> {
    report(state)
        .await
        .map_err(|_| ApiError::unavailable("The service does not run at the moment."))
}

/// `GET system/status/ha`: the services by type, each with its nodes.
pub async fn by_type(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<StatusByType>, ApiError> {
    Ok(Json(report(&state).await?.into()))
}

/// `GET system/status/nodes`: the nodes that services run on.
pub async fn nodes(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<Vec<NodeStatusEntry>>, ApiError> {
    let report = report(&state).await?;
    let names: std::collections::BTreeSet<&str> =
        report.nodes.iter().map(|node| node.node.node_id.as_str()).collect();
    let node = |name: &str| {
        let here = || report.nodes.iter().filter(|node| node.node.node_id == name);
        let services = here().map(StatusEntry::from).collect();
        NodeStatusEntry { name: name.to_owned(), state: NodeActivity::of(here()), services }
    };
    Ok(Json(names.into_iter().map(node).collect()))
}

/// `GET system/status`: the simple status, one entry per service and node.
pub async fn simple(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<Vec<StatusEntry>>, ApiError> {
    Ok(Json(report(&state).await?.nodes.iter().map(StatusEntry::from).collect()))
}

/// `GET /router/api/v1/topology/health`.
pub async fn topology_health(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<TopologyHealth>, ApiError> {
    let report = report(&state).await?;
    let (routers, others): (Vec<_>, Vec<_>) =
        report.nodes.iter().partition(|node| node.service == ServiceId::Router);
    let router = routers.first().map(|router| RouterHealth {
        node_id: router.node.node_id.clone(),
        state: router.state,
        message: router.message.clone(),
    });
    let services = others.into_iter().map(StatusEntry::from).collect();
    Ok(Json(TopologyHealth { router, services }))
}

/// `GET /artifactory/api/system/status`: the nodes of the repository service.
pub async fn of_repositories(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<RepositoryNodes>, ApiError> {
    let report = report(&state).await?;
    let nodes = report.nodes.iter().filter(|node| node.service == ServiceId::Artifactory);
    let nodes = nodes.map(|node| RepositoryNode {
        id: node.node.node_id.clone(),
        state: NodeActivity::of([node].into_iter()),
    });
    Ok(Json(RepositoryNodes { nodes: nodes.collect() }))
}

/// `GET /artifactory/api/system/ping`: for load balancers.
pub async fn ping(State(state): State<AppState>) -> Result<&'static str, ApiError> {
    pong(&state, ServiceId::Artifactory).await
}

/// `GET /mc/api/v4/system/ping`: for load balancers.
pub async fn ping_mission_control(State(state): State<AppState>) -> Result<&'static str, ApiError> {
    if !is_enabled(&reported_to_anybody(&state).await?, ServiceId::Mc) {
        return Err(ApiError::not_found("Mission control is not switched on."));
    }
    pong(&state, ServiceId::Mc).await
}

async fn pong(state: &AppState, service: ServiceId) -> Result<&'static str, ApiError> {
    if reported_to_anybody(state).await?.is_online(service) {
        return Ok("OK");
    }
    Err(ApiError::unavailable("The service does not run at the moment."))
}

/// `GET /artifactory/api/v1/system/readiness`: for load balancers and orchestrators.
pub async fn ready(State(state): State<AppState>) -> Result<Json<Ready>, ApiError> {
    readiness(&state)?;
    if reported_to_anybody(&state).await?.is_online(ServiceId::Artifactory) {
        return Ok(Json(Ready { code: "OK" }));
    }
    Err(ApiError::unavailable("The repository service does not run at the moment."))
}

/// `GET system/ismicroserviceenabled/{service}`: whether a service is part of this installation.
pub async fn enabled(
    State(state): State<AppState>,
    _: Admin,
    PathParams(service): PathParams<String>,
) -> Result<Json<ServiceEnabled>, ApiError> {
    let service = service.parse::<ServiceId>();
    let service = service.map_err(|error| ApiError::not_found(format!("{error}.")))?;
    Ok(Json(ServiceEnabled { enabled: is_enabled(&report(&state).await?, service) }))
}

fn is_enabled(report: &Report, service: ServiceId) -> bool {
    // A service that ran here only in the past has no version.
    report.nodes.iter().any(|node| node.service == service && node.version.is_some())
}

/// `DELETE /access/api/v1/topology/{service_id}/{node_id}`: removes an offline node from the topology.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams((service_id, node_id)): PathParams<(String, String)>,
) -> Result<Json<RemovedNode>, ApiError> {
    let act = admin.act(state.engine.now());
    let node = NodeRef { service_id, node_id };
    let removed = state.engine.ports().status.remove(node.clone(), act).await;
    removed.map_err(|error| ApiError::of_status(&error))?;
    Ok(Json(RemovedNode { removed: node }))
}
