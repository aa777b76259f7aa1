//! Every error that leaves over HTTP: one shape, and the only place where a status code is chosen.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use waybill_engine::{Nack, SubmitError};
use waybill_machines::Timestamp;
use waybill_machines::machines::login::Notice;
use waybill_machines::rules::release_bundles::ChecksumProblem;
use waybill_machines::rules::support::BundleProblem;
use waybill_platform::access::{AccessError, SetupRefused, TokenRefused};
use waybill_platform::licences::{KeyError, LicenceError};
use waybill_platform::logo::LogoError;
use waybill_platform::logs::{LogsError, NotThere};
use waybill_platform::projects::ProjectError;
use waybill_platform::release_bundles::BundleError;
use waybill_platform::remote::RemoteError;
use waybill_platform::retention::RetentionError;
use waybill_platform::services::NotRunning;
use waybill_platform::status::StatusError;
use waybill_platform::support::SupportError;
use waybill_platform::trace::{self, Trace};

/// The code of an answer that asks for another token.
const TOKEN_NOT_ACCEPTED: &str = "token_not_accepted";

/// An error on its way out.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: String,
    message: String,
    field: Option<String>,
    retry_after_ms: Option<i64>,
}

impl ApiError {
    fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let (code, message) = (code.to_owned(), message.into());
        Self { status, code, message, field: None, retry_after_ms: None }
    }

    /// The request is not well-formed.
    pub fn bad_request(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// Nobody has signed in, or not far enough.
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "not_signed_in", "Sign in first.")
    }

    /// The token does not work. Which of the reasons it is, is told to nobody.
    pub fn token_not_accepted() -> Self {
        let message = "This token is not accepted: it is wrong, was revoked or has expired, or its user may not sign in.";
        Self::new(StatusCode::UNAUTHORIZED, TOKEN_NOT_ACCEPTED, message)
    }

    /// The call is for people who have signed in.
    pub fn no_tokens_here() -> Self {
        Self::forbidden("no_tokens_here", "This call takes no access token. Sign in instead.")
    }

    /// It is not known in whose name the request is to be answered.
    pub fn two_credentials() -> Self {
        let message = "The request shows a session and an access token. Send one of them.";
        Self::bad_request("two_credentials", message)
    }

    /// The sender may not do this.
    pub fn forbidden(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// There is no such thing.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// There was such a thing.
    pub fn gone(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::GONE, code, message)
    }

    /// The body is too large.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// The body is of another kind.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)
    }

    /// The sender took too long over it.
    pub fn too_slow() -> Self {
        let message = "The request did not arrive in time. Send it again.";
        Self::new(StatusCode::REQUEST_TIMEOUT, "too_slow", message)
    }

    /// A source begins session after session.
    pub fn too_many_sessions(wait_ms: i64) -> Self {
        let message =
            "Too many sessions begin from this address. Keep the cookie, or try again in a moment.";
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_sessions", message);
        error.retry_after_ms = Some(wait_ms);
        error
    }

    /// A page reports error after error.
    pub fn too_many_reports(wait_ms: i64) -> Self {
        let message = "Too many errors were reported within a minute. Further ones are not taken for a moment.";
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_reports", message);
        error.retry_after_ms = Some(wait_ms);
        error
    }

    /// The request does not ask for a socket as one has to.
    pub fn no_socket(problem: &str) -> Self {
        let message = format!("This path takes WebSocket connections: {problem}.");
        Self::new(StatusCode::UPGRADE_REQUIRED, "no_socket", message)
    }

    /// The method is not one of the path's.
    pub fn method_not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "This path takes other methods.",
        )
    }

    /// The server could not do it now.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    /// The service that the call belongs to does not run.
    pub fn service_unavailable(why: NotRunning) -> Self {
        let message = format!("{}.", capitalised(&why.to_string()));
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "service_unavailable", message)
    }

    /// A mistake of ours.
    pub fn internal() -> Self {
        let message = "Something went wrong on the server. Its log says more.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Names the field that is wrong.
    #[must_use]
    pub fn at(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }

    /// What a machine says above a form, as an error of the request that led to it.
    pub fn of_notice(notice: &Notice, now: Timestamp) -> Self {
        let status = match notice.code.as_str() {
            "slow_down" => StatusCode::TOO_MANY_REQUESTS,
            "unavailable" | "busy" | "interrupted" => StatusCode::SERVICE_UNAVAILABLE,
            code if code.starts_with("password_") => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::UNAUTHORIZED,
        };
        let mut error = Self::new(status, &notice.code, &notice.message);
        error.retry_after_ms = notice.retry_at.map(|at| at.ms_since(now).max(0));
        error
    }

    /// The same, where no more may be tried (MFA-01: a 403 returns to login).
    pub fn forbidden_by(notice: &Notice) -> Self {
        Self::new(StatusCode::FORBIDDEN, &notice.code, &notice.message)
    }
}

