//! Copying and moving files and folders in the console, after the user has seen what would be done.

use axum::Json;
use axum::extract::State;
use waybill_platform::repositories::{Location, Stopped};

use super::super::relocation::{Wanted, completed, relocated};
use super::places::located_to_change;
use crate::caller::RepositoryUser;
use crate::error::ApiError;
use crate::extract::Body;
use crate::state::AppState;
use crate::wire::tree::{TreeConflict, TreePlace, TreeRelocated, TreeRelocation};

/// `POST tree/relocations`: copies or moves a file or a folder, or says what that would do.
pub async fn relocate(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(wanted): Body<TreeRelocation>,
) -> Result<Json<TreeRelocated>, ApiError> {
    let TreeRelocation { from, to, moves, replace, dry } = wanted;
    let from = located_to_change(&state, user.rights(), from.repository, from.path).await?;
    let to = located_to_change(&state, user.rights(), to.repository, to.path).await;
    let to = to.map_err(|error| error.at("to"))?;
    let asked = to.path.clone();
    let (is_dry, replaces) = (dry, replace);
    let wanted = Wanted { from, to, into_folder: true, moves, is_dry, replaces, expected: None };
    let context = user.context(state.engine.now());
    let done = relocated(&state, user.rights(), wanted, context).await;
    let (_, done) = done.map_err(|error| ApiError::of_repository(&error))?;
    let done = completed(done, moves)?;
    let Location { repository, path } = done.to;
    // Where nothing may be stored, whether a folder is there is not disclosed.
    let path = if done.conflicts.count == 0 { path } else { asked };
    Ok(Json(TreeRelocated {
        to: TreePlace { repository: repository.settings.key, path },
        files: done.files,
        replaced: done.replaced.count,
        replaced_paths: done.replaced.first,
        conflicts: done.conflicts.count,
        first_conflicts: done.conflicts.first.into_iter().map(conflict).collect(),
    }))
}

fn conflict(Stopped { path, why }: Stopped) -> TreeConflict {
    let (code, message) = ApiError::of_repository(&why).into_reason();
    TreeConflict { path, code, message }
}
