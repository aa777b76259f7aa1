//! The names and checksums of blobs.

use std::fmt;
use std::str::FromStr;

use md5::Md5;
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

/// The name of a blob: the SHA-256 of its content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobId([u8; 32]);

/// The text is not 64 hexadecimal digits in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a SHA-256 has 64 hexadecimal digits in lower case")]
pub struct NotADigest;

impl BlobId {
    /// The blob with this content.
    pub fn of(content: &[u8]) -> Self {
        Self(Sha256::digest(content).into())
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for BlobId {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for BlobId {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(NotADigest),
        };
        let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return Err(NotADigest) };
        let pairs: &[[u8; 2]; 32] = pairs.try_into().map_err(|_| NotADigest)?;
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Ok(Self(bytes))
    }
}

/// What was computed of a content while it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digests {
    /// The SHA-256, which is the blob's name.
    pub sha256: BlobId,
    /// The SHA-1.
    pub sha1: [u8; 20],
    /// The MD5.
    pub md5: [u8; 16],
    /// The size in bytes.
    pub bytes: u64,
}

/// The three checksums in one pass.
#[derive(Default)]
pub struct Hashes {
    sha256: Sha256,
    sha1: Sha1,
    md5: Md5,
    bytes: u64,
}

impl Hashes {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.sha256.update(bytes);
        self.sha1.update(bytes);
        self.md5.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// The checksums of all bytes.
    pub fn finish(self) -> Digests {
        Digests {
            sha256: BlobId(self.sha256.finalize().into()),
            sha1: self.sha1.finalize().into(),
            md5: self.md5.finalize().into(),
            bytes: self.bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_64_digits_in_lower_case_and_nothing_else() {
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(text.parse(), Ok(BlobId::of(b"abc")));
        assert_eq!(BlobId::of(b"abc").to_string(), text);
        for wrong in ["", "../../../../etc/passwd", &text[1..], &text.to_uppercase()] {
            assert_eq!(wrong.parse::<BlobId>(), Err(NotADigest), "{wrong}");
        }
        assert_eq!(format!("{text}0").parse::<BlobId>(), Err(NotADigest));
        assert_eq!(text.replace('b', "é").parse::<BlobId>(), Err(NotADigest));
    }
}
