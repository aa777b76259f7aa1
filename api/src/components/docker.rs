//! The registry of Docker and OCI clients: images and other artifacts, as the OCI distribution specification says.
//!
//! An image is a package, its manifests are versions named by their digests, and its tags name those. Blobs and
//! manifests are files in the folder of the image, so that rights, patterns and quotas are those of files.

mod address;
mod blobs;
mod catalog;
mod commands;
pub mod import;
mod known;
mod layers;
mod lists;
mod manifest;
mod manifests;
mod names;
mod promotion;
mod sending;
mod strict;
mod token;
mod uploads;
mod upstream;

use axum::Json;
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::StoredRepository;

use super::joined::is_joined;
use super::repositories::sources::deployed_to;
use super::repositories::{of_type, rows_for_clients};
use crate::caller::PackageClient;
use crate::challenge::{Challenge, TOKENS};
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::extract::PathParams;
use crate::route::{Row, delete, get, patch, post, put};
use crate::shape::Payload;
use crate::state::AppState;

use address::{Address, Part};
use names::Digest;

pub use commands::commands;
pub use known::Manifests;
pub use layers::images;
pub use manifest::{listed, needed};
pub(super) use names::version_at;
pub(super) use promotion::{Between, IMAGES_MAX, ImageTag, Shared, TaggedManifest};
pub use uploads::Uploads;

const ROOT: &str = "/v2/";
const CATALOG: &str = "/v2/_catalog";
const ALL: &str = "/v2/{repo}/{*path}";
const PROMOTE: &str = "/artifactory/api/docker/{repo}/v2/promote";
const BYTES: &str = "application/octet-stream";
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
/// By which clients recognise a registry.
const VERSION: (HeaderName, HeaderValue) = (
    HeaderName::from_static("docker-distribution-api-version"),
    HeaderValue::from_static("registry/2.0"),
);

/// The registry of Docker and OCI clients. Programs authenticate with access tokens.
pub struct Docker;

impl Component for Docker {
    fn public(&self) -> Vec<Row> {
        let tokens = get(TOKENS, "Exchanges credentials for a token.", token::token);
        let rows = vec![
            get(ROOT, "Whether the registry answers.", ping).responds_with(JSON),
            get(CATALOG, "The images of all repositories.", catalog).responds_with(JSON),
            get(ALL, "Manifests, blobs, tags and referrers of an image.", read)
                .responds_with(BYTES),
            post(ALL, "Begins the upload of a blob.", begin)
                .accepts_body(Payload::Bytes(BYTES), usize::MAX),
            patch(ALL, "Sends a portion of a blob.", append)
                .accepts_body(Payload::Bytes(BYTES), usize::MAX),
            put(ALL, "Stores a blob, or a manifest.", store)
                .accepts_body(Payload::Bytes(BYTES), usize::MAX),
            delete(ALL, "Removes a manifest, a tag or a blob, or ends an upload.", remove),
        ];
        let rows = rows.into_iter().map(|row| row.asks_with(Challenge::Registry));
        let rows = rows.chain([tokens.responds_with(JSON)]);
        let rows = rows.map(Row::also_at_root).collect();
        let mut rows = rows_for_clients(rows, ErrorForm::Registry);
        let promote = post(PROMOTE, "Promotes an image to another repository.", promotion::promote);
        rows.extend(rows_for_clients(vec![promote.responds_with(TEXT)], ErrorForm::Listed));
        rows
    }
}

/// Asks a client that shows no token for one, even where everyone may read: later it is not asked.
fn shows_token(client: &PackageClient, headers: &HeaderMap) -> Result<(), ApiError> {
    if client.is_anonymous() && !headers.contains_key(header::AUTHORIZATION) {
        return Err(client.without_token());
    }
    Ok(())
}

/// `GET /v2/`.
pub async fn ping(client: PackageClient, headers: HeaderMap) -> Result<Response, ApiError> {
    shows_token(&client, &headers)?;
    Ok(([VERSION], Json(json!({}))).into_response())
}

/// `GET /v2/_catalog`.
pub async fn catalog(
    State(state): State<AppState>,
    client: PackageClient,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    shows_token(&client, &headers)?;
    catalog::catalog(&state, &client, &query.unwrap_or_default()).await
}

/// `GET` and `HEAD /v2/{repo}/{path}`.
pub async fn read(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    RawQuery(query): RawQuery,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let place = Place::of(state, client, &key, &path).await?;
    let query = query.unwrap_or_default();
    if is_joined(&place.repository) {
        return upstream::read(&place, &method, &query, &headers).await;
    }
    match &place.address.of {
        Part::Upload { id } => sending::progress(&place, id),
        Part::Blob { digest } => blobs::read(&place, digest, &headers).await,
        Part::Manifest { reference } => manifests::read(&place, reference, &headers).await,
        Part::Tags => lists::tags(&place, &query).await,
        Part::Referrers { digest } => lists::referrers(&place, digest, &query).await,
        Part::Uploads => Err(ApiError::method_not_allowed()),
    }
}

