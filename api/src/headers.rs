//! Security headers on every response: pages, errors, files and upgrades.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{AppendHeaders, Response};
use waybill_machines::rules::services::ServiceId;

use crate::caller::cookie_to_forget;
use crate::error::CookieEnds;
use crate::routes;
use crate::state::AppState;

/// Scripts and connections are allowed from the console's own origin only. Inline styles are allowed because the
/// component library positions its floating elements by style attributes.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Responses of the API are for their caller only, so they must not be cached.
const CONSOLE: &str = "/ui/api/";

/// Adds the security headers to a response.
pub async fn add(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_for_clients = routes::matched(&request).any(|route| route.is_for_clients);
    let is_of_a_service = is_for_clients || is_of_a_service(path);
    let api = path.starts_with(CONSOLE) || is_of_a_service && is_call(path);
    let mut response = next.run(request).await;
    let cookie_ends = response.extensions().get::<CookieEnds>().is_some();
    let headers = response.headers_mut();
    if cookie_ends {
        headers.append(header::SET_COOKIE, cookie_to_forget(&state));
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        // Uploaded files are served under a stricter policy.
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for (name, value) in [
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        // What has an entity tag is for keeping, and for asking again whether it is still the same.
        if api && !(is_of_a_service && headers.contains_key(header::ETAG)) {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        } else if is_of_a_service {
            // Whether a file of a repository is there depends on who asks.
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
            headers
                .append(header::VARY, HeaderValue::from_static("authorization, x-jfrog-art-api"));
        }
    }
    if let Some(value) = state.edge.hsts.header().filter(|_| state.is_secure()) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(value));
    }
    response
}

/// What is for its client alone, and for no cache between.
pub type NotStored<T> = (AppendHeaders<[(HeaderName, &'static str); 2]>, T);

/// A response with a token, as OAuth wants it (RFC 6749, 5.1).
pub fn not_stored<T>(body: T) -> NotStored<T> {
    (AppendHeaders([(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")]), body)
}

/// Whether a path is under a service's own name, such as `/access/...`.
fn is_of_a_service(path: &str) -> bool {
    path.split('/').nth(1).is_some_and(|name| name.parse::<ServiceId>().is_ok())
}

/// Whether a path under a service's own name is an API call, such as `/access/api/...`.
fn is_call(path: &str) -> bool {
    path.split('/').nth(2) == Some("api")
}
