//! The expected results of a step.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use waybill_machines::MachineName;

use super::menus::MenusPattern;
use super::names;
use super::read::{ANY_CALL, DECISION, EVENT, EXPECT_KEY, Fields, Known};
use crate::fault;
use crate::matching::is_matcher;

/// The expected results of a step. What is not mentioned may be anything, unless `exact` is set.
#[derive(Debug, Clone, Default)]
pub struct Expect {
    /// The states of machines after the step: a state's name, or a map of its fields.
    pub machines: BTreeMap<MachineName, Value>,
    /// The states of machines of the installation after the step, by the names of their streams.
    pub installation: BTreeMap<String, Value>,
    /// Calls that are requested, in order.
    pub calls: Option<Vec<CallPattern>>,
    /// Calls that must not be requested.
    pub no_calls: Option<Vec<CallPattern>>,
    /// How often calls may be requested at most, by name.
    pub at_most: Option<BTreeMap<String, u64>>,
    /// Decisions, in order.
    pub transitions: Option<Vec<TransitionPattern>>,
    /// The route that the tab was sent to.
    pub route: Option<Value>,
    /// The query of that route.
    pub query: Option<Value>,
    /// The keys of the notifications that are shown, in order.
    pub notify: Option<Vec<String>>,
    /// What the menus show beside the page.
    pub menus: Option<MenusPattern>,
    /// The fields of the logo above the menus.
    pub logo: Option<Value>,
    /// Named guards that decided, in order.
    pub guards: Option<Vec<String>>,
    /// The code of the expected rejection, or `any`.
    pub refused: Option<Value>,
    /// Events that can be proposed after the step, as `machine.event`.
    pub can: Option<Vec<String>>,
    /// Events that would be rejected after the step.
    pub cannot: Option<Vec<String>>,
    /// How many records the step writes.
    pub records: Option<u64>,
    /// Lists must be complete and states must have no further fields.
    pub exact: bool,
}

/// An expected call.
#[derive(Debug, Clone)]
pub struct CallPattern {
    /// The name of the call; a `tell` has the name of its event.
    pub name: String,
    /// Some of the fields of the call.
    pub fields: Map<String, Value>,
}

/// An expected decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransitionPattern {
    /// The event, as `machine.event`.
    pub event: String,
    /// The state after the event.
    pub to: String,
}

impl Expect {
    /// Expects only that the step is rejected.
    fn refused() -> Self {
        Self { refused: Some("any".into()), ..Self::default() }
    }

    fn read<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        let events = |list: Vec<Known<EVENT>>| list.into_iter().map(|Known(name)| name).collect();
        match key {
            "calls" => self.calls = Some(map.next_value()?),
            "no_calls" => self.no_calls = Some(map.next_value()?),
            "at_most" => self.at_most = Some(map.next_value::<AtMost>()?.0),
            "transitions" => self.transitions = Some(map.next_value()?),
            "route" => self.route = Some(map.next_value_seed(Route)?),
            "query" => self.query = Some(Value::Object(map.next_value()?)),
            "notify" => self.notify = Some(map.next_value()?),
            "menus" => self.menus = Some(map.next_value()?),
            "logo" => self.logo = Some(Value::Object(map.next_value()?)),
            "guards" => self.guards = Some(map.next_value()?),
            "refused" => self.refused = Some(map.next_value()?),
            "can" => self.can = Some(events(map.next_value()?)),
            "cannot" => self.cannot = Some(events(map.next_value()?)),
            "records" => self.records = Some(map.next_value()?),
            "exact" => self.exact = map.next_value()?,
            stream if stream.contains('/') => {
                let machine = names::machine_of_stream(stream);
                let machine = machine.ok_or_else(|| A::Error::custom("no such machine"))?;
                let wanted = map.next_value_seed(StateOf(machine))?;
                self.installation.insert(stream.to_owned(), wanted);
            }
            name => {
                let machine: MachineName = name.parse().map_err(A::Error::custom)?;
                self.machines.insert(machine, map.next_value_seed(StateOf(machine))?);
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Expect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Expect;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`refused` or a map such as {login: signed_in}")
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Expect, E> {
                match word {
                    "refused" => Ok(Expect::refused()),
                    _ => Err(E::custom(fault::unknown("word", word, &["refused"]))),
                }
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Expect, A::Error> {
                let mut expect = Expect::default();
                while let Some(Known(key)) = map.next_key::<Known<EXPECT_KEY>>()? {
                    expect.read(&key, &mut map)?;
                }
                Ok(expect)
            }
        }
        deserializer.deserialize_any(Entries)
    }
}

/// Reads a pattern of a machine's state: a state's name, a matcher, or a map whose `state` is one of these.
struct StateOf(MachineName);

impl StateOf {
    fn check<E: serde::de::Error>(&self, name: &str) -> Result<(), E> {
        let states = self.0.profile().states;
        if is_matcher(name) || states.contains(&name) {
            return Ok(());
        }
        Err(E::custom(fault::unknown(&format!("state of {}", self.0), name, states)))
    }
}

struct StateName(MachineName);

impl<'de> DeserializeSeed<'de> for StateName {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let name = String::deserialize(deserializer)?;
        StateOf(self.0).check(&name)?;
        Ok(Value::String(name))
    }
}

