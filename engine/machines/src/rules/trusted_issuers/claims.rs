//! Values of claims: which ones a rule may want, and whether a token has one.

use serde_json::{Map, Value};

use super::{CLAIM_VALUE_CHARS_MAX, ExchangeRule, is_text};

/// The end of a wanted value of which only the beginning has to match.
pub(super) const REST: char = '*';

impl ExchangeRule {
    /// The first claim that a token does not have as the rule wants it; `None` if the rule matches.
    pub fn mismatch(&self, claims: &Map<String, Value>) -> Option<&str> {
        let other = self.claims.iter().find(|(name, wanted)| {
            claims.get(name.as_str()).is_none_or(|claim| !matches_claim(wanted, claim))
        });
        other.map(|(name, _)| name.as_str())
    }
}

/// Whether a rule may want this value: exactly this one, or all that begin with it if it ends with `*`.
pub fn is_value(wanted: &str) -> bool {
    let begin = wanted.strip_suffix(REST).unwrap_or(wanted);
    is_text(wanted, 1, CLAIM_VALUE_CHARS_MAX) && !begin.contains(REST)
}

/// Whether a claim of a token has a value that a rule wants. Texts are compared as they are, numbers and booleans by
/// their JSON, and of an array one of its texts has to match. Objects and null match nothing.
pub fn matches_claim(wanted: &str, claim: &Value) -> bool {
    match claim {
        Value::String(text) => matches_text(wanted, text),
        Value::Bool(_) | Value::Number(_) => matches_text(wanted, &claim.to_string()),
        Value::Array(all) => {
            all.iter().filter_map(Value::as_str).any(|text| matches_text(wanted, text))
        }
        Value::Object(_) | Value::Null => false,
    }
}

fn matches_text(wanted: &str, text: &str) -> bool {
    wanted.strip_suffix(REST).map_or(text == wanted, |begin| text.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// covers: [ROBOT-02]
    #[test]
    fn a_value_is_exact_or_a_beginning() {
        for (wanted, claim, expected) in [
            ("refs/heads/main", json!("refs/heads/main"), true),
            ("refs/heads/main", json!("refs/heads/main2"), false),
            ("refs/heads/main", json!("refs/heads/Main"), false),
            ("refs/heads/main", json!(" refs/heads/main"), false),
            ("refs/tags/*", json!("refs/tags/v1"), true),
            ("refs/tags/*", json!("refs/tags/a/b"), true),
            ("refs/tags/*", json!("refs/tags/"), true),
            ("refs/tags/*", json!("refs/tags"), false),
            ("refs/tags/*", json!("x/refs/tags/v1"), false),
            ("*", json!(""), true),
            ("true", json!(true), true),
            ("true", json!("true"), true),
            ("false", json!(true), false),
            ("123", json!(123), true),
            ("123", json!(1234), false),
            ("12*", json!(123), true),
            ("a", json!(["b", "a"]), true),
            ("a", json!(["b", ["a"]]), false),
            ("1", json!([1]), false),
            ("a", json!([]), false),
            ("*", json!(null), false),
            ("*", json!({}), false),
            ("null", json!(null), false),
            ("a", json!({"a": "a"}), false),
        ] {
            assert_eq!(matches_claim(wanted, &claim), expected, "{wanted} {claim}");
        }
    }

    /// covers: [ROBOT-02]
    #[test]
    fn an_asterisk_is_at_the_end_only() {
        for wanted in ["a", "*", "a*", "refs/heads/*", "ä b"] {
            assert!(is_value(wanted), "{wanted}");
        }
        for wanted in ["", "*a", "a*b", "**", "a**", "*a*", "a\nb", "a\u{202e}b"] {
            assert!(!is_value(wanted), "{wanted}");
        }
    }

    proptest! {
        /// covers: [ROBOT-02]
        #[test]
        fn an_exact_value_matches_no_other(wanted in "[a-z/:.-]{1,20}", text in ".{0,20}") {
            prop_assert_eq!(matches_claim(&wanted, &json!(text)), wanted == text);
        }
    }
}
