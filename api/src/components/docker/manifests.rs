//! Reading, storing and removing manifests.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use waybill_blobs::{BlobError, BlobId, ByteRange};
use waybill_machines::rules::packages::{PackageProblem, TAGS_MAX};
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{
    Admits, FileInfo, Location, MayMove, NewVersion, Received, RepositoryError, TagChange,
};

use super::known::{Named, ReferenceKey, Stored};
use super::manifest::{MANIFEST_BYTES_MAX, Manifest, ManifestError};
use super::names::{Digest, is_tag};
use super::{Place, blobs, named, parameters, sending, with_digest};
use crate::caller::text;
use crate::components::artifacts::body::AtMost;
use crate::components::package_index::revision;
use crate::downloads::Served;
use crate::error::{ApiError, accepted, created};
use crate::extract::announced_bytes;
use crate::ranges::Download;
use crate::state::AppState;

/// The most tags that a manifest gets in one request.
const TAGS_AT_ONCE_MAX: usize = 16;
/// `GET` and `HEAD manifests/{reference}`, byte for byte as it was pushed.
pub(super) async fn read(
    place: &Place,
    reference: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let revision = revision(&place.state, &place.repository, place.image()).await?;
    let key = ReferenceKey::new(place, reference, revision);
    if let Some(known) = place.state.manifests.named(&key)
        && place.client.rights().allow(Action::Read, &place.repository, &known.file.path)
    {
        return sent(place, &known.digest, &known.file, headers).await;
    }
    let digest = resolved(place, reference).await?;
    let file = readable(place, &digest).await?.ok_or_else(ApiError::manifest_unknown)?;
    let named = Arc::new(Named { digest, file });
    place.state.manifests.keep_named(key, Arc::clone(&named));
    sent(place, &named.digest, &named.file, headers).await
}

/// A manifest as it is in a file.
pub(super) async fn sent(
    place: &Place,
    named: &Digest,
    file: &FileInfo,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let Stored { media_type, bytes, .. } = of_file(&place.state, file).await?;
    let download = Download {
        size: bytes.len() as u64,
        name: file.name().to_owned(),
        content_type: media_type.into(),
        etag: named.to_string(),
        of: Some(Served::of(&place.repository, file)),
    };
    let part = |from: u64, to: u64| {
        let at = |position| usize::try_from(position).unwrap_or(bytes.len());
        Body::from(bytes.slice(at(from)..at(to)))
    };
    Ok(with_digest(download.answer(headers, part)?, named))
}

/// `PUT manifests/{reference}`, with `tag` for a digest that gets tags at once. A tag that names another manifest is
/// moved by those who may delete that.
pub(super) async fn store(
    place: &Place,
    reference: &str,
    query: &str,
    request: Request,
) -> Result<Response, ApiError> {
    let expected = StoredAs::parse(reference, query)?;
    let image = place.image();
    if !place.client.rights().may_allow_below(Action::Write, &place.repository, image) {
        return Err(place.client.refused(Action::Write, &place.repository, image));
    }
    let content_type = text(request.headers(), header::CONTENT_TYPE).map(str::to_owned);
    let received = receive(place, request).await?;
    let digest = expected.digest.unwrap_or_else(|| Digest::of_sha256(received.digests().sha256));
    let received = sending::checked(&digest, received).await?;
    // Rights may have ended while it was sent.
    let place = &place.again().await?;
    place.client.require(Action::Write, &place.repository, &digest.manifest_path(image))?;
    let file = received.path().to_owned();
    let read = move || {
        let bytes = fs::read(file).map_err(|_| ApiError::internal())?;
        let content_type = content_type.as_deref().unwrap_or_default();
        Manifest::read(&bytes, Some(content_type)).map_err(|error| invalid(&error))
    };
    let manifest = place.state.package_indexes.check(read).await??;
    let subject = manifest.subject.as_ref().map(|subject| subject.digest.clone());
    publish(place, &digest, &manifest, received, &expected.tags).await?;
    let mut response = created(Response::default());
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, place.location(&format!("manifests/{digest}"))?);
    let value = |text: &str| HeaderValue::from_str(text).map_err(|_| ApiError::internal());
    if let Some(subject) = subject {
        headers.insert(HeaderName::from_static("oci-subject"), value(&subject)?);
    }
    for tag in expected.tags {
        headers.append(HeaderName::from_static("oci-tag"), value(&tag)?);
    }
    Ok(with_digest(response, &digest))
}

/// `DELETE manifests/{reference}`: a tag, or a manifest with all tags that name it.
pub(super) async fn remove(place: &Place, reference: &str) -> Result<Response, ApiError> {
    let named = resolved(place, reference).await?;
    let path = named.manifest_path(place.image());
    if reference.contains(':') {
        return blobs::remove_file(place, path, ApiError::manifest_unknown).await;
    }
    place.client.require(Action::Delete, &place.repository, &path)?;
    change_tag(place, TagChange { tag: reference.to_owned(), version: None }).await?;
    Ok(accepted())
}

