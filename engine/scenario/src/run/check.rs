//! Comparing what came of a step with what the story expects.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use waybill_machines::call::Call;
use waybill_machines::{AnyState, MachineName, Stamp};

use super::log::Entry;
use super::menus;
use super::step::Taken;
use super::world::World;
use crate::format::{CallPattern, Expect, Step, TransitionPattern, names};
use crate::matching::{Matching, in_order};
use crate::yaml::flow;

/// One thing that was not as expected.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The key of `expect`, or what else it is about.
    pub key: String,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub came: String,
    /// What blessing would write behind the key.
    pub blessed: Option<Value>,
}

impl Mismatch {
    /// Something that could not be done at all.
    pub(crate) fn trouble(message: String) -> Self {
        Self {
            key: "step".into(),
            expected: "that it can be done".into(),
            came: message,
            blessed: None,
        }
    }

    fn of(key: &str, expected: &Value, came: &Value) -> Self {
        let (text, blessed) = (flow(came), Some(came.clone()));
        Self { key: key.to_owned(), expected: flow(expected), came: text, blessed }
    }
}

/// What came of a step and the world after it, as patterns see them.
struct Came<'a> {
    world: &'a World<'a>,
    tab: &'a str,
    entries: &'a [Entry],
    matching: Matching,
}

/// Everything that was not as expected.
pub(crate) fn step(world: &World<'_>, step: &Step, taken: &Taken) -> Vec<Mismatch> {
    let none = Expect::default();
    let expect = step.expect.as_ref().unwrap_or(&none);
    let came = Came {
        world,
        tab: &taken.tab,
        entries: &world.log[taken.records.clone()],
        matching: Matching { now: world.now(), exact: expect.exact },
    };
    let mut found: Vec<Mismatch> = taken
        .found
        .iter()
        .map(|problem| Mismatch {
            key: "step".into(),
            expected: "no problem".into(),
            came: problem.clone(),
            blessed: None,
        })
        .collect();
    found.extend(refusal(expect, taken, came.matching));
    found.extend(expect.machines.iter().filter_map(|(name, wanted)| {
        came.machine(name.as_str(), &came.world.state(*name, came.tab), wanted)
    }));
    found.extend(expect.installation.iter().filter_map(|(stream, wanted)| {
        let machine = names::machine_of_stream(stream)?;
        came.machine(stream, &came.world.standing(machine, stream), wanted)
    }));
    found.extend(came.lists(expect));
    found.extend(came.place(expect));
    found.extend(came.able(expect));
    found.extend(came.menus(expect));
    if let Some(records) = expect.records
        && records != taken.records.len() as u64
    {
        found.push(Mismatch::of("records", &json!(records), &json!(taken.records.len())));
    }
    found
}

/// A step that nobody expects to be refused must not be.
fn refusal(expect: &Expect, taken: &Taken, matching: Matching) -> Option<Mismatch> {
    match (&expect.refused, &taken.refused) {
        (None, None) => None,
        (None, Some(rejection)) => Some(Mismatch {
            key: "refused".into(),
            expected: "that the step is accepted".into(),
            came: rejection.to_string(),
            blessed: Some(json!(rejection.code)),
        }),
        (Some(wanted), None) => {
            Some(Mismatch { blessed: None, ..Mismatch::of("refused", wanted, &json!("accepted")) })
        }
        (Some(wanted), Some(rejection)) => {
            let whole = json!({"code": rejection.code, "args": rejection.args});
            let found = if wanted.is_object() { whole } else { json!(rejection.code) };
            (!matching.matches(wanted, &found)).then(|| Mismatch::of("refused", wanted, &found))
        }
    }
}

