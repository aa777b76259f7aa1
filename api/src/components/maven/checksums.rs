//! Checksums: of what is stored, and those that clients send.

use md5::Md5;
use sha1::Sha1;
use sha2::{Digest as _, Sha256, Sha512};
use waybill_machines::machines::package::Content;
use waybill_platform::secret::hex;

/// An algorithm, in whose ending a path is the checksum of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Checksum {
    Md5,
    Sha1,
    Sha256,
    Sha512,
}

impl Checksum {
    pub(super) const ALL: [Self; 4] = [Self::Md5, Self::Sha1, Self::Sha256, Self::Sha512];

    /// The ending of the path.
    const fn ending(self) -> &'static str {
        match self {
            Self::Md5 => ".md5",
            Self::Sha1 => ".sha1",
            Self::Sha256 => ".sha256",
            Self::Sha512 => ".sha512",
        }
    }

    /// Its name in sentences.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Md5 => "MD5",
            Self::Sha1 => "SHA-1",
            Self::Sha256 => "SHA-256",
            Self::Sha512 => "SHA-512",
        }
    }

    /// Splits a path into that of a file and the checksum of it that is meant, if one is.
    pub(super) fn split(path: &str) -> (&str, Option<Self>) {
        let mut all = Self::ALL.into_iter();
        let found = all.find_map(|kind| Some((path.strip_suffix(kind.ending())?, kind)));
        found.map_or((path, None), |(path, kind)| (path, Some(kind)))
    }

    /// That of bytes, in hexadecimal digits.
    pub(super) fn of(self, bytes: &[u8]) -> String {
        match self {
            Self::Md5 => hex(&Md5::digest(bytes)),
            Self::Sha1 => hex(&Sha1::digest(bytes)),
            Self::Sha256 => hex(&Sha256::digest(bytes)),
            Self::Sha512 => hex(&Sha512::digest(bytes)),
        }
    }

    /// That of a stored content, if it is recorded.
    pub(super) fn recorded(self, content: &Content) -> Option<&str> {
        match self {
            Self::Md5 => Some(&content.md5.0),
            Self::Sha1 => Some(&content.sha1.0),
            Self::Sha256 => Some(&content.sha256.0),
            Self::Sha512 => None,
        }
    }
}

/// The SHA-512 of what is read in portions; the other checksums of files are recorded.
#[derive(Default)]
pub(super) struct Sha512Of(Sha512);

impl Sha512Of {
    pub(super) fn add(&mut self, portion: &[u8]) {
        self.0.update(portion);
    }

    /// In hexadecimal digits.
    pub(super) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_be_that_of_a_checksum() {
        assert_eq!(Checksum::split("a/b.jar"), ("a/b.jar", None));
        assert_eq!(Checksum::split("a/b.jar.sha1"), ("a/b.jar", Some(Checksum::Sha1)));
        assert_eq!(Checksum::split("a/b.asc.sha512"), ("a/b.asc", Some(Checksum::Sha512)));
        let empty = Checksum::ALL.map(|kind| kind.of(b""));
        assert!(empty[0].starts_with("d41d8cd9") && empty[1].starts_with("da39a3ee"));
        assert!(empty[2].starts_with("e3b0c442") && empty[3].starts_with("cf83e135"));
    }
}
