//! What is asked of the status of services, and what comes back (STATUS-01).

use serde::{Deserialize, Serialize};

use crate::rules::licence::Licence;
use crate::sign_in::Notice;

/// Which of the two is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StatusSource {
    /// The status of nodes, for licences that allow several of them.
    Nodes,
    /// The status of services.
    Services,
}

impl StatusSource {
    /// Licence types for high availability go by the nodes, all others by the services.
    pub const fn of(licence: Licence) -> Self {
        if licence.is_high_availability() { Self::Nodes } else { Self::Services }
    }
}

/// A status in numbers. The status itself travels by HTTP and as a topic of the socket, and is never recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StatusSummary {
    /// How many nodes of services there are.
    pub nodes: u32,
    /// How many of them do not beat.
    pub offline: u32,
    /// How many beat and say that something is wrong.
    pub unhealthy: u32,
}

/// The answer to `status.nodes` and `status.services`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum StatusFetched {
    /// There it is.
    Loaded {
        /// In numbers.
        value: StatusSummary,
    },
    /// It cannot be told.
    Refused {
        /// Why.
        notice: Notice,
    },
    /// The server stopped before it could say.
    Interrupted {},
}

/// The answer to `status.remove_node`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum NodeRemoved {
    /// It is not part of the topology any more.
    Removed {},
    /// It is not removed.
    Refused {
        /// Why.
        notice: Notice,
    },
    /// The server stopped before it could say.
    Interrupted {},
}
