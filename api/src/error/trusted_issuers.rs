//! Errors about issuers whose tokens are exchanged.

use axum::http::StatusCode;
use waybill_platform::trusted_issuers::{IssuerError, TokenProblem};

use super::ApiError;

impl ApiError {
    /// Converts an error of the service of trusted issuers. Who presents a token does not learn which check it fails:
    /// the log has that, and administrators can test a token.
    pub fn of_trusted_issuer(error: &IssuerError) -> Self {
        let message = error.to_string();
        match error {
            IssuerError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(&problem.field())
            }
            IssuerError::Address(_) | IssuerError::InClear => {
                Self::bad_request("trusted_issuer_address", message).at("issuer")
            }
            IssuerError::NameTaken => {
                Self::new(StatusCode::CONFLICT, "trusted_issuer_name_taken", message).at("name")
            }
            IssuerError::TooMany => {
                Self::new(StatusCode::CONFLICT, "too_many_trusted_issuers", message)
            }
            IssuerError::Unknown => Self::not_found(message),
            IssuerError::Refused(TokenProblem::TooManyTokens) => {
                let message =
                    "The robot has too many access tokens that have not expired. Try again later.";
                Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_tokens", message)
            }
            IssuerError::Refused(TokenProblem::KeysUnavailable) => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "temporarily_unavailable",
                "Tokens of this provider cannot be verified at the moment. Try again later.",
            ),
            IssuerError::Refused(_) => Self::bad_request(
                "invalid_grant",
                "This token is not exchanged. An administrator can test which rule it matches.",
            ),
            IssuerError::Access(_) | IssuerError::Stream(_) | IssuerError::Stopped(_) => {
                tracing::error!(service = "access", %error, "the service of trusted issuers failed");
                Self::unavailable(
                    "Trusted issuers cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }
}
