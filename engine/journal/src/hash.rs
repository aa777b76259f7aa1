//! The hash of a record.
//!
//! A record's hash is SHA-256 over one zero byte and its line, which is the leaf hash of RFC 6962.
//! The chain of a stream and the tree over all records use this same value, so it is computed once.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// A SHA-256 value; its text form is 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hash(pub [u8; 32]);

/// Why a text is not a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hash must be written as 64 hex digits in lower case")]
pub struct InvalidHash;

impl Hash {
    /// `prev` of a stream's first record: 64 zeros in text form.
    pub const ZERO: Self = Self([0; 32]);

    /// The hash of the record whose line (without a newline) is `line`.
    pub fn of_line(line: &[u8]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update([0]);
        hasher.update(line);
        Self(hasher.finalize().into())
    }

    /// The text form: 64 bytes.
    pub fn to_hex(self) -> [u8; 64] {
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        text
    }

    /// Parses the text form; upper-case digits are rejected, since equal hashes must be equal bytes.
    pub fn from_hex(text: &[u8]) -> Result<Self, InvalidHash> {
        let text: &[u8; 64] = text.try_into().map_err(|_| InvalidHash)?;
        // Passes over whole fixed-size arrays without branches, which the compiler vectorizes: this runs for every
        // record that is read.
        let is_wrong = |byte: u8| !(byte.is_ascii_digit() || byte.wrapping_sub(b'a') < 6);
        if text.iter().fold(false, |wrong, byte| wrong | is_wrong(*byte)) {
            return Err(InvalidHash);
        }
        // The low four bits of a digit are its value, those of a letter are its value minus nine.
        let values = text.map(|byte| (byte & 15) + 9 * (byte >> 6));
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(values.chunks_exact(2)) {
            *byte = (pair[0] << 4) | pair[1];
        }
        Ok(Self(bytes))
    }
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.to_hex();
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hash {
    type Err = InvalidHash;

    fn from_str(text: &str) -> Result<Self, InvalidHash> {
        Self::from_hex(text.as_bytes())
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_hex();
        serializer.serialize_str(std::str::from_utf8(&text).map_err(serde::ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl serde::de::Visitor<'_> for Text {
            type Value = Hash;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("64 hex digits in lower case")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Hash, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_goes_there_and_back() {
        let hash = Hash::of_line(b"{}");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert_eq!(hash.to_string().to_uppercase().parse::<Hash>(), Err(InvalidHash));
        assert_eq!("00".parse::<Hash>(), Err(InvalidHash));
    }

    #[test]
    fn the_empty_leaf_is_the_one_of_the_rfc() {
        // The hash of the empty leaf from the certificate transparency test vectors.
        let expected = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";
        assert_eq!(Hash::of_line(b"").to_string(), expected);
    }
}
