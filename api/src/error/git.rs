//! Errors about Git integrations.

use axum::http::StatusCode;
use waybill_engine::code_of_git;
use waybill_outbound::OutboundError;
use waybill_platform::git::GitError;

use super::ApiError;

impl ApiError {
    /// 409: the installation does not support Git integrations.
    pub fn git_unavailable() -> Self {
        let message = "This installation does not support Git integrations. Add 'git_scanning' to the features \
            under [installation] in the configuration.";
        Self::new(StatusCode::CONFLICT, "git_unavailable", message)
    }

    /// 404: there is no such kind of integration.
    pub fn no_such_integration_type() -> Self {
        Self::not_found("There are no integrations of this type. The type is 'git'.")
    }

    /// 400: a code of an integration is not one that exists.
    pub fn not_in_integration(field: &str, message: impl Into<String>) -> Self {
        Self::bad_request("git_invalid", message).at(field)
    }

    /// Converts an error of the service of Git integrations.
    pub fn of_git(error: &GitError) -> Self {
        let of = |status| Self::new(status, code_of_git(error), error.to_string());
        match error {
            GitError::Problem(problem) => of(StatusCode::BAD_REQUEST).at(problem.field()),
            GitError::Ftp
            | GitError::Blocked(_)
            | GitError::Unreachable(OutboundError::SecretInClear) => {
                of(StatusCode::BAD_REQUEST).at("url")
            }
            GitError::VendorFixed => of(StatusCode::BAD_REQUEST).at("vendorName"),
            GitError::TokenRequired => of(StatusCode::BAD_REQUEST).at("token"),
            GitError::TooManyRepositories => of(StatusCode::BAD_REQUEST).at("repositories"),
            GitError::UnknownPage => of(StatusCode::BAD_REQUEST).at("page"),
            GitError::Unknown | GitError::UnknownRepository => Self::not_found(error.to_string()),
            GitError::NameTaken => of(StatusCode::CONFLICT).at("integrationName"),
            GitError::TooMany
            | GitError::NotScanned
            | GitError::NotTested
            | GitError::Changed
            | GitError::Moved
            | GitError::NoAddress => of(StatusCode::CONFLICT),
            GitError::HookNotAccepted => of(StatusCode::UNAUTHORIZED),
            // The caller is authenticated; it is the vendor that does not accept the token.
            GitError::Refused | GitError::OtherUser => {
                of(StatusCode::UNPROCESSABLE_ENTITY).at("token")
            }
            GitError::Busy | GitError::Occupied | GitError::Unreachable(OutboundError::Busy) => {
                of(StatusCode::SERVICE_UNAVAILABLE)
            }
            GitError::Unreachable(OutboundError::TooSlow) => of(StatusCode::GATEWAY_TIMEOUT),
            GitError::Unreachable(_) | GitError::Answer(_) | GitError::TooLarge => {
                of(StatusCode::BAD_GATEWAY)
            }
            GitError::Vault(_) | GitError::Stream(_) | GitError::Stopped(_) => {
                tracing::error!(service = "artifactory", %error, "the service of Git integrations failed");
                Self::unavailable(
                    "Git integrations cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }
}
