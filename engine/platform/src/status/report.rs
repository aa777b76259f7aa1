//! How the services are, as it is told: what HTTP, the socket and the machine's numbers are made of.

use std::borrow::Cow;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::services::{NodeRef, ServiceId, ServiceType};
use waybill_machines::rules::status::StatusSummary;
use waybill_machines::rules::uptime::Uptime;
use waybill_machines::rules::versions::Version;

/// Whether a node beats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum NodeStatus {
    /// It does.
    Online,
    /// It does not.
    Offline,
}

/// What a service's task is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ServiceRun"),
    schemars(rename = "ServiceRun")
)]
#[serde(rename_all = "snake_case")]
pub enum Run {
    /// It has begun, and has not beaten yet.
    Starting,
    /// It runs.
    Running,
    /// It was stopped.
    Stopped,
    /// It crashed, and starts again in a moment.
    Crashed,
    /// This process does not run it.
    Elsewhere,
}

/// A task within a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MicroService {
    /// Its name.
    pub name: String,
    /// When it last beat.
    pub last_heartbeat: Option<Timestamp>,
    /// For how long it has been running.
    pub uptime: Uptime,
    /// The same in English.
    pub uptime_text: String,
}

/// One node of one service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NodeReport {
    /// The service.
    pub service: ServiceId,
    /// What it is to people.
    #[serde(rename = "type")]
    pub service_type: ServiceType,
    /// Which one, on which node.
    #[serde(flatten)]
    pub node: NodeRef,
    /// Its version, where it runs here.
    pub version: Option<Version>,
    /// Whether it beats.
    pub status: NodeStatus,
    /// What its task is doing.
    pub run: Run,
    /// `HEALTHY` or `UNHEALTHY`.
    pub state: &'static str,
    /// Names what there is to say of it: `fine`, `no_work_yet`, `stopped`, `journal_read_only` ...
    pub code: Cow<'static, str>,
    /// The same as a sentence; empty when there is nothing to say.
    pub message: String,
    /// When it last beat since the server started.
    pub last_heartbeat: Option<Timestamp>,
    /// It has not beaten for five minutes.
    pub overdue: bool,
    /// For how long it has been running.
    pub uptime: Uptime,
    /// The same in English.
    pub uptime_text: String,
    /// How often it crashed and started again since the server started.
    pub restarts: u32,
    /// The tasks in it.
    pub micro_services: Vec<MicroService>,
}

impl NodeReport {
    /// Whether it beats.
    pub fn is_online(&self) -> bool {
        self.status == NodeStatus::Online
    }
}

/// Every node as it is at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The moment.
    pub at: Timestamp,
    /// The node that answers.
    pub node_id: String,
    /// The nodes, in the order of the services.
    pub nodes: Vec<NodeReport>,
}

impl Report {
    /// In numbers.
    pub fn summary(&self) -> StatusSummary {
        let count = |wanted: fn(&NodeReport) -> bool| {
            let nodes = self.nodes.iter().filter(|node| wanted(node)).count();
            u32::try_from(nodes).unwrap_or(u32::MAX)
        };
        StatusSummary {
            nodes: count(|_| true),
            offline: count(|node| !node.is_online()),
            unhealthy: count(|node| node.is_online() && node.state != "HEALTHY"),
        }
    }

    /// Whether a service is there and beats on some node.
    pub fn is_online(&self, service: ServiceId) -> bool {
        self.nodes.iter().any(|node| node.service == service && node.is_online())
    }
}
