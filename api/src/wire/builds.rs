//! Builds in the console.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::builds::{BuildCounts, BuildPromotion};
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::builds::{StoredBuild, Vcs};

use super::Names;

/// Which builds the console shows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildsQuery {
    /// Only builds whose name has this text.
    pub text: Option<String>,
    /// Only builds of this project.
    pub project: Option<String>,
    /// `next` of the page before.
    pub after: Option<String>,
    /// Maximum number of rows.
    pub limit: Option<usize>,
}

/// Builds that the user may see: those that began last come first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildsPage {
    /// The builds.
    pub builds: Vec<BuildRow>,
    /// The names of those who published them.
    pub names: Names,
    /// Where the next page begins; null after the last one.
    pub next: Option<String>,
    /// The number of all builds that are found.
    pub total: usize,
    /// The address of this server, for commands that publish a build.
    pub server: String,
}

/// A build with its last run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildRow {
    /// The name.
    pub name: String,
    /// The key of its project; null if it belongs to none.
    pub project: Option<String>,
    /// The number of its runs.
    pub runs: usize,
    /// The run that began last.
    pub last: BuildRunRow,
}

/// The build whose runs are wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildRunsQuery {
    /// The name of the build.
    pub name: String,
    /// The key of its project.
    pub project: Option<String>,
    /// `next` of the page before.
    pub after: Option<String>,
    /// Maximum number of rows.
    pub limit: Option<usize>,
}

/// Runs of a build: those that began last come first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildRunsPage {
    /// The runs.
    pub runs: Vec<BuildRunRow>,
    /// The names of those who published them.
    pub names: Names,
    /// Where the next page begins; null after the last one.
    pub next: Option<String>,
    /// The number of all runs that the user may see.
    pub total: usize,
}

/// A run of a build.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildRunRow {
    /// The number.
    pub number: String,
    /// When it began.
    pub started: Timestamp,
    /// When it was published.
    pub published_at: Timestamp,
    /// The user who published it; null if the server did.
    pub published_by: Option<PersonId>,
    /// The server or program that ran it; empty if it is not named.
    pub agent: String,
    /// What is in its build-info.
    pub counts: BuildCounts,
    /// Whether the user may delete it.
    pub may_delete: bool,
}

impl BuildRunRow {
    /// A run, for a user who may or may not delete it.
    pub fn new(stored: &StoredBuild, may_delete: bool) -> Self {
        Self {
            number: stored.build.number.clone(),
            started: stored.build.started_at,
            published_at: stored.published_at,
            published_by: stored.published_by.clone(),
            agent: stored.build.agent.clone(),
            counts: stored.build.counts,
            may_delete,
        }
    }
}

/// A run of a build.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildRunQuery {
    /// The name of the build.
    pub name: String,
    /// The number.
    pub number: String,
    /// The key of the project.
    pub project: Option<String>,
}

/// What is known of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildDetails {
    /// The run.
    pub run: BuildRunRow,
    /// When it began, as its server wrote it.
    pub started_text: String,
    /// The names of those who published and promoted it.
    pub names: Names,
    /// The program that built it.
    pub build_agent: String,
    /// How long it took, in milliseconds; null if it is not known.
    pub duration_ms: Option<u64>,
    /// The user of the server who began it; may be empty.
    pub principal: String,
    /// The address of the run at its server; may be empty.
    pub url: String,
    /// Where its source is.
    pub vcs: Vec<Vcs>,
    /// Its modules.
    pub modules: Vec<BuildModule>,
    /// The first of its properties, by name.
    pub properties: BTreeMap<String, String>,
    /// The number of all properties.
    pub properties_total: usize,
    /// The SHA-256 of the build-info.
    pub sha256: Digest,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its promotions, the newest last.
    pub promotions: Vec<BuildPromotion>,
}

/// A module of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildModule {
    /// Its id.
    pub id: String,
    /// Its type; may be empty.
    pub r#type: String,
    /// The number of files that came out of it.
    pub artifacts: usize,
    /// The number of files that went into it.
    pub dependencies: usize,
}

