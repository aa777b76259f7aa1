//! What each package type knows of its versions, for cleanup policies.

use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{ListedVersions, StoredVersion, VersionRules};
use waybill_versions::Scheme;

use super::docker;

/// The rules of a package type.
pub fn rules(package_type: PackageType) -> VersionRules {
    let sorted: fn(Vec<StoredVersion>) -> Vec<StoredVersion> = match Scheme::of(package_type) {
        Some(Scheme::Npm) => |all| by_version(Scheme::Npm, all),
        Some(Scheme::Cargo) => |all| by_version(Scheme::Cargo, all),
        Some(Scheme::Pypi) => |all| by_version(Scheme::Pypi, all),
        Some(Scheme::Maven) => |all| by_version(Scheme::Maven, all),
        Some(Scheme::Go) => |all| by_version(Scheme::Go, all),
        Some(Scheme::Helm) => |all| by_version(Scheme::Helm, all),
        None => by_time,
    };
    let listed = (package_type == PackageType::Docker).then_some(docker::listed as ListedVersions);
    VersionRules { sorted, listed, tagged_stay: package_type != PackageType::Docker }
}

fn by_version(scheme: Scheme, all: Vec<StoredVersion>) -> Vec<StoredVersion> {
    scheme.sort(all, |stored| &stored.version)
}

fn by_time(mut all: Vec<StoredVersion>) -> Vec<StoredVersion> {
    all.sort_by(|one, other| {
        let key = |stored: &StoredVersion| (stored.published_at, stored.version.clone());
        key(one).cmp(&key(other))
    });
    all
}
