//! What a trace says of the installation, as named in `given`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use waybill_machines::MachineName;
use waybill_platform::access::SessionSettings;

use super::trace::{Kind, Reading};

/// The facts in the first answers to start-up, as named in `given`: the engine compares a session with them.
pub(super) fn given_facts(session: &[Reading]) -> BTreeMap<String, Value> {
    let mut given = BTreeMap::new();
    for reading in session.iter().filter(|reading| reading.machine == MachineName::Startup) {
        let value = &reading.event["value"];
        let facts: Vec<(&str, Value)> = match (&reading.kind, reading.event_type()) {
            (Kind::Answer { .. }, "access.current_user") => {
                let of_visitors = ["anonymous_allowed", "anonymous_ui_blocked", "single_sign_on"];
                let mut facts: Vec<_> = of_visitors.map(|fact| (fact, value[fact].clone())).into();
                let redirect = &value["external_redirect"];
                facts
                    .extend((!redirect.is_null()).then(|| ("external_redirect", redirect.clone())));
                facts
            }
            (Kind::Answer { .. }, "licences.entitlements") => vec![("licence", value.clone())],
            (Kind::Answer { .. }, "topology.services") => {
                let services = value.as_array().into_iter().flatten();
                let versions = services.filter_map(|service| {
                    Some((service["name"].as_str()?.to_owned(), service["version"].clone()))
                });
                vec![("services", Value::Object(versions.collect()))]
            }
            (Kind::Answer { .. }, "settings.load") => {
                let settings = value.as_object().into_iter().flatten();
                settings.map(|(fact, value)| (fact.as_str(), value.clone())).collect()
            }
            _ => continue,
        };
        for (fact, value) in facts.into_iter().filter(|(_, value)| !value.is_null()) {
            given.entry(fact.to_owned()).or_insert(value);
        }
    }
    given
}

/// How long sign-ins last, by the first terms of those that are remembered and of the others; none if as by default.
pub(super) fn given_sessions(session: &[Reading]) -> Option<Value> {
    let usual = json!(SessionSettings::default());
    let mut given = Map::new();
    let mut set = |setting: &str, value: Option<u64>| {
        let value = value.map_or(Value::Null, Value::from);
        given.entry(setting.to_owned()).or_insert(value);
    };
    for reading in session {
        for begun in ["attempt", "landing"].map(|field| &reading.event[field]) {
            let terms = &begun["terms"];
            let Some(minutes) = terms["lasts_minutes"].as_u64() else { continue };
            let is_remembered = begun["remember"] == true;
            set(
                if is_remembered { "remembered_hours" } else { "absolute_hours" },
                Some(minutes / 60),
            );
            set("idle_minutes", terms["idle_minutes"].as_u64());
        }
    }
    given.retain(|setting, value| usual[&**setting] != *value);
    (!given.is_empty()).then_some(Value::Object(given))
}
