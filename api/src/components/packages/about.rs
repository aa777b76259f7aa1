//! What a version says of itself beside what lists show: its readme, what it depends on, and who made it. The metadata
//! that is stored of it has that in the form of its package type.

mod readers;

use waybill_machines::rules::repositories::PackageType;

/// What a version says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct About {
    /// What its readme says.
    pub(super) readme: Option<Readme>,
    /// What it depends on, in the order of its author.
    pub(super) dependencies: Vec<Dependency>,
    /// Pages about it: what each is, and its address.
    pub(super) links: Vec<(LinkKind, String)>,
    /// Who made it.
    pub(super) authors: Vec<String>,
    /// What it runs on, such as versions of an engine.
    pub(super) requires: Vec<(String, String)>,
}

/// A readme as its author wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Readme {
    pub(super) text: String,
    pub(super) format: ReadmeFormat,
}

/// How a readme is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadmeFormat {
    Markdown,
    /// Also what has no reader here, such as reStructuredText.
    Plain,
}

/// A page about a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LinkKind {
    Homepage,
    Repository,
    Documentation,
    Issues,
    Changelog,
    Other,
}

impl LinkKind {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Homepage => "homepage",
            Self::Repository => "repository",
            Self::Documentation => "documentation",
            Self::Issues => "issues",
            Self::Changelog => "changelog",
            Self::Other => "other",
        }
    }
}

/// For what a version needs another package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DependencyScope {
    Runtime,
    Peer,
    Optional,
    Build,
    Development,
}

impl DependencyScope {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Runtime => "runtime",
            Self::Peer => "peer",
            Self::Optional => "optional",
            Self::Build => "build",
            Self::Development => "development",
        }
    }
}

/// A package that a version needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// Which versions of it, as the package type writes that; empty for any.
    pub(super) requirement: String,
    pub(super) scope: DependencyScope,
}

/// Reads the metadata of a version. What cannot be read is left out.
pub(super) fn read(package_type: PackageType, document: &[u8]) -> About {
    let read = match package_type {
        PackageType::Npm => readers::npm(document),
        PackageType::Cargo => readers::cargo(document),
        PackageType::Pypi => readers::pypi(document),
        PackageType::Helm => readers::helm(document),
        PackageType::Go => readers::go(document),
        PackageType::Maven | PackageType::Gradle | PackageType::Ivy => readers::maven(document),
        PackageType::Docker | PackageType::Generic | PackageType::Mysql => None,
    };
    let mut about = read.unwrap_or_default();
    about.links.retain(|(_, address)| is_web_page(address));
    about.links.sort();
    about.links.dedup();
    about
}

/// Whether an address is safe to lead people to.
fn is_web_page(address: &str) -> bool {
    address.len() <= 2_048
        && (address.starts_with("https://") || address.starts_with("http://"))
        && !address.contains(|letter: char| letter.is_control() || letter.is_whitespace())
}
