//! Removing an image where it was moved from: the tag, and those manifests that no other tag and no list names.
//!
//! Clients may push to the source meanwhile. A manifest is therefore removed only from the revision of the image with
//! which that was decided; for a later one it is decided again.

use std::collections::{BTreeMap, BTreeSet};

use waybill_machines::rules::packages::PackageProblem;
use waybill_platform::repositories::{MayMove, Package, RepositoryError, TagChange};

use super::super::manifest::listed;
use super::super::manifests::may_move;
use super::super::names::Digest;
use super::{Image, Promotion};
use crate::components::package_index::{metadata, published};
use crate::error::ApiError;
use crate::state::AppState;

/// How often the removal of a manifest is decided again. After that it stays, as one that a client keeps pushing to.
const REMOVALS_MAX: usize = 10;

/// What manifests list, by their digests, which say it for ever.
#[derive(Default)]
pub(super) struct Lists(BTreeMap<String, BTreeSet<String>>);

impl Lists {
    /// Reads what is not known of the manifests of an image.
    async fn read(&mut self, state: &AppState, image: &Package) -> Result<(), ApiError> {
        for stored in &image.versions {
            if self.0.contains_key(&stored.version) {
                continue;
            }
            let mut all = BTreeSet::new();
            for file in &stored.files {
                all.extend(listed(&metadata(state, file).await?).unwrap_or_default());
            }
            self.0.insert(stored.version.clone(), all);
        }
        Ok(())
    }

    /// Whether a tag or a list of an image names a manifest.
    fn is_named(&self, image: &Package, digest: &str) -> bool {
        let lists = |version: &String| self.0.get(version).is_some_and(|all| all.contains(digest));
        image.tags.values().any(|tagged| tagged == digest)
            || image.versions.iter().any(|stored| lists(&stored.version))
    }
}

impl Promotion {
    /// Removes the tag at the source, with those manifests that no other tag and no other manifest names. Blobs that no
    /// manifest needs any longer are removed later, as all such are.
    pub(super) async fn remove(&self, image: &Image, lists: &mut Lists) -> Result<(), ApiError> {
        self.remove_tag(image).await?;
        // Those that list others come first.
        for digest in image.found.iter().rev() {
            self.remove_manifest(digest, lists).await?;
        }
        Ok(())
    }

    /// Removes the tag, unless it names another manifest meanwhile.
    async fn remove_tag(&self, image: &Image) -> Result<(), ApiError> {
        let (place, promoted) = (&self.from, image.digest.to_string());
        let may_move = may_move(place);
        let may_remove: MayMove =
            Box::new(move |version| version.version == promoted && may_move(version));
        let change = TagChange { tag: image.tag.clone(), version: None };
        let context = place.client.context(place.state.engine.now())?;
        let (repository, name) = (place.repository.clone(), place.image().to_owned());
        let packages = &place.state.engine.ports().packages;
        match packages.tag(repository, name, change, may_remove, context).await {
            // Another image was pushed under it, or another client has removed it.
            Ok(())
            | Err(
                RepositoryError::TagTaken(_) | RepositoryError::Package(PackageProblem::TagMissing),
            ) => Ok(()),
            Err(error) => Err(ApiError::of_repository(&error)),
        }
    }

    /// Removes a manifest that nothing names.
    async fn remove_manifest(&self, digest: &Digest, lists: &mut Lists) -> Result<(), ApiError> {
        let place = &self.from;
        let packages = &place.state.engine.ports().packages;
        for _ in 0..REMOVALS_MAX {
            let found = published(&place.state, &place.repository, place.image()).await?;
            let Some(image) = found else { return Ok(()) };
            lists.read(&place.state, &image).await?;
            if lists.is_named(&image, &digest.to_string()) {
                return Ok(());
            }
            let (repository, path) =
                (place.repository.clone(), digest.manifest_path(place.image()));
            let context = place.client.context(place.state.engine.now())?;
            let removed =
                packages.remove_unchanged(repository, path, image.revision, context).await;
            if removed.map_err(|error| ApiError::of_repository(&error))? {
                return Ok(());
            }
        }
        let image = place.image();
        tracing::warn!(service = "artifactory", image, %digest, "a manifest stays: its image changes too often");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use waybill_machines::Timestamp;
    use waybill_machines::rules::packages::Summary;
    use waybill_platform::repositories::StoredVersion;

    use super::*;

    fn version(version: &str) -> StoredVersion {
        StoredVersion {
            version: version.to_owned(),
            files: Vec::new(),
            summary: Summary::default(),
            subject: None,
            deprecation: None,
            yanked: false,
            yank_reason: None,
            published_at: Timestamp::from_ms(0),
            published_by: "system".to_owned(),
        }
    }

    /// covers: [HOOK-04]
    #[test]
    fn what_a_tag_or_a_kept_manifest_names_is_kept() {
        let lists = Lists(BTreeMap::from([
            ("index".to_owned(), BTreeSet::from(["amd64".to_owned()])),
            ("removed".to_owned(), BTreeSet::from(["arm64".to_owned()])),
        ]));
        let image = Package {
            name: "acme/shop".to_owned(),
            revision: 1,
            versions: ["amd64", "arm64", "index"].map(version).to_vec(),
            tags: BTreeMap::from([("latest".to_owned(), "index".to_owned())]),
        };
        let named = ["amd64", "arm64", "index"].map(|digest| lists.is_named(&image, digest));
        assert_eq!(named, [true, false, true]);
    }
}
