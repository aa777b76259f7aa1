//! Changing a document by the operations of a request (RFC 7644, 3.5.2), also as Entra ID and Okta write them:
//!
//! - names of operations in any case, and names of attributes as keys of a value without a path (`name.givenName`);
//! - elements to remove as a value beside the path (`members`);
//! - a value for `emails[type eq "work"].value` where there is no such address yet.
//!
//! Attributes that this server does not have are left out.

use serde_json::Value;

use super::filter::{Document, Filter};
use super::filter_parser::parse_in_brackets;
use super::path::AttributeName;
use super::schema::{Attribute, Form, Kind};
use crate::error::{ApiError, ScimFault};

/// The most operations of a request.
pub const OPERATIONS_MAX: usize = 100;
/// The most elements that a list has after a change.
const ELEMENTS_MAX: usize = 50_000;

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Adds values.
    Add,
    /// Replaces values.
    Replace,
    /// Removes values.
    Remove,
}

/// Where an operation applies.
#[derive(Debug)]
struct Target {
    /// `None` for an attribute that this server does not have.
    attribute: Option<&'static Attribute>,
    /// Only the elements that are found.
    filter: Option<Filter>,
    part: Option<String>,
}

/// A change of an attribute: of its value, of elements of it, or of one of their parts.
#[derive(Clone, Copy)]
struct Change<'a> {
    attribute: &'static Attribute,
    /// Only the elements that are found.
    filter: Option<&'a Filter>,
    part: Option<&'static str>,
    act: Act,
    value: &'a Value,
}

/// Applies all operations of a request.
///
/// # Errors
///
/// 400; the document is then of no use.
pub fn apply(document: &mut Document, kind: &'static Kind, body: &Value) -> Result<(), ApiError> {
    let operations = member(body, "Operations").and_then(Value::as_array);
    let operations = operations.ok_or_else(|| syntax("The list 'Operations' is missing."))?;
    if operations.is_empty() || operations.len() > OPERATIONS_MAX {
        let message = format!("A request has 1 to {OPERATIONS_MAX} operations.");
        return Err(ApiError::scim(ScimFault::InvalidValue, message));
    }
    for operation in operations {
        let act = act_of(operation)?;
        let value = member(operation, "value").unwrap_or(&Value::Null);
        match member(operation, "path") {
            None | Some(Value::Null) => without_path(document, kind, act, value)?,
            Some(Value::String(path)) => at_path(document, kind, act, path, value)?,
            Some(_) => return Err(path_invalid("it is no text")),
        }
    }
    Ok(())
}

/// The document that a body describes: what this server sets, and what it does not have, is left out.
///
/// # Errors
///
/// 400, if a value has the wrong form.
pub fn described(kind: &'static Kind, body: &Value) -> Result<Document, ApiError> {
    let mut document = Document::new();
    without_path(&mut document, kind, Act::Replace, body)?;
    Ok(document)
}

/// A member of an object, by its name in any case.
pub fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let members = value.as_object()?;
    members.get(name).or_else(|| {
        members.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, it)| it)
    })
}

fn act_of(operation: &Value) -> Result<Act, ApiError> {
    let name = member(operation, "op").and_then(Value::as_str).unwrap_or_default();
    match name.to_ascii_lowercase().as_str() {
        "add" => Ok(Act::Add),
        "replace" => Ok(Act::Replace),
        "remove" => Ok(Act::Remove),
        _ => Err(syntax("An operation is none of add, replace and remove.")),
    }
}

fn without_path(
    document: &mut Document,
    kind: &'static Kind,
    act: Act,
    value: &Value,
) -> Result<(), ApiError> {
    if act == Act::Remove {
        let message = "A removal needs a path.";
        return Err(ApiError::scim(ScimFault::NoTarget, message));
    }
    let members = value.as_object().ok_or_else(|| value_invalid("it is no object"))?;
    for (key, value) in members {
        // A schema as a key has the attributes of an extension.
        let Ok(target) = Target::parse(key, kind) else { continue };
        if target.attribute.is_some_and(|attribute| !attribute.is_read_only) {
            change(document, &target, act, value)?;
        }
    }
    Ok(())
}

fn at_path(
    document: &mut Document,
    kind: &'static Kind,
    act: Act,
    path: &str,
    value: &Value,
) -> Result<(), ApiError> {
    let target = Target::parse(path, kind)?;
    if target.attribute.is_some_and(|attribute| attribute.is_read_only) {
        let message = "This attribute is set by this server and cannot be changed.";
        return Err(ApiError::scim(ScimFault::Mutability, message));
    }
    change(document, &target, act, value)
}

