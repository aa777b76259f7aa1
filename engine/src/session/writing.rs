//! Decisions written down as records behind a session's head, and taken over once they are durable.

use std::collections::BTreeMap;

use waybill_journal::{Cause, RecordRef};
use waybill_machines::call::Destination;
use waybill_machines::cascade::{Decided, InstanceKey};
use waybill_machines::{MachineName, Timestamp};
use waybill_platform::records::{self, Envelope};

use super::{Origin, Outcome, Outstanding, Prepared, Session, SessionError};

impl Session {
    /// Writes decisions down as records behind the session's head. Nothing of the session changes. `lead` is
    /// the index of the decision that the command itself is; those before it only open the session.
    pub fn prepare(
        &self,
        decided: Vec<Decided>,
        lead: usize,
        origin: &Origin,
        at: Timestamp,
    ) -> Result<Prepared, SessionError> {
        let first = self.seq() + 1;
        let root = origin.answers.map_or(first + lead as u64, |(_, _, root)| root);
        let mut head = self.head;
        let mut versions: BTreeMap<&InstanceKey, u64> = BTreeMap::new();
        let mut records = Vec::with_capacity(decided.len());
        for (index, step) in decided.iter().enumerate() {
            let instance =
                versions.get(&step.key).copied().unwrap_or_else(|| self.version(&step.key));
            let envelope = Envelope {
                stream: self.stream.clone(),
                tab: step.key.tab.clone(),
                instance,
                at,
                who: origin.who.clone(),
                cause: cause(step.told_by, origin, first, root),
                command: origin.command.clone().filter(|_| index == lead),
            };
            let draft = records::draft(&step.before, &step.event, &step.result, envelope)?;
            versions.insert(&step.key, draft.instance);
            let record = draft.seal_after(head)?;
            head = Some(record.head());
            records.push(record);
        }
        Ok(Prepared { records, decided, lead, root })
    }

    /// Takes over what has become durable. Returns the calls to perform, each with its record and index.
    pub fn commit(
        &mut self,
        prepared: &Prepared,
        origin: &Origin,
        at: Timestamp,
    ) -> Vec<(u64, usize)> {
        if let Some((record, call, _)) = origin.answers {
            self.outstanding.remove(&(record, call));
        }
        let mut to_perform = Vec::new();
        for (record, step) in prepared.records.iter().zip(&prepared.decided) {
            let seq = record.seq();
            self.head = Some(record.head());
            let Ok(accepted) = &step.result else { continue };
            *self.versions.entry(step.key.clone()).or_insert(0) += 1;
            self.note_tab(&step.key, seq);
            if step.key.machine == MachineName::Startup {
                self.facts_from = (accepted.state.name() == "ready").then_some(seq);
            }
            for (index, call) in accepted.calls.iter().enumerate() {
                if call.destination() == Destination::Port {
                    let waiting = Outstanding {
                        key: step.key.clone(),
                        call: call.clone(),
                        root: prepared.root,
                        trace: origin.trace.clone(),
                    };
                    self.outstanding.insert((seq, index), Box::new(waiting));
                    to_perform.push((seq, index));
                }
            }
            self.states.insert(step.key.clone(), accepted.state.clone());
        }
        if let Some(command) = &origin.command {
            let result = prepared.decided.get(prepared.lead).map(|lead| &lead.result);
            let refused = result.and_then(|result| result.as_ref().err());
            let refused = refused.map(|refused| refused.rejection.code.clone());
            self.commands.insert(command, Outcome { seq: prepared.seq(), refused }, at, at);
        }
        to_perform
    }
}

fn cause(told_by: Option<(usize, usize)>, origin: &Origin, first: u64, root: u64) -> Option<Cause> {
    let here = |seq| RecordRef { stream: None, seq };
    match (told_by, origin.answers) {
        (Some((teller, call)), _) => Some(Cause {
            record: here(first + teller as u64),
            call: Some(call as u64),
            root: here(root),
        }),
        (None, Some((record, call, root))) => {
            Some(Cause { record: here(record), call: Some(call as u64), root: here(root) })
        }
        (None, None) => None,
    }
}
