//! Package clients and other programs: they authenticate each request with a token, and have no session.

use axum::extract::FromRequestParts;
use axum::http::header::HeaderName;
use axum::http::request::Parts;

use super::rights::Actor;
use super::{check_services, is_admin, text};
use crate::bearer;
use crate::error::ApiError;
use crate::state::AppState;

/// How a client that has sent no credentials is asked for them.
const CHALLENGE: &str = "Basic realm=\"Waybill\"";
/// What a browser wants a response for, if it is more than a download.
const ACTIVE: [&str; 10] = [
    "audioworklet",
    "embed",
    "frame",
    "iframe",
    "object",
    "paintworklet",
    "script",
    "serviceworker",
    "sharedworker",
    "style",
];

/// A program that presents an access token, in the form that its kind of client uses. The rights of the token's owner
/// are read on each request. Uploaded files must not act on the console, so a session cookie means nothing here, and no
/// browser gets a script, a style or a worker.
#[derive(Debug)]
pub struct PackageClient(Actor);

impl std::ops::Deref for PackageClient {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.0
    }
}

impl FromRequestParts<AppState> for PackageClient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let of_browser = |name| text(&parts.headers, HeaderName::from_static(name));
        let wanted_for = of_browser("sec-fetch-dest").unwrap_or_default();
        if ACTIVE.contains(&wanted_for) || wanted_for.ends_with("worker") {
            return Err(ApiError::not_in_a_page());
        }
        // A browser that was asked would send the credentials by itself from then on, to any page that makes it.
        let is_browser = of_browser("sec-fetch-mode").is_some();
        let asked = |error: ApiError| {
            if is_browser { error } else { error.challenging(CHALLENGE) }
        };
        let person = bearer::person(parts, state).await.map_err(asked)?;
        let person = person.ok_or_else(|| asked(ApiError::no_token()))?;
        if !is_admin(state, &person).await? {
            // A user who may not read does not learn what exists.
            return Err(ApiError::no_such_file());
        }
        check_services(parts, state)?;
        Ok(Self(Actor::without_session(person)))
    }
}
