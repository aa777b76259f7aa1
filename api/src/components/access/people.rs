//! Accounts, for administrators.

use axum::Json;
use axum::extract::State;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{NewUser, PasswordLink, User};
use waybill_platform::streams::ChangeContext;

use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::state::AppState;
use crate::wire::people::{AccountChanges, Accounts, CreatedAccount, NewAccount, NewPasswordLink};
use crate::wire::session::SessionsRevoked;

/// `GET access/api/ui/users`: every account, by name.
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Json<Accounts>, ApiError> {
    let users = state.access(state.engine.ports().accounts.users().await)?;
    Ok(Json(Accounts { users }))
}

/// `POST access/api/ui/users`: creates an account. Its owner chooses the password with the link of the answer.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewAccount>,
) -> Result<Json<CreatedAccount>, ApiError> {
    check_length(&[("name", &body.name)])?;
    let user =
        NewUser { name: body.name, password: None, admin: body.admin, must_change_password: true };
    let context = admin.context(state.engine.now());
    let administration = &state.engine.ports().administration;
    let created = state.access(administration.create_user(user, context.clone()).await)?;
    let link = make_link(&state, created.person.clone(), context).await?;
    Ok(Json(CreatedAccount { user: described(&state, created.person).await?, link }))
}

/// `PATCH access/api/ui/users/{person}`: enables or disables an account, or grants or revokes the right to administer.
/// What is already so is left as it is.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
    Body(body): Body<AccountChanges>,
) -> Result<Json<User>, ApiError> {
    let person = PersonId(person);
    let context = admin.context(state.engine.now());
    let administration = &state.engine.ports().administration;
    let before = described(&state, person.clone()).await?;
    if let Some(enabled) = body.enabled.filter(|enabled| *enabled != before.enabled) {
        let changed = administration.set_enabled(person.clone(), enabled, context.clone()).await;
        state.access(changed)?;
    }
    if let Some(is_admin) = body.admin.filter(|is_admin| *is_admin != before.admin) {
        let changed = administration.set_admin(person.clone(), is_admin, context).await;
        state.access(changed)?;
    }
    Ok(Json(described(&state, person).await?))
}

/// `POST access/api/ui/users/{person}/passwordLink`: resets the password. Its owner chooses another one with the link
/// of the answer.
pub async fn reset_password(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<NewPasswordLink>, ApiError> {
    let person = other_than(&admin, person)?;
    let context = admin.context(state.engine.now());
    sign_out(&state, &person).await?;
    let administration = &state.engine.ports().administration;
    state.access(administration.reset_password(person.clone(), context.clone()).await)?;
    // Once more: a sign-in with the old password may have been completed meanwhile.
    sign_out(&state, &person).await?;
    Ok(Json(make_link(&state, person, context).await?))
}

/// `POST access/api/ui/users/{person}/resetSecondFactor`: its owner sets up a new one at the next sign-in.
pub async fn reset_second_factor(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<User>, ApiError> {
    let person = other_than(&admin, person)?;
    let context = admin.context(state.engine.now());
    state.access(state.engine.ports().administration.reset_mfa(person.clone(), context).await)?;
    sign_out(&state, &person).await?;
    Ok(Json(described(&state, person).await?))
}

/// `POST access/api/ui/users/{person}/endSessions`: signs a user out everywhere.
pub async fn end_sessions(
    State(state): State<AppState>,
    _: Admin,
    PathParams(person): PathParams<String>,
) -> Result<Json<SessionsRevoked>, ApiError> {
    let person = described(&state, PersonId(person)).await?.person;
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

/// A session alone is not enough to replace one's own credentials: that takes the password, or another administrator.
fn other_than(admin: &Admin, person: String) -> Result<PersonId, ApiError> {
    let person = PersonId(person);
    if person == admin.person {
        return Err(ApiError::forbidden(
            "own_account",
            "This is your own account: change your password in your profile, or ask another administrator.",
        ));
    }
    Ok(person)
}

async fn make_link(
    state: &AppState,
    person: PersonId,
    context: ChangeContext,
) -> Result<NewPasswordLink, ApiError> {
    let made = state.engine.ports().administration.allow_password(person, context).await;
    let PasswordLink { token, until } = state.access(made)?;
    Ok(NewPasswordLink { link: state.edge.address.link(&token.path_of_link()), until })
}

async fn described(state: &AppState, person: PersonId) -> Result<User, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(person).await)?;
    user.ok_or_else(|| ApiError::not_found("There is no such user."))
}
