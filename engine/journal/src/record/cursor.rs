//! Reading the envelope of a record, strictly from left to right.
//!
//! Since the canonical form fixes the keys and their order, reading is comparing: input that the encoder would not have
//! written is rejected at its first wrong byte. So a line that decodes is canonical, and nothing has to be encoded
//! again to prove it.

use super::{NAME_BYTES_MAX, NUMBER_MAX, STREAM_BYTES_MAX};
use crate::hash::Hash;
use crate::json::{Fault, skip_value};

pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    pub(super) fn fault<T>(&self, wanted: &'static str) -> Result<T, Fault> {
        Err(Fault::new(self.at, wanted))
    }

    /// Skips `text` if it is next. Its length is part of the type, so that comparing takes a few instructions and no
    /// call.
    #[inline]
    pub(super) fn passes<const N: usize>(&mut self, text: &[u8; N]) -> bool {
        let is_next = self.rest().first_chunk() == Some(text);
        self.at += if is_next { N } else { 0 };
        is_next
    }

    #[inline]
    pub(super) fn expect<const N: usize>(
        &mut self,
        text: &[u8; N],
        wanted: &'static str,
    ) -> Result<(), Fault> {
        if self.passes(text) { Ok(()) } else { self.fault(wanted) }
    }

    /// A number from 0 to 2^53-1 in its shortest spelling.
    pub(super) fn number(&mut self, wanted: &'static str) -> Result<u64, Fault> {
        let rest = self.rest();
        let mut value: u64 = 0;
        let mut length = 0;
        while let Some(digit) = rest.get(length).filter(|byte| byte.is_ascii_digit()) {
            value = value.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            length += 1;
        }
        if length == 0 || (length > 1 && rest[0] == b'0') || value > NUMBER_MAX {
            return self.fault(wanted);
        }
        self.at += length;
        Ok(value)
    }

    /// A string of printable ASCII without space, quote and backslash, which needs no escapes; it is not empty and has
    /// `bytes_max` bytes at most.
    fn plain(&mut self, bytes_max: usize, wanted: &'static str) -> Result<&'a str, Fault> {
        let rest = self.rest();
        let length = plain_prefix(rest.get(1..).unwrap_or_default());
        let quoted = rest.first() == Some(&b'"') && rest.get(length + 1) == Some(&b'"');
        if !quoted || length == 0 || length > bytes_max {
            return self.fault(wanted);
        }
        let start = self.at + 1;
        self.at = start + length + 1;
        Ok(&self.text[start..start + length])
    }

    /// The next plain string, if `is_right` accepts it.
    fn plain_if(
        &mut self,
        bytes_max: usize,
        wanted: &'static str,
        is_right: impl Fn(&str) -> bool,
    ) -> Result<&'a str, Fault> {
        let at = self.at;
        let text = self.plain(bytes_max, wanted)?;
        if is_right(text) { Ok(text) } else { Err(Fault::new(at, wanted)) }
    }

    pub(super) fn name(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        self.plain(NAME_BYTES_MAX, wanted)
    }

    pub(super) fn stream(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        self.plain_if(STREAM_BYTES_MAX, wanted, is_stream)
    }

    /// A machine's name, written like that of a Rust module.
    pub(super) fn snake_case(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        let is_snake =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        self.plain_if(NAME_BYTES_MAX, wanted, |name| {
            name.as_bytes()[0].is_ascii_lowercase() && all(name, is_snake)
        })
    }

    /// `#12` or `stream#12`, in quotes.
    pub(super) fn reference(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        // The longest stream name, the `#` and the digits of the largest number.
        self.plain_if(STREAM_BYTES_MAX + 17, wanted, |text| {
            let Some((stream, number)) = text.split_once('#') else { return false };
            let mut digits = Cursor::new(number);
            let is_number = digits.number(wanted).is_ok_and(|seq| seq > 0) && digits.is_at_end();
            is_number && (stream.is_empty() || is_stream(stream))
        })
    }

    /// `digits` lower-case hex digits in quotes.
    pub(super) fn hex(&mut self, digits: usize, wanted: &'static str) -> Result<&'a str, Fault> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || byte.wrapping_sub(b'a') < 6;
        self.plain_if(digits, wanted, |text| text.len() == digits && all(text, is_hex))
    }

    pub(super) fn hash(&mut self, wanted: &'static str) -> Result<Hash, Fault> {
        let rest = self.rest();
        let quoted = rest.first() == Some(&b'"') && rest.get(65) == Some(&b'"');
        match rest.get(1..65).filter(|_| quoted).map(Hash::from_hex) {
            Some(Ok(hash)) => {
                self.at += 66;
                Ok(hash)
            }
            _ => self.fault(wanted),
        }
    }

    /// The text of a canonical object.
    pub(super) fn object(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        if self.rest().first() != Some(&b'{') {
            return self.fault(wanted);
        }
        let start = self.at;
        self.at = skip_value(self.text.as_bytes(), start)?;
        Ok(&self.text[start..self.at])
    }

    /// The text of a canonical array whose items `item` reads.
    pub(super) fn array(
        &mut self,
        wanted: &'static str,
        mut item: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<&'a str, Fault> {
        let start = self.at;
        self.expect(b"[", wanted)?;
        if !self.passes(b"]") {
            item(self)?;
            while self.passes(b",") {
                item(self)?;
            }
            self.expect(b"]", wanted)?;
        }
        Ok(&self.text[start..self.at])
    }
}

/// Whether a text is a valid stream name: 1 to 128 bytes of `a-z 0-9 _ . / -`.
fn is_stream(text: &str) -> bool {
    // The range from `-` to `9` is exactly `-`, `.`, `/` and the digits.
    let belongs =
        |byte: u8| byte.is_ascii_lowercase() || byte.wrapping_sub(b'-') < 13 || byte == b'_';
    (1..=STREAM_BYTES_MAX).contains(&text.len()) && all(text, belongs)
}

/// Whether all bytes satisfy `is_right`. There is no early exit, so that it is vectorized.
fn all(text: &str, is_right: impl Fn(u8) -> bool) -> bool {
    text.bytes().fold(true, |so_far, byte| so_far & is_right(byte))
}

/// Length of the prefix of printable ASCII other than space, quote and backslash.
fn plain_prefix(text: &[u8]) -> usize {
    // As in the scanner of values, the lowest mark is always right: a borrow or a carry can only corrupt bytes above
    // one that is marked itself.
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let mut at = 0;
    while let Some(word) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*word);
        let quote = word ^ (ONES * 0x22);
        let backslash = word ^ (ONES * 0x5c);
        let stops = (quote.wrapping_sub(ONES) & !quote)
            | (backslash.wrapping_sub(ONES) & !backslash)
            | (word.wrapping_sub(ONES * 0x21) & !word)
            | word
            | word.wrapping_add(ONES);
        if stops & TOPS != 0 {
            return at + (stops & TOPS).trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\');
    at + text[at..].iter().take_while(|byte| is_plain(byte)).count()
}
