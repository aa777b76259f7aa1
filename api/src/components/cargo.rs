//! The registry of Cargo: a sparse index, publishing, downloading, yanking and searching crates.

mod archive;
mod commands;
pub mod import;
mod index;
mod names;
mod publication;
mod published_manifest;
mod search;
mod upload;
mod upstream;

use axum::Json;
use axum::extract::{RawQuery, Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_machines::rules::packages::PackageProblem;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::permissions::Principal;
use waybill_platform::repositories::{Location, RepositoryError, StoredRepository};

use super::artifacts::{downloaded, sent};
use super::joined::{Joined, is_joined};
use super::package_index::{check_metadata, visible};
use super::publishing::admit;
use super::repositories::sources::all_sources;
use super::repositories::{of_type, rows_for_clients, writable};
use crate::caller::PackageClient;
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::extract::PathParams;
use crate::route::{Row, delete, get, put};
use crate::shape::Payload;
use crate::state::AppState;

pub use commands::commands;
pub(super) use names::version_at;
use names::{are_same, canonical, is_name, path_of};
use publication::Publication;
use upload::Upload;
use upstream::CargoFormat;

const CONFIG: &str = "/artifactory/api/cargo/{repo}/index/config.json";
const INDEX: &str = "/artifactory/api/cargo/{repo}/index/{*path}";
const CRATES: &str = "/artifactory/api/cargo/{repo}/api/v1/crates";
const NEW: &str = "/artifactory/api/cargo/{repo}/api/v1/crates/new";
const DOWNLOAD: &str = "/artifactory/api/cargo/{repo}/api/v1/crates/{name}/{version}/download";
const YANK: &str = "/artifactory/api/cargo/{repo}/api/v1/crates/{name}/{version}/yank";
const UNYANK: &str = "/artifactory/api/cargo/{repo}/api/v1/crates/{name}/{version}/unyank";
const OWNERS: &str = "/artifactory/api/cargo/{repo}/api/v1/crates/{name}/owners";
const JSON: &str = "application/json";
const BYTES: &str = "application/octet-stream";
const TEXT: &str = "text/plain; charset=utf-8";

/// The registry of Cargo. Programs authenticate with access tokens.
pub struct Cargo;

impl Component for Cargo {
    fn public(&self) -> Vec<Row> {
        let rows = vec![
            get(CONFIG, "Where Cargo downloads and publishes.", config).responds_with(JSON),
            get(INDEX, "The versions of a crate.", index).responds_with(TEXT),
            get(CRATES, "Searches crates.", search).responds_with(JSON),
            put(NEW, "Publishes a version of a crate.", publish)
                .accepts_body(Payload::Bytes(BYTES), usize::MAX)
                .responds_with(JSON),
            get(DOWNLOAD, "Downloads a version of a crate.", download).responds_with(BYTES),
            delete(YANK, "Yanks a version of a crate.", yank).responds_with(JSON),
            get(OWNERS, "Owners of crates, who are not kept.", owners).responds_with(JSON),
            put(OWNERS, "Owners of crates, who are not kept.", owners)
                .accepts_body(Payload::Bytes(JSON), 0)
                .responds_with(JSON),
            delete(OWNERS, "Owners of crates, who are not kept.", owners).responds_with(JSON),
            put(UNYANK, "Ends the yanking of a version of a crate.", unyank).responds_with(JSON),
        ];
        rows_for_clients(rows, ErrorForm::Cargo)
    }
}

async fn registry(
    state: &AppState,
    client: &PackageClient,
    key: &str,
) -> Result<StoredRepository, ApiError> {
    of_type(state, client, key, PackageType::Cargo).await
}

/// `GET {repo}/index/config.json`.
pub async fn config(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
) -> Result<Response, ApiError> {
    let repository = registry(&state, &client, &key).await?;
    let everyone = state.engine.ports().permissions.rights(Principal::Anonymous).await?;
    let sources = all_sources(&state, &repository).await?;
    let mut sources = sources.iter();
    let api = state.edge.address.link(&format!("/artifactory/api/cargo/{key}"));
    Ok(Json(json!({
        "dl": format!("{api}/api/v1/crates"),
        "api": api,
        // Cargo sends its token either to the whole index or to nothing of it.
        "auth-required": !sources.all(|source| everyone.allow_all_below(Action::Read, source, "")),
    }))
    .into_response())
}

/// `GET {repo}/index/{path}`: a line of JSON for each version.
pub async fn index(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = registry(&state, &client, &key).await?;
    let name = names::of_index_path(&path).ok_or_else(ApiError::no_such_package)?;
    index::of(&state, &client, &repository, name, &headers).await
}

/// `GET {repo}/api/v1/crates?q=&per_page=`.
pub async fn search(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let repository = registry(&state, &client, &key).await?;
    search::search(&state, &client, &repository, query.as_deref()).await
}

/// `GET {repo}/api/v1/crates/{name}/{version}/download`.
pub async fn download(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, name, version)): PathParams<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = registry(&state, &client, &key).await?;
    let path = path_of(&name, &version);
    if is_joined(&repository) {
        if !is_name(&name) {
            return Err(ApiError::no_such_file());
        }
        let (state, client, repository) = (&state, &client, &repository);
        let name = &name.to_ascii_lowercase();
        let joined = Joined { state, client, repository, name, format: &CargoFormat(name) };
        let (holding, file) = joined.file(&path).await?;
        return sent(state, &holding, &file, &headers).await;
    }
    client.require(Action::Read, &repository, &path)?;
    downloaded(&state, Location { repository, path }, &headers).await
}

