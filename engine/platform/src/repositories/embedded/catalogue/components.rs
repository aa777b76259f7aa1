//! Pages of components: the versions of all packages in one order. Of the newest ones, only the packages are read that
//! have changed since the last row of the page.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::ControlFlow;

use waybill_advisories::normalised;
use waybill_machines::Timestamp;
use waybill_versions::Scheme;

use super::super::view::{View, modified_at};
use super::filter::Wanted;
use super::rows::{listed, visible_package};
use super::visit::Hit;
use crate::repositories::{
    COMPONENTS_PAGE_MAX, COMPONENTS_REACHED_MAX, COMPONENTS_READ_MAX, ComponentOrder,
    ComponentPage, ComponentQuery, ComponentRow, Findings, PackageFilter, PackageId, PackageOrder,
    RepositoryError, Searched,
};

impl View {
    pub(super) fn list_components(
        &self,
        query: &ComponentQuery,
        scope: &[Searched],
    ) -> Result<ComponentPage, RepositoryError> {
        let index = self.packages.snapshot();
        let filter = PackageFilter {
            types: Some(query.types.clone()),
            name: query.name.clone(),
            affected: query.affected.clone(),
            ..PackageFilter::default()
        };
        let wanted = Wanted::new(self, &index, &filter, scope)?;
        let wanted = wanted.concerned_by(query.findings.as_deref());
        let mut listing = Listing { view: self, wanted: &wanted, query, read: 0 };
        let mut page = Taken::of(query);
        match (query.order, query.descending) {
            (ComponentOrder::Name, _) => listing.by_name(&mut page)?,
            (ComponentOrder::LastUpdated, true) => listing.newest(&mut page)?,
            (ComponentOrder::LastUpdated, false) => listing.oldest(&mut page)?,
        }
        let Taken { rows, has_more, .. } = page;
        Ok(ComponentPage { rows, has_more, is_complete: index.is_complete })
    }
}

/// The rows of a page as they come, in their order.
struct Taken {
    skipped: usize,
    limit: usize,
    rows: Vec<ComponentRow>,
    has_more: bool,
}

impl Taken {
    fn of(query: &ComponentQuery) -> Self {
        Self {
            skipped: query.offset.min(COMPONENTS_REACHED_MAX),
            limit: query.limit.clamp(1, COMPONENTS_PAGE_MAX),
            rows: Vec::new(),
            has_more: false,
        }
    }

    fn take(&mut self, row: ComponentRow) -> ControlFlow<()> {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if self.rows.len() < self.limit {
            self.rows.push(row);
        } else {
            self.has_more = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// A component by the time of its last update; of several at the same time the first by name is the newest.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Dated {
    modified_at: Timestamp,
    package: Reverse<PackageId>,
    version: Reverse<String>,
    licence: String,
}

impl From<ComponentRow> for Dated {
    fn from(row: ComponentRow) -> Self {
        let ComponentRow { package, version, modified_at, licence } = row;
        Self { modified_at, package: Reverse(package), version: Reverse(version), licence }
    }
}

impl From<Dated> for ComponentRow {
    fn from(dated: Dated) -> Self {
        let Dated { modified_at, package: Reverse(package), version: Reverse(version), licence } =
            dated;
        Self { package, version, modified_at, licence }
    }
}

/// Goes through the packages of a query.
struct Listing<'a> {
    view: &'a View,
    wanted: &'a Wanted<'a>,
    query: &'a ComponentQuery,
    /// How many versions were read.
    read: usize,
}

impl<'a> Listing<'a> {
    /// Goes through the packages in an order, with the components of each.
    fn each(
        &mut self,
        order: PackageOrder,
        descending: bool,
        mut each: impl FnMut(&Hit<'a>, Vec<ComponentRow>) -> ControlFlow<()>,
    ) -> Result<(), RepositoryError> {
        let wanted = self.wanted;
        let mut failed = None;
        wanted.visit(order, descending, None, |hit| match self.components_of(&hit) {
            Ok(components) => each(&hit, components),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        })?;
        failed.map_or(Ok(()), Err)
    }

    fn by_name(&mut self, page: &mut Taken) -> Result<(), RepositoryError> {
        let descending = self.query.descending;
        self.each(PackageOrder::Name, descending, |hit, components| {
            let mut sorted = match Scheme::of(hit.package_type) {
                Some(scheme) => scheme.sort(components, |one| &one.version),
                None => components,
            };
            if descending {
                sorted.reverse();
            }
            sorted.into_iter().try_for_each(|row| page.take(row))
        })
    }

    /// The newest components first. No component of a package is newer than the package, so that those that are newer
    /// than the next package are in their place.
    fn newest(&mut self, page: &mut Taken) -> Result<(), RepositoryError> {
        let mut waiting = BinaryHeap::<Dated>::new();
        self.each(PackageOrder::Modified, true, |hit, components| {
            while waiting.peek().is_some_and(|first| first.modified_at > hit.modified_at)
                && let Some(first) = waiting.pop()
            {
                page.take(first.into())?;
            }
            waiting.extend(components.into_iter().map(Dated::from));
            ControlFlow::Continue(())
        })?;
        if !page.has_more {
            // What is left is in its order once nothing comes behind it.
            while let Some(first) = waiting.pop()
                && page.take(first.into()).is_continue()
            {}
        }
        Ok(())
    }

    /// The oldest components first: all of them have to be read.
    fn oldest(&mut self, page: &mut Taken) -> Result<(), RepositoryError> {
        let mut all = Vec::new();
        self.each(PackageOrder::Name, false, |_, components| {
            all.extend(components.into_iter().map(Dated::from));
            ControlFlow::Continue(())
        })?;
        all.sort_unstable();
        // A page that is full has ended the iteration, which is no error.
        let _ = all.into_iter().try_for_each(|one| page.take(one.into()));
        Ok(())
    }

    /// The components of a package that are asked for, each once, in the order of their texts.
    fn components_of(&mut self, hit: &Hit<'_>) -> Result<Vec<ComponentRow>, RepositoryError> {
        let id = hit.id();
        let mut packages = Vec::new();
        for searched in hit.slots.iter().filter_map(|slot| self.wanted.readable(*slot)) {
            let Some(package) = visible_package(self.view, searched, &id.name)? else { continue };
            self.read += package.versions.len();
            if self.read > COMPONENTS_READ_MAX {
                return Err(RepositoryError::TooManyComponents);
            }
            packages.push((&searched.repository.settings.key, package));
        }
        packages.sort_by_key(|(key, _)| *key);
        let package = normalised(id.package_type, &id.name);
        let mut found = BTreeMap::<&str, ComponentRow>::new();
        for (version, stored) in packages.iter().flat_map(|(_, package)| listed(package, &id)) {
            if let Some(known) = found.get_mut(version) {
                known.modified_at = known.modified_at.max(modified_at(stored));
                continue;
            }
            let is_known =
                |known: &dyn Findings| known.severity(id.package_type, &id.name, version).is_some();
            if self.query.findings.as_deref().is_none_or(is_known)
                && self.wanted.affects(id.package_type, &package, version)
            {
                let row = ComponentRow {
                    package: id.clone(),
                    version: version.to_owned(),
                    modified_at: modified_at(stored),
                    licence: stored.summary.licence.clone(),
                };
                found.insert(version, row);
            }
        }
        Ok(found.into_values().collect())
    }
}