/// What a client stores a manifest as.
struct StoredAs {
    digest: Option<Digest>,
    tags: Vec<String>,
}

impl StoredAs {
    fn parse(reference: &str, query: &str) -> Result<Self, ApiError> {
        let (digest, tags) = if reference.contains(':') {
            let tags: BTreeSet<String> = parameters(query, "tag").collect();
            (Some(named(reference)?), tags.into_iter().collect::<Vec<_>>())
        } else {
            (None, vec![reference.to_owned()])
        };
        if !tags.iter().all(|tag: &String| is_tag(tag)) {
            let message = "A tag has at most 128 letters, digits, dots, dashes and underscores.";
            return Err(ApiError::bad_request("tag_invalid", message));
        }
        if tags.len() > TAGS_AT_ONCE_MAX {
            let message = format!("A manifest gets at most {TAGS_AT_ONCE_MAX} tags at once.");
            return Err(ApiError::bad_request("tag_invalid", message));
        }
        Ok(Self { digest, tags })
    }
}

async fn receive(place: &Place, request: Request) -> Result<Received, ApiError> {
    let announced = announced_bytes(&request);
    if announced.is_some_and(|announced| announced > MANIFEST_BYTES_MAX) {
        return Err(too_large());
    }
    // One byte more: what has just the largest size is not too large.
    let mut body = AtMost::new(request.into_body(), MANIFEST_BYTES_MAX + 1);
    let packages = &place.state.engine.ports().packages;
    match packages.receive(&place.repository, announced, &mut body).await {
        Ok(received) => Ok(received),
        Err(_) if body.is_exceeded() => Err(too_large()),
        Err(error) => Err(ApiError::of_repository(&error)),
    }
}

/// Publishes a manifest with its tags. One that is there already only gets the tags.
pub(super) async fn publish(
    place: &Place,
    digest: &Digest,
    manifest: &Manifest,
    received: Received,
    tags: &[String],
) -> Result<(), ApiError> {
    let path = digest.manifest_path(place.image());
    let packages = &place.state.engine.ports().packages;
    let mut parts = manifest.parts(place.image());
    for part in &mut parts {
        // What the client may not read it does not learn from this either.
        let rights = place.client.rights();
        part.paths.retain(|path| rights.allow(Action::Read, &place.repository, path));
    }
    let at = Location { repository: place.repository.clone(), path: path.clone() };
    let known = place.state.engine.ports().artifacts.file(at).await;
    let mut is_known = known.map_err(|error| ApiError::of_repository(&error))?.is_some();
    if is_known {
        let checked = place.state.engine.ports().parts.check(place.repository.clone(), parts).await;
        checked.map_err(|error| ApiError::of_repository(&error))?;
    } else {
        let document = manifest.document().map_err(|_| ApiError::internal())?;
        let new = NewVersion {
            name: place.image().to_owned(),
            version: digest.to_string(),
            path,
            document: document.into(),
            summary: manifest.summary(),
            tags: tags.iter().take(TAGS_MAX).cloned().collect(),
            subject: manifest.subject.as_ref().map(|subject| subject.digest.clone()),
            parts,
            ..NewVersion::default()
        };
        let context = place.client.context(place.state.engine.now())?;
        match packages.publish(received, new, admits(place, tags), context).await {
            Ok(_) => {}
            // Another client has pushed the same manifest meanwhile.
            Err(RepositoryError::Package(PackageProblem::VersionExists)) => is_known = true,
            Err(error) => return Err(ApiError::of_repository(&error)),
        }
    }
    let left = if is_known { tags } else { tags.get(TAGS_MAX..).unwrap_or_default() };
    for tag in left {
        if tagged(place, tag).await?.as_ref() != Some(digest) {
            let change = TagChange { tag: tag.clone(), version: Some(digest.to_string()) };
            change_tag(place, change).await?;
        }
    }
    Ok(())
}

/// Where a tag names another manifest, that one is replaced.
pub(super) fn may_move(place: &Place) -> MayMove {
    let (rights, repository) = (place.client.rights().clone(), place.repository.clone());
    Box::new(move |version| {
        version.paths().all(|path| rights.allow(Action::Delete, &repository, path))
    })
}

