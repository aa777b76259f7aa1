//! Repositories of charts for Helm: an index, downloading, publishing and removing charts.

mod archive;
mod chart;
mod commands;
pub mod import;
mod index;
mod names;
mod publish;
mod times;
mod upstream;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{Kind, Location, StoredRepository};

use super::artifacts::{downloaded, sent};
use super::joined::{Joined, is_joined};
use super::repositories::{of_type, rows_for_clients, writable};
use crate::caller::{PackageClient, text};
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::extract::PathParams;
use crate::route::{Row, delete, get, post, put};
use crate::shape::Payload;
use crate::state::AppState;

pub use commands::commands;
pub(super) use names::version_at;
pub(super) use times::time_of;
pub(super) use upstream::HelmFormat;

/// What the addresses of files begin with; the key of the repository and the path follow.
const PREFIX: &str = "/artifactory/api/helm";
const INDEX: &str = "/artifactory/api/helm/{repo}/index.yaml";
const FILE: &str = "/artifactory/api/helm/{repo}/{file}";
const CHARTS: &str = "/artifactory/api/helm/{repo}/api/charts";
const CHART: &str = "/artifactory/api/helm/{repo}/api/charts/{name}/{version}";
const YAML: &str = "application/yaml";
const JSON: &str = "application/json";
const GZIP: &str = "application/gzip";

/// Repositories of charts. Programs authenticate with access tokens.
pub struct Helm;

impl Component for Helm {
    fn public(&self) -> Vec<Row> {
        let rows = vec![
            get(INDEX, "The charts of a repository.", index).responds_with(YAML),
            get(FILE, "Downloads a version of a chart.", download).responds_with(GZIP),
            put(FILE, "Publishes a version of a chart.", publish_file)
                .accepts_body(Payload::Bytes(GZIP), usize::MAX)
                .responds_with(JSON),
            post(CHARTS, "Publishes a version of a chart, as with ChartMuseum.", publish)
                .accepts_body(Payload::Bytes(GZIP), usize::MAX)
                .responds_with(JSON),
            delete(CHART, "Removes a version of a chart, as with ChartMuseum.", remove)
                .responds_with(JSON),
        ];
        rows_for_clients(rows, ErrorForm::ErrorField)
    }
}

async fn charts(
    state: &AppState,
    client: &PackageClient,
    key: &str,
) -> Result<StoredRepository, ApiError> {
    of_type(state, client, key, PackageType::Helm).await
}

/// `GET {repo}/index.yaml`.
pub async fn index(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = charts(&state, &client, &key).await?;
    index::index(&state, &client, &repository, &headers).await
}

/// `GET {repo}/{file}`.
pub async fn download(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, path)): PathParams<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let repository = charts(&state, &client, &key).await?;
    if is_joined(&repository) {
        let (name, _) = names::of_file(&path).ok_or_else(ApiError::no_such_file)?;
        let (state, client, repository) = (&state, &client, &repository);
        let joined = Joined { state, client, repository, name, format: &HelmFormat };
        let (holding, file) = joined.file(&path).await?;
        return sent(state, &holding, &file, &headers).await;
    }
    client.require(Action::Read, &repository, &path)?;
    downloaded(&state, Location { repository, path }, &headers).await
}

/// `PUT {repo}/{file}`.
pub async fn publish_file(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, file)): PathParams<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Helm).await?;
    publish::publish(&state, &client, &repository, Some(&file), request).await
}

/// `POST {repo}/api/charts`: the body is the file.
pub async fn publish(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(key): PathParams<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Helm).await?;
    let kind = text(request.headers(), header::CONTENT_TYPE).unwrap_or_default();
    if kind.starts_with("multipart/") {
        let message = "Send the file of the chart as the body: curl --data-binary @FILE.";
        return Err(ApiError::unsupported(message));
    }
    publish::publish(&state, &client, &repository, None, request).await
}

/// `DELETE {repo}/api/charts/{name}/{version}`.
pub async fn remove(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((key, name, version)): PathParams<(String, String, String)>,
) -> Result<Response, ApiError> {
    let repository = writable(&state, &client, &key, PackageType::Helm).await?;
    let path = names::path_of(&name, &version);
    client.require(Action::Delete, &repository, &path)?;
    let context = client.context(state.engine.now())?;
    let at = Location { repository, path };
    let removed = state.engine.ports().artifacts.remove(at, Kind::File, context).await;
    removed.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(json!({"deleted": true})).into_response())
}
