//! Promoting images, in the format of the platform's public API.

use serde::Deserialize;

/// An image that is promoted to another repository.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PromoteImage {
    /// The key of the repository that it is promoted to.
    pub target_repo: String,
    /// The name of the image within its repository.
    pub docker_repository: String,
    /// Its name in the other repository; the same without it.
    pub target_docker_repository: Option<String>,
    /// The tag; all of them without it.
    pub tag: Option<String>,
    /// Its tag in the other repository; the same without it.
    pub target_tag: Option<String>,
    /// Whether it is copied instead of moved.
    pub copy: Option<bool>,
}
