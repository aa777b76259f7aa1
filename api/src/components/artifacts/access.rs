//! What a client may do and see at a path of a repository.

use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Child, Entry, Location, StoredRepository};

use crate::caller::PackageClient;
use crate::components::repositories::shown;
use crate::error::ApiError;
use crate::state::AppState;

/// The repository of a path at which a client may do something.
pub(super) async fn permitted(
    state: &AppState,
    client: &PackageClient,
    action: Action,
    at: &Location,
) -> Result<StoredRepository, ApiError> {
    let repository = shown(state, client, &at.repository).await?;
    client.require(action, &repository, &at.path)?;
    Ok(repository)
}

/// What is at a path, as far as a client may see it.
pub(super) async fn visible(
    state: &AppState,
    client: &PackageClient,
    at: &Location,
) -> Result<(StoredRepository, Entry), ApiError> {
    let repository = shown(state, client, &at.repository).await?;
    let rights = client.rights();
    let is_readable = rights.allow(Action::Read, &repository, &at.path);
    let is_shown_folder = rights.show_folder(&repository, &at.path);
    if !is_readable && !is_shown_folder {
        return Err(client.hidden());
    }
    let found = state.engine.ports().artifacts.look_up(at.clone()).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    match found {
        Some(entry @ Entry::File(_)) if is_readable => Ok((repository, entry)),
        Some(Entry::Folder(mut children)) if is_shown_folder => {
            children.retain(|child| is_visible(client, &repository, &at.path, child));
            Ok((repository, Entry::Folder(children)))
        }
        // A file that may not be read, among names that may be folders, is as one that is not there.
        _ => Err(ApiError::no_such_file()),
    }
}

fn is_visible(
    client: &PackageClient,
    repository: &StoredRepository,
    folder: &str,
    child: &Child,
) -> bool {
    let path =
        if folder.is_empty() { child.name.clone() } else { format!("{folder}/{}", child.name) };
    if child.is_folder {
        client.rights().show_folder(repository, &path)
    } else {
        client.rights().allow(Action::Read, repository, &path)
    }
}