impl ApiError {
    /// What cannot be done with a support bundle.
    pub fn of_support(error: &SupportError) -> Self {
        let (status, code) = match error {
            SupportError::Unknown => (StatusCode::NOT_FOUND, "bundle_unknown"),
            SupportError::InProgress => (StatusCode::CONFLICT, "bundle_in_progress"),
            SupportError::Failed => (StatusCode::CONFLICT, "bundle_failed"),
            SupportError::FileLost => (StatusCode::GONE, "bundle_file_lost"),
            SupportError::NoManifest => (StatusCode::NOT_FOUND, "bundle_no_manifest"),
            SupportError::Remote(error) => return Self::of_remote(*error),
            SupportError::Stream(_) | SupportError::Unavailable(_) => {
                tracing::error!(%error, "the support-bundle service failed");
                return Self::unavailable(
                    "Support bundles cannot be read. The server's log says more.",
                );
            }
        };
        Self::new(status, code, format!("{}.", capitalised(&error.to_string())))
    }

    /// Why a bundle may not be asked for like this.
    pub fn of_bundle_problem(problem: BundleProblem) -> Self {
        let message = format!("{}.", problem.message());
        Self::bad_request(problem.code(), message).at(problem.field())
    }

    /// A service that makes bundles, but does not run here.
    pub fn bundle_service_absent(service: &str) -> Self {
        let message = format!("The service {service} does not run, so it cannot make a bundle.");
        Self::new(StatusCode::CONFLICT, "bundle_service_not_running", message).at("service")
    }

    /// Too many creations are under way.
    pub fn too_many_bundles(most: usize) -> Self {
        let message =
            format!("{most} creations are under way already. Wait until one of them has ended.");
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_bundles", message)
    }

    /// What a machine of the installation did not take.
    pub fn of_submit(error: &SubmitError) -> Self {
        match error {
            SubmitError::Refused(refused) => Self::refused(&refused.rejection.code),
            SubmitError::RefusedBefore(code) => Self::refused(code),
            SubmitError::NotRun(_) | SubmitError::Stream(_) | SubmitError::Stopping => {
                tracing::error!(%error, "a machine of the installation could not be asked");
                Self::unavailable("This cannot be stored at the moment. Try again later.")
            }
        }
    }

    fn refused(code: &str) -> Self {
        let (status, message) = match code {
            "bundle_unknown" => return Self::of_support(&SupportError::Unknown),
            "bundle_in_progress" => return Self::of_support(&SupportError::InProgress),
            "bundle_failed" => return Self::of_support(&SupportError::Failed),
            _ => (StatusCode::CONFLICT, "This cannot be done as things stand. Look again."),
        };
        Self::new(status, code, message)
    }
}

/// What is sent is a part of a file.
pub fn partial(mut response: Response) -> Response {
    *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    response
}

/// The browser has this file already.
pub fn not_modified() -> Response {
    StatusCode::NOT_MODIFIED.into_response()
}

