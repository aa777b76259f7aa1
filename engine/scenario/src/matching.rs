//! Compares actual with expected values: by default a part of them, with matchers for values that vary.
//!
//! `any` matches anything but null, `~text~` a text that contains it, `/regex/` a text that the expression matches,
//! `<time>` a timestamp, `<now>`, `<+12h>` and `<-5m>` a time relative to the step's, `=text` exactly this text.

use serde_json::Value;
use waybill_machines::Timestamp;

use crate::format::Duration;

/// How values are compared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Matching {
    /// The time of the step.
    pub(crate) now: Timestamp,
    /// Maps must have no further keys.
    pub(crate) exact: bool,
}

/// Whether a word has the form of a matcher.
pub(crate) fn is_matcher(word: &str) -> bool {
    let between = |mark: char| word.len() > 2 && word.starts_with(mark) && word.ends_with(mark);
    word == "any"
        || between('~')
        || between('/')
        || word.starts_with('=')
        || (word.starts_with('<') && word.ends_with('>'))
}

/// Why a word in the form of a matcher is invalid, so that it would match nothing.
pub(crate) fn matcher_problem(word: &str) -> Option<String> {
    let inner = |mark: char| word.strip_prefix(mark).filter(|_| is_matcher(word));
    if let Some(rest) = inner('/') {
        let error = regex_lite::Regex::new(&rest[..rest.len() - 1]).err()?;
        return Some(format!("`{word}` is no regular expression: {error}"));
    }
    let time = inner('<')?;
    let time = &time[..time.len() - 1];
    let is_known = matches!(time, "time" | "now") || span(time).is_some();
    let message = || format!("`{word}` is no moment; expected <time>, <now>, <+12h> or <-5m>");
    (!is_known).then(message)
}

/// The milliseconds of `+12h` and `-5m`.
fn span(word: &str) -> Option<i64> {
    let sign = match word.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    word[1..].parse::<Duration>().ok().map(|span| sign * span.ms)
}

impl Matching {
    /// Whether `found` matches `pattern`. A missing key is treated as null.
    pub(crate) fn matches(self, pattern: &Value, found: &Value) -> bool {
        match (pattern, found) {
            (Value::String(word), _) if is_matcher(word) => self.word(word, found),
            (Value::Object(wanted), Value::Object(found)) => {
                let holds = |(key, pattern): (&String, &Value)| {
                    self.matches(pattern, found.get(key).unwrap_or(&Value::Null))
                };
                wanted.iter().all(holds) && (!self.exact || wanted.len() == found.len())
            }
            (Value::Array(wanted), Value::Array(found)) => {
                wanted.len() == found.len()
                    && wanted.iter().zip(found).all(|(pattern, item)| self.matches(pattern, item))
            }
            _ => pattern == found,
        }
    }

    fn word(self, word: &str, found: &Value) -> bool {
        if word == "any" {
            return !found.is_null();
        }
        let Some(text) = found.as_str() else { return false };
        if let Some(literal) = word.strip_prefix('=') {
            return text == literal;
        }
        let inner = &word[1..word.len() - 1];
        match word.as_bytes()[0] {
            b'~' => text.contains(inner),
            b'/' => regex_lite::Regex::new(inner).is_ok_and(|regex| regex.is_match(text)),
            _ => self.time(inner, text),
        }
    }

    fn time(self, word: &str, text: &str) -> bool {
        let Ok(found) = text.parse::<Timestamp>() else { return false };
        let wanted = match word {
            "time" => return true,
            "now" => Some(0),
            _ => span(word),
        };
        wanted.is_some_and(|ms| self.now.plus_ms(ms) == found)
    }
}

/// Whether the patterns match some of the items in this order; with `exact`, all of them. An empty list of patterns
/// matches only an empty list.
pub(crate) fn in_order<P, F>(
    patterns: &[P],
    found: &[F],
    exact: bool,
    matches: impl Fn(&P, &F) -> bool,
) -> bool {
    if exact || patterns.is_empty() {
        return patterns.len() == found.len()
            && patterns.iter().zip(found).all(|(pattern, item)| matches(pattern, item));
    }
    let mut rest = found.iter();
    patterns.iter().all(|pattern| rest.any(|item| matches(pattern, item)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn patterns_match_a_part_and_matchers_match_variable_values() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().expect("a time");
        let found = json!({"state": "signed_in", "until": "2026-01-01T12:00:00.000Z", "n": null});
        let matching = Matching { now, exact: false };
        for pattern in [
            json!({"until": "<+12h>"}),
            json!({"until": "<time>", "state": "any"}),
            json!({"state": "~igned~", "n": null, "missing": null}),
            json!({"state": "/^signed_(in|out)$/"}),
            json!({"state": "=signed_in"}),
        ] {
            assert!(matching.matches(&pattern, &found), "{pattern}");
        }
        for pattern in [
            json!({"until": "<now>"}),
            json!({"n": "any"}),
            json!({"state": "~x~"}),
            json!({"state": "/^in$/"}),
        ] {
            assert!(!matching.matches(&pattern, &found), "{pattern}");
        }
        let exact = Matching { now, exact: true };
        assert!(!exact.matches(&json!({"state": "signed_in"}), &found));
    }

    #[test]
    fn items_match_in_order_and_an_empty_list_only_an_empty_one() {
        let same = |a: &i32, b: &i32| a == b;
        assert!(in_order(&[1, 3], &[1, 2, 3], false, same));
        assert!(!in_order(&[3, 1], &[1, 2, 3], false, same));
        assert!(!in_order(&[1, 3], &[1, 2, 3], true, same));
        assert!(!in_order(&[], &[1], false, same));
    }
}
