//! Set-up: the one-use link creates the first administrator.

use axum::Json;
use axum::extract::State;
use waybill_platform::access::SetupClaim;
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;

use crate::caller::{Caller, Visitor};
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, check_length};
use crate::state::AppState;
use crate::wire::Next;
use crate::wire::access::{Setup, SetupLink, SetupQuery};

/// `GET setup?token=`: whether a link is still valid.
pub async fn check(
    State(state): State<AppState>,
    _: Visitor,
    QueryParams(link): QueryParams<SetupQuery>,
) -> Result<Json<SetupLink>, ApiError> {
    let setup = &state.engine.ports().setup;
    let until = state.access(setup.setup_check(link.token, state.engine.now()).await)?;
    Ok(Json(SetupLink { valid: true, until }))
}

/// `POST setup`: creates the administrator and uses up the link.
pub async fn claim(
    State(state): State<AppState>,
    _: Caller,
    Body(body): Body<Setup>,
) -> Result<Json<Next>, ApiError> {
    let (token, password) = (body.token.expose(), body.password.expose());
    check_length(&[("token", token), ("user", &body.user), ("password", password)])?;
    let claim = SetupClaim { token: body.token, user: body.user, password: body.password };
    let context = ChangeContext::by(Who::Anonymous, state.engine.now());
    state.access(state.engine.ports().setup.setup_claim(claim, context).await)?;
    Ok(Json(Next { next: "login" }))
}
