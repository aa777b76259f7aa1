//! Builds (BUILD-01): what servers that build software publish of each run: which files came out of it, and which went
//! into it.
//!
//! A run is known by its project, name and number, and is a stream of the platform journal
//! (`build/<digest of the three>`). Its build-info is stored as it was sent, in a file that is named by its digest, so
//! that fields which this build does not know are kept. A number that is published again means its newest publication.

mod diff;
mod documents;
mod embedded;
mod info;
mod origin;
mod table;

use std::cmp::Reverse;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;

use tokio::sync::broadcast;
use waybill_machines::Timestamp;
use waybill_machines::rules::builds::{
    BuildProblem, BuildPromotion, BuildPublication, check_promotion,
};
use waybill_machines::secret::PersonId;

use crate::keyed::TaskStopped;
use crate::permissions::BuildSight;
use crate::stored_file::FileProblem;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

pub use diff::{Changes, Diff, Pair, Property, diff};
pub use embedded::EmbeddedBuilds;
pub(crate) use embedded::is_run_of;
pub use info::{
    Agent, Artifact, BuildInfo, Dependency, FILES_MAX, InfoProblem, MODULES_MAX, Module, NewBuild,
    TEXT_BYTES_MAX, Vcs,
};
pub use origin::builds_of;

/// The largest build-info, in bytes.
pub const DOCUMENT_BYTES_MAX: usize = 32 * 1_024 * 1_024;
/// The most runs of builds of the installation: a view of them is in memory.
pub const BUILDS_MAX: usize = 100_000;
/// How much the build-infos of all runs may have together, in bytes.
pub const DOCUMENTS_BYTES_MAX: u64 = 64 * 1_024 * 1_024 * 1_024;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, BuildError>> + Send + 'a>>;

/// The port for builds. What a caller may see is judged here, by its sight; what it may change, before.
pub trait Builds: Send + Sync + 'static {
    /// Publishes a run. It replaces the run with the same project, name and number if the caller may do that; the same
    /// build-info again changes nothing.
    fn publish(
        &self,
        new: NewBuild,
        may_replace: bool,
        context: ChangeContext,
    ) -> Answer<'_, StoredBuild>;

    /// A page of the builds of which the caller may see a run: those that began last come first.
    fn builds(&self, filter: BuildFilter, sight: BuildSight) -> Answer<'_, Page<BuildSummary>>;

    /// A page of the runs of a build that the caller may see: those that began last come first.
    fn numbers(
        &self,
        build: BuildId,
        range: PageRange,
        sight: BuildSight,
    ) -> Answer<'_, Page<StoredBuild>>;

    /// A run; `None` if there is none, whether the caller may see it or not.
    fn run(&self, build: BuildId, number: String) -> Answer<'_, Option<StoredBuild>>;

    /// The build-info of a run, as it was sent.
    fn document(&self, stored: &StoredBuild) -> Answer<'_, Vec<u8>>;

    /// What is in the build-info of a run.
    fn info(&self, stored: &StoredBuild) -> Answer<'_, Arc<BuildInfo>>;

    /// Records a promotion of a run as it was read; `None` if there is no such run any longer. Fails if another
    /// build-info is published under its number meanwhile.
    fn promote(
        &self,
        read: &StoredBuild,
        promotion: NewPromotion,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBuild>>;

    /// Deletes a run. Whether there was one.
    fn delete(&self, build: BuildId, number: String, context: ChangeContext) -> Answer<'_, bool>;

    /// The runs that are published, promoted and deleted from now on.
    fn changes(&self) -> broadcast::Receiver<ChangedRun>;
}

/// A build: its name, within a project or outside of all.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BuildId {
    /// Its name.
    pub name: String,
    /// The key of its project; none if it belongs to no project.
    pub project: Option<String>,
}

impl BuildId {
    /// The build that a publication belongs to.
    pub fn of(publication: &BuildPublication) -> Self {
        Self { name: publication.name.clone(), project: publication.project.clone() }
    }
}

/// A published run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBuild {
    /// What is recorded of it.
    pub build: Box<BuildPublication>,
    /// When it was published.
    pub published_at: Timestamp,
    /// The user who published it; `None` for the server itself.
    pub published_by: Option<PersonId>,
    /// Its promotions, the newest last.
    pub promotions: Vec<BuildPromotion>,
}

