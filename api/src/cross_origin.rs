//! Calls of pages of other origins (CORS): open where a route says so, and closed everywhere else.

use std::time::Duration;

use axum::extract::Request;
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tower::{Layer as _, Service as _};
use tower_http::cors::{Any, CorsLayer};

use crate::routes;

/// How long a browser may remember that a route is open.
const REMEMBERED: Duration = Duration::from_secs(3_600);

/// Lets pages of every origin call a route that is open to them. No cookie comes with such a call that could act: the
/// answer does not allow credentials, and these routes look at no session.
pub async fn allow(request: Request, next: Next) -> Response {
    if !routes::matched(&request).any(|route| route.is_cross_origin) {
        return next.run(request).await;
    }
    let layer = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .expose_headers([header::WWW_AUTHENTICATE, header::RETRY_AFTER])
        .max_age(REMEMBERED);
    layer.layer(next).call(request).await.into_response()
}
