//! The build-infos: each in a file that is named by its SHA-256.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use waybill_machines::rules::packages::Document;
use waybill_machines::secret::Digest;

use super::BuildError;
use crate::secret::sha256_hex;
use crate::stored_file::{CheckedFiles, StoredFile};
use crate::vault::files;

/// The folder of the build-infos, below that of the service.
const DOCUMENTS: &str = "documents";

/// The folder of the build-infos.
pub(super) struct Documents {
    folder: PathBuf,
    checked: CheckedFiles,
}

impl Documents {
    pub(super) fn open(folder: &Path) -> Result<Self, BuildError> {
        let folder = folder.join(DOCUMENTS);
        files::private_directory(&folder)?;
        Ok(Self { folder, checked: CheckedFiles::default() })
    }

    /// A build-info as a file below the folder of the service.
    pub(super) fn stored(document: &Document) -> StoredFile {
        let digest = document.sha256.0.clone();
        let path = format!("{DOCUMENTS}/{digest}");
        StoredFile { path, sha256: digest, bytes: Some(document.bytes) }
    }

    /// The digests of all stored build-infos.
    pub(super) fn names(&self) -> Result<Vec<String>, BuildError> {
        Ok(files::names(&self.folder)?)
    }

    /// Writes a build-info. After a crash it exists completely or not at all.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<Document, BuildError> {
        let digest = sha256_hex(bytes);
        let path = self.folder.join(&digest);
        let document = Document { sha256: Digest(digest), bytes: bytes.len() as u64 };
        // One that was changed on the disk is written again.
        if Self::stored(&document).check(&path).is_err() {
            files::write_whole(&path, bytes)?;
        }
        Ok(document)
    }

    /// Reads a build-info. Nothing is handed out of one that was changed.
    pub(super) fn read(&self, document: &Document) -> Result<Vec<u8>, BuildError> {
        let stored = Self::stored(document);
        let path = self.folder.join(&document.sha256.0);
        let lost = |problem| {
            tracing::error!(service = "artifactory", digest = document.sha256.0, %problem, "a build-info cannot be handed out");
            BuildError::DocumentLost(problem)
        };
        let mut file = self.checked.open(&stored, &path).map_err(lost)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| lost(error.into()))?;
        Ok(bytes)
    }

    /// Removes a build-info that no record refers to.
    pub(super) fn remove(&self, digest: &str) -> Result<(), BuildError> {
        Ok(files::remove(&self.folder.join(digest))?)
    }
}
