//! A file to be published, and the metadata that is stored of it.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use waybill_blobs::Digests;
use waybill_machines::rules::packages::PackageProblem;
use waybill_platform::repositories::{Admits, Expected, NewVersion, Package, RepositoryError};
use waybill_platform::secret::hex;

use super::archive::is_of;
use super::form::Sent;
use super::metadata::CoreMetadata;
use super::names::{FileKind, FileName, path_of, version_of};
use crate::error::{ApiError, capitalised};

/// What is stored of a file, for the index.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Document {
    pub(super) index: Line,
    /// The metadata as it is in the file.
    pub(super) metadata: String,
}

/// What the index says of a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Line {
    /// The SHA-256 of the file, in hexadecimal digits.
    pub(super) sha256: String,
    /// The size of the file in bytes.
    pub(super) bytes: u64,
    /// The versions of Python that it runs on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) requires_python: Option<String>,
    /// The SHA-256 of the metadata that is served beside the file. Of a source distribution none is: what is built of
    /// it may have another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) metadata_sha256: Option<String>,
}

/// A file to be published.
#[derive(Debug)]
pub(super) struct Publication {
    pub(super) file: FileName,
    file_name: String,
    /// The text of the version: that of its other files, if there are any.
    version: String,
}

impl Publication {
    /// Reads the name of a file.
    pub(super) fn new(file_name: String) -> Result<Self, ApiError> {
        let file = FileName::parse(&file_name).ok_or_else(|| {
            invalid(
                "The name of the file is not valid: it is {name}-{version}-{python}-{abi}-{platform}.whl or {name}-{version}.tar.gz",
            )
        })?;
        let version = file.version.to_string();
        Ok(Self { file, file_name, version })
    }

    /// Has the version as its other files write it: `1.0` and `1.0.0` are the same.
    pub(super) fn join(&mut self, known: &Package) {
        let versions = known.versions.iter().map(|stored| &stored.version);
        let same =
            versions.into_iter().find(|text| version_of(text).as_ref() == Some(&self.file.version));
        if let Some(same) = same {
            self.version.clone_from(same);
        }
    }

    /// How many files of the version a package has.
    pub(super) fn files_in(&self, known: &Package) -> usize {
        let mut versions = known.versions.iter();
        versions
            .find(|stored| stored.version == self.version)
            .map_or(0, |stored| stored.files.len())
    }

    /// The path of the file.
    pub(super) fn path(&self) -> String {
        path_of(&self.file.project, &self.version, &self.file_name)
    }

    /// Judges whether the version is written as before, and no file like this one is published.
    pub(super) fn admits(&self) -> Admits {
        let (file, version) = (self.file.clone(), self.version.clone());
        Box::new(move |known| {
            for stored in &known.versions {
                let is_same = version_of(&stored.version).as_ref() == Some(&file.version);
                let mut names = stored.paths().filter_map(|path| path.rsplit('/').next());
                let competes = |name: &str| {
                    FileName::parse(name).is_some_and(|known| known.competes_with(&file))
                };
                if is_same && (stored.version != version || names.any(competes)) {
                    return Err(RepositoryError::Package(PackageProblem::VersionExists));
                }
            }
            Ok(())
        })
    }

    /// Compares what the form says with the file's name and what has arrived.
    pub(super) fn check_form(&self, sent: &Sent) -> Result<(), ApiError> {
        if sent.text(":action") != Some("file_upload") {
            return Err(invalid("The form has to have ':action' with the value 'file_upload'"));
        }
        let name = sent.text("name").unwrap_or_default();
        let version = sent.text("version").unwrap_or_default();
        if !is_of(name, version, &self.file) {
            return Err(invalid(
                "The name of the file is not that of the project and version in the form",
            ));
        }
        let filetype = self.file.kind.filetype();
        if sent.text("filetype").is_some_and(|sent| sent != filetype) {
            return Err(invalid("The 'filetype' in the form is not that of the name of the file"));
        }
        let blake2 = sent.text("blake2_256_digest");
        let is_equal = |announced: &str| announced.eq_ignore_ascii_case(&sent.blake2_256);
        blake2.is_none_or(is_equal).then_some(()).ok_or_else(|| {
            other_checksum(
                "the BLAKE2b of what arrived is not the announced one; nothing of it was stored",
            )
        })
    }

    /// The version to be published with a file that has these checksums and this metadata.
    pub(super) fn version(
        self,
        sent: &Sent,
        digests: &Digests,
        text: String,
        metadata: CoreMetadata,
    ) -> Result<NewVersion, ApiError> {
        let announced = |name: &str| sent.text(name).map(str::to_owned);
        let is_served = self.file.kind == FileKind::Wheel;
        let index = Line {
            sha256: digests.sha256.to_string(),
            bytes: digests.bytes,
            requires_python: metadata.requires_python,
            metadata_sha256: is_served.then(|| hex(&Sha256::digest(&text))),
        };
        let document = serde_json::to_vec(&Document { index, metadata: text });
        Ok(NewVersion {
            path: self.path(),
            name: self.file.project,
            version: self.version,
            expected: Expected {
                sha256: announced("sha256_digest"),
                md5: announced("md5_digest"),
                ..Expected::default()
            },
            document: document.map_err(|_| ApiError::internal())?.into(),
            summary: metadata.summary,
            ..NewVersion::default()
        })
    }
}

/// 400: a file has another checksum than its sender says.
pub(super) fn other_checksum(sentence: &str) -> ApiError {
    ApiError::bad_request("checksum_mismatch", format!("{}.", capitalised(sentence)))
}

/// 400: what a client sends is not valid.
pub(super) fn invalid(sentence: &str) -> ApiError {
    ApiError::bad_request("package_upload", format!("{sentence}."))
}
