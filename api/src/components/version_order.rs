//! What each package type knows of the order of its versions, for cleanup policies.

use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{ListedVersions, StoredVersion, VersionRules};

use super::{docker, go, helm, maven, npm, pypi};

/// The rules of a package type.
pub fn rules(package_type: PackageType) -> VersionRules {
    let sorted = match package_type {
        PackageType::Npm | PackageType::Cargo => by_semver,
        PackageType::Pypi => by_pep440,
        PackageType::Helm => of_charts,
        PackageType::Go => of_modules,
        PackageType::Maven => of_maven,
        // Versions are digests, which have no order of their own.
        PackageType::Docker | PackageType::Generic => by_time,
    };
    let listed = (package_type == PackageType::Docker).then_some(docker::listed as ListedVersions);
    VersionRules { sorted, listed, tagged_stay: package_type != PackageType::Docker }
}

fn by_semver(mut all: Vec<StoredVersion>) -> Vec<StoredVersion> {
    all.sort_by(|one, other| npm::compare(&one.version, &other.version));
    all
}

fn by_pep440(mut all: Vec<StoredVersion>) -> Vec<StoredVersion> {
    all.sort_by(|one, other| pypi::by_version(&one.version, &other.version));
    all
}

fn of_charts(mut all: Vec<StoredVersion>) -> Vec<StoredVersion> {
    all.sort_by(|one, other| helm::compare(&one.version, &other.version));
    all
}

fn of_modules(mut all: Vec<StoredVersion>) -> Vec<StoredVersion> {
    all.sort_by(|one, other| go::compare(&one.version, &other.version));
    all
}

fn of_maven(all: Vec<StoredVersion>) -> Vec<StoredVersion> {
    maven::sort(all, |stored| &stored.version)
}

fn by_time(mut all: Vec<StoredVersion>) -> Vec<StoredVersion> {
    all.sort_by(|one, other| {
        let key = |stored: &StoredVersion| (stored.published_at, stored.version.clone());
        key(one).cmp(&key(other))
    });
    all
}
