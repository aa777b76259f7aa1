//! The document of a package with all of its versions, as clients read it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::{StreamExt as _, TryStreamExt as _};
use moka::sync::Cache;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};

use super::manifest::Manifest;
use super::names::{compare, folder_of, newest};
use crate::caller::{PackageClient, text};
use crate::components::artifacts::address_of;
use crate::error::{ApiError, not_modified};
use crate::ranges::has_tag;
use crate::state::AppState;

/// The media type of the short form.
const SHORT: &str = "application/vnd.npm.install-v1+json";
/// What the short form has of a version.
const SHORT_FIELDS: [&str; 21] = [
    "name",
    "version",
    "deprecated",
    "dependencies",
    "optionalDependencies",
    "devDependencies",
    "peerDependencies",
    "peerDependenciesMeta",
    "bundleDependencies",
    "bundledDependencies",
    "acceptDependencies",
    "bin",
    "directories",
    "engines",
    "os",
    "cpu",
    "libc",
    "funding",
    "dist",
    "hasInstallScript",
    "_hasShrinkwrap",
];
/// What the whole document has of its newest version.
const OF_LATEST: [&str; 9] = [
    "description",
    "readme",
    "readmeFilename",
    "license",
    "keywords",
    "homepage",
    "repository",
    "bugs",
    "author",
];
/// How many versions of a package are read at once.
const READ_AT_ONCE: usize = 8;
/// The memory of finished documents, in bytes.
const CACHE_BYTES: u64 = 32 * 1_024 * 1_024;
/// How many documents are read or written at once: each may take several times its size.
const WORK_AT_ONCE: usize = 2;

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// Everything.
    Whole,
    /// What installing needs.
    Short,
    /// What can be changed: clients send the document back.
    Writable,
}

impl Form {
    /// The form that a client asks for.
    pub(super) fn of(query: Option<&str>, headers: &HeaderMap) -> Self {
        let is_changed = query.unwrap_or_default().split('&').any(|pair| pair == "write=true");
        if is_changed {
            Self::Writable
        } else if text(headers, header::ACCEPT).unwrap_or_default().contains(SHORT) {
            Self::Short
        } else {
            Self::Whole
        }
    }
}

/// Finished documents. One is of a revision, so that none is ever outdated.
#[derive(Debug, Clone)]
pub struct Packuments {
    finished: Cache<Key, Document>,
    work: Arc<Semaphore>,
}

/// A document of a revision of a package.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    repository: String,
    package: String,
    revision: u64,
    form: Form,
}

#[derive(Debug, Clone)]
struct Document {
    body: Bytes,
    etag: HeaderValue,
}

impl Default for Packuments {
    fn default() -> Self {
        let weigher = |key: &Key, document: &Document| {
            u32::try_from(key.package.len() + document.body.len() + 256).unwrap_or(u32::MAX)
        };
        Self {
            finished: Cache::builder().weigher(weigher).max_capacity(CACHE_BYTES).build(),
            work: Arc::new(Semaphore::new(WORK_AT_ONCE)),
        }
    }
}

impl Packuments {
    /// Waits until a document may be read or written. None if the server stops.
    pub(super) async fn work(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.work).acquire_owned().await.ok()
    }
}

