//! One file of a release bundle, and its three checksums.

use std::io::{self, Read};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use waybill_blobs::{Digests, Hashes};
use waybill_machines::rules::release_bundles::{Checksum, ChecksumKind};
use waybill_machines::rules::repositories::PackageType;

use crate::secret::{hex, unhex};

/// The size of the buffer for reading files.
const PORTION_BYTES: usize = 256 * 1_024;

/// A file of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleArtifact"),
    schemars(rename = "ReleaseBundleArtifact")
)]
#[serde(deny_unknown_fields)]
pub struct Artifact {
    /// Its path within the bundle. In one that was created from repositories, it begins with the key of the file's
    /// repository.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
    /// The SHA-256 of its content, in hex.
    #[serde(serialize_with = "as_hex", deserialize_with = "of_hex")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schemars(with = "String"))]
    pub sha256: [u8; 32],
    /// The SHA-1 of its content, in hex.
    #[serde(serialize_with = "as_hex", deserialize_with = "of_hex")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schemars(with = "String"))]
    pub sha1: [u8; 20],
    /// The MD5 of its content, in hex.
    #[serde(serialize_with = "as_hex", deserialize_with = "of_hex")]
    #[cfg_attr(feature = "schema", ts(type = "string"), schemars(with = "String"))]
    pub md5: [u8; 16],
    /// The type of the repository that the file was in when the bundle was created from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package_type: Option<PackageType>,
}

impl Artifact {
    /// Reads the content once and computes the three checksums.
    pub fn read(path: String, mut bytes: impl Read) -> io::Result<Self> {
        let mut hashes = Hashes::default();
        let mut portion = vec![0; PORTION_BYTES];
        loop {
            let read = match bytes.read(&mut portion) {
                Ok(0) => break,
                Ok(read) => &portion[..read],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hashes.update(read);
        }
        let Digests { sha256, sha1, md5, bytes } = hashes.finish();
        let sha256 = *sha256.as_bytes();
        Ok(Self { path, size: bytes, sha256, sha1, md5, package_type: None })
    }

    /// The bytes of one of its checksums.
    pub fn checksum(&self, kind: ChecksumKind) -> &[u8] {
        match kind {
            ChecksumKind::Sha256 => &self.sha256,
            ChecksumKind::Sha1 => &self.sha1,
            ChecksumKind::Md5 => &self.md5,
        }
    }

    /// Whether it has this checksum.
    pub fn has(&self, checksum: &Checksum) -> bool {
        hex(self.checksum(checksum.kind)) == checksum.digits
    }
}

fn as_hex<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex(bytes))
}

fn of_hex<'de, D: Deserializer<'de>, const N: usize>(deserializer: D) -> Result<[u8; N], D::Error> {
    let text = String::deserialize(deserializer)?.to_ascii_lowercase();
    let wrong = || serde::de::Error::custom(format_args!("expected {} hex digits", 2 * N));
    unhex(&text).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [CHK-01]
    #[test]
    fn checksums_match_those_of_other_tools() {
        let abc = Artifact::read("a".into(), &b"abc"[..]).unwrap();
        assert_eq!(abc.size, 3);
        let hexed = ChecksumKind::ALL.map(|kind| hex(abc.checksum(kind)));
        assert_eq!(
            hexed,
            [
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "a9993e364706816aba3e25717850c26c9cd0d89d",
                "900150983cd24fb0d6963f7d28e17f72",
            ]
        );
        for (kind, digits) in ChecksumKind::ALL.into_iter().zip(hexed) {
            assert!(abc.has(&Checksum { kind, digits }));
        }
        let empty = Artifact::read("e".into(), &b""[..]).unwrap();
        assert_eq!((empty.size, hex(&empty.md5)), (0, "d41d8cd98f00b204e9800998ecf8427e".into()));
    }

    #[test]
    fn a_line_round_trips_and_upper_case_digits_are_accepted() {
        let abc = Artifact::read("a\"b".into(), &b"abc"[..]).unwrap();
        let line = serde_json::to_string(&abc).unwrap();
        assert!(line.starts_with(r#"{"path":"a\"b","size":3,"sha256":"ba7816"#), "{line}");
        let typed = Artifact { package_type: Some(PackageType::Npm), ..abc.clone() };
        let typed_line = serde_json::to_string(&typed).unwrap();
        assert!(typed_line.ends_with(r#","package_type":"npm"}"#), "{typed_line}");
        assert_eq!(serde_json::from_str::<Artifact>(&typed_line).unwrap(), typed);
        let capitals = line.replace("ba7816", "BA7816");
        assert_eq!(serde_json::from_str::<Artifact>(&capitals).unwrap(), abc);
        for wrong in [line.replace("ba7816", "ba781"), line.replace("size", "bytes")] {
            assert!(serde_json::from_str::<Artifact>(&wrong).is_err(), "{wrong}");
        }
    }
}
