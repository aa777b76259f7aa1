//! This build reads everything that a released build could record: for each state, event and call of its shapes, a
//! sample is read in the format of that build.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use waybill_machines::{MachineName, shapes};

const JOURNALS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/journals");

/// The shapes of a release, from which samples are generated.
struct Shapes {
    name: String,
    whole: Value,
}

impl Shapes {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for entry in fs::read_dir(JOURNALS).expect("a folder") {
            let path = entry.expect("an entry").path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if let Some(name) = file.strip_suffix(".shapes.json") {
                let whole = read(&path);
                all.push(Self { name: name.to_owned(), whole });
            }
        }
        assert!(!all.is_empty(), "there are no shapes of released builds");
        all
    }

    fn machines(&self) -> impl Iterator<Item = (MachineName, u64, &Value)> {
        let machines = self.whole["machines"].as_object().expect("machines");
        machines.iter().map(|(name, shape)| {
            let machine = name.parse().unwrap_or_else(|error| panic!("{}: {error}", self.name));
            (machine, shape["schema"].as_u64().expect("a version"), shape)
        })
    }

    fn samples(&self, schema: &Value) -> Vec<Value> {
        let samples = self.of(schema, &mut Vec::new());
        let mut seen = BTreeSet::new();
        samples.into_iter().filter(|sample| seen.insert(sample.to_string())).collect()
    }

    /// Samples of a schema, the simplest first. A recursive type has its simplest sample only.
    fn of(&self, schema: &Value, within: &mut Vec<String>) -> Vec<Value> {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.strip_prefix("#/$defs/").expect("a definition");
            if within.iter().filter(|outer| *outer == name).count() > 1 {
                return Vec::new();
            }
            within.push(name.to_owned());
            let mut samples = self.of(&self.whole["$defs"][name], within);
            within.pop();
            // Fields next to a reference are added to it, such as the tag of an enum.
            if schema.get("properties").is_some() {
                let beside = self.object(schema, within);
                let tag = beside.first().cloned().unwrap_or_default();
                for sample in &mut samples {
                    if let (Some(sample), Some(tag)) = (sample.as_object_mut(), tag.as_object()) {
                        sample.extend(tag.clone());
                    }
                }
            }
            return samples;
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[choice].as_array() {
                let mut samples: Vec<Value> =
                    choices.iter().flat_map(|choice| self.of(choice, within)).collect();
                if schema.get("properties").is_some() {
                    let beside = self.object(schema, within);
                    samples =
                        beside.iter().flat_map(|a| samples.iter().map(|b| both(a, b))).collect();
                }
                return samples;
            }
        }
        if let Some(value) = schema.get("const") {
            return vec![value.clone()];
        }
        if let Some(values) = schema["enum"].as_array() {
            return values.clone();
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(one) => vec![one],
            Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
            _ => return vec![json!({})],
        };
        types.iter().flat_map(|kind| self.of_type(kind, schema, within)).collect()
    }

    fn of_type(&self, kind: &str, schema: &Value, within: &mut Vec<String>) -> Vec<Value> {
        match kind {
            "null" => vec![Value::Null],
            "boolean" => vec![json!(false), json!(true)],
            "integer" | "number" => vec![schema.get("minimum").cloned().unwrap_or(json!(1))],
            "string" => vec![text(schema)],
            "array" => {
                let items = self.of(&schema["items"], within);
                if let Some(first) = schema["prefixItems"].as_array() {
                    let of = |item: &Value| self.of(item, &mut within.clone()).remove(0);
                    return vec![first.iter().map(of).collect()];
                }
                let is_empty_allowed = schema["minItems"].as_u64().unwrap_or(0) == 0;
                let mut lists = if is_empty_allowed { vec![json!([])] } else { Vec::new() };
                lists.extend(items.into_iter().map(|item| json!([item])));
                lists
            }
            "object" => self.object(schema, within),
            other => panic!("{}: no sample of {other}", self.name),
        }
    }

    /// The simplest object, one without each optional field, and one for each sample of each field.
    fn object(&self, schema: &Value, within: &mut Vec<String>) -> Vec<Value> {
        let empty = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&empty);
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut choices: Vec<(&String, Vec<Value>)> = Vec::new();
        for (name, property) in properties {
            let samples = self.of(property, within);
            if samples.is_empty() && required.contains(&name.as_str()) {
                return Vec::new();
            }
            choices.push((name, samples));
        }
        let plain: Map<String, Value> = choices
            .iter()
            .filter_map(|(name, samples)| Some(((*name).clone(), samples.first()?.clone())))
            .collect();
        let mut objects = vec![Value::Object(plain.clone())];
        for (name, samples) in &choices {
            for sample in samples.iter().skip(1) {
                let mut object = plain.clone();
                object.insert((*name).clone(), sample.clone());
                objects.push(Value::Object(object));
            }
            if !required.contains(&name.as_str()) {
                let mut object = plain.clone();
                object.remove(*name);
                objects.push(Value::Object(object));
            }
        }
        if let Some(more) = schema.get("additionalProperties").filter(|more| more.is_object()) {
            // The steps of a wizard are keyed by their own names, other maps by arbitrary names.
            let keyed = |value: Value| json!({ value["step_data_object"]["step"].as_str().unwrap_or("key"): value });
            objects.extend(self.of(more, within).into_iter().map(keyed));
        }
        objects
    }
}

