//! Images of builds. A build-info names an image by the path that the manifest of its tag has in other stores; here the
//! tag is looked up, and what it names is promoted as every image is.

use std::fmt;

use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{FileInfo, Location, StoredRepository};

use super::super::Place;
use super::super::address::{Address, Part};
use super::super::manifests::tagged;
use super::super::names::{Digest, is_image, is_tag};
use super::{Image, Lists, MANIFESTS_MAX, Promotion, TAGS_MAX};
use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::state::AppState;

/// The most images of a build that are promoted at once.
pub(in crate::components) const IMAGES_MAX: usize = TAGS_MAX;

/// A tag of an image.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::components) struct ImageTag {
    /// The name of the image within its repository.
    pub(in crate::components) image: String,
    /// The tag.
    pub(in crate::components) tag: String,
}

/// The manifest that a tag names in a repository.
#[derive(Clone)]
pub(in crate::components) struct TaggedManifest {
    /// The tag.
    pub(in crate::components) named: ImageTag,
    /// The manifest.
    pub(in crate::components) file: FileInfo,
    digest: Digest,
}

/// A client that promotes images, and the local repositories between which it does.
pub(in crate::components) struct Between<'a> {
    /// The server.
    pub(in crate::components) state: &'a AppState,
    /// The client.
    pub(in crate::components) client: &'a PackageClient,
    /// Where images are.
    pub(in crate::components) from: &'a StoredRepository,
    /// Where they are to be.
    pub(in crate::components) to: &'a StoredRepository,
    /// Whether they are moved, and not copied.
    pub(in crate::components) moves: bool,
}

/// What the images of a build that are judged, or promoted, one after another have in common.
pub(in crate::components) struct Shared {
    /// How many further manifests they may have.
    left: usize,
    lists: Lists,
}

impl Default for Shared {
    fn default() -> Self {
        Self { left: MANIFESTS_MAX, lists: Lists::default() }
    }
}

impl fmt::Display for ImageTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.image, self.tag)
    }
}

impl ImageTag {
    /// The tag whose manifest a build-info has at a path, which is that of an image or of a list of images. None for
    /// layers, and for manifests that a list names by their digests.
    pub(in crate::components) fn at(path: &str) -> Option<Self> {
        let (folder, file) = path.rsplit_once('/')?;
        let (image, tag) = folder.rsplit_once('/')?;
        let is_manifest = matches!(file, "manifest.json" | "list.manifest.json");
        let is_digest = Digest::parse(&tag.replacen("__", ":", 1)).is_some();
        let is_named = is_manifest && is_image(image) && is_tag(tag) && !is_digest;
        is_named.then(|| Self { image: image.to_owned(), tag: tag.to_owned() })
    }

    /// The manifest that the tag names in a repository; none if the client may do none of these with it, or there is
    /// none.
    pub(in crate::components) async fn manifest(
        &self,
        state: &AppState,
        client: &PackageClient,
        repository: &StoredRepository,
        actions: &[Action],
    ) -> Result<Option<TaggedManifest>, ApiError> {
        let place = self.place(state, client, repository);
        let Some(digest) = tagged(&place, &self.tag).await? else { return Ok(None) };
        let path = digest.manifest_path(&self.image);
        if !actions.iter().any(|action| client.rights().allow(*action, repository, &path)) {
            return Ok(None);
        }
        let at = Location { repository: repository.clone(), path };
        let file = state.engine.ports().artifacts.file(at).await;
        let file = file.map_err(|error| ApiError::of_repository(&error))?;
        Ok(file.map(|file| TaggedManifest { named: self.clone(), file, digest }))
    }

    fn place(
        &self,
        state: &AppState,
        client: &PackageClient,
        repository: &StoredRepository,
    ) -> Place {
        Place {
            state: state.clone(),
            client: client.clone(),
            repository: repository.clone(),
            address: Address { image: self.image.clone(), of: Part::Tags },
        }
    }
}

impl TaggedManifest {
    /// Promotes the image with its tag, or only judges that. What was found is promoted, whatever the tag names by now.
    pub(in crate::components) async fn promote(
        &self,
        between: &Between<'_>,
        shared: &mut Shared,
        is_dry: bool,
    ) -> Result<(), ApiError> {
        let Between { state, client, from, to, moves } = *between;
        let place = |repository| self.named.place(state, client, repository);
        let promotion = Promotion { from: place(from), to: place(to), moves };
        let found = promotion.found(self.digest.clone(), &mut shared.left).await?;
        promotion.judge(&found).await?;
        promotion.judge_tag(&self.digest, &self.named.tag).await?;
        if is_dry {
            return Ok(());
        }
        let tag = self.named.tag.clone();
        let image = Image { target_tag: tag.clone(), tag, digest: self.digest.clone(), found };
        promotion.perform_one(&image, &mut shared.lists).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [HOOK-04]
    #[test]
    fn a_path_of_a_build_info_names_a_tag() {
        let digest = format!("sha256:{}", "0a".repeat(32));
        let named = |path: &str| ImageTag::at(path).map(|named| named.to_string());
        for (path, expected) in [
            ("acme/shop/1.0/manifest.json", Some("acme/shop:1.0")),
            ("shop/latest/list.manifest.json", Some("shop:latest")),
            ("shop/1.0/sha256__0a", None),
            ("1.0/manifest.json", None),
            ("manifest.json", None),
            ("", None),
            ("Shop/1.0/manifest.json", None),
            ("shop/1.0+a/manifest.json", None),
            (&format!("shop/{digest}/manifest.json"), None),
            (&format!("shop/{}/manifest.json", digest.replace(':', "__")), None),
            (&format!("shop/_manifests/{}/manifest.json", digest.replace(':', "__")), None),
        ] {
            assert_eq!(named(path).as_deref(), expected, "{path}");
        }
    }
}
