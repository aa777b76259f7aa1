//! What comparing all stored versions with advisories finds, and how far it has come.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use waybill_advisories::Level;
use waybill_machines::machines::advisories::AffectedCounts;
use waybill_machines::rules::repositories::PackageType;

use super::Findings;

/// A comparison of all stored versions.
#[derive(Clone)]
pub struct Comparing {
    /// What is known to be wrong.
    pub findings: Arc<dyn Findings>,
    /// How far it has come.
    pub progress: Arc<ComparisonProgress>,
}

/// How far a comparison has come.
#[derive(Debug, Default)]
pub struct ComparisonProgress {
    packages: AtomicU64,
    versions: AtomicU64,
    is_cancelled: AtomicBool,
}

impl ComparisonProgress {
    /// The packages and the versions that were compared so far.
    pub fn compared(&self) -> (u64, u64) {
        (self.packages.load(Ordering::Relaxed), self.versions.load(Ordering::Relaxed))
    }

    /// Ends the comparison at the next package.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Counts a package with its versions. False if the comparison is to end.
    pub(super) fn advanced(&self, versions: usize) -> bool {
        self.packages.fetch_add(1, Ordering::Relaxed);
        self.versions.fetch_add(number(versions), Ordering::Relaxed);
        !self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// What a comparison has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Compared {
    /// The packages of which something is known.
    pub packages: u64,
    /// Their versions.
    pub versions: u64,
    /// The packages of which a version is affected.
    pub affected_packages: u64,
    /// The affected versions, by the highest severity of each.
    pub affected: AffectedCounts,
    /// Whether all packages were compared.
    pub is_complete: bool,
}

impl Compared {
    /// Compares the versions of a package, which may be in several repositories.
    pub(super) fn add(
        &mut self,
        findings: &dyn Findings,
        package_type: PackageType,
        name: &str,
        versions: &BTreeSet<String>,
    ) {
        self.packages += 1;
        self.versions += number(versions.len());
        let before = self.affected;
        for version in versions {
            if let Some(level) = findings.severity(package_type, name, version) {
                *of_level(&mut self.affected, level) += 1;
            }
        }
        self.affected_packages += u64::from(self.affected != before);
    }
}

const fn of_level(counts: &mut AffectedCounts, level: Level) -> &mut u64 {
    match level {
        Level::Critical => &mut counts.critical,
        Level::High => &mut counts.high,
        Level::Medium => &mut counts.medium,
        Level::Low => &mut counts.low,
        Level::Info => &mut counts.info,
        Level::Unknown => &mut counts.unknown,
    }
}

fn number(of: usize) -> u64 {
    u64::try_from(of).unwrap_or(u64::MAX)
}
