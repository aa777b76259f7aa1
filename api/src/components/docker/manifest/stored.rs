//! The metadata that is stored of a manifest: what it is, and which other files it names.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::super::names::Digest;
use super::{Descriptor, Manifest};

/// The metadata that is stored of a manifest.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    media_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    config: &'a Option<Descriptor>,
    layers: &'a [Descriptor],
    manifests: &'a [Descriptor],
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: &'a Option<Descriptor>,
}

/// What of that metadata names other files.
#[derive(Deserialize)]
struct References {
    config: Option<Descriptor>,
    layers: Vec<Descriptor>,
    manifests: Vec<Descriptor>,
}

/// The paths of the blobs of an image that a manifest needs, by the metadata that is stored of it.
pub fn needed(image: &str, document: &[u8]) -> Option<BTreeSet<String>> {
    let References { config, layers, manifests } = serde_json::from_slice(document).ok()?;
    let all = config.iter().chain(&layers).chain(&manifests);
    all.map(|descriptor| Some(Digest::parse(&descriptor.digest)?.blob_path(image))).collect()
}

/// The digests of the manifests that an index lists, by the metadata that is stored of it.
pub fn listed(document: &[u8]) -> Option<BTreeSet<String>> {
    let References { manifests, .. } = serde_json::from_slice(document).ok()?;
    Some(manifests.into_iter().map(|descriptor| descriptor.digest).collect())
}

impl Manifest {
    /// The metadata that is stored.
    pub(in crate::components::docker) fn document(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(&Document {
            media_type: self.media_type(),
            artifact_type: self.artifact_type(),
            config: &self.config,
            layers: &self.layers,
            manifests: &self.manifests,
            subject: &self.subject,
        })
    }
}