/// `GET {package}`: the document in a form.
pub(super) async fn packument(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    form: Form,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let document = document(state, client, repository, package, form).await?;
    let etag = document.etag.to_str().unwrap_or_default();
    let is_known = has_tag(headers, header::IF_NONE_MATCH, etag);
    let mut response = if is_known { not_modified() } else { Bytes::into_response(document.body) };
    let media = if form == Form::Short { SHORT } else { super::JSON };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(header::ETAG, document.etag);
    headers.append(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

async fn document(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    form: Form,
) -> Result<Document, ApiError> {
    let sees_all = client.rights().allow_all_below(Action::Read, repository, &folder_of(package));
    let key = |revision| Key {
        repository: repository.id.clone(),
        package: package.to_owned(),
        revision,
        form,
    };
    let finished = async || {
        if !sees_all {
            return Ok::<_, ApiError>(None);
        }
        let packages = &state.engine.ports().packages;
        let revision = packages.revision(repository.clone(), package.to_owned()).await;
        let revision = revision.map_err(|error| ApiError::of_repository(&error))?;
        Ok(state.packuments.finished.get(&key(revision)))
    };
    if let Some(document) = finished().await? {
        return Ok(document);
    }
    let _permit = state.packuments.work().await;
    // Another request may have written it meanwhile.
    if let Some(document) = finished().await? {
        return Ok(document);
    }
    let package = visible(state, client, repository, package).await?;
    let body = written(state, repository, &package, form).await?;
    let etag = format!("\"{}\"", waybill_blobs::BlobId::of(&body));
    let etag = HeaderValue::from_str(&etag).map_err(|_| ApiError::internal())?;
    let document = Document { body: body.into(), etag };
    if sees_all {
        state.packuments.finished.insert(key(package.revision), document.clone());
    }
    Ok(document)
}

/// `GET {package}/{version}`: one version, by its number or by a tag.
pub(super) async fn version(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    wanted: &str,
) -> Result<Response, ApiError> {
    let package = visible(state, client, repository, package).await?;
    let tags = tags_of(&package);
    let number = tags.get(wanted).map_or(wanted, String::as_str);
    let stored = package.versions.iter().find(|stored| stored.version == number);
    let stored = stored.ok_or_else(|| ApiError::not_found("There is no such version."))?;
    let manifest = manifest(state, repository, stored).await?;
    Ok(Json(manifest).into_response())
}

/// A package with the versions that a client may read.
pub(super) async fn visible(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
) -> Result<Package, ApiError> {
    let packages = &state.engine.ports().packages;
    let found = packages.package(repository.clone(), package.to_owned()).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    let Some(mut package) = found else { return Err(hidden(client)) };
    let sight = client.rights().sight(repository);
    package.versions.retain(|stored| stored.paths.iter().all(|path| sight.shows_file(path)));
    if package.versions.is_empty() {
        return Err(hidden(client));
    }
    let Package { versions, tags, .. } = &mut package;
    versions.sort_by(|one, other| compare(&one.version, &other.version));
    tags.retain(|_, named| versions.iter().any(|stored| stored.version == *named));
    Ok(package)
}

fn hidden(client: &PackageClient) -> ApiError {
    if client.is_anonymous() { client.hidden() } else { ApiError::no_such_package() }
}

/// The tags of a package. One without the tag `latest` has it at its newest version: clients need it.
pub(super) fn tags_of(package: &Package) -> BTreeMap<String, String> {
    let mut tags = package.tags.clone();
    let versions = package.versions.iter().map(|stored| stored.version.as_str());
    if let Some(newest) = newest(versions) {
        tags.entry("latest".to_owned()).or_insert_with(|| newest.to_owned());
    }
    tags
}

/// The revision of a package as clients have it.
pub(super) fn revision_of(revision: u64) -> String {
    format!("{revision}-0")
}

/// The present revision of a package.
pub(super) async fn revision(
    state: &AppState,
    repository: &StoredRepository,
    package: &str,
) -> Result<String, ApiError> {
    let packages = &state.engine.ports().packages;
    let revision = packages.revision(repository.clone(), package.to_owned()).await;
    revision.map(revision_of).map_err(|error| ApiError::of_repository(&error))
}

/// Writes the document of a package.
async fn written(
    state: &AppState,
    repository: &StoredRepository,
    package: &Package,
    form: Form,
) -> Result<Vec<u8>, ApiError> {
    let tags = tags_of(package);
    let mut document = Manifest::default();
    document.set("_id", &package.name)?;
    document.set("_rev", &revision_of(package.revision))?;
    document.set("name", &package.name)?;
    document.set("dist-tags", &tags)?;
    let latest = package.versions.iter().find(|stored| Some(&stored.version) == tags.get("latest"));
    match (form, latest) {
        (Form::Short, _) => {
            let published = package.versions.iter().map(|stored| stored.published_at);
            document.set("modified", &published.max())?;
        }
        (Form::Whole, Some(latest)) => {
            document.set("time", &times(package))?;
            let latest = manifest(state, repository, latest).await?;
            for field in OF_LATEST {
                if let Some(value) = latest.raw(field) {
                    document.set(field, value)?;
                }
            }
        }
        (Form::Whole, None) | (Form::Writable, _) => {}
    }
    let versions = package.versions.clone().into_iter().map(|stored| {
        let (state, repository) = (state.clone(), repository.clone());
        async move {
            let shown = shown(&state, &repository, &stored, form).await?;
            Ok::<_, ApiError>((stored.version, shown))
        }
    });
    let versions = futures_util::stream::iter(versions).buffered(READ_AT_ONCE);
    let versions: BTreeMap<String, Box<RawValue>> = versions.try_collect().await?;
    document.set("versions", &versions)?;
    serde_json::to_vec(&document).map_err(|_| ApiError::internal())
}

/// A version in a form of the document.
async fn shown(
    state: &AppState,
    repository: &StoredRepository,
    stored: &StoredVersion,
    form: Form,
) -> Result<Box<RawValue>, ApiError> {
    let mut shown = Manifest::default();
    match form {
        Form::Writable => {
            if let Some(reason) = &stored.deprecation {
                shown.set("deprecated", reason)?;
            }
            shown.set("dist", &json!({"tarball": tarball(state, repository, stored)}))?;
        }
        Form::Short => {
            shown = manifest(state, repository, stored).await?;
            shown.keep(&SHORT_FIELDS);
        }
        Form::Whole => {
            shown = manifest(state, repository, stored).await?;
            shown.remove("readme");
            shown.remove("readmeFilename");
        }
    }
    to_raw_value(&shown).map_err(|_| ApiError::internal())
}

/// When the package and each of its versions was published.
fn times(package: &Package) -> Value {
    let of = |stored: &StoredVersion| stored.published_at;
    let mut times = json!({
        "created": package.versions.iter().map(of).min(),
        "modified": package.versions.iter().map(of).max(),
    });
    for stored in &package.versions {
        times[&stored.version] = json!(stored.published_at);
    }
    times
}

/// A version as clients read it.
async fn manifest(
    state: &AppState,
    repository: &StoredRepository,
    stored: &StoredVersion,
) -> Result<Manifest, ApiError> {
    let document = state.engine.ports().packages.document(stored.document.clone()).await;
    let document = document.map_err(|error| ApiError::of_repository(&error))?;
    let mut manifest: Manifest =
        serde_json::from_slice(&document).map_err(|_| ApiError::internal())?;
    let mut dist: BTreeMap<String, Value> = manifest.get("dist").unwrap_or_default();
    dist.insert("tarball".to_owned(), tarball(state, repository, stored).into());
    manifest.set("dist", &dist)?;
    if let Some(reason) = &stored.deprecation {
        manifest.set("deprecated", reason)?;
    }
    Ok(manifest)
}

/// The address of a version's file.
fn tarball(state: &AppState, repository: &StoredRepository, stored: &StoredVersion) -> String {
    let path = stored.paths.first().map(String::as_str).unwrap_or_default();
    address_of(state, "/artifactory/api/npm", &repository.settings.key, path)
}
