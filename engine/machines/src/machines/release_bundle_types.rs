//! The states and events of the release-bundle machine.

use serde::{Deserialize, Serialize};

use super::release_bundle_distributions::{Distribution, DistributionKind, TargetOutcome};
use crate::named;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The origin of a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleOrigin"),
    schemars(rename = "BundleOrigin")
)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The bundle was created here, from files that were hashed here.
    Source,
    /// The bundle was created elsewhere and imported as a manifest.
    Target,
}

/// The list of a bundle's artifacts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ArtifactList")
)]
#[serde(deny_unknown_fields)]
pub struct ArtifactList {
    /// The SHA-256 of the list's file, which is also its name.
    pub digest: Digest,
    /// The number of artifacts.
    pub artifacts: u32,
    /// The total size of the artifacts in bytes.
    pub size: u64,
}

/// An Ed25519 signature of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundleSignature")
)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The public key: 64 hex digits.
    pub key: String,
    /// The signature: 128 hex digits.
    pub value: String,
}

/// A bundle as it is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundle")
)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// The origin.
    pub origin: Origin,
    /// The list of artifacts.
    pub list: ArtifactList,
    /// The signature; this installation signs what it imports.
    pub signature: Option<Signature>,
}

/// Why a bundle could not be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CreationFailure {
    /// The server stopped before the bundle was complete.
    Interrupted,
    /// The list of its artifacts could not be stored or signed; the log says why.
    Storage,
}

/// Why a promotion failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PromotionFailure {
    /// The server stopped before all files were copied.
    Interrupted,
    /// A repository did not take a file.
    Refused,
    /// A file could not be read or stored; the log says why.
    Storage,
}

/// How far a promotion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum PromotionStatus {
    /// Files are being copied.
    Started {},
    /// All files are where they belong.
    Completed {
        /// The number of copies, those included that existed before.
        files: u32,
    },
    /// Some files may be copied, and others are not.
    Failed {
        /// Why.
        why: PromotionFailure,
    },
}

/// A promotion of a bundle to an environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BundlePromotion"),
    schemars(rename = "BundlePromotion")
)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The name of the environment.
    pub environment: String,
    /// The keys of the repositories that files are copied to.
    pub repositories: Vec<String>,
    /// When it began.
    pub at: Timestamp,
    /// The user who promotes the bundle.
    pub by: Option<PersonId>,
    /// How far it is.
    pub outcome: PromotionStatus,
}

impl Promotion {
    /// Whether it has not ended.
    pub const fn is_started(&self) -> bool {
        matches!(self.outcome, PromotionStatus::Started {})
    }
}

/// The state of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The bundle does not exist.
    Absent {},
    /// The bundle is being created from files in repositories.
    Creating {
        /// The name.
        name: String,
        /// The version.
        version: String,
        /// When the creation began.
        at: Timestamp,
        /// The user who creates it.
        by: Option<PersonId>,
    },
    /// The bundle could not be created. Its name and version can be used again.
    Failed {
        /// The name.
        name: String,
        /// The version.
        version: String,
        /// When the creation began.
        at: Timestamp,
        /// The user who wanted to create it.
        by: Option<PersonId>,
        /// Why it could not be created.
        why: CreationFailure,
    },
    /// The bundle is imported or created completely.
    Completed {
        /// The bundle.
        bundle: Bundle,
        /// When the bundle was imported, or its creation began.
        at: Timestamp,
        /// The user who imported or created it; none if it was imported on the command line.
        by: Option<PersonId>,
        /// Whether the bundle was created from files in repositories, so that it can be promoted.
        #[serde(default, skip_serializing_if = "is_false")]
        from_repositories: bool,
        /// Its promotions, the newest last. The oldest make room for others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        promotions: Vec<Promotion>,
        /// Its distributions and removals, the newest last. The oldest make room for others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        distributions: Vec<Distribution>,
        /// Whether another installation has distributed the bundle to this one, with its files.
        #[serde(default, skip_serializing_if = "is_false")]
        received: bool,
        /// Whether its files are being removed here.
        #[serde(default, skip_serializing_if = "is_false")]
        removing: bool,
    },
}
named!(State {
    Absent = "absent",
    Creating = "creating",
    Failed = "failed",
    Completed = "completed",
});

/// The events of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The bundle is imported; the list's file exists at this point.
    Import {
        /// The bundle.
        bundle: Bundle,
        /// The user who imports it; none on the command line.
        by: Option<PersonId>,
        /// Whether another installation has distributed it to this one, with its files.
        #[serde(default, skip_serializing_if = "is_false")]
        received: bool,
    },
    /// The creation of the bundle begins.
    Begin {
        /// The name.
        name: String,
        /// The version.
        version: String,
        /// The user who creates it.
        by: Option<PersonId>,
    },
    /// The bundle is created; the list's file exists at this point.
    Complete {
        /// The bundle.
        bundle: Bundle,
    },
    /// The bundle could not be created.
    Fail {
        /// Why.
        why: CreationFailure,
    },
    /// A promotion begins: from now on files are copied.
    BeginPromotion {
        /// The name of the environment.
        environment: String,
        /// The keys of the repositories that files are copied to.
        repositories: Vec<String>,
        /// The user who promotes the bundle.
        by: Option<PersonId>,
    },
    /// The promotion has ended.
    EndPromotion {
        /// How.
        outcome: PromotionStatus,
    },
    /// A distribution to other installations begins, or the removal there.
    BeginDistribution {
        /// Which of them.
        kind: DistributionKind,
        /// The keys of the targets.
        targets: Vec<String>,
        /// The user who begins it.
        by: Option<PersonId>,
    },
    /// The distribution in progress has ended at a target.
    EndTarget {
        /// The key of the target.
        target: String,
        /// How.
        outcome: TargetOutcome,
    },
    /// The distribution in progress has ended at all targets.
    EndDistribution {},
    /// The distribution or removal in progress is stopped. A target may complete what it was asked for before.
    AbortDistribution {
        /// The user who stops it.
        by: Option<PersonId>,
    },
    /// The server has stopped before the end of the distribution.
    InterruptDistribution {},
    /// The removal of a received bundle begins: from now on its files are removed.
    BeginRemoval {
        /// The user on whose behalf it is removed.
        by: Option<PersonId>,
    },
    /// Not all files could be removed, and the bundle stays.
    FailRemoval {},
    /// The bundle is deleted. The files in repositories stay, unless a removal has removed them before.
    Delete {
        /// The name.
        name: String,
        /// The version.
        version: String,
        /// Whether it was to be created, or was created, from files in repositories.
        from_repositories: bool,
        /// Whether this ends a removal of the bundle with its files.
        #[serde(default, skip_serializing_if = "is_false")]
        removed: bool,
        /// The user who deletes it.
        by: Option<PersonId>,
    },
}
named!(Event {
    Import = "import",
    Begin = "begin",
    Complete = "complete",
    Fail = "fail",
    BeginPromotion = "begin_promotion",
    EndPromotion = "end_promotion",
    BeginDistribution = "begin_distribution",
    EndTarget = "end_target",
    EndDistribution = "end_distribution",
    AbortDistribution = "abort_distribution",
    InterruptDistribution = "interrupt_distribution",
    BeginRemoval = "begin_removal",
    FailRemoval = "fail_removal",
    Delete = "delete",
});

const fn is_false(value: &bool) -> bool {
    !*value
}
