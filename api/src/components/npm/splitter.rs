//! Separates a published document into the data of its attachment, decoded, and everything else.
//!
//! npm sends the file of a version as Base64 inside of one JSON document. Reading that as a whole would take several
//! times the size of the file in memory, so the document is read byte by byte as far as its structure goes; what is
//! left of it is small, and is JSON in which the data is an empty text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The largest document without the data of its attachment, in bytes.
const REST_BYTES_MAX: usize = 4 * 1_024 * 1_024;
/// How deep objects and lists may be nested.
const DEPTH_MAX: usize = 100;
/// The longest key that is looked at.
const KEY_BYTES_MAX: usize = 16;

/// Why a document cannot be separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum SplitError {
    /// It is too large, the attachment not counted.
    #[error(
        "The description of the package may have at most {} MiB without its file; to change it, read it with ?write=true",
        REST_BYTES_MAX / 1_024 / 1_024
    )]
    TooLarge,
    /// It is nested too deep.
    #[error("The description of the package is nested too deep")]
    TooDeep,
    /// The data of the attachment is no Base64.
    #[error("The attached file is not valid Base64")]
    NotBase64,
    /// There is more than one attachment.
    #[error("A version has one attached file, and this document has several")]
    SeveralFiles,
    /// It is not one JSON document.
    #[error("The body is no JSON document")]
    NotJson,
}

/// What a key means for finding the attachment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Attachments,
    Data,
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Between texts.
    Structure,
    /// In a key.
    Key,
    /// In another text.
    Text,
    /// In the data of the attachment.
    Data,
}

/// Reads a document portion by portion.
#[derive(Debug)]
pub(super) struct Splitter {
    mode: Mode,
    /// Whether the byte before was a backslash in a text.
    is_escaped: bool,
    /// The open objects and lists: for an object the key whose value is read.
    open: Vec<Option<Key>>,
    /// Whether the next text is a key.
    expects_key: bool,
    key: Vec<u8>,
    /// Base64 letters that no group of four has yet.
    letters: Vec<u8>,
    has_data: bool,
    /// Padding ended the data.
    is_padded: bool,
    rest: Vec<u8>,
}

impl Splitter {
    pub(super) const fn new() -> Self {
        Self {
            mode: Mode::Structure,
            is_escaped: false,
            open: Vec::new(),
            expects_key: false,
            key: Vec::new(),
            letters: Vec::new(),
            has_data: false,
            is_padded: false,
            rest: Vec::new(),
        }
    }

    /// Whether some data of an attachment has begun.
    pub(super) const fn has_data(&self) -> bool {
        self.has_data
    }