/// `PUT {repo}/api/v1/crates/new`.
pub async fn publish(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Cargo).await?;
    if !client.rights().may_allow_below(Action::Write, &repository, "") {
        return Err(client.refused(Action::Write, &repository, ""));
    }
    let mut upload = Upload::new(request.into_body());
    let metadata = upload.metadata().await?;
    let publication = Publication::read(&metadata)?;
    // Everything but the file itself is judged before it is received.
    let (package, path) = (canonical(publication.name()), publication.path());
    let admits = publication.admits();
    let known = admit(&state, &client, &repository, &package, &path, &admits).await?;
    known.as_ref().map_or(Ok(()), check_metadata)?;
    let packages = &state.engine.ports().packages;
    let bytes = Some(upload.file_bytes());
    let received = packages.receive(&repository, bytes, &mut upload).await;
    let received = received.map_err(|error| ApiError::of_repository(&error))?;
    // Rights may have ended while the file was sent.
    let client = client.again(&state).await?;
    client.require(Action::Write, &repository, &path)?;
    publication.check_archive(&state, received.path()).await?;
    let new = publication.version(received.digests())?;
    let context = client.context(state.engine.now())?;
    let published = packages.publish(received, new, admits, context).await;
    published.map_err(|error| ApiError::of_repository(&error))?;
    let warnings = json!({"invalid_categories": [], "invalid_badges": [], "other": []});
    Ok(Json(json!({"warnings": warnings})).into_response())
}

/// `DELETE {repo}/api/v1/crates/{name}/{version}/yank`.
pub async fn yank(
    state: State<AppState>,
    client: PackageClient,
    PathParams((key, name, version)): PathParams<(String, String, String)>,
) -> Result<Response, ApiError> {
    mark(&state, &client, &key, &name, &version, true).await
}

/// `PUT {repo}/api/v1/crates/{name}/{version}/unyank`.
pub async fn unyank(
    state: State<AppState>,
    client: PackageClient,
    PathParams((key, name, version)): PathParams<(String, String, String)>,
) -> Result<Response, ApiError> {
    mark(&state, &client, &key, &name, &version, false).await
}

/// `GET`, `PUT` and `DELETE {repo}/api/v1/crates/{name}/owners`.
pub async fn owners(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, _)): PathParams<(String, String)>,
) -> Result<Response, ApiError> {
    registry(&state, &client, &key).await?;
    let message = "This registry keeps no owners of crates: who may publish is set by permissions.";
    Err(ApiError::bad_request("no_owners", message))
}

async fn mark(
    state: &AppState,
    client: &PackageClient,
    key: &str,
    name: &str,
    version: &str,
    yanked: bool,
) -> Result<Response, ApiError> {
    let repository = writable(state, client, key, PackageType::Cargo).await?;
    let package = canonical(name);
    // What may not be read is not known either.
    let known = visible(state, client, &repository, &package).await?;
    let missing = RepositoryError::Package(PackageProblem::VersionMissing);
    let mut versions = known.versions.into_iter();
    let stored = versions.find(|stored| are_same(&stored.version, version));
    let stored = stored.ok_or_else(|| ApiError::of_repository(&missing))?;
    for path in stored.paths() {
        client.require(Action::Write, &repository, path)?;
    }
    let context = client.context(state.engine.now())?;
    let packages = &state.engine.ports().packages;
    let marked = packages.yank(repository, package, stored.version, yanked, None, context).await;
    marked.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(json!({"ok": true})).into_response())
}
