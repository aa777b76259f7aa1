//! Cleanup policies in the format of the platform's public API (3.7). The console has them in the same form.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::cleanup_policy::{CleanupCounts, CleanupRun};

/// All cleanup policies.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CleanupPolicies {
    /// The policies, by key.
    pub policies: Vec<DescribedCleanupPolicy>,
}

/// A cleanup policy to create, or what one is to be from now on. What is missing has its default.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedCleanupPolicy {
    /// Its key; that of the address, if it has one.
    pub key: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// When it runs by itself, in UTC: a cron expression with five parts, or six or seven as Quartz has them. Never if
    /// it is missing.
    pub cron_exp: Option<String>,
    /// How long a run may take, in minutes; 60 if it is missing.
    pub duration_in_minutes: Option<u32>,
    /// Whether it runs by itself; true if it is missing.
    pub enabled: Option<bool>,
    /// Whether what it removes is deleted at once instead of going to the trash.
    pub skip_trashcan: Option<bool>,
    /// The project whose repositories alone it concerns.
    pub project_key: Option<String>,
    /// What it removes.
    pub search_criteria: CleanupSearch,
}

/// What a policy removes: what all of the criteria apply to. A number that is missing or 0 is no criterion.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct CleanupSearch {
    /// The package types; all if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package_types: Option<Vec<String>>,
    /// The keys of local repositories; `**` or none for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repos: Option<Vec<String>>,
    /// The keys of those that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded_repos: Option<Vec<String>>,
    /// Patterns of names of packages, or of paths of files without versions; all if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub included_packages: Option<Vec<String>>,
    /// Patterns of those that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded_packages: Option<Vec<String>>,
    /// Whether a policy without a project concerns the repositories of projects; true if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_all_projects: Option<bool>,
    /// Only what was stored so many days ago or earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_before_in_days: Option<u32>,
    /// Only what was neither downloaded nor stored for so many days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_downloaded_before_in_days: Option<u32>,
    /// Only versions beside so many newest ones of their package, in the order of its package type.
    #[serde(rename = "keepLastNVersions", skip_serializing_if = "Option::is_none")]
    pub keep_last_n_versions: Option<u32>,
}

/// A cleanup policy.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedCleanupPolicy {
    /// Its unique key.
    pub key: String,
    /// What it is for.
    pub description: String,
    /// When it runs by itself; empty if it never does.
    pub cron_exp: String,
    /// How long a run may take, in minutes.
    pub duration_in_minutes: u32,
    /// Whether it runs by itself.
    pub enabled: bool,
    /// Whether what it removes is deleted at once.
    pub skip_trashcan: bool,
    /// The project whose repositories alone it concerns.
    pub project_key: Option<String>,
    /// What it removes.
    pub search_criteria: CleanupSearch,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it runs by itself the next time.
    pub next_run: Option<Timestamp>,
    /// Its newest run.
    pub last_run: Option<CleanupRun>,
    /// What the run in progress has done so far.
    pub progress: Option<CleanupCounts>,
}

/// Whether a policy runs by itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CleanupEnablement {
    /// Whether it does from now on.
    pub enabled: bool,
}

/// A part of what a policy would remove.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct CleanupCandidatesQuery {
    /// The place in the list from which it goes on.
    pub from: Option<u64>,
    /// How many at most.
    pub limit: Option<usize>,
}

/// What a policy would remove now.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CleanupCandidates {
    /// A part of the list, by repository and name.
    pub candidates: Vec<CleanupCandidate>,
    /// The place from which it goes on; none at its end.
    pub next: Option<u64>,
    /// How much it is altogether.
    pub totals: CleanupCounts,
    /// Whether everything was looked at. Otherwise there may be more than the totals say.
    pub complete: bool,
}

/// A version, or a file without one, that a policy would remove.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CleanupCandidate {
    /// The key of the repository.
    pub repo: String,
    /// The name of the package; none for a file without a version.
    pub package: Option<String>,
    /// The version.
    pub version: Option<String>,
    /// The path of its first file.
    pub path: String,
    /// The number of its files.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// When a file of it was stored last.
    pub stored_at: Timestamp,
    /// When a file of it was downloaded last.
    pub last_downloaded: Option<Timestamp>,
    /// How many versions of the package are newer.
    pub newer_versions: Option<u32>,
    /// Why it is selected: each of the criteria.
    pub why: Vec<CleanupReason>,
}

/// A criterion that selects something.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum CleanupReason {
    /// It is old.
    CreatedBefore,
    /// It was not used for long.
    Unused,
    /// There are enough newer versions.
    BeyondLastVersions,
}
