//! All HTTP errors, as problem details of RFC 9457 with the same fields everywhere, except for package clients, which
//! show other fields ([`ErrorForm`]). Status codes are chosen only here and in the folder `error`.
//!
//! General errors are in this file; errors of one service are in the file of their area.

mod access;
mod applications;
mod builds;
mod cleanup;
mod directories;
mod distribution;
mod download_rules;
mod form;
mod git;
mod installation;
mod mail;
mod operations;
mod packages;
mod passkeys;
mod permissions;
mod proxies;
mod publication;
mod registry;
mod release_bundles;
mod repositories;
mod scanning;
mod scim;
mod services;
mod sso;
mod support;
mod trusted_issuers;
mod webhooks;

use std::borrow::Cow;
use std::fmt::Display;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use waybill_engine::{Nack, NackCode};
use waybill_machines::machines::login::Notice;
use waybill_machines::{RejectionCode, Timestamp};
use waybill_platform::limits::{Exceeded, Full};
use waybill_platform::services::NotRunning;
use waybill_platform::trace::{self, Trace};

use crate::wire::{Problem, ProblemDetails};

use form::ErrorTexts;
pub use form::{ErrorForm, in_form_of_route};
pub use registry::accepted;
pub use release_bundles::begun;
pub use repositories::{created, moved, nothing_left};
pub use scim::ScimFault;

/// An HTTP error response.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: String,
    message: String,
    field: Option<String>,
    retry_after_ms: Option<i64>,
    /// The session was ended because its records cannot be read: its cookie is of no use.
    ends_cookie: bool,
    /// How to authenticate, for a client that asks again with credentials.
    challenge: Option<Cow<'static, str>>,
}

impl ApiError {
    /// The code and the sentence, for an answer that has errors of its own form.
    pub fn in_words(self) -> (String, String) {
        (self.code, self.message)
    }

    fn new(status: StatusCode, code: impl Display, message: impl Into<String>) -> Self {
        let (code, message) = (code.to_string(), message.into());
        Self {
            status,
            code,
            message,
            field: None,
            retry_after_ms: None,
            ends_cookie: false,
            challenge: None,
        }
    }

    /// 400: the request is malformed.
    pub fn bad_request(code: impl Display, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 401: the caller has not signed in, or not completed sign-in.
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, RejectionCode::NotSignedIn, "Sign in first.")
    }

    /// 401: the access token is rejected. The response does not reveal the reason.
    pub fn token_not_accepted() -> Self {
        let message = "This token is not accepted: it is wrong, was revoked or has expired, or its user may not sign in.";
        Self::new(StatusCode::UNAUTHORIZED, "token_not_accepted", message).challenging("Bearer")
    }

    /// 403: the route requires a session and does not accept tokens.
    pub fn no_tokens_here() -> Self {
        Self::forbidden("no_tokens_here", "This call takes no access token. Sign in instead.")
    }

    /// 403: a token with a scope is for repositories alone.
    pub fn token_with_scope() -> Self {
        let message = "This token is for files in repositories only. Use one without a scope.";
        Self::forbidden("token_with_scope", message)
    }

    /// 400: the request presents two credentials, so its user is ambiguous.
    pub fn two_credentials() -> Self {
        let message = "The request shows a session and an access token. Send one of them.";
        Self::bad_request("two_credentials", message)
    }

    /// 403: the caller lacks the right.
    pub fn forbidden(code: impl Display, message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// 404: the resource does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// 410: the resource no longer exists.
    pub fn gone(code: impl Display, message: impl Into<String>) -> Self {
        Self::new(StatusCode::GONE, code, message)
    }

    /// 413: the body is too large.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// 415: the body has another media type.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)
    }

    /// 408: the client took too long to send the body.
    pub fn too_slow() -> Self {
        let message = "The request did not arrive in time. Send it again.";
        Self::new(StatusCode::REQUEST_TIMEOUT, "too_slow", message)
    }

    /// 409: another tab is signing in or out, and the response to it sets the new cookie.
    pub fn cookie_being_renewed() -> Self {
        let message = "The session's cookie is being renewed. Ask again in a moment.";
        let mut error = Self::new(StatusCode::CONFLICT, "cookie_being_renewed", message);
        error.retry_after_ms = Some(100);
        error
    }

    /// 429: a user, or the visitors at an address, sends too many requests.
    pub fn too_many_requests(exceeded: Exceeded) -> Self {
        let message = "Too many requests come from you or your address. Try again in a moment.";
        Self::of_limit("too_many_requests", message, exceeded)
    }

    /// 429: one source address creates too many sessions.
    pub fn too_many_sessions(exceeded: Exceeded) -> Self {
        let message =
            "Too many sessions begin from this address. Keep the cookie, or try again in a moment.";
        Self::of_limit("too_many_sessions", message, exceeded)
    }

    /// 429: a page reports too many errors.
    pub fn too_many_reports(exceeded: Exceeded) -> Self {
        let message = "Too many errors were reported within a minute. Further ones are not taken for a moment.";
        Self::of_limit("too_many_reports", message, exceeded)
    }

    fn of_limit(code: &'static str, message: impl Into<String>, exceeded: Exceeded) -> Self {
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, code, message);
        error.retry_after_ms = Some(millis(exceeded.wait));
        error
    }

    /// 503: no further socket can be opened.
    pub fn no_place(full: Full) -> Self {
        let message =
            format!("No further tab can connect: {full}. Close some, or try again in a moment.");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    /// 426: the request is not a valid WebSocket upgrade.
    pub fn no_socket(problem: &str) -> Self {
        let message = format!("This path takes WebSocket connections: {problem}.");
        Self::new(StatusCode::UPGRADE_REQUIRED, "no_socket", message)
    }

    /// 405: the path does not support the method.
    pub fn method_not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "This path takes other methods.",
        )
    }

    /// 503: the server is temporarily unable to answer.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    /// 503: a service that the call depends on does not run.
    pub fn service_unavailable(why: NotRunning) -> Self {
        let message = format!("{}.", capitalised(&why.to_string()));
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "service_unavailable", message)
    }

    /// 500: a defect of this server.
    pub fn internal() -> Self {
        let message = "Something went wrong on the server. Its log says more.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// 409: some of the sessions that were to be ended are still open.
    pub fn not_all_revoked(ended: usize, failed: usize, why: &str) -> Self {
        let message = format!(
            "{ended} sessions were ended and {failed} were not: {why} Those are still signed in. Try again in a moment."
        );
        Self::new(StatusCode::CONFLICT, "not_all_revoked", message)
    }

    /// Says how to authenticate, if it is an error that authentication resolves.
    #[must_use]
    pub fn challenging(mut self, challenge: impl Into<Cow<'static, str>>) -> Self {
        if matches!(self.status, StatusCode::UNAUTHORIZED) {
            self.challenge = Some(challenge.into());
        }
        self
    }

    /// Names the invalid field.
    #[must_use]
    pub fn at(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }

    /// Its code and its sentence, where it is a part of an answer.
    pub fn into_reason(self) -> (String, String) {
        (self.code, self.message)
    }

    /// Converts the notice that a machine shows above a form to the error of the request that caused it.
    pub fn of_notice(notice: &Notice, now: Timestamp) -> Self {
        let status = match notice.code.as_str() {
            "slow_down" | "device_needed" => StatusCode::TOO_MANY_REQUESTS,
            "unavailable" | "busy" | "interrupted" | "directory_unavailable" => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            // That is a right password which does not let its user in, and not a new one that cannot be one.
            code if code.starts_with("password_") && code != "password_not_used_here" => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            _ => StatusCode::UNAUTHORIZED,
        };
        let mut error = Self::new(status, &notice.code, &notice.message);
        error.retry_after_ms = notice.retry_at.map(|at| at.ms_since(now).max(0));
        error
    }

    /// The same as a 403, if no further attempt is possible (MFA-01: a 403 returns to login).
    pub fn forbidden_by(notice: &Notice) -> Self {
        Self::new(StatusCode::FORBIDDEN, &notice.code, &notice.message)
    }
}

