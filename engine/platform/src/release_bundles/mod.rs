//! Release bundles (CHK-01): files that were released together, found by the checksum of any of them.
//!
//! A bundle is imported from elsewhere, or created from files in repositories; such a bundle can be promoted to an
//! environment and distributed to other installations, which receive it with its files. What a promotion or a
//! distribution copies is decided by the caller; here, its beginning and its end are recorded.
//!
//! The existence of a bundle is a record of the platform journal. Its content is a list with a line per file, in a file
//! that is named by its digest: a bundle may contain a hundred thousand files, and a record must stay small. The
//! bundles that contain a checksum are found in a view that is rebuilt from the lists when it is missing.

mod artifact;
mod embedded;
mod error;
mod index;
mod lists;
mod lookup;
mod pages;
mod signing;

use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{
    Bundle, CreationFailure, Distribution, DistributionKind, Origin, Promotion, PromotionStatus,
    TargetOutcome,
};
use waybill_machines::rules::release_bundles::Checksum;
use waybill_machines::secret::{Digest, PersonId};

pub use artifact::Artifact;
pub use embedded::EmbeddedReleaseBundles;
pub use error::BundleError;
pub use lists::BUNDLE_BYTES_MAX;
pub use lookup::{Hit, Lookup};
pub use pages::{BundleCursor, BundleFilter, Page, PageRange};

use crate::streams::ChangeContext;
use error::failed;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, BundleError>> + Send + 'a>>;

/// Whether an artifact is shown.
pub type Shows = Box<dyn Fn(&Artifact) -> bool + Send>;

