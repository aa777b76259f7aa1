//! The patterns by which paths are included, excluded and reserved.

/// The patterns in a list that is separated by commas.
pub(super) fn patterns_of(patterns: &str) -> impl Iterator<Item = &str> {
    patterns.split(',').map(str::trim).filter(|pattern| !pattern.is_empty())
}

/// Whether a path matches a pattern of the platform: `?` is one character and `*` any number of them within a part of
/// the path, `**` is any number of parts. A pattern that ends with `/` means everything below.
pub fn matches(pattern: &str, path: &str) -> bool {
    let mut parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    if pattern.ends_with('/') {
        parts.push("**");
    }
    let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    matches_sequence(
        &parts,
        &path,
        |part| *part == "**",
        |part, of_path| matches_text(part, of_path),
    )
}

/// Whether a text matches a pattern in which `?` is one character and `*` any number of them, slashes too.
pub fn matches_text(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    matches_sequence(
        &pattern,
        &text,
        |letter| *letter == '*',
        |wanted, letter| *wanted == '?' || wanted == letter,
    )
}

/// Whether a sequence matches a pattern in which some items stand for any number of items. The time is bounded by the
/// product of the lengths, whatever the pattern.
fn matches_sequence<P, T>(
    pattern: &[P],
    items: &[T],
    is_wildcard: impl Fn(&P) -> bool,
    is_equal: impl Fn(&P, &T) -> bool,
) -> bool {
    // `reached[n]`: what precedes item n matches the part of the pattern so far.
    let mut reached = vec![false; items.len() + 1];
    reached[0] = true;
    for wanted in pattern {
        if is_wildcard(wanted) {
            let first = reached.iter().position(|reached| *reached).unwrap_or(reached.len());
            reached[first..].fill(true);
        } else {
            for at in (1..reached.len()).rev() {
                reached[at] = reached[at - 1] && is_equal(wanted, &items[at - 1]);
            }
            reached[0] = false;
        }
    }
    reached[items.len()]
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
}
