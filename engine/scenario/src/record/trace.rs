//! Reading a session's records, and what kind of thing each of them tells.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use waybill_journal::SealedRecord;
use waybill_machines::call::Call;
use waybill_machines::machine::Named;
use waybill_machines::{MachineName, Timestamp};

use super::NoStory;

/// What a record is to a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// The session began, as every story does.
    Opening,
    /// Somebody did something.
    Command,
    /// A service answered.
    Answer {
        /// The call.
        call: String,
    },
    /// A machine was told something by another: it follows by itself.
    Told,
    /// A deadline came: it follows from time alone.
    Deadline,
}

/// One record.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    line: usize,
    pub(super) seq: u64,
    pub(super) at: Timestamp,
    pub(super) machine: MachineName,
    pub(super) tab: Option<String>,
    pub(super) event: Value,
    pub(super) refused: Option<String>,
    pub(super) to: String,
    /// The record and the call that led to it.
    pub(super) cause: Option<(u64, u64)>,
    pub(super) kind: Kind,
}

impl Reading {
    pub(super) fn event_type(&self) -> &str {
        self.event["type"].as_str().unwrap_or_default()
    }

    pub(super) fn no_story(&self, message: impl Into<String>) -> NoStory {
        NoStory { line: self.line, message: message.into() }
    }

    pub(super) fn field<T: DeserializeOwned>(&self, name: &str) -> Result<T, NoStory> {
        serde_json::from_value(self.event[name].clone())
            .map_err(|error| self.no_story(format!("`{name}` of the event: {error}")))
    }

    pub(super) fn fields_without(&self, names: &[&str]) -> Map<String, Value> {
        let fields = self.event.as_object().cloned().unwrap_or_default();
        fields.into_iter().filter(|(name, _)| !names.contains(&name.as_str())).collect()
    }
}

/// Reads the records; lines that are no records may stand before the first one.
pub(super) fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Reading>, NoStory> {
    let mut readings: Vec<Reading> = Vec::new();
    let mut calls: BTreeMap<(u64, u64), Call> = BTreeMap::new();
    let mut stream: Option<String> = None;
    for (at, line) in lines.into_iter().enumerate() {
        if line.trim().is_empty() || (readings.is_empty() && !line.starts_with("{\"v\":")) {
            continue;
        }
        let no_story = |message: String| NoStory { line: at + 1, message };
        let sealed = SealedRecord::from_line(line).map_err(|error| no_story(error.to_string()))?;
        let expected = readings.last().map_or(1, |last| last.seq + 1);
        let same = stream.get_or_insert_with(|| sealed.stream().to_owned());
        if !same.starts_with("session/") {
            let message = format!("a story is made of one whole session, and {same} is none");
            return Err(no_story(message));
        }
        if sealed.stream() != same || sealed.seq() != expected {
            let message = format!(
                "a story is made of one whole session: expected record {expected} of {same}, found \
                 record {} of {}",
                sealed.seq(),
                sealed.stream()
            );
            return Err(no_story(message));
        }
        readings.push(reading(&sealed, at + 1, &mut calls)?);
    }
    if readings.is_empty() {
        return Err(NoStory { line: 1, message: "there are no records".into() });
    }
    Ok(readings)
}

fn reading(
    sealed: &SealedRecord,
    line: usize,
    calls: &mut BTreeMap<(u64, u64), Call>,
) -> Result<Reading, NoStory> {
    let view = sealed.view();
    let fault = |message: String| NoStory { line, message };
    let machine: MachineName = view.machine.parse().map_err(|e| fault(format!("{e}")))?;
    for (index, call) in (0_u64..).zip(view.calls.iter()) {
        let call = serde_json::from_str(call).map_err(|e| fault(format!("a call: {e}")))?;
        calls.insert((view.seq, index), call);
    }
    let event: Value =
        serde_json::from_str(view.event).map_err(|e| fault(format!("the event: {e}")))?;
    let number = |text: &str| text.strip_prefix('#').and_then(|seq| seq.parse().ok());
    let cause = view.cause.and_then(|cause| Some((number(cause.record)?, cause.call?)));
    let kind = match cause.and_then(|cause| calls.get(&cause)) {
        Some(Call::Tell { .. }) => Kind::Told,
        Some(call) => Kind::Answer { call: call.name().to_owned() },
        None => uncaused(machine, &event, view.seq),
    };
    Ok(Reading {
        line,
        seq: view.seq,
        at: view.at,
        machine,
        tab: view.tab.map(str::to_owned),
        event,
        refused: view.refused.map(|refused| refused.code.to_owned()),
        to: view.to.to_owned(),
        cause,
        kind,
    })
}

fn uncaused(machine: MachineName, event: &Value, seq: u64) -> Kind {
    if seq == 1 && machine == MachineName::Session {
        return Kind::Opening;
    }
    let deadline = machine.deadline().and_then(|event| event.to_record_json().ok());
    let deadline = deadline.and_then(|json| serde_json::from_str::<Value>(&json).ok());
    if deadline.as_ref() == Some(event) { Kind::Deadline } else { Kind::Command }
}

/// The answer to a command's first call of a service, wherever it stands.
pub(super) fn answer_to(readings: &[Reading], at: usize) -> Option<&Reading> {
    let seq = readings[at].seq;
    readings[at..].iter().find(|reading| {
        reading.cause.is_some_and(|(record, _)| record == seq)
            && matches!(reading.kind, Kind::Answer { .. })
    })
}
