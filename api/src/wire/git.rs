//! Git integrations (INT-02 to INT-07, DET-04).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::git::{GitLastScan, GitProduct, GitVendorProblem};
use waybill_platform::secret::Secret;

/// An integration, without its token.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DescribedGitIntegration {
    /// Its key, which the platform has chosen.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What is integrated: always 1, Git.
    #[serde(rename = "type")]
    pub kind: u8,
    /// The address of the vendor.
    pub url: String,
    /// The user whose token it has.
    pub username: String,
    /// The vendor: 1 to 4.
    pub vendor_name: u8,
    /// What it is for.
    pub products: BTreeSet<GitProduct>,
    /// The repositories that were chosen.
    pub repositories: BTreeSet<String>,
    /// When it was created.
    pub created_on: Timestamp,
    /// When it was changed last.
    pub updated_on: Timestamp,
    /// How its repositories are scanned after pushes.
    pub hooks: DescribedGitHooks,
}

/// How the repositories of an integration are scanned after pushes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedGitHooks {
    /// Whether they are.
    pub enabled: bool,
    /// The repositories that were chosen.
    pub repositories: Vec<DescribedGitHook>,
}

/// How a repository is scanned after pushes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedGitHook {
    /// Its name.
    pub repository: String,
    /// Whether the vendor reports pushes to it.
    pub registered: bool,
    /// Why the vendor does not; null if it does, or was not asked to.
    pub why: Option<GitVendorProblem>,
    /// The last scan after a push; null if there was none.
    pub last_scan: Option<GitLastScan>,
}

/// Whether the repositories of an integration are to be scanned after pushes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WantedGitHooks {
    /// Whether they are to be.
    pub enabled: bool,
}

/// An integration to create or to test, or what it is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct WantedGitIntegration {
    /// The user whose token it is.
    pub user_name: String,
    /// Its name.
    pub integration_name: String,
    /// The token. Without it the stored one stays, which an existing integration has for one address.
    pub token: Option<Secret>,
    /// The address of the vendor; its hosted service if it is missing.
    pub url: Option<String>,
    /// The vendor: 1 `GitHub`, 2 `GitLab`, 3 Bitbucket Cloud, 4 Bitbucket Server.
    pub vendor_name: u8,
    /// What is integrated: 1, Git.
    pub integration_type: u8,
    /// The key of the integration that it is, if it exists.
    pub integration_key: Option<String>,
}

/// The key of an integration that was created.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitKey {
    /// The key.
    pub data: String,
}

/// A token, for an event of the page that has its handle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitToken {
    /// The token.
    pub token: Secret,
}

/// What an integration is for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitProducts {
    /// The products.
    pub products: BTreeSet<GitProduct>,
}

/// Which repositories are listed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct GitRepositoriesQuery {
    /// The page, as the answer before names it; the first one if it is missing.
    pub page: Option<String>,
    /// A part of their names.
    pub query: Option<String>,
}

/// A page of the repositories that the user may read at the vendor.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitRepositories {
    /// The repositories.
    pub repositories: Vec<ListedGitRepository>,
    /// The page behind this one; null if it is the last.
    pub next: Option<String>,
}

/// A repository at a vendor.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ListedGitRepository {
    /// Its name, with that of its owner or project.
    pub name: String,
    /// Its page.
    pub web_url: String,
    /// Its default branch; null if it is empty.
    pub default_branch: Option<String>,
    /// Whether it is private.
    pub private: bool,
}

/// The repositories that are chosen from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChosenGitRepositories {
    /// Their names.
    pub repositories: BTreeSet<String>,
}

/// A repository to scan.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitScanRequest {
    /// Its name, one of those that were chosen.
    pub repository: String,
}

/// What a repository depends on, as far as its manifests and the advisories say. Nothing of it is stored.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitScan {
    /// The repository.
    pub repository: String,
    /// The commit that was read; null if the repository is empty.
    pub revision: Option<String>,
    /// The manifests that were found.
    pub manifests: Vec<GitManifest>,
    /// The affected packages, the most severe first.
    pub findings: Vec<GitFinding>,
    /// Whether there is more than was read or listed.
    pub truncated: bool,
    /// Whether the packages were compared with advisories.
    pub advisories_available: bool,
}

/// A file that names packages.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitManifest {
    /// Its path.
    pub path: String,
    /// What kind of manifest it is.
    pub kind: String,
    /// How many packages it names by their version.
    pub packages: usize,
    /// Why it could not be read, or not all of it; null if it was read.
    pub problem: Option<String>,
}

/// A package of a manifest that advisories are about.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitFinding {
    /// The path of the manifest.
    pub manifest: String,
    /// The package type.
    pub package_type: String,
    /// The name of the package.
    pub name: String,
    /// The version.
    pub version: String,
    /// The advisories, the most severe first.
    pub advisories: Vec<GitAdvisory>,
}

/// An advisory about a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GitAdvisory {
    /// Its identifier.
    pub id: String,
    /// How severe it is: critical, high, medium, low, info or unknown.
    pub severity: String,
    /// The versions behind this one in which it is fixed, the oldest first.
    pub fixed: Vec<String>,
}

/// An integration whose repositories can be scanned.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VcsIntegration {
    /// The key of the integration.
    pub integration_id: String,
    /// The vendor, as the address of its page names it.
    pub vcs_type: &'static str,
    /// The name of the integration.
    pub name: String,
    /// The address of the vendor.
    pub url: String,
    /// The repositories that were chosen.
    pub repositories: BTreeSet<String>,
}
