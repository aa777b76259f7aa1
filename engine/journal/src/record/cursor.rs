//! Reading the envelope of a record, strictly from left to right.
//!
//! Since the canonical form fixes the keys and their order, reading is comparing: what the encoder
//! would not have written is refused where it begins. So a line that decodes is canonical, and
//! nothing has to be encoded again to prove it.

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

    /// Passes `text` when it stands here. The length is part of the type, so that comparing is a
    /// few instructions and no call.
    #[inline]
    pub(super) fn passes<const N: usize>(&mut self, text: &[u8; N]) -> bool {
        let stands = self.rest().first_chunk() == Some(text);
        self.at += if stands { N } else { 0 };
        stands
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

    /// A string in quotes whose bytes all belong to `class`, up to `bytes_max` long and not empty.
    #[inline]
    fn string(
        &mut self,
        class: u8,
        bytes_max: usize,
        wanted: &'static str,
    ) -> Result<&'a str, Fault> {
        let rest = self.rest();
        if rest.first() != Some(&b'"') {
            return self.fault(wanted);
        }
        let length = rest[1..].iter().take_while(|byte| CLASSES[usize::from(**byte)] & class != 0);
        let length = length.count();
        if length == 0 || length > bytes_max || rest.get(length + 1) != Some(&b'"') {
            return self.fault(wanted);
        }
        let start = self.at + 1;
        self.at = start + length + 1;
        Ok(&self.text[start..start + length])
    }

    /// A name: printable ASCII without space, quote and backslash, so that it needs no escapes.
    pub(super) fn name(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        self.string(NAME, NAME_BYTES_MAX, wanted)
    }

    pub(super) fn stream(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        self.string(STREAM, STREAM_BYTES_MAX, wanted)
    }

    /// The names of machines are those of Rust modules.
    pub(super) fn snake_case(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        let at = self.at;
        let name = self.string(SNAKE, NAME_BYTES_MAX, wanted)?;
        if name.as_bytes()[0].is_ascii_lowercase() { Ok(name) } else { Err(Fault::new(at, wanted)) }
    }

    /// `#12` or `stream#12`, in quotes.
    pub(super) fn reference(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        let at = self.at;
        // The longest stream, the sign and the digits of the largest number.
        let text = self.string(NAME, STREAM_BYTES_MAX + 17, wanted)?;
        let (stream, number) = text.split_once('#').ok_or(Fault::new(at, wanted))?;
        let mut digits = Cursor::new(number);
        let is_number = digits.number(wanted).is_ok_and(|seq| seq > 0) && digits.is_at_end();
        if is_number && (stream.is_empty() || is_stream(stream)) {
            Ok(text)
        } else {
            Err(Fault::new(at, wanted))
        }
    }

    /// `digits` lower-case hex digits in quotes.
    pub(super) fn hex(&mut self, digits: usize, wanted: &'static str) -> Result<&'a str, Fault> {
        let at = self.at;
        let text = self.string(HEX, digits, wanted)?;
        if text.len() == digits { Ok(text) } else { Err(Fault::new(at, wanted)) }
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

    /// A canonical object, as its text.
    pub(super) fn object(&mut self, wanted: &'static str) -> Result<&'a str, Fault> {
        if self.rest().first() != Some(&b'{') {
            return self.fault(wanted);
        }
        let start = self.at;
        self.at = skip_value(self.text.as_bytes(), start)?;
        Ok(&self.text[start..self.at])
    }

    /// A canonical array whose items `item` reads, as its text.
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

/// Whether a text can be the name of a stream: 1 to 128 bytes of `a-z 0-9 _ . / -`.
fn is_stream(text: &str) -> bool {
    let length_fits = (1..=STREAM_BYTES_MAX).contains(&text.len());
    length_fits && text.bytes().all(|byte| CLASSES[usize::from(byte)] & STREAM != 0)
}

const NAME: u8 = 1;
const STREAM: u8 = 2;
const SNAKE: u8 = 4;
const HEX: u8 = 8;

/// The classes of each byte, as bits.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "the loop ends at 256")]
        let b = byte as u8;
        let word = b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        classes[byte] = if b.is_ascii_graphic() && b != b'"' && b != b'\\' { NAME } else { 0 }
            | if word || b == b'.' || b == b'/' || b == b'-' { STREAM } else { 0 }
            | if word { SNAKE } else { 0 }
            | if b.is_ascii_digit() || (b >= b'a' && b <= b'f') { HEX } else { 0 };
        byte += 1;
    }
    classes
};
