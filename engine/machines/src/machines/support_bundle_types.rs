//! The states and events of the support-bundle machine.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::services::ServiceId;
use crate::rules::support::BundleRequest;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The properties of a finished bundle's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleArchive"),
    schemars(rename = "BundleArchive")
)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// The size in bytes.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub bytes: u64,
    /// The SHA-256 of the file.
    pub digest: Digest,
    /// The number of files in it.
    pub files: u32,
    /// The number of values that are replaced with `[redacted]`.
    pub redacted: u32,
    /// The number of logs that are truncated or left out because of their size.
    pub shortened: u32,
}

/// Why a bundle could not be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleFault"),
    schemars(rename = "BundleFault")
)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// There is not enough disk space.
    DiskFull,
    /// The server stopped while the bundle was created.
    Interrupted,
    /// The service is not running.
    NotRunning,
    /// A file could not be read or written.
    Unavailable,
}

/// The result of creating one service's bundle. A failure causes no notification (BUNDLE-01).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleCreated"),
    schemars(rename = "BundleCreated")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Created {
    /// The bundle was created.
    Success {
        /// The service of the bundle.
        service: ServiceId,
        /// The file of the bundle.
        archive: Archive,
    },
    /// The bundle was not created, and its partial files were removed.
    Failure {
        /// The service of the bundle.
        service: ServiceId,
        /// The kind of failure.
        fault: Fault,
        /// The error message, for readers of the record.
        message: String,
    },
}

impl Created {
    /// The service of the bundle.
    pub const fn service(&self) -> ServiceId {
        match self {
            Self::Success { service, .. } | Self::Failure { service, .. } => *service,
        }
    }
}

/// The result of removing a bundle's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleRemoved"),
    schemars(rename = "BundleRemoved")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Removed {
    /// The file was removed.
    Done {},
    /// The file could not be removed yet. When the server starts, it removes files that no record refers to.
    Later {},
}

/// Why a bundle has been removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleEnd"),
    schemars(rename = "BundleEnd")
)]
#[serde(tag = "why", rename_all = "snake_case", deny_unknown_fields)]
pub enum End {
    /// A user deleted it.
    Deleted {
        /// The user; none if it was not a user.
        by: Option<PersonId>,
    },
    /// Its lifetime has elapsed.
    Expired {},
}

/// The downloads of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleDownload"),
    schemars(rename = "BundleDownload")
)]
#[serde(deny_unknown_fields)]
pub struct Download {
    /// The user who began the last download.
    pub by: Option<PersonId>,
    /// When the last download began.
    pub at: Timestamp,
    /// The number of downloads begun by all users.
    pub times: u32,
}

/// The status of one service's bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleStatus"),
    schemars(rename = "BundleStatus")
)]
#[serde(tag = "status", rename_all = "snake_case", deny_unknown_fields)]
pub enum Status {
    /// The bundle is being created; the list shows a placeholder.
    InProgress {},
    /// The bundle can be downloaded.
    Success {
        /// The file of the bundle.
        archive: Archive,
        /// When the bundle was finished.
        at: Timestamp,
        /// The downloads; none if there was no download.
        download: Option<Download>,
    },
    /// The bundle could not be created.
    Failure {
        /// The kind of failure.
        fault: Fault,
        /// The error message.
        message: String,
        /// When the failure was reported.
        at: Timestamp,
    },
    /// The bundle, or the entry of its failure, has been removed.
    Removed {
        /// Why it has been removed.
        end: End,
        /// When it was removed.
        at: Timestamp,
    },
}

/// The bundle of one service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundlePart"),
    schemars(rename = "BundlePart")
)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The service.
    pub service: ServiceId,
    /// The status of its bundle.
    pub status: Status,
}

/// A request for support bundles of one or more services.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleCreation"),
    schemars(rename = "BundleCreation")
)]
#[serde(deny_unknown_fields)]
pub struct Creation {
    /// The id: `B1-` and 13 digits. The id of a service's bundle is this id, a dash and the service.
    pub id: String,
    /// The requested contents of each bundle.
    pub wanted: BundleRequest,
    /// When the bundles were requested.
    pub created_at: Timestamp,
    /// The user who requested them; none on the command line.
    pub created_by: Option<PersonId>,
    /// The bundles, one per service.
    pub parts: Vec<Part>,
}

/// The state of a creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SupportBundleState"),
    schemars(rename = "SupportBundleState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No bundles have been requested.
    Absent {},
    /// The services create their bundles in parallel.
    Creating {
        /// The request and its bundles.
        creation: Creation,
        /// The number of services that have not finished.
        in_progress: u32,
    },
    /// All services have finished; the list still shows placeholders.
    Settling {
        /// The request and its bundles.
        creation: Creation,
        /// When the placeholders are replaced.
        until: Timestamp,
    },
    /// The list shows the result of each service.
    Settled {
        /// The request and its bundles.
        creation: Creation,
        /// When the bundles are removed.
        expires_at: Timestamp,
    },
    /// Every bundle has been removed.
    Gone {
        /// Why the last one was removed.
        end: End,
        /// When the last one was removed.
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

/// The events of a creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "SupportBundleEvent"),
    schemars(rename = "SupportBundleEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Bundles are requested.
    Create {
        /// The id of the creation.
        id: String,
        /// The requested contents of each bundle.
        wanted: BundleRequest,
        /// The services to collect from.
        services: Vec<ServiceId>,
        /// The user who requests them; none on the command line.
        by: Option<PersonId>,
    },
    /// A service has finished.
    #[serde(rename = "support.create")]
    Created(Created),
    /// The deadline of the state has elapsed.
    Due {},
    /// A user downloads a bundle.
    Download {
        /// The service of the bundle.
        service: ServiceId,
        /// The user; none if it is not a user.
        by: Option<PersonId>,
    },
    /// A user deletes a bundle.
    Delete {
        /// The service of the bundle.
        service: ServiceId,
        /// The user; none if it is not a user.
        by: Option<PersonId>,
    },
    /// The result of removing a file.
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
