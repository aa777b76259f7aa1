//! What is known of a file, and what its sender says of it.

use serde::{Deserialize, Serialize};
use waybill_blobs::{BlobId, Digests};
use waybill_machines::Timestamp;
use waybill_machines::machines::package::{Before, Content};
use waybill_machines::rules::artifacts::Properties;
use waybill_machines::rules::release_bundles::ChecksumKind;
use waybill_machines::secret::Digest;

use super::{Location, RepositoryError};
use crate::secret::hex;

/// A version of a package within its repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionId {
    /// The name of the package.
    pub package: String,
    /// The version.
    pub version: String,
}

/// A file in a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileInfo {
    /// Its path within the repository.
    pub path: String,
    /// Its content.
    pub content: Content,
    /// Its properties.
    pub properties: Properties,
    /// The version of a package that it was published with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<VersionId>,
    /// When a file was first stored at the path.
    pub created_at: Timestamp,
    /// Who stored it: the id of a user, `anonymous` or `system`.
    pub created_by: String,
    /// When its content was last stored.
    pub modified_at: Timestamp,
    /// Who stored that content.
    pub modified_by: String,
    /// When anything of it changed, its properties included.
    pub updated_at: Timestamp,
}

impl FileInfo {
    /// The name of its content in the storage.
    pub fn blob(&self) -> Option<BlobId> {
        self.content.sha256.0.parse().ok()
    }

    /// The file as an event names it.
    pub(super) fn before(&self) -> Before {
        Before { sha256: self.content.sha256.clone(), bytes: self.content.bytes }
    }

    /// The last part of its path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// A content as it is recorded.
pub(super) fn content_of(digests: &Digests) -> Content {
    Content {
        sha256: Digest(digests.sha256.to_string()),
        sha1: Digest(hex(&digests.sha1)),
        md5: Digest(hex(&digests.md5)),
        bytes: digests.bytes,
    }
}

/// What the sender of a file says of its content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expected {
    /// The SHA-256 in hexadecimal digits.
    pub sha256: Option<String>,
    /// The SHA-1 in hexadecimal digits.
    pub sha1: Option<String>,
    /// The MD5 in hexadecimal digits.
    pub md5: Option<String>,
    /// The size in bytes.
    pub bytes: Option<u64>,
}

/// The content is not what its sender says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {} of what arrived is {found}, and not {expected} as was announced; nothing of it was stored", kind.as_str().to_uppercase())]
pub struct Mismatch {
    /// The checksum that differs.
    pub kind: ChecksumKind,
    /// What was announced.
    pub expected: String,
    /// What arrived.
    pub found: String,
}

impl Expected {
    /// Whether a content is what was announced.
    pub fn fits(&self, content: &Content) -> bool {
        self.check(content).is_ok()
    }

    /// Checks that the content at a place is still the one that was found there.
    pub(super) fn check_at(
        &self,
        at: &Location,
        content: Option<&Content>,
    ) -> Result<(), RepositoryError> {
        if content.is_some_and(|content| self.fits(content)) {
            return Ok(());
        }
        let Location { repository, path } = at;
        Err(RepositoryError::ContentReplaced(format!("{}/{path}", repository.settings.key)))
    }

    /// Compares what arrived with what was announced.
    pub(super) fn check(&self, content: &Content) -> Result<(), Mismatch> {
        for (kind, expected, found) in [
            (ChecksumKind::Sha256, &self.sha256, &content.sha256),
            (ChecksumKind::Sha1, &self.sha1, &content.sha1),
            (ChecksumKind::Md5, &self.md5, &content.md5),
        ] {
            let Some(expected) = expected else { continue };
            if !expected.eq_ignore_ascii_case(&found.0) {
                return Err(Mismatch { kind, expected: expected.clone(), found: found.0.clone() });
            }
        }
        Ok(())
    }
}

/// The checksum in a file of its own. Some programs write the name of the file beside it.
pub fn checksum_in(text: &str) -> &str {
    let text = text.split_once('=').map_or(text, |(_, checksum)| checksum);
    text.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_sent_in_the_forms_of_several_programs() {
        for text in ["abc", "abc\n", "abc  shop-1.0.jar\n", "SHA1(shop-1.0.jar)= abc\n"] {
            assert_eq!(checksum_in(text), "abc", "{text}");
        }
        assert_eq!(checksum_in(""), "");
    }
}
