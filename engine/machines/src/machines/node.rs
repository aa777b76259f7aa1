//! A node of a service, in a stream of its own: whether it is part of the topology (STATUS-02).
//!
//! ```text
//! unknown --join--> member --remove--> removed --join--> member
//! ```
//!
//! Heartbeats are telemetry and not events: only joins and removals are recorded, with the user who removed a node.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::services::{NodeRef, ServiceId};
use crate::secret::PersonId;
use crate::time::Timestamp;

/// The state of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "NodeState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The node has never sent a heartbeat.
    Unknown {},
    /// The node is part of the topology.
    Member {
        /// The service that runs on the node.
        service: ServiceId,
        /// The reference of the node.
        node: NodeRef,
        /// When the node joined.
        since: Timestamp,
    },
    /// The node was removed from the topology.
    Removed {
        /// The service that ran on the node.
        service: ServiceId,
        /// The reference of the node.
        node: NodeRef,
        /// When the node was removed.
        at: Timestamp,
        /// The user who removed it; none if the server did.
        by: Option<PersonId>,
    },
}
named!(State { Unknown = "unknown", Member = "member", Removed = "removed" });

/// The events of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "NodeEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The first heartbeat, or the first one after a removal.
    Join {
        /// The service that runs on the node.
        service: ServiceId,
        /// The reference of the node.
        node: NodeRef,
    },
    /// The node is removed from the topology.
    Remove {
        /// The user who removes it; none for the server.
        by: Option<PersonId>,
    },
}
named!(Event { Join = "join", Remove = "remove" });

/// The node machine.
#[derive(Debug, Default)]
pub struct Node;

#[state_machine(
    initial = "State::Unknown {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Node {
    #[state(superstate = "outside")]
    fn unknown(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Remove { .. } => context.refuse(Rejection::new(RejectionCode::NodeUnknown)),
            Event::Join { .. } => Super,
        }
    }

    #[state(
        superstate = "root",
        local_storage("service: ServiceId", "node: NodeRef", "since: Timestamp")
    )]
    fn member(
        event: &Event,
        service: &ServiceId,
        node: &NodeRef,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Remove { by } => Transition(State::Removed {
                service: *service,
                node: node.clone(),
                at: context.at,
                by: by.clone(),
            }),
            Event::Join { .. } => context.refuse(Rejection::new(RejectionCode::NodeIsThere)),
        }
    }

    #[state(
        superstate = "outside",
        local_storage(
            "service: ServiceId",
            "node: NodeRef",
            "at: Timestamp",
            "by: Option<PersonId>"
        )
    )]
    fn removed(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Remove { .. } => {
                context.refuse(Rejection::new(RejectionCode::NodeRemovedAlready))
            }
            Event::Join { .. } => Super,
        }
    }

    #[superstate(superstate = "root")]
    fn outside(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Join { service, node } = event else { return Super };
        if context.guard("names_nothing", !node.is_well_formed()) {
            return context.refuse(Rejection::new(RejectionCode::NodeUnknown));
        }
        Transition(State::Member { service: *service, node: node.clone(), since: context.at })
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for Node {
    const NAME: &'static str = "node";

    // Nodes join by their heartbeats and are removed by the status service.
    crate::installation_machine!(Node);

    fn examples() -> Vec<Event> {
        let join = |node_id: &str| Event::Join {
            service: ServiceId::Insight,
            node: NodeRef { service_id: "jfin@01h".into(), node_id: node_id.into() },
        };
        vec![
            join("n1"),
            join("../n1"),
            Event::Remove { by: Some(PersonId("p_ann".into())) },
            Event::Remove { by: None },
        ]
    }
}
