//! The index of all advisories, in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use waybill_advisories::{Advisories, Level, Match, Package, PackageAdvisory};
use waybill_machines::rules::repositories::PackageType;

use super::{Imported, RecordedComparison, StoredAdvisory};
use crate::repositories::{Affected, AffectedBy, Findings, PackageId};

/// The advisories by package and by name.
#[derive(Debug, Default)]
pub(super) struct Tables {
    advisories: Advisories,
    /// How many are about packages of each type.
    by_type: BTreeMap<PackageType, u32>,
    /// The identifiers of the advisories that have another name, such as one of the CVE list, in lower case.
    by_name: HashMap<String, Vec<String>>,
}

impl Tables {
    pub(super) fn add(&mut self, stored: StoredAdvisory) {
        if stored.packages.is_empty() {
            return;
        }
        let types: BTreeSet<_> = stored.packages.iter().map(|of| of.package.package_type).collect();
        for package_type in types {
            *self.by_type.entry(package_type).or_default() += 1;
        }
        let aliases = stored.packages.first().map(|of| of.aliases.as_slice()).unwrap_or_default();
        for name in std::iter::once(&stored.id).chain(aliases) {
            let ids = self.by_name.entry(name.to_ascii_lowercase()).or_default();
            if !ids.contains(&stored.id) {
                ids.push(stored.id.clone());
            }
        }
        for package in stored.packages {
            self.advisories.insert_stored(package);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.advisories.len()
    }
}

/// All advisories that are known at some time.
#[derive(Debug, Clone, Default)]
pub struct Database {
    pub(super) tables: Arc<Tables>,
    /// The newest import.
    pub(super) last: Option<Imported>,
    /// What comparing the stored versions with it has found.
    pub(super) comparison: Option<RecordedComparison>,
    /// Whether the file of it is missing or was changed, so that nothing is known.
    pub(super) is_lost: bool,
}

/// What advisories say of a version.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found<'d> {
    /// The advisories, the most severe first.
    pub matches: Vec<Match<'d>>,
}

impl Found<'_> {
    /// How many there are of each level; levels without any are left out.
    pub fn counts(&self) -> BTreeMap<Level, usize> {
        let mut counts = BTreeMap::new();
        for one in &self.matches {
            *counts.entry(one.severity().level).or_default() += 1;
        }
        counts
    }
}

impl Database {
    /// How many advisories there are, without those that were withdrawn.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many are about packages of each type; types without any are left out.
    pub fn by_type(&self) -> &BTreeMap<PackageType, u32> {
        &self.tables.by_type
    }

    /// Whether any are about packages of a type.
    pub fn knows(&self, package_type: PackageType) -> bool {
        self.tables.by_type.contains_key(&package_type.served_as())
    }

    /// The newest import.
    pub const fn last(&self) -> Option<&Imported> {
        self.last.as_ref()
    }

    /// What comparing the stored versions with these advisories has found last; none before the first comparison.
    pub const fn comparison(&self) -> Option<&RecordedComparison> {
        self.comparison.as_ref()
    }

    /// Whether what was imported is missing or was changed. Advisories have to be imported again then.
    pub const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// What advisories say of a version.
    pub fn find(&self, package_type: PackageType, name: &str, version: &str) -> Found<'_> {
        let mut matches: Vec<_> =
            self.tables.advisories.matching(package_type, name, version).collect();
        matches.sort_by(|one, other| {
            let severity =
                |of: &Match<'_>| (of.severity().level, std::cmp::Reverse(of.severity().score));
            severity(one)
                .cmp(&severity(other))
                .then_with(|| one.advisory.id.cmp(&other.advisory.id))
        });
        Found { matches }
    }

    /// What is known of a package, in all its versions.
    pub fn of_package(
        &self,
        package_type: PackageType,
        name: &str,
    ) -> impl Iterator<Item = &PackageAdvisory> {
        self.tables.advisories.of(package_type, name)
    }

    /// The advisories of this name, an identifier or another name such as one of the CVE list, in any case, and of one
    /// of these severities. None without both, where all packages are meant. Texts that are no severity leave nothing.
    pub fn affected_by(self: &Arc<Self>, name: &str, severities: &[String]) -> Option<Affected> {
        let name = name.trim();
        let levels = levels_of(severities);
        if name.is_empty() {
            let text = written(&levels);
            let by = AffectedBy::Severities(levels, Arc::clone(self) as Arc<dyn Findings>);
            return (!severities.is_empty()).then_some(Affected { text, by });
        }
        let is_wanted =
            |one: &&PackageAdvisory| severities.is_empty() || levels.contains(&one.severity.level);
        let ids = self.tables.by_name.get(&name.to_ascii_lowercase()).into_iter().flatten();
        let mut advisories = Vec::new();
        for id in ids {
            let packages: BTreeSet<&Package> =
                self.tables.advisories.packages_of(id).iter().collect();
            for package in packages {
                let known = self.of_package(package.package_type, &package.name);
                let known = known.filter(|one| one.id == *id).filter(is_wanted);
                advisories.extend(known.cloned());
            }
        }
        let text = format!("{} {}", written(&levels), name.to_ascii_lowercase());
        Some(Affected { text, by: AffectedBy::Advisories(advisories) })
    }

    /// The advisories of a package that have one of these severities and this name. None without both, where all
    /// versions are meant. Texts that are no severity leave nothing.
    pub fn affected(
        &self,
        package: &PackageId,
        severities: &[String],
        name: &str,
    ) -> Option<Affected> {
        let name = name.trim().to_ascii_lowercase();
        if severities.is_empty() && name.is_empty() {
            return None;
        }
        let levels = levels_of(severities);
        let is_wanted = |one: &&PackageAdvisory| {
            let names = std::iter::once(&one.id).chain(&one.aliases);
            (severities.is_empty() || levels.contains(&one.severity.level))
                && (name.is_empty() || names.into_iter().any(|of| of.eq_ignore_ascii_case(&name)))
        };
        let advisories = self.of_package(package.package_type, &package.name).filter(is_wanted);
        let by = AffectedBy::Advisories(advisories.cloned().collect());
        Some(Affected { text: format!("{} {name}", written(&levels)), by })
    }
}

/// The severities that texts name, in any case.
fn levels_of(severities: &[String]) -> Vec<Level> {
    let is_named =
        |level: &Level| severities.iter().any(|one| one.eq_ignore_ascii_case(level.as_str()));
    Level::ALL.into_iter().filter(is_named).collect()
}

fn written(levels: &[Level]) -> String {
    levels.iter().map(|level| level.as_str()).collect::<Vec<_>>().join(",")
}

impl Findings for Database {
    fn concern(&self, package_type: PackageType, name: &str) -> bool {
        self.of_package(package_type, name).next().is_some()
    }

    fn severity(&self, package_type: PackageType, name: &str, version: &str) -> Option<Level> {
        let matches = self.tables.advisories.matching(package_type, name, version);
        // Of levels, the highest is the first.
        matches.map(|one| one.severity().level).min()
    }

    fn concern_at(&self, package_type: PackageType, name: &str, levels: &[Level]) -> bool {
        self.of_package(package_type, name).any(|one| levels.contains(&one.severity.level))
    }

    fn affect_at(
        &self,
        package_type: PackageType,
        name: &str,
        version: &str,
        levels: &[Level],
    ) -> bool {
        let mut matches = self.tables.advisories.matching(package_type, name, version);
        matches.any(|one| levels.contains(&one.severity().level))
    }
}
