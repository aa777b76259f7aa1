//! Finding the file at a path of a repository, wherever the repository has its files from.

use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_platform::repositories::{FileInfo, Keeping, Location, StoredRepository};

use crate::caller::PackageClient;
use crate::components::repositories::sources::{Lookup, asked_for, file_at};
use crate::error::ApiError;
use crate::state::AppState;

/// The largest file that a remote repository keeps, in bytes.
const FETCHED_BYTES_MAX: u64 = 20 * 1_024 * 1_024 * 1_024;

/// The file at a path that a client may read, and the repository that has it.
///
/// # Errors
///
/// As the client's rights say; 404 if there is none.
pub(super) async fn file(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    path: String,
) -> Result<(StoredRepository, FileInfo), ApiError> {
    let is_joined = repository.settings.members.is_some();
    if !is_joined {
        client.require(Action::Read, repository, &path)?;
    }
    // Which package a path belongs to, its own address knows: by this one no name could be kept from other servers.
    let is_by_path = repository.settings.package_type.served_as() == PackageType::Generic;
    let lookup = AtPath { state, client, path };
    for member in asked_for(state, repository, &lookup).await? {
        let is_asked = is_by_path || member.settings.class == RepositoryClass::Local;
        let may_read = client.rights().allow(Action::Read, &member, &lookup.path);
        if is_joined && !(is_asked && may_read) {
            continue;
        }
        // Where a member cannot answer, another one does not either: it may have something else at the path.
        if let Some(file) = lookup.file_of(&member).await? {
            return Ok((member, file));
        }
    }
    let hides = is_joined && client.is_anonymous();
    Err(if hides { client.hidden() } else { ApiError::no_such_file() })
}

/// What is at a path.
struct AtPath<'a> {
    state: &'a AppState,
    client: &'a PackageClient,
    path: String,
}

impl AtPath<'_> {
    async fn file_of(&self, repository: &StoredRepository) -> Result<Option<FileInfo>, ApiError> {
        let at = Location { repository: repository.clone(), path: self.path.clone() };
        // Clients of other types have their own addresses, behind which the upstream is asked.
        if repository.settings.package_type.served_as() == PackageType::Generic {
            return file_at(self.state, at, Keeping::Refreshed, FETCHED_BYTES_MAX).await;
        }
        self.kept_in(repository).await
    }

    async fn kept_in(&self, repository: &StoredRepository) -> Result<Option<FileInfo>, ApiError> {
        let at = Location { repository: repository.clone(), path: self.path.clone() };
        let file = self.state.engine.ports().artifacts.file(at).await;
        file.map_err(|error| ApiError::of_repository(&error))
    }
}

impl Lookup for AtPath<'_> {
    fn name(&self) -> &str {
        &self.path
    }

    async fn is_held_by(&self, repository: &StoredRepository) -> Result<bool, ApiError> {
        // Only those who may read a file have it fetched.
        if self.client.rights().allow(Action::Read, repository, &self.path) {
            return Ok(self.file_of(repository).await?.is_some());
        }
        Ok(self.kept_in(repository).await?.is_some())
    }
}
