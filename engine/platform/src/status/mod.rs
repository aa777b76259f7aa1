//! The status service: which nodes of which services there are, how they are, and taking one out of the topology
//! (STATUS-01, STATUS-02, DET-08).
//!
//! Who belongs to the topology is recorded: it stands on the platform journal, a stream a node. How somebody is, is
//! telemetry: heartbeats and their counters are in memory only, and are never journaled.

mod health;
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
pub use ids::{is_service_id, service_id};
pub use pulse::Pulse;
pub use report::{MicroService, NodeReport, NodeStatus, Report, Run};
pub use supervisor::{Instance, Order, Rhythm, Supervisor, SupervisorOptions};

use crate::remote::RemoteError;
use crate::streams::{Act, StreamError};

/// Whoever has not beaten for this long is Offline: two heartbeats may be lost.
pub const OFFLINE_AFTER_MS: i64 = 15_000;
/// Whoever has not beaten for this long deserves a warning.
pub const OVERDUE_AFTER_MS: i64 = 300_000;

/// An answer as it will be.
pub type StatusAnswer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StatusError>> + Send + 'a>>;

/// The port. Calls are independent of each other and may run at once.
pub trait Status: Send + Sync + 'static {
    /// Every node, as it is now.
    fn report(&self) -> StatusAnswer<'_, Report>;

    /// Takes a node that does not beat out of the topology. Of two who do so at once, one is told that it is gone.
    fn remove(&self, node: NodeRef, act: Act) -> StatusAnswer<'_, ()>;

    /// Counts up with every heartbeat and every change.
    fn changes(&self) -> watch::Receiver<u64>;
}

/// Why a call gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StatusError {
    /// No such node was ever part of the topology.
    #[error("there is no such node: look at the status of the services for those that there are")]
    Unknown,
    /// It was removed before.
    #[error("this node has been removed already")]
    RemovedAlready,
    /// It beats.
    #[error("this node is Online: only a node that has stopped can be removed")]
    Online,
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The service could not be asked.
    #[error("the status service does not answer; try again later")]
    Unreachable,
    /// The other platform gave no answer.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// A part of the service stopped, which is a defect.
    #[error("the status service failed: {0}")]
    Defect(&'static str),
}

impl StatusError {
    /// Names it for programs.
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
