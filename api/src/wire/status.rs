//! The status of the services.

use std::collections::BTreeMap;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::services::{NodeRef, ServiceId, ServiceType};
use waybill_platform::status::{NodeHealth, NodeReport, RemovedNode as RemovedMember, Report};

use super::Names;

/// The services by type, each with its nodes; over HTTP and as a topic of the socket.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StatusByType {
    /// When the report was made.
    pub at: Timestamp,
    /// The node that answers.
    pub node_id: String,
    /// The types of the services in the installation.
    pub services: BTreeMap<ServiceType, TypeNodes>,
    /// The nodes that were removed from the topology, the last one first.
    pub removed: Vec<RemovedMember>,
    /// The names of the users who removed them; null for those whose data was erased.
    pub names: Names,
}

/// The nodes of a service type.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TypeNodes {
    /// The nodes, in the order of the services.
    pub nodes: Vec<NodeReport>,
}

impl StatusByType {
    /// The report by type. `names` are the users that it refers to.
    pub fn new(report: Report, names: Names) -> Self {
        let Report { at, node_id, nodes, removed } = report;
        let mut services: BTreeMap<ServiceType, TypeNodes> = BTreeMap::new();
        for node in nodes {
            services.entry(node.service_type).or_default().nodes.push(node);
        }
        Self { at, node_id, services, removed, names }
    }
}

/// An entry of the simple status (DET-08).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StatusEntry {
    /// The service.
    pub service: ServiceId,
    /// The id of this instance of the service.
    pub service_id: String,
    /// The node that it runs on.
    pub node_id: String,
    /// Whether it works as it should.
    pub state: NodeHealth,
    /// A status message.
    pub message: String,
}

impl From<&NodeReport> for StatusEntry {
    fn from(report: &NodeReport) -> Self {
        let NodeRef { service_id, node_id } = report.node.clone();
        let (service, state, message) = (report.service, report.state, report.message.clone());
        Self { service, service_id, node_id, state, message }
    }
}

/// Whether a node is active.
#[derive(Debug, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum NodeActivity {
    /// At least one service on the node sends heartbeats.
    Running,
    /// No service on the node sends heartbeats.
    Offline,
}

impl NodeActivity {
    /// The activity of a node with these services.
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
    /// Whether the node is active.
    pub state: NodeActivity,
    /// The services on the node.
    pub services: Vec<StatusEntry>,
}

/// The health of the services as reported by the router.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TopologyHealth {
    /// The router itself.
    pub router: Option<RouterHealth>,
    /// All other services.
    pub services: Vec<StatusEntry>,
}

/// The health of the router.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RouterHealth {
    /// The node that it runs on.
    pub node_id: String,
    /// Whether it works as it should.
    pub state: NodeHealth,
    /// A status message.
    pub message: String,
}

/// The nodes of the repository service.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RepositoryNodes {
    /// The full list.
    pub nodes: Vec<RepositoryNode>,
}

/// A node of the repository service.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RepositoryNode {
    /// The node id.
    pub id: String,
    /// Whether it is active.
    pub state: NodeActivity,
}

/// The service accepts requests.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Ready {
    /// Always `OK`.
    pub code: &'static str,
}

/// Whether a service is part of the installation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServiceEnabled {
    /// Whether it is enabled.
    pub enabled: bool,
}

/// A node was removed from the topology.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RemovedNode {
    /// The removed node.
    pub removed: NodeRef,
}
