//! What a client may do and see at a path of a repository.

use std::collections::BTreeMap;

use waybill_platform::repositories::{
    Child, Depth, Entry, FileInfo, LISTED_MAX, Location, RepositoryError,
};

use crate::caller::PackageClient;
use crate::components::repositories::shown;
use crate::components::repositories::sources::{all_sources, readable_sources};
use crate::error::ApiError;
use crate::state::AppState;

/// A path of a repository that a client may know of.
pub(super) async fn located(
    state: &AppState,
    client: &PackageClient,
    key: &str,
    path: String,
) -> Result<Location, ApiError> {
    Ok(Location { repository: shown(state, client, key).await?, path })
}

/// What is at a path, as far as a client may see it, and where. In a virtual repository, a file is where the first
/// member has it, and a folder has what is in those of all members.
pub(super) async fn visible(
    state: &AppState,
    client: &PackageClient,
    at: Location,
) -> Result<(Location, Entry), ApiError> {
    let (rights, artifacts) = (client.rights(), &state.engine.ports().artifacts);
    let (mut is_seen, mut folder) = (false, None::<BTreeMap<String, bool>>);
    for repository in all_sources(state, &at.repository).await? {
        let sight = rights.sight(&repository);
        if !sight.shows_file(&at.path) && !sight.shows_folder(&at.path) {
            continue;
        }
        is_seen = true;
        let held = Location { repository, path: at.path.clone() };
        let found = artifacts.look_up(held.clone(), sight).await;
        match found.map_err(|error| ApiError::of_repository(&error))? {
            Some(file @ Entry::File(_)) if folder.is_none() => return Ok((held, file)),
            Some(Entry::Folder(children)) => {
                let known = folder.get_or_insert_default();
                for Child { name, is_folder } in children {
                    known.entry(name).or_insert(is_folder);
                }
                check_listed(known.len())?;
            }
            Some(Entry::File(_)) | None => {}
        }
    }
    let Some(children) = folder else {
        return Err(if is_seen { ApiError::no_such_file() } else { client.hidden() });
    };
    let children = children.into_iter().map(|(name, is_folder)| Child { name, is_folder });
    Ok((at, Entry::Folder(children.collect())))
}

/// The files in a folder that a client may see, by path. Of those that members of a virtual repository have at a path,
/// the first one is listed.
pub(super) async fn files_in(
    state: &AppState,
    client: &PackageClient,
    at: &Location,
    depth: Depth,
) -> Result<Vec<FileInfo>, ApiError> {
    let (rights, mut all) = (client.rights(), BTreeMap::new());
    for repository in readable_sources(state, rights, &at.repository).await? {
        let sight = rights.sight(&repository);
        let folder = Location { repository, path: at.path.clone() };
        let files = state.engine.ports().artifacts.files(folder, depth, sight).await;
        for file in files.map_err(|error| ApiError::of_repository(&error))? {
            all.entry(file.path.clone()).or_insert(file);
        }
        check_listed(all.len())?;
    }
    Ok(all.into_values().collect())
}

/// Members of a virtual repository have together no more entries in a folder than one repository.
fn check_listed(entries: usize) -> Result<(), ApiError> {
    let is_too_many = entries > LISTED_MAX;
    let refused = is_too_many.then(|| ApiError::of_repository(&RepositoryError::TooManyEntries));
    refused.map_or(Ok(()), Err)
}
