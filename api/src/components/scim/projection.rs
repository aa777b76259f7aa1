//! Which attributes of a resource an answer has (RFC 7644, 3.9).

use serde_json::Value;

use super::filter::Document;
use super::path::AttributeName;
use super::schema::Kind;
use crate::error::{ApiError, ScimFault};

/// What is always there.
const ALWAYS: [&str; 2] = ["schemas", "id"];

/// Which attributes are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Shown {
    /// All of them.
    #[default]
    All,
    /// Only these.
    Only(Vec<AttributeName>),
    /// All but these.
    Without(Vec<AttributeName>),
}

impl Shown {
    /// Reads the names that a request has: those that it wants, and those that it does not. With both, what it wants
    /// counts.
    ///
    /// # Errors
    ///
    /// 400, if a name cannot be one.
    pub fn parse(wanted: &[String], unwanted: &[String], kind: &Kind) -> Result<Self, ApiError> {
        let read = |names: &[String]| {
            let names = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
            let names = names.map(|name| AttributeName::parse(name, kind.schema));
            names.collect::<Option<Vec<_>>>().ok_or_else(|| {
                let message = "A name in 'attributes' or 'excludedAttributes' is none.";
                ApiError::scim(ScimFault::InvalidValue, message)
            })
        };
        let (wanted, unwanted) = (read(wanted)?, read(unwanted)?);
        Ok(match (wanted.is_empty(), unwanted.is_empty()) {
            (false, _) => Self::Only(wanted),
            (true, false) => Self::Without(unwanted),
            (true, true) => Self::All,
        })
    }

    /// The document with what is shown.
    pub fn of(&self, mut document: Document, kind: &'static Kind) -> Document {
        match self {
            Self::All => document,
            Self::Without(names) => {
                for name in names {
                    leave_out(&mut document, name, kind);
                }
                document
            }
            Self::Only(names) => only(&document, names, kind),
        }
    }
}

fn leave_out(document: &mut Document, name: &AttributeName, kind: &'static Kind) {
    let attribute = kind.attribute(&name.attribute).filter(|_| !name.is_foreign);
    let Some(attribute) = attribute.filter(|attribute| !ALWAYS.contains(&attribute.name)) else {
        return;
    };
    let Some(part) = &name.part else {
        document.remove(attribute.name);
        return;
    };
    let Some(part) = attribute.part(part) else { return };
    match document.get_mut(attribute.name) {
        Some(Value::Object(parts)) => drop(parts.remove(part)),
        Some(Value::Array(elements)) => {
            for element in elements.iter_mut().filter_map(Value::as_object_mut) {
                element.remove(part);
            }
        }
        _ => {}
    }
}

fn only(document: &Document, names: &[AttributeName], kind: &'static Kind) -> Document {
    let mut kept = Document::new();
    for name in ALWAYS {
        if let Some(value) = document.get(name) {
            kept.insert(name.to_owned(), value.clone());
        }
    }
    for attribute in kind.attributes {
        let Some(value) = document.get(attribute.name) else { continue };
        let meant: Vec<&AttributeName> = names
            .iter()
            .filter(|name| !name.is_foreign && name.attribute.eq_ignore_ascii_case(attribute.name))
            .collect();
        if meant.is_empty() {
            continue;
        }
        let is_whole = meant.iter().any(|name| name.part.is_none());
        let parts = meant.iter().filter_map(|name| attribute.part(name.part.as_deref()?));
        let parts: Vec<&str> = parts.collect();
        let value = if is_whole { value.clone() } else { with_parts(value, &parts) };
        kept.insert(attribute.name.to_owned(), value);
    }
    kept
}

fn with_parts(value: &Value, parts: &[&str]) -> Value {
    match value {
        Value::Object(all) => {
            let kept = all.iter().filter(|(name, _)| parts.contains(&name.as_str()));
            Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
        }
        Value::Array(elements) => {
            Value::Array(elements.iter().map(|element| with_parts(element, parts)).collect())
        }
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::components::scim::schema::{USER, USERS};

    fn shown(wanted: &[&str], unwanted: &[&str]) -> Value {
        let names =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let document = json!({
            "schemas": [USER], "id": "p_1", "userName": "ann",
            "name": {"familyName": "Lee", "givenName": "Ann"},
            "emails": [{"value": "a@example.org", "type": "work"}],
        });
        let shown = Shown::parse(&names(wanted), &names(unwanted), &USERS).unwrap();
        Value::Object(shown.of(document.as_object().unwrap().clone(), &USERS))
    }

    /// covers: [SCIM-01]
    #[test]
    fn attributes_are_shown_or_left_out_and_the_id_is_always_there() {
        let id = json!({"schemas": [USER], "id": "p_1"});
        let with = |more: Value| {
            let mut all = id.clone();
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            all
        };
        assert_eq!(shown(&["title"], &[]), id);
        assert_eq!(shown(&["USERNAME"], &["userName"]), with(json!({"userName": "ann"})));
        assert_eq!(
            shown(&["name.familyName", "emails.value"], &[]),
            with(json!({"name": {"familyName": "Lee"}, "emails": [{"value": "a@example.org"}]}))
        );
        assert_eq!(
            shown(&[], &["id", "userName", "emails", "name.givenName"]),
            with(json!({"name": {"familyName": "Lee"}}))
        );
        assert!(Shown::parse(&["a b".to_owned()], &[], &USERS).is_err());
    }
}
