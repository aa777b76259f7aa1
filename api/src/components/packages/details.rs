//! What is known of a version beside its files. A version is named by the repository and the path of its lead file.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::State;
use moka::sync::Cache;
use waybill_machines::rules::permissions::Action;
use waybill_platform::builds::{StoredBuild, builds_of};
use waybill_platform::repositories::{
    FileInfo, Location, Package, PackageId, RepositoryError, StoredRepository, StoredVersion,
    VersionFile,
};

use super::about::{self, About};
use super::{install, readme};
use crate::caller::RepositoryReader;
use crate::components::docker;
use crate::components::tree::ticket_to_download;
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, check_length};
use crate::state::AppState;
use crate::wire::image_layers::{LayersRequest, VersionLayers};
use crate::wire::package_details::{
    InstallCommands, InstallQuery, VersionAbout, VersionBuild, VersionBuilds, VersionDependencies,
    VersionDependency, VersionLink, VersionPlaceQuery, VersionProperties, VersionReadme,
    VersionRequirement,
};
use crate::wire::tree::{FileTicket, TreePlace};

/// How much of readmes is kept as HTML, in bytes. Making one takes up to some tens of milliseconds.
const READMES_BYTES: u64 = 16 * 1_024 * 1_024;

/// A file of a version that the reader may see.
pub(super) struct Named {
    pub(super) repository: StoredRepository,
    pub(super) file: FileInfo,
}

/// `GET packages/readme?repoKey=&path=`.
pub async fn version_readme(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(place): QueryParams<VersionPlaceQuery>,
) -> Result<Json<VersionReadme>, ApiError> {
    static MADE: LazyLock<Cache<String, String>> = LazyLock::new(|| {
        let bytes = |_: &String, html: &String| u32::try_from(html.len()).unwrap_or(u32::MAX);
        Cache::builder().weigher(bytes).max_capacity(READMES_BYTES).build()
    });

    let named = named(&state, &reader, place).await?;
    let Some(document) = document_of(&state, &named).await? else {
        return Ok(Json(VersionReadme { readme: None, is_cut: false }));
    };
    let digest = document.document.sha256.0.clone();
    let about = read(&state, &named, document).await?;
    let Some(found) = about.readme else {
        return Ok(Json(VersionReadme { readme: None, is_cut: false }));
    };
    let is_cut = readme::is_cut(&found);
    let made = tokio::task::spawn_blocking(move || MADE.get_with(digest, || readme::html(&found)));
    let html = made.await.map_err(|_| ApiError::internal())?;
    Ok(Json(VersionReadme { readme: Some(html), is_cut }))
}

/// `GET packages/dependencies?repoKey=&path=`.
pub async fn version_dependencies(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(place): QueryParams<VersionPlaceQuery>,
) -> Result<Json<VersionDependencies>, ApiError> {
    let named = named(&state, &reader, place).await?;
    let package_type = named.repository.settings.package_type;
    let dependencies = about_of(&state, &named).await?.dependencies.into_iter();
    let dependencies = dependencies.map(|one| VersionDependency {
        package_id: PackageId { package_type, name: one.name.clone() }.to_string(),
        name: one.name,
        requirement: one.requirement,
        scope: one.scope.as_str(),
    });
    Ok(Json(VersionDependencies { dependencies: dependencies.collect() }))
}

/// `GET packages/properties?repoKey=&path=`.
pub async fn version_properties(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(place): QueryParams<VersionPlaceQuery>,
) -> Result<Json<VersionProperties>, ApiError> {
    let Named { file, .. } = named(&state, &reader, place).await?;
    Ok(Json(VersionProperties { properties: file.properties }))
}

/// `GET packages/about?repoKey=&path=`.
pub async fn version_about(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(place): QueryParams<VersionPlaceQuery>,
) -> Result<Json<VersionAbout>, ApiError> {
    let named = named(&state, &reader, place).await?;
    let About { links, authors, requires, .. } = about_of(&state, &named).await?;
    let links = links.into_iter().map(|(kind, url)| VersionLink { kind: kind.as_str(), url });
    let requires =
        requires.into_iter().map(|(name, versions)| VersionRequirement { name, versions });
    Ok(Json(VersionAbout { links: links.collect(), authors, requires: requires.collect() }))
}

/// `GET packages/layers?repoKey=&path=`.
pub async fn version_layers(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(place): QueryParams<VersionPlaceQuery>,
) -> Result<Json<VersionLayers>, ApiError> {
    layers(&state, &reader, place).await
}

/// `POST packages/layers`: the same, as the documents have it.
pub async fn version_layers_in_view(
    State(state): State<AppState>,
    reader: RepositoryReader,
    Body(wanted): Body<LayersRequest>,
) -> Result<Json<VersionLayers>, ApiError> {
    let LayersRequest { repository, path, .. } = wanted;
    check_length(&[("repoKey", &repository), ("path", &path)])?;
    layers(&state, &reader, VersionPlaceQuery { repository, path }).await
}

