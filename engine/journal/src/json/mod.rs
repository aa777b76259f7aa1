//! Canonical JSON: the only JSON that a record holds.
//!
//! Canonical means that a value has exactly one spelling. There is no whitespace outside strings, strings are escaped
//! as by `serde_json` and no further, and numbers are integers. Objects keep the order of keys that their writer chose:
//! records are hashed as they were stored and are never sorted or serialized again.

mod scan;

use std::fmt;

pub use scan::Fault;
pub(crate) use scan::skip_value;

/// An owned piece of canonical JSON, such as an event, a state or a call.
#[derive(Clone, PartialEq, Eq)]
pub struct Json(Box<str>);

/// Why a value cannot be written into a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCanonical {
    /// The text is JSON in another spelling, or not JSON.
    #[error("a record can only hold canonical JSON, and this is none {0}")]
    Text(#[from] Fault),
    /// The serialization of the value failed, for example for a map with keys that are not strings.
    #[error("the value cannot be written as JSON: {0}")]
    Value(String),
}

impl Json {
    /// Serializes a value. Floating point numbers are rejected, since they have many spellings.
    pub fn of<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, NotCanonical> {
        let text = serde_json::to_string(value).map_err(|e| NotCanonical::Value(e.to_string()))?;
        Self::parse(text)
    }

    /// Takes a text that is already canonical; it is checked, not rewritten.
    pub fn parse(text: impl Into<Box<str>>) -> Result<Self, NotCanonical> {
        let text = text.into();
        let end = skip_value(text.as_bytes(), 0)?;
        if end != text.len() {
            return Err(Fault::new(end, "nothing may follow the value").into());
        }
        Ok(Self(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    #[test]
    fn one_spelling_is_accepted() {
        for good in [
            "{}",
            "[]",
            "null",
            "true",
            "-1",
            "0",
            "18446744073709551615",
            "-9223372036854775808",
            r#"{"a":[1,{"b":"c"}],"d":null}"#,
            r#""\"\\\b\f\n\r\t\u0000\u001f""#,
            "\"/é\u{7f}\"",
        ] {
            assert!(Json::parse(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn every_other_spelling_is_refused() {
        for bad in [
            "",
            "{",
            "{} ",
            " {}",
            r#"{"a" :1}"#,
            "[1, 2]",
            "01",
            "-0",
            "1.0",
            "1e3",
            "-",
            "18446744073709551616",
            "-9223372036854775809",
            r#""\/""#,
            r#""\u0041""#,
            r#""\u000a""#,
            r#""\u001F""#,
            "\"a\nb\"",
            "{\"a\":1,}",
            "[1,]",
            "{1:2}",
            "nul",
            "[}",
            "\"",
            "{\"a\"}",
        ] {
            assert!(Json::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nesting_has_an_end() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(Json::parse(nested(60)).is_ok());
        assert!(Json::parse(nested(61)).is_err());
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::vec((any::<String>(), inner), 0..6)
                    .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_serde_json_writes_is_canonical(value in any_value()) {
            prop_assert!(Json::of(&value).is_ok());
        }

        #[test]
        fn what_is_accepted_is_what_serde_json_writes(text in r#"[\[\]{}",:0-9a\\u\- n]{0,12}"#) {
            // `Value` sorts keys, so only texts without objects can be compared byte by byte.
            if let (Ok(json), false) = (Json::parse(text.clone()), text.contains('{')) {
                let value: Value = serde_json::from_str(json.as_str()).expect("it is JSON");
                prop_assert_eq!(serde_json::to_string(&value).expect("it is a value"), text);
            }
        }
    }
}
