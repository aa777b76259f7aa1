//! Whether versions of packages have vulnerabilities that a query asks for.

use std::collections::HashMap;

use waybill_advisories::{Level, Matcher, PackageAdvisory};
use waybill_machines::rules::repositories::PackageType;

use crate::repositories::{Affected, AffectedBy, Findings};

/// What says so, made ready to be asked of each version.
pub(super) enum Affecting<'a> {
    /// Advisories by package.
    Advisories(Matchers),
    Severities(&'a [Level], &'a dyn Findings),
}

impl<'a> Affecting<'a> {
    pub(super) fn new(affected: &'a Affected) -> Self {
        match &affected.by {
            AffectedBy::Advisories(all) => Self::Advisories(Matchers::new(all)),
            AffectedBy::Severities(levels, findings) => Self::Severities(levels, &**findings),
        }
    }

    /// Whether any is about a package, by the name that all its spellings share.
    pub(super) fn is_about(&self, package_type: PackageType, name: &str) -> bool {
        match self {
            Self::Advisories(matchers) => !matchers.of(package_type, name).is_empty(),
            Self::Severities(levels, findings) => findings.concern_at(package_type, name, levels),
        }
    }

    /// Whether any is about a version of a package.
    pub(super) fn affects(&self, package_type: PackageType, name: &str, version: &str) -> bool {
        match self {
            Self::Advisories(matchers) => {
                let mut matchers = matchers.of(package_type, name).iter();
                matchers.any(|matcher| matcher.matching(version).is_some())
            }
            Self::Severities(levels, findings) => {
                findings.affect_at(package_type, name, version, levels)
            }
        }
    }
}

/// Advisories by package.
pub(super) struct Matchers(HashMap<PackageType, HashMap<String, Vec<Matcher>>>);

impl Matchers {
    fn new(advisories: &[PackageAdvisory]) -> Self {
        let mut by_package: HashMap<_, HashMap<_, Vec<_>>> = HashMap::new();
        for advisory in advisories {
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
}
