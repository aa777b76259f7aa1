//! Reading and removing blobs.

use axum::http::HeaderMap;
use axum::response::Response;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Kind, Location, RepositoryError};

use super::{Place, named, with_digest};
use crate::components::artifacts::downloaded;
use crate::error::{ApiError, accepted};

/// `GET` and `HEAD blobs/{digest}`: whole or in ranges.
pub(super) async fn read(
    place: &Place,
    digest: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let named = named(digest)?;
    let path = named.blob_path(place.image());
    place.client.require(Action::Read, &place.repository, &path)?;
    let at = Location { repository: place.repository.clone(), path };
    let ports = place.state.engine.ports();
    let artifacts = &ports.artifacts;
    let kind = artifacts.kind(at.clone()).await;
    kind.map_err(|error| ApiError::of_repository(&error))?.ok_or_else(ApiError::blob_unknown)?;
    // Clients that look whether it is there do not send it again.
    if place.client.rights().allow(Action::Write, &at.repository, &at.path) {
        ports.parts.hold(&at, place.state.engine.now());
    }
    Ok(with_digest(downloaded(&place.state, at, headers).await?, &named))
}

/// `DELETE blobs/{digest}`. Images that consist of it can then no longer be pulled.
pub(super) async fn remove(place: &Place, digest: &str) -> Result<Response, ApiError> {
    let path = named(digest)?.blob_path(place.image());
    remove_file(place, path, ApiError::blob_unknown).await
}

/// Removes a file of an image.
pub(super) async fn remove_file(
    place: &Place,
    path: String,
    unknown: fn() -> ApiError,
) -> Result<Response, ApiError> {
    place.client.require(Action::Delete, &place.repository, &path)?;
    let at = Location { repository: place.repository.clone(), path };
    let context = place.client.context(place.state.engine.now())?;
    let artifacts = &place.state.engine.ports().artifacts;
    match artifacts.remove(at, Kind::File, context).await {
        Ok(_) => Ok(accepted()),
        Err(RepositoryError::Artifact(ArtifactProblem::Missing)) => Err(unknown()),
        Err(error) => Err(ApiError::of_repository(&error)),
    }
}