/// The port. Calls are independent of each other and may run concurrently.
pub trait ReleaseBundles: Send + Sync + 'static {
    /// A page of the bundles, the newest first.
    fn list(&self, filter: BundleFilter) -> Answer<'_, Page<StoredBundle>>;

    /// One bundle with a part of its artifacts, by path; `None` when there is no such bundle.
    fn one(&self, name: String, version: String, portion: PageRange)
    -> Answer<'_, Option<Details>>;

    /// The same, where a bundle that was created from files in repositories has only the artifacts that are shown.
    fn one_shown(
        &self,
        name: String,
        version: String,
        portion: PageRange,
        shows: Shows,
    ) -> Answer<'_, Option<Details>>;

    /// The bundles that contain a file with this checksum, the newest first: at most `rows` of them.
    fn find(&self, checksum: Checksum, rows: usize) -> Answer<'_, Vec<Found>>;

    /// Imports a bundle. Of two with the same name and version one is rejected because it exists.
    fn import(&self, bundle: NewBundle, context: ChangeContext) -> Answer<'_, StoredBundle>;

    /// Creates a bundle of files in repositories. It is recorded that the creation began and how it ended, also when
    /// the caller stops waiting. Of two with the same name and version one is rejected because it exists.
    fn create(&self, bundle: NewBundle, context: ChangeContext) -> Answer<'_, StoredBundle>;

    /// How far a bundle is, also one that is being created or could not be; `None` when there is no such bundle.
    fn progress(&self, name: String, version: String) -> Answer<'_, Option<Progress>>;

    /// Records that a promotion begins; `None` when there is no such bundle, or another one has its name and version by
    /// now. One is in progress at a time.
    fn begin_promotion(
        &self,
        name: String,
        version: String,
        new: NewBundlePromotion,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>>;

    /// Records how the promotion in progress ended; `None` when there is no such bundle. If the journal does not take
    /// it, it is recorded before the next change of the bundle.
    fn end_promotion(
        &self,
        name: String,
        version: String,
        outcome: PromotionStatus,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>>;

    /// Records that a distribution begins, or a removal from where the bundle was distributed to; `None` when there is
    /// no such bundle, or another one has its name and version by now. One is in progress at a time, and none while a
    /// promotion is.
    fn begin_distribution(
        &self,
        name: String,
        version: String,
        new: NewDistribution,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>>;

    /// Records how the distribution in progress ended at a target; `None` when there is no such bundle. If the journal
    /// does not take it, it is recorded before the next change of the bundle.
    ///
    /// # Errors
    ///
    /// [`BundleError::NotDistributing`], if no distribution is in progress, or it has ended at the target.
    fn end_target(
        &self,
        name: String,
        version: String,
        target: String,
        outcome: TargetOutcome,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>>;

    /// Records that the distribution in progress has ended at all targets; `None` when there is no such bundle. If the
    /// journal does not take it, it is recorded before the next change of the bundle.
    ///
    /// # Errors
    ///
    /// [`BundleError::NotDistributing`], if no distribution is in progress, and [`BundleError::Distributing`], if it
    /// has not ended at a target.
    fn end_distribution(
        &self,
        name: String,
        version: String,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>>;

    /// Stops the distribution or removal with a number; `None` when there is no such bundle. A target may complete what
    /// it was asked for before.
    ///
    /// # Errors
    ///
    /// [`BundleError::NotDistributing`], if it is not in progress.
    fn abort_distribution(
        &self,
        name: String,
        version: String,
        number: u32,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>>;

    /// How far a distribution is; `None` when there is no such bundle, or it has no such distribution any longer.
    fn distribution(
        &self,
        name: String,
        version: String,
        number: u32,
    ) -> Answer<'_, Option<Distribution>>;

    /// Records that the removal of a received bundle begins; `None` when there is no such bundle. It ends with
    /// [`ReleaseBundles::end_removal`].
    ///
    /// # Errors
    ///
    /// [`BundleError::NotReceived`], [`BundleError::ReceivedFromAnother`] for any other user than the one who
    /// registered the bundle, and [`BundleError::Removing`].
    fn begin_removal(
        &self,
        name: String,
        version: String,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>>;

    /// Records that a removal has failed, so that the bundle stays; `None` when there is no such bundle. If the journal
    /// does not take it, it is recorded before the next change of the bundle.
    ///
    /// # Errors
    ///
    /// [`BundleError::NotRemoving`].
    fn fail_removal(
        &self,
        name: String,
        version: String,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>>;

    /// Ends a removal whose files are removed: deletes the bundle, and returns whether it existed.
    ///
    /// # Errors
    ///
    /// [`BundleError::NotRemoving`].
    fn end_removal(
        &self,
        name: String,
        version: String,
        context: ChangeContext,
    ) -> Answer<'_, bool>;

    /// Deletes a bundle, or one that could not be created, and returns whether it existed. The files in repositories
    /// stay.
    ///
    /// # Errors
    ///
    /// [`BundleError::Promoting`], [`BundleError::Distributing`] and [`BundleError::Removing`].
    fn delete(&self, name: String, version: String, context: ChangeContext) -> Answer<'_, bool>;

    /// All artifacts of a bundle, by path; `None` when there is no such bundle.
    fn artifacts(&self, name: String, version: String) -> Answer<'_, Option<Vec<Artifact>>>;
}

/// The status of a bundle, named as in the platform's public API. Lists have those that are complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleStatus"),
    schemars(rename = "ReleaseBundleStatus")
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// The bundle is complete.
    Completed,
    /// The bundle is being created.
    Processing,
    /// The bundle could not be created.
    Failed,
}

/// How far a bundle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Its status.
    pub status: Status,
    /// Why it could not be created.
    pub why: Option<CreationFailure>,
}

/// A stored bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBundle {
    /// The content of its record.
    pub bundle: Bundle,
    /// Its status.
    pub status: Status,
    /// When it was imported, or its creation began.
    pub created: Timestamp,
    /// The user who imported or created it; `None` when it was imported on the command line.
    pub created_by: Option<PersonId>,
    /// Whether it was created from files in repositories, so that it can be promoted.
    pub from_repositories: bool,
    /// Its promotions, the newest last.
    pub promotions: Vec<Promotion>,
    /// Its distributions and removals from other installations, the newest last.
    pub distributions: Vec<Distribution>,
    /// Whether another installation has distributed it to this one, so that its files are in repositories here.
    pub received: bool,
    /// Whether it is being removed with its files.
    pub removing: bool,
}

impl StoredBundle {
    /// Whether a promotion of it is in progress.
    pub fn is_promoting(&self) -> bool {
        self.promotions.last().is_some_and(Promotion::is_started)
    }

    /// The distribution of it that is in progress.
    pub fn distributing(&self) -> Option<&Distribution> {
        self.distributions.last().filter(|distribution| distribution.is_started())
    }

    /// Whether its artifacts have the paths of files in repositories, beginning with the key of the repository.
    pub const fn is_in_repositories(&self) -> bool {
        self.from_repositories || self.received
    }
}

/// A bundle and a part of its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// The bundle.
    pub stored: StoredBundle,
    /// Whether the signature is valid for this bundle; `None` when it is not signed.
    pub signature_holds: Option<bool>,
    /// The requested artifacts.
    pub artifacts: Vec<Artifact>,
    /// Whether there are artifacts after them.
    pub has_next: bool,
}

/// A bundle that contains a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The bundle.
    pub stored: StoredBundle,
    /// The artifacts that have the checksum, [`FOUND_ARTIFACTS_MAX`] of them at most.
    pub artifacts: Vec<Artifact>,
}

/// The most artifacts of one bundle that are returned for one checksum.
pub const FOUND_ARTIFACTS_MAX: usize = 20;

/// A bundle to be imported or created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBundle {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its artifacts, in any order, without duplicate paths.
    pub artifacts: Vec<Artifact>,
    /// Whether another installation has distributed it to this one, with its files: only for one that is imported.
    pub received: bool,
}

/// A promotion that begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBundlePromotion {
    /// The digest of the list whose files are copied.
    pub list: Digest,
    /// The name of the environment.
    pub environment: String,
    /// The keys of the repositories that files are copied to.
    pub repositories: Vec<String>,
}

/// A distribution that begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDistribution {
    /// The digest of the list whose files are distributed.
    pub list: Digest,
    /// What it does.
    pub kind: DistributionKind,
    /// The keys of the targets, each of them once.
    pub targets: Vec<String>,
}

/// A bundle as described by a file from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    ts(rename = "ReleaseBundleManifest"),
    schemars(rename = "ReleaseBundleManifest")
)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its artifacts.
    pub artifacts: Vec<Artifact>,
}

impl From<Manifest> for NewBundle {
    fn from(Manifest { name, version, artifacts }: Manifest) -> Self {
        Self { name, version, origin: Origin::Target, artifacts, received: false }
    }
}
