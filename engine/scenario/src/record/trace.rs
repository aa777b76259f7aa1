//! Reads the records of a session and of the machines of the installation that it changed, and classifies them.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use waybill_journal::SealedRecord;
use waybill_machines::call::Call;
use waybill_machines::machine::Scope;
use waybill_machines::{MachineName, Timestamp};

use super::RecordError;

/// The kind of a record, which decides how it becomes a step.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// The session was opened, which every scenario does.
    Opening,
    /// A user sent a command.
    Command,
    /// A service answered.
    Answer {
        /// The call that it answers.
        call: Box<Call>,
    },
    /// A machine sent an event to another one, which follows from the command.
    Internal,
    /// A deadline passed, which follows from time.
    Deadline,
}

/// A record with its contents.
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
    /// The machine's next deadline, if any.
    pub(super) wakes_at: Option<Timestamp>,
}

impl Reading {
    pub(super) fn event_type(&self) -> &str {
        self.event["type"].as_str().unwrap_or_default()
    }

    pub(super) fn error(&self, message: impl Into<String>) -> RecordError {
        RecordError { line: self.line, message: message.into() }
    }

    pub(super) fn field<T: DeserializeOwned>(&self, name: &str) -> Result<T, RecordError> {
        serde_json::from_value(self.event[name].clone())
            .map_err(|error| self.error(format!("`{name}` of the event: {error}")))
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = (String, Value)> {
        self.event.as_object().cloned().unwrap_or_default().into_iter()
    }
}

/// The records of one machine of the installation.
#[derive(Debug)]
pub(super) struct Other {
    /// The name of its stream in the scenario.
    pub(super) name: String,
    pub(super) readings: Vec<Reading>,
}

/// The records from which a scenario is generated.
#[derive(Debug)]
pub(super) struct Trace {
    pub(super) session: Vec<Reading>,
    /// The machines of the installation that the session changed, each from its first record.
    pub(super) others: Vec<Other>,
}

/// A stream that is being read.
#[derive(Default)]
struct Stream {
    name: String,
    readings: Vec<Reading>,
    calls: BTreeMap<(u64, u64), Call>,
}

/// Reads the records, the session's first; lines that are not records may precede them.
pub(super) fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Trace, RecordError> {
    let mut streams: Vec<Stream> = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        if line.trim().is_empty() || (streams.is_empty() && !line.starts_with("{\"v\":")) {
            continue;
        }
        let record_error = |message: String| RecordError { line: at + 1, message };
        let sealed =
            SealedRecord::from_line(line).map_err(|error| record_error(error.to_string()))?;
        let (name, seq) = (sealed.stream(), sealed.seq());
        let place = streams.iter().position(|stream| stream.name == name).unwrap_or_else(|| {
            streams.push(Stream { name: name.to_owned(), ..Stream::default() });
            streams.len() - 1
        });
        let is_session = name.starts_with("session/");
        if is_session != (place == 0) {
            let why = if is_session { "another one" } else { "none" };
            let message = format!("a story is made of one whole session, and {name} is {why}");
            return Err(record_error(message));
        }
        let stream = &mut streams[place];
        let expected = stream.readings.last().map_or(1, |last| last.seq + 1);
        if seq != expected {
            let message = format!(
                "a story is made of one whole session and of whole streams: expected record \
                 {expected} of {name}, found record {seq}"
            );
            return Err(record_error(message));
        }
        let reading = reading(&sealed, at + 1, &mut stream.calls)?;
        if !is_session && reading.machine.profile().scope != Scope::Installation {
            return Err(record_error(format!("nothing happens to {name} in a story")));
        }
        stream.readings.push(reading);
    }
    let mut streams = streams.into_iter();
    let Some(session) = streams.next() else {
        return Err(RecordError { line: 1, message: "there are no records".into() });
    };
    Ok(Trace { session: session.readings, others: others(streams) })
}

/// Names each machine of the installation as scenarios do: by its machine and a number.
fn others(streams: impl Iterator<Item = Stream>) -> Vec<Other> {
    let mut counts: BTreeMap<MachineName, u32> = BTreeMap::new();
    streams
        .filter_map(|Stream { readings, .. }| {
            let machine = readings.first()?.machine;
            let count = counts.entry(machine).or_default();
            *count += 1;
            Some(Other { name: format!("{machine}/n{count}"), readings })
        })
        .collect()
}

fn reading(
    sealed: &SealedRecord,
    line: usize,
    calls: &mut BTreeMap<(u64, u64), Call>,
) -> Result<Reading, RecordError> {
    let view = sealed.view();
    let fault = |message: String| RecordError { line, message };
    let machine: MachineName = view.machine.parse().map_err(|e| fault(format!("{e}")))?;
    for (index, call) in (0_u64..).zip(view.calls.iter()) {
        let call = machine.recorded_call(view.schema, call).map_err(|e| fault(e.to_string()))?;
        calls.insert((view.seq, index), call);
    }
    let event =
        machine.recorded_event(view.schema, view.event).map_err(|e| fault(e.to_string()))?;
    let event: Value = event
        .to_record_json()
        .and_then(|json| serde_json::from_str(&json))
        .map_err(|e| fault(format!("the event: {e}")))?;
    let state = view.state.map(|state| machine.recorded_state(view.schema, state)).transpose();
    let wakes_at = state.map_err(|e| fault(e.to_string()))?.and_then(|s| s.wake_at());
    let number = |text: &str| text.strip_prefix('#').and_then(|seq| seq.parse().ok());
    let cause = view.cause.and_then(|cause| Some((number(cause.record)?, cause.call?)));
    let kind = match cause.and_then(|cause| calls.get(&cause)) {
        Some(Call::Tell { .. }) => Kind::Internal,
        Some(call) => Kind::Answer { call: Box::new(call.clone()) },
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
        wakes_at,
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

/// The answer to the first call of a service that the first of these records requests.
pub(super) fn answer_to(following: &[Reading]) -> Option<&Reading> {
    let seq = following.first()?.seq;
    following.iter().find(|reading| {
        reading.cause.is_some_and(|(record, _)| record == seq)
            && matches!(reading.kind, Kind::Answer { .. })
    })
}

/// The fields that distinguish a call from others of its name and are not in its answer.
pub(super) fn which(call: &Call, answer: &Value) -> Map<String, Value> {
    let request = serde_json::to_value(call).unwrap_or_default();
    let fields = request.as_object().cloned().unwrap_or_default();
    let only = |(name, value): &(String, Value)| {
        name != "call" && value.is_string() && answer.get(name).is_none()
    };
    fields.into_iter().filter(only).collect()
}
