//! What is known of a version beside what lists of versions show.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::artifacts::Properties;

/// Which version is meant: the repository and the path of its lead file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionPlaceQuery {
    /// The key of the repository.
    #[serde(rename = "repoKey")]
    pub repository: String,
    /// The path of the file.
    pub path: String,
}

/// The readme of a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionReadme {
    /// As HTML in which nothing runs, loads or sends anything; null if there is none.
    pub readme: Option<String>,
    /// Whether it is longer than what is shown.
    pub is_cut: bool,
}

/// What a version depends on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionDependencies {
    /// The packages, in the order of the author.
    pub dependencies: Vec<VersionDependency>,
}

/// A package that a version needs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionDependency {
    /// The name.
    pub name: String,
    /// Which versions of it, as the package type writes that; empty for any.
    pub requirement: String,
    /// For what it is needed: runtime, peer, optional, build or development.
    pub scope: &'static str,
    /// The id of the package, which need not be here.
    pub package_id: String,
}

/// The properties of the lead file of a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionProperties {
    /// The values by name.
    pub properties: Properties,
}

/// Who made a version, and where more is known of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionAbout {
    /// Pages about it.
    pub links: Vec<VersionLink>,
    /// Who made it.
    pub authors: Vec<String>,
    /// What it runs on.
    pub requires: Vec<VersionRequirement>,
}

/// A page about a package.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionLink {
    /// What it is: homepage, repository, documentation, issues, changelog or other.
    pub kind: &'static str,
    /// Its address.
    pub url: String,
}

/// What a version runs on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionRequirement {
    /// Such as node, python or go.
    pub name: String,
    /// Which versions of it.
    pub versions: String,
}

/// Which version is to be installed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct InstallQuery {
    /// The id of the package.
    #[serde(rename = "packageId")]
    pub package_id: String,
    /// The version.
    pub version: String,
    /// The key of the repository that clients are to use.
    #[serde(rename = "repoKey")]
    pub repository: String,
}

/// How a version is installed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct InstallCommands {
    /// One for each client.
    pub commands: Vec<InstallCommand>,
}

/// How a client installs a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct InstallCommand {
    /// The client.
    pub client: String,
    /// What is entered in a shell, or in the file of a project.
    pub command: String,
}

/// The runs of builds that made a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionBuilds {
    /// The runs, the newest first.
    pub runs: Vec<VersionBuild>,
}

/// A run of a build that made a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionBuild {
    /// The name of the build.
    pub name: String,
    /// The number of the run.
    pub number: String,
    /// The key of the project; null if it belongs to none.
    pub project: Option<String>,
    /// When it began.
    pub started: Timestamp,
    /// The server or program that ran it; empty if it is not named.
    pub agent: String,
}
