//! Groups whose members have a role in a project, for its administrators (ROLE-03).

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::projects::ProjectRole;
use waybill_platform::access::Group;

use super::members::role_of;
use crate::caller::ProjectAdmin;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::projects::{MemberRoles, ProjectGroup, ProjectGroups};

/// `GET projects/{key}/groups`: the groups, by name.
pub async fn list(
    State(state): State<AppState>,
    of: ProjectAdmin,
) -> Result<Json<ProjectGroups>, ApiError> {
    let all = state.access(state.engine.ports().groups.groups().await)?;
    let of_project = |group: Group| {
        let role = group.projects.get(&of.project).copied()?;
        Some(described(group, role))
    };
    Ok(Json(ProjectGroups { groups: all.into_iter().filter_map(of_project).collect() }))
}

/// `PUT projects/{key}/groups/{name}`: gives the members of a group a role, or another one.
pub async fn set(
    State(state): State<AppState>,
    of: ProjectAdmin,
    PathParams((_, name)): PathParams<(String, String)>,
    Body(body): Body<MemberRoles>,
) -> Result<Json<ProjectGroup>, ApiError> {
    check_length(&[("name", &name)])?;
    if body.name.is_some_and(|named| named != name) {
        let message = "The name in the body is not that of the path.";
        return Err(ApiError::bad_request("malformed_body", message).at("name"));
    }
    let role = role_of(&body.roles)?;
    let group = change(&state, &of, name, Some(role)).await?;
    Ok(Json(described(group, role)))
}

/// `DELETE projects/{key}/groups/{name}`: takes the role.
pub async fn remove(
    State(state): State<AppState>,
    of: ProjectAdmin,
    PathParams((_, name)): PathParams<(String, String)>,
) -> Result<Json<Empty>, ApiError> {
    change(&state, &of, name, None).await?;
    Ok(Json(Empty {}))
}

async fn change(
    state: &AppState,
    of: &ProjectAdmin,
    name: String,
    role: Option<ProjectRole>,
) -> Result<Group, ApiError> {
    let context = of.actor.context(state.engine.now());
    let groups = &state.engine.ports().groups;
    state.access(groups.set_group_role(name, of.project.clone(), role, context).await)
}

fn described(group: Group, role: ProjectRole) -> ProjectGroup {
    let roles = vec![role.public_name().to_owned()];
    ProjectGroup { name: group.name, roles, members: group.members }
}