impl Target {
    fn parse(path: &str, kind: &'static Kind) -> Result<Self, ApiError> {
        let name = |text: &str| {
            let name = AttributeName::parse(text, kind.schema);
            name.ok_or_else(|| path_invalid("it names no attribute"))
        };
        let Some((text, behind)) = path.split_once('[') else {
            let AttributeName { attribute, part, is_foreign } = name(path.trim())?;
            let attribute = kind.attribute(&attribute).filter(|_| !is_foreign);
            return Ok(Self { attribute, filter: None, part });
        };
        let AttributeName { attribute, part, is_foreign } = name(text.trim())?;
        let (filter, rest) = parse_in_brackets(behind, kind.schema)
            .map_err(|_| path_invalid("the filter in brackets cannot be read"))?;
        let of_element = match rest.trim() {
            "" => None,
            rest => Some(rest.strip_prefix('.').ok_or_else(|| path_invalid("it goes on"))?),
        };
        if part.is_some() || of_element.is_some_and(|part| part.contains(['.', ':', '['])) {
            return Err(path_invalid("it is too deep"));
        }
        let attribute = kind.attribute(&attribute).filter(|_| !is_foreign);
        if attribute.is_some_and(|attribute| attribute.form != Form::Many) {
            return Err(path_invalid("this attribute is no list"));
        }
        Ok(Self { attribute, filter: Some(filter), part: of_element.map(str::to_owned) })
    }
}

fn change(
    document: &mut Document,
    target: &Target,
    act: Act,
    value: &Value,
) -> Result<(), ApiError> {
    let Some(attribute) = target.attribute else { return Ok(()) };
    let part = match &target.part {
        None => None,
        Some(part) => match attribute.part(part) {
            Some(part) => Some(part),
            // Such as the formatted form of an address.
            None if attribute.form != Form::Simple => return Ok(()),
            None => return Err(path_invalid("this attribute has no parts")),
        },
    };
    let change = Change { attribute, filter: target.filter.as_ref(), part, act, value };
    match attribute.form {
        Form::Simple => change_simple(document, attribute.name, act, value),
        Form::Complex => change_complex(document, change),
        Form::Many => change_many(document, change),
    }
}

fn change_simple(
    document: &mut Document,
    name: &str,
    act: Act,
    value: &Value,
) -> Result<(), ApiError> {
    match (act, value) {
        (Act::Remove, _) | (_, Value::Null) => drop(document.remove(name)),
        (_, Value::Array(_) | Value::Object(_)) => {
            return Err(value_invalid("it has too many parts"));
        }
        (_, value) => drop(document.insert(name.to_owned(), value.clone())),
    }
    Ok(())
}

fn change_complex(document: &mut Document, change: Change<'_>) -> Result<(), ApiError> {
    let Change { attribute, part, act, value, .. } = change;
    if part.is_none() && (act == Act::Remove || value.is_null()) {
        document.remove(attribute.name);
        return Ok(());
    }
    let parts = document.entry(attribute.name).or_insert_with(|| Value::Object(Document::new()));
    let parts = parts.as_object_mut().ok_or_else(ApiError::internal)?;
    match part {
        Some(part) => change_simple(parts, part, act, value),
        None => {
            let given = value.as_object().ok_or_else(|| value_invalid("it is no object"))?;
            change_parts(parts, attribute, act, given)
        }
    }
}

/// Changes the parts that are given, of those that this server has.
fn change_parts(
    parts: &mut Document,
    attribute: &'static Attribute,
    act: Act,
    given: &Document,
) -> Result<(), ApiError> {
    given.iter().try_for_each(|(key, value)| match attribute.part(key) {
        Some(part) => change_simple(parts, part, act, value),
        None => Ok(()),
    })
}

fn change_many(document: &mut Document, change: Change<'_>) -> Result<(), ApiError> {
    let attribute = change.attribute;
    let list = document.entry(attribute.name).or_insert_with(|| Value::Array(Vec::new()));
    let list = list.as_array_mut().ok_or_else(ApiError::internal)?;
    match (change.filter, change.part) {
        (None, None) => change_list(list, attribute, change.act, change.value)?,
        _ => change_elements(list, change)?,
    }
    if list.len() > ELEMENTS_MAX {
        return Err(value_invalid("it has too many elements"));
    }
    if list.is_empty() {
        document.remove(attribute.name);
    }
    Ok(())
}

