//! The members of the topology: one stream per node in the platform journal, and a view of them in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_journal::Journal;
use waybill_machines::machines::node::{Event, State};
use waybill_machines::rules::services::{NodeRef, ServiceId};
use waybill_machines::{AnyState, MachineName, RejectionCode};

use super::StatusError;
use crate::streams::{ChangeContext, Command, Outcome, StreamError, Streams};
use waybill_stream::Who;

/// Prefix of the streams of nodes.
const PREFIX: &str = "node/";

/// The nodes that are members, and those that were removed.
pub(super) struct Membership {
    streams: Streams,
    known: Mutex<BTreeMap<NodeRef, (ServiceId, bool)>>,
}

impl Membership {
    /// Reads the nodes from the journal. Blocks on the disk; for the start.
    pub(super) fn open(journal: Arc<dyn Journal>) -> Result<Self, StreamError> {
        let streams = Streams::new(journal);
        let mut known = BTreeMap::new();
        for name in streams.names(PREFIX) {
            match streams.state(&name, MachineName::Node)? {
                AnyState::Node(State::Member { service, node, .. }) => {
                    known.insert(node, (service, true));
                }
                AnyState::Node(State::Removed { service, node, .. }) => {
                    known.insert(node, (service, false));
                }
                _ => {}
            }
        }
        Ok(Self { streams, known: Mutex::new(known) })
    }

    /// The members.
    pub(super) fn members(&self) -> Vec<(NodeRef, ServiceId)> {
        let known = self.known();
        let members = known.iter().filter(|(_, (_, belongs))| *belongs);
        members.map(|(node, (service, _))| (node.clone(), *service)).collect()
    }

    /// Whether a node is a member.
    pub(super) fn has(&self, node: &NodeRef) -> bool {
        self.known().get(node).is_some_and(|(_, belongs)| *belongs)
    }

    /// Whether a node was removed, and has not joined again.
    pub(super) fn is_removed(&self, node: &NodeRef) -> bool {
        self.known().get(node).is_some_and(|(_, belongs)| !*belongs)
    }

    /// Adds nodes. Those that cannot be recorded are tried again with the next heartbeat.
    pub(super) async fn join(
        &self,
        nodes: &[(NodeRef, ServiceId)],
        context: &ChangeContext,
    ) -> Result<(), StatusError> {
        let absent = nodes.iter().filter(|(node, _)| !self.has(node));
        let commands: Vec<Command> = absent
            .map(|(node, service)| {
                Command::new(stream(node), Event::Join { service: *service, node: node.clone() })
            })
            .collect();
        if commands.is_empty() {
            return Ok(());
        }
        let outcomes = self.streams.submit_all(&commands, context).await?;
        if outcomes.iter().all(Result::is_ok) {
            let mut known = self.known();
            known.extend(nodes.iter().map(|(node, service)| (node.clone(), (*service, true))));
            return Ok(());
        }
        Err(StatusError::Defect("a node could not join"))
    }

    /// Removes a node. The record names the user who did it.
    pub(super) async fn remove(
        &self,
        node: &NodeRef,
        context: &ChangeContext,
    ) -> Result<(), StatusError> {
        // The id of an unknown node must not become the name of a stream.
        if !node.is_well_formed() || !self.known().contains_key(node) {
            return Err(StatusError::Unknown);
        }
        let by = match &context.who {
            Who::Person(person) => Some(person.clone()),
            Who::Anonymous | Who::System => None,
        };
        let command = Command::new(stream(node), Event::Remove { by });
        let outcome: Outcome = self.streams.submit(command, context).await?;
        match outcome {
            Ok(_) => {
                if let Some((_, belongs)) = self.known().get_mut(node) {
                    *belongs = false;
                }
                Ok(())
            }
            Err(refused) => Err(match refused.rejection.code {
                RejectionCode::NodeRemovedAlready => StatusError::RemovedAlready,
                _ => StatusError::Unknown,
            }),
        }
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<NodeRef, (ServiceId, bool)>> {
        // Each change is a single write, so the map is consistent even after a panic.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stream of a node. Stream names have no `@`.
fn stream(node: &NodeRef) -> String {
    format!("{PREFIX}{}/{}", node.service_id.replace('@', "."), node.node_id)
}
