//! The order of versions of each package type, which is that of its own clients: npm, Cargo, pip, Maven, go and Helm.
//!
//! A version is read once, into a key whose bytes have its order. Two texts may be one version, as `1.0` and `1` are to
//! pip: [`Version::compare`] has them equal, and [`Scheme::compare`] goes on with their texts, so that a list has one
//! order. Maven's order is the exception in both: it has no key, and no total order either (`maven.rs`).

mod cargo;
pub mod go;
mod helm;
mod key;
mod maven;
mod npm;
mod pep440;
mod semver;

use std::cmp::Ordering;

use waybill_machines::rules::repositories::PackageType;

use crate::key::Key;
use crate::maven::Parts;

/// The longest version, in bytes; a longer text is none.
pub const VERSION_BYTES_MAX: usize = 1000;

/// How versions are written and ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// As the package `semver` of npm reads them loosely.
    Npm,
    /// As Cargo reads them: Semantic Versioning 2.
    Cargo,
    /// As pip reads them: PEP 440.
    Pypi,
    /// As `ComparableVersion` of Maven has it.
    Maven,
    /// As go reads them: Semantic Versioning with a `v`.
    Go,
    /// As Helm reads them.
    Helm,
}

/// A version that has been read, to be compared with others of its scheme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    order: Order,
    stage: Stage,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Order {
    Key(Key),
    Parts(Parts),
}

/// How ready a version is. The order is that in which versions are offered as the latest one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// Made of a commit and no tag, as go does.
    Commit,
    PreRelease,
    Release,
}

impl Stage {
    const fn of(is_release: bool) -> Self {
        if is_release { Self::Release } else { Self::PreRelease }
    }
}

impl Version {
    const fn with_key(key: Key, stage: Stage) -> Self {
        Self { order: Order::Key(key), stage }
    }

    /// The order of two versions of one scheme. Equal are those that are the same for its clients, such as two that
    /// differ in build metadata only.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        match (&self.order, &other.order) {
            (Order::Key(one), Order::Key(other)) => one.cmp(other),
            (Order::Parts(one), Order::Parts(other)) => one.compare(other),
            // Versions of two schemes have no order. This one is fixed at least.
            (Order::Key(_), Order::Parts(_)) => Ordering::Less,
            (Order::Parts(_), Order::Key(_)) => Ordering::Greater,
        }
    }

    /// Whether clients take it only if they are asked to: a pre-release, or a version of a commit.
    pub fn is_prerelease(&self) -> bool {
        self.stage != Stage::Release
    }
}

impl Scheme {
    /// All schemes.
    pub const ALL: [Self; 6] =
        [Self::Npm, Self::Cargo, Self::Pypi, Self::Maven, Self::Go, Self::Helm];

    /// The scheme of a package type. None for images, whose versions are tags and digests, and for generic files: these
    /// have no order of their own, and their caller chooses one, such as that of time.
    pub const fn of(package_type: PackageType) -> Option<Self> {
        match package_type {
            PackageType::Npm => Some(Self::Npm),
            PackageType::Cargo => Some(Self::Cargo),
            PackageType::Pypi => Some(Self::Pypi),
            PackageType::Maven | PackageType::Gradle | PackageType::Ivy => Some(Self::Maven),
            PackageType::Go => Some(Self::Go),
            PackageType::Helm => Some(Self::Helm),
            PackageType::Docker | PackageType::Generic | PackageType::Mysql => None,
        }
    }

    /// Reads a version. None if the scheme has no such one.
    pub fn parse(self, text: &str) -> Option<Version> {
        if text.len() > VERSION_BYTES_MAX {
            return None;
        }
        match self {
            Self::Npm => npm::parse(text),
            Self::Cargo => cargo::parse(text),
            Self::Pypi => pep440::parse(text),
            Self::Maven => maven::parse(text),
            Self::Go => go::parse(text),
            Self::Helm => helm::parse(text),
        }
    }

    /// Whether a text is a version.
    pub fn is_valid(self, text: &str) -> bool {
        self.parse(text).is_some()
    }

    /// Whether a text is a version that clients take only if they are asked to.
    pub fn is_prerelease(self, text: &str) -> bool {
        self.parse(text).is_some_and(|version| version.is_prerelease())
    }

    /// The order of two texts: those that are no versions first, by their bytes; then versions, and those that are the
    /// same for clients by their bytes. It is total, except for some odd versions of Maven: sort those with
    /// [`Scheme::sort`], since the standard library may panic when it sorts by an order that is not total.
    pub fn compare(self, one: &str, other: &str) -> Ordering {
        let (read, other_read) = (self.parse(one), self.parse(other));
        listed((read.as_ref(), one), (other_read.as_ref(), other), Version::compare)
    }

    /// The order in which the last version is the latest one: pre-releases come before all releases, and versions that
    /// go made of commits before both.
    pub fn compare_as_latest(self, one: &str, other: &str) -> Ordering {
        let (read, other_read) = (self.parse(one), self.parse(other));
        listed((read.as_ref(), one), (other_read.as_ref(), other), |one, other| {
            one.stage.cmp(&other.stage).then_with(|| one.compare(other))
        })
    }

    /// The latest one of some versions: a release, if there is one.
    pub fn newest<'t>(self, versions: impl Iterator<Item = &'t str>) -> Option<&'t str> {
        versions.max_by(|one, other| self.compare_as_latest(one, other))
    }

    /// Sorts by versions, the oldest first, in the order of [`Scheme::compare`]. Each version is read once.
    pub fn sort<T>(self, items: Vec<T>, version: impl Fn(&T) -> &str) -> Vec<T> {
        let read = items.into_iter().map(|item| (self.parse(version(&item)), item));
        let order = |one: &(Option<Version>, T), other: &(Option<Version>, T)| {
            let (read, other_read) = (one.0.as_ref(), other.0.as_ref());
            listed((read, version(&one.1)), (other_read, version(&other.1)), Version::compare)
        };
        let mut sorted = Vec::with_capacity(read.len());
        if self == Self::Maven {
            // A search finds a place in every order, also in one that is not total.
            for item in read {
                let at = sorted.partition_point(|before| order(before, &item).is_le());
                sorted.insert(at, item);
            }
        } else {
            sorted.extend(read);
            sorted.sort_by(order);
        }
        sorted.into_iter().map(|(_, item)| item).collect()
    }

    /// Bytes whose order is that of [`Scheme::compare`], for an index. None for Maven, whose order has no such bytes.
    pub fn sort_key(self, text: &str) -> Option<Vec<u8>> {
        let mut key = match self.parse(text) {
            Some(Version { order: Order::Key(key), .. }) => key.after(1),
            Some(Version { order: Order::Parts(_), .. }) => return None,
            None if self == Self::Maven => return None,
            None => vec![0],
        };
        key.extend_from_slice(text.as_bytes());
        Some(key)
    }
}

/// The order of two texts with what was read of them.
fn listed(
    (one, one_text): (Option<&Version>, &str),
    (other, other_text): (Option<&Version>, &str),
    order: impl FnOnce(&Version, &Version) -> Ordering,
) -> Ordering {
    let by_version = match (one, other) {
        (Some(one), Some(other)) => order(one, other),
        _ => one.is_some().cmp(&other.is_some()),
    };
    by_version.then_with(|| one_text.cmp(other_text))
}
