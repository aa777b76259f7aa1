//! The catalogue of packages: an index in memory says which there are, the view what they add up to.

mod affected;
mod comparing;
mod components;
mod cursor;
mod filter;
mod folders;
mod fresh;
mod index;
mod licences;
mod listings;
mod pattern;
#[cfg(test)]
mod properties;
mod rows;
mod segment;
mod sieve;
mod versions;
mod visit;
mod walk;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;

use super::view::View;
use super::{EmbeddedRepositories, Inner};
use crate::repositories::{
    Answer, CATALOGUE_PAGE_MAX, COUNTED_MAX, Catalogue, ChangedPackage, Compared, Comparing,
    ComponentPage, ComponentQuery, Facets, PackageFilter, PackageId, PackageOrder, PackagePage,
    PackageQuery, PackageRow, RepositoryError, Searched, VersionPage, VersionQuery,
};
use cursor::PackageCursor;
use filter::Wanted;
pub(super) use folders::{common_folder, folder_of};
pub(super) use index::{Indexed, IndexedText, PackageIndex};
use walk::End;

/// For how long a query waits for those that run.
const WAITS: Duration = Duration::from_secs(10);

impl EmbeddedRepositories {
    /// Reads the index of packages from the view, on a thread of its own. Until it has, lists say that they may lack
    /// some.
    pub fn index_packages(&self) {
        let inner = Arc::clone(&self.inner);
        let build = move || {
            if let Err(error) = inner.view.index_packages() {
                tracing::error!(service = "artifactory", %error, "the index of packages was not built");
            }
        };
        let thread = std::thread::Builder::new().name("package-index".to_owned()).spawn(build);
        if let Err(error) = thread {
            tracing::error!(service = "artifactory", %error, "the index of packages was not built");
        }
    }

    /// Runs a query on a thread that may block, of which only some do at once.
    pub(super) fn query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Inner) -> Result<T, RepositoryError> + Send + 'static,
    ) -> Answer<'_, T> {
        Box::pin(async move {
            let place = Arc::clone(&self.inner.places.listings).acquire_owned();
            let place = tokio::time::timeout(WAITS, place).await;
            let place = place.map_err(|_| RepositoryError::SearchBusy)?;
            let place = place.map_err(|_| RepositoryError::Defect("searches have ended"))?;
            let query = move |inner: &Inner| {
                let found = query(inner);
                // Also of a caller who has stopped waiting.
                drop(place);
                found
            };
            self.inner.blocking(query).await
        })
    }
}

impl Catalogue for EmbeddedRepositories {
    fn packages(&self, query: PackageQuery, scope: Vec<Searched>) -> Answer<'_, PackagePage> {
        self.query(move |inner| inner.view.list_packages(&query, &scope))
    }

    fn facets(&self, filter: PackageFilter, scope: Vec<Searched>) -> Answer<'_, Facets> {
        self.query(move |inner| inner.view.count_packages(&filter, &scope))
    }

    fn package_row(&self, id: PackageId, scope: Vec<Searched>) -> Answer<'_, Option<PackageRow>> {
        self.query(move |inner| inner.view.package_row(&id, &scope))
    }

    fn versions(&self, query: VersionQuery, scope: Vec<Searched>) -> Answer<'_, VersionPage> {
        self.query(move |inner| inner.view.list_versions(&query, &scope))
    }

    fn components(&self, query: ComponentQuery, scope: Vec<Searched>) -> Answer<'_, ComponentPage> {
        self.query(move |inner| inner.view.list_components(&query, &scope))
    }

    fn compare(&self, comparing: Comparing, scope: Vec<Searched>) -> Answer<'_, Compared> {
        Box::pin(async move {
            self.inner.blocking(move |inner| inner.view.compare(&comparing, &scope)).await
        })
    }

    fn changed_packages(&self) -> broadcast::Receiver<ChangedPackage> {
        self.inner.view.changed.subscribe()
    }
}

impl View {
    fn list_packages(
        &self,
        query: &PackageQuery,
        scope: &[Searched],
    ) -> Result<PackagePage, RepositoryError> {
        let index = self.packages.snapshot();
        let wanted = Wanted::new(self, &index, &query.filter, scope)?;
        let limit = query.limit.clamp(1, CATALOGUE_PAGE_MAX);
        let about = PackageCursor::about(query)?;
        let after = query.cursor.as_deref().map(|text| PackageCursor::read(text, about));
        let after = after.transpose()?;
        let mut hits = Vec::new();
        let mut has_more = false;
        wanted.visit(
            query.order,
            query.descending,
            after.as_ref().map(PackageCursor::end),
            |hit| {
                if hits.len() == limit {
                    has_more = true;
                    return ControlFlow::Break(());
                }
                hits.push(hit);
                ControlFlow::Continue(())
            },
        )?;
        let end_cursor = hits.last().filter(|_| has_more);
        let end_cursor = end_cursor.map(|hit| PackageCursor::of(hit, about).written());
        let mut rows = Vec::with_capacity(hits.len());
        for hit in &hits {
            let repositories = hit.slots.iter().filter_map(|slot| wanted.readable(*slot));
            // It may have gone since the index was read.
            rows.extend(rows::package_row(self, &hit.id(), repositories)?);
        }
        Ok(PackagePage {
            rows,
            end_cursor: end_cursor.transpose()?,
            is_complete: index.is_complete,
        })
    }

    fn count_packages(
        &self,
        filter: &PackageFilter,
        scope: &[Searched],
    ) -> Result<Facets, RepositoryError> {
        let index = self.packages.snapshot();
        let wanted = Wanted::new(self, &index, filter, scope)?;
        let mut facets =
            Facets { is_exact: true, is_complete: index.is_complete, ..Facets::default() };
        let mut named: HashMap<u32, Vec<String>> = HashMap::new();
        wanted.visit(PackageOrder::Name, false, None::<End<'_>>, |hit| {
            if facets.total == COUNTED_MAX {
                facets.is_exact = false;
                return ControlFlow::Break(());
            }
            facets.total += 1;
            *facets.types.entry(hit.package_type).or_default() += 1;
            for repository in hit.slots.iter().filter_map(|slot| wanted.readable(*slot)) {
                let key = repository.repository.settings.key.clone();
                *facets.repositories.entry(key).or_default() += 1;
            }
            let mut licences = BTreeSet::new();
            for licence in &hit.licences {
                let names = || licences::names(index.licences.text(*licence));
                licences.extend(named.entry(*licence).or_insert_with(names).iter().cloned());
            }
            for licence in licences {
                *facets.licences.entry(licence).or_default() += 1;
            }
            ControlFlow::Continue(())
        })?;
        Ok(facets)
    }

    fn package_row(
        &self,
        id: &PackageId,
        scope: &[Searched],
    ) -> Result<Option<PackageRow>, RepositoryError> {
        let repositories = scope
            .iter()
            .filter(|searched| searched.repository.settings.package_type == id.package_type);
        rows::package_row(self, id, repositories)
    }
}