/// Whether a new manifest may get tags beside those that are there.
fn admits(place: &Place, tags: &[String]) -> Admits {
    let (may_move, tags) = (may_move(place), tags.to_vec());
    Box::new(move |known| {
        let named = |tag: &String| {
            let version = known.tags.get(tag)?;
            known.versions.iter().find(|stored| stored.version == *version)
        };
        let taken = |tag: &&String| named(tag).is_some_and(|version| !may_move(version));
        let taken = tags.iter().find(taken).cloned();
        taken.map_or(Ok(()), |tag| Err(RepositoryError::TagTaken(tag)))
    })
}

pub(super) async fn change_tag(place: &Place, change: TagChange) -> Result<(), ApiError> {
    let context = place.client.context(place.state.engine.now())?;
    let (repository, image) = (place.repository.clone(), place.image().to_owned());
    let packages = &place.state.engine.ports().packages;
    let changed = packages.tag(repository, image, change, may_move(place), context).await;
    changed.map_err(|error| match error {
        RepositoryError::Package(PackageProblem::TagMissing | PackageProblem::VersionMissing) => {
            ApiError::manifest_unknown()
        }
        error => ApiError::of_repository(&error),
    })
}

/// The digest that a tag names; none if there is no such tag.
pub(super) async fn tagged(place: &Place, tag: &str) -> Result<Option<Digest>, ApiError> {
    let (repository, image) = (place.repository.clone(), place.image().to_owned());
    let packages = &place.state.engine.ports().packages;
    let found = packages.tagged(repository, image, tag.to_owned()).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    Ok(found.as_deref().and_then(Digest::parse))
}

/// The digest that an address names.
///
/// # Errors
///
/// 404 for a tag that does not exist, as for one that the client may not read.
pub(super) async fn resolved(place: &Place, reference: &str) -> Result<Digest, ApiError> {
    if reference.contains(':') {
        return named(reference);
    }
    match tagged(place, reference).await? {
        Some(named) => Ok(named),
        None if place.client.rights().show_folder(&place.repository, place.image()) => {
            Err(ApiError::manifest_unknown())
        }
        None => Err(place.client.hidden()),
    }
}

/// The file of a manifest that the client may read; none if there is none.
///
/// # Errors
///
/// 404 or 401 if the client may not know of the image.
pub(super) async fn readable(place: &Place, digest: &Digest) -> Result<Option<FileInfo>, ApiError> {
    let path = digest.manifest_path(place.image());
    let rights = place.client.rights();
    if !rights.allow(Action::Read, &place.repository, &path) {
        let is_shown = rights.show_folder(&place.repository, place.image());
        return if is_shown { Ok(None) } else { Err(place.client.hidden()) };
    }
    let at = Location { repository: place.repository.clone(), path };
    let file = place.state.engine.ports().artifacts.file(at).await;
    file.map_err(|error| ApiError::of_repository(&error))
}

/// The manifest in a file.
pub(super) async fn of_file(state: &AppState, file: &FileInfo) -> Result<Stored, ApiError> {
    let blob = file.blob().ok_or_else(ApiError::internal)?;
    if let Some(stored) = state.manifests.content(&blob) {
        return Ok(stored);
    }
    let _permit = state.package_indexes.work().await;
    let bytes = bytes_of(state, blob).await?;
    let read = tokio::task::spawn_blocking(move || Stored::read(bytes.into()));
    let stored = read.await.map_err(|_| ApiError::internal())?;
    // What clients push is valid when it is stored; what an upstream has may be anything.
    let stored = stored.map_err(|_| ApiError::upstream_not_understood())?;
    state.manifests.keep_content(blob, stored.clone());
    Ok(stored)
}

/// The whole of a small content.
pub(super) async fn bytes_of(state: &AppState, blob: BlobId) -> Result<Vec<u8>, ApiError> {
    let artifacts = Arc::clone(&state.engine.ports().artifacts);
    let reader = artifacts.read(blob, ByteRange::ALL).await;
    let mut reader = reader.map_err(|error| ApiError::of_repository(&error))?;
    let mut bytes = Vec::new();
    let failed = |error: BlobError| ApiError::of_repository(&error.into());
    while let Some(portion) = reader.next().await.map_err(failed)? {
        bytes.extend_from_slice(&portion);
    }
    Ok(bytes)
}

impl Stored {
    fn read(bytes: Bytes) -> Result<Self, ManifestError> {
        let manifest = Manifest::read(&bytes, None)?;
        Ok(Self {
            media_type: manifest.media_type(),
            artifact_type: manifest.artifact_type().map(Into::into),
            // Others are never listed with theirs.
            annotations: manifest.subject.is_some().then(|| Arc::new(manifest.annotations)),
            bytes,
        })
    }
}

fn too_large() -> ApiError {
    ApiError::too_large("A manifest may have at most 4 MiB.")
}

fn invalid(error: &ManifestError) -> ApiError {
    let message = format!("{}.", crate::error::capitalised(&error.to_string()));
    ApiError::bad_request("manifest_invalid", message)
}
