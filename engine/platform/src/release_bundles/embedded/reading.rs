//! Reading bundles and the files in them, and the index of checksums.

use waybill_machines::rules::release_bundles::Checksum;

use super::{Inner, View, WORTH_A_FILE};
use crate::release_bundles::index::{Fresh, Index};
use crate::release_bundles::lists::Lists;
use crate::release_bundles::{
    Artifact, BundleCursor, BundleError, Details, FOUND_ARTIFACTS_MAX, Found, PageRange, signing,
};
use crate::secret::hex;

impl View {
    pub(super) fn read_what_is_missing(&mut self, lists: &Lists) -> Result<(), BundleError> {
        for digest in self.table.missing_lists(self.index.lists()) {
            match entries_of(&self.index, lists, digest) {
                Ok(fresh) => self.index.put(fresh),
                // Its bundles are still listed; what is in them cannot be found until the file is restored.
                Err(error) => {
                    tracing::error!(service = "distribution", %error, "a list is not in the index of checksums");
                }
            }
            if self.index.is_long() {
                self.index.settle();
                let base = self.index.write()?;
                self.index.replace(base);
            }
        }
        self.index.settle();
        if self.index.unwritten() > WORTH_A_FILE {
            let base = self.index.write()?;
            self.index.replace(base);
        }
        Ok(())
    }
}

pub(super) fn entries_of(
    index: &Index,
    lists: &Lists,
    digest: [u8; 32],
) -> Result<Fresh, BundleError> {
    let mut fresh = index.next(digest)?;
    lists.visit(&hex(&digest), |offset, artifact| {
        fresh.add(offset, &artifact);
        Ok(())
    })?;
    Ok(fresh)
}

impl Inner {
    pub(super) fn one(
        &self,
        name: &str,
        version: &str,
        portion: &PageRange,
        shows: Option<&(dyn Fn(&Artifact) -> bool + Send)>,
    ) -> Result<Option<Details>, BundleError> {
        let Some(stored) = self.view().table.get(name, version) else { return Ok(None) };
        let shows = shows.filter(|_| stored.is_in_repositories());
        let read = self.lists.read(&stored.bundle.list.digest.0, portion, shows);
        // It may have been deleted meanwhile.
        if read.is_err() && self.view().table.get(name, version).is_none() {
            return Ok(None);
        }
        let (artifacts, has_next) = read?;
        let signature_holds = signing::holds(&stored.bundle, stored.created);
        Ok(Some(Details { stored, signature_holds, artifacts, has_next }))
    }

    pub(super) fn find(&self, checksum: &Checksum, rows: usize) -> Result<Vec<Found>, BundleError> {
        let view = self.view();
        let mut found: Vec<(u32, Vec<Artifact>)> = Vec::new();
        view.index.find(checksum, |candidate| {
            let known = found.iter_mut().find(|(list, _)| *list == candidate.list);
            if known.as_ref().is_some_and(|(_, had)| had.len() >= FOUND_ARTIFACTS_MAX) {
                return Ok(true);
            }
            // A list that is missing or was changed does not hide the others.
            let digest = view.index.lists().get(candidate.list as usize).map(|bytes| hex(bytes));
            // That of a deleted bundle stays in the index.
            let digest = digest.filter(|digest| view.table.has_list(digest));
            let artifact = digest.map(|digest| self.lists.at(&digest, candidate.offset));
            let Some(Ok(artifact)) = artifact else { return Ok(true) };
            if artifact.has(checksum) {
                match known {
                    Some((_, had)) => had.push(artifact),
                    None => found.push((candidate.list, vec![artifact])),
                }
            }
            Ok(true)
        })?;
        let bundles = found.into_iter().flat_map(|(list, artifacts)| {
            let digest = view.index.lists().get(list as usize).map(|bytes| hex(bytes));
            let bundles = digest.map(|digest| view.table.of_list(&digest)).unwrap_or_default();
            bundles.into_iter().map(move |stored| Found { stored, artifacts: artifacts.clone() })
        });
        let mut bundles: Vec<Found> = bundles.collect();
        bundles.sort_by_cached_key(|found| BundleCursor::of(&found.stored));
        bundles.truncate(rows);
        Ok(bundles)
    }
}
