//! Replacing a forgotten password: the three calls of the console-shell document (PASS-01, PASS-02). A key that the
//! session has not had checked sets no password.

use axum::Json;
use axum::extract::State;
use waybill_machines::AnyState;
use waybill_machines::machines::{forgot_password, reset_password};
use waybill_machines::secret::PersonId;
use waybill_platform::access::PasswordToken;

use super::people::sign_out;
use crate::caller::Caller;
use crate::components::mail::language;
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, check_length};
use crate::state::AppState;
use crate::wire::Next;
use crate::wire::mail::{
    CheckedResetKey, ForgottenPassword, ReplacedPassword, ResetKey, ResetLinkRequested,
};

/// `POST ui/auth/forgotpassword`: has a link sent, if there is such an account. The answer does not say whether there
/// is.
pub async fn forget(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<ForgottenPassword>,
) -> Result<Json<ResetLinkRequested>, ApiError> {
    check_length(&[("user", body.user.expose())])?;
    let (engine, language) = (&state.engine, language(body.language.as_deref()));
    let settled = engine.forget_password(&caller.credentials, body.user, language).await?;
    match settled.state {
        AnyState::ForgotPassword(forgot_password::State::Sent {}) => {
            Ok(Json(ResetLinkRequested { sent: true }))
        }
        AnyState::ForgotPassword(forgot_password::State::Idle { failure: Some(notice) }) => {
            Err(ApiError::of_forgotten(&notice, engine.now()))
        }
        _ => Err(ApiError::internal()),
    }
}

/// `POST ui/auth/validatetoken`: whose link it is.
pub async fn check(
    State(state): State<AppState>,
    caller: Caller,
    QueryParams(query): QueryParams<ResetKey>,
) -> Result<Json<CheckedResetKey>, ApiError> {
    check_length(&[("key", query.key.expose())])?;
    let engine = &state.engine;
    let settled = engine.check_reset_key(&caller.credentials, query.key).await?;
    match settled.state {
        AnyState::ResetPassword(reset_password::State::Ready { person, until, .. }) => {
            Ok(Json(CheckedResetKey { user: name_of(&state, person).await?, until }))
        }
        AnyState::ResetPassword(reset_password::State::Refused { notice }) => {
            Err(ApiError::of_forgotten(&notice, engine.now()))
        }
        _ => Err(ApiError::internal()),
    }
}

/// `POST ui/auth/resetpassword`: sets the password, and uses up the link. Signing in is the next step.
pub async fn replace(
    State(state): State<AppState>,
    caller: Caller,
    QueryParams(query): QueryParams<ResetKey>,
    Body(body): Body<ReplacedPassword>,
) -> Result<Json<Next>, ApiError> {
    let user = body.user.as_deref().unwrap_or_default();
    check_length(&[
        ("key", query.key.expose()),
        ("user", user),
        ("password", body.password.expose()),
    ])?;
    let engine = &state.engine;
    if let Some(user) = &body.user {
        let checked = engine.reset_password_state(caller.session()).await?;
        // Without a checked key the machine refuses the password below.
        if let AnyState::ResetPassword(reset_password::State::Ready { person, .. }) = checked {
            let name = name_of(&state, person).await?;
            if name.is_none_or(|name| name.to_lowercase() != user.trim().to_lowercase()) {
                return Err(ApiError::wrong_user());
            }
        }
    }
    let token = PasswordToken::parse(query.key.expose());
    let settled = engine.reset_password(&caller.credentials, query.key, body.password).await?;
    match settled.state {
        AnyState::ResetPassword(reset_password::State::Ready { failure: Some(notice), .. }) => {
            Err(ApiError::of_forgotten(&notice, engine.now()))
        }
        AnyState::ResetPassword(reset_password::State::Done {}) => {
            // They end without this call too, but perhaps after the answer.
            if let Some(token) = token {
                sign_out(&state, token.person()).await?;
            }
            Ok(Json(Next { next: "login" }))
        }
        _ => Err(ApiError::internal()),
    }
}

async fn name_of(state: &AppState, person: PersonId) -> Result<Option<String>, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(person).await)?;
    Ok(user.and_then(|user| user.name))
}
