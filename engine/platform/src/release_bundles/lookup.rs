//! Finding the bundles that contain a file: a port of its own, since another platform can implement it as well
//! (CHK-01).

use serde::Serialize;
use serde_json::Value;
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::Origin;
use waybill_machines::rules::release_bundles::Checksum;
use waybill_machines::secret::PersonId;

use super::{Answer, Artifact, EmbeddedReleaseBundles, Found, ReleaseBundles};

/// The port.
pub trait Lookup: Send + Sync + 'static {
    /// The bundles that contain a file with this checksum, the newest first: at most `rows` of them.
    fn look_up(&self, checksum: Checksum, rows: usize) -> Answer<'_, Vec<Hit>>;
}

/// A bundle that contains the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleHit"),
    schemars(rename = "ReleaseBundleHit")
)]
pub struct Hit {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its status, as named by the platform that has it.
    pub status: String,
    /// When it was created, if known.
    pub created: Option<Timestamp>,
    /// The user who created it; `None` for a bundle of another platform.
    pub created_by: Option<PersonId>,
    /// Whether it is signed.
    pub signed: bool,
    /// Number of artifacts in it.
    pub artifacts_count: u32,
    /// Their total size in bytes.
    pub size: u64,
    /// Those that have the checksum.
    pub artifacts: Vec<Artifact>,
}

impl From<Found> for Hit {
    fn from(Found { stored, artifacts }: Found) -> Self {
        let status = serde_json::to_value(stored.status).unwrap_or(Value::Null);
        let bundle = stored.bundle;
        Self {
            name: bundle.name,
            version: bundle.version,
            origin: bundle.origin,
            status: status.as_str().unwrap_or_default().to_owned(),
            created: Some(stored.created),
            created_by: stored.created_by,
            signed: bundle.signature.is_some(),
            artifacts_count: bundle.list.artifacts,
            size: bundle.list.size,
            artifacts,
        }
    }
}

impl Lookup for EmbeddedReleaseBundles {
    fn look_up(&self, checksum: Checksum, rows: usize) -> Answer<'_, Vec<Hit>> {
        let found = self.find(checksum, rows);
        Box::pin(async move { Ok(found.await?.into_iter().map(Hit::from).collect()) })
    }
}
