//! The status of services: where it is fetched from, and the answers (STATUS-01).

use serde::{Deserialize, Serialize};

use crate::rules::licence::Licence;
use crate::sign_in::Notice;

/// The source of the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StatusSource {
    /// The status of the nodes, for licences that permit several of them.
    Nodes,
    /// The status of the services.
    Services,
}

impl StatusSource {
    /// High-availability licences use the nodes, all others the services.
    pub const fn of(licence: Licence) -> Self {
        if licence.is_high_availability() { Self::Nodes } else { Self::Services }
    }
}

/// A status in numbers. The full status is sent over HTTP and as a topic of the socket, and is never recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StatusSummary {
    /// The number of nodes.
    pub nodes: u32,
    /// The number of nodes without a current heartbeat.
    pub offline: u32,
    /// The number of nodes that have a heartbeat but report a problem.
    pub unhealthy: u32,
}

/// The answer to `status.nodes` and `status.services`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum StatusFetched {
    /// The status was fetched.
    Loaded {
        /// The status in numbers.
        value: StatusSummary,
    },
    /// The status could not be fetched.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The answer to `status.remove_node`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum NodeRemoved {
    /// The node has been removed from the topology.
    Removed {},
    /// The node was not removed.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}
