//! Access tokens, for administrators who have signed in: listing and revoking them. Users create their own, and `robots.rs`
//! those of robots; a token cannot be used to list, revoke or create tokens.

use axum::Json;
use axum::extract::State;
use waybill_platform::access::TokenShown;

use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::state::AppState;
use crate::wire::access::{AccessToken, AccessTokens, TokenRevoked};

/// `GET /access/api/v1/tokens`.
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Json<AccessTokens>, ApiError> {
    let tokens = state.access(state.engine.ports().access_tokens.tokens().await)?;
    Ok(Json(AccessTokens { tokens: tokens.into_iter().map(AccessToken::from).collect() }))
}

/// `DELETE /access/api/v1/tokens/{id}`.
pub async fn revoke(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(id): PathParams<String>,
) -> Result<Json<TokenRevoked>, ApiError> {
    state.access(state.engine.ports().access_tokens.revoke_token(id.clone(), context).await)?;
    Ok(Json(TokenRevoked { revoked: id }))
}

impl From<TokenShown> for AccessToken {
    fn from(token: TokenShown) -> Self {
        Self {
            token_id: token.id,
            subject: token.user,
            person: token.person,
            description: token.description,
            api_key: token.is_api_key,
            scope: token.scope,
            issued_at: token.created_at.as_ms() / 1_000,
            expiry: token.until.as_ms() / 1_000,
            last_used: token.used_at.map(|at| at.as_ms() / 1_000),
        }
    }
}
