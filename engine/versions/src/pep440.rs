//! Versions of projects of Python (PEP 440).

use crate::key::Key;
use crate::semver::{digits_of, is_digits};
use crate::{Stage, Version};

/// The words before the number of a pre-release, a longer one before what it begins with, and their order.
const PRE: [(&str, u8); 8] = [
    ("alpha", 2),
    ("a", 2),
    ("beta", 3),
    ("b", 3),
    ("preview", 4),
    ("pre", 4),
    ("c", 4),
    ("rc", 4),
];
const POST: [(&str, u8); 3] = [("post", 1), ("rev", 1), ("r", 1)];
const DEV: [(&str, u8); 1] = [("dev", 1)];
/// The place of a development release without a pre-release: before all pre-releases.
const DEV_ONLY: u8 = 1;
/// The place of a release among pre-releases.
const RELEASE: u8 = 5;
const SEPARATORS: [char; 3] = ['-', '_', '.'];

pub fn parse(text: &str) -> Option<Version> {
    let text = text.trim_matches(is_space).to_ascii_lowercase();
    let text = text.strip_prefix('v').unwrap_or(&text);
    let (epoch, rest) = match digits_of(text)? {
        (epoch, rest) if rest.starts_with('!') => (epoch, &rest[1..]),
        _ => ("0", text),
    };
    let (release, rest) = release_of(rest)?;
    let (pre, rest) = suffix(rest, &PRE);
    let (post, rest) = implicit_post(rest).unwrap_or_else(|| suffix(rest, &POST));
    let (dev, rest) = suffix(rest, &DEV);
    let local = match rest.strip_prefix('+') {
        Some(local) if is_local(local) => Some(local),
        None if rest.is_empty() => None,
        _ => return None,
    };

    let mut key = Key::new();
    key.number(epoch);
    let significant = release.iter().rposition(|digits| digits.bytes().any(|byte| byte != b'0'));
    for digits in &release[..significant.map_or(0, |last| last + 1)] {
        key.mark(1);
        key.number(digits);
    }
    key.mark(0);
    let (place, number) = match (pre, post, dev) {
        (Some((place, number)), _, _) => (place, number),
        (None, None, Some(_)) => (DEV_ONLY, "0"),
        (None, _, _) => (RELEASE, "0"),
    };
    key.mark(place);
    key.number(number);
    key.mark(u8::from(post.is_some()));
    key.number(post.map_or("0", |(_, number)| number));
    key.mark(u8::from(dev.is_none()));
    key.number(dev.map_or("0", |(_, number)| number));
    for part in local.into_iter().flat_map(|local| local.split(SEPARATORS)) {
        // Words come before numbers.
        if is_digits(part) {
            key.mark(2);
            key.number(part);
        } else {
            key.mark(1);
            key.text(part);
        }
    }
    key.mark(0);
    Some(Version::with_key(key, Stage::of(pre.is_none() && dev.is_none())))
}

/// The numbers of a release.
fn release_of(text: &str) -> Option<(Vec<&str>, &str)> {
    let (first, mut rest) = digits_of(text)?;
    let mut release = vec![first];
    while let Some((digits, after)) = rest.strip_prefix('.').and_then(digits_of) {
        release.push(digits);
        rest = after;
    }
    Some((release, rest))
}

/// What a word and a number say: the place of the word, and the number, which may be missing.
type Suffix<'t> = Option<(u8, &'t str)>;

/// Reads one of some words and the number behind it, with separators before each.
fn suffix<'t>(text: &'t str, words: &[(&str, u8)]) -> (Suffix<'t>, &'t str) {
    let from_word = text.strip_prefix(SEPARATORS).unwrap_or(text);
    let found = words.iter().find_map(|(word, place)| Some((place, from_word.strip_prefix(word)?)));
    let Some((place, rest)) = found else { return (None, text) };
    let rest = rest.strip_prefix(SEPARATORS).unwrap_or(rest);
    let (number, rest) = digits_of(rest).unwrap_or(("0", rest));
    (Some((*place, number)), rest)
}

/// A number behind a hyphen is one of a post-release.
fn implicit_post(text: &str) -> Option<(Suffix<'_>, &str)> {
    let (number, rest) = digits_of(text.strip_prefix('-')?)?;
    Some((Some((1, number)), rest))
}

fn is_local(local: &str) -> bool {
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    local.split(SEPARATORS).all(is_part)
}

/// What Python takes for space.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scheme;

    #[test]
    fn versions_are_in_the_order_of_pep_440() {
        let ascending = [
            "not a version",
            "1.9",
            "1.10",
            "2.0.dev1",
            "2.0a1.dev1",
            "2.0a1",
            "2.0a1.post1.dev1",
            "2.0a1.post1",
            "2.0b1",
            "2.0rc1",
            "2.0",
            "2.0+abc",
            "2.0+abc.1",
            "2.0+1",
            "2.0.post1.dev1",
            "2.0-1",
            "1!0.1",
        ];
        let mut versions = ascending;
        versions.reverse();
        assert_eq!(Scheme::Pypi.sort(versions.to_vec(), |version| version), ascending);
        for (text, is_prerelease) in [("1.0rc1", true), ("1.0.dev1", true), ("1.0.post1", false)] {
            assert_eq!(Scheme::Pypi.is_prerelease(text), is_prerelease, "{text}");
        }
    }

    #[test]
    fn spellings_of_a_version_are_one() {
        for same in [
            &["1", "1.0", "1.0.0", "v1", " 1.0\n", "0!1", "01"][..],
            &["1.0a1", "1.0-alpha.1", "1.0_ALPHA1", "1.a.1"],
            &["1.0rc0", "1.0c", "1.0-preview", "1.0pre-"],
            &["1.0-1", "1.0.post1", "1.0rev1", "1.0-r-1"],
            &["1+a.1", "1+A-1", "1+a_01"],
        ] {
            for text in same {
                let order = parse(text).map(|read| read.compare(&parse(same[0]).unwrap()));
                assert_eq!(order, Some(std::cmp::Ordering::Equal), "{text}");
            }
        }
        for text in
            ["", "1.", ".1", "1..2", "1.0-", "1.0x", "1+", "1+a..b", "1!", "1.0a1b1", "v v1"]
        {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
