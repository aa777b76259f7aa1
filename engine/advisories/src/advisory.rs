//! An advisory, and what it says of one package.

use std::fmt;

use serde::{Deserialize, Serialize};
use waybill_machines::rules::repositories::PackageType;

use crate::Severity;

/// What the identifiers of the CVE list begin with.
const CVE: &str = "CVE-";

/// A document of OSV.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advisory {
    /// Its identifier, such as `GHSA-..` or `RUSTSEC-..`.
    pub id: String,
    /// The same vulnerability in other databases.
    pub aliases: Vec<String>,
    /// One line about it.
    pub summary: String,
    /// More about it, in Markdown.
    pub details: String,
    /// When the document was changed last, as it has it.
    pub modified: String,
    /// When it was published, as it has it.
    pub published: Option<String>,
    /// When it was withdrawn, as it has it. It is about no version then.
    pub withdrawn: Option<String>,
    /// How severe it is, where it does not say otherwise for a package.
    pub severity: Severity,
    /// Pages about it.
    pub references: Vec<Reference>,
    /// The packages that it is about, each once, in the order of the document.
    pub packages: Vec<PackageAdvisory>,
    /// What was left out, and why.
    pub skipped: Vec<Skipped>,
}

impl Advisory {
    /// Its identifiers in the CVE list.
    pub fn cves(&self) -> impl Iterator<Item = &str> {
        cves(&self.id, &self.aliases)
    }
}

fn cves<'a>(id: &'a str, aliases: &'a [String]) -> impl Iterator<Item = &'a str> {
    let all = std::iter::once(id).chain(aliases.iter().map(String::as_str));
    all.filter(|id| id.starts_with(CVE))
}

/// A page about an advisory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// What kind of page, such as `FIX`.
    pub kind: String,
    /// Its address. It comes from outside and may be any text.
    pub url: String,
}

/// A package, by its type and the name that all its spellings share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Package {
    /// The type.
    pub package_type: PackageType,
    /// The name, as [`crate::normalised`] writes it.
    pub name: String,
}

/// What an advisory says of one package: what is stored in a table by package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageAdvisory {
    /// The package.
    pub package: Package,
    /// The identifier of the advisory.
    pub id: String,
    /// The same vulnerability in other databases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// One line about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// How severe it is for this package.
    pub severity: Severity,
    /// The ranges of versions that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<Range>,
    /// Single versions that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
}

impl PackageAdvisory {
    /// Its identifiers in the CVE list.
    pub fn cves(&self) -> impl Iterator<Item = &str> {
        cves(&self.id, &self.aliases)
    }
}

/// Versions between events, which are in the order of the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Range {
    /// What happens at versions.
    pub events: Vec<Event>,
}

/// What happens at a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// From here on, versions are affected; `0` is before all versions.
    Introduced(String),
    /// From here on, they are not.
    Fixed(String),
    /// Those behind this one are not.
    LastAffected(String),
    /// The range ends before this one, or before another limit; `*` is behind all versions.
    Limit(String),
}

impl Event {
    /// The version.
    pub fn version(&self) -> &str {
        let (Self::Introduced(version)
        | Self::Fixed(version)
        | Self::LastAffected(version)
        | Self::Limit(version)) = self;
        version
    }
}

/// A part of a document that no version can be matched against, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Skipped {
    /// It names no package.
    NoPackage,
    /// Its ecosystem has no package type here.
    NoPackageType {
        /// The ecosystem.
        ecosystem: String,
    },
    /// OSV does not define its ecosystem.
    UnknownEcosystem {
        /// What it names.
        ecosystem: String,
    },
    /// A range of commits, which needs the repository of the sources.
    Commits {
        /// The name of the package.
        package: String,
    },
    /// A range of a type that OSV does not define.
    UnknownRange {
        /// The name of the package.
        package: String,
        /// The type.
        kind: String,
    },
    /// A range with a version that the ecosystem does not have, so that nothing can be compared with it.
    UnreadableRange {
        /// The name of the package.
        package: String,
        /// The version.
        version: String,
    },
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPackage => write!(f, "An affected entry names no package."),
            Self::NoPackageType { ecosystem } => {
                write!(f, "The ecosystem {ecosystem:?} has no package type here.")
            }
            Self::UnknownEcosystem { ecosystem } => {
                write!(f, "The ecosystem {ecosystem:?} is unknown.")
            }
            Self::Commits { package } => write!(f, "A range of {package:?} is one of commits."),
            Self::UnknownRange { package, kind } => {
                write!(f, "A range of {package:?} has the unknown type {kind:?}.")
            }
            Self::UnreadableRange { package, version } => {
                write!(f, "A range of {package:?} has {version:?}, which is no version.")
            }
        }
    }
}
