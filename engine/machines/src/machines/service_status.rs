//! The status of the services in one tab, and removing a node from the topology (STATUS-01, STATUS-02).
//!
//! ```text
//! idle --load--> loading --+--> loaded --ask_removal--> confirming --remove_node--> removing --> loading
//!                          +--> failed --load--> loading        \--keep_node--> loaded
//! ```
//!
//! After a removal the status is always fetched again, because only that shows the actual result.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;
use crate::rules::services::NodeRef;
use crate::rules::status::{NodeRemoved, StatusFetched, StatusSource, StatusSummary};
use crate::sign_in::Notice;

/// The state of the status page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ServiceStatusState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The status has not been requested.
    Idle {},
    /// The status is being fetched.
    Loading {
        /// The source of the status.
        source: StatusSource,
    },
    /// The status is available.
    Loaded {
        /// The source of the status.
        source: StatusSource,
        /// The status in numbers.
        summary: StatusSummary,
    },
    /// The status could not be fetched.
    Failed {
        /// The source of the status.
        source: StatusSource,
        /// The reason.
        notice: Notice,
    },
    /// The user wants to remove a node and has to confirm it.
    Confirming {
        /// The source of the status.
        source: StatusSource,
        /// The status in numbers.
        summary: StatusSummary,
        /// The node to remove.
        node: NodeRef,
    },
    /// The node is being removed.
    Removing {
        /// The source of the status.
        source: StatusSource,
        /// The node to remove.
        node: NodeRef,
    },
}
named!(State {
    Idle = "idle",
    Loading = "loading",
    Loaded = "loaded",
    Failed = "failed",
    Confirming = "confirming",
    Removing = "removing",
});

/// The events of the status page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ServiceStatusEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The page requests the status, for the first time or again.
    Load {
        /// The source of the status.
        source: StatusSource,
    },
    /// The status of the nodes, or why it is not available.
    #[serde(rename = "status.nodes")]
    Nodes(StatusFetched),
    /// The status of the services, or why it is not available.
    #[serde(rename = "status.services")]
    Services(StatusFetched),
    /// The user wants to remove a node.
    AskRemoval {
        /// The node to remove.
        node: NodeRef,
    },
    /// The user does not confirm the removal.
    KeepNode {},
    /// The user confirms the removal.
    RemoveNode {},
    /// The answer to the removal.
    #[serde(rename = "status.remove_node")]
    Removed(NodeRemoved),
}
named!(Event {
    Load = "load",
    Nodes = "status.nodes",
    Services = "status.services",
    AskRemoval = "ask_removal",
    KeepNode = "keep_node",
    RemoveNode = "remove_node",
    Removed = "status.remove_node",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Fetch the status.
    Load {},
    /// Ask to remove a node.
    AskRemoval {
        /// The node to remove.
        node: NodeRef,
    },
    /// Do not confirm the removal.
    KeepNode {},
    /// Confirm the removal.
    RemoveNode {},
}
named!(Proposal {
    Load = "load",
    AskRemoval = "ask_removal",
    KeepNode = "keep_node",
    RemoveNode = "remove_node",
});

/// The service-status machine.
#[derive(Debug, Default)]
pub struct ServiceStatus;

#[state_machine(
    initial = "State::Idle {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl ServiceStatus {
    #[state(superstate = "resting")]
    fn idle() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root", local_storage("source: StatusSource"))]
    fn loading(event: &Event, source: &StatusSource, context: &mut Context) -> Outcome<State> {
        match (event, source) {
            (Event::Nodes(answer), StatusSource::Nodes)
            | (Event::Services(answer), StatusSource::Services) => {
                fetched(*source, answer, context)
            }
            // The status is being fetched, unless the licence has changed to one that uses the other source.
            (Event::Load { source: wanted }, known) => {
                if context.guard("already_loading", wanted == known) {
                    return Handled;
                }
                load(*wanted, context)
            }
            _ => Super,
        }
    }

    #[state(
        superstate = "resting",
        local_storage("source: StatusSource", "summary: StatusSummary")
    )]
    fn loaded(
        event: &Event,
        source: &StatusSource,
        summary: &StatusSummary,
        context: &mut Context,
    ) -> Outcome<State> {
        let Event::AskRemoval { node } = event else { return Super };
        if context.guard("names_nothing", !node.is_well_formed()) {
            return context.refuse(Rejection::new(RejectionCode::NodeUnknown));
        }
        Transition(State::Confirming { source: *source, summary: *summary, node: node.clone() })
    }

    #[state(superstate = "resting", local_storage("source: StatusSource", "notice: Notice"))]
    fn failed() -> Outcome<State> {
        Super
    }

    #[state(
        superstate = "resting",
        local_storage("source: StatusSource", "summary: StatusSummary", "node: NodeRef")
    )]
    fn confirming(
        event: &Event,
        source: &StatusSource,
        summary: &StatusSummary,
        node: &NodeRef,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::KeepNode {} => Transition(State::Loaded { source: *source, summary: *summary }),
            Event::RemoveNode {} => {
                context.call(Call::RemoveNode { node: node.clone() });
                Transition(State::Removing { source: *source, node: node.clone() })
            }
            _ => Super,
        }
    }

    #[state(superstate = "root", local_storage("source: StatusSource", "node: NodeRef"))]
    fn removing(event: &Event, source: &StatusSource, context: &mut Context) -> Outcome<State> {
        let Event::Removed(answer) = event else { return Super };
        match answer {
            NodeRemoved::Removed {} => context.call(Call::notify_info("node_removed")),
            NodeRemoved::Refused { notice } => context.call(Call::notify_error(text_of(notice))),
            // The next status shows whether the node is gone. The removal is not repeated, because that could remove a
            // node that has joined again (EVT-06).
            NodeRemoved::Interrupted {} => {
                context.call(Call::notify_error("node_removal_interrupted"));
            }
        }
        load(*source, context)
    }

    #[superstate(superstate = "root")]
    fn resting(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Load { source } => load(*source, context),
            _ => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            // An answer to a request that a change of the licence has made obsolete.
            Event::Nodes(_) | Event::Services(_) => Handled,
            _ => context.refuse_here(),
        }
    }
}

