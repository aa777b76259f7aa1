//! Errors about applications.

use axum::http::StatusCode;
use waybill_machines::Timestamp;
use waybill_platform::applications::ApplicationError;

use super::ApiError;

impl ApiError {
    /// 401: an application has not proven which one it is.
    pub fn invalid_client() -> Self {
        let message = ApplicationError::NotProven.to_string();
        Self::new(StatusCode::UNAUTHORIZED, "invalid_client", message)
            .challenging("Basic realm=\"waybill\"")
    }

    /// 401: the access token of an application is not good (RFC 6750, 3.1).
    pub fn invalid_token() -> Self {
        let message =
            "The access token is wrong, was revoked or has expired, or its user may not sign in.";
        Self::new(StatusCode::UNAUTHORIZED, "invalid_token", message)
            .challenging("Bearer error=\"invalid_token\"")
    }

    /// 403: the access token of an application does not permit the call (RFC 6750, 3.1).
    pub fn insufficient_scope() -> Self {
        let message = "The user has not consented to the scope that this call takes.";
        let mut error = Self::forbidden("insufficient_scope", message);
        error.challenge = Some("Bearer error=\"insufficient_scope\"".into());
        error
    }

    /// 429: too many wrong secrets came from an address.
    pub fn too_many_secrets(retry_at: Timestamp, now: Timestamp) -> Self {
        let message = ApplicationError::Guessed { retry_at }.to_string();
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, "slow_down", message);
        error.retry_after_ms = Some(retry_at.ms_since(now).max(0));
        error
    }

    /// Converts an error of the service of applications.
    pub fn of_application(error: &ApplicationError) -> Self {
        let message = error.to_string();
        match error {
            ApplicationError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            ApplicationError::Fixed => Self::bad_request("application_fixed", message).at("kind"),
            ApplicationError::NameTaken => {
                Self::new(StatusCode::CONFLICT, "application_name_taken", message).at("name")
            }
            ApplicationError::TooMany | ApplicationError::TooManyGrants => {
                Self::new(StatusCode::CONFLICT, "too_many_applications", message)
            }
            ApplicationError::Unknown | ApplicationError::NoGrant => Self::not_found(message),
            ApplicationError::NotGood => Self::bad_request("invalid_grant", message),
            ApplicationError::NotProven => Self::invalid_client(),
            // Without a clock: the wait is known where the secret is checked.
            ApplicationError::Guessed { .. } => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, "slow_down", message)
            }
            ApplicationError::TooOften(exceeded) => Self::of_limit("slow_down", message, *exceeded),
            ApplicationError::Vault(_)
            | ApplicationError::Stream(_)
            | ApplicationError::Stopped(_) => {
                tracing::error!(service = "access", %error, "the service of applications failed");
                Self::unavailable(
                    "Applications cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }
}
