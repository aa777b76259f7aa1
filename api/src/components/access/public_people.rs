//! Users and groups for programs, in the format of the platform's public API (3.6).

use axum::Json;
use axum::extract::State;
use waybill_platform::access::{
    GroupChanges, ListedUser, NewGroup, NewUser, USERS_MAX, UserEdit, UserQuery, UserStatus,
};

use super::groups::{add_and_remove, existing};
use super::people::{described, named};
use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams, check_length};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::access::{MfaRequirement, Realm};
use crate::wire::groups::MembersChange;
use crate::wire::public_people::{
    NewPublicGroup, NewPublicUser, PublicGroup, PublicGroupChanges, PublicGroupRow, PublicGroups,
    PublicPage, PublicStatus, PublicUser, PublicUserChanges, PublicUserGroups, PublicUserRow,
    PublicUsers,
};

/// Number of users if the request names none.
const LIMIT: usize = 100;

/// `GET /access/api/v2/users`.
pub async fn users(
    State(state): State<AppState>,
    _: Admin,
    QueryParams(page): QueryParams<PublicPage>,
) -> Result<Json<PublicUsers>, ApiError> {
    let limit = page.limit.unwrap_or(LIMIT);
    let query = UserQuery { after: page.cursor, limit, ..UserQuery::default() };
    let found = state.engine.ports().accounts.find_users(query, state.engine.now()).await;
    let found = state.access(found)?;
    let row = |ListedUser { user, status }| PublicUserRow {
        uri: state.access_uri("users", user.name.as_deref().unwrap_or(&user.person.0)),
        username: user.name,
        realm: Realm::of(user.external),
        status: public_status(status),
    };
    Ok(Json(PublicUsers { users: found.users.into_iter().map(row).collect(), cursor: found.next }))
}

