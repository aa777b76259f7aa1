//! Deserialising what serde cannot derive: proposals, answers, and words that are only known at run time.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use waybill_machines::facts::Facts;
use waybill_machines::{AdmissionContext, AnyEvent, MachineName, RejectionCode};

use super::names::{self, PORT_CALLS, STEP_KEYS};
use crate::fault;

pub(super) struct Proposal(pub(super) Map<String, Value>);

/// Reads a proposal and lets its machine parse it at once, so that the error has a position.
pub(super) struct ProposalOf<'a>(pub(super) &'a str);

impl<'de> serde::de::DeserializeSeed<'de> for ProposalOf<'_> {
    type Value = Proposal;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Proposal, D::Error> {
        let mut fields: Map<String, Value> = Fields::deserialize(deserializer)?.0;
        let (machine, event) = self.0.split_once('.').unwrap_or((self.0, ""));
        let machine: MachineName = machine.parse().map_err(D::Error::custom)?;
        fields.insert("type".into(), event.into());
        let facts = Facts::unknown();
        let admission = AdmissionContext { facts: Some(&facts), view: None, facts_from: None };
        let json = Value::Object(fields.clone()).to_string();
        match machine.admit(&json, admission) {
            Err(rejection) if rejection.code == RejectionCode::MalformedEvent => {
                let problem = rejection.args.get("problem").map_or("", String::as_str);
                // The position in the intermediate JSON is meaningless to users.
                let problem = problem.split(" at line ").next().unwrap_or(problem);
                Err(D::Error::custom(format_args!("this is no `{}`: {problem}", self.0)))
            }
            _ => Ok(Proposal(fields)),
        }
    }
}

/// Reads an event of a machine of the installation: fields that a scenario leaves out are as in the first example.
pub(super) struct EventOf<'a>(pub(super) &'a str);

impl<'de> serde::de::DeserializeSeed<'de> for EventOf<'_> {
    type Value = AnyEvent;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<AnyEvent, D::Error> {
        let given: Map<String, Value> = Fields::deserialize(deserializer)?.0;
        let (stream, event) = self.0.split_once('.').unwrap_or((self.0, ""));
        let machine = names::machine_of_stream(stream);
        let machine = machine.ok_or_else(|| D::Error::custom("there is no such machine"))?;
        let examples = machine.examples().into_iter().filter(|example| example.name() == event);
        let examples = examples.filter_map(|example| example.to_record_json().ok());
        let examples: Vec<Map<String, Value>> =
            examples.filter_map(|json| serde_json::from_str(&json).ok()).collect();
        // A field that may be missing is in some of the examples only.
        let known: BTreeSet<&str> =
            examples.iter().flat_map(Map::keys).map(String::as_str).collect();
        let known: Vec<&str> = known.into_iter().collect();
        let mut whole = examples.first().cloned().unwrap_or_default();
        if let Some(other) = given.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(D::Error::custom(fault::unknown("field", other, &known)));
        }
        for (key, value) in given {
            merge(whole.entry(key).or_insert(Value::Null), &value);
        }
        whole.insert("type".into(), event.into());
        machine.event_from_json(&Value::Object(whole).to_string()).map_err(|error| {
            let problem = error.to_string();
            let problem = problem.split(" at line ").next().unwrap_or(&problem);
            D::Error::custom(format_args!("this is no `{}`: {problem}", self.0))
        })
    }
}

/// Merges a value into another: maps by key, unless they are of different types; all else is replaced.
pub(crate) fn merge(below: &mut Value, above: &Value) {
    let is_another = matches!((&below["type"], &above["type"]), (Value::String(one), Value::String(other)) if one != other);
    match (below, above) {
        (Value::Object(below), Value::Object(above)) if !is_another => {
            for (key, value) in above {
                merge(below.entry(key).or_insert(Value::Null), value);
            }
        }
        (below, above) => *below = above.clone(),
    }
}

/// A map of JSON values; an absent value is an empty map.
pub(super) struct Fields(pub(super) Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Fields;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Map::new();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    fields.insert(key, value);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// A word of a list that is only known at run time.
pub(super) struct Known<const LIST: usize>(pub(super) String);

pub(super) const STEP_KEY: usize = 0;
pub(super) const PORT_CALL: usize = 1;
pub(super) const ANY_CALL: usize = 2;
pub(super) const EXPECT_KEY: usize = 3;
pub(super) const EVENT: usize = 4;
pub(super) const MENU: usize = 5;
pub(super) const ITEM: usize = 6;
pub(super) const DISABLED_REASON: usize = 7;
pub(super) const DECISION: usize = 8;

impl<'de, const LIST: usize> Deserialize<'de> for Known<LIST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name.contains('/') && [STEP_KEY, EVENT, EXPECT_KEY].contains(&LIST) {
            let checked = names::check_installation(&name, LIST == EXPECT_KEY);
            return checked.map(|()| Self(name)).map_err(D::Error::custom);
        }
        let (what, known) = match LIST {
            STEP_KEY => ("step", *STEP_KEYS),
            PORT_CALL => ("call of a service", *PORT_CALLS),
            ANY_CALL => ("call", *super::names::CALLS),
            EXPECT_KEY => ("key", *super::names::EXPECTABLE),
            MENU => ("menu", super::names::MENUS.as_slice()),
            ITEM => ("item", *super::names::ITEMS),
            DISABLED_REASON => ("word", *super::names::DISABLED_REASONS),
            DECISION => ("event", *super::names::DECISIONS),
            _ => ("event", *super::names::EVENTS),
        };
        if known.contains(&name.as_str()) {
            Ok(Self(name))
        } else {
            Err(D::Error::custom(crate::fault::unknown(what, &name, known)))
        }
    }
}

pub(super) struct Answered(pub(super) Vec<(String, Map<String, Value>)>);

impl<'de> Deserialize<'de> for Answered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Answered;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from a call to its answer")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answered, A::Error> {
                let mut answers = Vec::new();
                while let Some(Known(call)) = map.next_key::<Known<PORT_CALL>>()? {
                    answers.push((call, map.next_value::<Fields>()?.0));
                }
                if answers.is_empty() {
                    return Err(A::Error::custom("expected a call and its answer"));
                }
                Ok(Answered(answers))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}
