//! The YAML of scenarios: a small, strict subset of the language, with the position of every node.
//!
//! Anchors, tags, multiple documents, duplicate keys and inferring types from plain words are rejected: a scenario
//! that is read differently than it looks is worse than one that does not load.

mod access;
mod de;
mod parse;
mod write;

use serde_json::Value as Json;

use crate::fault::Position;

pub(crate) use de::from_node;
pub(crate) use parse::{FILE_BYTES_MAX, parse};
pub(crate) use write::flow;

/// A node with its position.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// Its bytes in the text, without the separator from the next node.
    pub(crate) bytes: std::ops::Range<usize>,
    pub(crate) value: Value,
}

/// The value of a node.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// A word or text; `plain` when it is not quoted.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// The value of a key, if this is a map that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|(_, value)| value)
    }

    /// The nodes of a key and of its value.
    pub(crate) fn entry(&self, key: &str) -> Option<(&Node, &Node)> {
        let Value::Map(entries) = &self.value else { return None };
        entries.iter().find(|(name, _)| name.text() == Some(key)).map(|(name, node)| (name, node))
    }

    /// The items of a list; empty for other values.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            Value::Scalar { .. } | Value::Map(_) => &[],
        }
    }

    /// The node as JSON; an empty value is null.
    pub(crate) fn to_json(&self) -> Json {
        match &self.value {
            Value::Scalar { text, .. } => match (self.word(), text.as_str()) {
                (Some(word), _) => word.into(),
                (None, "true") => true.into(),
                (None, "false") => false.into(),
                (None, number) => number.parse::<i64>().map_or(Json::Null, Json::from),
            },
            Value::List(items) => items.iter().map(Self::to_json).collect(),
            Value::Map(entries) => entries
                .iter()
                .map(|(key, value)| (key.text().unwrap_or_default().to_owned(), value.to_json()))
                .collect(),
        }
    }

    /// A text that is not read as a number, a boolean or null.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, plain } if !plain || de::reads_as(text).is_none() => Some(text),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            Value::List(_) | Value::Map(_) => None,
        }
    }
}
