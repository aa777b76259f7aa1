//! Deciding a stream again, record by record, and comparing (EVT-03).
//!
//! The records of one command are one cascade. As its first record comes the whole cascade is decided again, from the
//! recorded states before it; each record that follows is compared with the decision that is due. A record of this
//! build's rules must come out as it says: anything else is a [`Mismatch`] of the log. A record of other rules may come
//! out otherwise: that is counted separately, since both are right by their own rules.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::iter::Sum;
use std::ops::AddAssign;
use std::sync::Arc;

use waybill_journal::{RecordRef, RecordView};
use waybill_machines::call::{Call, Destination};
use waybill_machines::cascade::{self, Decided, InstanceKey, States};
use waybill_machines::{AnyState, MachineName, Scope};

use crate::expected::{Difference, Expected, SentBy};
use crate::facts::KnownFacts;
use crate::open_calls::{CallId, OpenCalls, answered_by, root_of};
use crate::tabs::TABS_KNOWN_MAX;

/// A record that comes out otherwise than it was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("record {seq} of {stream}: {what} is recorded as {recorded}, and replay gives {replayed}")]
pub struct Mismatch {
    /// The stream.
    pub stream: String,
    /// The record.
    pub seq: u64,
    /// Which part differs.
    pub what: &'static str,
    /// What is recorded.
    pub recorded: String,
    /// What deciding again gives.
    pub replayed: String,
}

/// How many records came out how.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Records of this build's rules that came out the same.
    pub same: u64,
    /// Records of other rules that come out the same under this build's.
    pub other_same: u64,
    /// Records of other rules whose command comes out otherwise under this build's.
    pub other_different: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.same += other.same;
        self.other_same += other.other_same;
        self.other_different += other.other_different;
    }
}

impl<'a> Sum<&'a Self> for Counts {
    fn sum<I: Iterator<Item = &'a Self>>(counts: I) -> Self {
        let mut sum = Self::default();
        counts.for_each(|counts| sum += *counts);
        sum
    }
}

/// What replaying a stream found so far. One stream at a time; records in their order.
#[derive(Debug, Default)]
pub struct Replay {
    /// The counts of each machine's records.
    pub counts: BTreeMap<MachineName, Counts>,
    /// The first difference of each such command.
    pub differences: Vec<Mismatch>,
    states: States,
    tabs: BTreeSet<String>,
    facts: KnownFacts,
    open: OpenCalls,
    is_closed: bool,
    instances: BTreeMap<InstanceKey, u64>,
    seq: u64,
    group: Group,
}

/// The command whose records are coming.
#[derive(Debug, Default)]
struct Group {
    first: u64,
    root: Option<RecordRef>,
    decided: VecDeque<Decided>,
    /// The recorded number of each decision's record.
    seqs: Vec<u64>,
    /// Events that its records send to other machines, by record and call.
    sent: BTreeSet<CallId>,
    /// It comes out otherwise under this build's rules: the rest is believed.
    is_different: bool,
}

impl Replay {
    /// Replays one record after those before it.
    pub fn record(&mut self, view: &RecordView<'_>) -> Result<(), Box<Mismatch>> {
        let fault = |difference: Difference| Box::new(mismatch(view, difference));
        if view.seq != self.seq + 1 {
            let difference =
                Difference::new("its number", view.seq.to_string(), (self.seq + 1).to_string());
            return Err(fault(difference));
        }
        self.seq = view.seq;
        let machine: MachineName = view
            .machine
            .parse()
            .map_err(|_| fault(Difference::new("the machine", view.machine, "no such machine")))?;
        let key = InstanceKey::of(machine, view.tab);
        let is_sent = self.is_sent(view);
        if !is_sent {
            self.end().map_err(|(seq, difference)| {
                Box::new(Mismatch { seq, ..mismatch(view, difference) })
            })?;
            self.begin(&key, view).map_err(fault)?;
        }
        let outcome = if self.group.is_different { Err(None) } else { self.compare(view) };
        let is_by_these_rules = view.rules == machine.profile().rules;
        match outcome {
            Ok(decided) => {
                let counts = self.counts.entry(machine).or_default();
                if is_by_these_rules {
                    counts.same += 1;
                } else {
                    counts.other_same += 1;
                }
                self.take_over(key, view, decided);
                Ok(())
            }
            Err(Some(difference)) if is_by_these_rules => Err(fault(difference)),
            Err(difference) => {
                if let Some(difference) = difference {
                    self.differences.push(mismatch(view, difference));
                    self.group.is_different = true;
                    self.group.decided.clear();
                }
                self.counts.entry(machine).or_default().other_different += 1;
                self.believe(key, view).map_err(fault)
            }
        }
    }

    /// The stream ends here. Says what is missing, if the last command is not whole.
    pub fn finish(&mut self, stream: &str) -> Result<(), Box<Mismatch>> {
        self.end().map_err(|(seq, Difference { what, recorded, replayed })| {
            Box::new(Mismatch { stream: stream.to_owned(), seq, what, recorded, replayed })
        })
    }

    /// The counts of all records.
    pub fn total(&self) -> Counts {
        self.counts.values().sum()
    }

    /// The states after the records replayed so far.
    pub fn states(&self) -> &States {
        &self.states
    }

    /// The calls that no record has answered so far.
    pub fn open_calls(&self) -> &OpenCalls {
        &self.open
    }

    /// Whether the command before this record sent its event.
    fn is_sent(&self, view: &RecordView<'_>) -> bool {
        answered_by(view).is_some_and(|sent| self.group.sent.contains(&sent))
    }

