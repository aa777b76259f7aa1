//! What a user may do in a repository at present, and why (PERM-04).

use axum::Json;
use axum::extract::State;
use waybill_engine::principal_of;
use waybill_machines::rules::permissions::Action;
use waybill_platform::permissions::{Asked, GrantedTo, Ground, Principal};

use super::ANONYMOUS;
use super::names::Names;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{QueryParams, check_length};
use crate::state::AppState;
use crate::wire::permissions::{
    EffectiveQuery, EffectiveRight, EffectiveRights, RightGrantedTo, RightGround,
};

/// `GET rights`.
pub async fn rights(
    State(state): State<AppState>,
    _: Admin,
    QueryParams(query): QueryParams<EffectiveQuery>,
) -> Result<Json<EffectiveRights>, ApiError> {
    let EffectiveQuery { user, repository, path } = query;
    let (user, path) = (user.trim().to_owned(), path.unwrap_or_default());
    check_length(&[("user", &user), ("repository", &repository), ("path", &path)])?;
    let principal = principal(&state, &user).await?;
    let found = state.engine.ports().repositories.repository(repository).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    let stored = found.ok_or_else(|| ApiError::no_such_repository().at("repository"))?;
    let names = Names::read(&state).await?;
    let mut rights = Vec::new();
    if let Some(principal) = principal.clone() {
        let held = state.engine.ports().permissions.rights(principal).await?;
        let asked = Asked::of(&path);
        for action in Action::ALL {
            let grounds = held.grounds(action, &stored, &asked);
            let grounds = grounds.into_iter().map(|ground| shown(&names, ground)).collect();
            rights.push(EffectiveRight { action, grounds });
        }
    }
    let enabled = principal.is_some();
    Ok(Json(EffectiveRights { enabled, rights }))
}

/// Whom permissions name by this name; none for a user who is disabled.
async fn principal(state: &AppState, user: &str) -> Result<Option<Principal>, ApiError> {
    if user.eq_ignore_ascii_case(ANONYMOUS) {
        return Ok(Some(Principal::Anonymous));
    }
    let accounts = &state.engine.ports().accounts;
    let person = state.access(accounts.person_named(user).await)?;
    let unknown = || ApiError::not_found("There is no user with this name.").at("user");
    state.access(principal_of(&**accounts, &person.ok_or_else(unknown)?).await)
}

fn shown(names: &Names, ground: Ground) -> RightGround {
    match ground {
        Ground::Administrator => RightGround::Administrator {},
        Ground::ProjectAdministrator { project } => RightGround::ProjectAdministrator { project },
        Ground::Permission { name, to } => RightGround::Permission {
            name,
            to: match to {
                GrantedTo::Everyone => RightGrantedTo::Everyone {},
                GrantedTo::User => RightGrantedTo::User {},
                GrantedTo::Group { id } => {
                    let name = names.group(&id).cloned().unwrap_or(id);
                    RightGrantedTo::Group { name }
                }
            },
        },
    }
}
