//! Promoting images: the manifest that a tag names is copied or moved from one local repository to another, with the
//! manifests that it lists and with all blobs.
//!
//! All of it is judged before anything is changed. Blobs come first, then manifests, then the tag, so that no tag names
//! an image that is not whole. A promotion that ends before its end can be repeated, and does the rest. What has begun
//! goes on when the client does not wait for it. Contents are not copied: both repositories name the same ones.

mod builds;
mod removal;
mod walk;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_platform::repositories::{
    Location, MayRead, Promoted, RelocationProblem, RepositoryError, StoredRepository,
};
use waybill_platform::trace;

use super::address::{Address, Part};
use super::lists::{Page, visible_tags};
use super::manifest::Manifest;
use super::manifests::{may_move, of_file, publish, readable, resolved, tagged};
use super::names::{Digest, is_image, is_tag};
use super::{Place, of_type};
use crate::caller::PackageClient;
use crate::components::artifacts::body::Portions;
use crate::error::ApiError;
use crate::extract::{self, PathParams};
use crate::state::AppState;
use crate::wire::image_promotion::PromoteImage;

pub(in crate::components) use builds::{Between, IMAGES_MAX, ImageTag, Shared, TaggedManifest};
use removal::Lists;
use walk::Walk;

/// The most tags that are promoted at once.
const TAGS_MAX: usize = 100;
/// The most manifests that are promoted at once, with those that lists have.
const MANIFESTS_MAX: usize = 1_000;

/// `POST /artifactory/api/docker/{repo}/v2/promote`.
pub async fn promote(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
    extract::Body(wanted): extract::Body<PromoteImage>,
) -> Result<Response, ApiError> {
    let promotion = Promotion::new(&state, &client, &key, &wanted).await?;
    let (mut images, mut left) = (Vec::new(), MANIFESTS_MAX);
    for (tag, target_tag) in promotion.tags(&wanted).await? {
        let digest = resolved(&promotion.from, &tag).await?;
        let found = promotion.found(digest.clone(), &mut left).await?;
        promotion.judge(&found).await?;
        promotion.judge_tag(&digest, &target_tag).await?;
        images.push(Image { tag, target_tag, digest, found });
    }
    // Records name the request and its token in the other task too.
    let performed = trace::within(trace::current(), promotion.perform_all(images));
    let done = tokio::spawn(performed).await;
    done.map_err(|_| ApiError::internal())??;
    Ok("Promotion ended successfully\n".into_response())
}

/// An image that is promoted.
struct Image {
    tag: String,
    target_tag: String,
    /// The manifest that the tag names.
    digest: Digest,
    /// All manifests, those that are listed before those that list them.
    found: Vec<Digest>,
}

/// Where images are promoted from and to.
struct Promotion {
    from: Place,
    to: Place,
    moves: bool,
}

impl Promotion {
    async fn new(
        state: &AppState,
        client: &PackageClient,
        key: &str,
        wanted: &PromoteImage,
    ) -> Result<Self, ApiError> {
        let from = local(state, client, key).await?;
        let to = local(state, client, &wanted.target_repo).await;
        let to = to.map_err(|error| error.at("targetRepo"))?;
        if from.id == to.id {
            return Err(ApiError::promoted_to_same_repository());
        }
        let image = &wanted.docker_repository;
        let target_image = given(wanted.target_docker_repository.as_ref()).unwrap_or(image);
        for (field, name) in [("dockerRepository", image), ("targetDockerRepository", target_image)]
        {
            if !is_image(name) {
                let message = "The name of an image has parts of lower-case letters, digits and separators, between slashes.";
                return Err(ApiError::bad_request("name_invalid", message).at(field));
            }
        }
        let place = |repository: StoredRepository, image: &String| Place {
            state: state.clone(),
            client: client.clone(),
            repository,
            address: Address { image: image.clone(), of: Part::Tags },
        };
        let moves = wanted.copy != Some(true);
        Ok(Self { from: place(from, image), to: place(to, target_image), moves })
    }