/// A promotion of a run to be recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewPromotion {
    /// The status that it has reached; may be empty.
    pub status: String,
    /// Why; may be empty.
    pub comment: String,
    /// The key of the repository that its files were moved or copied to.
    pub repository: Option<String>,
}

impl NewPromotion {
    /// Checks it before something is done for it.
    ///
    /// # Errors
    ///
    /// [`BuildError::Problem`], if it cannot be recorded.
    pub fn check(&self) -> Result<(), BuildError> {
        let Self { status, comment, repository } = self;
        check_promotion(status, comment, repository.as_deref()).map_err(BuildError::Problem)
    }
}

/// A build in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildSummary {
    /// The run that began last.
    pub last: Arc<StoredBuild>,
    /// The number of its runs that the caller may see.
    pub runs: usize,
}

/// Which builds are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BuildFilter {
    /// Only those of this project.
    pub project: Option<String>,
    /// Only those whose name has this text, in any case.
    pub text: String,
    /// The page.
    pub range: PageRange,
}

/// A part of a long list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageRange {
    /// Only rows after this one; from the first one if there is none.
    pub after: Option<Cursor>,
    /// The most rows.
    pub limit: usize,
}

/// A part of a list, and the length of the whole list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The part.
    pub rows: Vec<T>,
    /// Where the next part begins; none after the last one.
    pub next: Option<Cursor>,
    /// The length of the whole list.
    pub total: usize,
}

/// The position of a run in a list: those that began last come first. It does not move when others are added.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    started: Reverse<Timestamp>,
    rest: String,
}

impl Cursor {
    /// The position of a build in the list of builds, by its last run.
    pub fn of_build(last: &BuildPublication) -> Self {
        let project = last.project.as_deref().unwrap_or_default();
        let rest = format!("{project}\u{1f}{}", last.name);
        Self { started: Reverse(last.started_at), rest }
    }

    /// The position of a run in the list of the runs of a build.
    pub fn of_run(run: &BuildPublication) -> Self {
        Self { started: Reverse(run.started_at), rest: run.number.clone() }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.started.0.as_ms(), self.rest)
    }
}

impl FromStr for Cursor {
    type Err = BuildError;

    fn from_str(text: &str) -> Result<Self, BuildError> {
        let (started, rest) = text.split_once('/').ok_or(BuildError::Cursor)?;
        let started = started.parse().map_err(|_| BuildError::Cursor)?;
        Ok(Self { started: Reverse(Timestamp::from_ms(started)), rest: rest.to_owned() })
    }
}

/// A run that was published, promoted or deleted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangedRun {
    /// The build.
    pub build: BuildId,
    /// The number.
    pub number: String,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// What would be recorded is not valid.
    #[error("{0}")]
    Problem(BuildProblem),
    /// The build-info is not valid.
    #[error(transparent)]
    Info(#[from] InfoProblem),
    /// The number is published with another build-info, and the caller may not replace it.
    #[error(
        "this number is published with another build-info, and replacing it needs the permission DELETE; publish another number"
    )]
    Exists,
    /// Another build-info is published under the number than the one whose files were promoted.
    #[error(
        "another build-info was published under this number meanwhile, and the promotion is not recorded; promote the number again"
    )]
    Replaced,
    /// The installation has the most runs allowed.
    #[error("there are {BUILDS_MAX} numbers of builds, which is the most; delete old ones first")]
    TooMany,
    /// The build-infos of all runs have the most bytes allowed.
    #[error("the build-infos of all builds have 64 GiB, which is the most; delete old ones first")]
    TooLarge,
    /// A page was requested after something that is no position in the list.
    #[error("'after' is not the end of a page of this list; leave it out to begin again")]
    Cursor,
    /// The build-info is missing, or was changed.
    #[error(
        "the build-info is missing or was changed; restore it from a backup of the data directory, or publish the build again"
    )]
    DocumentLost(#[source] FileProblem),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A file could not be written or read.
    #[error(transparent)]
    File(#[from] VaultError),
    /// A bug in the service.
    #[error("the service of builds failed: {0}; its log says more")]
    Defect(&'static str),
}

impl From<TaskStopped> for BuildError {
    fn from(_: TaskStopped) -> Self {
        Self::Defect("a change stopped")
    }
}
