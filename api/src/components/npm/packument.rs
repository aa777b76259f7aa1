//! The document of a package with all of its versions, as clients read it.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::TryStreamExt as _;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};

use super::manifest::Manifest;
use super::names::{folder_of, newest};
use crate::caller::{PackageClient, text};
use crate::components::artifacts::address_of;
use crate::components::package_index::{
    Wanted, document, in_order, metadata_of_only_file, visible,
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
    let folder = folder_of(package);
    let wanted = Wanted { repository, package, folder, form: form.name().into() };
    let document = document(state, client, wanted, async |package| {
        written(state, repository, package, form).await
    });
    let media = if form == Form::Short { SHORT } else { super::JSON };
    let mut response = document.await?.response(media, headers);
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
    let package = visible(state, client, repository, package).await?;
    let tags = tags_of(&package);
    let number = tags.get(wanted).map_or(wanted, String::as_str);
    let stored = package.versions.iter().find(|stored| stored.version == number);
    let stored = stored.ok_or_else(|| ApiError::not_found("There is no such version."))?;
    let manifest = manifest(state, repository, stored).await?;
    Ok(Json(manifest).into_response())
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
            Ok((stored.version, shown))
        }
    });
    let versions: BTreeMap<String, Box<RawValue>> = in_order(versions).try_collect().await?;
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
    let document = metadata_of_only_file(state, stored).await?;
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
    let path = stored.paths().next().unwrap_or_default();
    address_of(state, "/artifactory/api/npm", &repository.settings.key, path)
}
