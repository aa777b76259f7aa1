//! The document of a package with all of its versions, as clients read it.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::{StreamExt as _, TryStreamExt as _};
use moka::sync::Cache;
use serde_json::{Map, Value, json};
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};

use super::names::{compare, folder_of, newest};
use crate::caller::{PackageClient, text};
use crate::components::artifacts::address_of;
use crate::error::{ApiError, not_modified};
use crate::state::AppState;

/// The media type of the short form, which has what installing needs.
const SHORT: &str = "application/vnd.npm.install-v1+json";
/// What the short form has of a version.
const SHORT_FIELDS: [&str; 19] = [
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
];
/// The scripts that run when a package is installed.
const INSTALL_SCRIPTS: [&str; 3] = ["preinstall", "install", "postinstall"];
/// How many versions are read at once.
const READ_AT_ONCE: usize = 16;
/// The memory of finished documents, in bytes.
const CACHE_BYTES: u64 = 32 * 1_024 * 1_024;

/// Finished documents. One is of a revision, so that none is ever outdated.
#[derive(Debug, Clone)]
pub struct Packuments(Cache<Key, Document>);

/// A document of a revision of a package.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    repository: String,
    package: String,
    revision: u64,
    is_short: bool,
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
        Self(Cache::builder().weigher(weigher).max_capacity(CACHE_BYTES).build())
    }
}

/// `GET {package}`: the whole document, or the short form if the client asks for it.
pub(super) async fn packument(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let accepted = text(headers, header::ACCEPT).unwrap_or_default();
    let is_short = accepted.contains(SHORT);
    let document = document(state, client, repository, package, is_short).await?;
    let known = text(headers, header::IF_NONE_MATCH).unwrap_or_default();
    let is_known =
        known.split(',').any(|known| known.trim().as_bytes() == document.etag.as_bytes());
    let mut response = if is_known { not_modified() } else { Bytes::into_response(document.body) };
    let media = if is_short { SHORT } else { super::JSON };
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
    is_short: bool,
) -> Result<Document, ApiError> {
    let sees_all = client.rights().allow_all_below(Action::Read, repository, &folder_of(package));
    let key = |revision| Key {
        repository: repository.id.clone(),
        package: package.to_owned(),
        revision,
        is_short,
    };
    let cache = &state.packuments.0;
    if sees_all {
        let packages = &state.engine.ports().packages;
        let revision = packages.revision(repository.clone(), package.to_owned()).await;
        let revision = revision.map_err(|error| ApiError::of_repository(&error))?;
        if let Some(document) = cache.get(&key(revision)) {
            return Ok(document);
        }
    }
    let package = visible(state, client, repository, package).await?;
    let body = written(state, repository, &package, is_short).await?;
    let etag = format!("\"{}\"", waybill_blobs::BlobId::of(&body));
    let etag = HeaderValue::from_str(&etag).map_err(|_| ApiError::internal())?;
    let document = Document { body: body.into(), etag };
    if sees_all {
        cache.insert(key(package.revision), document.clone());
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
    is_short: bool,
) -> Result<Vec<u8>, ApiError> {
    let manifests = package.versions.clone().into_iter().map(|stored| {
        let (state, repository) = (state.clone(), repository.clone());
        async move { manifest(&state, &repository, &stored).await }
    });
    let manifests: Vec<Map<String, Value>> =
        futures_util::stream::iter(manifests).buffered(READ_AT_ONCE).try_collect().await?;
    let tags = tags_of(package);
    let modified = package.versions.iter().map(|stored| stored.published_at).max();
    let mut document = json!({
        "_id": package.name,
        "_rev": revision_of(package.revision),
        "name": package.name,
        "dist-tags": tags,
    });
    let latest = manifests.iter().find(|manifest| {
        manifest.get("version").and_then(Value::as_str) == tags.get("latest").map(String::as_str)
    });
    if is_short {
        document["modified"] = json!(modified);
    } else {
        document["time"] = times(package);
        for field in [
            "description",
            "readme",
            "readmeFilename",
            "license",
            "keywords",
            "homepage",
            "repository",
            "bugs",
            "author",
        ] {
            if let Some(value) = latest.and_then(|latest| latest.get(field)) {
                document[field] = value.clone();
            }
        }
    }
    let versions = manifests.into_iter().zip(&package.versions).map(|(manifest, stored)| {
        let manifest = if is_short { short(manifest) } else { without_readme(manifest) };
        (stored.version.clone(), Value::Object(manifest))
    });
    document["versions"] = Value::Object(versions.collect());
    serde_json::to_vec(&document).map_err(|_| ApiError::internal())
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
) -> Result<Map<String, Value>, ApiError> {
    let document = state.engine.ports().packages.document(stored.document.clone()).await;
    let document = document.map_err(|error| ApiError::of_repository(&error))?;
    let mut manifest: Map<String, Value> =
        serde_json::from_slice(&document).map_err(|_| ApiError::internal())?;
    if let (Some(Value::Object(dist)), Some(path)) =
        (manifest.get_mut("dist"), stored.paths.first())
    {
        let prefix = "/artifactory/api/npm";
        let address = address_of(state, prefix, &repository.settings.key, path);
        dist.insert("tarball".to_owned(), address.into());
    }
    if let Some(reason) = &stored.deprecation {
        manifest.insert("deprecated".to_owned(), reason.clone().into());
    }
    Ok(manifest)
}

/// The short form of a version.
fn short(manifest: Map<String, Value>) -> Map<String, Value> {
    let scripts = manifest.get("scripts").and_then(Value::as_object);
    let runs = scripts
        .is_some_and(|scripts| INSTALL_SCRIPTS.iter().any(|script| scripts.contains_key(*script)));
    let is_whole = manifest.get("_hasShrinkwrap").and_then(Value::as_bool) == Some(true);
    let mut short: Map<String, Value> =
        manifest.into_iter().filter(|(field, _)| SHORT_FIELDS.contains(&&**field)).collect();
    if runs {
        short.insert("hasInstallScript".to_owned(), true.into());
    }
    if is_whole {
        short.insert("_hasShrinkwrap".to_owned(), true.into());
    }
    short
}

fn without_readme(mut manifest: Map<String, Value>) -> Map<String, Value> {
    manifest.remove("readme");
    manifest.remove("readmeFilename");
    manifest
}
