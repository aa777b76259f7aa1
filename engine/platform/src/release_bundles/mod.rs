//! Release bundles (CHK-01): what was released together, found again by the checksum of any file in it.
//!
//! That there is a bundle is a record of the platform journal. What is in it is a list, a line a file, which lies in
//! a file of its digest's name: a bundle may hold a hundred thousand files, and a record must stay small. Which
//! bundles hold a checksum is a view that is built again from the lists wherever it is missing.

mod artifact;
mod embedded;
mod index;
mod lists;
mod lookup;
mod signing;

use std::future::Future;
use std::io;
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{Bundle, Origin};
use waybill_machines::rules::release_bundles::{BundleProblem, Checksum};
use waybill_machines::secret::PersonId;

pub use artifact::Artifact;
pub use embedded::EmbeddedReleaseBundles;
pub use lists::BUNDLE_BYTES_MAX;
pub use lookup::{Hit, Lookup};

use crate::remote::RemoteError;
use crate::streams::{Act, StreamError};
use crate::vault::VaultError;

/// An answer as it will be.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, BundleError>> + Send + 'a>>;

/// The port. Calls are independent of each other and may run at once.
pub trait ReleaseBundles: Send + Sync + 'static {
    /// Some of the bundles, the newest first.
    fn list(&self, wanted: Wanted) -> Answer<'_, Page<Shown>>;

    /// One bundle with some of its artifacts, by path; nothing when there is none.
    fn one(&self, name: String, version: String, portion: Portion) -> Answer<'_, Option<Details>>;

    /// The bundles that hold a file with this checksum, the newest first: `rows` of them at most.
    fn find(&self, checksum: Checksum, rows: usize) -> Answer<'_, Vec<Found>>;

    /// Takes a bundle in. Of two of the same name and version one is told that it exists.
    fn import(&self, bundle: NewBundle, act: Act) -> Answer<'_, Shown>;
}

/// A part of a long list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portion {
    /// So many are left out before it.
    pub offset: usize,
    /// So many are in it at most.
    pub limit: usize,
}

/// Which bundles are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Those of this origin only.
    pub origin: Option<Origin>,
    /// Those of this name only.
    pub name: Option<String>,
    /// Which of these.
    pub portion: Portion,
}

/// A part of a list, and how long the whole list is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The part.
    pub rows: Vec<T>,
    /// How many there are.
    pub total: usize,
}

/// How far a bundle is, in the words of the platform's public calls. This store takes a bundle in whole or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ReleaseBundleStatus"),
    schemars(rename = "ReleaseBundleStatus")
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// All of it is there.
    Completed,
}

/// A bundle that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// What its record says.
    pub bundle: Bundle,
    /// How far it is.
    pub status: Status,
    /// When it was imported.
    pub created: Timestamp,
    /// By whom; nobody when it was done on the command line.
    pub created_by: Option<PersonId>,
}

/// A bundle and some of what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// The bundle.
    pub shown: Shown,
    /// Its signature is of this very bundle; none when nobody signed it.
    pub signature_holds: Option<bool>,
    /// The artifacts that were asked for.
    pub artifacts: Vec<Artifact>,
}

/// A bundle that holds what was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The bundle.
    pub shown: Shown,
    /// The artifacts that have the checksum, [`FOUND_ARTIFACTS_MAX`] of them at most.
    pub artifacts: Vec<Artifact>,
}

/// So many artifacts of one bundle are told for one checksum.
pub const FOUND_ARTIFACTS_MAX: usize = 20;

/// A bundle to be taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBundle {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What is in it, in any order, no path twice.
    pub artifacts: Vec<Artifact>,
}

/// A bundle as a file describes it that comes from elsewhere.
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
    /// What is in it.
    pub artifacts: Vec<Artifact>,
}

impl From<Manifest> for NewBundle {
    fn from(Manifest { name, version, artifacts }: Manifest) -> Self {
        Self { name, version, origin: Origin::Target, artifacts }
    }
}

/// Why a call gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// Name, version or an artifact's path is not allowed.
    #[error("{problem}{}", at.as_ref().map_or_else(String::new, |at| format!(": {at}")))]
    Problem {
        /// What is wrong.
        problem: BundleProblem,
        /// With which artifact.
        at: Option<String>,
    },
    /// Two artifacts have the same path.
    #[error("two artifacts have the same path: {path}")]
    PathTwice {
        /// Which.
        path: String,
    },
    /// One artifact lies in what is another one itself, which no disk can hold.
    #[error("the artifact {file} is a file, and {below} needs a folder of that name")]
    FileAndFolder {
        /// The one that is a file.
        file: String,
        /// The one below it.
        below: String,
    },
    /// There is such a bundle already, and what was released does not change.
    #[error("there is a release bundle {name} {version} already: choose another version")]
    Exists {
        /// Its name.
        name: String,
        /// Its version.
        version: String,
    },
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The key to sign with could not be read or stored.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// A file of the store could not be read or written.
    #[error("{what} failed: {why}; make room on the disk or mend its rights, and try again")]
    File {
        /// What was tried.
        what: &'static str,
        /// What the system says.
        why: io::Error,
    },
    /// The other platform gave no answer.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// A mistake of ours, or a file that was changed.
    #[error("the release bundles' service failed: {0}; its log says more")]
    Defect(&'static str),
}

fn failed(what: &'static str) -> impl FnOnce(io::Error) -> BundleError {
    move |why| BundleError::File { what, why }
}
