//! Compares the results of a step with its expectations.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use waybill_machines::call::Call;
use waybill_machines::{AdmissionContext, AnyState, MachineName, RejectionCode};

use super::log::Entry;
use super::menus;
use super::step::StepResult;
use super::world::World;
use crate::format::{CallPattern, Expect, Step, TransitionPattern, names};
use crate::matching::{Matching, in_order};
use crate::yaml::flow;

/// One difference between expected and actual results.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The key of `expect`, or `step` for a problem of the step itself.
    pub key: String,
    /// The expected value.
    pub expected: String,
    /// The actual value.
    pub actual: String,
    /// The value that blessing would write for the key.
    pub blessed: Option<Value>,
}

impl Mismatch {
    /// A step that could not be run.
    pub(crate) fn failure(message: String) -> Self {
        Self {
            key: "step".into(),
            expected: "that it can be done".into(),
            actual: message,
            blessed: None,
        }
    }

    fn of(key: &str, expected: &Value, actual: &Value) -> Self {
        let (text, blessed) = (flow(actual), Some(actual.clone()));
        Self { key: key.to_owned(), expected: flow(expected), actual: text, blessed }
    }
}

/// The results of a step and the world after it, for matching.
struct Actual<'a> {
    world: &'a World<'a>,
    tab: &'a str,
    entries: &'a [Entry],
    matching: Matching,
}

/// All differences between the expected and the actual results of a step.
pub(crate) fn step(world: &World<'_>, step: &Step, result: &StepResult) -> Vec<Mismatch> {
    let none = Expect::default();
    let expect = step.expect.as_ref().unwrap_or(&none);
    let actual = Actual {
        world,
        tab: &result.tab,
        entries: &world.log[result.records.clone()],
        matching: Matching { now: world.now(), exact: expect.exact },
    };
    let mut found: Vec<Mismatch> = result
        .found
        .iter()
        .map(|problem| Mismatch {
            key: "step".into(),
            expected: "no problem".into(),
            actual: problem.clone(),
            blessed: None,
        })
        .collect();
    found.extend(refusal(expect, result, actual.matching));
    found.extend(expect.machines.iter().filter_map(|(name, wanted)| {
        actual.machine(name.as_str(), &actual.world.state(*name, actual.tab), wanted)
    }));
    found.extend(expect.installation.iter().filter_map(|(stream, wanted)| {
        let machine = names::machine_of_stream(stream)?;
        actual.machine(stream, &actual.world.installation_state(machine, stream), wanted)
    }));
    found.extend(actual.lists(expect));
    found.extend(actual.place(expect));
    found.extend(actual.able(expect));
    found.extend(actual.menus(expect));
    if let Some(records) = expect.records
        && records != result.records.len() as u64
    {
        found.push(Mismatch::of("records", &json!(records), &json!(result.records.len())));
    }
    found
}

