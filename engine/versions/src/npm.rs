//! Versions of packages of npm, as its package `semver` reads them loosely.

use crate::key::Key;
use crate::semver::{Parts, digits_of, is_dotted, key_of};
use crate::{Stage, Version};

/// The longest version, in units of UTF-16.
const UNITS_MAX: usize = 256;
/// The largest number that JavaScript has exactly.
const NUMBER_MAX: u64 = (1 << 53) - 1;

pub fn parse(text: &str) -> Option<Version> {
    if text.encode_utf16().count() > UNITS_MAX {
        return None;
    }
    let text = text.trim_matches(is_space);
    let parts = parts_of(
        text.trim_start_matches(|letter| matches!(letter, 'v' | '=') || is_space(letter)),
    )?;
    // Digits are compared as JavaScript does, which rounds the large ones.
    let write = |key: &mut Key, digits: &str| key.float(digits.parse().unwrap_or(f64::MAX));
    let key = key_of(&parts, |_| true, write);
    Some(Version::with_key(key, Stage::of(parts.pre.is_empty())))
}

fn parts_of(text: &str) -> Option<Parts<'_>> {
    let (major, rest) = digits_of(text)?;
    let (minor, rest) = digits_of(rest.strip_prefix('.')?)?;
    let from_patch = rest.strip_prefix('.')?;
    let (patch, rest) = digits_of(from_patch)?;
    let (rest, build) = match rest.split_once('+') {
        Some((rest, build)) => (rest, Some(build)),
        None => (rest, None),
    };
    if build.is_some_and(|build| !is_dotted(build)) {
        return None;
    }
    let (patch, pre) = if rest.is_empty() {
        (patch, rest)
    } else if rest.starts_with('.') {
        // The hyphen may be missing, so the last digit is taken for the first part: `1.2.34.5` is `1.2.3-4.5`.
        let at = patch.len() - 1;
        (&patch[..at], &from_patch[at..patch.len() + rest.len()])
    } else {
        let pre = rest.strip_prefix('-').filter(|pre| is_dotted(pre));
        (patch, pre.unwrap_or(rest))
    };
    let is_number = |digits: &str| {
        let digits = digits.trim_start_matches('0');
        digits.is_empty() || digits.parse::<u64>().is_ok_and(|number| number <= NUMBER_MAX)
    };
    let numbers = [major, minor, patch];
    let is_valid = !patch.is_empty() && numbers.iter().all(|number| is_number(number));
    (is_valid && (pre.is_empty() || is_dotted(pre))).then_some(Parts { numbers, pre })
}

/// What JavaScript takes for space.
fn is_space(letter: char) -> bool {
    letter == '\u{feff}' || (letter.is_whitespace() && letter != '\u{85}')
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use crate::Scheme;

    #[test]
    fn versions_are_read_loosely() {
        let order = |one: &str, other: &str| Some(parse(one)?.compare(&parse(other)?));
        for (one, other) in [
            ("1.2.3", "v1.2.3"),
            ("1.2.3", " = v01.002.3 "),
            ("1.2.3", "1.2.3+build.7"),
            ("1.2.3-alpha", "1.2.3alpha"),
            ("1.2.3-4.5", "1.2.34.5"),
            ("1.2.3--", "1.2.3-"),
            ("1.0.0-9007199254740993", "1.0.0-9007199254740992"),
        ] {
            assert_eq!(order(one, other), Some(Ordering::Equal), "{one} {other}");
        }
        for text in
            ["", "1", "1.2", "1.2.3.4", "1.2.3.", "1.2.3-a..b", "9007199254740992.0.0", "1.2.3+"]
        {
            assert!(parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn the_latest_is_a_release_if_there_is_one() {
        let latest = |versions: &[&str]| {
            let found =
                versions.iter().max_by(|one, other| Scheme::Npm.compare_as_latest(one, other));
            found.map(|version| (*version).to_owned())
        };
        assert_eq!(latest(&["1.9.0", "1.10.0", "2.0.0-rc.1"]).as_deref(), Some("1.10.0"));
        assert_eq!(latest(&["1.0.0-rc.2", "1.0.0-rc.10"]).as_deref(), Some("1.0.0-rc.10"));
    }
}