/// `POST /v2/{repo}/{path}`.
pub async fn begin(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let place = Place::to_change(state, client, &key, &path).await?;
    match &place.address.of {
        Part::Uploads => {
            sending::begin(&place, query.as_deref().unwrap_or_default(), request).await
        }
        _ => Err(ApiError::method_not_allowed()),
    }
}

/// `PATCH /v2/{repo}/{path}`.
pub async fn append(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let place = Place::to_change(state, client, &key, &path).await?;
    match &place.address.of {
        Part::Upload { id } => sending::append(&place, id, request).await,
        _ => Err(ApiError::method_not_allowed()),
    }
}

/// `PUT /v2/{repo}/{path}`.
pub async fn store(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let place = Place::to_change(state, client, &key, &path).await?;
    let query = query.unwrap_or_default();
    match &place.address.of {
        Part::Upload { id } => sending::complete(&place, id, &query, request).await,
        Part::Manifest { reference } => manifests::store(&place, reference, &query, request).await,
        _ => Err(ApiError::method_not_allowed()),
    }
}

/// `DELETE /v2/{repo}/{path}`.
pub async fn remove(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
) -> Result<Response, ApiError> {
    let place = Place::to_change(state, client, &key, &path).await?;
    match &place.address.of {
        Part::Upload { id } => sending::cancel(&place, id),
        Part::Blob { digest } => blobs::remove(&place, digest).await,
        Part::Manifest { reference } => manifests::remove(&place, reference).await,
        _ => Err(ApiError::method_not_allowed()),
    }
}

/// A client at an address of a repository of images.
struct Place {
    state: AppState,
    client: PackageClient,
    repository: StoredRepository,
    address: Address,
}

impl Place {
    async fn of(
        state: AppState,
        client: PackageClient,
        key: &str,
        path: &str,
    ) -> Result<Self, ApiError> {
        let repository = of_type(&state, &client, key, PackageType::Docker).await?;
        let address = Address::parse(path).ok_or_else(ApiError::name_unknown)?;
        Ok(Self { state, client, repository, address })
    }

    /// The same in the repository that takes what clients send to it.
    async fn to_change(
        state: AppState,
        client: PackageClient,
        key: &str,
        path: &str,
    ) -> Result<Self, ApiError> {
        let place = Self::of(state, client, key, path).await?;
        let repository = deployed_to(&place.state, &place.client, place.repository).await?;
        Ok(Self { repository, ..place })
    }

    /// The same in another repository, which that has images from.
    fn within(&self, repository: StoredRepository) -> Self {
        Self {
            state: self.state.clone(),
            client: self.client.clone(),
            repository,
            address: self.address.clone(),
        }
    }

    /// The same with the rights that the client has now, after a body has arrived.
    async fn again(&self) -> Result<Self, ApiError> {
        Ok(Self {
            state: self.state.clone(),
            client: self.client.again(&self.state).await?,
            repository: self.repository.clone(),
            address: self.address.clone(),
        })
    }

    fn image(&self) -> &str {
        &self.address.image
    }

    /// The path of an address of this image, as clients are sent to it.
    fn location(&self, below: &str) -> Result<HeaderValue, ApiError> {
        let key = &self.repository.settings.key;
        let location = format!("/v2/{key}/{}/{below}", self.image());
        HeaderValue::from_str(&location).map_err(|_| ApiError::internal())
    }
}

/// Reads a digest of an address.
fn named(digest: &str) -> Result<Digest, ApiError> {
    Digest::parse(digest).ok_or_else(|| {
        let message = "The digest is not valid: sha256 and sha512 are taken, in lower case.";
        ApiError::bad_request("digest_invalid", message)
    })
}

/// Says what was stored or read, by the name that the client knows.
fn with_digest(mut response: Response, named: &Digest) -> Response {
    let headers = response.headers_mut();
    if let Ok(digest) = HeaderValue::from_str(&named.to_string()) {
        headers.insert(HeaderName::from_static("docker-content-digest"), digest);
    }
    headers.insert(VERSION.0, VERSION.1);
    response
}

/// The values of a parameter.
fn parameters<'a>(query: &'a str, name: &'a str) -> impl Iterator<Item = String> {
    let pairs = url::form_urlencoded::parse(query.as_bytes());
    pairs.filter(move |(known, _)| known == name).map(|(_, value)| value.into_owned())
}
