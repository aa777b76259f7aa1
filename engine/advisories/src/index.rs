//! The index of advisories by package.

use std::collections::HashMap;

use waybill_machines::rules::repositories::PackageType;
use waybill_versions::Scheme;

use crate::advisory::{Advisory, Package, PackageAdvisory};
use crate::ecosystem::normalised;
use crate::matching::{Match, Matcher, Sought};

/// Advisories by package. A version costs the advisories of its package, however many others there are
/// (`npm run bench -- advisories` measures it).
#[derive(Debug, Clone, Default)]
pub struct Advisories {
    packages: HashMap<PackageType, HashMap<String, Vec<Matcher>>>,
    /// The packages of each advisory.
    by_id: HashMap<String, Vec<Package>>,
}

impl Advisories {
    /// Without any.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Adds an advisory in place of the one that has its identifier. One that is withdrawn, or about no package of
    /// ours, only removes that.
    pub fn insert(&mut self, advisory: &Advisory) {
        self.remove(&advisory.id);
        if advisory.withdrawn.is_none() {
            for of in &advisory.packages {
                self.insert_stored(of.clone());
            }
        }
    }

    /// Adds what was stored of an advisory for one package.
    pub fn insert_stored(&mut self, of: PackageAdvisory) {
        let Some(matcher) = Matcher::new(of) else { return };
        let (package, id) = (&matcher.advisory().package, &matcher.advisory().id);
        self.by_id.entry(id.clone()).or_default().push(package.clone());
        let named = self.packages.entry(package.package_type).or_default();
        named.entry(package.name.clone()).or_default().push(matcher);
    }

    /// Removes an advisory. False if there is none with this identifier.
    pub fn remove(&mut self, id: &str) -> bool {
        let Some(packages) = self.by_id.remove(id) else { return false };
        for package in packages {
            let Some(named) = self.packages.get_mut(&package.package_type) else { continue };
            let Some(matchers) = named.get_mut(&package.name) else { continue };
            matchers.retain(|matcher| matcher.advisory().id != id);
            if matchers.is_empty() {
                named.remove(&package.name);
            }
        }
        true
    }

    /// The packages that an advisory is about.
    pub fn packages_of(&self, id: &str) -> &[Package] {
        self.by_id.get(id).map_or(&[], Vec::as_slice)
    }

    /// All that is known of a package.
    pub fn of(
        &self,
        package_type: PackageType,
        name: &str,
    ) -> impl Iterator<Item = &PackageAdvisory> {
        self.matchers(package_type, name).iter().map(Matcher::advisory)
    }

    /// The advisories that are about a version of a package. The version is read once.
    pub fn matching(
        &self,
        package_type: PackageType,
        name: &str,
        version: &str,
    ) -> impl Iterator<Item = Match<'_>> {
        let sought = Scheme::of(package_type).map(|scheme| Sought::of(scheme, version));
        let matchers = self.matchers(package_type, name).iter();
        sought.into_iter().flat_map(move |sought| {
            matchers.clone().filter_map(move |matcher| matcher.matching_sought(&sought))
        })
    }

    fn matchers(&self, package_type: PackageType, name: &str) -> &[Matcher] {
        let named = self.packages.get(&package_type.served_as());
        let found = named.and_then(|named| named.get(&*normalised(package_type, name)));
        found.map_or(&[], Vec::as_slice)
    }
}