fn load(source: StatusSource, context: &mut Context) -> Outcome<State> {
    context.call(match source {
        StatusSource::Nodes => Call::NodeStatus {},
        StatusSource::Services => Call::ServiceStatus {},
    });
    Transition(State::Loading { source })
}

fn fetched(source: StatusSource, answer: &StatusFetched, context: &mut Context) -> Outcome<State> {
    match answer {
        StatusFetched::Loaded { value } => Transition(State::Loaded { source, summary: *value }),
        StatusFetched::Refused { notice } => {
            Transition(State::Failed { source, notice: notice.clone() })
        }
        // Fetching has no side effects, so it is repeated (EVT-06).
        StatusFetched::Interrupted {} => load(source, context),
    }
}

/// The key of the text for the reason of a failed removal.
fn text_of(notice: &Notice) -> &'static str {
    match notice.code.as_str() {
        "node_unknown" => "node_unknown",
        "node_removed_already" => "node_removed_already",
        "node_online" => "node_online",
        "not_authorised" => "not_authorised",
        _ => "node_not_removed",
    }
}

impl Machine for ServiceStatus {
    const NAME: &'static str = "service_status";
    const SCOPE: Scope = Scope::Tab;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(ServiceStatus);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        let facts = admission.facts.filter(|facts| !facts.user.is_anonymous());
        let facts = facts.ok_or_else(|| Rejection::new(RejectionCode::NotSignedIn))?;
        if !facts.user.admin {
            return Err(Rejection::new(RejectionCode::NotAuthorised));
        }
        Ok(match proposal {
            Proposal::Load {} => Event::Load { source: StatusSource::of(facts.licence) },
            Proposal::AskRemoval { node } => Event::AskRemoval { node },
            Proposal::KeepNode {} => Event::KeepNode {},
            Proposal::RemoveNode {} => Event::RemoveNode {},
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        match call {
            Call::NodeStatus {} => Some(Event::Nodes(StatusFetched::Interrupted {})),
            Call::ServiceStatus {} => Some(Event::Services(StatusFetched::Interrupted {})),
            Call::RemoveNode { .. } => Some(Event::Removed(NodeRemoved::Interrupted {})),
            _ => None,
        }
    }

    fn examples() -> Vec<Event> {
        let node =
            |node_id: &str| NodeRef { service_id: "jfin@01h".into(), node_id: node_id.into() };
        let refused = |code| Notice::new(code, "");
        let answers = [
            StatusFetched::Loaded { value: StatusSummary::default() },
            StatusFetched::Refused { notice: refused("unavailable") },
            StatusFetched::Interrupted {},
        ];
        let removals = [
            NodeRemoved::Removed {},
            NodeRemoved::Refused { notice: refused("node_removed_already") },
            NodeRemoved::Refused { notice: refused("unavailable") },
            NodeRemoved::Interrupted {},
        ];
        let mut events = vec![
            Event::Load { source: StatusSource::Nodes },
            Event::Load { source: StatusSource::Services },
            Event::AskRemoval { node: node("n1") },
            Event::AskRemoval { node: node("../n1") },
            Event::KeepNode {},
            Event::RemoveNode {},
        ];
        events.extend(answers.iter().cloned().map(Event::Nodes));
        events.extend(answers.into_iter().map(Event::Services));
        events.extend(removals.map(Event::Removed));
        events
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Idle {} => name.to_owned(),
            State::Loading { source }
            | State::Loaded { source, .. }
            | State::Failed { source, .. }
            | State::Confirming { source, .. }
            | State::Removing { source, .. } => format!("{name} {source:?}"),
        }
    }
}
