//! The token that clients of a registry get for their credentials.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use crate::bearer::{self, ANONYMOUS};
use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::state::AppState;

/// For how long a client may keep the token before it asks again, in seconds. Whether the token is still valid, and
/// what its owner may do, is judged on each request.
const KEPT_S: u32 = 300;

/// `GET /v2/token?service=&scope=`. The token is the one that was sent as the password: the client has it already, and
/// no second one has to be revoked. What is asked for in `scope` does not matter.
pub async fn token(
    State(state): State<AppState>,
    client: PackageClient,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, _) = request.into_parts();
    let presented = bearer::presented(&parts)?;
    let token = if client.is_anonymous() {
        ANONYMOUS
    } else {
        presented.as_ref().ok_or_else(ApiError::internal)?.expose()
    };
    let issued_at = state.engine.now().to_string();
    let never = [(header::CACHE_CONTROL, "no-store")];
    let token = Json(json!({
        "token": token,
        "access_token": token,
        "expires_in": KEPT_S,
        "issued_at": issued_at,
    }));
    Ok((never, token).into_response())
}
