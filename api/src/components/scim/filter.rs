//! Filters, evaluated on the document of a resource (RFC 7644, 3.4.2.2).

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::filter_parser;
use super::path::AttributeName;
use super::schema::{Attribute, Form, Kind};
use crate::error::ApiError;

/// A document, or a part of one.
pub type Document = Map<String, Value>;

/// How a value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `eq`.
    Equal,
    /// `ne`.
    NotEqual,
    /// `co`.
    Contains,
    /// `sw`.
    StartsWith,
    /// `ew`.
    EndsWith,
    /// `gt`.
    Greater,
    /// `ge`.
    GreaterOrEqual,
    /// `lt`.
    Less,
    /// `le`.
    LessOrEqual,
}

/// A filter.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// All of them hold.
    And(Vec<Filter>),
    /// One of them holds.
    Or(Vec<Filter>),
    /// It does not hold.
    Not(Box<Filter>),
    /// An attribute has a value (`pr`).
    Present(AttributeName),
    /// An attribute compares with a value.
    Compare(AttributeName, Comparison, Value),
    /// An element of an attribute is found by a filter on its parts: `emails[type eq "work"]`.
    Any(AttributeName, Box<Filter>),
}

impl Filter {
    /// Reads a filter.
    ///
    /// # Errors
    ///
    /// 400, `invalidFilter`.
    pub fn parse(text: &str, kind: &Kind) -> Result<Self, ApiError> {
        filter_parser::parse(text, kind.schema)
    }

    /// Whether a resource is found.
    pub fn finds(&self, document: &Document, kind: &'static Kind) -> bool {
        self.holds(document, &Scope::Resource(kind))
    }

    /// Whether an element of an attribute is found.
    pub fn finds_element(&self, element: &Document, attribute: &'static Attribute) -> bool {
        self.holds(element, &Scope::Element(attribute))
    }

    /// The text that an attribute has to be for the filter to hold.
    pub fn required(&self, name: &str) -> Option<&str> {
        match self {
            Self::And(all) => all.iter().find_map(|filter| filter.required(name)),
            Self::Compare(path, Comparison::Equal, Value::String(text)) => {
                let is_it = !path.is_foreign
                    && path.part.is_none()
                    && path.attribute.eq_ignore_ascii_case(name);
                is_it.then_some(text.as_str())
            }
            _ => None,
        }
    }

    /// What an element has that is found for certain: the parts that have to be equal to a value, if nothing else is
    /// asked.
    pub fn as_element(&self, attribute: &'static Attribute) -> Option<Document> {
        match self {
            Self::Compare(path, Comparison::Equal, value) if path.part.is_none() => {
                let part = attribute.part(&path.attribute)?;
                Some([(part.to_owned(), value.clone())].into_iter().collect())
            }
            Self::And(all) => {
                let mut element = Document::new();
                for filter in all {
                    element.extend(filter.as_element(attribute)?);
                }
                Some(element)
            }
            _ => None,
        }
    }

    fn holds(&self, document: &Document, scope: &Scope) -> bool {
        match self {
            Self::And(all) => all.iter().all(|filter| filter.holds(document, scope)),
            Self::Or(all) => all.iter().any(|filter| filter.holds(document, scope)),
            Self::Not(filter) => !filter.holds(document, scope),
            Self::Present(path) => scope.values(document, path).0.iter().any(|it| is_present(it)),
            Self::Compare(path, comparison, wanted) => {
                let (values, is_exact) = scope.values(document, path);
                let compares = |value: &&Value| compare(value, *comparison, wanted, is_exact);
                match comparison {
                    Comparison::NotEqual if wanted.is_null() => {
                        values.iter().any(|value| is_present(value))
                    }
                    // Nothing is not equal to anything.
                    Comparison::NotEqual => values.iter().all(compares),
                    // An attribute without a value is null.
                    Comparison::Equal if wanted.is_null() => {
                        !values.iter().any(|value| is_present(value))
                    }
                    _ => values.iter().any(compares),
                }
            }
            Self::Any(path, filter) => scope.any(document, path, filter),
        }
    }
}

