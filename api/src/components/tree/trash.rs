//! The trash of repositories: moving files there, restoring them, and deleting them for good. Who may delete a file may
//! do all three.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::permissions::Action;
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{Kind, RepositoryError, Sight, StoredRepository, TrashedFile};

use super::places::{located, located_to_change, names_of};
use crate::caller::RepositoryUser;
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, rows};
use crate::state::AppState;
use crate::wire::trash::{
    MovedToTrash, PurgedFiles, RestoredFiles, TrashName, TrashQuery, TrashedFiles, TreeTrashedFile,
};
use crate::wire::tree::TreePlace;

/// The files that a user may delete.
struct Deletable {
    rights: Rights,
    repository: StoredRepository,
}

impl Sight for Deletable {
    fn shows_file(&self, path: &str) -> bool {
        self.rights.allow(Action::Delete, &self.repository, path)
    }

    fn shows_folder(&self, path: &str) -> bool {
        self.rights.may_allow_below(Action::Delete, &self.repository, path)
    }

    fn shows_all_below(&self, folder: &str) -> bool {
        self.rights.allow_all_below(Action::Delete, &self.repository, folder)
    }
}

/// `POST tree/trash`: moves a file, or everything in a folder, to the trash.
pub async fn discard(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(place): Body<TreePlace>,
) -> Result<Json<MovedToTrash>, ApiError> {
    let at = located_to_change(&state, user.rights(), place.repository, place.path).await?;
    let kind = state.engine.ports().artifacts.kind(at.clone()).await;
    let kind = kind.map_err(|error| ApiError::of_repository(&error))?;
    let is_granted = match kind {
        // Files may arrive while it is removed, so that all names have to be granted.
        Some(Kind::Folder) => {
            user.rights().allow_all_below(Action::Delete, &at.repository, &at.path)
        }
        Some(Kind::File) | None => user.rights().allow(Action::Delete, &at.repository, &at.path),
    };
    if !is_granted {
        return Err(user.refused(Action::Delete, &at.repository, &at.path));
    }
    let kind = kind.ok_or_else(ApiError::no_such_file)?;
    let context = user.context(state.engine.now());
    let discarded = state.engine.ports().trash.discard(at, kind, context).await;
    let discarded = discarded.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(MovedToTrash { name: discarded.name, files: discarded.files }))
}

/// `GET tree/trash?repository=&after=&limit=`.
pub async fn list(
    State(state): State<AppState>,
    user: RepositoryUser,
    QueryParams(query): QueryParams<TrashQuery>,
) -> Result<Json<TrashedFiles>, ApiError> {
    let files_max = rows("limit", query.limit)?;
    let at = located(&state, user.rights(), query.repository, String::new()).await?;
    let (trash, repository) = (&state.engine.ports().trash, at.repository);
    let sight = Deletable { rights: user.rights().clone(), repository: repository.clone() };
    let page = trash.trash(repository.clone(), query.after, files_max, Arc::new(sight)).await;
    let page = page.map_err(|error| ApiError::of_repository(&error))?;
    let bytes = if user.rights().manage(&repository) {
        let usage = trash.trash_usage(repository).await;
        Some(usage.map_err(|error| ApiError::of_repository(&error))?.bytes)
    } else {
        None
    };
    let users = page.files.iter().map(|one| one.trashed_by.clone());
    let names = names_of(&state, Some(&user.person), users).await?;
    let kept_days = trash.trash_kept().as_secs() / (24 * 3_600);
    let files = page.files.into_iter().map(|one| TreeTrashedFile {
        item: one.item,
        path: one.file.path,
        bytes: one.file.content.bytes,
        trashed_at: one.trashed_at,
        trashed_by: one.trashed_by,
    });
    Ok(Json(TrashedFiles { files: files.collect(), next: page.next, kept_days, bytes, names }))
}

/// The files in the trash that a name names, all of which the user may delete.
async fn named(
    state: &AppState,
    user: &RepositoryUser,
    TrashName { repository, name }: TrashName,
) -> Result<(StoredRepository, Vec<TrashedFile>), ApiError> {
    let repository = located(state, user.rights(), repository, String::new()).await?.repository;
    let files = state.engine.ports().trash.trashed(repository.clone(), name).await;
    let mut files = files.map_err(|error| ApiError::of_repository(&error))?;
    files.retain(|one| user.rights().allow(Action::Delete, &repository, &one.file.path));
    if files.is_empty() { Err(ApiError::no_such_file()) } else { Ok((repository, files)) }
}

/// `POST tree/restore`: restores files to their paths. Those whose paths are taken stay in the trash.
pub async fn restore(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(wanted): Body<TrashName>,
) -> Result<Json<RestoredFiles>, ApiError> {
    let (repository, files) = named(&state, &user, wanted).await?;
    let (mut restored, mut taken) = (RestoredFiles { files: 0, taken: 0 }, None);
    for one in files {
        let context = user.context(state.engine.now());
        let outcome =
            state.engine.ports().trash.restore(repository.clone(), one.item, context).await;
        match outcome {
            Ok(_) => restored.files += 1,
            Err(RepositoryError::Artifact(ArtifactProblem::Missing)) => {}
            Err(
                error @ (RepositoryError::PathTaken(_) | RepositoryError::FileAndFolder { .. }),
            ) => {
                restored.taken += 1;
                taken = Some(error);
            }
            Err(error) => return Err(ApiError::of_repository(&error)),
        }
    }
    match taken {
        Some(error) if restored.files == 0 => Err(ApiError::of_repository(&error)),
        _ => Ok(Json(restored)),
    }
}

/// `POST tree/purge`: deletes files in the trash for good.
pub async fn purge(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(wanted): Body<TrashName>,
) -> Result<Json<PurgedFiles>, ApiError> {
    let (repository, files) = named(&state, &user, wanted).await?;
    let mut purged = PurgedFiles { files: 0 };
    for one in files {
        let context = user.context(state.engine.now());
        let outcome = state.engine.ports().trash.purge(repository.clone(), one.item, context).await;
        match outcome {
            Ok(()) => purged.files += 1,
            Err(RepositoryError::Artifact(ArtifactProblem::Missing)) => {}
            Err(error) => return Err(ApiError::of_repository(&error)),
        }
    }
    Ok(Json(purged))
}
