//! What a client may do and see at a path of a repository.

use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Entry, Location};

use crate::caller::PackageClient;
use crate::components::repositories::shown;
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

/// A path at which a client may do something.
pub(in crate::components) async fn permitted(
    state: &AppState,
    client: &PackageClient,
    action: Action,
    key: &str,
    path: String,
) -> Result<Location, ApiError> {
    let at = located(state, client, key, path).await?;
    client.require(action, &at.repository, &at.path)?;
    Ok(at)
}

/// What is at a path, as far as a client may see it.
pub(super) async fn visible(
    state: &AppState,
    client: &PackageClient,
    at: &Location,
) -> Result<Entry, ApiError> {
    let sight = client.rights().sight(&at.repository);
    if !sight.shows_file(&at.path) && !sight.shows_folder(&at.path) {
        return Err(client.hidden());
    }
    let found = state.engine.ports().artifacts.look_up(at.clone(), sight).await;
    found.map_err(|error| ApiError::of_repository(&error))?.ok_or_else(ApiError::no_such_file)
}
