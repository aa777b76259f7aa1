//! The log of a scenario: the records of the engine's journals with their contents in typed form.

use serde_json::Value;
use waybill_journal::{SealedRecord, StoredRecord};
use waybill_machines::call::Call;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::{AnyState, MachineName, Rejection, RejectionCode};

use crate::format::names;

/// A record with its contents.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The record as the journal stores it.
    pub record: SealedRecord,
    /// The machine that decided.
    pub key: InstanceKey,
    /// The name of the event.
    pub event: &'static str,
    /// The name of the state before.
    pub from: &'static str,
    /// The name of the state after.
    pub to: &'static str,
    /// The state after; none for a rejection.
    pub state: Option<AnyState>,
    /// The calls that are requested.
    pub calls: Vec<Call>,
    /// The named guards that decided.
    pub guards: Vec<String>,
    /// Why it was rejected.
    pub refused: Option<Rejection>,
}

impl Entry {
    /// Reads a record.
    pub(crate) fn read(stored: &StoredRecord) -> Result<Self, String> {
        let record = SealedRecord::from_line(&stored.line).map_err(|error| error.to_string())?;
        let view = record.view();
        let machine: MachineName = view.machine.parse().map_err(|error| format!("{error}"))?;
        let event = machine.recorded_event(view.schema, view.event);
        let event = event.map_err(|error| error.to_string())?.name();
        let state = |json| machine.recorded_state(view.schema, json);
        let state = view.state.map(state).transpose().map_err(|error| error.to_string())?;
        let calls = view.calls.iter().map(|json| machine.recorded_call(view.schema, json));
        let calls = calls.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let refused = match &view.refused {
            Some(refused) => Some(Rejection {
                code: RejectionCode::of_record(refused.code),
                args: serde_json::from_str(refused.args).map_err(|error| error.to_string())?,
            }),
            None => None,
        };
        let named = |name: &str| {
            let mut states = machine.profile().states.iter().copied();
            states.find(|state| *state == name).ok_or_else(|| format!("{machine} has no {name}"))
        };
        Ok(Self {
            key: InstanceKey::of(machine, view.tab),
            event,
            from: named(view.from)?,
            to: named(view.to)?,
            state,
            calls,
            guards: view.guards.iter().map(str::to_owned).collect(),
            refused,
            record: record.clone(),
        })
    }

    /// The event as `machine.event`.
    pub fn event_name(&self) -> String {
        format!("{}.{}", self.key.machine, self.event)
    }

    /// The entry as a line for the report.
    pub fn summary(&self) -> String {
        let tab = self.key.tab.as_ref().map(|tab| format!(" [{tab}]")).unwrap_or_default();
        let seq = self.record.seq();
        let stream = self.record.stream();
        let tab = if stream.starts_with("session/") { tab } else { format!(" [{stream}]") };
        let name = self.event_name();
        if let Some(rejection) = &self.refused {
            return format!("#{seq} {name}{tab}: refused in {}: {rejection}", self.from);
        }
        let calls: Vec<String> = self.calls.iter().map(names::of_call).collect();
        let calls =
            if calls.is_empty() { String::new() } else { format!(" -> {}", calls.join(", ")) };
        format!("#{seq} {name}{tab}: {} -> {}{calls}", self.from, self.to)
    }

    /// The state after, as JSON.
    pub fn state_json(&self) -> Option<Value> {
        self.state.as_ref().and_then(|state| serde_json::to_value(state).ok())
    }

    /// Whether it is the record that opens its session, which is appended before that of the first command.
    pub(crate) fn is_opening(&self) -> bool {
        self.key.machine == MachineName::Session && self.event == "open"
    }
}

/// The lines of a log, a list for each stream, in the order of their first records.
pub(crate) fn by_stream(log: &[Entry]) -> Vec<Vec<&str>> {
    let mut streams: Vec<(&str, Vec<&str>)> = Vec::new();
    for entry in log {
        let (name, line) = (entry.record.stream(), entry.record.line());
        match streams.iter_mut().find(|(known, _)| *known == name) {
            Some((_, lines)) => lines.push(line),
            None => streams.push((name, vec![line])),
        }
    }
    streams.into_iter().map(|(_, lines)| lines).collect()
}
