//! Whether what came is what was expected: by default a part of it, with matchers for what varies.
//!
//! `any` is anything but nothing, `~text~` a text that contains it, `/regex/` one that the expression matches,
//! `<time>` a moment, `<now>`, `<+12h>` and `<-5m>` a moment seen from the step's own, `=text` that very text.

use serde_json::Value;
use waybill_machines::Timestamp;

use crate::format::Duration;

/// How strictly, and seen from when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Matching {
    /// The moment of the step.
    pub(crate) now: Timestamp,
    /// Maps may not have further keys.
    pub(crate) exact: bool,
}

/// A word that stands for many.
pub(crate) fn is_matcher(word: &str) -> bool {
    let between = |mark: char| word.len() > 2 && word.starts_with(mark) && word.ends_with(mark);
    word == "any"
        || between('~')
        || between('/')
        || word.starts_with('=')
        || (word.starts_with('<') && word.ends_with('>'))
}

/// Why a word that looks like a matcher is none, so that it would match nothing.
pub(crate) fn matcher_problem(word: &str) -> Option<String> {
    let inner = |mark: char| word.strip_prefix(mark).filter(|_| is_matcher(word));
    if let Some(rest) = inner('/') {
        let error = regex_lite::Regex::new(&rest[..rest.len() - 1]).err()?;
        return Some(format!("`{word}` is no regular expression: {error}"));
    }
    let moment = inner('<')?;
    let moment = &moment[..moment.len() - 1];
    let is_known = matches!(moment, "time" | "now") || span(moment).is_some();
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
    /// Whether `found` is what `pattern` describes. A key that is missing counts as null.
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

/// Whether the patterns match some of the items in this order; with `exact`, all of them. No patterns at all
/// say that there are no items.
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
    fn a_part_is_enough_and_matchers_stand_for_what_varies() {
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
    fn an_empty_list_says_that_there_is_nothing() {
        let same = |a: &i32, b: &i32| a == b;
        assert!(in_order(&[1, 3], &[1, 2, 3], false, same));
        assert!(!in_order(&[3, 1], &[1, 2, 3], false, same));
        assert!(!in_order(&[1, 3], &[1, 2, 3], true, same));
        assert!(!in_order(&[], &[1], false, same));
    }
}
