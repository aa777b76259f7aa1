//! What a change has added and removed, with secrets masked.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::status::is_service_id;

/// Replaces values that are not shown.
const MASK: &str = "*";
/// A longer text is a digest or a reference, which is of no use to readers; an id is not.
const TEXT_CHARS_MAX: usize = 31;

/// What a change added and removed, field by field.
pub(super) fn change(before: &str, after: &str) -> String {
    let fields = |json: &str| {
        let mut fields = BTreeMap::new();
        let value = serde_json::from_str(json).unwrap_or(Value::Null);
        flatten("", &value, &mut fields);
        fields
    };
    let (before, after) = (fields(before), fields(after));
    let only = |these: &BTreeMap<String, Value>, others: &BTreeMap<String, Value>| {
        let own = these.iter().filter(|(name, value)| others.get(*name) != Some(value));
        own.map(|(name, value)| (name.clone(), masked(name, value))).collect::<Map<_, _>>()
    };
    json!({ "added": only(&after, &before), "removed": only(&before, &after) }).to_string()
}

fn flatten(path: &str, value: &Value, fields: &mut BTreeMap<String, Value>) {
    let Value::Object(object) = value else {
        if !value.is_null() {
            fields.insert(path.to_owned(), value.clone());
        }
        return;
    };
    for (name, value) in object {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        flatten(&path, value, fields);
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
}