async fn layers(
    state: &AppState,
    reader: &RepositoryReader,
    place: VersionPlaceQuery,
) -> Result<Json<VersionLayers>, ApiError> {
    let Named { repository, file } = named(state, reader, place).await?;
    let sight = reader.rights.sight(&repository);
    Ok(Json(docker::images(state, &repository, &*sight, &file).await?))
}

/// `GET packages/builds?repoKey=&path=`.
pub async fn version_builds(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(place): QueryParams<VersionPlaceQuery>,
) -> Result<Json<VersionBuilds>, ApiError> {
    let Named { file, .. } = named(&state, &reader, place).await?;
    let sight = reader.rights.builds(Action::Read);
    let found = builds_of(&*state.engine.ports().builds, &file, &sight).await;
    let runs = found.map_err(|error| ApiError::of_build(&error))?.into_iter();
    let runs = runs.map(|StoredBuild { build, .. }| VersionBuild {
        name: build.name,
        number: build.number,
        project: build.project,
        started: build.started_at,
        agent: build.agent,
    });
    Ok(Json(VersionBuilds { runs: runs.collect() }))
}

/// `POST packages/download`: a ticket for the lead file of a version, or for another file of it (PKG-08).
pub async fn version_download(
    State(state): State<AppState>,
    reader: RepositoryReader,
    Body(place): Body<VersionPlaceQuery>,
) -> Result<Json<FileTicket>, ApiError> {
    let VersionPlaceQuery { repository, path } = place;
    check_length(&[("repoKey", &repository), ("path", &path)])?;
    ticket_to_download(&state, &reader, TreePlace { repository, path }).await
}

/// `GET packages/install?packageId=&version=&repoKey=`.
pub async fn install_commands(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(wanted): QueryParams<InstallQuery>,
) -> Result<Json<InstallCommands>, ApiError> {
    let id: PackageId = wanted.package_id.parse().map_err(|_| ApiError::no_such_package())?;
    let repository = readable(&state, &reader, wanted.repository).await?;
    if repository.settings.package_type != id.package_type {
        return Err(ApiError::no_such_package());
    }
    let commands = install::commands(&state, &repository.settings, &id.name, &wanted.version);
    Ok(Json(InstallCommands { commands }))
}

async fn readable(
    state: &AppState,
    reader: &RepositoryReader,
    key: String,
) -> Result<StoredRepository, ApiError> {
    let found = state.engine.ports().repositories.repository(key).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    let found = found.filter(|stored| reader.rights.show_folder(stored, ""));
    found.ok_or_else(ApiError::no_such_repository)
}

/// The file at a place, if the reader may see it.
pub(super) async fn named(
    state: &AppState,
    reader: &RepositoryReader,
    place: VersionPlaceQuery,
) -> Result<Named, ApiError> {
    let repository = readable(state, reader, place.repository).await?;
    if !reader.rights.sight(&repository).shows_file(&place.path) {
        return Err(ApiError::no_such_file());
    }
    let at = Location { repository: repository.clone(), path: place.path };
    let file = state.engine.ports().artifacts.file(at).await;
    let file = file.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Named { repository, file: file.ok_or_else(ApiError::no_such_file)? })
}

/// The version of a file, with the tags that name it; none if the file belongs to none.
pub(super) async fn version_of(
    state: &AppState,
    named: &Named,
) -> Result<Option<(StoredVersion, Vec<String>)>, ApiError> {
    let Some(of) = &named.file.version else { return Ok(None) };
    let packages = &state.engine.ports().packages;
    let package = packages.package(named.repository.clone(), of.package.clone()).await;
    let package = package.map_err(|error| ApiError::of_repository(&error))?;
    let Some(Package { versions, tags, .. }) = package else { return Ok(None) };
    let version = versions.into_iter().find(|version| version.version == of.version);
    let tags = tags.into_iter().filter(|(_, version)| *version == of.version).map(|(tag, _)| tag);
    Ok(version.map(|version| (version, tags.collect())))
}

/// The metadata of a version, of this file of it where versions have several.
async fn document_of(state: &AppState, named: &Named) -> Result<Option<VersionFile>, ApiError> {
    let files = version_of(state, named).await?.map(|(version, _)| version.files);
    let mut files = files.into_iter().flatten();
    Ok(files.find(|file| file.path == named.file.path))
}

async fn read(state: &AppState, named: &Named, file: VersionFile) -> Result<About, ApiError> {
    let document = state.engine.ports().packages.document(file.document).await;
    let document = document.map_err(|error: RepositoryError| ApiError::of_repository(&error))?;
    Ok(about::read(named.repository.settings.package_type, &document))
}

/// What the version of a file says of itself; nothing if the file belongs to none.
pub(super) async fn about_of(state: &AppState, named: &Named) -> Result<About, ApiError> {
    match document_of(state, named).await? {
        Some(file) => read(state, named, file).await,
        None => Ok(About::default()),
    }
}
