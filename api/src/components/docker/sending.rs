//! Sending blobs: at once, in portions, or by naming one that is elsewhere.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::Semaphore;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{Location, MayRead, Received};
use waybill_platform::secret::{hex, random};

use super::names::{self, Algorithm, Digest};
use super::uploads::{Belongs, Sending};
use super::{Place, named, parameters, with_digest};
use crate::caller::text;
use crate::components::artifacts::body::Portions;
use crate::components::repositories::of_type;
use crate::error::{ApiError, accepted, created, nothing_left};
use crate::extract::announced_bytes;

/// How many large files are read once more for a SHA-512, so that others are not kept waiting.
static HASHED_AT_ONCE: Semaphore = Semaphore::const_new(2);

/// `POST blobs/uploads/`: begins an upload. With `digest` the body is the whole blob, with `mount` it is one that the
/// client may read elsewhere.
pub(super) async fn begin(
    place: &Place,
    query: &str,
    request: Request,
) -> Result<Response, ApiError> {
    may_send(place)?;
    if let Some(digest) = parameters(query, "mount").next() {
        let from = parameters(query, "from").next();
        if let Some(mounted) = mount(place, &named(&digest)?, from.as_deref()).await? {
            return Ok(mounted);
        }
    } else if let Some(digest) = parameters(query, "digest").next() {
        return at_once(place, &named(&digest)?, request).await;
    }
    let owner = place.client.person().ok_or_else(|| place.client.without_token())?;
    let parts = &place.state.engine.ports().parts;
    let receiving = parts.begin(&place.repository).await;
    let receiving = receiving.map_err(|error| ApiError::of_repository(&error))?;
    let belongs = Belongs::new(owner, &place.repository, place.image());
    let id = hex(&random::<16>());
    place.state.registry_uploads.begin(id.clone(), belongs, receiving)?;
    under_way(accepted(), place, &id, 0)
}

/// `GET blobs/uploads/{id}`: how much has arrived.
pub(super) fn progress(place: &Place, id: &str) -> Result<Response, ApiError> {
    may_send(place)?;
    let bytes = turn(place, id)?.bytes()?;
    under_way(nothing_left(), place, id, bytes)
}

/// `DELETE blobs/uploads/{id}`.
pub(super) fn cancel(place: &Place, id: &str) -> Result<Response, ApiError> {
    may_send(place)?;
    drop(turn(place, id)?.take());
    place.state.registry_uploads.end(id);
    Ok(nothing_left())
}

/// `PATCH blobs/uploads/{id}`: the next portion.
pub(super) async fn append(
    place: &Place,
    id: &str,
    request: Request,
) -> Result<Response, ApiError> {
    may_send(place)?;
    let sending = turn(place, id)?;
    if let Some(disordered) = out_of_order(place, id, &sending, &request)? {
        return Ok(disordered);
    }
    let sending = receive(place, sending, request).await?;
    under_way(accepted(), place, id, sending.bytes()?)
}

/// `PUT blobs/uploads/{id}?digest=`: the last portion, which may be empty, and the name of the whole.
pub(super) async fn complete(
    place: &Place,
    id: &str,
    query: &str,
    request: Request,
) -> Result<Response, ApiError> {
    may_send(place)?;
    let digest = parameters(query, "digest").next().unwrap_or_default();
    let named = named(&digest)?;
    let path = named.blob_path(place.image());
    place.client.require(Action::Write, &place.repository, &path)?;
    let sending = turn(place, id)?;
    if let Some(disordered) = out_of_order(place, id, &sending, &request)? {
        return Ok(disordered);
    }
    let sending = receive(place, sending, request).await?;
    // What follows ends the upload, whatever comes of it.
    let receiving = sending.take().ok_or_else(ApiError::upload_unknown)?;
    place.state.registry_uploads.end(id);
    let parts = &place.state.engine.ports().parts;
    let received = parts.finish(receiving).await;
    let received = received.map_err(|error| ApiError::of_repository(&error))?;
    keep(place, &named, received).await
}

/// A whole blob in one request.
async fn at_once(place: &Place, named: &Digest, request: Request) -> Result<Response, ApiError> {
    let path = named.blob_path(place.image());
    place.client.require(Action::Write, &place.repository, &path)?;
    let announced = announced_bytes(&request);
    let mut body = Portions::new(request.into_body());
    let packages = &place.state.engine.ports().packages;
    let received = packages.receive(&place.repository, announced, &mut body).await;
    keep(place, named, received.map_err(|error| ApiError::of_repository(&error))?).await
}

/// Stores what has arrived, if it is what the client says.
async fn keep(place: &Place, named: &Digest, received: Received) -> Result<Response, ApiError> {
    let received = checked(named, received).await?;
    let path = named.blob_path(place.image());
    // Rights may have ended while it was sent.
    let place = &place.again().await?;
    place.client.require(Action::Write, &place.repository, &path)?;
    let context = place.client.context(place.state.engine.now())?;
    let parts = &place.state.engine.ports().parts;
    let stored = parts.store(received, path, context).await;
    stored.map_err(|error| ApiError::of_repository(&error))?;
    stored_as(place, named)
}