impl<'de> DeserializeSeed<'de> for StateOf {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for StateOf {
    type Value = Value;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a state of {} or a map of its fields", self.0)
    }
    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Value, E> {
        self.check(name).map(|()| Value::String(name.to_owned()))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let value = match key.as_str() {
                "state" => map.next_value_seed(StateName(self.0))?,
                _ => map.next_value()?,
            };
            fields.insert(key, value);
        }
        Ok(Value::Object(fields))
    }
}

/// Reads a route's name, a matcher, or null for a tab that was not sent anywhere.
struct Route;

impl<'de> DeserializeSeed<'de> for Route {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Route {
    type Value = Value;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a route")
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Value, E> {
        let known: Vec<&str> = waybill_machines::rules::routes::ROUTES
            .iter()
            .map(|route| route.name.as_str())
            .collect();
        if is_matcher(name) || known.contains(&name) {
            return Ok(Value::String(name.to_owned()));
        }
        Err(E::custom(fault::unknown("route", name, &known)))
    }
}

impl<'de> Deserialize<'de> for CallPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = CallPattern;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a call, or a map such as {browser.leave: {url: any}}")
            }
            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<CallPattern, E> {
                let word: serde::de::value::StrDeserializer<'_, E> =
                    serde::de::IntoDeserializer::into_deserializer(name);
                let Known(name) = Known::<ANY_CALL>::deserialize(word)?;
                Ok(CallPattern { name, fields: Map::new() })
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CallPattern, A::Error> {
                let entry = map.next_key::<Known<ANY_CALL>>()?;
                let Some(Known(name)) = entry else {
                    return Err(A::Error::custom("expected the name of a call"));
                };
                let fields = map.next_value::<Fields>()?.0;
                match map.next_key::<String>()? {
                    None => Ok(CallPattern { name, fields }),
                    Some(next) => Err(A::Error::custom(format_args!(
                        "`{next}` is a second call; each stands in an item of its own"
                    ))),
                }
            }
        }
        deserializer.deserialize_any(Entries)
    }
}

/// How often each call may be requested.
struct AtMost(BTreeMap<String, u64>);

impl<'de> Deserialize<'de> for AtMost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = AtMost;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from calls to numbers, such as {access.authenticate: 1}")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AtMost, A::Error> {
                let mut most = BTreeMap::new();
                while let Some(Known(call)) = map.next_key::<Known<ANY_CALL>>()? {
                    most.insert(call, map.next_value()?);
                }
                Ok(AtMost(most))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

impl<'de> Deserialize<'de> for TransitionPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entry;
        impl<'de> Visitor<'de> for Entry {
            type Value = TransitionPattern;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a decision such as {login.submit: checking}")
            }
            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<TransitionPattern, A::Error> {
                let entry = map.next_key::<Known<DECISION>>()?;
                let Some(Known(event)) = entry else {
                    return Err(A::Error::custom("expected an event and the state after it"));
                };
                let machine = event.split('.').next().unwrap_or_default();
                let machine: MachineName = machine.parse().map_err(A::Error::custom)?;
                let to = match map.next_value_seed(StateName(machine))? {
                    Value::String(name) => name,
                    other => other.to_string(),
                };
                Ok(TransitionPattern { event, to })
            }
        }
        deserializer.deserialize_map(Entry)
    }
}
