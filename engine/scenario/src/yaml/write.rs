//! Writes JSON as YAML in one line, quoted where the strict reader requires it.

use serde_json::Value;

use super::de::reads_as;

/// One line of YAML that is read as this value.
pub(crate) fn flow(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(text) => scalar(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", scalar(key), flow(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn scalar(text: &str) -> String {
    let mut letters = text.chars();
    let plain_start =
        letters.next().is_some_and(|c| c.is_ascii_alphanumeric() || "/_~<".contains(c));
    let plain_rest = letters.all(|c| c.is_ascii_alphanumeric() || "/_~<>.+-=".contains(c));
    if plain_start && plain_rest && reads_as(text).is_none() {
        text.to_owned()
    } else {
        // A JSON string is a YAML double-quoted scalar.
        Value::String(text.to_owned()).to_string()
    }
}