impl Came<'_> {
    fn machine(&self, machine: &str, state: &AnyState, wanted: &Value) -> Option<Mismatch> {
        let whole = serde_json::to_value(state).unwrap_or_default();
        let Value::Object(fields) = wanted else {
            let name = json!(state.name());
            let same = self.matching.matches(wanted, &name);
            return (!same).then(|| Mismatch::of(machine, wanted, &name));
        };
        if self.matching.matches(wanted, &whole) {
            return None;
        }
        let keys = fields.keys().map(String::as_str);
        let came = if self.matching.exact { whole } else { cut(keys, &whole, wanted) };
        Some(Mismatch::of(machine, wanted, &came))
    }

    fn lists(&self, expect: &Expect) -> Vec<Mismatch> {
        let exact = expect.exact;
        let mut found = Vec::new();
        let calls: Vec<&Call> = self.entries.iter().flat_map(|entry| &entry.calls).collect();
        if let Some(wanted) = &expect.calls
            && !in_order(wanted, &calls, exact, |pattern, call| self.call(pattern, call))
        {
            let came: Vec<Value> = calls.iter().map(|call| self.shown(call, wanted)).collect();
            let wanted = wanted.iter().map(pattern_value).collect();
            found.push(Mismatch::of("calls", &wanted, &Value::Array(came)));
        }
        found.extend(self.too_many(expect, &calls));
        let accepted = self.entries.iter().filter(|entry| entry.refused.is_none());
        let transitions: Vec<(String, &str)> =
            accepted.map(|entry| (entry.event_name(), entry.to)).collect();
        if let Some(wanted) = &expect.transitions {
            let same = |pattern: &TransitionPattern, (event, to): &(String, &str)| {
                let wanted = json!(pattern.to);
                pattern.event == *event && self.matching.matches(&wanted, &json!(to))
            };
            if !in_order(wanted, &transitions, exact, same) {
                let wanted = wanted.iter().map(|one| json!({one.event.as_str(): one.to})).collect();
                let came = transitions.iter().map(|(event, to)| json!({event.as_str(): to}));
                found.push(Mismatch::of("transitions", &wanted, &came.collect()));
            }
        }
        let notified: Vec<String> = calls
            .iter()
            .filter_map(|call| match call {
                Call::Notify { key, .. } => Some(key.clone()),
                _ => None,
            })
            .collect();
        found.extend(self.words("notify", expect.notify.as_ref(), &notified));
        let guards = self.entries.iter().flat_map(|entry| &entry.guards);
        let guards: Vec<String> = guards.cloned().collect();
        found.extend(self.words("guards", expect.guards.as_ref(), &guards));
        found
    }

    /// Calls that must not have come, or came too often.
    fn too_many(&self, expect: &Expect, calls: &[&Call]) -> Vec<Mismatch> {
        let mut found = Vec::new();
        let never = expect.no_calls.as_deref().unwrap_or_default();
        let came: Vec<Value> = calls
            .iter()
            .filter(|call| never.iter().any(|pattern| self.call(pattern, call)))
            .map(|call| self.shown(call, never))
            .collect();
        if !came.is_empty() {
            let wanted = Value::Array(never.iter().map(pattern_value).collect());
            let (expected, came) = (format!("none of {}", flow(&wanted)), flow(&json!(came)));
            found.push(Mismatch { key: "no_calls".into(), expected, came, blessed: None });
        }
        for (name, most) in expect.at_most.iter().flatten() {
            let count = calls.iter().filter(|call| names::of_call(call) == *name).count();
            if count as u64 > *most {
                let (expected, came) = (format!("{name} at most {most} times"), count.to_string());
                found.push(Mismatch { key: "at_most".into(), expected, came, blessed: None });
            }
        }
        found
    }

    fn words(&self, key: &str, wanted: Option<&Vec<String>>, came: &[String]) -> Option<Mismatch> {
        let wanted = wanted?;
        let same = |word: &String, item: &String| self.matching.matches(&json!(word), &json!(item));
        if in_order(wanted, came, self.matching.exact, same) {
            return None;
        }
        Some(Mismatch::of(key, &json!(wanted), &json!(came)))
    }

    fn call(&self, pattern: &CallPattern, call: &Call) -> bool {
        let matching = Matching { exact: false, ..self.matching };
        pattern.name == names::of_call(call)
            && matching.matches(&Value::Object(pattern.fields.clone()), &fields_of(call))
    }

    /// A call with the fields that some pattern for it looks at.
    fn shown(&self, call: &Call, patterns: &[CallPattern]) -> Value {
        let name = names::of_call(call);
        let pattern = patterns
            .iter()
            .filter(|pattern| pattern.name == name && !pattern.fields.is_empty())
            .max_by_key(|pattern| self.call(pattern, call));
        let Some(pattern) = pattern else { return json!(name) };
        let wanted = Value::Object(pattern.fields.clone());
        let fields = cut(pattern.fields.keys().map(String::as_str), &fields_of(call), &wanted);
        json!({name: fields})
    }

    fn place(&self, expect: &Expect) -> Vec<Mismatch> {
        let told = self.world.tabs.get(self.tab).and_then(|tab| tab.told.as_ref());
        let mut found = Vec::new();
        if let Some(wanted) = &expect.route {
            let came = told.map_or(Value::Null, |place| json!(place.route.as_str()));
            if !self.matching.matches(wanted, &came) {
                found.push(Mismatch::of("route", wanted, &came));
            }
        }
        if let Some(wanted) = &expect.query {
            let came = told.map_or(Value::Null, |place| json!(place.query));
            if !self.matching.matches(wanted, &came) {
                found.push(Mismatch::of("query", wanted, &came));
            }
        }
        found
    }

    fn menus(&self, expect: &Expect) -> Vec<Mismatch> {
        let mut found = Vec::new();
        if expect.menus.is_none() && expect.logo.is_none() {
            return found;
        }
        let menus = menus::of(self.world, self.tab);
        if let Some(wanted) = &expect.menus {
            let came: BTreeMap<&String, Vec<Value>> =
                wanted.0.keys().map(|name| (name, menus::items(&menus, name))).collect();
            let same = |wanted: &Value, item: &Value| self.matching.matches(wanted, item);
            let mut all = wanted.0.iter();
            if !all.all(|(name, items)| in_order(items, &came[name], self.matching.exact, same)) {
                found.push(Mismatch::of("menus", &wanted.to_value(), &json!(came)));
            }
        }
        if let Some(wanted) = &expect.logo {
            let came = json!(menus.logo);
            if !self.matching.matches(wanted, &came) {
                found.push(Mismatch::of("logo", wanted, &came));
            }
        }
        found
    }

    fn able(&self, expect: &Expect) -> Vec<Mismatch> {
        let mut found = Vec::new();
        for (key, list, wanted) in [("can", &expect.can, true), ("cannot", &expect.cannot, false)] {
            let Some(list) = list else { continue };
            let came: Vec<&String> =
                list.iter().filter(|event| self.possible(event) == wanted).collect();
            if came.len() != list.len() {
                let mut mismatch = Mismatch::of(key, &json!(list), &json!(came));
                // An empty list says nothing, so that what is left is for a person to decide.
                mismatch.blessed = mismatch.blessed.filter(|_| !came.is_empty());
                found.push(mismatch);
            }
        }
        found
    }

    /// Whether an event of this name could be taken now: some example of it is accepted, and if a tab has to
    /// propose it, it may.
    fn possible(&self, event: &str) -> bool {
        let Some((stream, name)) = event.split_once('.') else { return false };
        let (machine, state) = match names::machine_of_stream(stream) {
            Some(machine) => (machine, self.world.standing(machine, stream)),
            None => {
                let Ok(machine) = stream.parse::<MachineName>() else { return false };
                (machine, self.world.state(machine, self.tab))
            }
        };
        let examples: Vec<_> =
            machine.examples().into_iter().filter(|example| example.name() == name).collect();
        let stamp: Stamp<'_> = self.world.stamp();
        let forbidden = machine.profile().proposals.contains(&name)
            && examples.iter().all(|example| {
                let json = example.to_record_json().unwrap_or_default();
                let bare = json!({"type": name}).to_string();
                [json, bare].iter().any(|proposal| {
                    let refused = machine.admit(proposal, stamp).err();
                    refused.is_some_and(|rejection| rejection.code != "malformed_event")
                })
            });
        !forbidden && examples.iter().any(|event| state.decide(event, self.world.now()).is_ok())
    }
}

fn pattern_value(pattern: &CallPattern) -> Value {
    if pattern.fields.is_empty() {
        json!(pattern.name)
    } else {
        json!({pattern.name.as_str(): pattern.fields})
    }
}

/// A call's fields; those of a `tell` are the fields of the event that it tells.
fn fields_of(call: &Call) -> Value {
    let value = match call {
        Call::Tell { event } => {
            event.to_record_json().and_then(|json| serde_json::from_str(&json)).unwrap_or_default()
        }
        other => serde_json::to_value(other).unwrap_or_default(),
    };
    let Value::Object(mut fields) = value else { return value };
    fields.remove("call");
    fields.remove("type");
    Value::Object(fields)
}

/// The part of a value that a pattern looks at.
fn cut<'a>(keys: impl Iterator<Item = &'a str>, whole: &Value, pattern: &Value) -> Value {
    let part = keys.map(|key| {
        let value = whole.get(key).cloned().unwrap_or_default();
        let value = match &pattern[key] {
            inner @ Value::Object(fields) if value.is_object() => {
                cut(fields.keys().map(String::as_str), &value, inner)
            }
            _ => value,
        };
        (key.to_owned(), value)
    });
    Value::Object(part.collect::<Map<String, Value>>())
}
