//! The calls of a stream that no record has answered yet.

use std::collections::BTreeMap;

use waybill_journal::RecordView;
use waybill_machines::call::{Call, Destination};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machine::Named as _;

use crate::own_seq;

/// A call to a port that has not been answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCall {
    /// Which machine asked.
    pub key: InstanceKey,
    /// What for.
    pub call: Call,
    /// The record of the user's action at the root, as records refer to it: `#12`, or `session/x#12`.
    pub root: String,
}

/// The calls that are open, by the record that asked and the place among its calls.
#[derive(Debug, Default)]
pub struct OpenCalls(BTreeMap<(u64, u64), OpenCall>);

impl OpenCalls {
    /// The calls that are open, in the order in which they were asked.
    pub fn iter(&self) -> impl Iterator<Item = (&(u64, u64), &OpenCall)> {
        self.0.iter()
    }

    /// Closes the call that a record answers. Says why, as a sentence, where the record answers none that is open.
    pub(crate) fn close(&mut self, view: &RecordView<'_>, event: &str) -> Result<(), String> {
        let Some(cause) = &view.cause else { return Ok(()) };
        // What came of a request names a record of another stream, and no call of it.
        let (Some(index), Some(seq)) = (cause.call, own_seq(cause.record)) else { return Ok(()) };
        let Some(open) = self.0.get(&(seq, index)) else {
            return Err(format!("call {index} of #{seq} is not open"));
        };
        if open.call.name() != event {
            return Err(format!("call {index} of #{seq} is {}", open.call.name()));
        }
        if cause.root != open.root {
            return Err(format!("call {index} of #{seq} has {} at its root", open.root));
        }
        self.0.remove(&(seq, index));
        Ok(())
    }

    /// Opens those of a record's calls that go to ports.
    pub(crate) fn open(&mut self, view: &RecordView<'_>, key: &InstanceKey, calls: &[Call]) {
        let root = root_of(view);
        for (index, call) in (0_u64..).zip(calls) {
            if call.destination() == Destination::Port {
                let open = OpenCall { key: key.clone(), call: call.clone(), root: root.clone() };
                self.0.insert((view.seq, index), open);
            }
        }
    }

    /// Nothing of a session that has ended is answered.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The record of the user's action that led to a record; the record itself, where nothing else did.
pub(crate) fn root_of(view: &RecordView<'_>) -> String {
    view.cause.as_ref().map_or_else(|| format!("#{}", view.seq), |cause| cause.root.to_owned())
}
