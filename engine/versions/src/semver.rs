//! Semantic Versioning as Cargo, go and Helm read it: one grammar with what each of them allows.

use crate::key::Key;
use crate::{Stage, Version};

/// What a client allows.
pub struct Grammar {
    /// Whether a `v` comes first.
    pub v: Prefix,
    /// Whether numbers may be missing at the end.
    pub short: Short,
    /// Whether the three numbers may begin with zeros.
    pub allows_zeros: bool,
    /// Whether the three numbers must fit 64 bits.
    pub is_bounded: bool,
    /// Which parts of a pre-release that are digits are compared as numbers.
    pub is_number: fn(&str) -> bool,
}

/// Whether a `v` comes first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    Never,
    Maybe,
    Always,
}

/// Whether numbers may be missing at the end; they are zero then.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Short {
    Never,
    /// If nothing follows them.
    Alone,
    Always,
}

/// The parts of a version that have an order.
pub struct Parts<'t> {
    pub numbers: [&'t str; 3],
    /// Empty for a release.
    pub pre: &'t str,
}

pub fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether digits are a number of 64 bits.
pub fn fits(digits: &str) -> bool {
    digits.parse::<u64>().is_ok()
}

/// Whether a text has parts of letters, digits and hyphens between dots.
pub fn is_dotted(text: &str) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    text.split('.').all(|part| !part.is_empty() && part.bytes().all(belongs))
}

/// The digits at the beginning of a text, and what follows them.
pub fn digits_of(text: &str) -> Option<(&str, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

impl Grammar {
    pub fn parse(&self, text: &str) -> Option<Version> {
        let parts = self.parts(text)?;
        let key = key_of(&parts, self.is_number, Key::number);
        Some(Version::with_key(key, Stage::of(parts.pre.is_empty())))
    }

    fn parts<'t>(&self, text: &'t str) -> Option<Parts<'t>> {
        let text = match (self.v, text.strip_prefix('v')) {
            (Prefix::Always, None) => return None,
            (Prefix::Always | Prefix::Maybe, Some(rest)) => rest,
            (Prefix::Maybe | Prefix::Never, None) | (Prefix::Never, Some(_)) => text,
        };
        let mut numbers = ["0"; 3];
        let mut count = 0;
        let mut rest = text;
        loop {
            let (digits, after) = digits_of(rest)?;
            let is_canonical = self.allows_zeros || digits == "0" || !digits.starts_with('0');
            if !is_canonical || (self.is_bounded && !fits(digits)) {
                return None;
            }
            numbers[count] = digits;
            count += 1;
            rest = after;
            match rest.strip_prefix('.') {
                Some(after) if count < numbers.len() => rest = after,
                _ => break,
            }
        }
        let is_whole = count == numbers.len();
        match self.short {
            Short::Never if !is_whole => return None,
            Short::Alone if !is_whole && !rest.is_empty() => return None,
            _ => {}
        }
        let pre = after_numbers(rest)?;
        let has_zeros = |part: &str| part.len() > 1 && part.starts_with('0') && is_digits(part);
        (!pre.split('.').any(has_zeros)).then_some(Parts { numbers, pre })
    }
}

/// The pre-release in what follows the numbers; build metadata may follow it.
fn after_numbers(rest: &str) -> Option<&str> {
    let (pre, build) = match rest.split_once('+') {
        Some((pre, build)) => (pre, Some(build)),
        None => (rest, None),
    };
    if build.is_some_and(|build| !is_dotted(build)) {
        return None;
    }
    match pre.strip_prefix('-') {
        Some(pre) => is_dotted(pre).then_some(pre),
        None => pre.is_empty().then_some(pre),
    }
}

/// The key of a version. Parts of a pre-release that are digits are written as numbers if they are such to the client.
pub fn key_of(
    parts: &Parts<'_>,
    is_number: impl Fn(&str) -> bool,
    write: fn(&mut Key, &str),
) -> Key {
    let mut key = Key::new();
    for digits in parts.numbers {
        key.number(digits);
    }
    if parts.pre.is_empty() {
        // Behind all pre-releases.
        key.mark(u8::MAX);
        return key;
    }
    for part in parts.pre.split('.') {
        // Numbers come before words, and the end before both.
        if is_digits(part) && is_number(part) {
            key.mark(1);
            write(&mut key, part);
        } else {
            key.mark(2);
            key.text(part);
        }
    }
    key.mark(0);
    key
}
