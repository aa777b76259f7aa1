//! The members of the topology: one stream per node in the platform journal, and a view of them in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_journal::Journal;
use waybill_machines::machines::node::{Event, State};
use waybill_machines::rules::services::{NodeRef, ServiceId};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyState, MachineName, RejectionCode, Timestamp};

use super::{RemovedNode, StatusError};
use crate::streams::{ChangeContext, Command, Outcome, StreamError, Streams};

/// Prefix of the streams of nodes.
const PREFIX: &str = "node/";

/// The nodes that are members, and those that were removed.
pub(super) struct Membership {
    streams: Streams,
    known: Mutex<BTreeMap<NodeRef, Known>>,
}

struct Known {
    service: ServiceId,
    /// None for a member.
    removal: Option<Removal>,
}

struct Removal {
    at: Timestamp,
    by: Option<PersonId>,
}

impl Known {
    const fn member(service: ServiceId) -> Self {
        Self { service, removal: None }
    }

    const fn belongs(&self) -> bool {
        self.removal.is_none()
    }
}

impl Membership {
    /// Reads the nodes from the journal. Blocks on the disk; for the start.
    pub(super) fn open(journal: Arc<dyn Journal>) -> Result<Self, StreamError> {
        let streams = Streams::new(journal);
        let mut known = BTreeMap::new();
        for name in streams.names(PREFIX) {
            match streams.state(&name, MachineName::Node)? {
                AnyState::Node(State::Member { service, node, .. }) => {
                    known.insert(node, Known::member(service));
                }
                AnyState::Node(State::Removed { service, node, at, by }) => {
                    known.insert(node, Known { service, removal: Some(Removal { at, by }) });
                }
                _ => {}
            }
        }
        Ok(Self { streams, known: Mutex::new(known) })
    }

    /// The members.
    pub(super) fn members(&self) -> Vec<(NodeRef, ServiceId)> {
        let known = self.known();
        let members = known.iter().filter(|(_, known)| known.belongs());
        members.map(|(node, known)| (node.clone(), known.service)).collect()
    }

    /// The nodes that were removed, the last one first: so many at most.
    pub(super) fn removed(&self, most: usize) -> Vec<RemovedNode> {
        let known = self.known();
        let removed = known.iter().filter_map(|(node, known)| {
            let Removal { at, by } = known.removal.as_ref()?;
            Some(RemovedNode {
                service: known.service,
                node: node.clone(),
                at: *at,
                by: by.clone(),
            })
        });
        let mut removed: Vec<_> = removed.collect();
        removed.sort_by_key(|node| std::cmp::Reverse(node.at));
        removed.truncate(most);
        removed
    }

    /// Whether a node is a member.
    pub(super) fn has(&self, node: &NodeRef) -> bool {
        self.known().get(node).is_some_and(Known::belongs)
    }

    /// Whether a node was removed, and has not joined again.
    pub(super) fn is_removed(&self, node: &NodeRef) -> bool {
        self.known().get(node).is_some_and(|known| !known.belongs())
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
            let members =
                nodes.iter().map(|(node, service)| (node.clone(), Known::member(*service)));
            known.extend(members);
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
        let by = context.who.person().cloned();
        let command = Command::new(stream(node), Event::Remove { by: by.clone() });
        let outcome: Outcome = self.streams.submit(command, context).await?;
        match outcome {
            Ok(_) => {
                if let Some(known) = self.known().get_mut(node) {
                    known.removal = Some(Removal { at: context.at, by });
                }
                Ok(())
            }
            Err(refused) => Err(match refused.rejection.code {
                RejectionCode::NodeRemovedAlready => StatusError::RemovedAlready,
                _ => StatusError::Unknown,
            }),
        }
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<NodeRef, Known>> {
        // Each change is a single write, so the map is consistent even after a panic.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stream of a node. Stream names have no `@`.
fn stream(node: &NodeRef) -> String {
    format!("{PREFIX}{}/{}", node.service_id.replace('@', "."), node.node_id)
}
