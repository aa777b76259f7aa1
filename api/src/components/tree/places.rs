//! What is at a place of the tree, as far as the reader may see it.

use std::collections::BTreeSet;

use waybill_machines::rules::artifacts::check_artifact_path;
use waybill_machines::rules::permissions::Action;
use waybill_machines::secret::PersonId;
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{
    FileInfo, Kind, Location, RepositoryError, StoredRepository, check_relocatable,
};

use super::super::artifacts::{address_of, media_type};
use crate::caller::RepositoryReader;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::Names;
use crate::wire::tree::{TreeDetails, TreeFile, TreeKind, TreeRepository, TreeRights, TreeUsage};

/// A path of a repository that a caller may know of.
///
/// # Errors
///
/// 404 for repositories in which the caller may read nothing, whether they exist or not.
pub(super) async fn located(
    state: &AppState,
    rights: &Rights,
    repository: String,
    path: String,
) -> Result<Location, ApiError> {
    let found = state.engine.ports().repositories.repository(repository).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    let repository = found.filter(|stored| rights.show(stored));
    let repository = repository.ok_or_else(ApiError::no_such_repository)?;
    if !path.is_empty() {
        let checked = check_artifact_path(&path).map_err(RepositoryError::Artifact);
        checked.map_err(|error| ApiError::of_repository(&error))?;
    }
    Ok(Location { repository, path })
}

/// A repository in lists, for a caller with these rights.
pub(super) fn repository_row(rights: &Rights, stored: StoredRepository) -> TreeRepository {
    let may_write = rights.may_allow_below(Action::Write, &stored, "");
    let settings = stored.settings;
    TreeRepository {
        relocates: check_relocatable(&settings).is_ok(),
        may_write,
        key: settings.key,
        class: settings.class,
        package_type: settings.package_type,
        description: settings.description,
        stores_by_path: !settings.package_type.has_versions(),
    }
}

/// What is at a place.
enum Found {
    Folder,
    File(Box<FileInfo>),
}

async fn found(state: &AppState, rights: &Rights, at: &Location) -> Result<Found, ApiError> {
    let (artifacts, sight) = (&state.engine.ports().artifacts, rights.sight(&at.repository));
    let file = artifacts.file(at.clone()).await;
    let file = file.map_err(|error| ApiError::of_repository(&error))?;
    if let Some(file) = file.filter(|_| sight.shows_file(&at.path)) {
        return Ok(Found::File(Box::new(file)));
    }
    let kind = artifacts.kind(at.clone()).await;
    let kind = kind.map_err(|error| ApiError::of_repository(&error))?;
    let is_folder = kind == Some(Kind::Folder) && sight.shows_folder(&at.path);
    is_folder.then_some(Found::Folder).ok_or_else(ApiError::no_such_file)
}

/// The file at a path, if the caller may read it.
///
/// # Errors
///
/// 404 otherwise, and for folders.
pub(super) async fn file_at(
    state: &AppState,
    rights: &Rights,
    at: &Location,
) -> Result<FileInfo, ApiError> {
    match found(state, rights, at).await? {
        Found::File(file) => Ok(*file),
        Found::Folder => Err(ApiError::no_such_file()),
    }
}

/// What the reader may know of a place.
pub(super) async fn described(
    state: &AppState,
    reader: &RepositoryReader,
    at: Location,
) -> Result<TreeDetails, ApiError> {
    let (rights, found) = (&reader.rights, found(state, &reader.rights, &at).await?);
    let (kind, file) = match found {
        Found::Folder if at.path.is_empty() => (TreeKind::Repository, None),
        Found::Folder => (TreeKind::Folder, None),
        Found::File(file) => (TreeKind::File, Some(file)),
    };
    let manage = rights.manage(&at.repository);
    let is_file = kind == TreeKind::File;
    let allows = |action| {
        if is_file {
            rights.allow(action, &at.repository, &at.path)
        } else {
            rights.allow_all_below(action, &at.repository, &at.path)
        }
    };
    let may = TreeRights {
        // Which names in a folder are granted is not known before there is one.
        write: if is_file {
            allows(Action::Write)
        } else {
            rights.may_allow_below(Action::Write, &at.repository, &at.path)
        },
        annotate: allows(Action::Annotate),
        delete: allows(Action::Delete),
        trash: rights.may_allow_below(Action::Delete, &at.repository, &at.path),
        manage,
    };
    let usage = if manage && kind == TreeKind::Repository {
        let usage = state.engine.ports().artifacts.usage(at.repository.clone()).await;
        let usage = usage.map_err(|error| ApiError::of_repository(&error))?;
        Some(TreeUsage {
            files: usage.files,
            bytes: usage.bytes,
            quota_bytes: at.repository.settings.quota_bytes,
            created_at: at.repository.created_at,
        })
    } else {
        None
    };
    let users = file.iter().flat_map(|file| [file.created_by.clone(), file.modified_by.clone()]);
    let names = names_of(state, reader.person.as_ref(), users).await?;
    let url = address_of(state, "/artifactory", &at.repository.settings.key, &at.path);
    let file = file.map(|file| described_file(*file));
    let repository = repository_row(rights, at.repository);
    Ok(TreeDetails { repository, path: at.path, kind, url, usage, file, may, names })
}

/// The names of users by the ids in records. Those who have not signed in learn none.
pub(in crate::components) async fn names_of(
    state: &AppState,
    reader: Option<&PersonId>,
    ids: impl Iterator<Item = String>,
) -> Result<Names, ApiError> {
    let people: BTreeSet<String> =
        ids.filter(|id| reader.is_some() && id.starts_with("p_")).collect();
    let mut names = Names::new();
    for id in people {
        let user = state.engine.ports().accounts.user(PersonId(id.clone())).await;
        names.insert(id, state.access(user)?.and_then(|user| user.name));
    }
    Ok(names)
}

fn described_file(file: FileInfo) -> TreeFile {
    TreeFile {
        media_type: media_type(file.name()),
        bytes: file.content.bytes,
        sha256: file.content.sha256.0,
        sha1: file.content.sha1.0,
        md5: file.content.md5.0,
        properties: file.properties,
        version: file.version.map(Into::into),
        created_at: file.created_at,
        created_by: file.created_by,
        modified_at: file.modified_at,
        modified_by: file.modified_by,
    }
}
