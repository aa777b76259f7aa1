//! How the services are.

use std::collections::BTreeMap;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::services::{NodeRef, ServiceId, ServiceType};
use waybill_platform::status::{NodeReport, Report};

/// The services by type, each with its nodes: over HTTP and as a topic of the socket.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StatusByType {
    /// The moment.
    pub at: Timestamp,
    /// The node that answers.
    pub node_id: String,
    /// The types that there are services of.
    pub services: BTreeMap<ServiceType, TypeNodes>,
}

/// The nodes of a type.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TypeNodes {
    /// In the order of the services.
    pub nodes: Vec<NodeReport>,
}

impl From<Report> for StatusByType {
    fn from(Report { at, node_id, nodes }: Report) -> Self {
        let mut services: BTreeMap<ServiceType, TypeNodes> = BTreeMap::new();
        for node in nodes {
            services.entry(node.service_type).or_default().nodes.push(node);
        }
        Self { at, node_id, services }
    }
}

/// An entry of the simple status (DET-08).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StatusEntry {
    /// The service.
    pub service: ServiceId,
    /// Its id.
    pub service_id: String,
    /// The node that it runs on.
    pub node_id: String,
    /// `HEALTHY` or `UNHEALTHY`.
    pub state: &'static str,
    /// What there is to say of it.
    pub message: String,
}

impl From<&NodeReport> for StatusEntry {
    fn from(report: &NodeReport) -> Self {
        let NodeRef { service_id, node_id } = report.node.clone();
        let (service, state, message) = (report.service, report.state, report.message.clone());
        Self { service, service_id, node_id, state, message }
    }
}

/// Whether anything runs on a node.
#[derive(Debug, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum NodeActivity {
    /// Something beats.
    Running,
    /// Nothing does.
    Offline,
}

impl NodeActivity {
    /// A node runs as long as anything on it beats.
    pub fn of<'a>(mut nodes: impl Iterator<Item = &'a NodeReport>) -> Self {
        if nodes.any(NodeReport::is_online) { Self::Running } else { Self::Offline }
    }
}

/// A node that services run on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NodeStatusEntry {
    /// The node.
    pub name: String,
    /// Whether anything runs on it.
    pub state: NodeActivity,
    /// The services.
    pub services: Vec<StatusEntry>,
}

/// How the services are, as the entrance to them tells it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TopologyHealth {
    /// The entrance itself.
    pub router: Option<RouterHealth>,
    /// All others.
    pub services: Vec<StatusEntry>,
}

/// How the entrance is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RouterHealth {
    /// The node that it runs on.
    pub node_id: String,
    /// `HEALTHY` or `UNHEALTHY`.
    pub state: &'static str,
    /// What there is to say of it.
    pub message: String,
}

/// The nodes of the repository service.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RepositoryNodes {
    /// The full list.
    pub nodes: Vec<RepositoryNode>,
}

/// One of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RepositoryNode {
    /// The node.
    pub id: String,
    /// Whether it runs.
    pub state: NodeActivity,
}

/// A service takes requests.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Ready {
    /// `OK`.
    pub code: &'static str,
}

/// Whether a service is part of the installation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServiceEnabled {
    /// Whether it is enabled.
    pub enabled: bool,
}

/// A node was taken out of the topology.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RemovedNode {
    /// Which one.
    pub removed: NodeRef,
}