    /// Reads a portion; returns what it has of the attachment.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Result<Vec<u8>, SplitError> {
        let mut data = Vec::new();
        let mut bytes = bytes;
        while let Some((&byte, after)) = bytes.split_first() {
            if self.mode == Mode::Data {
                let run = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\'));
                let run = run.unwrap_or(bytes.len());
                if self.is_escaped || run == 0 {
                    self.read_special(byte, &mut data)?;
                    bytes = after;
                } else {
                    self.letters.extend_from_slice(&bytes[..run]);
                    self.decode(&mut data)?;
                    bytes = &bytes[run..];
                }
                continue;
            }
            if self.rest.len() == REST_BYTES_MAX {
                return Err(SplitError::TooLarge);
            }
            self.rest.push(byte);
            match self.mode {
                Mode::Structure => self.read_structure(byte)?,
                _ => self.read_text(byte),
            }
            bytes = after;
        }
        Ok(data)
    }

    /// The document without the data.
    pub(super) fn finish(self) -> Result<Vec<u8>, SplitError> {
        let is_whole = self.mode == Mode::Structure && self.open.is_empty();
        if is_whole { Ok(self.rest) } else { Err(SplitError::NotJson) }
    }

    fn read_structure(&mut self, byte: u8) -> Result<(), SplitError> {
        match byte {
            b'{' | b'[' => {
                if self.open.len() == DEPTH_MAX {
                    return Err(SplitError::TooDeep);
                }
                self.open.push((byte == b'{').then_some(Key::Other));
                self.expects_key = byte == b'{';
            }
            b'}' | b']' => {
                self.open.pop().ok_or(SplitError::NotJson)?;
                self.expects_key = false;
            }
            b',' => self.expects_key = self.open.last().is_some_and(Option::is_some),
            b':' => self.expects_key = false,
            b'"' if self.expects_key => {
                self.key.clear();
                self.mode = Mode::Key;
            }
            b'"' if self.is_data() => {
                if self.has_data {
                    return Err(SplitError::SeveralFiles);
                }
                self.has_data = true;
                self.mode = Mode::Data;
            }
            b'"' => self.mode = Mode::Text,
            _ => {}
        }
        Ok(())
    }

    /// Whether a text that begins here is at `_attachments.<name>.data`.
    fn is_data(&self) -> bool {
        matches!(self.open[..], [Some(Key::Attachments), Some(_), Some(Key::Data)])
    }

    fn read_text(&mut self, byte: u8) {
        if self.is_escaped {
            self.is_escaped = false;
        } else if byte == b'\\' {
            self.is_escaped = true;
        } else if byte == b'"' {
            self.end_text();
            return;
        }
        if self.mode == Mode::Key && self.key.len() < KEY_BYTES_MAX {
            self.key.push(byte);
        }
    }

    fn end_text(&mut self) {
        if self.mode == Mode::Key
            && let Some(Some(key)) = self.open.last_mut()
        {
            *key = match &self.key[..] {
                b"_attachments" => Key::Attachments,
                b"data" => Key::Data,
                _ => Key::Other,
            };
        }
        self.mode = Mode::Structure;
    }

    /// Reads a quote or an escape in the data. The only letter of Base64 that may be escaped is the slash.
    fn read_special(&mut self, byte: u8, data: &mut Vec<u8>) -> Result<(), SplitError> {
        match (self.is_escaped, byte) {
            (true, b'/') => {
                self.is_escaped = false;
                self.letters.push(b'/');
                self.decode(data)
            }
            (false, b'\\') => {
                self.is_escaped = true;
                Ok(())
            }
            (false, b'"') if self.letters.is_empty() => {
                self.mode = Mode::Structure;
                self.rest.push(b'"');
                Ok(())
            }
            _ => Err(SplitError::NotBase64),
        }
    }

    /// Decodes the whole groups of four letters.
    fn decode(&mut self, data: &mut Vec<u8>) -> Result<(), SplitError> {
        let whole = self.letters.len() / 4 * 4;
        if self.is_padded && !self.letters.is_empty() {
            return Err(SplitError::NotBase64);
        }
        let decoded = STANDARD.decode_vec(&self.letters[..whole], data);
        decoded.map_err(|_| SplitError::NotBase64)?;
        self.is_padded = whole > 0 && self.letters[whole - 1] == b'=';
        self.letters.drain(..whole);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Separates a document that arrives in portions of some size.
    fn split(document: &str, portion: usize) -> Result<(Vec<u8>, Value), SplitError> {
        let (mut splitter, mut data) = (Splitter::new(), Vec::new());
        for bytes in document.as_bytes().chunks(portion) {
            data.extend(splitter.read(bytes)?);
        }
        let rest = splitter.finish()?;
        Ok((data, serde_json::from_slice(&rest).map_err(|_| SplitError::NotJson)?))
    }

    #[test]
    fn the_data_is_found_wherever_portions_end() {
        let file: Vec<u8> = (0..=255).cycle().take(1_000).collect();
        for escape in [false, true] {
            let mut encoded = STANDARD.encode(&file);
            if escape {
                encoded = encoded.replace('/', "\\/");
            }
            let document = format!(
                r#"{{"data": "no\"t", "x": {{"_attachments": {{"data": "not"}}}}, "l": [{{"data": "not"}}],
                "_attachments": {{"data": {{"length": 1000, "data": "{encoded}", "e": "\\"}}}}, "z": 1}}"#
            );
            for portion in [1, 2, 3, 7, 64, 10_000] {
                let (data, rest) = split(&document, portion).unwrap();
                assert_eq!(data, file);
                assert_eq!(
                    rest["_attachments"]["data"],
                    json!({"length": 1000, "data": "", "e": "\\"})
                );
                assert_eq!(
                    (&rest["data"], &rest["l"][0]["data"]),
                    (&json!("no\"t"), &json!("not"))
                );
            }
        }
    }

    #[test]
    fn what_is_no_document_with_one_file_is_rejected() {
        let with = |data: &str| format!(r#"{{"_attachments": {{"a": {{"data": "{data}"}}}}}}"#);
        assert_eq!(split(&with(""), 5).unwrap().0, b"");
        for wrong in ["A", "AA", "AA=A", "QQ==QQ==", "QQ==A", "A\\u0041AA", "AA AA", "é"] {
            assert_eq!(split(&with(wrong), 5), Err(SplitError::NotBase64), "{wrong}");
        }
        let two = r#"{"_attachments": {"a": {"data": ""}, "b": {"data": ""}}}"#;
        assert_eq!(split(two, 9), Err(SplitError::SeveralFiles));
        for wrong in ["", "{", "}", "{\"a\": \"", &with("QUJD")[..40], "{\"a\": 1}}"] {
            assert_eq!(split(wrong, 3), Err(SplitError::NotJson), "{wrong}");
        }
        assert_eq!(split(&"[".repeat(101), 9), Err(SplitError::TooDeep));
        let long = format!("{{\"a\": \"{}\"}}", "x".repeat(REST_BYTES_MAX));
        assert_eq!(split(&long, 65_536), Err(SplitError::TooLarge));
    }
}
