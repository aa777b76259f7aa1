//! Choosing a password with a link, without being signed in.

use axum::Json;
use axum::extract::State;
use waybill_platform::access::{CheckedPasswordLink, LinkUsed, PasswordLinkRefused, PasswordToken};
use waybill_platform::secret::Secret;
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;

use super::people::sign_out;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::state::AppState;
use crate::wire::Next;
use crate::wire::people::{ChosenPassword, OpenedPasswordLink, PasswordLinkToken};

/// `POST ui/auth/passwordLink/check`: whose link it is. The token is in the body, so that no log has it.
pub async fn check(
    State(state): State<AppState>,
    _: Caller,
    Body(body): Body<PasswordLinkToken>,
) -> Result<Json<OpenedPasswordLink>, ApiError> {
    let token = parse(&state, &body.token)?;
    let links = &state.engine.ports().password_links;
    let link = state.access(links.check_password_link(token, state.engine.now()).await)?;
    let CheckedPasswordLink { name, until, sets_password } = link;
    Ok(Json(OpenedPasswordLink { name, until, sets_password }))
}

/// `POST ui/auth/passwordLink`: sets the password, and uses up the link. Signing in is the next step, or waiting for an
/// administrator to approve an account that a visitor has created.
pub async fn choose(
    State(state): State<AppState>,
    _: Caller,
    Body(body): Body<ChosenPassword>,
) -> Result<Json<Next>, ApiError> {
    check_length(&[("password", body.password.expose())])?;
    let token = parse(&state, &body.token)?;
    let person = token.person().clone();
    let context = ChangeContext::by(Who::Anonymous, state.engine.now());
    let links = &state.engine.ports().password_links;
    let used = state.access(links.use_password_link(token, body.password, context).await)?;
    sign_out(&state, &person).await?;
    let next = match used {
        LinkUsed::SignIn => "login",
        LinkUsed::Pending => "approval",
    };
    Ok(Json(Next { next }))
}

fn parse(state: &AppState, token: &Secret) -> Result<PasswordToken, ApiError> {
    let parsed = PasswordToken::parse(token.expose());
    state.access(parsed.ok_or_else(|| PasswordLinkRefused::Wrong.into()))
}