/// What a filter is about.
enum Scope {
    Resource(&'static Kind),
    Element(&'static Attribute),
}

impl Scope {
    /// The values that a name means, and whether they are compared with their case.
    fn values<'a>(&self, document: &'a Document, path: &AttributeName) -> (Vec<&'a Value>, bool) {
        if path.is_foreign {
            return (Vec::new(), true);
        }
        match self {
            Self::Element(attribute) => {
                let part = attribute.part(&path.attribute).filter(|_| path.part.is_none());
                let value = part.and_then(|part| document.get(part));
                (value.into_iter().collect(), attribute.is_exact)
            }
            Self::Resource(kind) => {
                let Some(attribute) = kind.attribute(&path.attribute) else {
                    return (Vec::new(), true);
                };
                (values_of(document, attribute, path.part.as_deref()), attribute.is_exact)
            }
        }
    }

    fn any(&self, document: &Document, path: &AttributeName, filter: &Filter) -> bool {
        let Self::Resource(kind) = self else { return false };
        let Some(attribute) = kind.attribute(&path.attribute).filter(|_| !path.is_foreign) else {
            return false;
        };
        let elements = document.get(attribute.name).and_then(Value::as_array);
        let mut elements = elements.into_iter().flatten().filter_map(Value::as_object);
        elements.any(|element| filter.finds_element(element, attribute))
    }
}

/// The values of an attribute. A list without a named part means the part `value`.
fn values_of<'a>(
    document: &'a Document,
    attribute: &'static Attribute,
    part: Option<&str>,
) -> Vec<&'a Value> {
    let Some(value) = document.get(attribute.name) else { return Vec::new() };
    match (attribute.form, part) {
        (Form::Simple | Form::Complex, None) => vec![value],
        (Form::Simple, Some(_)) => Vec::new(),
        (Form::Complex, Some(part)) => {
            let part = attribute.part(part).and_then(|part| value.get(part));
            part.into_iter().collect()
        }
        (Form::Many, part) => {
            let part = attribute.part(part.unwrap_or("value"));
            let elements = value.as_array().into_iter().flatten();
            elements.filter_map(|element| element.get(part?)).collect()
        }
    }
}

fn is_present(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(elements) => !elements.is_empty(),
        Value::Object(parts) => !parts.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

fn compare(value: &Value, comparison: Comparison, wanted: &Value, is_exact: bool) -> bool {
    match (value, wanted) {
        (Value::String(value), Value::String(wanted)) if is_exact => {
            compare_texts(&moment(value), comparison, &moment(wanted))
        }
        (Value::String(value), Value::String(wanted)) => {
            compare_texts(&value.to_lowercase(), comparison, &wanted.to_lowercase())
        }
        // Some clients write true as a text.
        (Value::Bool(value), Value::String(wanted)) => {
            compare_texts(&value.to_string(), comparison, &wanted.to_lowercase())
        }
        (value, wanted) => match comparison {
            Comparison::Equal => value == wanted,
            Comparison::NotEqual => value != wanted,
            _ => false,
        },
    }
}

fn compare_texts(value: &str, comparison: Comparison, wanted: &str) -> bool {
    let order = value.cmp(wanted);
    match comparison {
        Comparison::Equal => order == Ordering::Equal,
        Comparison::NotEqual => order != Ordering::Equal,
        Comparison::Contains => value.contains(wanted),
        Comparison::StartsWith => value.starts_with(wanted),
        Comparison::EndsWith => value.ends_with(wanted),
        Comparison::Greater => order == Ordering::Greater,
        Comparison::GreaterOrEqual => order != Ordering::Less,
        Comparison::Less => order == Ordering::Less,
        Comparison::LessOrEqual => order != Ordering::Greater,
    }
}

/// A time in UTC with milliseconds, as this server writes them, so that it compares as a text; other texts as they are.
fn moment(text: &str) -> Cow<'_, str> {
    const SECONDS: usize = "2026-01-01T00:00:00".len();
    let is_time = text.len() == SECONDS + 1 && text.ends_with('Z') && text.contains('T');
    match text.strip_suffix('Z').filter(|_| is_time) {
        Some(seconds) => Cow::Owned(format!("{seconds}.000Z")),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests;
