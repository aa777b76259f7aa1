//! How the services are (STATUS-01, DET-08), and taking a node out of the topology (STATUS-02). For administrators,
//! but for what load balancers ask.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use waybill_machines::rules::services::{NodeRef, ServiceId, ServiceType};
use waybill_platform::status::{NodeReport, Report};

use super::system::readiness;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::house::House;
use crate::sent::InPath;

async fn report(house: &House) -> Result<Report, ApiError> {
    let report = house.engine.ports().status.report().await;
    report.map_err(|error| ApiError::of_status(&error))
}

/// The same for callers who may be anybody: they are not told how this server is set up.
async fn reported_to_anybody(house: &House) -> Result<Report, ApiError> {
    report(house)
        .await
        .map_err(|_| ApiError::unavailable("The service does not run at the moment."))
}

/// `GET system/status/ha`: services by type, each with its nodes.
pub async fn by_type(State(house): State<House>, _: Admin) -> Result<Json<Value>, ApiError> {
    Ok(Json(told(&report(&house).await?)))
}

/// The status of the services as it is told over HTTP and as a topic of the socket.
pub fn told(report: &Report) -> Value {
    let types = report.by_type();
    let services: serde_json::Map<String, Value> = ServiceType::ALL
        .iter()
        .filter_map(|service_type| {
            let nodes = types.get(service_type)?;
            let name = json!(service_type).as_str().unwrap_or_default().to_owned();
            Some((name, json!({ "nodes": nodes })))
        })
        .collect();
    json!({ "at": report.at, "node_id": report.node_id, "services": services })
}

/// `GET system/status/nodes`: the nodes that services run on.
pub async fn nodes(State(house): State<House>, _: Admin) -> Result<Json<Value>, ApiError> {
    let report = report(&house).await?;
    let names: std::collections::BTreeSet<&str> =
        report.nodes.iter().map(|node| node.node.node_id.as_str()).collect();
    let node = |name: &str| {
        let here = || report.nodes.iter().filter(|node| node.node.node_id == name);
        let services: Vec<Value> = here().map(entry).collect();
        json!({ "name": name, "state": running(here()), "services": services })
    };
    Ok(Json(names.into_iter().map(node).collect()))
}

/// A node runs as long as anything on it beats.
fn running<'a>(mut nodes: impl Iterator<Item = &'a NodeReport>) -> &'static str {
    if nodes.any(NodeReport::is_online) { "RUNNING" } else { "OFFLINE" }
}

/// An entry of the simple status (DET-08).
fn entry(node: &NodeReport) -> Value {
    json!({
        "service": node.service,
        "service_id": node.node.service_id,
        "node_id": node.node.node_id,
        "state": node.state,
        "message": node.message,
    })
}

/// `GET system/status`: the simple status, an entry a node of a service.
pub async fn simple(State(house): State<House>, _: Admin) -> Result<Json<Value>, ApiError> {
    Ok(Json(report(&house).await?.nodes.iter().map(entry).collect()))
}

/// `GET /router/api/v1/topology/health`.
pub async fn topology_health(
    State(house): State<House>,
    _: Admin,
) -> Result<Json<Value>, ApiError> {
    let report = report(&house).await?;
    let router = report.nodes.iter().find(|node| node.service == ServiceId::Router);
    let router = router.map(|router| {
        json!({ "node_id": router.node.node_id, "state": router.state, "message": router.message })
    });
    let services = report.nodes.iter().filter(|node| node.service != ServiceId::Router);
    let services: Vec<Value> = services.map(entry).collect();
    Ok(Json(json!({ "router": router, "services": services })))
}

/// `GET /artifactory/api/system/status`: the nodes of the repository service.
pub async fn of_repositories(
    State(house): State<House>,
    _: Admin,
) -> Result<Json<Value>, ApiError> {
    let report = report(&house).await?;
    let nodes = report.nodes.iter().filter(|node| node.service == ServiceId::Artifactory);
    let node = |node: &NodeReport| json!({ "id": node.node.node_id, "state": running([node].into_iter()) });
    Ok(Json(json!({ "nodes": nodes.map(node).collect::<Vec<_>>() })))
}

/// `GET /artifactory/api/system/ping`: for load balancers.
pub async fn ping(State(house): State<House>) -> Result<&'static str, ApiError> {
    pong(&house, ServiceId::Artifactory).await
}

/// `GET /mc/api/v4/system/ping`: likewise.
pub async fn ping_mission_control(State(house): State<House>) -> Result<&'static str, ApiError> {
    if !is_enabled(&reported_to_anybody(&house).await?, ServiceId::Mc) {
        return Err(ApiError::not_found("Mission control is not switched on."));
    }
    pong(&house, ServiceId::Mc).await
}

async fn pong(house: &House, service: ServiceId) -> Result<&'static str, ApiError> {
    if reported_to_anybody(house).await?.is_online(service) {
        return Ok("OK");
    }
    Err(ApiError::unavailable("The service does not run at the moment."))
}

/// `GET /artifactory/api/v1/system/readiness`: for load balancers and orchestrators.
pub async fn ready(State(house): State<House>) -> Result<Json<Value>, ApiError> {
    readiness(&house)?;
    if reported_to_anybody(&house).await?.is_online(ServiceId::Artifactory) {
        return Ok(Json(json!({ "code": "OK" })));
    }
    Err(ApiError::unavailable("The repository service does not run at the moment."))
}

/// `GET system/ismicroserviceenabled/{service}`: whether a service is part of this installation.
pub async fn enabled(
    State(house): State<House>,
    _: Admin,
    InPath(service): InPath<String>,
) -> Result<Json<Value>, ApiError> {
    let service = service.parse::<ServiceId>();
    let service = service.map_err(|error| ApiError::not_found(format!("{error}.")))?;
    Ok(Json(json!({ "enabled": is_enabled(&report(&house).await?, service) })))
}

fn is_enabled(report: &Report, service: ServiceId) -> bool {
    // One that only was here before has no version.
    report.nodes.iter().any(|node| node.service == service && node.version.is_some())
}

/// `DELETE /access/api/v1/topology/{service_id}/{node_id}`: takes a node that is Offline out of the topology.
pub async fn remove(
    State(house): State<House>,
    admin: Admin,
    InPath((service_id, node_id)): InPath<(String, String)>,
) -> Result<Json<Value>, ApiError> {
    let act = admin.act(house.engine.now());
    let node = NodeRef { service_id, node_id };
    let removed = house.engine.ports().status.remove(node.clone(), act).await;
    removed.map_err(|error| ApiError::of_status(&error))?;
    Ok(Json(json!({ "removed": node })))
}
