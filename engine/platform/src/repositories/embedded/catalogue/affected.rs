//! Whether advisories are about versions of packages.

use std::collections::HashMap;

use waybill_advisories::Matcher;
use waybill_machines::rules::repositories::PackageType;

use crate::repositories::Affected;

/// Advisories by package, made ready to be compared with versions.
pub(super) struct Affecting(HashMap<PackageType, HashMap<String, Vec<Matcher>>>);

impl Affecting {
    pub(super) fn new(affected: &Affected) -> Self {
        let mut by_package: HashMap<_, HashMap<_, Vec<_>>> = HashMap::new();
        for advisory in &affected.advisories {
            let package = advisory.package.clone();
            let Some(matcher) = Matcher::new(advisory.clone()) else { continue };
            let of_type = by_package.entry(package.package_type).or_default();
            of_type.entry(package.name).or_default().push(matcher);
        }
        Self(by_package)
    }

    fn of(&self, package_type: PackageType, name: &str) -> &[Matcher] {
        let found = self.0.get(&package_type.served_as()).and_then(|named| named.get(name));
        found.map_or(&[], Vec::as_slice)
    }

    /// Whether any is about a package, by the name that all its spellings share.
    pub(super) fn is_about(&self, package_type: PackageType, name: &str) -> bool {
        !self.of(package_type, name).is_empty()
    }

    /// Whether any is about a version of a package.
    pub(super) fn affects(&self, package_type: PackageType, name: &str, version: &str) -> bool {
        self.of(package_type, name).iter().any(|matcher| matcher.matching(version).is_some())
    }
}
