//! Finding the images of a run that is promoted to a repository of images.
//!
//! `JFrog CLI` names an image by the path that the manifest of a tag has in other stores, and its layers beside it. The
//! tag has to name what the run has made. Layers, and manifests that a list names, follow the image.

use std::collections::BTreeSet;

use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_platform::repositories::{Location, StoredRepository, WantedContent};

use super::finding::{Files, Planned};
use super::{Promotion, Step};
use crate::components::docker::{IMAGES_MAX, ImageTag, TaggedManifest};
use crate::components::repositories::sources::deployed_to;
use crate::error::ApiError;

/// Whether images are promoted from and to a repository.
pub(super) fn is_of_images(repository: &StoredRepository) -> bool {
    repository.settings.class == RepositoryClass::Local
        && repository.settings.package_type == PackageType::Docker
}

impl Promotion {
    /// The images that came out of a run, each tag once.
    pub(super) async fn find_images(
        &self,
        made: Vec<WantedContent>,
        to: &StoredRepository,
        files: &mut Files,
    ) -> Result<(), ApiError> {
        let (mut images, mut others) = (BTreeSet::new(), BTreeSet::new());
        for wanted in made {
            match wanted.only_at.as_deref().and_then(ImageTag::at) {
                Some(named) => {
                    images.insert((named, wanted));
                }
                None => {
                    others.insert(wanted);
                }
            }
        }
        if images.len() > IMAGES_MAX {
            return Err(ApiError::promotion_too_large("tags", IMAGES_MAX));
        }
        files.is_wanted |= !images.is_empty() || !others.is_empty();
        let follows = |other: &&WantedContent| {
            let path = other.only_at.as_deref().unwrap_or_default();
            let is_below = |(named, _): &(ImageTag, WantedContent)| {
                path.strip_prefix(&named.image).is_some_and(|rest| rest.starts_with('/'))
            };
            images.iter().any(is_below)
        };
        files.missing += others.iter().filter(|other| !follows(other)).count();
        for (named, wanted) in &images {
            self.find_image(named, wanted, to, files).await?;
        }
        Ok(())
    }

    async fn find_image(
        &self,
        named: &ImageTag,
        wanted: &WantedContent,
        to: &StoredRepository,
        files: &mut Files,
    ) -> Result<(), ApiError> {
        if wanted.sha256.is_empty() && wanted.sha1.is_empty() {
            files.missing += 1;
            return Ok(());
        }
        let (state, client) = (&self.state, &self.client);
        let fits = |found: &TaggedManifest| wanted.checksum().fits(&found.file.content);
        let mut other = None;
        if let Some(from) = self.images_from(wanted, to).await?
            && let Some(found) = named.manifest(state, client, &from, &[Action::Read]).await?
        {
            if fits(&found) {
                let path = found.file.path.clone();
                let at = |repository: &StoredRepository| Location {
                    repository: repository.clone(),
                    path: path.clone(),
                };
                let (moves, expected) = (self.moves, wanted.checksum());
                let step = Step { from: at(&from), to: at(to), moves, expected };
                return files.add(Planned { step, image: Some(found) });
            }
            other = Some(from);
        }
        let known = [Action::Read, Action::Write];
        let there = named.manifest(state, client, to, &known).await?.filter(fits);
        match (there, other) {
            (Some(there), _) => {
                files.there += 1;
                // An earlier promotion may have ended before they got there.
                if !self.properties.is_empty() {
                    let at = Location { repository: to.clone(), path: there.file.path };
                    files.add(Planned::staying(at, wanted.checksum()))?;
                }
            }
            (None, Some(from)) => {
                let key = &from.settings.key;
                files.refused.push(ApiError::build_image_replaced(key, &named.to_string()));
            }
            (None, None) => files.missing += 1,
        }
        Ok(())
    }

    /// The repository that an image is promoted from: the one that the client names, or the one that it was pushed to.
    async fn images_from(
        &self,
        wanted: &WantedContent,
        to: &StoredRepository,
    ) -> Result<Option<StoredRepository>, ApiError> {
        if let Some(from) = &self.from {
            return Ok(Some(from.clone()));
        }
        let Some((key, _)) = &wanted.expected else { return Ok(None) };
        let found = self.state.engine.ports().repositories.repository(key.clone()).await;
        let Some(found) = found.map_err(|error| ApiError::of_repository(&error))? else {
            return Ok(None);
        };
        // What is pushed to a virtual repository is in the one that takes its uploads.
        match deployed_to(&self.state, &self.client, found).await {
            Ok(found) => Ok(Some(found).filter(|found| is_of_images(found) && found.id != to.id)),
            Err(error) if error.is_of_server() => Err(error),
            Err(_) => Ok(None),
        }
    }
}
