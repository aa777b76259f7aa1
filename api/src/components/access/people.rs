//! Accounts, for administrators.

use axum::Json;
use axum::extract::State;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{ListedUser, NewUser, UserEdit, UserQuery};

use super::invitations::Handover;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams, check_length};
use crate::state::AppState;
use crate::wire::people::{
    AccountChanges, Accounts, CreatedAccount, ListAccounts, NewAccount, NewPasswordLink,
    WantedPasswordLink,
};
use crate::wire::session::SessionsRevoked;

/// Number of accounts if the request names none.
const LIMIT: usize = 100;

/// `GET access/api/ui/users`: a page of the accounts, by name.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
    QueryParams(query): QueryParams<ListAccounts>,
) -> Result<Json<Accounts>, ApiError> {
    let ListAccounts { name, search, status, role, group, robot, after, limit } = query;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    check_length(&[("name", &text(&name)), ("search", &text(&search)), ("group", &text(&group))])?;
    let limit = limit.unwrap_or(LIMIT);
    let query = UserQuery { name, search, status, role, group, robot, after, limit };
    let found = state.engine.ports().accounts.find_users(query, state.engine.now()).await;
    let page = state.access(found)?;
    Ok(Json(Accounts { users: page.users, total: page.total, next: page.next }))
}

/// `GET access/api/ui/users/{person}`: an account.
pub async fn one(
    State(state): State<AppState>,
    _: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<ListedUser>, ApiError> {
    Ok(Json(described(&state, PersonId(person)).await?))
}

/// `POST access/api/ui/users`: creates an account. Its owner chooses the password with the link of the answer, or of a
/// mail.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewAccount>,
) -> Result<Json<CreatedAccount>, ApiError> {
    check_length(&[("name", &body.name), ("email", body.email.as_deref().unwrap_or_default())])?;
    let handover = Handover::wanted(body.send_mail, body.language.as_deref());
    handover.check(&state, None, body.email.as_deref())?;
    let user = NewUser {
        name: body.name,
        admin: body.admin.unwrap_or_default(),
        must_change_password: true,
        email: body.email,
        auditor: body.auditor.unwrap_or_default(),
        groups: body.groups.unwrap_or_default(),
        ..NewUser::default()
    };
    let context = admin.context(state.engine.now());
    let administration = &state.engine.ports().administration;
    let created = state.access(administration.create_user(user, context.clone()).await)?;
    let link = handover.link(&state, created.person.clone(), context).await?;
    Ok(Json(CreatedAccount { user: described(&state, created.person).await?, link }))
}

/// `PATCH access/api/ui/users/{person}`: changes an account, with one record. What is already so is left as it is.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
    Body(body): Body<AccountChanges>,
) -> Result<Json<ListedUser>, ApiError> {
    check_length(&[("email", body.email.as_deref().unwrap_or_default())])?;
    let person = PersonId(person);
    if body.external == Some(true) && person == admin.person {
        return Err(own_account());
    }
    let edit = UserEdit {
        seen: body.edits,
        email: body.email,
        enabled: body.enabled,
        admin: body.admin,
        auditor: body.auditor,
        external: body.external,
        profile_updatable: body.profile_updatable,
        groups: body.groups,
        ..UserEdit::default()
    };
    let context = admin.context(state.engine.now());
    let person = described(&state, person).await?.user.person;
    let administration = &state.engine.ports().administration;
    state.access(administration.edit_user(person.clone(), edit, context).await)?;
    Ok(Json(described(&state, person).await?))
}

/// `POST access/api/ui/users/{person}/passwordLink`: resets the password. Its owner chooses another one with the link
/// of the answer, or of a mail.
pub async fn reset_password(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
    Body(body): Body<WantedPasswordLink>,
) -> Result<Json<NewPasswordLink>, ApiError> {
    let person = other_than(&admin, person)?;
    let handover = Handover::wanted(body.send_mail, body.language.as_deref());
    let email = described(&state, person.clone()).await?.user.email;
    handover.check(&state, Some(&person), email.as_deref())?;
    let context = admin.context(state.engine.now());
    sign_out(&state, &person).await?;
    let administration = &state.engine.ports().administration;
    state.access(administration.reset_password(person.clone(), context.clone()).await)?;
    // Once more: a sign-in with the old password may have been completed meanwhile.
    sign_out(&state, &person).await?;
    Ok(Json(handover.link(&state, person, context).await?))
}

/// `POST access/api/ui/users/{person}/resetSecondFactor`: its owner sets up a new one at the next sign-in.
pub async fn reset_second_factor(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<ListedUser>, ApiError> {
    let person = other_than(&admin, person)?;
    let context = admin.context(state.engine.now());
    state.access(state.engine.ports().administration.reset_mfa(person.clone(), context).await)?;
    sign_out(&state, &person).await?;
    Ok(Json(described(&state, person).await?))
}

/// `POST access/api/ui/users/{person}/unlock`: lets a user sign in on any device again, after too many wrong attempts.
pub async fn unlock(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<ListedUser>, ApiError> {
    let person = PersonId(person);
    let context = admin.context(state.engine.now());
    state.access(state.engine.ports().administration.unlock(person.clone(), context).await)?;
    Ok(Json(described(&state, person).await?))
}

/// `POST access/api/ui/users/{person}/endSessions`: signs a user out everywhere.
pub async fn end_sessions(
    State(state): State<AppState>,
    _: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<SessionsRevoked>, ApiError> {
    let person = described(&state, PersonId(person)).await?.user.person;
    Ok(Json(SessionsRevoked { revoked: sign_out(&state, &person).await? }))
}

/// Ends all sessions of a user, and returns their number.
pub(super) async fn sign_out(state: &AppState, person: &PersonId) -> Result<usize, ApiError> {
    let ended = state.engine.sign_out(person).await;
    match ended.failed.first() {
        None => Ok(ended.ended),
        Some((_, nack)) => {
            Err(ApiError::not_all_revoked(ended.ended, ended.failed.len(), &nack.message))
        }
    }
}

fn own_account() -> ApiError {
    ApiError::forbidden(
        "own_account",
        "This is your own account: change your password in your profile, or ask another administrator.",
    )
}

/// A session alone is not enough to replace one's own credentials: that takes the password, or another administrator.
fn other_than(admin: &Admin, person: String) -> Result<PersonId, ApiError> {
    let person = PersonId(person);
    if person == admin.person { Err(own_account()) } else { Ok(person) }
}

/// An account, with its state.
pub(super) async fn described(state: &AppState, person: PersonId) -> Result<ListedUser, ApiError> {
    let accounts = &state.engine.ports().accounts;
    let user = state.access(accounts.user(person).await)?;
    let user = user.ok_or_else(|| ApiError::not_found("There is no such user."))?;
    let status = accounts.status_of(&user, state.engine.now());
    Ok(ListedUser { user, status })
}

/// The account with a name.
pub async fn named(state: &AppState, name: &str) -> Result<ListedUser, ApiError> {
    let unknown = || ApiError::not_found("There is no user with this name.").at("name");
    let found = state.engine.ports().accounts.person_named(name).await;
    described(state, state.access(found)?.ok_or_else(unknown)?).await
}
