//! What a client publishes: a document with one version, whose file is separated from it.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use waybill_blobs::Digests;
use waybill_platform::repositories::{DOCUMENT_BYTES_MAX, Expected, NewVersion, RepositoryError};
use waybill_platform::secret::hex;

use super::archive::Contents;
use super::manifest::Manifest;
use super::names::{is_name, is_tag, is_version, path_of};
use crate::error::ApiError;

/// What a registry says of a version, whatever its sender does: deprecating is an act of its own, who published is
/// known, and what is in the file was read there.
const OWN_FIELDS: [&str; 5] =
    ["deprecated", "_npmUser", "maintainers", "_hasShrinkwrap", "hasInstallScript"];

/// What is known of the file of a version.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Announced {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    integrity: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shasum: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file_count: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unpacked_size: Option<u64>,
}

/// The document of a package as clients send it. Fields that mean nothing here are ignored.
#[derive(Debug, Deserialize)]
pub(super) struct Sent {
    /// The name of the package. Changes of its owners have only its id, which is the same.
    #[serde(default)]
    name: Option<String>,
    #[serde(rename = "_id", default)]
    id: Option<String>,
    /// The revision that the client has read.
    #[serde(rename = "_rev", default)]
    pub(super) revision: Option<String>,
    /// The tags.
    #[serde(rename = "dist-tags", default)]
    pub(super) tags: BTreeMap<String, String>,
    /// The versions.
    #[serde(default)]
    pub(super) versions: Option<BTreeMap<String, Box<RawValue>>>,
    #[serde(rename = "_attachments", default)]
    attachments: BTreeMap<String, Attachment>,
    #[serde(default)]
    readme: Option<String>,
    #[serde(default)]
    maintainers: Option<Vec<IgnoredAny>>,
    #[serde(default)]
    users: Option<BTreeMap<String, bool>>,
}

#[derive(Debug, Deserialize)]
struct Attachment {
    #[serde(default)]
    length: Option<u64>,
}

impl Sent {
    /// Reads a document.
    pub(super) fn read(document: &[u8], package: &str) -> Result<Self, ApiError> {
        let sent: Self = crate::extract::read_json(document)?;
        if sent.name.as_ref().or(sent.id.as_ref()).is_none_or(|name| name != package) {
            return Err(invalid("The name in the document is not that of the address"));
        }
        Ok(sent)
    }

    /// Whether it changes who owns the package, or who likes it.
    pub(super) fn is_about_people(&self) -> bool {
        self.maintainers.as_ref().is_some_and(|people| !people.is_empty())
            || self.users.as_ref().is_some_and(|people| !people.is_empty())
    }

    /// The version that is published.
    pub(super) fn publication(self) -> Result<Publication, ApiError> {
        let name = self.name.unwrap_or_default();
        if !is_name(&name) {
            return Err(invalid(
                "A package name has at most 214 lower-case letters, digits and -._~, and may begin with a scope: @scope/name",
            ));
        }
        let mut versions = self.versions.unwrap_or_default().into_iter();
        let (Some((number, manifest)), None) = (versions.next(), versions.next()) else {
            return Err(invalid("A document that is published has exactly one version"));
        };
        if !is_version(&number) {
            return Err(invalid(
                "The version is not valid: it has three numbers and perhaps a pre-release, as 1.0.0 or 1.0.0-rc.1, and no build metadata",
            ));
        }
        if manifest.get().len() > DOCUMENT_BYTES_MAX {
            return Err(ApiError::of_repository(&RepositoryError::MetadataTooLarge));
        }
        let manifest: Manifest = serde_json::from_str(manifest.get())
            .map_err(|_| invalid("The version is no object"))?;
        let text = |field: &str| manifest.get::<String>(field);
        if text("name").as_ref() != Some(&name) || text("version").as_ref() != Some(&number) {
            return Err(invalid(
                "The name and the version inside of the version differ from its own",
            ));
        }
        let mut attachments = self.attachments.into_values();
        let (Some(attachment), None) = (attachments.next(), attachments.next()) else {
            return Err(invalid("A version has exactly one attached file"));
        };
        if let Some((tag, _)) = self.tags.iter().find(|(_, version)| **version != number) {
            return Err(invalid(&format!("The tag '{tag}' names another version than this one")));
        }
        let tags: Vec<String> = self.tags.into_keys().collect();
        if let Some(tag) = tags.iter().find(|tag| !is_tag(tag)) {
            return Err(not_a_tag(tag));
        }
        let readme = self.readme;
        Ok(Publication { name, version: number, manifest, attachment, tags, readme })
    }
}

/// A version with everything that its sender says of it.
#[derive(Debug)]
pub(super) struct Publication {
    pub(super) name: String,
    pub(super) version: String,
    manifest: Manifest,
    attachment: Attachment,
    pub(super) tags: Vec<String>,
    readme: Option<String>,
}

impl Publication {
    /// The path of the file.
    pub(super) fn path(&self) -> String {
        path_of(&self.name, &self.version)
    }

    /// The version to be published with a file that has these checksums and contents.
    pub(super) fn version(
        self,
        file: &Digests,
        sha512: &[u8],
        contents: Contents,
    ) -> Result<NewVersion, ApiError> {
        let path = self.path();
        let Self { name, version, mut manifest, attachment, tags, readme } = self;
        let integrity = format!("sha512-{}", STANDARD.encode(sha512));
        let announced: Announced = manifest.get("dist").unwrap_or_default();
        // Several hashes are separated by spaces; those of other algorithms are not needed.
        let hashes = announced.integrity.as_deref().unwrap_or_default().split_whitespace();
        let mut sha512s = hashes.filter(|hash| hash.starts_with("sha512-")).peekable();
        if sha512s.peek().is_some() && !sha512s.any(|hash| hash == integrity) {
            return Err(ApiError::wrong_checksum("SHA-512"));
        }
        if attachment.length.is_some_and(|length| length != file.bytes) {
            return Err(invalid("The attached file has another length than announced"));
        }
        let dist = Announced {
            integrity: Some(integrity),
            shasum: Some(hex(&file.sha1)),
            ..announced.clone()
        };
        let expected = Expected { sha1: announced.shasum, ..Expected::default() };
        if let Some(readme) = readme.filter(|_| !manifest.has_text("readme")) {
            manifest.set("readme", &readme)?;
        }
        for field in OWN_FIELDS {
            manifest.remove(field);
        }
        if contents.has_shrinkwrap {
            manifest.set("_hasShrinkwrap", &true)?;
        }
        if contents.has_install_script {
            manifest.set("hasInstallScript", &true)?;
        }
        manifest.set("dist", &dist)?;
        let summary = manifest.summary();
        let document = serde_json::to_vec(&manifest).map_err(|_| ApiError::internal())?.into();
        let more = NewVersion::default();
        Ok(NewVersion { name, version, path, expected, document, summary, tags, ..more })
    }
}

/// 400: what a client of npm sends is not valid.
pub(super) fn invalid(sentence: &str) -> ApiError {
    ApiError::bad_request("npm_document", format!("{sentence}."))
}

/// 400: a tag could be taken for a version or a range.
pub(super) fn not_a_tag(tag: &str) -> ApiError {
    let tag: String = tag.chars().take(64).filter(|letter| !letter.is_control()).collect();
    invalid(&format!("'{tag}' is no tag: a tag must not look like a version or a range"))
}
