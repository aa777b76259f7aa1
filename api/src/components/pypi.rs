//! Repositories of Python packages, for pip, twine, uv and others: an index, uploading, downloading and yanking.

mod accept;
mod archive;
mod commands;
mod form;
pub mod import;
mod metadata;
mod names;
mod page;
mod publication;
mod publish;
mod sdist;
mod simple;
mod upstream;
mod wheel;
mod yank;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{Location, StoredRepository};

use super::artifacts::{downloaded, sent};
use super::joined::{Joined, is_joined};
use super::repositories::{of_type, rows_for_clients, writable};
use crate::caller::PackageClient;
use crate::component::Component;
use crate::error::{ApiError, ErrorForm, moved};
use crate::extract::PathParams;
use crate::route::{Row, delete, get, post};
use crate::shape::Payload;
use crate::state::AppState;

pub use commands::commands;
pub(super) use names::version_at;
use names::{WHEEL, is_name, normalised};
pub(super) use upstream::PypiFormat;
use yank::Mark;

const UPLOAD: &str = "/artifactory/api/pypi/{repo}";
const UPLOAD_WITH_SLASH: &str = "/artifactory/api/pypi/{repo}/";
const PROJECTS: &str = "/artifactory/api/pypi/{repo}/simple/";
const PROJECTS_WITHOUT_SLASH: &str = "/artifactory/api/pypi/{repo}/simple";
const PROJECT: &str = "/artifactory/api/pypi/{repo}/simple/{project}/";
const PROJECT_WITHOUT_SLASH: &str = "/artifactory/api/pypi/{repo}/simple/{project}";
const FILE: &str = "/artifactory/api/pypi/{repo}/-/{*path}";
const YANK: &str = "/artifactory/api/pypi/{repo}/{project}/{version}/yank";
/// What is before the path of a file in its address: no project has this name.
const FILES: &str = "-";
/// What follows the address of a file in that of its metadata.
const METADATA: &str = ".metadata";
const FORM: &str = "multipart/form-data";
const BYTES: &str = "application/octet-stream";
const HTML: &str = "text/html";
const JSON: &str = "application/json";

/// Repositories of Python packages. Programs authenticate with access tokens.
pub struct Pypi;

impl Component for Pypi {
    fn public(&self) -> Vec<Row> {
        let (sent, other) = ("Publishes a file of a project.", "Redirects to the index.");
        let upload =
            |path| post(path, sent, publish).accepts_body(Payload::Bytes(FORM), usize::MAX);
        let rows = vec![
            upload(UPLOAD),
            upload(UPLOAD_WITH_SLASH),
            get(PROJECTS, "The projects of a repository, as a page or JSON.", projects)
                .responds_with(HTML),
            get(PROJECTS_WITHOUT_SLASH, other, to_projects).responds_with(HTML),
            get(PROJECT, "The files of a project, as a page or JSON.", project).responds_with(HTML),
            get(PROJECT_WITHOUT_SLASH, other, to_project).responds_with(HTML),
            get(FILE, "Downloads a file, or the metadata of a wheel.", download)
                .responds_with(BYTES),
            post(YANK, "Yanks a version of a project.", yank)
                .accepts_body(Payload::Bytes(JSON), usize::MAX)
                .responds_with(JSON),
            delete(YANK, "Ends the yanking of a version of a project.", unyank).responds_with(JSON),
        ];
        rows_for_clients(rows, ErrorForm::Phrase)
    }
}

async fn registry(
    state: &AppState,
    client: &PackageClient,
    key: &str,
) -> Result<StoredRepository, ApiError> {
    of_type(state, client, key, PackageType::Pypi).await
}

/// `POST {repo}` and `POST {repo}/`: twine follows no redirect.
pub async fn publish(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Pypi).await?;
    publish::publish(&state, &client, &repository, request).await
}

/// `GET {repo}/simple/`.
pub async fn projects(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = registry(&state, &client, &key).await?;
    simple::projects(&state, &client, &repository, &headers).await
}

/// `GET {repo}/simple`.
pub async fn to_projects(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
) -> Result<Response, ApiError> {
    registry(&state, &client, &key).await?;
    Ok(moved(&state.edge.address.base_path().path(&format!("/artifactory/api/pypi/{key}/simple/"))))
}

/// `GET {repo}/simple/{project}/`.
pub async fn project(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, name)): PathParams<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = registry(&state, &client, &key).await?;
    if name != normalised(&name) || !is_name(&name) {
        return at_its_name(&state, &key, &name);
    }
    simple::project(&state, &client, &repository, &name, &headers).await
}

/// `GET {repo}/simple/{project}`.
pub async fn to_project(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, name)): PathParams<(String, String)>,
) -> Result<Response, ApiError> {
    registry(&state, &client, &key).await?;
    at_its_name(&state, &key, &name)
}

/// Redirects to the index of a project, by its name as all spellings share it.
fn at_its_name(state: &AppState, key: &str, name: &str) -> Result<Response, ApiError> {
    if !is_name(name) {
        return Err(ApiError::no_such_package());
    }
    let path = format!("/artifactory/api/pypi/{key}/simple/{}/", normalised(name));
    // Without a host: clients send their credentials to the one that they have asked.
    Ok(moved(&state.edge.address.base_path().path(&path)))
}

/// `GET {repo}/-/{path}`: a file, or with `.metadata` behind its path the metadata of a wheel.
pub async fn download(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = registry(&state, &client, &key).await?;
    if is_joined(&repository) {
        let (state, client, repository) = (&state, &client, &repository);
        let name = path.split('/').next().unwrap_or_default();
        // Another spelling would be another name to patterns and to other servers.
        if !is_name(name) || name != normalised(name) {
            return Err(ApiError::no_such_file());
        }
        let joined = Joined { state, client, repository, name, format: &PypiFormat };
        let (holding, file) = joined.file(&path).await?;
        return sent(state, &holding, &file, &headers).await;
    }
    if let Some(wheel) = path.strip_suffix(METADATA).filter(|path| path.ends_with(WHEEL)) {
        client.require(Action::Read, &repository, wheel)?;
        return simple::metadata_of(&state, &client, &repository, wheel, &headers).await;
    }
    client.require(Action::Read, &repository, &path)?;
    downloaded(&state, Location { repository, path }, &headers).await
}

/// `POST {repo}/{project}/{version}/yank`.
pub async fn yank(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, project, version)): PathParams<(String, String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Pypi).await?;
    let mark = Mark { yanked: true, reason: yank::reason_in(request).await? };
    yank::mark(&state, &client, repository, &project, &version, mark).await
}

/// `DELETE {repo}/{project}/{version}/yank`.
pub async fn unyank(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, project, version)): PathParams<(String, String, String)>,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Pypi).await?;
    let mark = Mark { yanked: false, reason: None };
    yank::mark(&state, &client, repository, &project, &version, mark).await
}
