//! Deleting versions of packages in the console. Their files belong together, so that none goes to the trash alone.

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{FileInfo, Kind, Location, VersionId};

use super::places::{file_at, located_to_change};
use crate::caller::RepositoryUser;
use crate::error::ApiError;
use crate::extract::Body;
use crate::state::AppState;
use crate::wire::tree::{RemovedVersion, TreePlace};

/// `POST tree/version-removals`: deletes all files of the version that a file belongs to, each as a client does.
pub async fn remove(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(place): Body<TreePlace>,
) -> Result<Json<RemovedVersion>, ApiError> {
    let (at, of, paths) = deletable(&state, &user, place).await?;
    let context = user.context(state.engine.now());
    let artifacts = &state.engine.ports().artifacts;
    let removed = artifacts.remove_files(at.repository.clone(), paths, context).await;
    let files = removed.map_err(|error| ApiError::of_repository(&error))?;
    if files == 0 {
        return Err(ApiError::no_such_file());
    }
    let folder = folder_left(&state, at).await?;
    Ok(Json(RemovedVersion { package: of.package, version: of.version, files, folder }))
}

/// A place with the version that a file there belongs to, and the paths of all its files, which the user may delete.
pub(in crate::components) async fn deletable(
    state: &AppState,
    user: &RepositoryUser,
    place: TreePlace,
) -> Result<(Location, VersionId, Vec<String>), ApiError> {
    let at = located_to_change(state, user.rights(), place.repository, place.path).await?;
    user.require(Action::Delete, &at.repository, &at.path)?;
    let file = file_at(state, user.rights(), &at).await?.file;
    let (of, paths) = version_of(state, &at, file).await?;
    // Nothing of a version stays that the user may not delete.
    let may_delete = |path: &String| user.rights().allow(Action::Delete, &at.repository, path);
    if !paths.iter().all(may_delete) {
        return Err(ApiError::not_granted(Action::Delete));
    }
    Ok((at, of, paths))
}

/// The version of a file, and the paths of all its files.
async fn version_of(
    state: &AppState,
    at: &Location,
    file: FileInfo,
) -> Result<(VersionId, Vec<String>), ApiError> {
    let of = file.version.ok_or_else(ApiError::of_no_version)?;
    let packages = &state.engine.ports().packages;
    let package = packages.package(at.repository.clone(), of.package.clone()).await;
    let package = package.map_err(|error| ApiError::of_repository(&error))?;
    let mut versions = package.into_iter().flat_map(|package| package.versions);
    let stored = versions.find(|stored| stored.version == of.version);
    let files = stored.ok_or_else(ApiError::no_such_file)?.files;
    Ok((of, files.into_iter().map(|file| file.path).collect()))
}

/// The folder that a path is in, or else the first one above it that still has something.
async fn folder_left(state: &AppState, at: Location) -> Result<String, ApiError> {
    let mut path = at.path.as_str();
    while let Some((folder, _)) = path.rsplit_once('/') {
        path = folder;
        let folder = Location { repository: at.repository.clone(), path: folder.to_owned() };
        let kind = state.engine.ports().artifacts.kind(folder).await;
        if kind.map_err(|error| ApiError::of_repository(&error))? == Some(Kind::Folder) {
            return Ok(path.to_owned());
        }
    }
    Ok(String::new())
}
