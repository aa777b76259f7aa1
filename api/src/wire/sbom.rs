//! Software bills of materials.

use serde::Deserialize;

/// A format of software bills of materials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum SbomFormat {
    /// `CycloneDX` 1.6 as JSON.
    #[default]
    Cyclonedx,
    /// SPDX 2.3 as JSON.
    Spdx,
}

/// The version whose software bill of materials is wanted: the repository and the path of its lead file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct VersionSbomQuery {
    /// The key of the repository.
    #[serde(rename = "repoKey")]
    pub repository: String,
    /// The path of the file.
    pub path: String,
    /// The format; `CycloneDX` without it.
    pub format: Option<SbomFormat>,
    /// Whether the vulnerabilities that are known are part of it. Only `CycloneDX` has them.
    pub vulnerabilities: Option<bool>,
}

/// The run of a build whose software bill of materials is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct BuildSbomQuery {
    /// The name of the build.
    pub name: String,
    /// The number.
    pub number: String,
    /// The key of the project.
    pub project: Option<String>,
    /// The format; `CycloneDX` without it.
    pub format: Option<SbomFormat>,
}