/// Changes a list as a whole.
fn change_list(
    list: &mut Vec<Value>,
    attribute: &'static Attribute,
    act: Act,
    value: &Value,
) -> Result<(), ApiError> {
    let given = elements(attribute, value)?;
    match act {
        Act::Replace => *list = distinct(Vec::new(), given, attribute),
        Act::Add => *list = distinct(std::mem::take(list), given, attribute),
        Act::Remove if value.is_null() => list.clear(),
        Act::Remove => {
            let keys: std::collections::HashSet<String> =
                given.iter().filter_map(|element| key_of(element, attribute)).collect();
            list.retain(|element| {
                key_of(element, attribute).is_none_or(|key| !keys.contains(&key))
            });
        }
    }
    Ok(())
}

/// Changes the elements that a filter finds, or all of them.
fn change_elements(list: &mut Vec<Value>, change: Change<'_>) -> Result<(), ApiError> {
    let Change { attribute, filter, part, act, value } = change;
    let is_meant = |element: &Value| {
        let element = element.as_object();
        element.is_some_and(|it| filter.is_none_or(|filter| filter.finds_element(it, attribute)))
    };
    if act == Act::Remove && part.is_none() {
        list.retain(|element| !is_meant(element));
        return Ok(());
    }
    let mut is_found = false;
    for element in list.iter_mut().filter(|element| is_meant(element)) {
        is_found = true;
        if let Some(element) = element.as_object_mut() {
            change_element(element, attribute, part, act, value)?;
        }
    }
    if !is_found && act != Act::Remove {
        let known = filter.map_or_else(|| Some(Document::new()), |it| it.as_element(attribute));
        let mut element = known.ok_or_else(|| {
            let message = "The path of an operation finds no element.";
            ApiError::scim(ScimFault::NoTarget, message)
        })?;
        change_element(&mut element, attribute, part, act, value)?;
        *list = distinct(std::mem::take(list), vec![Value::Object(element)], attribute);
    }
    Ok(())
}

fn change_element(
    element: &mut Document,
    attribute: &'static Attribute,
    part: Option<&'static str>,
    act: Act,
    value: &Value,
) -> Result<(), ApiError> {
    match (part, value) {
        (Some(part), value) => change_simple(element, part, act, value),
        (None, Value::Object(given)) => change_parts(element, attribute, act, given),
        (None, value) => change_simple(element, "value", act, value),
    }
}

/// The elements that a value describes, with the parts that this server has: a list, an element, or its value alone.
fn elements(attribute: &'static Attribute, value: &Value) -> Result<Vec<Value>, ApiError> {
    let given: &[Value] = match value {
        Value::Null => &[],
        Value::Array(elements) => elements,
        element => std::slice::from_ref(element),
    };
    let element = |given: &Value| {
        let mut element = Document::new();
        change_element(&mut element, attribute, None, Act::Add, given)?;
        Ok::<_, ApiError>(Value::Object(element))
    };
    given.iter().map(element).collect()
}

/// Adds elements to others. One with the value of another takes its place, and the last primary one is the only one.
fn distinct(before: Vec<Value>, added: Vec<Value>, attribute: &'static Attribute) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::with_capacity(before.len() + added.len());
    let mut places = std::collections::HashMap::new();
    let mut primary = None;
    for element in before.into_iter().chain(added) {
        let place = match key_of(&element, attribute) {
            Some(key) => *places.entry(key).or_insert(all.len()),
            None => all.len(),
        };
        if element.get("primary") == Some(&Value::Bool(true)) {
            primary = Some(place);
        }
        match all.get_mut(place) {
            Some(known) => *known = element,
            None => all.push(element),
        }
    }
    if let Some(primary) = primary {
        let others = all.iter_mut().enumerate().filter(|(place, _)| *place != primary);
        for element in others.filter_map(|(_, element)| element.as_object_mut()) {
            if element.get("primary") == Some(&Value::Bool(true)) {
                element.insert("primary".to_owned(), Value::Bool(false));
            }
        }
    }
    all
}

/// What makes an element the same as another one.
fn key_of(element: &Value, attribute: &'static Attribute) -> Option<String> {
    let value = element.get("value")?.as_str()?;
    Some(if attribute.is_exact { value.to_owned() } else { value.to_lowercase() })
}

fn syntax(message: &str) -> ApiError {
    ApiError::scim(ScimFault::InvalidSyntax, message)
}

fn path_invalid(why: &str) -> ApiError {
    ApiError::scim(ScimFault::InvalidPath, format!("The path of an operation is not valid: {why}."))
}

fn value_invalid(why: &str) -> ApiError {
    ApiError::scim(ScimFault::InvalidValue, format!("A value is not valid: {why}."))
}

#[cfg(test)]
mod tests;