impl From<Nack> for ApiError {
    fn from(nack: Nack) -> Self {
        let status = match nack.code.as_str() {
            "not_signed_in" | "reauthorise" => StatusCode::UNAUTHORIZED,
            "stale" | "not_in_this_state" | "conflict" | "session_ended" => StatusCode::CONFLICT,
            "busy" | "too_many_tabs" => StatusCode::TOO_MANY_REQUESTS,
            "too_large" => StatusCode::PAYLOAD_TOO_LARGE,
            _ if nack.temporary => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, &nack.code, nack.message)
    }
}

impl ApiError {
    /// What the access service could not do.
    pub fn of_access(error: &AccessError, now: Timestamp) -> Self {
        let message = error.to_string();
        match &error {
            AccessError::Setup(SetupRefused::Expired) => Self::gone("link_expired", message),
            AccessError::Setup(_) => Self::gone("link_dead", message),
            AccessError::Token(TokenRefused::Unknown) => Self::not_found(capitalised(&message)),
            AccessError::Token(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "token_refused", message)
            }
            AccessError::Account(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "account_refused", message)
            }
            AccessError::Password(notice) | AccessError::Later(notice) => {
                Self::of_notice(notice, now)
            }
            AccessError::Vault(_) | AccessError::Stream(_) | AccessError::Defect(_) => {
                tracing::error!(%error, "the access service failed");
                Self::unavailable(error.notice().message)
            }
        }
    }
}

impl ApiError {
    /// What the licence service could not do.
    pub fn of_licence(error: &LicenceError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            LicenceError::Key(KeyError::TooLong) => {
                let code = KeyError::TooLong.code();
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, code, message).at("licenseKey")
            }
            LicenceError::Key(key) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, key.code(), message).at("licenseKey")
            }
            LicenceError::Expired { .. } => {
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                Self::new(status, "licence_expired", message).at("licenseKey")
            }
            LicenceError::NoneInstalled => {
                Self::new(StatusCode::CONFLICT, "licence_none_installed", message)
            }
            LicenceError::Stream(_) | LicenceError::Vault(_) | LicenceError::Defect(_) => {
                tracing::error!(%error, "the licence service failed");
                Self::unavailable("The licence service does not answer. Its log says more.")
            }
        }
    }

    /// What the logo's service could not do.
    pub fn of_logo(error: &LogoError) -> Self {
        let (status, code) = match error {
            LogoError::Empty => (StatusCode::UNPROCESSABLE_ENTITY, "logo_empty"),
            LogoError::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "logo_too_large"),
            LogoError::Markup => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "logo_markup"),
            LogoError::UnknownFormat => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "logo_unknown_format"),
            LogoError::BadSize { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "logo_bad_size"),
            LogoError::NoneUploaded => (StatusCode::CONFLICT, "logo_none_uploaded"),
            LogoError::Stream(_) | LogoError::File(_) | LogoError::Defect(_) => {
                tracing::error!(%error, "the logo's service failed");
                let message = "The logo's service does not answer. Its log says more.";
                return Self::unavailable(message);
            }
        };
        Self::new(status, code, format!("{}.", capitalised(&error.to_string())))
    }
}

impl ApiError {
    /// Why a log cannot be read.
    pub fn of_logs(error: &LogsError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        let (status, field) = match error {
            LogsError::NotRunning { .. } | LogsError::NotThere(NotThere::Service) => {
                (StatusCode::NOT_FOUND, "service")
            }
            LogsError::UnknownNode { .. } | LogsError::NotThere(NotThere::Node) => {
                (StatusCode::NOT_FOUND, "nodeId")
            }
            LogsError::UnknownLog { .. } | LogsError::NotThere(NotThere::Log) => {
                (StatusCode::NOT_FOUND, "id")
            }
            LogsError::BeyondEnd { .. } | LogsError::NotThere(NotThere::Offset) => {
                (StatusCode::RANGE_NOT_SATISFIABLE, "file_size")
            }
            LogsError::Remote(error) => return Self::of_remote(*error),
            LogsError::NotAFile { .. } | LogsError::Unreadable { .. } => {
                tracing::error!(%error, "a log cannot be read");
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, error.code(), message);
            }
        };
        Self::new(status, error.code(), message).at(field)
    }

    /// Why another platform gave no answer, for administrators.
    pub fn of_remote(error: RemoteError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error.code(), message)
    }

    /// The part of a file that is asked for does not exist.
    pub fn bad_range(size: u64) -> Self {
        let message = format!("The file has {size} bytes, and nothing of the range is in it.");
        Self::new(StatusCode::RANGE_NOT_SATISFIABLE, "bad_range", message)
    }

    /// What the status service could not do.
    pub fn of_status(error: &StatusError) -> Self {
        let status = match error {
            StatusError::Unknown | StatusError::RemovedAlready => StatusCode::NOT_FOUND,
            StatusError::Online => StatusCode::CONFLICT,
            StatusError::Remote(error) => return Self::of_remote(*error),
            StatusError::Stream(_) | StatusError::Unreachable | StatusError::Defect(_) => {
                tracing::error!(%error, "the status service failed");
                let message = "The status service does not answer. Its log says more.";
                return Self::unavailable(message);
            }
        };
        Self::new(status, error.code(), format!("{}.", capitalised(&error.to_string())))
    }
}

