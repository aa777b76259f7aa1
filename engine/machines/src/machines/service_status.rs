//! Looking at the status of the services, in one tab, and taking a node out of the topology (STATUS-01, STATUS-02).
//!
//! ```text
//! idle --load--> loading --+--> loaded --ask_removal--> confirming --remove_node--> removing --> loading
//!                          +--> failed --load--> loading        \--keep_node--> loaded
//! ```
//!
//! Whatever becomes of a removal, the status is fetched again after it: only that says what is so.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::call::Call;
use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;
use crate::rules::services::NodeRef;
use crate::rules::status::{NodeRemoved, StatusFetched, StatusSource, StatusSummary};
use crate::sign_in::Notice;

/// Where looking stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ServiceStatusState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nobody has asked.
    Idle {},
    /// It is being fetched.
    Loading {
        /// From where.
        source: StatusSource,
    },
    /// It is there.
    Loaded {
        /// From where it came.
        source: StatusSource,
        /// What it says, in numbers.
        summary: StatusSummary,
    },
    /// It could not be fetched.
    Failed {
        /// From where it was to come.
        source: StatusSource,
        /// Why.
        notice: Notice,
    },
    /// Somebody wants to remove a node and has to say so once more.
    Confirming {
        /// From where the status came.
        source: StatusSource,
        /// What it says, in numbers.
        summary: StatusSummary,
        /// Which node.
        node: NodeRef,
    },
    /// It is being removed.
    Removing {
        /// From where the status came.
        source: StatusSource,
        /// Which node.
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

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ServiceStatusEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The page wants the status, for the first time or anew.
    Load {
        /// From where.
        source: StatusSource,
    },
    /// The nodes have said how they are.
    #[serde(rename = "status.nodes")]
    Nodes(StatusFetched),
    /// The services have.
    #[serde(rename = "status.services")]
    Services(StatusFetched),
    /// Somebody wants to remove a node.
    AskRemoval {
        /// Which.
        node: NodeRef,
    },
    /// Rather not.
    KeepNode {},
    /// Yes.
    RemoveNode {},
    /// It is removed, or not.
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
    /// Fetch it.
    Load {},
    /// Ask before a node is removed.
    AskRemoval {
        /// Which.
        node: NodeRef,
    },
    /// Keep it.
    KeepNode {},
    /// Remove it.
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
            // It is on its way already, unless a licence came between that goes by the other one.
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
            return context.refuse(Rejection::new("node_unknown"));
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
            // Whether it is gone, the status fetched next says; removing it once more could take away a node that has
            // come back (EVT-06).
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
            // The answer to a question that another licence has made meaningless.
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
        // Nothing came of asking, so it is asked again (EVT-06).
        StatusFetched::Interrupted {} => load(source, context),
    }
}

/// The text that says why a node was not removed.
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

    fn admit(proposal: Proposal, stamp: Stamp<'_>) -> Result<Event, Rejection> {
        let facts = stamp.facts.filter(|facts| !facts.user.is_anonymous());
        let facts = facts.ok_or_else(|| Rejection::new("not_signed_in"))?;
        if !facts.user.admin {
            return Err(Rejection::new("not_authorised"));
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
