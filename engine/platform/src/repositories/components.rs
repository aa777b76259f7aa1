//! Components: versions of packages as a scanner lists them, those of all packages in one order (PKG-10).

use std::fmt;
use std::sync::Arc;

use waybill_advisories::Level;
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::{Affected, PackageId};

/// The most components of a page.
pub const COMPONENTS_PAGE_MAX: usize = 100;
/// How many components of a search its pages reach together.
pub const COMPONENTS_REACHED_MAX: usize = 10_000;
/// How many versions are read for a page at most.
pub const COMPONENTS_READ_MAX: usize = 100_000;

/// What is known to be wrong with versions.
pub trait Findings: fmt::Debug + Send + Sync {
    /// Whether anything is known of a package, in any of its versions.
    fn concern(&self, package_type: PackageType, name: &str) -> bool;

    /// The highest severity of what is known of a version of it; none if nothing is.
    fn severity(&self, package_type: PackageType, name: &str, version: &str) -> Option<Level>;

    /// Whether something of one of these severities is known of a package, in any of its versions.
    fn concern_at(&self, package_type: PackageType, name: &str, levels: &[Level]) -> bool;

    /// Whether something of one of these severities is known of a version of it.
    fn affect_at(
        &self,
        package_type: PackageType,
        name: &str,
        version: &str,
        levels: &[Level],
    ) -> bool;
}

/// By what components are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ComponentOrder {
    /// By the time at which the newest file of the version was published.
    #[default]
    LastUpdated,
    /// By the name of the package, without case, and then in the order of its versions.
    Name,
}

/// A query for a page of components.
#[derive(Clone)]
pub struct ComponentQuery {
    /// The types of their packages.
    pub types: Vec<PackageType>,
    /// What the names of their packages match, as in [`super::PackageFilter::name`]; all of them if it is empty.
    pub name: String,
    /// Only those of which something is known here; all of them without it.
    pub findings: Option<Arc<dyn Findings>>,
    /// Vulnerabilities of which they have one.
    pub affected: Option<Affected>,
    /// Their order.
    pub order: ComponentOrder,
    /// Whether the order is reversed.
    pub descending: bool,
    /// How many are left out at the beginning. Together with `limit` it is at most [`COMPONENTS_REACHED_MAX`].
    pub offset: usize,
    /// How many there are at most, up to [`COMPONENTS_PAGE_MAX`].
    pub limit: usize,
}

/// A component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentRow {
    /// The package.
    pub package: PackageId,
    /// The version.
    pub version: String,
    /// When its newest file was published.
    pub modified_at: Timestamp,
    /// Its licence, as its author writes it; empty if it has none.
    pub licence: String,
}

/// A page of components.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ComponentPage {
    /// The components.
    pub rows: Vec<ComponentRow>,
    /// Whether there are components after this page.
    pub has_more: bool,
    /// Whether the index has all packages. Otherwise it is being built, and some components may be missing.
    pub is_complete: bool,
}
