//! What is at a place of the tree, as far as the reader may see it.

use std::collections::BTreeSet;

use waybill_machines::rules::artifacts::check_artifact_path;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_machines::secret::PersonId;
use waybill_platform::downloads::Counted;
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{
    FileInfo, Location, RepositoryError, StoredRepository, check_relocatable,
};

use super::super::artifacts::{address_of, media_type};
use super::super::repositories::sources::{Held, HeldFile, held_at, is_shown};
use crate::caller::RepositoryReader;
use crate::downloads::counted;
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
    let repository = found.ok_or_else(ApiError::no_such_repository)?;
    if !is_shown(state, rights, &repository).await? {
        return Err(ApiError::no_such_repository());
    }
    if !path.is_empty() {
        let checked = check_artifact_path(&path).map_err(RepositoryError::Artifact);
        checked.map_err(|error| ApiError::of_repository(&error))?;
    }
    Ok(Location { repository, path })
}

/// The same, where something is to be changed.
///
/// # Errors
///
/// 405 for virtual repositories: what they have is changed in the repository that holds it.
pub(super) async fn located_to_change(
    state: &AppState,
    rights: &Rights,
    repository: String,
    path: String,
) -> Result<Location, ApiError> {
    let at = located(state, rights, repository, path).await?;
    if at.repository.settings.members.is_some() {
        return Err(ApiError::held_elsewhere());
    }
    Ok(at)
}

/// A repository in lists, for a caller with these rights.
pub(super) fn repository_row(rights: &Rights, stored: StoredRepository) -> TreeRepository {
    let is_local = stored.settings.class == RepositoryClass::Local;
    let may_write = is_local && rights.may_allow_below(Action::Write, &stored, "");
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

/// The file at a path, if the caller may read it.
///
/// # Errors
///
/// 404 otherwise, and for folders.
pub(super) async fn file_at(
    state: &AppState,
    rights: &Rights,
    at: &Location,
) -> Result<HeldFile, ApiError> {
    match held_at(state, rights, at).await? {
        Some(Held::File(held)) => Ok(*held),
        Some(Held::Folder) | None => Err(ApiError::no_such_file()),
    }
}

/// What the reader may know of a place.
pub(super) async fn described(
    state: &AppState,
    reader: &RepositoryReader,
    at: Location,
) -> Result<TreeDetails, ApiError> {
    let rights = &reader.rights;
    let held = held_at(state, rights, &at).await?.ok_or_else(ApiError::no_such_file)?;
    let (kind, file, holder) = match held {
        Held::Folder if at.path.is_empty() => (TreeKind::Repository, None, None),
        Held::Folder => (TreeKind::Folder, None, None),
        Held::File(held) => (TreeKind::File, Some(held.file), Some(held.holder)),
    };
    let is_joined = at.repository.settings.members.is_some();
    let held_in = holder.as_ref().filter(|_| is_joined).map(|holder| holder.settings.key.clone());
    let manage = rights.manage(&at.repository);
    let is_file = kind == TreeKind::File;
    let allows = |action| {
        if is_joined {
            // It is changed in the repository that holds it.
            false
        } else if is_file {
            rights.allow(action, &at.repository, &at.path)
        } else {
            rights.allow_all_below(action, &at.repository, &at.path)
        }
    };
    let may = TreeRights {
        // Which names in a folder are granted is not known before there is one.
        write: if is_file || is_joined {
            allows(Action::Write)
        } else {
            rights.may_allow_below(Action::Write, &at.repository, &at.path)
        },
        annotate: allows(Action::Annotate),
        delete: allows(Action::Delete),
        trash: !is_joined && rights.may_allow_below(Action::Delete, &at.repository, &at.path),
        manage,
    };
    let usage = if manage && kind == TreeKind::Repository && !is_joined {
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
    let file = match (file, holder) {
        (Some(file), Some(repository)) => {
            let held = Location { repository, path: at.path.clone() };
            Some(described_file(file, counted(state, held).await?))
        }
        _ => None,
    };
    let repository = repository_row(rights, at.repository);
    Ok(TreeDetails { repository, path: at.path, kind, url, held_in, usage, file, may, names })
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

fn described_file(file: FileInfo, counted: Counted) -> TreeFile {
    TreeFile {
        media_type: media_type(file.name()),
        bytes: file.content.bytes,
        sha256: file.content.sha256.0,
        sha1: file.content.sha1.0,
        md5: file.content.md5.0,
        properties: file.properties,
        version: file.version.map(Into::into),
        downloads: counted.transfers.downloads,
        downloaded_at: counted.last,
        created_at: file.created_at,
        created_by: file.created_by,
        modified_at: file.modified_at,
        modified_by: file.modified_by,
    }
}
