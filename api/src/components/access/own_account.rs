//! The user's own account: what takes the password beside a session (API-03, API-05).

use axum::Json;
use axum::extract::State;
use waybill_machines::facts::Profile;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    Client, DeviceProof, ListedUser, NewToken, TOKEN_LIVES_MS_MAX, User, UserEdit,
};
use waybill_platform::streams::ChangeContext;

use super::people::described;
use crate::caller::{
    PresentedDevices, Reauthentication, SessionUser, Visitor, confirm, is_admin, source,
};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::state::AppState;
use crate::wire::access::{AccessToken, AccessTokens, Realm, TokenRevoked};
use crate::wire::own_account::{
    ApiKey, IdentityToken, NewIdentityToken, OwnPassword, OwnProfile, OwnProfileChanges, OwnToken,
};

/// How long a token is valid if the request says nothing, in seconds.
const EXPIRES_IN_S: u64 = 24 * 3_600;

/// `POST ui/userProfile`: the profile, after the password.
pub async fn unlock(
    State(state): State<AppState>,
    visitor: Visitor,
    user: SessionUser,
    devices: PresentedDevices,
    Body(body): Body<OwnPassword>,
) -> Result<Json<OwnProfile>, ApiError> {
    check_length(&[("password", body.password.expose())])?;
    let context = state.engine.context_in(&user.credentials.session, &user.person);
    let client = Client {
        source: source(visitor.address),
        session: Some(user.credentials.session.as_str().to_owned()),
        proof: DeviceProof { devices: devices.digests(), link: None },
    };
    confirm(&state, &user, body.password, client, &context).await?;
    let ListedUser { user, .. } = described(&state, user.person).await?;
    Ok(Json(profile_of(&state, user, context).await?))
}

/// `PATCH ui/userProfile`, with the password in the header.
pub async fn change(
    State(state): State<AppState>,
    Reauthentication { user, context }: Reauthentication,
    Body(body): Body<OwnProfileChanges>,
) -> Result<Json<OwnProfile>, ApiError> {
    check_length(&[("email", body.email.as_deref().unwrap_or_default())])?;
    let user = updatable(&state, user.person).await?;
    let edit = UserEdit { email: body.email, ..UserEdit::default() };
    let administration = &state.engine.ports().administration;
    let user = state.access(administration.edit_user(user.person, edit, context.clone()).await)?;
    Ok(Json(profile_of(&state, user, context).await?))
}

/// `GET ui/userApiKey/{username}`, with the password in the header.
pub async fn api_key(
    State(state): State<AppState>,
    Reauthentication { user, context }: Reauthentication,
    PathParams(name): PathParams<String>,
) -> Result<Json<ApiKey>, ApiError> {
    is_own(&state, &user, &name).await?;
    let tokens = &state.engine.ports().access_tokens;
    let found = state.access(tokens.api_key(user.person, context).await)?;
    let (api_key, until) = found.map(|found| (found.key.expose().to_owned(), found.until)).unzip();
    Ok(Json(ApiKey { api_key, until }))
}

/// `POST ui/userApiKey/{username}`, with the password in the header. The key of before becomes invalid.
pub async fn make_api_key(
    State(state): State<AppState>,
    Reauthentication { user, context }: Reauthentication,
    PathParams(name): PathParams<String>,
) -> Result<Json<ApiKey>, ApiError> {
    is_own(&state, &user, &name).await?;
    let tokens = &state.engine.ports().access_tokens;
    let made = state.access(tokens.make_api_key(user.person, context).await)?;
    Ok(Json(ApiKey { api_key: Some(made.key.expose().to_owned()), until: Some(made.until) }))
}

/// `POST ui/auth/identifyToken`, with the password in the header.
pub async fn make_token(
    State(state): State<AppState>,
    Reauthentication { user, context }: Reauthentication,
    Body(body): Body<NewIdentityToken>,
) -> Result<Json<IdentityToken>, ApiError> {
    let provisions = body.scope.as_ref().is_some_and(|scope| scope.provisions);
    if provisions && !is_admin(&state, &user.person).await? {
        return Err(ApiError::only_admins_provision());
    }
    Ok(Json(made(&state, new_token(user.person, body), context).await?))
}

