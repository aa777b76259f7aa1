//! The index of a repository (PEP 503, 691, 700, 714): the names of its projects, and the files of a project.

use std::cmp::Ordering;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::TryStreamExt as _;
use serde_json::{Value, json};
use waybill_machines::Timestamp;
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion, VersionFile};

use super::accept::IndexForm;
use super::names::{by_version, path_of};
use super::page::{Link, page};
use super::publication::{Document, Line};
use crate::caller::{PackageClient, text};
use crate::components::artifacts::{escaped, inert};
use crate::components::package_index::{self, Wanted, document, in_order, metadata, visible};
use crate::components::repository_index;
use crate::error::ApiError;
use crate::state::AppState;

/// The version of the index.
pub(super) const API_VERSION: &str = "1.1";

/// A file in the index.
pub(super) struct Listed {
    pub(super) name: String,
    /// The address relative to that of the project's index.
    pub(super) address: String,
    pub(super) line: Line,
    pub(super) published_at: Timestamp,
    /// Whether it is yanked, with the reason or an empty text.
    pub(super) yanked: Option<String>,
}

/// `GET {repo}/simple/`: the projects of which a client may read a file.
pub(super) async fn projects(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let Some(form) = form_of(headers) else { return Ok(not_acceptable()) };
    let kind = if form.is_json() { "projects in JSON" } else { "projects" };
    let document = repository_index::kept(state, client, repository, kind, async |names| {
        if form.is_json() {
            let projects: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
            return written(&json!({"meta": {"api-version": API_VERSION}, "projects": projects}));
        }
        let link = |name: &String| Link::new(format!("{name}/"), name.clone());
        Ok(page("Projects", names.iter().map(link)).into_bytes())
    });
    Ok(answered(document.await?, form, headers))
}

/// `GET {repo}/simple/{project}/`: the files of a project that a client may read.
pub(super) async fn project(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    name: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let Some(form) = form_of(headers) else { return Ok(not_acceptable()) };
    let kind = if form.is_json() { "json" } else { "html" };
    let wanted = Wanted { repository, package: name, folder: name.to_owned(), form: kind.into() };
    let document = document(state, client, wanted, async |package| {
        let files = listed(state, package).await?;
        if form.is_json() {
            written(&in_json(package, &files))
        } else {
            Ok(page(&format!("Links for {name}"), files.iter().map(Link::of)).into_bytes())
        }
    });
    Ok(answered(document.await?, form, headers))
}

/// `GET {file}.metadata`: the metadata of a wheel as it is in the file (PEP 658).
pub(super) async fn metadata_of(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    path: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let project = path.split('/').next().unwrap_or_default();
    let known = visible(state, client, repository, project).await?;
    let mut files = known.versions.iter().flat_map(|stored| &stored.files);
    let file = files.find(|file| file.path == path).ok_or_else(ApiError::no_such_file)?;
    let Document { index, metadata } = stored(state, file).await?;
    index.metadata_sha256.ok_or_else(ApiError::no_such_file)?;
    let document = package_index::Document::new(metadata.into_bytes())?;
    Ok(inert(document.response(super::BYTES, headers)))
}

fn form_of(headers: &HeaderMap) -> Option<IndexForm> {
    IndexForm::of(text(headers, header::ACCEPT))
}

fn not_acceptable() -> Response {
    by_accept(ApiError::not_acceptable_index().into_response())
}

/// A response that is another one for other values of the header `Accept`.
fn by_accept(mut response: Response) -> Response {
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    response
}

fn answered(document: package_index::Document, form: IndexForm, headers: &HeaderMap) -> Response {
    // What was uploaded is part of the page.
    by_accept(inert(document.response(form.media_type(), headers)))
}

fn written(json: &Value) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(json).map_err(|_| ApiError::internal())
}

async fn stored(state: &AppState, file: &VersionFile) -> Result<Document, ApiError> {
    let document = Bytes::from(metadata(state, file).await?);
    serde_json::from_slice(&document).map_err(|_| ApiError::internal())
}

/// The files of a project, by version and name.
async fn listed(state: &AppState, package: &Package) -> Result<Vec<Listed>, ApiError> {
    let files = package.versions.iter().flat_map(|stored| {
        stored.files.iter().map(move |file| (stored.version.clone(), yank_of(stored), file.clone()))
    });
    let mut files: Vec<_> = files.collect();
    files.sort_by(|(one, _, file), (other, _, another)| {
        by_version(one, other).then_with(|| file.path.cmp(&another.path))
    });
    let readings = files.into_iter().map(|(version, yanked, file)| {
        let (state, project) = (state.clone(), package.name.clone());
        async move {
            let Document { index, .. } = self::stored(&state, &file).await?;
            let name = file.path.rsplit('/').next().unwrap_or_default().to_owned();
            let path = path_of(&project, &version, &name);
            Ok(Listed {
                address: format!("../../{}/{}", super::FILES, escaped(&path)),
                line: index,
                published_at: file.published_at,
                yanked,
                name,
            })
        }
    });
    in_order(readings).try_collect().await
}

fn yank_of(stored: &StoredVersion) -> Option<String> {
    stored.yanked.then(|| stored.yank_reason.clone().unwrap_or_default())
}

fn in_json(package: &Package, files: &[Listed]) -> Value {
    let mut versions: Vec<&str> = package.versions.iter().map(|stored| &*stored.version).collect();
    versions.sort_by(|one, other| by_version(one, other) as Ordering);
    let files = files.iter().map(|file| {
        let metadata = file.line.metadata_sha256.as_ref();
        let metadata = metadata.map_or(json!(false), |sha256| json!({"sha256": sha256}));
        let yanked = match file.yanked.as_deref() {
            None => json!(false),
            Some("") => json!(true),
            Some(reason) => json!(reason),
        };
        let mut listed = json!({
            "filename": file.name,
            "url": file.address,
            "hashes": {"sha256": file.line.sha256},
            "size": file.line.bytes,
            "upload-time": file.published_at,
            "yanked": yanked,
            "core-metadata": metadata,
            "dist-info-metadata": metadata,
        });
        if let Some(versions) = &file.line.requires_python {
            listed["requires-python"] = json!(versions);
        }
        listed
    });
    json!({
        "meta": {"api-version": API_VERSION},
        "name": package.name,
        "versions": versions,
        "files": files.collect::<Vec<_>>(),
    })
}
