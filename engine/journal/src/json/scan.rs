//! A scanner that accepts exactly the canonical spelling of a JSON value.
//!
//! It is written by hand because it runs over every record that is read or verified, and has to be much cheaper than
//! hashing the same bytes. It allocates nothing and does not recurse.

use std::fmt;

/// Where a text deviates from the format, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Offset in bytes from the start of the text.
    pub at: usize,
    /// What the format requires there, as a clause.
    pub wanted: &'static str,
}

impl Fault {
    pub(crate) const fn new(at: usize, wanted: &'static str) -> Self {
        Self { at, wanted }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at, self.wanted)
    }
}

impl std::error::Error for Fault {}

/// How deep arrays and objects may be nested; the open ones are kept as bits of one word.
const DEPTH_MAX: u32 = 60;

const DEEP: &str = "values may be nested 60 deep at most";
const VALUE: &str = "a JSON value must stand here, without whitespace";
const KEY: &str = "a key in quotes must stand here";
const COLON: &str = "a colon must follow a key at once";
const NEXT_ITEM: &str = "a comma or a closing bracket must follow the item at once";
const NEXT_PAIR: &str = "a comma or a closing brace must follow the value at once";
const END: &str = "a string must end with a quote";
const ESCAPE: &str = "only quotes, backslashes and control characters are escaped, in one way each";
const CONTROL: &str = "a control character must be escaped";
const INTEGER: &str = "a number must be an integer from -2^63 to 2^64-1 without leading zeros";

/// The end of the canonical value that begins at `at`.
pub(crate) fn skip_value(text: &[u8], mut at: usize) -> Result<usize, Fault> {
    // Bit n is set when the n-th open bracket, from the innermost, is that of an object.
    let mut objects: u64 = 0;
    let mut depth = 0;
    loop {
        at = match text.get(at) {
            Some(b'"') => skip_string(text, at)?,
            Some(open @ (b'{' | b'[')) => {
                if depth == DEPTH_MAX {
                    return Err(Fault::new(at, DEEP));
                }
                let is_object = *open == b'{';
                // In ASCII the closing brackets follow two places after the opening ones.
                if text.get(at + 1) == Some(&(open + 2)) {
                    at + 2
                } else {
                    depth += 1;
                    objects = objects << 1 | u64::from(is_object);
                    at = if is_object { skip_key(text, at + 1)? } else { at + 1 };
                    continue;
                }
            }
            Some(b'-' | b'0'..=b'9') => skip_integer(text, at)?,
            Some(b't') => skip_word(text, at, b"true")?,
            Some(b'f') => skip_word(text, at, b"false")?,
            Some(b'n') => skip_word(text, at, b"null")?,
            _ => return Err(Fault::new(at, VALUE)),
        };
        loop {
            if depth == 0 {
                return Ok(at);
            }
            let in_object = objects & 1 == 1;
            match text.get(at) {
                Some(b',') if in_object => {
                    at = skip_key(text, at + 1)?;
                    break;
                }
                Some(b',') => {
                    at += 1;
                    break;
                }
                Some(b'}') if in_object => {}
                Some(b']') if !in_object => {}
                _ => return Err(Fault::new(at, if in_object { NEXT_PAIR } else { NEXT_ITEM })),
            }
            at += 1;
            depth -= 1;
            objects >>= 1;
        }
    }
}

fn skip_key(text: &[u8], at: usize) -> Result<usize, Fault> {
    if text.get(at) != Some(&b'"') {
        return Err(Fault::new(at, KEY));
    }
    let end = skip_string(text, at)?;
    if text.get(end) == Some(&b':') { Ok(end + 1) } else { Err(Fault::new(end, COLON)) }
}

fn skip_word(text: &[u8], at: usize, word: &[u8]) -> Result<usize, Fault> {
    if text[at..].starts_with(word) { Ok(at + word.len()) } else { Err(Fault::new(at, VALUE)) }
}

fn skip_integer(text: &[u8], at: usize) -> Result<usize, Fault> {
    let digits_at = at + usize::from(text[at] == b'-');
    let mut end = digits_at;
    while text.get(end).is_some_and(u8::is_ascii_digit) {
        end += 1;
    }
    let digits = &text[digits_at..end];
    let is_in_range = match digits {
        [b'0'] => digits_at == at,
        [b'1'..=b'9', ..] => digits.len() < 19 || fits_in_64_bits(&text[at..end]),
        _ => false,
    };
    // A fraction or an exponent would otherwise be reported as what follows the number, with a misleading message.
    let whole = !matches!(text.get(end), Some(b'.' | b'e' | b'E'));
    if is_in_range && whole { Ok(end) } else { Err(Fault::new(at, INTEGER)) }
}

fn fits_in_64_bits(number: &[u8]) -> bool {
    std::str::from_utf8(number)
        .is_ok_and(|text| text.parse::<u64>().is_ok() || text.parse::<i64>().is_ok())
}

/// The end, after its closing quote, of the string whose opening quote is at `at`.
pub(crate) fn skip_string(text: &[u8], at: usize) -> Result<usize, Fault> {
    let mut at = at + 1;
    loop {
        // Most strings end within the first eight bytes.
        while let Some(word) = text.get(at..).and_then(|rest| rest.first_chunk()) {
            let stops = stops_in(u64::from_le_bytes(*word));
            if stops != 0 {
                at += stops.trailing_zeros() as usize / 8;
                break;
            }
            at += 8;
        }
        match text.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = skip_escape(text, at)?,
            Some(0..0x20) => return Err(Fault::new(at, CONTROL)),
            // Only the last bytes of a text, too few for a word, are checked one by one.
            Some(_) => at += 1,
            None => return Err(Fault::new(at, END)),
        }
    }
}

fn skip_escape(text: &[u8], at: usize) -> Result<usize, Fault> {
    match text[at + 1..] {
        [b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't', ..] => Ok(at + 2),
        [b'u', b'0', b'0', b'0', b'0'..=b'7' | b'b' | b'e' | b'f', ..]
        | [b'u', b'0', b'0', b'1', b'0'..=b'9' | b'a'..=b'f', ..] => Ok(at + 6),
        _ => Err(Fault::new(at, ESCAPE)),
    }
}

/// Marks the quotes, backslashes and control characters among eight bytes in their top bits. A borrow can corrupt only
/// bytes above the first match, so the lowest mark is always right.
fn stops_in(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let quote = word ^ (ONES * 0x22);
    let backslash = word ^ (ONES * 0x5c);
    let found = (quote.wrapping_sub(ONES) & !quote)
        | (backslash.wrapping_sub(ONES) & !backslash)
        | (word.wrapping_sub(ONES * 0x20) & !word);
    found & TOPS
}