/// The token that a request names, for an account.
pub(super) fn new_token(person: PersonId, wanted: NewIdentityToken) -> NewToken {
    let NewIdentityToken { description, expires_in, scope } = wanted;
    let seconds = expires_in.unwrap_or(EXPIRES_IN_S);
    // What is too long is rejected with a sentence by the service.
    let lives_ms = i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1_000);
    let lives_ms = lives_ms.min(TOKEN_LIVES_MS_MAX.saturating_add(1));
    NewToken { person, description, lives_ms, scope }
}

/// Makes a token.
pub(super) async fn made(
    state: &AppState,
    new: NewToken,
    context: ChangeContext,
) -> Result<IdentityToken, ApiError> {
    let at = context.at;
    let made = state.access(state.engine.ports().access_tokens.make_token(new, context).await)?;
    Ok(IdentityToken {
        token_id: made.id,
        token: made.token.expose().to_owned(),
        expires_in: made.until.ms_since(at) / 1_000,
    })
}

/// `GET ui/auth/tokens`: the user's own tokens, the newest first.
pub async fn tokens(
    State(state): State<AppState>,
    user: SessionUser,
) -> Result<Json<AccessTokens>, ApiError> {
    let found = state.engine.ports().access_tokens.tokens_of(user.person).await;
    let tokens = state.access(found)?.into_iter().map(AccessToken::from);
    Ok(Json(AccessTokens { tokens: tokens.collect() }))
}

/// `POST ui/auth/tokens/revoke`. A session alone is enough: it takes nothing that the user cannot make again, and a user
/// has to be able to end at once what an intruder made.
pub async fn revoke(
    State(state): State<AppState>,
    user: SessionUser,
    Body(body): Body<OwnToken>,
) -> Result<Json<TokenRevoked>, ApiError> {
    let context = state.engine.context_in(&user.credentials.session, &user.person);
    let tokens = &state.engine.ports().access_tokens;
    let own = state.access(tokens.tokens_of(user.person).await)?;
    if !own.iter().any(|token| token.id == body.id) {
        return Err(ApiError::not_found(
            "You have no such token; it may have been revoked already.",
        ));
    }
    state.access(tokens.revoke_token(body.id.clone(), context).await)?;
    Ok(Json(TokenRevoked { revoked: body.id }))
}

/// The account of a user who may change it, and not administrators only.
///
/// # Errors
///
/// 403 if only administrators may.
pub async fn updatable(state: &AppState, person: PersonId) -> Result<User, ApiError> {
    let ListedUser { user, .. } = described(state, person).await?;
    if user.profile_updatable {
        return Ok(user);
    }
    Err(ApiError::forbidden("account_fixed", "Only an administrator can change this account."))
}

/// The name in the path is the user's own: no one gets the key of another user.
async fn is_own(state: &AppState, user: &SessionUser, name: &str) -> Result<(), ApiError> {
    let named = state.access(state.engine.ports().accounts.person_named(name).await)?;
    if named.as_ref() == Some(&user.person) {
        return Ok(());
    }
    Err(ApiError::forbidden("not_the_user", "Only the user can get this API key."))
}

async fn profile_of(
    state: &AppState,
    user: User,
    context: ChangeContext,
) -> Result<OwnProfile, ApiError> {
    let tokens = &state.engine.ports().access_tokens;
    let key = state.access(tokens.api_key(user.person.clone(), context).await)?;
    let Profile { exists_in_db, updatable, password_required, unlock_required } = user.profile();
    Ok(OwnProfile {
        name: user.name,
        email: user.email,
        realm: Realm::of(user.external),
        groups: user.groups,
        exists_in_db,
        profile_updatable: updatable,
        require_profile_password: password_required,
        require_profile_unlock: unlock_required,
        api_key_until: key.map(|key| key.until),
    })
}
