//! Writing decisions as records after a stream's head, and taking them over once they are durable.

use std::collections::BTreeMap;
use std::sync::Arc;

use waybill_journal::{Batch, Cause, Group, RecordRef, SealError, SealedRecord};
use waybill_machines::call::Destination;
use waybill_machines::cascade::{Decided, InstanceKey};
use waybill_machines::{By, MachineName, Timestamp};

use crate::commands::Commands;
use crate::open_calls::{CallId, OpenCall};
use crate::records::{self, Envelope, NotRecordable, Who};
use crate::state::{Instance, own};
use crate::{CausedBy, Decision, Outcome, StreamState};

/// Where an event comes from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// On whose behalf it is sent.
    pub who: Who,
    /// The idempotency key of the command; for the platform's records the trace of a request.
    pub command: Option<String>,
    /// What led to it.
    pub caused_by: CausedBy,
    /// The means of the act, where it is one; only the record of the event itself names them.
    pub by: Option<By>,
}

impl Origin {
    /// Something that the server does by itself.
    pub const fn system() -> Self {
        Self { who: Who::System, command: None, caused_by: CausedBy::Nothing, by: None }
    }
}

/// A decision as records that are ready to be appended.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The records, sealed one after another.
    pub records: Vec<SealedRecord>,
    /// The decisions, in the same order.
    pub decision: Decision,
    /// The record of the user's action at their root.
    pub root: RecordRef,
    origin: Origin,
    at: Timestamp,
}

/// Why a decision cannot be written. Either is a mistake in a machine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotWritten {
    /// A part of it has no canonical JSON.
    #[error(transparent)]
    NotRecordable(#[from] NotRecordable),
    /// The record breaks the record format.
    #[error(transparent)]
    Seal(#[from] SealError),
}

impl Prepared {
    /// The sequence number of the command's own record.
    pub fn seq(&self) -> u64 {
        self.records.get(self.decision.lead).map_or(0, SealedRecord::seq)
    }

    /// Whether the command is one that users send over HTTP, such as a step of signing in.
    pub fn is_sent_over_http(&self) -> bool {
        self.decision
            .decided
            .get(self.decision.lead)
            .is_some_and(|lead| lead.key.machine.profile().over_http.contains(&lead.event.name()))
    }

    /// How many calls it requests, each of which will be answered by a record.
    pub fn calls(&self) -> usize {
        let accepted = self.decision.decided.iter().filter_map(|step| step.result.as_ref().ok());
        accepted.map(|accepted| accepted.calls.len()).sum()
    }

    /// The decisions of a machine.
    pub fn decided_by(&self, machine: MachineName) -> impl Iterator<Item = &Decided> {
        self.decision.decided.iter().filter(move |step| step.key.machine == machine)
    }
}

impl StreamState {
    /// Writes a decision as records after the stream's head. The stream stays as it is.
    ///
    /// # Errors
    ///
    /// [`NotWritten`], if a record would break the format.
    pub fn prepare(
        &self,
        decision: Decision,
        origin: Origin,
        at: Timestamp,
    ) -> Result<Prepared, NotWritten> {
        let first = self.seq() + 1;
        let caused_by = origin.caused_by.cause(self);
        let lead = own(first + decision.lead as u64);
        let root = caused_by.as_ref().map_or(lead, |cause| cause.root.clone());
        let mut head = self.head;
        let mut versions: BTreeMap<&InstanceKey, u64> = BTreeMap::new();
        let mut records = Vec::with_capacity(decision.decided.len());
        for (index, step) in decision.decided.iter().enumerate() {
            let version = versions.get(&step.key).copied();
            let cause = match step.sent_by {
                Some((sender, call)) => Some(Cause {
                    record: own(first + sender as u64),
                    call: Some(call as u64),
                    root: root.clone(),
                }),
                None => caused_by.clone(),
            };
            let envelope = Envelope {
                stream: self.name.clone(),
                tab: step.key.tab.clone(),
                instance: version.unwrap_or_else(|| self.version(&step.key)),
                at,
                who: origin.who.clone(),
                cause,
                command: origin.command.clone().filter(|_| index == decision.lead),
                by: origin.by.clone().filter(|_| index == decision.lead),
            };
            let draft = records::draft(&step.before, &step.event, &step.result, envelope)?;
            versions.insert(&step.key, draft.instance);
            let record = draft.seal_after(head)?;
            head = Some(record.head());
            records.push(record);
        }
        Ok(Prepared { records, decision, root, origin, at })
    }

    /// The records as a batch that is appended only if the stream has no newer ones.
    pub fn batch(&self, prepared: &Prepared) -> Batch {
        Batch { stream: self.name.clone(), expected: self.head, records: prepared.records.clone() }
    }

    /// The same as a group of its own.
    pub fn group(&self, prepared: &Prepared) -> Group {
        Group::of(&self.name, self.head, prepared.records.clone())
    }

    /// Takes over what has become durable. Returns the calls to perform.
    pub fn commit(&mut self, prepared: &Prepared) -> Vec<(CallId, OpenCall)> {
        if let CausedBy::Call(answered) = prepared.origin.caused_by {
            self.open.remove(answered);
        }
        if prepared.decision.rejected().is_some() {
            self.refusals.count(prepared.at);
        }
        let mut to_perform = Vec::new();
        for (record, step) in prepared.records.iter().zip(&prepared.decision.decided) {
            let seq = record.seq();
            self.head = Some(record.head());
            let Ok(accepted) = &step.result else { continue };
            let version = self.version(&step.key) + 1;
            self.instances.insert(step.key.clone(), Instance { version, seq });
            if step.key.machine == MachineName::Startup {
                self.facts_from = (accepted.state.name() == "ready").then_some(seq);
            }
            for (index, call) in (0_u64..).zip(&accepted.calls) {
                if call.destination() != Destination::Port {
                    continue;
                }
                let id = CallId { seq, index };
                let open = OpenCall {
                    key: step.key.clone(),
                    call: call.clone(),
                    who: prepared.origin.who.clone(),
                    root: prepared.root.clone(),
                    at: prepared.at,
                };
                self.open.insert(id, open.clone());
                to_perform.push((id, open));
            }
            self.states.insert(step.key.clone(), Arc::clone(&accepted.state));
        }
        if self.is_closed() {
            self.open.clear();
        }
        if let Some(command) = &prepared.origin.command {
            let rejected = prepared.decision.rejected();
            let rejected = rejected.map(|rejected| rejected.rejection.code);
            let outcome = Outcome { seq: prepared.seq(), rejected };
            self.commands.insert(command, outcome, prepared.at, prepared.at);
        }
        to_perform
    }

    /// Forgets the commands that were applied, where their ids are traces of requests, which are no idempotency keys.
    pub fn forget_commands(&mut self) {
        self.commands = Commands::default();
    }
}
