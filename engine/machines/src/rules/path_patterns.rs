//! The patterns by which paths are included, excluded and reserved.

/// The patterns in a list that is separated by commas.
pub(super) fn patterns_of(patterns: &str) -> impl Iterator<Item = &str> {
    patterns.split(',').map(str::trim).filter(|pattern| !pattern.is_empty())
}

/// Whether a path matches a pattern of the platform: `?` is one character and `*` any number of them within a part of
/// the path, `**` is any number of parts. A pattern that ends with `/` means everything below.
pub fn matches(pattern: &str, path: &str) -> bool {
    let everything_below = pattern.ends_with('/').then_some("**");
    matches_sequence(
        parts_of(pattern).chain(everything_below),
        parts_of(path),
        |part| *part == "**",
        |part, of_path| matches_text(part, of_path),
    )
}

fn parts_of(path: &str) -> impl Iterator<Item = &str> + Clone {
    path.split('/').filter(|part| !part.is_empty())
}

/// Whether a text matches a pattern in which `?` is one character and `*` any number of them, slashes too.
pub fn matches_text(pattern: &str, text: &str) -> bool {
    matches_sequence(
        pattern.chars(),
        text.chars(),
        |letter| *letter == '*',
        |wanted, letter| *wanted == '?' || wanted == letter,
    )
}

/// Whether a sequence matches a pattern in which some items stand for any number of items. Nothing is allocated: an
/// event is compared with the patterns of ten thousand webhooks. What follows a wildcard is looked for as early as
/// possible, and only the last wildcard ever takes more: the time is bounded by the product of the lengths, whatever
/// the pattern.
fn matches_sequence<P, T>(
    mut pattern: impl Iterator<Item = P> + Clone,
    mut items: impl Iterator<Item = T> + Clone,
    is_wildcard: impl Fn(&P) -> bool,
    is_equal: impl Fn(&P, &T) -> bool,
) -> bool {
    // What follows the last wildcard, and where that is looked for.
    let mut last_wildcard = None;
    loop {
        let fits = match pattern.next() {
            Some(wanted) if is_wildcard(&wanted) => {
                last_wildcard = Some((pattern.clone(), items.clone()));
                continue;
            }
            Some(wanted) => match items.next() {
                Some(item) => is_equal(&wanted, &item),
                // Where a wildcard took more, even fewer items would be left.
                None => return false,
            },
            None => match items.next() {
                Some(_) => false,
                None => return true,
            },
        };
        if !fits {
            let Some((rest, from)) = &mut last_wildcard else { return false };
            from.next();
            (pattern, items) = (rest.clone(), from.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_the_platform_documents_them() {
        for (pattern, path, expected) in [
            ("**/*", "a", true),
            ("**/*", "a/b/c.txt", true),
            ("**", "a/b", true),
            ("*", "a", true),
            ("*", "a/b", false),
            ("com/acme/**", "com/acme/x/y.jar", true),
            ("com/acme/**", "com/other/y.jar", false),
            ("com/acme/", "com/acme/x/y.jar", true),
            ("**/*-SNAPSHOT.*", "a/b/x-SNAPSHOT.jar", true),
            ("**/*-SNAPSHOT.*", "a/b/x-1.0.jar", false),
            ("a/**/z", "a/z", true),
            ("a/**/z", "a/b/c/z", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("a*b*c", "a/b/c", false),
            ("a*b*c", "axbxbxc", true),
            ("", "a", false),
            ("ä*", "äß", true),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
        // A pattern that would take other matchers hours.
        assert!(!matches(&"*a".repeat(200), &"a".repeat(190)));
    }

    /// What a pattern means, however long it takes.
    fn means(pattern: &[char], text: &[char]) -> bool {
        match pattern {
            [] => text.is_empty(),
            ['*', rest @ ..] => (0..=text.len()).any(|taken| means(rest, &text[taken..])),
            [wanted, rest @ ..] => {
                let fits = |letter: &char| *wanted == '?' || wanted == letter;
                text.split_first().is_some_and(|(letter, left)| fits(letter) && means(rest, left))
            }
        }
    }

    /// All texts of some letters, up to a length.
    fn texts_of(letters: &[char], length_max: usize) -> Vec<Vec<char>> {
        let mut all = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..length_max {
            let to = all.len();
            for shorter in from..to {
                for letter in letters {
                    let longer = [&all[shorter][..], &[*letter]].concat();
                    all.push(longer);
                }
            }
            from = to;
        }
        all
    }

    #[test]
    fn short_patterns_match_what_they_mean() {
        let texts = texts_of(&['a', 'b'], 5);
        for pattern in texts_of(&['a', 'b', '?', '*'], 5) {
            let name: String = pattern.iter().collect();
            for text in &texts {
                let of_text: String = text.iter().collect();
                let expected = means(&pattern, text);
                assert_eq!(matches_text(&name, &of_text), expected, "{name} {of_text}");
            }
        }
    }
}
