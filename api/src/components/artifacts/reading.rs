//! Finding the file at a path of a repository, wherever the repository has its files from.

use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{FileInfo, Keeping, Location, StoredRepository};

use crate::caller::PackageClient;
use crate::components::repositories::sources::{Lookup, asked_for, file_at};
use crate::error::ApiError;
use crate::state::AppState;

/// The largest file that a remote repository keeps, in bytes.
const FETCHED_BYTES_MAX: u64 = 20 * 1_024 * 1_024 * 1_024;

/// The file at a path that a client may read.
///
/// # Errors
///
/// As the client's rights say; 404 if there is none. If no repository has it, the error of the first one that could
/// not answer.
pub(super) async fn file(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    path: String,
) -> Result<FileInfo, ApiError> {
    let is_joined = repository.settings.members.is_some();
    if !is_joined {
        client.require(Action::Read, repository, &path)?;
    }
    let lookup = AtPath { state, path };
    let mut failed = None;
    for member in asked_for(state, repository, &lookup).await? {
        if is_joined && !client.rights().allow(Action::Read, &member, &lookup.path) {
            continue;
        }
        match lookup.file_of(&member).await {
            Ok(Some(file)) => return Ok(file),
            Ok(None) => {}
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    if is_joined && client.is_anonymous() && failed.is_none() {
        return Err(client.hidden());
    }
    Err(failed.unwrap_or_else(ApiError::no_such_file))
}

/// What is at a path.
struct AtPath<'a> {
    state: &'a AppState,
    path: String,
}

impl AtPath<'_> {
    async fn file_of(&self, repository: &StoredRepository) -> Result<Option<FileInfo>, ApiError> {
        let at = Location { repository: repository.clone(), path: self.path.clone() };
        // Clients of other types have their own addresses, behind which the upstream is asked.
        if repository.settings.package_type == PackageType::Generic {
            return file_at(self.state, at, Keeping::Refreshed, FETCHED_BYTES_MAX).await;
        }
        let file = self.state.engine.ports().artifacts.file(at).await;
        file.map_err(|error| ApiError::of_repository(&error))
    }
}

impl Lookup for AtPath<'_> {
    fn name(&self) -> &str {
        &self.path
    }

    async fn is_held_by(&self, repository: &StoredRepository) -> Result<bool, ApiError> {
        Ok(self.file_of(repository).await?.is_some())
    }
}
