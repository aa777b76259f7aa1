//! Deserialises nodes with serde: the types define what is allowed, and errors have positions.

use serde::de::value::StrDeserializer;
use serde::de::{self, Deserializer, IntoDeserializer, Unexpected, Visitor};

use super::access::{Entries, Items};
use super::{Node, Value};
use crate::fault::{self, LocatedError, Position};

/// Reads a type from a node.
pub(crate) fn from_node<'de, T: serde::Deserialize<'de>>(
    node: &'de Node,
) -> Result<T, LocatedError> {
    T::deserialize(NodeDeserializer { node }).map_err(|error| error.into_located(node.position))
}

/// An error that gets the position of the innermost node through which it is propagated.
#[derive(Debug)]
pub(crate) struct DeError {
    position: Option<Position>,
    message: String,
}

impl DeError {
    fn at(mut self, position: Position) -> Self {
        self.position.get_or_insert(position);
        self
    }

    fn into_located(self, fallback: Position) -> LocatedError {
        LocatedError::new(self.position.unwrap_or(fallback), self.message)
    }
}

impl std::fmt::Display for DeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DeError {}

impl de::Error for DeError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self { position: None, message: message.to_string() }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::custom(fault::unknown("key", field, expected))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::custom(fault::unknown("word", variant, expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::custom(format!("the key `{field}` is missing here"))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::custom(format!("expected {expected}, found {found}"))
    }
}

/// The type that common YAML readers infer for a plain word, unless it is a text.
pub(super) fn reads_as(text: &str) -> Option<&'static str> {
    match text.to_ascii_lowercase().as_str() {
        "" | "~" | "null" => return Some("nothing"),
        "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n" => return Some("a truth value"),
        _ => {}
    }
    let digits = text.trim_start_matches(['-', '+']);
    let number = digits.starts_with(|c: char| c.is_ascii_digit())
        && (text.parse::<f64>().is_ok() || digits.chars().all(|c| c.is_ascii_digit() || c == '_'));
    number.then_some("a number")
}

#[derive(Clone, Copy)]
pub(super) struct NodeDeserializer<'de> {
    pub(super) node: &'de Node,
}

impl<'de> NodeDeserializer<'de> {
    fn found(self) -> String {
        match &self.node.value {
            Value::Scalar { text, plain: true } if text.is_empty() => "nothing".into(),
            Value::Scalar { text, .. } => format!("`{text}`"),
            Value::List(_) => "a list".into(),
            Value::Map(_) => "a map".into(),
        }
    }

    fn wrong(self, expected: impl std::fmt::Display) -> DeError {
        let message = format!("expected {expected}, found {}", self.found());
        DeError { position: Some(self.node.position), message }
    }

    pub(super) fn located<T>(self, result: Result<T, DeError>) -> Result<T, DeError> {
        result.map_err(|error| error.at(self.node.position))
    }

    /// A plain scalar; all other scalars are text.
    fn plain(self) -> Option<&'de str> {
        match &self.node.value {
            Value::Scalar { text, plain: true } => Some(text),
            _ => None,
        }
    }

    fn truth(self) -> Option<bool> {
        match self.plain()? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }
}

/// The numbers of the format are integers.
macro_rules! numbers {
    ($($method:ident $visit:ident $type:ty)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            let number = self.plain().and_then(|text| text.parse::<$type>().ok());
            let number = number.ok_or_else(|| self.wrong("a whole number"))?;
            self.located(visitor.$visit(number))
        })+
    };
}

impl<'de> Deserializer<'de> for NodeDeserializer<'de> {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match &self.node.value {
            Value::List(_) => self.deserialize_seq(visitor),
            Value::Map(_) => self.deserialize_map(visitor),
            Value::Scalar { text, plain: false } => self.located(visitor.visit_borrowed_str(text)),
            Value::Scalar { text, plain: true } => match (reads_as(text), text.as_str()) {
                (None, _) => self.located(visitor.visit_borrowed_str(text)),
                (_, "null") => self.located(visitor.visit_unit()),
                (_, "true" | "false") => self.deserialize_bool(visitor),
                (Some("a number"), _) => self.deserialize_i64(visitor),
                (_, "") => Err(self.wrong("a value, or null where there is none")),
                _ => Err(self.wrong("true, false, null or a text in quotes")),
            },
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let truth = self.truth().ok_or_else(|| self.wrong("true or false"))?;
        self.located(visitor.visit_bool(truth))
    }

    numbers! {
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
        deserialize_f32 visit_f32 f32
        deserialize_f64 visit_f64 f64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let Value::Scalar { text, plain } = &self.node.value else {
            return Err(self.wrong("a text"));
        };
        if let Some(kind) = plain.then(|| reads_as(text)).flatten() {
            let quoted = serde_json::Value::String(text.clone());
            return Err(if text.is_empty() {
                self.wrong("a text")
            } else {
                self.wrong(format_args!("a text; plain `{text}` reads as {kind}: write {quoted}"))
            });
        }
        self.located(visitor.visit_borrowed_str(text))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.plain() {
            Some("null") => self.located(visitor.visit_none()),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.plain() {
            Some("null" | "") => self.located(visitor.visit_unit()),
            _ => Err(self.wrong("nothing")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let Value::List(items) = &self.node.value else { return Err(self.wrong("a list")) };
        self.located(visitor.visit_seq(Items::new(items)))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let entries: &[(Node, Node)] = match &self.node.value {
            Value::Map(entries) => entries,
            // `crash:` without a value is the same as `crash: {}`.
            Value::Scalar { text, plain: true } if text.is_empty() => &[],
            _ => return Err(self.wrong("a map such as {key: value}")),
        };
        self.located(visitor.visit_map(Entries::new(entries)))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        let Value::Scalar { text, .. } = &self.node.value else {
            return Err(self.wrong(format_args!("one of {}", variants.join(", "))));
        };
        let word: StrDeserializer<'_, DeError> = text.as_str().into_deserializer();
        self.located(visitor.visit_enum(word))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.located(visitor.visit_unit())
    }

    serde::forward_to_deserialize_any! { bytes byte_buf unit_struct tuple tuple_struct }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let text = self.node.text().ok_or_else(|| self.wrong("a key"))?;
        self.located(visitor.visit_borrowed_str(text))
    }
}
