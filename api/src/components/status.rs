//! The status of services (STATUS-01, DET-08), and removing a node from the topology (STATUS-02). For administrators,
//! except for the checks of load balancers.

use anyhow::Context as _;
use axum::Json;
use axum::extract::State;
use waybill_machines::rules::services::{NodeRef, ServiceId};
use waybill_platform::status::Report;

use super::system::readiness;
use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::state::AppState;
use crate::wire::status::{
    NodeActivity, NodeStatusEntry, Ready, RemovedNode, RepositoryNode, RepositoryNodes,
    RouterHealth, ServiceEnabled, StatusByType, StatusEntry, TopologyHealth,
};
mod qa;

use std::sync::Arc;

use waybill_engine::{Clock as _, SystemClock};
use waybill_platform::remote::{RemotePart, RemoteStatus};
use waybill_platform::status::{Health, Status, Work};

use crate::component::{Component, Opened, Opening};
use crate::route::{Row, delete, get, post};
use crate::services::{HealthSources, blocking};
use crate::status_topic::{self, StatusTopic};

const TOPOLOGY_NODE: &str = "/access/api/v1/topology/{service_id}/{node_id}";

/// The services of the installation and their health. Access tokens are accepted.
pub struct Services;

impl Component for Services {
    fn calls(&self) -> Vec<Row> {
        vec![
            get("/system/status", "The status of every node of every service.", simple)
                .accepts_tokens(),
            get("/system/status/ha", "The services by type, each with its nodes.", by_type)
                .accepts_tokens(),
            get("/system/status/nodes", "The nodes that services run on.", nodes).accepts_tokens(),
            get(
                "/system/ismicroserviceenabled/{service}",
                "Whether a service is part of the installation.",
                enabled,
            )
            .accepts_tokens(),
            delete(TOPOLOGY_NODE, "Takes a node out of the topology.", remove).accepts_tokens(),
            get("/qa/services", "The services of a server for testing.", qa::list),
            post("/qa/services/{id}", "Stops, starts or crashes a service for testing.", qa::order),
            post("/qa/clock", "Puts the clock of a server for testing forward.", qa::advance),
        ]
    }

    fn public(&self) -> Vec<Row> {
        vec![
            delete(TOPOLOGY_NODE, "Takes a node out of the topology.", remove).accepts_tokens(),
            get("/router/api/v1/topology/health", "The health of the services.", topology_health)
                .accepts_tokens(),
            get(
                "/artifactory/api/system/status",
                "The nodes of the repository service.",
                of_repositories,
            )
            .accepts_tokens(),
            get("/artifactory/api/system/ping", "Whether the repository service runs.", ping)
                .accepts_tokens(),
            get(
                "/artifactory/api/v1/system/readiness",
                "Whether the repository service accepts requests.",
                ready,
            )
            .accepts_tokens(),
            get("/mc/api/v4/system/ping", "Whether mission control runs.", ping_mission_control)
                .accepts_tokens(),
        ]
    }

    fn open(&self, opening: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let supervisor = opening.supervisor;
        opened.ports.topology = Some(supervisor.clone());
        let status: Arc<dyn Status> = match opening.remote(RemotePart::Status) {
            Some(remote) => Arc::new(RemoteStatus::new(remote, Arc::new(|| SystemClock.now()))),
            None => supervisor.clone(),
        };
        let accounts = opened.ports.accounts.clone().context("the accounts are opened first")?;
        opened.topics.push(Arc::new(StatusTopic { status: Arc::clone(&status), accounts }));
        opened.ports.status = Some(status);
        Ok(())
    }

    fn health(&self, sources: &HealthSources) -> Vec<(ServiceId, Work)> {
        let (of_repositories, of_metadata) = (sources.clone(), sources.clone());
        let repositories = Work::checked(move || {
            let sources = of_repositories.clone();
            async move {
                let (contents, check) = (sources.contents.clone(), move || {
                    sources.journal().unwrap_or_else(|| sources.root())
                });
                match blocking(check).await {
                    Health::Healthy => contents.health().await,
                    fault => fault,
                }
            }
        });
        let metadata = Work::checked(move || {
            let sources = of_metadata.clone();
            blocking(move || sources.streams())
        });
        vec![(ServiceId::Artifactory, repositories), (ServiceId::Metadata, metadata)]
    }
}

async fn report(state: &AppState) -> Result<Report, ApiError> {
    let report = state.engine.ports().status.report().await;
    report.map_err(|error| ApiError::of_status(&error))
}

/// The report for unauthenticated callers: errors do not reveal the set-up of this server.
async fn public_report(state: &AppState) -> Result<Report, ApiError> {
    report(state)
        .await
        .map_err(|_| ApiError::unavailable("The service does not run at the moment."))
}

/// `GET system/status/ha`: the services by type, each with its nodes.
pub async fn by_type(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<StatusByType>, ApiError> {
    let report = report(&state).await?;
    Ok(Json(status_topic::by_type(report, &*state.engine.ports().accounts).await))
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
    if !is_enabled(&public_report(&state).await?, ServiceId::Mc) {
        return Err(ApiError::not_found("Mission control is not switched on."));
    }
    pong(&state, ServiceId::Mc).await
}

async fn pong(state: &AppState, service: ServiceId) -> Result<&'static str, ApiError> {
    if public_report(state).await?.is_online(service) {
        return Ok("OK");
    }
    Err(ApiError::unavailable("The service does not run at the moment."))
}

/// `GET /artifactory/api/v1/system/readiness`: for load balancers and orchestrators.
pub async fn ready(State(state): State<AppState>) -> Result<Json<Ready>, ApiError> {
    readiness(&state)?;
    if public_report(&state).await?.is_online(ServiceId::Artifactory) {
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
    AdminContext(context): AdminContext,
    PathParams((service_id, node_id)): PathParams<(String, String)>,
) -> Result<Json<RemovedNode>, ApiError> {
    let node = NodeRef { service_id, node_id };
    let removed = state.engine.ports().status.remove(node.clone(), context).await;
    removed.map_err(|error| ApiError::of_status(&error))?;
    Ok(Json(RemovedNode { removed: node }))
}
