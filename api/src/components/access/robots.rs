//! Robots: accounts of programs, which have access tokens and no password (ROBOT-01). They are listed, disabled and put
//! into groups as other accounts are.

use axum::Json;
use axum::extract::State;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{AccessError, NewUser};

use super::own_account::{made, new_token};
use super::people::described;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::state::AppState;
use crate::wire::own_account::{IdentityToken, NewIdentityToken};
use crate::wire::people::{CreatedRobot, NewRobot};

/// `POST access/api/ui/robots`: creates a robot with its first token, which is checked before.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewRobot>,
) -> Result<Json<CreatedRobot>, ApiError> {
    let NewRobot { name, groups, token } = body;
    check_length(&[("name", &name)])?;
    let mut token = new_token(PersonId(String::new()), token);
    state.access(token.check().map_err(AccessError::from))?;
    let groups = groups.unwrap_or_default();
    let user = NewUser { name, groups, robot: true, ..NewUser::default() };
    let context = admin.context(state.engine.now());
    let administration = &state.engine.ports().administration;
    let created = state.access(administration.create_user(user, context.clone()).await)?;
    token.person = created.person.clone();
    let token = made(&state, token, context).await?;
    Ok(Json(CreatedRobot { user: described(&state, created.person).await?, token }))
}

/// `POST access/api/ui/robots/{person}/tokens`: makes another token of a robot. No one makes one for another person.
pub async fn make_token(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
    Body(body): Body<NewIdentityToken>,
) -> Result<Json<IdentityToken>, ApiError> {
    let robot = described(&state, PersonId(person)).await?;
    if !robot.user.robot {
        return Err(ApiError::not_a_robot());
    }
    let context = admin.context(state.engine.now());
    Ok(Json(made(&state, new_token(robot.user.person, body), context).await?))
}
