//! Release bundles (CHK-01): files that were released together, found by the checksum of any of them.
//!
//! A bundle is imported from elsewhere, or created from files in repositories; such a bundle can be promoted to an
//! environment. What a promotion copies is decided by the caller; here, its beginning and its end are recorded.
//!
//! The existence of a bundle is a record of the platform journal. Its content is a list with a line per file, in a file
//! that is named by its digest: a bundle may contain a hundred thousand files, and a record must stay small. The
//! bundles that contain a checksum are found in a view that is rebuilt from the lists when it is missing.

mod artifact;
mod embedded;
mod index;
mod lists;
mod lookup;
mod signing;

use std::cmp::Reverse;
use std::fmt;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{
    Bundle, CreationFailure, Origin, Promotion, PromotionStatus,
};
use waybill_machines::rules::release_bundles::{BundleProblem, Checksum};
use waybill_machines::secret::{Digest, PersonId};

pub use artifact::Artifact;
pub use embedded::EmbeddedReleaseBundles;
pub use lists::BUNDLE_BYTES_MAX;
pub use lookup::{Hit, Lookup};

use crate::keyed::TaskStopped;
use crate::remote::RemoteError;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

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

    /// Deletes a bundle, or one that could not be created, and returns whether it existed. The files in repositories
    /// stay.
    fn delete(&self, name: String, version: String, context: ChangeContext) -> Answer<'_, bool>;

    /// All artifacts of a bundle, by path; `None` when there is no such bundle.
    fn artifacts(&self, name: String, version: String) -> Answer<'_, Option<Vec<Artifact>>>;
}

/// A part of a long list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageRange {
    /// Only rows after this position: of bundles a [`BundleCursor`], of artifacts a path.
    pub after: Option<String>,
    /// The number of those rows to skip.
    pub offset: usize,
    /// The most rows to return.
    pub limit: usize,
}

/// The position of a bundle in the list: the newest first, then by name and version. It does not move when bundles are
/// added.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BundleCursor {
    created: Reverse<Timestamp>,
    name: String,
    version: String,
}

impl BundleCursor {
    /// The position of a bundle.
    pub fn of(stored: &StoredBundle) -> Self {
        let Bundle { name, version, .. } = stored.bundle.clone();
        Self { created: Reverse(stored.created), name, version }
    }
}

impl fmt::Display for BundleCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.created.0.as_ms(), self.name, self.version)
    }
}

impl FromStr for BundleCursor {
    type Err = BundleError;

    fn from_str(text: &str) -> Result<Self, BundleError> {
        let mut parts = text.splitn(3, '/');
        let created = parts.next().and_then(|ms| ms.parse().ok()).map(Timestamp::from_ms);
        let (Some(created), Some(name), Some(version)) = (created, parts.next(), parts.next())
        else {
            return Err(BundleError::Cursor);
        };
        Ok(Self { created: Reverse(created), name: name.to_owned(), version: version.to_owned() })
    }
}

/// A filter for bundles, and a page of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleFilter {
    /// Only bundles of this origin.
    pub origin: Option<Origin>,
    /// Only bundles with this name.
    pub name: Option<String>,
    /// The page.
    pub portion: PageRange,
}

/// A part of a list, and the length of the whole list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The part.
    pub rows: Vec<T>,
    /// Whether there are rows after it.
    pub has_next: bool,
    /// The length of the whole list.
    pub total: usize,
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
}

impl StoredBundle {
    /// Whether a promotion of it is in progress.
    pub fn is_promoting(&self) -> bool {
        self.promotions.last().is_some_and(Promotion::is_started)
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

/// A bundle as described by a file from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
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
        Self { name, version, origin: Origin::Target, artifacts }
    }
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A page was requested after something that is no position in the list.
    #[error("'after' is not the end of a page of this list: leave it out to begin again")]
    Cursor,
    /// Name, version, an artifact's path or a promotion is invalid.
    #[error("{problem}{}", at.as_ref().map_or_else(String::new, |at| format!(": {at}")))]
    Problem {
        /// What is wrong.
        problem: BundleProblem,
        /// The path of the artifact, if the problem is with one.
        at: Option<String>,
    },
    /// Two artifacts have the same path.
    #[error("two artifacts have the same path: {path}")]
    PathTwice {
        /// The path.
        path: String,
    },
    /// The path of one artifact is a folder of another one, which no file system can store.
    #[error("the artifact {file} is a file, and {below} needs a folder of that name")]
    FileAndFolder {
        /// The one that is a file.
        file: String,
        /// The one below it.
        below: String,
    },
    /// The bundle exists already, and a released bundle does not change.
    #[error("there is a release bundle {name} {version} already: choose another version")]
    Exists {
        /// Its name.
        name: String,
        /// Its version.
        version: String,
    },
    /// The bundle was not created from files in repositories.
    #[error(
        "only a release bundle that was created here from files in repositories can be promoted"
    )]
    NotPromotable,
    /// A promotion of the bundle is in progress.
    #[error("a promotion of this release bundle is in progress: try again when it has ended")]
    Promoting,
    /// No promotion of the bundle is in progress.
    #[error("no promotion of this release bundle is in progress")]
    NotPromoting,
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The signing key could not be read or stored.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// A file of the store could not be read or written.
    #[error("{what} failed: {why}; make room on the disk or mend its rights, and try again")]
    File {
        /// The operation that failed.
        what: &'static str,
        /// The error of the system.
        why: io::Error,
    },
    /// The file with a bundle's artifacts is missing or was changed.
    #[error(
        "the list of the release bundle's artifacts is missing or was changed; restore it from a backup of the data \
         directory"
    )]
    ListLost,
    /// The call of the other platform failed.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// A bug in the service.
    #[error("the release bundles' service failed: {0}; its log says more")]
    Defect(&'static str),
}

impl From<TaskStopped> for BundleError {
    fn from(_: TaskStopped) -> Self {
        Self::Defect("a change stopped")
    }
}

fn failed(what: &'static str) -> impl FnOnce(io::Error) -> BundleError {
    move |why| BundleError::File { what, why }
}
