//! Comparing all stored versions with what is known to be wrong with versions, as background work.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::super::view::View;
use super::filter::Wanted;
use crate::repositories::{
    Compared, Comparing, PackageFilter, PackageOrder, RepositoryError, Searched,
};

impl View {
    /// Goes through all packages of which something is known. The work ends early when it is cancelled.
    pub(super) fn compare(
        &self,
        comparing: &Comparing,
        scope: &[Searched],
    ) -> Result<Compared, RepositoryError> {
        let index = self.packages.snapshot();
        let filter = PackageFilter::default();
        let wanted = Wanted::new(self, &index, &filter, scope)?;
        let wanted = wanted.concerned_by(Some(&*comparing.findings));
        let mut compared = Compared { is_complete: index.is_complete, ..Compared::default() };
        let mut failed = None;
        wanted.visit(PackageOrder::Name, false, None, |hit| {
            let mut versions = BTreeSet::new();
            for searched in hit.slots.iter().filter_map(|slot| wanted.readable(*slot)) {
                match self.version_names(&searched.repository.id, hit.name) {
                    Ok(names) => versions.extend(names),
                    Err(error) => {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            compared.add(&*comparing.findings, hit.package_type, hit.name, &versions);
            if comparing.progress.advanced(versions.len()) {
                ControlFlow::Continue(())
            } else {
                compared.is_complete = false;
                ControlFlow::Break(())
            }
        })?;
        failed.map_or(Ok(compared), Err)
    }
}
