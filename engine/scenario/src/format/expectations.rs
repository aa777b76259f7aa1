//! Expectations that cannot hold or cannot fail are rejected when a scenario is read: unknown fields, expressions that
//! do not compile, empty lists, and two keys that contradict each other.

use serde_json::Value as Json;
use waybill_machines::MachineName;

use super::expect::{CallPattern, Expect};
use super::fields::{Type, Unknown, unknown_field, unknown_variant};
use super::names;
use crate::fault::{LocatedError, unknown};
use crate::matching::{is_matcher, matcher_problem};
use crate::yaml::{Node, Value};

/// Checks the expectations of a step; the node has their positions.
pub(super) fn check(expect: &Expect, node: &Node) -> Result<(), LocatedError> {
    check_matchers(node)?;
    let Value::Map(entries) = &node.value else { return Ok(()) };
    if entries.iter().all(|(key, _)| key.text() == Some("exact")) {
        return Err(LocatedError::new(node.position, "this expects nothing; leave it out"));
    }
    for (key, value) in entries {
        check_entry(key.text().unwrap_or_default(), value, expect.exact)?;
    }
    check_together(expect, node)
}

fn check_entry(key: &str, value: &Node, exact: bool) -> Result<(), LocatedError> {
    let nothing = |message: &str| Err(LocatedError::new(value.position, message));
    let is_empty = match &value.value {
        Value::List(items) => items.is_empty(),
        Value::Map(entries) => entries.is_empty(),
        Value::Scalar { .. } => false,
    };
    match key {
        "can" | "cannot" | "no_calls" | "at_most" if is_empty => {
            nothing("this is empty, which says nothing; name something or leave the key out")
        }
        "calls" | "no_calls" => value.items().iter().try_for_each(check_call),
        "logo" => check_names(value, &["source", "url", "mark"]),
        "refused" => check_names(value, &["code", "args"]),
        // With `exact` an empty map means that there is no field.
        _ if is_empty && !exact && matches!(value.value, Value::Map(_)) => {
            nothing("this is empty, which says nothing; name a field or leave the key out")
        }
        _ => {
            let machine = names::machine_of_stream(key).or_else(|| key.parse().ok());
            machine.map_or(Ok(()), |machine| check_state(machine, value))
        }
    }
}

/// Checks a map whose keys are known statically.
fn check_names(node: &Node, known: &[&str]) -> Result<(), LocatedError> {
    let Value::Map(entries) = &node.value else { return Ok(()) };
    let other = entries.iter().find(|(key, _)| !known.contains(&key.text().unwrap_or_default()));
    other.map_or(Ok(()), |(key, _)| {
        let message = unknown("field", key.text().unwrap_or_default(), known);
        Err(LocatedError::new(key.position, message))
    })
}

fn check_call(node: &Node) -> Result<(), LocatedError> {
    let Value::Map(entries) = &node.value else { return Ok(()) };
    let check = |(name, fields): &(Node, Node)| {
        let of = [Type::of_call(name.text().unwrap_or_default())];
        Fields { of: &of, tag: None }.check(fields, &str::to_owned)
    };
    entries.iter().try_for_each(check)
}

fn check_state(machine: MachineName, node: &Node) -> Result<(), LocatedError> {
    let named = node.get("state").and_then(Node::text).filter(|name| !is_matcher(name));
    let of = Type::of_states(machine, named);
    Fields { of: &of, tag: Some("state") }.check(node, &str::to_owned)
}

/// The fields that a map may have: those of any of these types.
struct Fields<'a> {
    of: &'a [Type],
    /// The key that distinguishes the types, which is not one of their fields.
    tag: Option<&'static str>,
}

