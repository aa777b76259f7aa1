//! What the runner knows of one stream beside its state: the calls that wait, and the commands that came.

use std::collections::{BTreeMap, VecDeque};

use waybill_journal::{Cause, Journal, ReadError, RecordRef, RecordView, StoredRecord};
use waybill_machines::call::{Call, Destination};
use waybill_machines::secret::PersonId;
use waybill_machines::{MachineName, Timestamp};
use waybill_platform::records::Who;
use waybill_platform::trace::Trace;

use crate::session::COMMAND_IDS_MS;

/// At most this many refusals of a stream are recorded in a minute; the rest are only answered.
const REFUSALS_A_MINUTE_MAX: usize = 20;
/// How many records are read at once.
const PORTION: usize = 256;

/// A call that has not been answered.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    /// What for.
    pub call: Call,
    /// On whose behalf.
    pub who: Who,
    /// The record of the user's action at the root.
    pub root: RecordRef,
    /// The trace of the request that led to it, where that is still known.
    pub trace: Option<Trace>,
}

/// What came of a command.
#[derive(Debug, Clone)]
struct Taken {
    at: Timestamp,
    id: String,
    refused: Option<String>,
}

/// One stream.
#[derive(Debug, Default)]
pub(super) struct Instance {
    /// The journal has been read.
    pub loaded: bool,
    /// Calls that have not been answered, by the record and the index that asked.
    pub waiting: BTreeMap<(u64, usize), Waiting>,
    commands: VecDeque<Taken>,
    refusals: VecDeque<Timestamp>,
}

impl Instance {
    /// Reads which calls wait and which commands came within the last day.
    pub fn load(journal: &dyn Journal, stream: &str, now: Timestamp) -> Result<Self, ReadError> {
        let mut instance = Self { loaded: true, ..Self::default() };
        let mut next = 1;
        loop {
            let portion = journal.read(stream, next, PORTION)?;
            let Some(last) = portion.last() else { return Ok(instance) };
            next = last.seq + 1;
            for record in &portion {
                instance.take_in(record, now)?;
            }
        }
    }

    fn take_in(&mut self, record: &StoredRecord, now: Timestamp) -> Result<(), ReadError> {
        let view = record.view()?;
        // The record of an answer names the trace of the command that led to it, which is no command come again.
        let is_answer = view.cause.as_ref().is_some_and(|cause| cause.call.is_some());
        if let Some(id) = view.command.filter(|_| !is_answer) {
            let refused = view.refused.as_ref().map(|refused| refused.code.to_owned());
            self.remember(id, refused, view.at, now);
        }
        if let Some(cause) = &view.cause
            && let (Some(call), Some(RecordRef { stream: None, seq })) =
                (cause.call, reference(cause.record))
        {
            self.waiting.remove(&(seq, usize::try_from(call).unwrap_or(usize::MAX)));
        }
        let machine = view.machine.parse::<MachineName>().map_err(|error| ReadError::Damaged {
            what: format!("record {} of {}: {error}", view.seq, view.stream),
        })?;
        for (index, json) in view.calls.iter().enumerate() {
            let call = machine.recorded_call(view.schema, json);
            let call = call.map_err(|error| ReadError::Damaged {
                what: format!("record {} of {}: {error}", view.seq, view.stream),
            })?;
            let (who, root) = (who(view.who), root_of(&view));
            self.wait_for(view.seq, index, Waiting { call, who, root, trace: None });
        }
        Ok(())
    }

    /// Notes a call that a port is to answer.
    pub fn wait_for(&mut self, seq: u64, index: usize, waiting: Waiting) {
        if waiting.call.destination() == Destination::Port {
            self.waiting.insert((seq, index), waiting);
        }
    }

    /// What came of a command that came before: taken, or refused with this code.
    pub fn known(&self, id: &str) -> Option<Result<(), &str>> {
        let taken = self.commands.iter().find(|taken| taken.id == id)?;
        Some(taken.refused.as_deref().map_or(Ok(()), Err))
    }

    /// Remembers a command, and forgets those that are too old.
    pub fn remember(&mut self, id: &str, refused: Option<String>, at: Timestamp, now: Timestamp) {
        let is_old = |then: Timestamp| now.ms_since(then) >= COMMAND_IDS_MS;
        while self.commands.front().is_some_and(|taken| is_old(taken.at)) {
            self.commands.pop_front();
        }
        if !is_old(at) {
            self.commands.push_back(Taken { at, id: id.to_owned(), refused });
        }
    }

    /// Refusals are worth a record, but not as many as somebody likes to cause.
    pub fn may_record_refusal(&self, at: Timestamp) -> bool {
        let recent = self.refusals.iter().filter(|then| at.ms_since(**then) < 60_000);
        recent.count() < REFUSALS_A_MINUTE_MAX
    }

    /// Counts a refusal that was recorded.
    pub fn count_refusal(&mut self, at: Timestamp) {
        self.refusals.push_back(at);
        while self.refusals.len() > REFUSALS_A_MINUTE_MAX {
            self.refusals.pop_front();
        }
    }

    /// Something is under way that the journal knows only as unanswered.
    pub fn is_busy(&self) -> bool {
        !self.waiting.is_empty()
    }
}

/// The record of the user's action that led to this one; itself, where nothing else did.
pub(super) fn root_of(view: &RecordView<'_>) -> RecordRef {
    let root = view.cause.as_ref().and_then(|cause| reference(cause.root));
    root.unwrap_or(RecordRef { stream: None, seq: view.seq })
}

/// What the answer to a call names as its cause.
pub(super) fn cause_of(seq: u64, index: usize, waiting: &Waiting) -> Cause {
    Cause {
        record: RecordRef { stream: None, seq },
        call: u64::try_from(index).ok(),
        root: waiting.root.clone(),
    }
}

fn reference(text: &str) -> Option<RecordRef> {
    let (stream, seq) = text.rsplit_once('#')?;
    let stream = (!stream.is_empty()).then(|| stream.to_owned());
    Some(RecordRef { stream, seq: seq.parse().ok()? })
}

fn who(text: &str) -> Who {
    match text {
        "system" => Who::System,
        "anonymous" => Who::Anonymous,
        person => Who::Person(PersonId(person.to_owned())),
    }
}
