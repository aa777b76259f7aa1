//! What a change has added and removed, with secrets masked.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::status::is_service_id;

/// Replaces values that are not shown.
const MASK: &str = "*";
/// A longer text is a digest or a reference, which is of no use to readers; an id is not.
const TEXT_CHARS_MAX: usize = 31;

/// What a change added and removed, field by field.
pub(super) fn change(before: &str, after: &str) -> String {
    let mut change = Change::default();
    let json = |text| serde_json::from_str::<&RawValue>(text).ok();
    change.compare("", json(before), json(after));
    json!({ "added": change.added, "removed": change.removed }).to_string()
}

#[derive(Default)]
struct Change {
    added: Map<String, Value>,
    removed: Map<String, Value>,
}

impl Change {
    /// Compares two values of one field. What is the same is not parsed: records are canonical, so that equal values
    /// are equal texts, and the state of an account is large beside what one record changes of it.
    fn compare(&mut self, path: &str, before: Option<&RawValue>, after: Option<&RawValue>) {
        if before.map(RawValue::get) == after.map(RawValue::get) {
            return;
        }
        let (before, after) = (Field::of(before), Field::of(after));
        if let Some(value) = &before.value {
            self.removed.insert(path.to_owned(), masked(path, value));
        }
        if let Some(value) = &after.value {
            self.added.insert(path.to_owned(), masked(path, value));
        }
        let names: BTreeSet<&String> = before.fields.keys().chain(after.fields.keys()).collect();
        for name in names {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let [before, after] = [&before, &after].map(|all| all.fields.get(name).copied());
            self.compare(&path, before, after);
        }
    }
}

/// A field: its value, or the fields in it. Without both it is null, or missing.
#[derive(Default)]
struct Field<'a> {
    value: Option<Value>,
    fields: BTreeMap<String, &'a RawValue>,
}

impl<'a> Field<'a> {
    fn of(json: Option<&'a RawValue>) -> Self {
        let Some(json) = json.map(RawValue::get) else { return Self::default() };
        if let Ok(fields) = serde_json::from_str(json) {
            return Self { value: None, fields };
        }
        let value = serde_json::from_str(json).ok().filter(|value: &Value| !value.is_null());
        Self { value, fields: BTreeMap::new() }
    }
}

/// Passwords and other secrets are in records as references only; here even those are masked.
fn masked(name: &str, value: &Value) -> Value {
    let is_secret =
        ["password", "secret", "token", "link", "code"].iter().any(|word| name.contains(word));
    let is_plain = match value {
        Value::Bool(_) | Value::Number(_) => true,
        Value::String(text) => text.chars().count() <= TEXT_CHARS_MAX || is_id(text),
        _ => false,
    };
    if is_plain && !is_secret { value.clone() } else { Value::from(MASK) }
}

/// Whether a text names a service, a person or a session. Digests and references to secrets have no such prefix.
fn is_id(text: &str) -> bool {
    is_service_id(text) || text.starts_with("p_") || text.starts_with("session/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [AUD-06]
    #[test]
    fn ids_are_shown_whole_and_digests_are_not() {
        let person = format!("p_{}", "a".repeat(32));
        let session = "session/01a204f0-c86c-7749-b7a5-32d97742405d".to_owned();
        for id in [person, session] {
            assert_eq!(masked("by", &Value::from(id.clone())), Value::from(id));
        }
        assert_eq!(masked("name.personal", &Value::from("0a".repeat(32))), Value::from(MASK));
    }

    #[test]
    fn a_change_lists_the_differences_and_masks_secrets() {
        let before = r#"{"state":"active","profile":{"admin":false,"password":"s_1","codes":[1]}}"#;
        let after = r#"{"state":"active","profile":{"admin":true,"password":"s_2","codes":[1,2]}}"#;
        assert_eq!(
            change(before, after),
            r#"{"added":{"profile.admin":true,"profile.codes":"*","profile.password":"*"},"removed":{"profile.admin":false,"profile.codes":"*","profile.password":"*"}}"#
        );
    }

    #[test]
    fn a_field_that_becomes_several_or_none_is_removed_and_what_is_new_is_added() {
        assert_eq!(
            change(
                r#"{"a":1,"b":{"c":2,"d":{"e":3}},"f":null}"#,
                r#"{"a":{"x":1},"b":{"c":2,"d":null}}"#
            ),
            r#"{"added":{"a.x":1},"removed":{"a":1,"b.d.e":3}}"#
        );
        assert_eq!(
            change("{}", r#"{"state":"active"}"#),
            r#"{"added":{"state":"active"},"removed":{}}"#
        );
        assert_eq!(change("{}", "{}"), r#"{"added":{},"removed":{}}"#);
    }
}
