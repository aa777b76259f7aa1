//! The members of a project, for its administrators (ROLE-03).

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::projects::ProjectRole;
use waybill_platform::access::User;

use crate::caller::ProjectAdmin;
use crate::components::access::people::named;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::projects::{MemberRoles, ProjectMember, ProjectMembers};

/// `GET projects/{key}/users`: the members, by name.
pub async fn list(
    State(state): State<AppState>,
    of: ProjectAdmin,
) -> Result<Json<ProjectMembers>, ApiError> {
    let users = state.access(state.engine.ports().accounts.users().await)?;
    let member = |user: User| {
        let role = user.projects.get(&of.project).copied()?;
        Some(described(user, role))
    };
    Ok(Json(ProjectMembers { members: users.into_iter().filter_map(member).collect() }))
}

/// `PUT projects/{key}/users/{name}`: makes a user a member, or changes the role.
pub async fn set(
    State(state): State<AppState>,
    of: ProjectAdmin,
    PathParams((_, name)): PathParams<(String, String)>,
    Body(body): Body<MemberRoles>,
) -> Result<Json<ProjectMember>, ApiError> {
    check_length(&[("name", &name)])?;
    if body.name.is_some_and(|named| named != name) {
        let message = "The name in the body is not that of the path.";
        return Err(ApiError::bad_request("malformed_body", message).at("name"));
    }
    let role = role_of(&body.roles)?;
    let user = named(&state, &name).await?.user;
    change(&state, &of, &user, Some(role)).await?;
    Ok(Json(described(user, role)))
}

/// `DELETE projects/{key}/users/{name}`: ends a membership.
pub async fn remove(
    State(state): State<AppState>,
    of: ProjectAdmin,
    PathParams((_, name)): PathParams<(String, String)>,
) -> Result<Json<Empty>, ApiError> {
    let user = named(&state, &name).await?.user;
    if !user.projects.contains_key(&of.project) {
        return Err(ApiError::not_found("This user is not a member of the project."));
    }
    change(&state, &of, &user, None).await?;
    Ok(Json(Empty {}))
}

async fn change(
    state: &AppState,
    of: &ProjectAdmin,
    user: &User,
    role: Option<ProjectRole>,
) -> Result<(), ApiError> {
    let context = of.actor.context(state.engine.now());
    let administration = &state.engine.ports().administration;
    let (person, project) = (user.person.clone(), of.project.clone());
    state.access(administration.set_project_role(person, project, role, context).await)
}

/// The one role that is asked for.
pub(super) fn role_of(roles: &[String]) -> Result<ProjectRole, ApiError> {
    let role = match roles {
        [role] => ProjectRole::of_public_name(role),
        _ => None,
    };
    role.ok_or_else(|| {
        let names = ProjectRole::ALL.map(|role| format!("'{}'", role.public_name())).join(" or ");
        ApiError::bad_request("bad_role", format!("Send one role: {names}.")).at("roles")
    })
}

fn described(user: User, role: ProjectRole) -> ProjectMember {
    let roles = vec![role.public_name().to_owned()];
    ProjectMember { name: user.name, roles, enabled: user.enabled }
}