/// `GET /access/api/v2/users/{name}`.
pub async fn user(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Json<PublicUser>, ApiError> {
    Ok(Json(public_user(named(&state, &name).await?)))
}

/// `POST /access/api/v2/users`.
pub async fn create_user(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewPublicUser>,
) -> Result<Json<PublicUser>, ApiError> {
    let email = body.email.as_deref().unwrap_or_default();
    let password = body.password.as_ref().map_or("", |password| password.expose());
    check_length(&[("username", &body.username), ("email", email), ("password", password)])?;
    has_ui_access(body.disable_ui_access)?;
    let user = NewUser {
        name: body.username,
        password: body.password,
        admin: body.admin.unwrap_or_default(),
        email: body.email,
        external: body.internal_password_disabled.unwrap_or_default(),
        fixed: !body.profile_updatable.unwrap_or(true),
        groups: body.groups.unwrap_or_default(),
        ..NewUser::default()
    };
    let context = admin.context(state.engine.now());
    let created = state.engine.ports().administration.create_user(user, context).await;
    let person = state.access(created)?.person;
    Ok(Json(public_user(described(&state, person).await?)))
}

/// `PATCH /access/api/v2/users/{name}`.
pub async fn change_user(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(body): Body<PublicUserChanges>,
) -> Result<Json<PublicUser>, ApiError> {
    check_length(&[("email", body.email.as_deref().unwrap_or_default())])?;
    has_ui_access(body.disable_ui_access)?;
    let edit = UserEdit {
        email: body.email,
        admin: body.admin,
        external: body.internal_password_disabled,
        profile_updatable: body.profile_updatable,
        ..UserEdit::default()
    };
    Ok(Json(public_user(edited(&state, &admin, &name, edit).await?)))
}

/// `PATCH /access/api/v2/users/{name}/groups`.
pub async fn change_user_groups(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(body): Body<MembersChange>,
) -> Result<Json<PublicUserGroups>, ApiError> {
    let (join, leave) = (body.add.unwrap_or_default(), body.remove.unwrap_or_default());
    let edit = UserEdit { join, leave, ..UserEdit::default() };
    Ok(Json(PublicUserGroups { groups: edited(&state, &admin, &name, edit).await?.user.groups }))
}

/// `GET /access/api/v2/groups`.
pub async fn groups(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<PublicGroups>, ApiError> {
    let all = state.access(state.engine.ports().groups.groups().await)?;
    let row = |group: waybill_platform::access::Group| PublicGroupRow {
        uri: state.access_uri("groups", &group.name),
        group_name: group.name,
    };
    Ok(Json(PublicGroups { groups: all.into_iter().map(row).collect() }))
}

/// `GET /access/api/v2/groups/{name}`.
pub async fn group(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Json<PublicGroup>, ApiError> {
    Ok(Json(public_group(&state, &name).await?))
}

/// `POST /access/api/v2/groups`.
pub async fn create_group(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewPublicGroup>,
) -> Result<Json<PublicGroup>, ApiError> {
    let new = NewGroup {
        name: body.name,
        description: body.description.unwrap_or_default(),
        external_id: body.external_id.unwrap_or_default(),
        admin: body.admin_privileges.unwrap_or_default(),
        auto_join: body.auto_join.unwrap_or_default(),
    };
    check_length(&[("name", &new.name), ("description", &new.description)])?;
    let context = admin.context(state.engine.now());
    let name = new.name.clone();
    state.access(state.engine.ports().groups.create_group(new, context).await)?;
    if let Some(members) = body.members {
        let change = MembersChange { add: Some(members), remove: None };
        add_and_remove(&state, &admin, &name, change).await?;
    }
    Ok(Json(public_group(&state, &name).await?))
}

/// `PATCH /access/api/v2/groups/{name}`.
pub async fn change_group(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(body): Body<PublicGroupChanges>,
) -> Result<Json<PublicGroup>, ApiError> {
    let edit = GroupChanges {
        seen: None,
        description: body.description,
        external_id: body.external_id,
        admin: body.admin_privileges,
        auto_join: body.auto_join,
    };
    check_length(&[("description", edit.description.as_deref().unwrap_or_default())])?;
    let context = admin.context(state.engine.now());
    state.access(state.engine.ports().groups.edit_group(name.clone(), edit, context).await)?;
    Ok(Json(public_group(&state, &name).await?))
}

/// `PATCH /access/api/v2/groups/{name}/members`.
pub async fn change_members(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(body): Body<MembersChange>,
) -> Result<Json<PublicGroup>, ApiError> {
    add_and_remove(&state, &admin, &name, body).await?;
    Ok(Json(public_group(&state, &name).await?))
}

/// `DELETE /access/api/v2/groups/{name}`.
pub async fn delete_group(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(name): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    state.access(state.engine.ports().groups.delete_group(name, context).await)?;
    Ok(Json(Empty {}))
}

async fn edited(
    state: &AppState,
    admin: &Admin,
    name: &str,
    edit: UserEdit,
) -> Result<ListedUser, ApiError> {
    let person = named(state, name).await?.user.person;
    let context = admin.context(state.engine.now());
    let administration = &state.engine.ports().administration;
    state.access(administration.edit_user(person.clone(), edit, context).await)?;
    described(state, person).await
}

/// An account that may do everything but use the console does not exist here.
fn has_ui_access(disabled: Option<bool>) -> Result<(), ApiError> {
    if disabled != Some(true) {
        return Ok(());
    }
    let message = "Accounts without access to the console are not supported. Leave disable_ui_access out, or send false.";
    Err(ApiError::bad_request("not_supported", message).at("disable_ui_access"))
}

const fn public_status(status: UserStatus) -> PublicStatus {
    match status {
        UserStatus::Enabled | UserStatus::PasswordDue => PublicStatus::Enabled,
        UserStatus::Invited | UserStatus::LinkExpired => PublicStatus::Invited,
        UserStatus::Locked => PublicStatus::Locked,
        UserStatus::Disabled | UserStatus::Pending => PublicStatus::Disabled,
    }
}

fn public_user(ListedUser { user, status }: ListedUser) -> PublicUser {
    PublicUser {
        username: user.name,
        email: user.email,
        admin: user.admin,
        effective_admin: user.effective_admin,
        profile_updatable: user.profile_updatable,
        disable_ui_access: false,
        internal_password_disabled: user.external,
        last_logged_in: user.last_sign_in,
        realm: Realm::of(user.external),
        groups: user.groups,
        status: public_status(status),
        mfa_status: if user.mfa { MfaRequirement::Verify } else { MfaRequirement::None },
    }
}

async fn public_group(state: &AppState, name: &str) -> Result<PublicGroup, ApiError> {
    let group = existing(state, name).await?;
    let query =
        UserQuery { group: Some(group.name.clone()), limit: USERS_MAX, ..UserQuery::default() };
    let members = state.engine.ports().accounts.find_users(query, state.engine.now()).await;
    let members = state.access(members)?.users.into_iter().filter_map(|member| member.user.name);
    Ok(PublicGroup {
        name: group.name,
        description: group.description,
        external_id: group.external_id,
        auto_join: group.auto_join,
        admin_privileges: group.admin,
        members: members.collect(),
    })
}
