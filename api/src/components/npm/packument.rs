//! The document of a package with all of its versions, as clients read it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::TryStreamExt as _;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};
use waybill_versions::Scheme;

use super::manifest::Manifest;
use super::names::{folder_of, path_of};
use super::upstream::{NpmFormat, Packument};
use crate::caller::{PackageClient, text};
use crate::components::artifacts::address_of;
use crate::components::joined::{Joined, is_joined};
use crate::components::package_index::{
    ShownVersion, VersionKey, Wanted, document, in_order, metadata_of_only_file, visible,
};
use crate::error::ApiError;
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

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Everything.
    Whole,
    /// What installing needs.
    Short,
    /// What can be changed: clients send the document back.
    Writable,
}

impl Form {
    const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Short => "short",
            Self::Writable => "writable",
        }
    }

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

/// `GET {package}`: the document in a form.
pub(super) async fn packument(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    form: Form,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let document = if is_joined(repository) {
        let joined = Joined { state, client, repository, name: package, format: &NpmFormat };
        let write = async |index| joined_document(state, repository, index, form);
        joined.document(form.name(), write).await?
    } else {
        let folder = folder_of(package);
        let wanted = Wanted { repository, package, folder, form: form.name().into() };
        document(state, client, wanted, async |package| {
            written(state, repository, package, form).await
        })
        .await?
    };
    let media = if form == Form::Short { SHORT } else { super::JSON };
    let mut response = document.response(media, headers);
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

/// `GET {package}/{version}`: one version, by its number or by a tag.
pub(super) async fn version(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    wanted: &str,
) -> Result<Response, ApiError> {
    let missing = || ApiError::not_found("There is no such version.");
    if is_joined(repository) {
        let joined = Joined { state, client, repository, name: package, format: &NpmFormat };
        let mut index = joined.index().await?;
        let number = index.all_tags().remove(wanted).unwrap_or_else(|| wanted.to_owned());
        let mut manifest = index.versions.remove(&number).ok_or_else(missing)?;
        set_tarball(&mut manifest, state, repository, &path_of(package, &number))?;
        return Ok(Json(manifest).into_response());
    }
    let package = visible(state, client, repository, package).await?;
    let tags = tags_of(&package);
    let number = tags.get(wanted).map_or(wanted, String::as_str);
    let stored = package.versions.iter().find(|stored| stored.version == number);
    let manifest = manifest(state, repository, stored.ok_or_else(missing)?).await?;
    Ok(Json(manifest).into_response())
}

/// `GET -/package/{package}/dist-tags`.
pub(super) async fn tags(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
) -> Result<Response, ApiError> {
    let tags = if is_joined(repository) {
        let joined = Joined { state, client, repository, name: package, format: &NpmFormat };
        joined.index().await?.all_tags()
    } else {
        tags_of(&visible(state, client, repository, package).await?)
    };
    Ok(Json(tags).into_response())
}

/// The tags of a package.
pub(super) fn tags_of(package: &Package) -> BTreeMap<String, String> {
    let versions = package.versions.iter().map(|stored| stored.version.as_str());
    tags_with_latest(&package.tags, versions)
}

/// Tags with `latest`, which clients need: it names the newest version, if it is not among them.
pub(super) fn tags_with_latest<'a>(
    tags: &BTreeMap<String, String>,
    versions: impl Iterator<Item = &'a str>,
) -> BTreeMap<String, String> {
    let mut tags = tags.clone();
    if let Some(newest) = Scheme::Npm.newest(versions) {
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

/// Writes the document of a package that is joined.
fn joined_document(
    state: &AppState,
    repository: &StoredRepository,
    packument: Packument,
    form: Form,
) -> Result<Vec<u8>, ApiError> {
    let mut document = Manifest::default();
    document.set("_id", packument.name())?;
    document.set("name", packument.name())?;
    document.set("dist-tags", &packument.all_tags())?;
    if form == Form::Short {
        if let Some(modified) = packument.times.get("modified") {
            document.set("modified", modified)?;
        }
    } else {
        document.set("time", &packument.times)?;
        for field in OF_LATEST {
            if let Some(value) = packument.top.raw(field) {
                document.set(field, value)?;
            }
        }
    }
    let name = packument.name().to_owned();
    let mut versions = packument.versions;
    for (version, manifest) in &mut versions {
        cut(manifest, form);
        set_tarball(manifest, state, repository, &path_of(&name, version))?;
    }
    document.set("versions", &versions)?;
    serde_json::to_vec(&document).map_err(|_| ApiError::internal())
}

/// Writes the document of a package.
pub(super) async fn written(
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
    let versions = shown_versions(state, repository, package, form).await?;
    let versions: BTreeMap<&str, &RawValue> =
        versions.iter().map(|(version, shown)| (version.as_str(), &***shown)).collect();
    document.set("versions", &versions)?;
    serde_json::to_vec(&document).map_err(|_| ApiError::internal())
}

/// All versions of a package in a form of the document. Most of them are as they were when the document was written
/// last.
async fn shown_versions(
    state: &AppState,
    repository: &StoredRepository,
    package: &Package,
    form: Form,
) -> Result<Vec<(String, ShownVersion)>, ApiError> {
    let mut versions = Vec::with_capacity(package.versions.len());
    let mut unknown = Vec::new();
    for stored in &package.versions {
        let key = VersionKey::new(repository, stored, form.name());
        match state.package_indexes.versions.get(&key) {
            Some(known) => versions.push((stored.version.clone(), known)),
            None => unknown.push((key, stored.clone())),
        }
    }
    let written = unknown.into_iter().map(|(key, stored)| {
        let (state, repository) = (state.clone(), repository.clone());
        async move {
            let shown = Arc::new(shown(&state, &repository, &stored, form).await?);
            state.package_indexes.versions.keep(key, Arc::clone(&shown));
            Ok((stored.version, shown))
        }
    });
    let written: Vec<_> = in_order(written).try_collect().await?;
    versions.extend(written);
    Ok(versions)
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
            let path = stored.paths().next().unwrap_or_default();
            shown.set("dist", &json!({"tarball": tarball(state, repository, path)}))?;
        }
        Form::Short | Form::Whole => {
            shown = manifest(state, repository, stored).await?;
            cut(&mut shown, form);
        }
    }
    to_raw_value(&shown).map_err(|_| ApiError::internal())
}

/// Removes what a form of the document does not have of a version.
fn cut(manifest: &mut Manifest, form: Form) {
    if form == Form::Short {
        manifest.keep(&SHORT_FIELDS);
    } else {
        manifest.remove("readme");
        manifest.remove("readmeFilename");
    }
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
    let document = metadata_of_only_file(state, stored).await?;
    let mut manifest: Manifest =
        serde_json::from_slice(&document).map_err(|_| ApiError::internal())?;
    let path = stored.paths().next().unwrap_or_default();
    set_tarball(&mut manifest, state, repository, path)?;
    if let Some(reason) = &stored.deprecation {
        manifest.set("deprecated", reason)?;
    }
    Ok(manifest)
}

/// Sets the address of a version's file.
fn set_tarball(
    manifest: &mut Manifest,
    state: &AppState,
    repository: &StoredRepository,
    path: &str,
) -> Result<(), ApiError> {
    let mut dist: BTreeMap<String, Value> = manifest.get("dist").unwrap_or_default();
    dist.insert("tarball".to_owned(), tarball(state, repository, path).into());
    manifest.set("dist", &dist)
}

/// The address of a file.
fn tarball(state: &AppState, repository: &StoredRepository, path: &str) -> String {
    address_of(state, "/artifactory/api/npm", &repository.settings.key, path)
}