    /// The records of a command are over: none may be missing.
    fn end(&mut self) -> Result<(), (u64, Difference)> {
        self.skip_forgotten_tabs(None);
        match self.group.decided.pop_front() {
            None => Ok(()),
            Some(missing) => {
                let what = format!("{}.{}", missing.key.machine, missing.event.name());
                Err((self.group.first, Difference::new("what it sends", "nothing more", what)))
            }
        }
    }

    /// Decides a command again as its first record comes.
    fn begin(&mut self, key: &InstanceKey, view: &RecordView<'_>) -> Result<(), Difference> {
        let unreadable = |error: &dyn std::fmt::Display| {
            Difference::new("the event", view.event, error.to_string())
        };
        let event = key.machine.recorded_event(view.schema, view.event);
        let mut event = event.map_err(|error| unreadable(&error))?;
        let cause = view.cause.as_ref();
        self.facts
            .supply(&mut event, cause.map(|cause| cause.record))
            .map_err(|e| unreadable(&e))?;
        self.open.close(view, event.name()).map_err(|why| {
            let recorded = cause.map_or_else(String::new, |cause| cause.record.to_owned());
            Difference::new("the cause", recorded, why)
        })?;
        let decided = cascade::run(&self.states, key.clone(), event, view.at);
        self.group = Group {
            first: view.seq,
            root: Some(root_of(view)),
            decided: decided.into(),
            ..Group::default()
        };
        Ok(())
    }

    /// Compares a record with the decision that is due.
    fn compare(&mut self, view: &RecordView<'_>) -> Result<Decided, Option<Difference>> {
        self.skip_forgotten_tabs(Some(view));
        let Some(decided) = self.group.decided.pop_front() else {
            return Err(Some(Difference::new("its cause", "a call", "no such event sent")));
        };
        self.group.seqs.push(view.seq);
        let cause = decided.sent_by.zip(self.group.root.as_ref()).map(|((sender, call), root)| {
            let record = self.group.seqs.get(sender).copied().unwrap_or(0);
            SentBy { record, call: call as u64, root }
        });
        Expected { decided: &decided, cause }.compare(view)?;
        let accepted = u64::from(decided.result.is_ok());
        let instance = self.instances.get(&decided.key).copied().unwrap_or(0) + accepted;
        if instance != view.instance {
            return Err(Some(Difference::new(
                "the instance's version",
                view.instance.to_string(),
                instance.to_string(),
            )));
        }
        Ok(decided)
    }

    /// A session forgets tabs beyond those that may be known, and which were open at that time is in no record: one
    /// that may have been forgotten need not have been sent anything.
    fn skip_forgotten_tabs(&mut self, view: Option<&RecordView<'_>>) {
        if self.tabs.len() <= TABS_KNOWN_MAX {
            return;
        }
        while let Some(due) = self.group.decided.front() {
            let is_due = view.is_some_and(|view| {
                view.machine == due.key.machine.as_str() && view.tab == due.key.tab.as_deref()
            });
            if due.sent_by.is_none() || due.key.tab.is_none() || is_due {
                return;
            }
            self.group.decided.pop_front();
        }
    }

    /// Goes on with what was decided, which is what was recorded.
    fn take_over(&mut self, key: InstanceKey, view: &RecordView<'_>, decided: Decided) {
        let Ok(accepted) = decided.result else { return };
        self.note_sent(view, &accepted.calls);
        self.open.open(view, &key, accepted.calls);
        self.note(key, view, accepted.state);
    }

    /// Goes on with what was recorded, whatever this build would have decided.
    fn believe(&mut self, key: InstanceKey, view: &RecordView<'_>) -> Result<(), Difference> {
        let Some(json) = view.state else { return Ok(()) };
        let unreadable = |what, json: &str, error: &dyn std::fmt::Display| {
            Difference::new(what, json, error.to_string())
        };
        let state = key.machine.recorded_state(view.schema, json);
        let state = state.map_err(|error| unreadable("the state after", json, &error))?;
        let calls = view.calls.iter().map(|call| key.machine.recorded_call(view.schema, call));
        let calls: Result<Vec<Call>, _> = calls.collect();
        let text = view.calls.as_json();
        let calls = calls.map_err(|error| unreadable("the list of calls", text, &error))?;
        self.note_sent(view, &calls);
        self.open.open(view, &key, calls);
        self.note(key, view, Arc::new(state));
        Ok(())
    }

    fn note_sent(&mut self, view: &RecordView<'_>, calls: &[Call]) {
        let sent =
            (0_u64..).zip(calls).filter(|(_, call)| call.destination() == Destination::Machine);
        self.group.sent.extend(sent.map(|(index, _)| CallId { seq: view.seq, index }));
    }

    fn note(&mut self, key: InstanceKey, view: &RecordView<'_>, state: Arc<AnyState>) {
        if key.machine.profile().scope == Scope::Tab
            && let Some(tab) = &key.tab
            && !self.tabs.contains(tab)
        {
            self.tabs.insert(tab.clone());
        }
        self.is_closed |= key.machine == MachineName::Session && view.to == "closed";
        if self.is_closed {
            self.open.clear();
        }
        self.facts.note(view.seq, &state);
        self.instances.insert(key.clone(), view.instance);
        self.states.insert(key, state);
    }
}

fn mismatch(view: &RecordView<'_>, difference: Difference) -> Mismatch {
    let Difference { what, recorded, replayed } = difference;
    Mismatch { stream: view.stream.to_owned(), seq: view.seq, what, recorded, replayed }
}
