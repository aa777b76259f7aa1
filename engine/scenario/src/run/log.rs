//! The log of a story: real records of the journal's format, kept with what they were made from.

use serde_json::Value;
use waybill_journal::json::NotCanonical;
use waybill_journal::{Cause, Draft, Json, RecordRef, Refused, SealedRecord, StreamHead};
use waybill_machines::call::Call;
use waybill_machines::cascade::{Decided, InstanceKey};
use waybill_machines::{AnyEvent, Rejection, Timestamp};

use crate::format::names;

/// One record, and what it holds in typed form.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The record as the journal would store it.
    pub record: SealedRecord,
    /// Whose decision it is.
    pub key: InstanceKey,
    /// What happened.
    pub event: AnyEvent,
    /// The state before.
    pub from: &'static str,
    /// The state after.
    pub to: &'static str,
    /// The state after as JSON; none for a refusal.
    pub state: Option<Value>,
    /// The effects asked for.
    pub calls: Vec<Call>,
    /// The named guards that decided.
    pub guards: Vec<&'static str>,
    /// Why it was refused.
    pub refused: Option<Rejection>,
    /// The command that it answers.
    pub command: Option<String>,
}

impl Entry {
    /// `machine.event`.
    pub fn event_name(&self) -> String {
        format!("{}.{}", self.key.machine, self.event.name())
    }

    /// One line for people.
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
}

/// The lines of a log, a list for each stream, in the order in which the streams began.
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

/// Where a command or an answer comes from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Source {
    pub(crate) who: String,
    /// The record and the call that this answers, and the user's record at the root.
    pub(crate) cause: Option<(u64, u64, u64)>,
    pub(crate) command: Option<String>,
}

/// What a record needs that its decision does not say.
pub(crate) struct Place<'a> {
    pub(crate) stream: &'a str,
    pub(crate) head: Option<StreamHead>,
    pub(crate) instance: u64,
    pub(crate) at: Timestamp,
    pub(crate) who: &'a str,
    pub(crate) cause: Option<(u64, u64, u64)>,
    pub(crate) command: Option<&'a str>,
}

/// Makes the record of a decision.
pub(crate) fn entry(decided: &Decided, place: &Place<'_>) -> Result<Entry, String> {
    let text = |error: serde_json::Error| format!("a record cannot be written: {error}");
    let profile = decided.key.machine.profile();
    let (state, calls, guards, refused, to) = match &decided.result {
        Ok(accepted) => (
            Some(serde_json::to_value(&accepted.state).map_err(text)?),
            accepted.calls.clone(),
            accepted.guards.clone(),
            None,
            accepted.state.name(),
        ),
        Err(refused) => {
            let rejection = refused.rejection.clone();
            (None, Vec::new(), refused.guards.clone(), Some(rejection), decided.from)
        }
    };
    let json = |fault: NotCanonical| format!("a record cannot be written: {fault}");
    let own = |seq: u64| RecordRef { stream: None, seq };
    let draft = Draft {
        stream: place.stream.to_owned(),
        machine: decided.key.machine.to_string(),
        tab: decided.key.tab.clone(),
        instance: place.instance,
        event: Json::parse(decided.event.to_record_json().map_err(text)?).map_err(json)?,
        guards: guards.iter().map(|guard| (*guard).to_owned()).collect(),
        refused: match &refused {
            None => None,
            Some(rejection) => Some(Refused {
                code: rejection.code.clone(),
                args: Json::of(&rejection.args).map_err(json)?,
            }),
        },
        from: decided.from.to_owned(),
        to: to.to_owned(),
        state: match &decided.result {
            Ok(accepted) => Some(Json::of(&accepted.state).map_err(json)?),
            Err(_) => None,
        },
        calls: calls.iter().map(Json::of).collect::<Result<_, _>>().map_err(json)?,
        at: place.at,
        who: place.who.to_owned(),
        cause: place.cause.map(|(seq, call, root)| Cause {
            record: own(seq),
            call: Some(call),
            root: own(root),
        }),
        command: place.command.map(str::to_owned),
        rules: profile.rules.to_owned(),
        schema: u64::from(profile.schema),
    };
    let record = draft.seal_after(place.head).map_err(|error| error.to_string())?;
    let command = place.command.map(str::to_owned);
    let (key, event, from) = (decided.key.clone(), decided.event.clone(), decided.from);
    Ok(Entry { record, key, event, from, to, state, calls, guards, refused, command })
}
