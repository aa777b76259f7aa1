//! The report on the services, from which the HTTP response, the socket topic and the machine's summary are derived.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::services::{NodeRef, ServiceId, ServiceType};
use waybill_machines::rules::status::StatusSummary;
use waybill_machines::rules::uptime::Uptime;
use waybill_machines::rules::versions::Version;
use waybill_machines::secret::PersonId;

use super::history::{Incident, UptimeHistory};

/// Whether a node sends heartbeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum NodeStatus {
    /// Its last heartbeat is recent.
    Online,
    /// Its heartbeats have stopped, or none has arrived yet.
    Offline,
}

/// The state of a service's task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ServiceRun"),
    schemars(rename = "ServiceRun")
)]
#[serde(rename_all = "snake_case")]
pub enum Run {
    /// It has started, but has not sent a heartbeat yet.
    Starting,
    /// It runs.
    Running,
    /// It was stopped.
    Stopped,
    /// It crashed, and is about to be restarted.
    Crashed,
    /// This process does not run it.
    Elsewhere,
}

/// Whether a node works as it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NodeHealth {
    /// It does.
    Healthy,
    /// It does not, or another platform reports what this one does not know.
    #[serde(other)]
    Unhealthy,
}

impl NodeHealth {
    /// The health of a node that works, or does not.
    pub const fn of(is_healthy: bool) -> Self {
        if is_healthy { Self::Healthy } else { Self::Unhealthy }
    }
}

/// A task within a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MicroService {
    /// Its name.
    pub name: String,
    /// The time of its last heartbeat.
    pub last_heartbeat: Option<Timestamp>,
    /// How long it has been running.
    pub uptime: Uptime,
    /// The same as an English text.
    pub uptime_text: String,
}

/// One node of one service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NodeReport {
    /// The service.
    pub service: ServiceId,
    /// Its type, for display.
    #[serde(rename = "type")]
    pub service_type: ServiceType,
    /// The service and the node.
    #[serde(flatten)]
    pub node: NodeRef,
    /// Its version; `None` if it does not run in this process.
    pub version: Option<Version>,
    /// Whether it sends heartbeats.
    pub status: NodeStatus,
    /// The state of its task.
    pub run: Run,
    /// Whether it works as it should.
    pub state: NodeHealth,
    /// A machine-readable code: `fine`, `no_work_yet`, `stopped`, `journal_read_only` ...
    pub code: Cow<'static, str>,
    /// The same as a sentence; empty when there is nothing to report.
    pub message: String,
    /// The time of its last heartbeat since the server started.
    pub last_heartbeat: Option<Timestamp>,
    /// Whether it has not sent a heartbeat for five minutes.
    pub overdue: bool,
    /// How long it has been running.
    pub uptime: Uptime,
    /// The same as an English text.
    pub uptime_text: String,
    /// How often it crashed and was restarted since the server started.
    pub restarts: u32,
    /// Its tasks.
    pub micro_services: Vec<MicroService>,
    /// The last hours, as far as this server has observed them; none for a node that it does not run.
    pub uptime_history: Option<UptimeHistory>,
    /// When it was offline last, since the server started.
    pub last_incident: Option<Incident>,
}

/// A node that was removed from the topology, and has not sent a heartbeat since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RemovedMember"),
    schemars(rename = "RemovedMember")
)]
pub struct RemovedNode {
    /// The service.
    pub service: ServiceId,
    /// The service and the node.
    #[serde(flatten)]
    pub node: NodeRef,
    /// When it was removed.
    pub at: Timestamp,
    /// The user who removed it; none if the server did.
    pub by: Option<PersonId>,
}

impl NodeReport {
    /// Whether it sends heartbeats.
    pub fn is_online(&self) -> bool {
        self.status == NodeStatus::Online
    }
}

/// The state of every node at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The time of the report.
    pub at: Timestamp,
    /// The node that responds.
    pub node_id: String,
    /// The nodes, in the order of the services.
    pub nodes: Vec<NodeReport>,
    /// The nodes that were removed, the last one first.
    pub removed: Vec<RemovedNode>,
}

impl Report {
    /// The numbers of nodes by state.
    pub fn summary(&self) -> StatusSummary {
        let count = |wanted: fn(&NodeReport) -> bool| {
            let nodes = self.nodes.iter().filter(|node| wanted(node)).count();
            u32::try_from(nodes).unwrap_or(u32::MAX)
        };
        StatusSummary {
            nodes: count(|_| true),
            offline: count(|node| !node.is_online()),
            unhealthy: count(|node| node.is_online() && node.state != NodeHealth::Healthy),
        }
    }

    /// Whether a service is online on some node.
    pub fn is_online(&self, service: ServiceId) -> bool {
        self.nodes.iter().any(|node| node.service == service && node.is_online())
    }
}
