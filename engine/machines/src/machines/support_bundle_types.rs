//! The states and events of the support-bundle machine.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::services::ServiceId;
use crate::rules::support::Wanted;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// What is known of a finished bundle's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleArchive"),
    schemars(rename = "BundleArchive")
)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// How many bytes it has.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub bytes: u64,
    /// Its SHA-256.
    pub digest: Digest,
    /// How many files are in it.
    pub files: u32,
    /// How many values in it read `[redacted]`.
    pub redacted: u32,
    /// How many logs are in it in part only, or were left out for their size.
    pub shortened: u32,
}

/// Why a bundle was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleFault"),
    schemars(rename = "BundleFault")
)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The disk has no room for it.
    DiskFull,
    /// The server stopped meanwhile.
    Interrupted,
    /// The service does not run.
    NotRunning,
    /// Something could not be read or written.
    Unavailable,
}

/// What came of making one service's bundle. A failure answers no more than that (BUNDLE-01): nobody is notified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleCreated"),
    schemars(rename = "BundleCreated")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Created {
    /// It is there.
    Success {
        /// Whose.
        service: ServiceId,
        /// Its file.
        archive: Archive,
    },
    /// It is not, and nothing of it was left.
    Failure {
        /// Whose.
        service: ServiceId,
        /// Why.
        fault: Fault,
        /// What went wrong, for whoever reads the record.
        message: String,
    },
}

impl Created {
    /// Whose it is.
    pub const fn service(&self) -> ServiceId {
        match self {
            Self::Success { service, .. } | Self::Failure { service, .. } => *service,
        }
    }
}

/// Whether the file of a bundle is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleRemoved"),
    schemars(rename = "BundleRemoved")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Removed {
    /// It is.
    Done {},
    /// Not yet: what no record needs is removed when the server starts.
    Later {},
}

/// Why a bundle is no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleEnd"),
    schemars(rename = "BundleEnd")
)]
#[serde(tag = "why", rename_all = "snake_case", deny_unknown_fields)]
pub enum End {
    /// Somebody deleted it.
    Deleted {
        /// Who.
        by: Option<PersonId>,
    },
    /// Its time was over.
    Expired {},
}

/// Somebody fetched a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleDownload"),
    schemars(rename = "BundleDownload")
)]
#[serde(deny_unknown_fields)]
pub struct Download {
    /// Who.
    pub by: Option<PersonId>,
    /// When it was last begun.
    pub at: Timestamp,
    /// How often a download was begun, by anybody.
    pub times: u32,
}

/// How one service's bundle stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleStatus"),
    schemars(rename = "BundleStatus")
)]
#[serde(tag = "status", rename_all = "snake_case", deny_unknown_fields)]
pub enum Status {
    /// It is being made; its row is a placeholder.
    InProgress {},
    /// It can be downloaded.
    Success {
        /// Its file.
        archive: Archive,
        /// When it was ready.
        at: Timestamp,
        /// Who fetched it last.
        download: Option<Download>,
    },
    /// It could not be made.
    Failure {
        /// Why.
        fault: Fault,
        /// What went wrong.
        message: String,
        /// When that was known.
        at: Timestamp,
    },
    /// There was one, or a failure to make one.
    Removed {
        /// Why it is no more.
        end: End,
        /// Since when.
        at: Timestamp,
    },
}

/// One service's bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundlePart"),
    schemars(rename = "BundlePart")
)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Whose.
    pub service: ServiceId,
    /// How it stands.
    pub status: Status,
}

/// What was asked for at once: a bundle of each of some services.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleCreation"),
    schemars(rename = "BundleCreation")
)]
#[serde(deny_unknown_fields)]
pub struct Creation {
    /// `B1-` and 13 digits. The bundle of a service is named by this, a dash and the service.
    pub id: String,
    /// What is to be in each.
    pub wanted: Wanted,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// By whom.
    pub created_by: Option<PersonId>,
    /// The bundles, one a service.
    pub parts: Vec<Part>,
}

/// Where a creation stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SupportBundleState"),
    schemars(rename = "SupportBundleState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nothing was asked for.
    Absent {},
    /// Services make their bundles, each for itself.
    Creating {
        /// What was asked for.
        creation: Creation,
        /// How many services have not ended.
        in_progress: u32,
    },
    /// All have ended; their placeholders are still shown.
    Settling {
        /// What was asked for.
        creation: Creation,
        /// Until then.
        until: Timestamp,
    },
    /// The list shows what really became of each.
    Settled {
        /// What was asked for.
        creation: Creation,
        /// They live until then.
        expires_at: Timestamp,
    },
    /// Nothing of it is there any more.
    Gone {
        /// Why the last of it went.
        end: End,
        /// When.
        at: Timestamp,
    },
}
named!(State {
    Absent = "absent",
    Creating = "creating",
    Settling = "settling",
    Settled = "settled",
    Gone = "gone",
});

/// What happens to a creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SupportBundleEvent"),
    schemars(rename = "SupportBundleEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Somebody asks for bundles.
    Create {
        /// The creation's id.
        id: String,
        /// What is to be in each.
        wanted: Wanted,
        /// Of which services.
        services: Vec<ServiceId>,
        /// Who asks.
        by: Option<PersonId>,
    },
    /// A service has ended.
    #[serde(rename = "support.create")]
    Created(Created),
    /// The moment that was waited for has come.
    Due {},
    /// Somebody fetches a bundle.
    Download {
        /// Which.
        service: ServiceId,
        /// Who.
        by: Option<PersonId>,
    },
    /// Somebody deletes a bundle.
    Delete {
        /// Which.
        service: ServiceId,
        /// Who.
        by: Option<PersonId>,
    },
    /// A file is gone, or will be.
    #[serde(rename = "support.remove")]
    Removed(Removed),
}
named!(Event {
    Create = "create",
    Created = "support.create",
    Due = "due",
    Download = "download",
    Delete = "delete",
    Removed = "support.remove",
});