/// Which files of a module are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum BuildFileKind {
    /// Those that came out of it.
    Artifacts,
    /// Those that went into it.
    Dependencies,
}

/// Files of a module of a run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildFilesQuery {
    /// The name of the build.
    pub name: String,
    /// The number.
    pub number: String,
    /// The key of the project.
    pub project: Option<String>,
    /// The position of the module in the build-info.
    pub module: usize,
    /// Which of its files.
    pub kind: BuildFileKind,
    /// Only files whose name or id has this text.
    pub text: Option<String>,
    /// Number of files to skip.
    pub offset: Option<usize>,
    /// Maximum number of files.
    pub limit: Option<usize>,
}

/// Files of a module, in the order of the build-info.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildFilesPage {
    /// The files.
    pub files: Vec<BuildFile>,
    /// The number of all files that are found.
    pub total: usize,
}

/// A file that came out of a build, or went into it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildFile {
    /// The name of an artifact, or the id of a dependency.
    pub name: String,
    /// Its type; may be empty.
    pub r#type: String,
    /// Its SHA-256; may be empty.
    pub sha256: String,
    /// Its SHA-1; may be empty.
    pub sha1: String,
    /// What a dependency is needed for.
    pub scopes: Vec<String>,
    /// Where a stored file has its checksum, if there is one that the user may read.
    pub place: Option<BuildFilePlace>,
}

/// Where a file is stored.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildFilePlace {
    /// The key of the repository.
    pub repository: String,
    /// The path in it.
    pub path: String,
}

/// Two runs of a build.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildDiffQuery {
    /// The name of the build.
    pub name: String,
    /// The number of the newer run.
    pub number: String,
    /// The number of the older run.
    pub older: String,
    /// The key of the project.
    pub project: Option<String>,
}

/// What has changed between two runs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildDiff {
    /// The files that came out of them.
    pub artifacts: BuildChangeList,
    /// The files that went into them.
    pub dependencies: BuildChangeList,
    /// Their properties.
    pub properties: BuildChangeList,
}

/// What has changed in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildChangeList {
    /// The first of the changes: what is new, what is not the same, and what is removed.
    pub changes: Vec<BuildChange>,
    /// The number of all changes.
    pub total: usize,
    /// How much is the same in both.
    pub unchanged: usize,
}

/// How something has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum BuildChangeKind {
    /// Only the newer run has it.
    New,
    /// Both have it, and it is not the same.
    Updated,
    /// Only the older run has it.
    Removed,
}

/// A change.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildChange {
    /// How it has changed.
    pub kind: BuildChangeKind,
    /// What it is in the newer run; in the older one if it is removed.
    pub name: String,
    /// The checksum of a file, or the value of a property.
    pub value: String,
    /// The same in the older run, of what is updated.
    pub before: Option<BuildBefore>,
}

/// What something was in the older run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildBefore {
    /// What it was.
    pub name: String,
    /// Its checksum or value.
    pub value: String,
}

/// Runs that the user deletes in the console.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildRunsToDelete {
    /// The name of the build.
    pub name: String,
    /// The key of its project.
    pub project: Option<String>,
    /// The numbers.
    pub numbers: Vec<String>,
}

/// How many runs were deleted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DeletedRuns {
    /// Their number.
    pub deleted: usize,
}

/// Which builds a page follows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildsArgs {
    /// Only this build; all without a name.
    pub name: Option<String>,
}

/// Runs that were published, promoted or deleted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BuildChanges {
    /// The runs that the user may see.
    pub runs: Vec<ChangedBuildRun>,
    /// Whether nothing is missing; otherwise the page reads everything again.
    pub complete: bool,
}

/// A run that was published, promoted or deleted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChangedBuildRun {
    /// The name of the build.
    pub name: String,
    /// The key of its project.
    pub project: Option<String>,
    /// The number.
    pub number: String,
}
