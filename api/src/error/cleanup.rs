//! Errors about cleanup policies.

use axum::http::StatusCode;
use waybill_machines::rules::cleanup::CleanupProblem;
use waybill_platform::cleanup::CleanupError;

use super::{ApiError, capitalised};

impl ApiError {
    /// 404: there is no such policy.
    pub fn no_such_cleanup_policy() -> Self {
        Self::not_found("There is no such cleanup policy.")
    }

    /// 400: a policy names something that it cannot concern.
    pub fn not_in_cleanup(field: &str, message: String) -> Self {
        Self::bad_request("cleanup_repositories", message).at(field)
    }

    /// Converts an error of the service of cleanup policies.
    pub fn of_cleanup(error: &CleanupError) -> Self {
        let message = error.to_string();
        match error {
            CleanupError::Problem(
                problem @ (CleanupProblem::Running | CleanupProblem::NotRunning),
            ) => Self::new(StatusCode::CONFLICT, problem.code(), message),
            CleanupError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            CleanupError::Schedule(_) => {
                let message = format!("{}.", capitalised(&message));
                Self::bad_request("cleanup_schedule", message).at("cronExp")
            }
            CleanupError::KeyTaken => {
                Self::new(StatusCode::CONFLICT, "cleanup_key_taken", message).at("key")
            }
            CleanupError::TooMany => {
                Self::new(StatusCode::CONFLICT, "too_many_cleanup_policies", message)
            }
            CleanupError::Busy => Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", message),
            CleanupError::Unknown => Self::no_such_cleanup_policy(),
            CleanupError::Repository(error) => Self::of_repository(error),
            CleanupError::Stream(_) | CleanupError::Stopped(_) => {
                tracing::error!(service = "artifactory", %error, "the service of cleanup policies failed");
                Self::unavailable(
                    "Cleanup policies cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }
}
