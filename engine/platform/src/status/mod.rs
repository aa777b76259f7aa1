//! The status service: the nodes of the services, their health, and removing a node from the topology (STATUS-01,
//! STATUS-02, DET-08).
//!
//! Membership in the topology is recorded in the platform journal, one stream per node. Health is telemetry: heartbeats
//! and their counters are in memory only, and are never journaled.

mod health;
mod history;
mod ids;
mod membership;
mod pulse;
mod report;
mod supervisor;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::pin::Pin;

use tokio::sync::watch;
use waybill_machines::rules::services::NodeRef;

pub use health::{Health, Work};
pub use history::{Incident, UptimeHistory};
pub use ids::{is_service_id, service_id};
pub use pulse::Pulse;
pub use report::{MicroService, NodeHealth, NodeReport, NodeStatus, RemovedNode, Report, Run};
pub use supervisor::{Instance, Order, Supervisor, SupervisorOptions, Timing};

use crate::remote::RemoteError;
use crate::streams::{ChangeContext, StreamError};

/// A node without a heartbeat for this long is offline: two heartbeats may be lost.
pub const OFFLINE_AFTER_MS: i64 = 15_000;
/// A node without a heartbeat for this long is overdue, and is shown with a warning.
pub const OVERDUE_AFTER_MS: i64 = 300_000;

/// The future answer of a call.
pub type StatusAnswer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StatusError>> + Send + 'a>>;

/// The port. Calls are independent of each other and may run concurrently.
pub trait Status: Send + Sync + 'static {
    /// The current state of every node.
    fn report(&self) -> StatusAnswer<'_, Report>;

    /// Removes a node without heartbeats from the topology. Of two concurrent removals one is rejected.
    fn remove(&self, node: NodeRef, context: ChangeContext) -> StatusAnswer<'_, ()>;

    /// Is incremented with every heartbeat and every change.
    fn changes(&self) -> watch::Receiver<u64>;
}

/// Why a call has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StatusError {
    /// The node was never part of the topology.
    #[error("there is no such node: look at the status of the services for those that there are")]
    Unknown,
    /// It was removed before.
    #[error("this node has been removed already")]
    RemovedAlready,
    /// It still sends heartbeats.
    #[error("this node is Online: only a node that has stopped can be removed")]
    Online,
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The service could not be reached.
    #[error("the status service does not answer; try again later")]
    Unreachable,
    /// The call of the other platform failed.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// A part of the service stopped, which is a bug.
    #[error("the status service failed: {0}")]
    Defect(&'static str),
}

impl StatusError {
    /// The machine-readable code of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "node_unknown",
            Self::RemovedAlready => "node_removed_already",
            Self::Online => "node_online",
            Self::Stream(_) | Self::Unreachable | Self::Remote(_) | Self::Defect(_) => {
                "unavailable"
            }
        }
    }
}