/// A message that stands alone is a sentence.
fn capitalised(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

impl ApiError {
    /// Why there is no such project.
    pub fn of_project(error: &ProjectError) -> Self {
        let message = error.to_string();
        match error {
            ProjectError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            ProjectError::KeyTaken => {
                Self::new(StatusCode::CONFLICT, "project_key_taken", message).at("project_key")
            }
            ProjectError::Stream(_) | ProjectError::Defect(_) => {
                tracing::error!(%error, "the projects service failed");
                Self::unavailable("Projects cannot be reached at the moment. Try again later.")
            }
        }
    }
}

impl ApiError {
    /// What is wrong with a checksum.
    pub fn of_checksum(problem: &ChecksumProblem) -> Self {
        Self::bad_request(problem.code(), format!("{problem}.")).at("checksum")
    }

    /// Why a release bundle was not taken in, or cannot be shown.
    pub fn of_bundle(error: &BundleError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            BundleError::Problem { problem, .. } => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            BundleError::PathTwice { .. } => {
                Self::bad_request("bundle_path_twice", message).at("artifacts")
            }
            BundleError::Exists { .. } => {
                Self::new(StatusCode::CONFLICT, "bundle_exists", message).at("version")
            }
            BundleError::Remote(error) => {
                tracing::warn!(service = "distribution", %error, "the other platform cannot be asked");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "remote_unavailable", error.for_users())
            }
            BundleError::Stream(_)
            | BundleError::Vault(_)
            | BundleError::File { .. }
            | BundleError::Defect(_) => {
                tracing::error!(service = "distribution", %error, "the release bundles' service failed");
                Self::unavailable(
                    "Release bundles cannot be reached at the moment. The log says more.",
                )
            }
        }
    }

    /// Why it is not known whether retention is switched on.
    pub fn of_retention(error: &RetentionError) -> Self {
        match error {
            RetentionError::NotThere => Self::not_found(capitalised(&format!("{error}."))),
            RetentionError::Failed { message } => {
                Self::unavailable(capitalised(&format!("{message}.")))
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let trace = trace::current().unwrap_or_else(Trace::fresh).to_string();
        if self.status.is_server_error() {
            tracing::error!(trace, code = self.code, message = self.message, "a request failed");
        } else {
            // Not the message: it may repeat what was sent.
            tracing::debug!(trace, code = self.code, "a request was refused");
        }
        let body = json!({"error": {
            "code": self.code,
            "message": self.message,
            "field": self.field,
            "retry_after_ms": self.retry_after_ms,
            "trace": trace,
        }});
        let mut response = (self.status, Json(body)).into_response();
        if self.code == TOKEN_NOT_ACCEPTED {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        if let Some(wait_ms) = self.retry_after_ms {
            // Nought would ask to try again at once, and the moment may have come while this was on its way.
            let seconds = u64::try_from(wait_ms).unwrap_or(0).div_ceil(1_000).max(1);
            let seconds = HeaderValue::from(seconds);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