/// Marks a response as partial content.
pub fn partial(mut response: Response) -> Response {
    *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    response
}

/// 304: the browser has the current version of the file.
pub fn not_modified() -> Response {
    StatusCode::NOT_MODIFIED.into_response()
}

impl From<Nack> for ApiError {
    fn from(nack: Nack) -> Self {
        let status = match nack.code {
            NackCode::Rejected(RejectionCode::NotSignedIn)
            | NackCode::Reauthorise
            | NackCode::SessionUnreadable => StatusCode::UNAUTHORIZED,
            NackCode::Rejected(RejectionCode::NotInThisState)
            | NackCode::Stale
            | NackCode::Conflict
            | NackCode::SessionEnded => StatusCode::CONFLICT,
            NackCode::LimitReached | NackCode::TooManyTabs => StatusCode::TOO_MANY_REQUESTS,
            NackCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            _ if nack.temporary => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let mut error = Self::new(status, nack.code, nack.message);
        error.retry_after_ms = nack.wait.map(millis);
        error.ends_cookie = nack.code == NackCode::SessionUnreadable;
        error
    }
}

fn millis(wait: Duration) -> i64 {
    i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
}

/// Capitalises the first letter, so that a message forms a sentence.
pub(crate) fn capitalised(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

/// Response extension: the session cookie is to be removed from the browser.
#[derive(Debug, Clone, Copy)]
pub struct CookieEnds;

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let trace = trace::current().unwrap_or_else(Trace::fresh).to_string();
        // What is only busy would fill the log, and is over when the client tries again.
        if self.status.is_server_error() && self.retry_after_ms.is_none() {
            tracing::error!(trace, code = self.code, message = self.message, "a request failed");
        } else {
            // The message is left out, as it may repeat submitted values.
            tracing::debug!(trace, code = self.code, "a request was rejected");
        }
        let texts = ErrorTexts {
            code: self.code.clone(),
            message: self.message.clone(),
            field: self.field.clone(),
            trace: trace.clone(),
        };
        let problem = Problem {
            r#type: format!("urn:waybill:problem:{}", self.code),
            title: self.status.canonical_reason().unwrap_or_default().to_owned(),
            status: self.status.as_u16(),
            detail: self.message.clone(),
            instance: format!("urn:waybill:trace:{trace}"),
            error: ProblemDetails {
                code: self.code,
                message: self.message,
                field: self.field,
                retry_after_ms: self.retry_after_ms,
                trace,
            },
        };
        let mut response = (self.status, Json(&problem)).into_response();
        response.extensions_mut().insert(texts);
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if self.ends_cookie {
            response.extensions_mut().insert(CookieEnds);
        }
        let challenge = self.challenge.as_deref().map(HeaderValue::from_str);
        if let Some(Ok(challenge)) = challenge {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Some(wait_ms) = self.retry_after_ms {
            // 0 would request an immediate retry, and the wait may have elapsed when the response arrives.
            let seconds = u64::try_from(wait_ms).unwrap_or(0).div_ceil(1_000).max(1);
            let seconds = HeaderValue::from(seconds);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
