//! Groups of users, for administrators.

use axum::Json;
use axum::extract::State;
use waybill_platform::access::{self, Group, UserEdit};

use super::people::named;
use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::groups::{GroupChanges, Groups, MembersChange, NewGroup};

/// The most users who join or leave a group with one request: each is a record.
const MEMBERS_MAX: usize = 1_000;

/// `GET access/api/ui/groups`: every group, by name.
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Json<Groups>, ApiError> {
    Ok(Json(Groups { groups: state.access(state.engine.ports().groups.groups().await)? }))
}

/// `POST access/api/ui/groups`: creates a group.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewGroup>,
) -> Result<Json<Group>, ApiError> {
    let new = access::NewGroup {
        name: body.name,
        description: body.description.unwrap_or_default(),
        external_id: String::new(),
        admin: body.admin.unwrap_or_default(),
        auto_join: body.auto_join.unwrap_or_default(),
    };
    check_length(&[("name", &new.name), ("description", &new.description)])?;
    let context = admin.context(state.engine.now());
    Ok(Json(state.access(state.engine.ports().groups.create_group(new, context).await)?))
}

/// `PATCH access/api/ui/groups/{name}`: changes a group.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(body): Body<GroupChanges>,
) -> Result<Json<Group>, ApiError> {
    let edit = access::GroupChanges {
        seen: body.edits,
        description: body.description,
        external_id: None,
        admin: body.admin,
        auto_join: body.auto_join,
    };
    check_length(&[("description", edit.description.as_deref().unwrap_or_default())])?;
    let context = admin.context(state.engine.now());
    Ok(Json(state.access(state.engine.ports().groups.edit_group(name, edit, context).await)?))
}

/// `DELETE access/api/ui/groups/{name}`: deletes a group. Its members lose what they had by it.
pub async fn delete(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(name): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    state.access(state.engine.ports().groups.delete_group(name, context).await)?;
    Ok(Json(Empty {}))
}

/// `PATCH access/api/ui/groups/{name}/members`: users join a group or leave it. All names are checked before any of them
/// is changed.
pub async fn change_members(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(body): Body<MembersChange>,
) -> Result<Json<Group>, ApiError> {
    add_and_remove(&state, &admin, &name, body).await?;
    Ok(Json(existing(&state, &name).await?))
}

/// Changes the members of a group.
pub(super) async fn add_and_remove(
    state: &AppState,
    admin: &Admin,
    name: &str,
    body: MembersChange,
) -> Result<(), ApiError> {
    let group = existing(state, name).await?;
    let (add, remove) = (body.add.unwrap_or_default(), body.remove.unwrap_or_default());
    if add.len() + remove.len() > MEMBERS_MAX {
        let message = format!("Send at most {MEMBERS_MAX} names at a time.");
        return Err(ApiError::bad_request("too_many_members", message).at("add"));
    }
    let mut changes = Vec::new();
    for (names, joins) in [(add, true), (remove, false)] {
        for name in names {
            check_length(&[("name", &name)])?;
            if joins && state.access(state.engine.ports().groups.group(&name).await)?.is_some() {
                let message = format!("'{name}' is a group. Groups have users as members.");
                return Err(ApiError::bad_request("member_is_a_group", message).at("add"));
            }
            let person = named(state, &name).await?.user.person;
            changes.push((person, joins));
        }
    }
    for (person, joins) in changes {
        let mut edit = UserEdit::default();
        let names = if joins { &mut edit.join } else { &mut edit.leave };
        names.insert(group.name.clone());
        let context = admin.context(state.engine.now());
        state.access(state.engine.ports().administration.edit_user(person, edit, context).await)?;
    }
    Ok(())
}

/// The group with a name.
pub(super) async fn existing(state: &AppState, name: &str) -> Result<Group, ApiError> {
    let group = state.access(state.engine.ports().groups.group(name).await)?;
    group.ok_or_else(|| ApiError::not_found("There is no such group."))
}
