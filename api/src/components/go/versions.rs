//! What go reads of a module: its versions, the latest one, and the info and the `go.mod` of one.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};
use waybill_versions::Scheme;
use waybill_versions::go::is_pseudo;

use super::address::Item;
use super::names::folder_of;
use super::upstream::{GoFormat, Module};
use super::{JSON, TEXT};
use crate::caller::PackageClient;
use crate::components::joined::{Joined, is_joined};
use crate::components::package_index::{Wanted, document, documents, visible};
use crate::error::ApiError;
use crate::state::AppState;

/// The metadata that is stored of a version.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    /// When it was published.
    pub(super) time: Timestamp,
    /// The `go.mod`.
    #[serde(rename = "mod")]
    pub(super) module_file: String,
    /// The hash by which `go.sum` names its files.
    pub(super) h1: String,
}

/// The info of a version.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Info {
    version: String,
    time: Timestamp,
}

/// The info that a client sends. When the version was made it may know better than this server.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct SentInfo {
    pub(super) version: String,
}

/// The document of a module in a form. It is empty if the module has nothing of the kind.
async fn written(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    module: &str,
    form: &'static str,
    write: impl AsyncFnOnce(&Package) -> Result<Vec<u8>, ApiError>,
    (media, headers): (&'static str, &HeaderMap),
) -> Result<Response, ApiError> {
    let wanted =
        Wanted { repository, package: module, folder: folder_of(module), form: form.into() };
    Ok(document(state, client, wanted, write).await?.response(media, headers))
}

/// `GET {module}/@v/list`: the versions that have tags, one a line.
pub(super) async fn list(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    module: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    if is_joined(repository) {
        let joined = Joined { state, client, repository, name: module, format: &GoFormat };
        let write = async |module: Module| Ok(listed(module.versions.iter().map(String::as_str)));
        return Ok(joined.document("list", write).await?.response(TEXT, headers));
    }
    let write = async |package: &Package| {
        Ok(listed(package.versions.iter().map(|stored| stored.version.as_str())))
    };
    written(state, client, repository, module, "list", write, (TEXT, headers)).await
}

/// The list of versions, from the oldest one.
fn listed<'a>(versions: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut versions: Vec<&str> = versions.filter(|version| !is_pseudo(version)).collect();
    versions.sort_by(|one, other| Scheme::Go.compare_as_latest(one, other));
    let lines = versions.iter().map(|version| format!("{version}\n"));
    lines.collect::<String>().into_bytes()
}

/// `GET {module}/@latest`: the info of the latest version.
pub(super) async fn latest(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    module: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let write = async |package: &Package| {
        let versions = package.versions.iter();
        let order = |one: &str, other: &str| Scheme::Go.compare_as_latest(one, other);
        let latest = versions.max_by(|one, other| order(&one.version, &other.version));
        let latest = latest.ok_or_else(ApiError::no_such_package)?;
        let (info, _) = contents(state, latest.clone()).await?;
        serde_json::to_vec(&info).map_err(|_| ApiError::internal())
    };
    written(state, client, repository, module, "latest", write, (JSON, headers)).await
}

/// `GET {module}/@v/{version}.info` and `.mod`.
pub(super) async fn item(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    (module, version): (&str, &str),
    item: Item,
) -> Result<Response, ApiError> {
    let (info, text) = of_version(state, client, repository, module, version).await?;
    Ok(answer(info, text, item))
}

/// The info or the `go.mod` as an answer.
pub(super) fn answer(info: Info, text: String, item: Item) -> Response {
    if item == Item::Info {
        return Json(info).into_response();
    }
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(TEXT));
    response
}

/// The info and the `go.mod` of a version that a client may read.
pub(super) async fn of_version(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    module: &str,
    version: &str,
) -> Result<(Info, String), ApiError> {
    let package = visible(state, client, repository, module).await?;
    let mut versions = package.versions.into_iter();
    let found = versions.find(|stored| stored.version == version);
    contents(state, found.ok_or_else(ApiError::no_such_package)?).await
}

/// The info and the `go.mod` that are stored of a version.
pub(super) async fn contents(
    state: &AppState,
    stored: StoredVersion,
) -> Result<(Info, String), ApiError> {
    let read = |stored: &StoredVersion, document: &[u8]| {
        let document = serde_json::from_slice(document).map_err(|_| ApiError::internal())?;
        let Stored { time, module_file, .. } = document;
        Ok((Info { version: stored.version.clone(), time }, module_file))
    };
    let mut found = documents(state, vec![stored], read).await?;
    found.pop().ok_or_else(ApiError::internal)
}
