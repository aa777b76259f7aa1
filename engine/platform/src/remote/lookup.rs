//! The release bundles of another platform that contain a checksum (CHK-01).

use serde::Deserialize;
use serde_json::Value;
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::Origin;
use waybill_machines::rules::release_bundles::Checksum;
use waybill_outbound::Request;

use super::Remote;
use super::sanitize::{is_name, text};
use crate::release_bundles::{Answer, Artifact, BundleError, FOUND_ARTIFACTS_MAX, Hit, Lookup};

/// Enough for a thousand rows with their artifacts.
const BODY_BYTES_MAX: usize = 8 * 1_024 * 1_024;
const NAME_CHARS_MAX: usize = 256;

/// The port's implementation by another platform.
pub struct RemoteLookup(Remote);

impl RemoteLookup {
    /// The release bundles of this platform.
    pub fn new(remote: Remote) -> Self {
        Self(remote)
    }
}

#[derive(Deserialize)]
struct Response {
    data: Vec<BundleResponse>,
}

/// A bundle as the platform sends it. Later versions may send more fields, and others fewer.
#[derive(Deserialize)]
struct BundleResponse {
    name: String,
    version: String,
    #[serde(default)]
    origin: Value,
    #[serde(default)]
    status: String,
    created: Option<String>,
    #[serde(default)]
    signed: bool,
    #[serde(default)]
    artifacts_count: u32,
    #[serde(default)]
    size: u64,
    #[serde(default)]
    artifacts: Vec<Value>,
}

impl BundleResponse {
    /// `None` for a bundle whose name cannot be shown. An artifact with another checksum is left out.
    fn hit(self, checksum: &Checksum) -> Option<Hit> {
        if !is_name(&self.name, NAME_CHARS_MAX) || !is_name(&self.version, NAME_CHARS_MAX) {
            return None;
        }
        let artifacts = self.artifacts.iter().filter_map(|one| Artifact::deserialize(one).ok());
        let artifacts = artifacts.filter(|artifact| artifact.has(checksum));
        Some(Hit {
            name: self.name,
            version: self.version,
            origin: Origin::deserialize(&self.origin).unwrap_or(Origin::Target),
            status: text(&self.status, NAME_CHARS_MAX),
            created: self.created.and_then(|at| at.parse::<Timestamp>().ok()),
            created_by: None,
            signed: self.signed,
            artifacts_count: self.artifacts_count,
            size: self.size,
            artifacts: artifacts.take(FOUND_ARTIFACTS_MAX).collect(),
        })
    }
}

impl Lookup for RemoteLookup {
    fn look_up(&self, checksum: Checksum, rows: usize) -> Answer<'_, Vec<Hit>> {
        Box::pin(async move {
            let path =
                ["distribution", "api", "ui", "release_bundle", "checksum", &checksum.digits];
            let wanted = rows.to_string();
            let target = self.0.root.below(&path, &[("num_of_rows", &wanted)]);
            let request = Request::get(target).with_body_limit(BODY_BYTES_MAX);
            let response: Response = self.0.read(request).await.map_err(BundleError::Remote)?;
            let hits = response.data.into_iter().filter_map(|bundle| bundle.hit(&checksum));
            Ok(hits.take(rows).collect())
        })
    }
}
