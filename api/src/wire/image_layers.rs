//! The layers of images, as the page of a version shows them.

use serde::{Deserialize, Serialize};

/// Of which version the layers are wanted: the repository and the path of its lead file. Both have at most 4,096
/// characters.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct LayersRequest {
    /// The key of the repository.
    #[serde(rename = "repoKey")]
    pub repository: String,
    /// The path of the file.
    pub path: String,
    /// How the layers are shown. There is one way.
    #[allow(dead_code, reason = "it is accepted and means nothing here")]
    pub view: Option<LayersView>,
}

/// How layers are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LayersView {
    /// Those of the second version of Docker's registry.
    DockerV2,
}

/// The images of a version: one, or one for each platform that an index lists.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionLayers {
    /// The images, in the order of the index.
    pub images: Vec<ImageLayers>,
    /// How many further images the index lists that are not here, or that are too many.
    pub left_out: usize,
}

/// An image.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ImageLayers {
    /// The digest of its manifest.
    pub digest: String,
    /// What it runs on, such as `linux/amd64`; null if it does not say.
    pub platform: Option<String>,
    /// The size of its layers together, as they are transferred.
    pub bytes: u64,
    /// Its layers and the commands that made none, the first one at the bottom.
    pub layers: Vec<ImageLayer>,
}

/// A layer of an image, or a command that made none.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ImageLayer {
    /// The command that made it; empty if the image does not say.
    pub command: String,
    /// Its digest; null of a command that made no layer.
    pub digest: Option<String>,
    /// Its size as it is transferred.
    pub bytes: u64,
}
