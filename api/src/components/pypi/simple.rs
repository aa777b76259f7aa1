//! The index of a repository (PEP 503, 691, 700, 714): the names of its projects, and the files of a project.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::TryStreamExt as _;
use serde_json::{Value, json};
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion, VersionFile};
use waybill_versions::Scheme;

use super::accept::IndexForm;
use super::names::path_of;
use super::page::{Link, page};
use super::publication::Document;
use super::upstream::{OTHER, PypiFormat};
use crate::caller::{PackageClient, text};
use crate::components::artifacts::{escaped, inert};
use crate::components::joined::{Joined, is_joined};
use crate::components::package_index::{
    self, Wanted, document, in_order, local_names, metadata, visible,
};
use crate::components::repository_index;
use crate::error::ApiError;
use crate::state::AppState;

/// The version of the index.
pub(super) const API_VERSION: &str = "1.1";

/// A file in the index.
#[derive(Debug, Clone)]
pub(in crate::components) struct Listed {
    /// The path in its repository.
    pub(super) path: String,
    /// The SHA-256, in hexadecimal digits.
    pub(super) sha256: String,
    /// The size, if it is known.
    pub(super) bytes: Option<u64>,
    /// The versions of Python that it runs on.
    pub(super) requires_python: Option<String>,
    /// The SHA-256 of the metadata that is served beside the file.
    pub(super) metadata_sha256: Option<String>,
    /// When it was published, if that is known.
    pub(super) published_at: Option<Value>,
    /// Whether it is yanked, with the reason or an empty text.
    pub(super) yanked: Option<String>,
    /// Where an upstream has it.
    pub(super) link: Option<String>,
}

impl Listed {
    /// The name of the file.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// The version that it is of.
    fn version(&self) -> &str {
        self.path.split('/').nth(1).unwrap_or_default()
    }

    /// The address relative to that of the project's index.
    pub(super) fn address(&self) -> String {
        format!("../../{}/{}", super::FILES, escaped(&self.path))
    }
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
    let write = async |names: Vec<String>| {
        if form.is_json() {
            let projects: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
            return written(&json!({"meta": {"api-version": API_VERSION}, "projects": projects}));
        }
        let link = |name: &String| Link::new(format!("{name}/"), name.clone());
        Ok(page("Projects", names.iter().map(link)).into_bytes())
    };
    let document = if is_joined(repository) {
        package_index::Document::new(write(local_names(state, client, repository).await?).await?)?
    } else {
        repository_index::kept(state, client, repository, kind, write).await?
    };
    Ok(answered(document, form, headers))
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
    let document = if is_joined(repository) {
        let joined = Joined { state, client, repository, name, format: &PypiFormat };
        joined.document(kind, async |files| project_document(name, files, form)).await?
    } else {
        let wanted =
            Wanted { repository, package: name, folder: name.to_owned(), form: kind.into() };
        document(state, client, wanted, async |package| {
            project_document(name, listed(state, package).await?, form)
        })
        .await?
    };
    Ok(answered(document, form, headers))
}

/// Writes the index of a project.
fn project_document(
    name: &str,
    mut files: Vec<Listed>,
    form: IndexForm,
) -> Result<Vec<u8>, ApiError> {
    files.sort_by(|one, other| {
        let order = Scheme::Pypi.compare(one.version(), other.version());
        order.then_with(|| one.path.cmp(&other.path))
    });
    if form.is_json() {
        written(&in_json(name, &files))
    } else {
        Ok(page(&format!("Links for {name}"), files.iter().map(Link::of)).into_bytes())
    }
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

/// The files of a project.
pub(super) async fn listed(state: &AppState, package: &Package) -> Result<Vec<Listed>, ApiError> {
    let files = package.versions.iter().flat_map(|stored| {
        stored.files.iter().map(move |file| (stored.version.clone(), yank_of(stored), file.clone()))
    });
    let files: Vec<_> = files.collect();
    let readings = files.into_iter().map(|(version, yanked, file)| {
        let (state, project) = (state.clone(), package.name.clone());
        async move {
            let Document { index, .. } = self::stored(&state, &file).await?;
            let name = file.path.rsplit('/').next().unwrap_or_default();
            Ok(Listed {
                path: path_of(&project, &version, name),
                sha256: index.sha256,
                bytes: Some(index.bytes),
                requires_python: index.requires_python,
                metadata_sha256: index.metadata_sha256,
                published_at: Some(json!(file.published_at)),
                yanked,
                link: None,
            })
        }
    });
    in_order(readings).try_collect().await
}

fn yank_of(stored: &StoredVersion) -> Option<String> {
    stored.yanked.then(|| stored.yank_reason.clone().unwrap_or_default())
}

fn in_json(name: &str, files: &[Listed]) -> Value {
    // They are in the order of their versions.
    let versions = files.iter().map(Listed::version);
    let mut versions: Vec<&str> = versions.filter(|version| *version != OTHER).collect();
    versions.dedup();
    let files = files.iter().map(|file| {
        let metadata = file.metadata_sha256.as_ref();
        let metadata = metadata.map_or(json!(false), |sha256| json!({"sha256": sha256}));
        let yanked = match file.yanked.as_deref() {
            None => json!(false),
            Some("") => json!(true),
            Some(reason) => json!(reason),
        };
        let mut listed = json!({
            "filename": file.name(),
            "url": file.address(),
            "hashes": {"sha256": file.sha256},
            "yanked": yanked,
            "core-metadata": metadata,
            "dist-info-metadata": metadata,
        });
        let more = [
            ("size", file.bytes.map(|bytes| json!(bytes))),
            ("upload-time", file.published_at.clone()),
            ("requires-python", file.requires_python.as_ref().map(|versions| json!(versions))),
        ];
        for (field, value) in more {
            if let Some(value) = value {
                listed[field] = value;
            }
        }
        listed
    });
    json!({
        "meta": {"api-version": API_VERSION},
        "name": name,
        "versions": versions,
        "files": files.collect::<Vec<_>>(),
    })
}