    /// The tags that are promoted, each with its tag at the target.
    async fn tags(&self, wanted: &PromoteImage) -> Result<Vec<(String, String)>, ApiError> {
        let (tag, target_tag) = (given(wanted.tag.as_ref()), given(wanted.target_tag.as_ref()));
        for (field, tag) in [("tag", tag), ("targetTag", target_tag)] {
            if tag.is_some_and(|tag| !is_tag(tag)) {
                let message =
                    "A tag has at most 128 letters, digits, dots, dashes and underscores.";
                return Err(ApiError::bad_request("tag_invalid", message).at(field));
            }
        }
        if let Some(tag) = tag {
            return Ok(vec![(tag.clone(), target_tag.unwrap_or(tag).clone())]);
        }
        if target_tag.is_some() {
            let message = "Name the 'tag' that gets another one, or leave 'targetTag' out.";
            return Err(ApiError::bad_request("tag_invalid", message).at("targetTag"));
        }
        let page = Page { after: String::new(), tags_max: TAGS_MAX };
        let (tags, more) = visible_tags(&self.from, &page).await?;
        if more {
            return Err(ApiError::promotion_too_large("tags", TAGS_MAX));
        }
        if tags.is_empty() {
            let from = &self.from;
            let is_shown = from.client.rights().show_folder(&from.repository, from.image());
            let unknown =
                if is_shown { ApiError::manifest_unknown() } else { from.client.hidden() };
            return Err(unknown);
        }
        Ok(tags.into_iter().map(|tag| (tag.clone(), tag)).collect())
    }

    /// All manifests of an image, those that are listed before those that list them. Each is taken from the budget.
    async fn found(&self, digest: Digest, left: &mut usize) -> Result<Vec<Digest>, ApiError> {
        let mut walk = Walk::new(digest);
        while let Some(digest) = walk.unread() {
            let too_large = || ApiError::promotion_too_large("manifests", MANIFESTS_MAX);
            *left = left.checked_sub(1).ok_or_else(too_large)?;
            let (_, manifest) = self.manifest(&digest).await?;
            walk.read(digest, manifest.manifests().filter_map(Digest::parse).collect());
        }
        Ok(walk.done())
    }

    /// A manifest at the source that the client may read.
    async fn manifest(&self, digest: &Digest) -> Result<(Bytes, Manifest), ApiError> {
        let file = readable(&self.from, digest).await?.ok_or_else(ApiError::manifest_unknown)?;
        let bytes = of_file(&self.from.state, &file).await?.bytes;
        let manifest = Manifest::read(&bytes, None).map_err(|_| ApiError::internal())?;
        Ok((bytes, manifest))
    }

    /// The SHA-256 of a blob at the source that the client may read.
    async fn content(&self, digest: &Digest) -> Result<String, ApiError> {
        let Place { state, client, repository, .. } = &self.from;
        let path = digest.blob_path(self.from.image());
        client.require(Action::Read, repository, &path)?;
        let at = Location { repository: repository.clone(), path };
        let file = state.engine.ports().artifacts.file(at).await;
        let file = file.map_err(|error| ApiError::of_repository(&error))?;
        Ok(file.ok_or_else(ApiError::blob_unknown)?.content.sha256.0)
    }

    /// Whether the client may promote manifests with all of their blobs.
    async fn judge(&self, manifests: &[Digest]) -> Result<(), ApiError> {
        for digest in manifests {
            self.may_store(&digest.manifest_path(self.to.image()))?;
            if self.moves {
                let Place { client, repository, .. } = &self.from;
                let path = digest.manifest_path(self.from.image());
                client.require(Action::Delete, repository, &path)?;
            }
            let (_, manifest) = self.manifest(digest).await?;
            for blob in manifest.blobs().filter_map(Digest::parse) {
                self.may_store(&blob.blob_path(self.to.image()))?;
                self.content(&blob).await?;
            }
        }
        Ok(())
    }

    fn may_store(&self, path: &str) -> Result<(), ApiError> {
        let Place { client, repository, .. } = &self.to;
        // A manifest is stored only beside parts that the client sees.
        client.require(Action::Read, repository, path)?;
        client.require(Action::Write, repository, path)?;
        let is_taken = repository.settings.takes(path);
        is_taken.then_some(()).ok_or_else(|| ApiError::of_repository(&RepositoryError::NotIncluded))
    }

