//! Patterns of names: `*` is for any text, `?` for one character. They are compared without case.

/// The longest pattern, in bytes.
pub(super) const PATTERN_BYTES_MAX: usize = 1_024;

/// A pattern, and the longest text that all of its matches contain.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The texts between the asterisks, in lower case.
    parts: Vec<String>,
    literal: String,
    has_questions: bool,
    /// Whether it may also match what follows a separator in a name.
    matches_parts: bool,
}

/// What separates the parts of a name: scope, organisation or group, and the rest.
const SEPARATORS: [char; 2] = ['/', ':'];

impl Pattern {
    /// Reads a pattern; none of an empty one, which everything matches.
    pub(super) fn new(text: &str) -> Option<Self> {
        let lower = text.trim().to_lowercase();
        let mut parts: Vec<String> = lower.split('*').map(str::to_owned).collect();
        if lower.is_empty() || parts.iter().all(String::is_empty) {
            return None;
        }
        // Several asterisks side by side are one.
        let last = parts.len() - 1;
        let mut at = 0;
        parts.retain(|part| {
            let is_kept = at == 0 || at == last || !part.is_empty();
            at += 1;
            is_kept
        });
        let literals = parts.iter().flat_map(|part| part.split('?'));
        let longest = literals.max_by_key(|literal| literal.len()).unwrap_or_default().to_owned();
        Some(Self {
            literal: longest,
            has_questions: lower.contains('?'),
            matches_parts: false,
            parts,
        })
    }

    /// Reads a pattern of names of packages. The beginning of a name is also that of its part behind a scope or a
    /// group, so that `shop*` finds `@acme/shop`.
    pub(super) fn of_names(text: &str) -> Option<Self> {
        let pattern = Self::new(text)?;
        let is_beginning = pattern.parts.len() > 1
            && pattern.parts.last().is_some_and(String::is_empty)
            && pattern.parts.first().is_some_and(|first| !first.is_empty());
        let has_separator = pattern.parts.iter().any(|part| part.contains(SEPARATORS));
        Some(Self { matches_parts: is_beginning && !has_separator, ..pattern })
    }

    /// What all matches begin with.
    pub(super) fn prefix(&self) -> &str {
        if self.matches_parts {
            return "";
        }
        let first = self.parts.first().map_or("", String::as_str);
        first.split('?').next().unwrap_or_default()
    }

    /// The longest text that all matches contain; it is empty where they need none.
    pub(super) fn literal(&self) -> &str {
        &self.literal
    }

    /// Whether a text in lower case matches. The time is bounded by the product of both lengths.
    pub(super) fn matches(&self, lower: &str) -> bool {
        self.matches_whole(lower)
            || self.matches_parts
                && lower
                    .match_indices(SEPARATORS)
                    .any(|(at, _)| self.matches_whole(&lower[at + 1..]))
    }

    fn matches_whole(&self, lower: &str) -> bool {
        let [first, middle @ .., last] = self.parts.as_slice() else {
            return self.parts.first().is_none_or(|only| at_start(only, lower) == Some(""));
        };
        let Some(mut rest) = at_start(first, lower) else { return false };
        for part in middle {
            let Some(after) = self.find(part, rest) else { return false };
            rest = after;
        }
        last.is_empty() || self.ends_with(last, rest)
    }

    /// What follows the first occurrence of a part.
    fn find<'a>(&self, part: &str, text: &'a str) -> Option<&'a str> {
        if !self.has_questions {
            return text.find(part).map(|at| &text[at + part.len()..]);
        }
        let mut starts = text.char_indices().map(|(at, _)| at);
        starts.find_map(|at| at_start(part, &text[at..]))
    }

    fn ends_with(&self, part: &str, text: &str) -> bool {
        if !self.has_questions {
            return text.ends_with(part);
        }
        let letters = part.chars().count();
        let from = text.char_indices().rev().nth(letters - 1).map(|(at, _)| at);
        from.is_some_and(|from| at_start(part, &text[from..]) == Some(""))
    }
}

/// What follows a part at the beginning of a text.
fn at_start<'a>(part: &str, text: &'a str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in part.chars() {
        let found = rest.next()?;
        if wanted != '?' && wanted != found {
            return None;
        }
    }
    Some(rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A second implementation, by recursion.
    fn naive(pattern: &[char], text: &[char]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((&'*', rest)) => (0..=text.len()).any(|from| naive(rest, &text[from..])),
            Some((&'?', rest)) => !text.is_empty() && naive(rest, &text[1..]),
            Some((letter, rest)) => text.first() == Some(letter) && naive(rest, &text[1..]),
        }
    }

    proptest! {
        #[test]
        fn matching_agrees_with_a_second_implementation(
            pattern in "[aé?*]{0,7}",
            text in "[aéb]{0,8}",
        ) {
            let expected = {
                let letters: Vec<char> = pattern.chars().collect();
                pattern.is_empty() || naive(&letters, &text.chars().collect::<Vec<_>>())
            };
            let found = Pattern::new(&pattern).is_none_or(|pattern| pattern.matches(&text));
            prop_assert_eq!(found, expected, "{} {}", pattern, text);
        }

        #[test]
        fn every_match_has_the_prefix_and_contains_the_text_that_is_looked_for(
            pattern in "[ab?*]{1,7}",
            text in "[ab/]{0,8}",
        ) {
            for pattern in [Pattern::new(&pattern), Pattern::of_names(&pattern)].into_iter().flatten() {
                if pattern.matches(&text) {
                    prop_assert!(text.starts_with(pattern.prefix()));
                    prop_assert!(text.contains(pattern.literal()));
                }
            }
        }
    }

    #[test]
    fn the_beginning_of_a_name_is_also_that_of_its_last_part() {
        let matches = |pattern: &str, name: &str| {
            Pattern::of_names(pattern).is_none_or(|pattern| pattern.matches(name))
        };
        for name in ["shop", "shopping", "@acme/shop", "org.acme:shop-api", "a/b/shop"] {
            assert!(matches("sho*", name), "{name}");
        }
        assert!(!matches("sho*", "workshop") && !matches("sho*", "@shoes-and/more"));
        assert!(matches("@acme/*", "@acme/shop") && !matches("acme/*", "@acme/shop"));
        // a whole name is no beginning
        assert!(matches("shop", "shop") && !matches("shop", "@acme/shop"));
        assert_eq!(Pattern::of_names("sho*").expect("a pattern").prefix(), "");
        assert_eq!(Pattern::of_names("@acme/s*").expect("a pattern").prefix(), "@acme/s");
    }

    #[test]
    fn patterns_ignore_case_and_space_around_them() {
        let matches = |pattern: &str, name: &str| {
            Pattern::new(pattern).is_none_or(|pattern| pattern.matches(name))
        };
        assert!(matches(" React* ", "react-dom"));
        assert!(!matches("react", "react-dom"));
        assert!(matches("*", "anything") && matches("", "anything"));
        assert!(matches("@acme/?hop", "@acme/shop"));
    }
}