/// What has arrived, if it has a name.
///
/// # Errors
///
/// 400 if it is something else.
pub(super) async fn checked(named: &Digest, received: Received) -> Result<Received, ApiError> {
    let found = match named.algorithm {
        Algorithm::Sha256 => received.digests().sha256.to_string(),
        Algorithm::Sha512 => {
            let file = received.path().to_owned();
            let _permit = HASHED_AT_ONCE.acquire().await.map_err(|_| ApiError::internal())?;
            let hashed = tokio::task::spawn_blocking(move || names::sha512_of(&file)).await;
            hashed.map_err(|_| ApiError::internal())?.map_err(|_| ApiError::internal())?
        }
    };
    if found == named.digits {
        return Ok(received);
    }
    let message = "What arrived has another digest than announced. Nothing of it was stored.";
    Err(ApiError::bad_request("digest_invalid", message))
}

/// Stores a blob that the client may read elsewhere; none if there is no such blob.
async fn mount(
    place: &Place,
    named: &Digest,
    from: Option<&str>,
) -> Result<Option<Response>, ApiError> {
    let path = named.blob_path(place.image());
    place.client.require(Action::Write, &place.repository, &path)?;
    let sha256 = match from {
        Some(from) => content_in(place, named, from).await?,
        None => (named.algorithm == Algorithm::Sha256).then(|| named.digits.clone()),
    };
    let Some(sha256) = sha256 else { return Ok(None) };
    let rights = place.client.rights().clone();
    let may_read: MayRead =
        Box::new(move |repository, path| rights.allow(Action::Read, repository, path));
    let at = Location { repository: place.repository.clone(), path };
    let context = place.client.context(place.state.engine.now())?;
    let parts = &place.state.engine.ports().parts;
    let linked = parts.link(at, sha256, may_read, context).await;
    let linked = linked.map_err(|error| ApiError::of_repository(&error))?;
    linked.map(|_| stored_as(place, named)).transpose()
}

/// The SHA-256 of a blob in an image that the client may read.
async fn content_in(place: &Place, named: &Digest, from: &str) -> Result<Option<String>, ApiError> {
    let Some((key, image)) = from.split_once('/').filter(|(_, image)| names::is_image(image))
    else {
        return Ok(None);
    };
    let Ok(repository) = of_type(&place.state, &place.client, key, PackageType::Docker).await
    else {
        return Ok(None);
    };
    let path = named.blob_path(image);
    if !place.client.rights().allow(Action::Read, &repository, &path) {
        return Ok(None);
    }
    let file = place.state.engine.ports().artifacts.file(Location { repository, path }).await;
    let file = file.map_err(|error| ApiError::of_repository(&error))?;
    Ok(file.map(|file| file.content.sha256.0))
}

/// Checks that the client may send blobs to an image. Which one it is, is known at the end.
fn may_send(place: &Place) -> Result<(), ApiError> {
    let image = place.image();
    let may = place.client.rights().may_allow_below(Action::Write, &place.repository, image);
    may.then_some(()).ok_or_else(|| place.client.refused(Action::Write, &place.repository, image))
}

fn turn(place: &Place, id: &str) -> Result<Sending, ApiError> {
    let owner = place.client.person().ok_or_else(|| place.client.without_token())?;
    let belongs = Belongs::new(owner, &place.repository, place.image());
    place.state.registry_uploads.send(id, &belongs)
}

/// The response to a portion that does not follow those before it; none to one that does.
fn out_of_order(
    place: &Place,
    id: &str,
    sending: &Sending,
    request: &Request,
) -> Result<Option<Response>, ApiError> {
    let bytes = sending.bytes()?;
    let Some(range) = text(request.headers(), header::CONTENT_RANGE) else { return Ok(None) };
    let parsed = range.split_once('-').and_then(|(first, last)| {
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        Some((first, last.checked_sub(first)?.checked_add(1)?))
    });
    let (first, length) = parsed.ok_or_else(|| {
        let message = "A Content-Range of an upload has the form FIRST-LAST, in bytes.";
        ApiError::bad_request("blob_upload_invalid", message)
    })?;
    if first != bytes {
        return under_way(ApiError::out_of_order(bytes).into_response(), place, id, bytes)
            .map(Some);
    }
    if announced_bytes(request).is_some_and(|announced| announced != length) {
        let message = "The body has another length than its Content-Range says.";
        return Err(ApiError::bad_request("size_invalid", message));
    }
    Ok(None)
}

/// Receives a body. What has arrived of it stays when the client is gone, so that it can go on later.
async fn receive(
    place: &Place,
    mut sending: Sending,
    request: Request<Body>,
) -> Result<Sending, ApiError> {
    let announced = announced_bytes(&request);
    let mut body = Portions::new(request.into_body());
    let parts = Arc::clone(&place.state.engine.ports().parts);
    let appended = tokio::spawn(async move {
        let appended = parts.append(sending.receiving()?, announced, &mut body).await;
        appended.map_err(|error| ApiError::of_repository(&error))?;
        Ok(sending)
    });
    appended.await.map_err(|_| ApiError::internal())?
}

/// Says where an upload goes on.
fn under_way(
    mut response: Response,
    place: &Place,
    id: &str,
    bytes: u64,
) -> Result<Response, ApiError> {
    let range = format!("0-{}", bytes.saturating_sub(1));
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, place.location(&format!("blobs/uploads/{id}"))?);
    headers.insert(header::RANGE, HeaderValue::from_str(&range).map_err(|_| ApiError::internal())?);
    let id = HeaderValue::from_str(id).map_err(|_| ApiError::upload_unknown())?;
    headers.insert(HeaderName::from_static("docker-upload-uuid"), id);
    Ok(response)
}

fn stored_as(place: &Place, named: &Digest) -> Result<Response, ApiError> {
    let mut response = created(Response::default());
    response.headers_mut().insert(header::LOCATION, place.location(&format!("blobs/{named}"))?);
    Ok(with_digest(response, named))
}