fn both(a: &Value, b: &Value) -> Value {
    let mut both = a.as_object().cloned().unwrap_or_default();
    both.extend(b.as_object().cloned().unwrap_or_default());
    Value::Object(both)
}

fn text(schema: &Value) -> Value {
    match schema["format"].as_str() {
        Some("date-time") => json!("2026-01-01T00:00:00.000Z"),
        Some("date") => json!("2026-01-01"),
        Some("version") => json!("7.55.0"),
        _ => json!("abc"),
    }
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON")
}

/// covers: [EVT-03]
#[test]
fn every_shape_that_a_release_recorded_is_read() {
    for shapes in Shapes::all() {
        let calls = shapes.samples(&shapes.whole["call"]);
        let (mut count, mut problems) = (0, BTreeMap::new());
        for (machine, schema, shape) in shapes.machines() {
            let mut unread = |part: &str, sample: &Value, error: &dyn std::fmt::Display| {
                problems.insert(error.to_string(), format!("{part} {sample}"));
            };
            for sample in shapes.samples(&shape["state"]) {
                count += 1;
                if let Err(error) = machine.recorded_state(schema, &sample.to_string()) {
                    unread("state", &sample, &error);
                }
            }
            for sample in shapes.samples(&shape["event"]) {
                count += 1;
                if let Err(error) = machine.recorded_event(schema, &sample.to_string()) {
                    unread("event", &sample, &error);
                }
            }
            let is_older = |target: &Value| {
                let target: MachineName =
                    target.as_str().expect("a name").parse().expect("a machine");
                let released = shapes.whole["machines"][target.as_str()]["schema"].as_u64();
                released != Some(u64::from(target.profile().schema))
            };
            for sample in &calls {
                // An event for another machine has the format of the receiving machine: if that has changed, so has the
                // version of each machine that sends it something.
                let target = &sample["event"]["machine"];
                if target.is_string()
                    && is_older(target)
                    && schema == u64::from(machine.profile().schema)
                {
                    continue;
                }
                count += 1;
                if let Err(error) = machine.recorded_call(schema, &sample.to_string()) {
                    unread("call", sample, &error);
                }
            }
        }
        assert!(problems.is_empty(), "{} cannot be read: {problems:#?}", shapes.name);
        assert!(count > 5_000, "{}: only {count} samples", shapes.name);
    }
}

/// A field that no version knows is rejected, whatever version the record names.
#[test]
fn unknown_fields_are_refused() {
    let state = r#"{"state":"unsettled","colour":"red"}"#;
    let event = r#"{"type":"application_failed","colour":"red"}"#;
    for schema in [1, 2] {
        assert!(MachineName::Navigation.recorded_state(schema, state).is_err());
        assert!(MachineName::Navigation.recorded_event(schema, event).is_err());
    }
    let newer = MachineName::Navigation.recorded_state(3, r#"{"state":"unsettled"}"#);
    let message = newer.expect_err("it is newer").to_string();
    assert!(message.contains("newer than this build"), "{message}");
}

/// The samples detect a field that was added without a default, and one that was removed.
#[test]
fn a_shape_that_is_not_read_is_noticed() {
    let whole = json!({"machines": {}, "call": {}, "$defs": {}});
    let shapes = Shapes { name: "changed".into(), whole };
    let closed = json!({"type": "object", "required": ["state"], "properties": {"state": {"const": "closed"}}});
    let sample = shapes.samples(&closed).remove(0).to_string();
    assert!(
        MachineName::Session.recorded_state(1, &sample).is_err(),
        "a required field is missing"
    );
    let more = json!({"type": "object", "properties": {
        "state": {"const": "closed"}, "reason": {"enum": ["revoked"]}, "by": {"type": "string"}}});
    let sample = shapes.samples(&more).remove(0).to_string();
    assert!(MachineName::Session.recorded_state(1, &sample).is_err(), "a field was removed");
}

/// The shapes of this build can be written for the next one.
#[test]
fn this_builds_shapes_have_samples_too() {
    let shapes = Shapes { name: "this build".into(), whole: shapes::of_records() };
    for (machine, schema, shape) in shapes.machines() {
        for sample in shapes.samples(&shape["event"]) {
            let read = machine.recorded_event(schema, &sample.to_string());
            assert!(read.is_ok(), "{machine} {sample}: {read:?}");
        }
    }
}