/// A rejection must be expected.
fn refusal(expect: &Expect, result: &StepResult, matching: Matching) -> Option<Mismatch> {
    match (&expect.refused, &result.refused) {
        (None, None) => None,
        (None, Some(rejection)) => Some(Mismatch {
            key: "refused".into(),
            expected: "that the step is accepted".into(),
            actual: rejection.to_string(),
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

impl Actual<'_> {
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
        let actual = if self.matching.exact { whole } else { cut(keys, &whole, wanted) };
        Some(Mismatch::of(machine, wanted, &actual))
    }

    fn lists(&self, expect: &Expect) -> Vec<Mismatch> {
        let exact = expect.exact;
        let mut found = Vec::new();
        let calls: Vec<&Call> = self.entries.iter().flat_map(|entry| &entry.calls).collect();
        if let Some(wanted) = &expect.calls
            && !in_order(wanted, &calls, exact, |pattern, call| self.call(pattern, call))
        {
            let actual: Vec<Value> = calls.iter().map(|call| self.shown(call, wanted)).collect();
            let wanted = wanted.iter().map(pattern_value).collect();
            found.push(Mismatch::of("calls", &wanted, &Value::Array(actual)));
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
                let actual = transitions.iter().map(|(event, to)| json!({event.as_str(): to}));
                found.push(Mismatch::of("transitions", &wanted, &actual.collect()));
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

    /// Calls that are forbidden or were requested too often.
    fn too_many(&self, expect: &Expect, calls: &[&Call]) -> Vec<Mismatch> {
        let mut found = Vec::new();
        let never = expect.no_calls.as_deref().unwrap_or_default();
        let actual: Vec<Value> = calls
            .iter()
            .filter(|call| never.iter().any(|pattern| self.call(pattern, call)))
            .map(|call| self.shown(call, never))
            .collect();
        if !actual.is_empty() {
            let wanted = Value::Array(never.iter().map(pattern_value).collect());
            let (expected, actual) = (format!("none of {}", flow(&wanted)), flow(&json!(actual)));
            found.push(Mismatch { key: "no_calls".into(), expected, actual, blessed: None });
        }
        for (name, most) in expect.at_most.iter().flatten() {
            let count = calls.iter().filter(|call| names::of_call(call) == *name).count();
            if count as u64 > *most {
                let (expected, actual) =
                    (format!("{name} at most {most} times"), count.to_string());
                found.push(Mismatch { key: "at_most".into(), expected, actual, blessed: None });
            }
        }
        found
    }

    fn words(
        &self,
        key: &str,
        wanted: Option<&Vec<String>>,
        actual: &[String],
    ) -> Option<Mismatch> {
        let wanted = wanted?;
        let same = |word: &String, item: &String| self.matching.matches(&json!(word), &json!(item));
        if in_order(wanted, actual, self.matching.exact, same) {
            return None;
        }
        Some(Mismatch::of(key, &json!(wanted), &json!(actual)))
    }

    fn call(&self, pattern: &CallPattern, call: &Call) -> bool {
        let matching = Matching { exact: false, ..self.matching };
        pattern.name == names::of_call(call)
            && matching.matches(&Value::Object(pattern.fields.clone()), &fields_of(call))
    }

    /// A call with the fields that are in some pattern for it.
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
        let sent_to = self.world.tabs.get(self.tab).and_then(|tab| tab.place.as_ref());
        let mut found = Vec::new();
        if let Some(wanted) = &expect.route {
            let actual = sent_to.map_or(Value::Null, |place| json!(place.route.as_str()));
            if !self.matching.matches(wanted, &actual) {
                found.push(Mismatch::of("route", wanted, &actual));
            }
        }
        if let Some(wanted) = &expect.query {
            let actual = sent_to.map_or(Value::Null, |place| json!(place.query));
            if !self.matching.matches(wanted, &actual) {
                found.push(Mismatch::of("query", wanted, &actual));
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
            let actual: BTreeMap<&String, Vec<Value>> =
                wanted.0.keys().map(|name| (name, menus::items(&menus, name))).collect();
            let same = |wanted: &Value, item: &Value| self.matching.matches(wanted, item);
            let mut all = wanted.0.iter();
            if !all.all(|(name, items)| in_order(items, &actual[name], self.matching.exact, same)) {
                found.push(Mismatch::of("menus", &wanted.to_value(), &json!(actual)));
            }
        }
        if let Some(wanted) = &expect.logo {
            let actual = json!(menus.logo);
            if !self.matching.matches(wanted, &actual) {
                found.push(Mismatch::of("logo", wanted, &actual));
            }
        }
        found
    }

    fn able(&self, expect: &Expect) -> Vec<Mismatch> {
        let mut found = Vec::new();
        for (key, list, wanted) in [("can", &expect.can, true), ("cannot", &expect.cannot, false)] {
            let Some(list) = list else { continue };
            let actual: Vec<&String> =
                list.iter().filter(|event| self.possible(event) == wanted).collect();
            if actual.len() != list.len() {
                let mut mismatch = Mismatch::of(key, &json!(list), &json!(actual));
                // An empty list is not allowed, so a person has to change the expectation.
                mismatch.blessed = mismatch.blessed.filter(|_| !actual.is_empty());
                found.push(mismatch);
            }
        }
        found
    }

    /// Whether an event of this name would be accepted now: some example of it is accepted, and if it is a proposal,
    /// its admission succeeds.
    fn possible(&self, event: &str) -> bool {
        let Some((stream, name)) = event.split_once('.') else { return false };
        let (machine, state) = match names::machine_of_stream(stream) {
            Some(machine) => (machine, self.world.installation_state(machine, stream)),
            None => {
                let Ok(machine) = stream.parse::<MachineName>() else { return false };
                (machine, self.world.state(machine, self.tab))
            }
        };
        let examples: Vec<_> =
            machine.examples().into_iter().filter(|example| example.name() == name).collect();
        let admission: AdmissionContext<'_> = self.world.admission();
        let forbidden = machine.profile().proposals.contains(&name)
            && examples.iter().all(|example| {
                let json = example.to_record_json().unwrap_or_default();
                let bare = json!({"type": name}).to_string();
                [json, bare].iter().any(|proposal| {
                    let refused = machine.admit(proposal, admission).err();
                    refused.is_some_and(|rejection| rejection.code != RejectionCode::MalformedEvent)
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

/// The fields of a call; those of a `tell` are the fields of its event.
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

/// The part of a value that is in a pattern.
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
