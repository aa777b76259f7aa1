//! The fields of a type, from serde's error messages: for an unknown field serde lists the known ones, so that no
//! separate list has to be maintained.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use waybill_machines::MachineName;
use waybill_machines::call::Call;

/// Serde's error message about an unknown word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unknown {
    pub(super) word: String,
    pub(super) known: Vec<String>,
}

/// A name that no type uses for a field.
const NO_FIELD: &str = "no-such-field";

/// The words in backticks in one of serde's messages.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Parses serde's message about an unknown field or an unknown variant.
fn unknown(serde_error: &str, what: &str) -> Option<Unknown> {
    let rest = serde_error.strip_prefix("unknown ")?.strip_prefix(what)?;
    let mut words = quoted(rest).map(str::to_owned);
    Some(Unknown { word: words.next()?, known: words.collect() })
}

/// The unknown field in a message of serde.
pub(super) fn unknown_field(serde_error: &str) -> Option<Unknown> {
    unknown(serde_error, "field ")
}

/// The unknown variant in a message of serde.
pub(super) fn unknown_variant(serde_error: &str) -> Option<Unknown> {
    unknown(serde_error, "variant ")
}

/// A type whose fields are found by deserialising JSON objects and reading serde's error messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    /// A state of a machine.
    State(MachineName, String),
    /// An event of a machine.
    Event(MachineName, String),
    /// A call to a port or to the browser.
    Call(String),
}

impl Type {
    /// Serde's error message for an object with these members, if it is invalid.
    pub(super) fn serde_error(&self, members: &str) -> Option<String> {
        let tagged = |tag: &str, name: &str| match members {
            "" => format!("{{\"{tag}\":\"{name}\"}}"),
            _ => format!("{{\"{tag}\":\"{name}\",{members}}}"),
        };
        let read = match self {
            Self::State(machine, name) => machine.state_from_json(&tagged("state", name)).map(drop),
            Self::Event(machine, name) => machine.event_from_json(&tagged("type", name)).map(drop),
            Self::Call(name) => serde_json::from_str::<Call>(&tagged("call", name)).map(drop),
        };
        let serde_error = read.err().map(|error| error.to_string());
        match &serde_error {
            Some(message) if message.starts_with("unknown ") => serde_error,
            _ => self.error_by_examples(members).or(serde_error),
        }
    }

    /// Some events accept unknown fields, because their answers are flattened types. Their examples have the known
    /// fields.
    fn error_by_examples(&self, members: &str) -> Option<String> {
        let given: Map<String, Value> = serde_json::from_str(&format!("{{{members}}}")).ok()?;
        let known = self.fields_of_examples();
        let other =
            given.keys().find(|name| !known.contains(name)).filter(|_| !known.is_empty())?;
        Some(format!("unknown field `{other}`, expected one of `{}`", known.join("`, `")))
    }

    fn fields_of_examples(&self) -> Vec<String> {
        let Self::Event(machine, event) = self else { return Vec::new() };
        let examples = machine.examples().into_iter().filter(|example| example.name() == event);
        let fields = examples
            .filter_map(|example| example.to_record_json().ok())
            .filter_map(|json| serde_json::from_str::<Map<String, Value>>(&json).ok())
            .flat_map(|fields| fields.into_iter().map(|(name, _)| name));
        let fields: BTreeSet<String> = fields.filter(|name| name != "type").collect();
        fields.into_iter().collect()
    }

    /// The names of its fields. An event with several shapes, such as an answer with several outcomes, has the fields
    /// of all of them.
    #[cfg(feature = "schema")]
    pub(super) fn fields(&self) -> Vec<String> {
        let mut found = self.fields_beside("");
        found.extend(self.fields_of_examples());
        let outcomes = self.serde_error(&format!("\"outcome\":\"{NO_FIELD}\""));
        let outcomes = outcomes.as_deref().and_then(unknown_variant);
        for outcome in outcomes.into_iter().flat_map(|unknown| unknown.known) {
            found.push("outcome".to_owned());
            found.extend(self.fields_beside(&format!("\"outcome\":\"{outcome}\",")));
        }
        found.sort();
        found.dedup();
        found
    }

    #[cfg(feature = "schema")]
    fn fields_beside(&self, members: &str) -> Vec<String> {
        let serde_error = self.serde_error(&format!("{members}\"{NO_FIELD}\":null"));
        let unknown = serde_error.as_deref().and_then(unknown_field);
        unknown.map(|unknown| unknown.known).unwrap_or_default()
    }

    /// The type that the name of a call in a scenario refers to: a call, or the event that is sent to a machine.
    pub(super) fn of_call(name: &str) -> Self {
        let event_of_tell = name.split_once('.').and_then(|(machine, event)| {
            let machine: MachineName = machine.parse().ok()?;
            machine.profile().events.contains(&event).then(|| (machine, event.to_owned()))
        });
        match event_of_tell {
            Some((machine, event)) => Self::Event(machine, event),
            None => Self::Call(name.to_owned()),
        }
    }

    /// The states that a pattern may describe: the one that it names, or all.
    pub(super) fn of_states(machine: MachineName, named: Option<&str>) -> Vec<Self> {
        let states = machine.profile().states.iter();
        let wanted = states.filter(|state| named.is_none_or(|name| name == **state));
        wanted.map(|state| Self::State(machine, (*state).to_owned())).collect()
    }
}

/// The names of the fields of a proposal, which is named as `machine.event`.
pub(crate) fn of_proposal(name: &str) -> Vec<String> {
    use waybill_machines::AdmissionContext;
    use waybill_machines::facts::Facts;

    let Some((machine, event)) = name.split_once('.') else { return Vec::new() };
    let Ok(machine) = machine.parse::<MachineName>() else { return Vec::new() };
    let facts = Facts::unknown();
    let admission = AdmissionContext { facts: Some(&facts), view: None, facts_from: None };
    let refused =
        machine.admit(&format!("{{\"type\":\"{event}\",\"{NO_FIELD}\":null}}"), admission);
    let problem = refused.err().and_then(|refused| refused.args.get("problem").cloned());
    let unknown = problem.as_deref().and_then(unknown_field);
    unknown.map(|unknown| unknown.known).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serde_lists_the_known_fields() {
        let state = Type::State(MachineName::Login, "signed_in".into());
        let serde_error = state.serde_error("\"prson\":null").expect("the field is unknown");
        let unknown = unknown_field(&serde_error).expect("the message names the field");
        assert_eq!(unknown.word, "prson");
        assert!(unknown.known.contains(&"person".to_owned()), "{unknown:?}");
        let serde_error = state.serde_error("\"person\":null").expect("the field cannot be null");
        assert_eq!(unknown_field(&serde_error), None, "{serde_error}");
    }

    #[test]
    fn the_name_of_a_call_refers_to_a_call_or_an_event() {
        assert_eq!(Type::of_call("browser.clear"), Type::Call("browser.clear".into()));
        let event = Type::Event(MachineName::Mfa, "reset".into());
        assert_eq!(Type::of_call("mfa.reset"), event);
    }
}
