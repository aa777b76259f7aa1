//! The package types of repositories, and what their clients make of a version.

use serde::{Deserialize, Serialize};

/// The kind of packages in a repository, whose clients it serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PackageType {
    /// Files of any kind.
    Generic,
    /// Packages of npm, pnpm and yarn.
    Npm,
    /// Crates of Rust.
    Cargo,
    /// Images and other artifacts of Docker and OCI clients.
    Docker,
    /// Packages of Python.
    Pypi,
    /// Charts of Helm.
    Helm,
    /// Modules of Go.
    Go,
    /// Artifacts of Maven and others that read its repositories.
    Maven,
    /// Artifacts of Gradle, in the layout of Maven.
    Gradle,
    /// Modules of Ivy, in the layout of Maven.
    Ivy,
    /// Files of `MySQL`.
    Mysql,
}

impl PackageType {
    /// All types.
    pub const ALL: [Self; 11] = [
        Self::Generic,
        Self::Npm,
        Self::Cargo,
        Self::Docker,
        Self::Pypi,
        Self::Helm,
        Self::Go,
        Self::Maven,
        Self::Gradle,
        Self::Ivy,
        Self::Mysql,
    ];

    /// The name in the platform's public calls.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Npm => "npm",
            Self::Cargo => "cargo",
            Self::Docker => "docker",
            Self::Pypi => "pypi",
            Self::Helm => "helm",
            Self::Go => "go",
            Self::Maven => "maven",
            Self::Gradle => "gradle",
            Self::Ivy => "ivy",
            Self::Mysql => "mysql",
        }
    }

    /// The type as whose repositories those of this type are served: Gradle and Ivy read repositories of Maven, whose
    /// packages and advisories are theirs, and what has no client of its own is files.
    #[must_use]
    pub const fn served_as(self) -> Self {
        match self {
            Self::Maven | Self::Gradle | Self::Ivy => Self::Maven,
            Self::Generic | Self::Mysql => Self::Generic,
            Self::Npm | Self::Cargo | Self::Docker | Self::Pypi | Self::Helm | Self::Go => self,
        }
    }

    /// Whether its packages have versions, which clients of the type publish. Otherwise files are stored by paths.
    pub const fn has_versions(self) -> bool {
        match self {
            Self::Generic | Self::Mysql => false,
            Self::Npm
            | Self::Cargo
            | Self::Docker
            | Self::Pypi
            | Self::Helm
            | Self::Go
            | Self::Maven
            | Self::Gradle
            | Self::Ivy => true,
        }
    }

    /// Whether a version may get further files after its first one. Otherwise the version is its only file.
    pub const fn has_several_files(self) -> bool {
        match self {
            Self::Generic
            | Self::Mysql
            | Self::Npm
            | Self::Cargo
            | Self::Docker
            | Self::Helm
            | Self::Go => false,
            Self::Pypi | Self::Maven | Self::Gradle | Self::Ivy => true,
        }
    }
}
