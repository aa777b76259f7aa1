//! What the events of a package say of files.

use serde::{Deserialize, Serialize};

use crate::secret::Digest;

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "FileContent"),
    schemars(rename = "FileContent")
)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// The SHA-256, by which it is stored.
    pub sha256: Digest,
    /// The SHA-1.
    pub sha1: Digest,
    /// The MD5.
    pub md5: Digest,
    /// The size in bytes.
    pub bytes: u64,
}

/// The file that is at a path before an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "FileBefore"),
    schemars(rename = "FileBefore")
)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// The SHA-256 of its content.
    pub sha256: Digest,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A path in a repository, as an event names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "FilePlace"),
    schemars(rename = "FilePlace")
)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The id of the repository.
    pub repository: String,
    /// The path within it.
    pub path: String,
}

/// Where a file comes from that was copied or moved from another path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "FileOrigin"),
    schemars(rename = "FileOrigin")
)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The path that it was at.
    pub place: Place,
    /// Whether it was moved: then the same group of records removes it there.
    pub moved: bool,
}

/// What the index of an upstream says of the content of a file, in hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NamedContent {
    /// The SHA-512.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha512: Option<Digest>,
    /// The SHA-256.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<Digest>,
    /// The SHA-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha1: Option<Digest>,
    /// The MD5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub md5: Option<Digest>,
}
