//! The calls of a stream that no record has answered yet.

use std::collections::BTreeMap;
use std::fmt;

use waybill_journal::{RecordRef, RecordView};
use waybill_machines::Timestamp;
use waybill_machines::call::{Call, Destination};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machine::Named as _;

use crate::records::Who;
use crate::{answer_within_ms, own_seq};

/// Names a call of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId {
    /// The sequence number of the record that requests it.
    pub seq: u64,
    /// Its index among the calls of that record.
    pub index: u64,
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call {} of #{}", self.index, self.seq)
    }
}

/// A call to a port that has not been answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCall {
    /// The machine that requests it.
    pub key: InstanceKey,
    /// The call.
    pub call: Call,
    /// On whose behalf it was requested.
    pub who: Who,
    /// The record of the user's action at the root.
    pub root: RecordRef,
    /// When it was requested.
    pub at: Timestamp,
}

impl OpenCall {
    /// A call of a record, if it goes to a port.
    pub(crate) fn recorded(view: &RecordView<'_>, key: &InstanceKey, call: Call) -> Option<Self> {
        (call.destination() == Destination::Port).then(|| Self {
            key: key.clone(),
            call,
            who: Who::of_record(view.who),
            root: root_of(view),
            at: view.at,
        })
    }

    /// When it is to be cancelled.
    pub fn overdue_at(&self) -> Option<Timestamp> {
        answer_within_ms(&self.call).map(|ms| self.at.plus_ms(ms))
    }
}

/// The calls that are open. Boxed, since a map reserves space for eleven entries and most streams have none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenCalls(BTreeMap<CallId, Box<OpenCall>>);

impl OpenCalls {
    /// The calls that are open, in the order in which they were requested.
    pub fn iter(&self) -> impl Iterator<Item = (CallId, &OpenCall)> {
        self.0.iter().map(|(id, call)| (*id, call.as_ref()))
    }

    /// A call, if it is open.
    pub fn get(&self, id: CallId) -> Option<&OpenCall> {
        self.0.get(&id).map(AsRef::as_ref)
    }

    /// Whether no call is open.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Opens a call.
    pub(crate) fn insert(&mut self, id: CallId, call: OpenCall) {
        self.0.insert(id, Box::new(call));
    }

    /// Closes a call.
    pub(crate) fn remove(&mut self, id: CallId) {
        self.0.remove(&id);
    }

    /// Closes all calls: nothing of a session that has ended is answered.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Closes the call that a record answers.
    ///
    /// # Errors
    ///
    /// A sentence, if the record answers no call that is open.
    pub(crate) fn close(&mut self, view: &RecordView<'_>, event: &str) -> Result<(), String> {
        let Some(id) = answered_by(view) else { return Ok(()) };
        let Some(open) = self.get(id) else { return Err(format!("{id} is not open")) };
        if open.call.name() != event {
            return Err(format!("{id} is {}", open.call.name()));
        }
        let root = view.cause.as_ref().map_or("", |cause| cause.root);
        if !open.root.is_named(root) {
            return Err(format!("{id} has {} at its root", open.root));
        }
        self.remove(id);
        Ok(())
    }

    /// Opens those of a record's calls that go to ports.
    pub(crate) fn open(&mut self, view: &RecordView<'_>, key: &InstanceKey, calls: Vec<Call>) {
        for (index, call) in (0_u64..).zip(calls) {
            if let Some(call) = OpenCall::recorded(view, key, call) {
                self.insert(CallId { seq: view.seq, index }, call);
            }
        }
    }
}

/// The call of the same stream that a record answers. The record of a request's effect names a record of another
/// stream, and no call of its own stream.
pub(crate) fn answered_by(view: &RecordView<'_>) -> Option<CallId> {
    let cause = view.cause.as_ref()?;
    Some(CallId { seq: own_seq(cause.record)?, index: cause.call? })
}

/// The record of the user's action that led to a record; the record itself, if it is that one.
pub(crate) fn root_of(view: &RecordView<'_>) -> RecordRef {
    let root = view.cause.as_ref().and_then(|cause| reference(cause.root));
    root.unwrap_or(RecordRef { stream: None, seq: view.seq })
}

fn reference(text: &str) -> Option<RecordRef> {
    let (stream, seq) = text.rsplit_once('#')?;
    let stream = (!stream.is_empty()).then(|| stream.to_owned());
    Some(RecordRef { stream, seq: seq.parse().ok()? })
}