    /// Whether a tag at the target may name a manifest: where it names another one, that is replaced.
    async fn judge_tag(&self, digest: &Digest, tag: &str) -> Result<(), ApiError> {
        let Place { client, repository, .. } = &self.to;
        let before = tagged(&self.to, tag).await?.filter(|before| before != digest);
        let Some(before) = before else { return Ok(()) };
        let path = before.manifest_path(self.to.image());
        let is_allowed = client.rights().allow(Action::Delete, repository, &path);
        let taken = || ApiError::of_repository(&RepositoryError::TagTaken(tag.to_owned()));
        is_allowed.then_some(()).ok_or_else(taken)
    }

    /// Promotes images that were judged.
    async fn perform_all(self, images: Vec<Image>) -> Result<(), ApiError> {
        let mut lists = Lists::default();
        for image in &images {
            self.perform_one(image, &mut lists).await?;
        }
        Ok(())
    }

    /// Promotes an image. What is read of lists is kept for the next one.
    async fn perform_one(&self, image: &Image, lists: &mut Lists) -> Result<(), ApiError> {
        self.perform(image).await?;
        if self.moves { self.remove(image, lists).await } else { Ok(()) }
    }

    async fn perform(&self, image: &Image) -> Result<(), ApiError> {
        for digest in &image.found {
            self.store(digest).await?;
        }
        let Place { state, client, repository, .. } = &self.to;
        let from = Location {
            repository: self.from.repository.clone(),
            path: image.digest.manifest_path(self.from.image()),
        };
        let promoted = Promoted {
            tag: image.target_tag.clone(),
            version: image.digest.to_string(),
            from,
            moves: self.moves,
        };
        let context = client.context(state.engine.now())?;
        let (name, may_move) = (self.to.image().to_owned(), may_move(&self.to));
        let packages = &state.engine.ports().packages;
        let done = packages.promote(repository.clone(), name, promoted, may_move, context).await;
        done.map_err(|error| ApiError::of_repository(&error))
    }

    /// Stores a manifest at the target, after its blobs.
    async fn store(&self, digest: &Digest) -> Result<(), ApiError> {
        let (bytes, manifest) = self.manifest(digest).await?;
        for blob in manifest.blobs().filter_map(Digest::parse) {
            self.link(&blob).await?;
        }
        let (announced, mut body) = (bytes.len() as u64, Portions::new(Body::from(bytes)));
        let packages = &self.to.state.engine.ports().packages;
        let received = packages.receive(&self.to.repository, Some(announced), &mut body).await;
        let received = received.map_err(|error| ApiError::of_repository(&error))?;
        publish(&self.to, digest, &manifest, received, &[]).await
    }

    /// Has a blob of the source at the target too.
    async fn link(&self, digest: &Digest) -> Result<(), ApiError> {
        let sha256 = self.content(digest).await?;
        // The client may read it at the source, wherever else it is.
        let may_read: MayRead = Box::new(|_, _| true);
        let Place { state, client, repository, .. } = &self.to;
        let path = digest.blob_path(self.to.image());
        let at = Location { repository: repository.clone(), path };
        let context = client.context(state.engine.now())?;
        let linked = state.engine.ports().parts.link(at, sha256, may_read, context).await;
        let linked = linked.map_err(|error| ApiError::of_repository(&error))?;
        linked.map(|_| ()).ok_or_else(ApiError::blob_unknown)
    }
}

/// A text that a request has, unless it is empty.
fn given(text: Option<&String>) -> Option<&String> {
    text.filter(|text| !text.is_empty())
}

/// A local repository of images.
async fn local(
    state: &AppState,
    client: &PackageClient,
    key: &str,
) -> Result<StoredRepository, ApiError> {
    let repository = of_type(state, client, key, PackageType::Docker).await?;
    if repository.settings.class != RepositoryClass::Local {
        let error = RepositoryError::from(RelocationProblem::NotLocal);
        return Err(ApiError::of_repository(&error));
    }
    Ok(repository)
}