impl Fields<'_> {
    /// Checks a map of fields and the maps in it. `within` wraps the members of this map in the enclosing ones.
    fn check(&self, node: &Node, within: &dyn Fn(&str) -> String) -> Result<(), LocatedError> {
        let Value::Map(entries) = &node.value else { return Ok(()) };
        for (at, (key, value)) in entries.iter().enumerate() {
            let name = key.text().unwrap_or_default();
            if self.tag == Some(name) {
                continue;
            }
            // Another member may be the tag that decides the type of this one.
            let mut siblings = String::new();
            for (other, (key, value)) in entries.iter().enumerate() {
                let word = value.word().filter(|word| !is_matcher(word) && key.text() != self.tag);
                if let (Some(key), Some(word)) = (key.text(), word.filter(|_| other != at)) {
                    siblings += &format!(",{}:{}", Json::from(key), Json::from(word));
                }
            }
            let place = |inner: &str| within(&format!("{}:{inner}{siblings}", Json::from(name)));
            self.check_one(name, key, value, &place(&literal(value)))?;
            let types_with = self.types_with(name, &place("null"));
            let inner = Fields { of: &types_with, tag: None };
            inner.check(value, &|members| place(&format!("{{{members}}}")))?;
            for item in value.items() {
                inner.check(item, &|members| place(&format!("[{{{members}}}]")))?;
            }
        }
        Ok(())
    }

    /// The types that have this field, against which its members are checked.
    fn types_with(&self, name: &str, json: &str) -> Vec<Type> {
        let is_unknown = |of: &&Type| {
            let serde_error = of.serde_error(json).unwrap_or_default();
            unknown_field(&serde_error).is_some_and(|unknown| unknown.word == name)
        };
        self.of.iter().filter(|of| !is_unknown(of)).cloned().collect()
    }

    /// A field is known when one of the types has it, even if the type rejects its value; so is a word.
    fn check_one(
        &self,
        name: &str,
        key: &Node,
        value: &Node,
        json: &str,
    ) -> Result<(), LocatedError> {
        let contains = |word: &str| {
            let listed = value.items().iter().any(|item| item.text() == Some(word));
            listed || value.text() == Some(word)
        };
        let (mut fields, mut wrong_word) = (Vec::new(), None);
        for serde_error in self.of.iter().map(|of| of.serde_error(json)) {
            let serde_error = serde_error.unwrap_or_default();
            let field = unknown_field(&serde_error).filter(|unknown| unknown.word == name);
            let word = unknown_variant(&serde_error).filter(|unknown| contains(&unknown.word));
            match (field, word) {
                (Some(unknown), _) => fields.extend(unknown.known),
                (None, Some(unknown)) => wrong_word = Some(unknown),
                (None, None) => return Ok(()),
            }
        }
        if let Some(Unknown { word, known }) = wrong_word {
            return Err(LocatedError::new(value.position, unknown("word", &word, &texts(&known))));
        }
        // The value of a personal field is only on the wire, so the type lacks it; a scenario may expect that a record
        // does not have it.
        if name == "value" && fields.iter().all(|field| field == "personal") {
            return Ok(());
        }
        fields.extend(self.tag.map(str::to_owned));
        fields.sort();
        fields.dedup();
        Err(LocatedError::new(key.position, unknown("field", name, &texts(&fields))))
    }
}

fn texts(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// The JSON of a word or of a list of words, and null for all else: the members of maps are checked separately.
fn literal(node: &Node) -> String {
    let word = |node: &Node| node.word().filter(|word| !is_matcher(word)).map(Json::from);
    let words = || node.items().iter().map(word).collect::<Option<Vec<Json>>>();
    match &node.value {
        Value::Scalar { .. } => word(node).unwrap_or_default().to_string(),
        Value::List(_) => words().map_or(Json::Null, Json::Array).to_string(),
        Value::Map(_) => Json::Null.to_string(),
    }
}

/// Checks that every word in the form of a matcher is valid.
fn check_matchers(node: &Node) -> Result<(), LocatedError> {
    match &node.value {
        Value::Scalar { text, .. } => match matcher_problem(text) {
            Some(problem) => Err(LocatedError::new(node.position, problem)),
            None => Ok(()),
        },
        Value::List(items) => items.iter().try_for_each(check_matchers),
        Value::Map(entries) => entries.iter().try_for_each(|(_, value)| check_matchers(value)),
    }
}

/// Rejects keys that contradict or repeat each other.
fn check_together(expect: &Expect, node: &Node) -> Result<(), LocatedError> {
    let error_at = |key: &str, message: String| {
        let position = node.get(key).map_or(node.position, |value| value.position);
        Err(LocatedError::new(position, message))
    };
    let (can, cannot) = (expect.can.iter().flatten(), expect.cannot.as_deref().unwrap_or_default());
    if let Some(event) = can.clone().find(|event| cannot.contains(event)) {
        return error_at("cannot", format!("`{event}` stands under `can` as well"));
    }
    let calls = expect.calls.as_deref().unwrap_or_default();
    let is_within = |call: &CallPattern, never: &CallPattern| {
        call.name == never.name && (never.fields.is_empty() || never.fields == call.fields)
    };
    let has_none = expect.calls.as_ref().is_some_and(Vec::is_empty);
    for key in ["no_calls", "at_most"] {
        if has_none && node.get(key).is_some() {
            return error_at(key, "`calls: []` says already that there are none".into());
        }
    }
    for never in expect.no_calls.iter().flatten() {
        if calls.iter().any(|call| is_within(call, never)) {
            return error_at("no_calls", format!("`{}` stands under `calls` as well", never.name));
        }
    }
    for (name, most) in expect.at_most.iter().flatten() {
        let least = calls.iter().filter(|call| call.name == *name).count() as u64;
        if *most == 0 {
            return error_at("at_most", format!("write `no_calls: [{name}]`"));
        }
        if least > *most {
            return error_at("at_most", format!("`calls` has `{name}` {least} times"));
        }
    }
    let notifies = expect.notify.as_ref().is_some_and(|keys| !keys.is_empty());
    if notifies && has_none {
        return error_at("notify", "`calls: []` says that nothing is shown".into());
    }
    Ok(())
}
