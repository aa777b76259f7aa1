//! A node of a service, in a stream of its own: whether it counts as part of the topology (STATUS-02).
//!
//! ```text
//! unknown --join--> member --remove--> removed --join--> member
//! ```
//!
//! That it beats is telemetry and no event: only who belongs to the topology is recorded, and who took it away.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;
use crate::rules::services::{NodeRef, ServiceId};
use crate::secret::PersonId;
use crate::time::Timestamp;

/// Where a node stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "NodeState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// It was never heard of.
    Unknown {},
    /// It is part of the topology.
    Member {
        /// The service.
        service: ServiceId,
        /// Which one.
        node: NodeRef,
        /// Since when.
        since: Timestamp,
    },
    /// It was taken out of the topology.
    Removed {
        /// The service.
        service: ServiceId,
        /// Which one it was.
        node: NodeRef,
        /// When.
        at: Timestamp,
        /// By whom; the server itself when this is empty.
        by: Option<PersonId>,
    },
}
named!(State { Unknown = "unknown", Member = "member", Removed = "removed" });

/// What happens to a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "NodeEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Its first heartbeat, or the first one after it was removed.
    Join {
        /// The service.
        service: ServiceId,
        /// Which one.
        node: NodeRef,
    },
    /// It is taken out of the topology.
    Remove {
        /// By whom.
        by: Option<PersonId>,
    },
}
named!(Event { Join = "join", Remove = "remove" });

/// A tab proposes nothing here: nodes join by themselves and are removed by the status service.
pub type Proposal = super::session::Proposal;

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
            Event::Remove { .. } => context.refuse(Rejection::new("node_unknown")),
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
            Event::Join { .. } => context.refuse(Rejection::new("node_is_there")),
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
            Event::Remove { .. } => context.refuse(Rejection::new("node_removed_already")),
            Event::Join { .. } => Super,
        }
    }

    #[superstate(superstate = "root")]
    fn outside(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Join { service, node } = event else { return Super };
        if context.guard("names_nothing", !node.is_well_formed()) {
            return context.refuse(Rejection::new("node_unknown"));
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
    const SCOPE: Scope = Scope::Installation;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Node);

    fn admit(proposal: Proposal, _: Stamp<'_>) -> Result<Event, Rejection> {
        match proposal {}
    }

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
