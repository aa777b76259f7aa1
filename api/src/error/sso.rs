//! Errors about providers with which users sign in.

use axum::http::StatusCode;
use waybill_machines::Timestamp;
use waybill_platform::access::AccessError;
use waybill_platform::sso::SsoError;

use super::ApiError;

impl ApiError {
    /// Converts an error of the service of providers. A browser that comes back from one gets the code alone, in the
    /// address of the sign-in page.
    pub fn of_sso(error: &SsoError) -> Self {
        let message = error.to_string();
        match error {
            SsoError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            SsoError::Address(_) | SsoError::InClear => {
                Self::bad_request("sign_in_provider_address", message).at("issuer")
            }
            SsoError::NameTaken => {
                Self::new(StatusCode::CONFLICT, "sign_in_provider_name_taken", message).at("name")
            }
            SsoError::TooMany => {
                Self::new(StatusCode::CONFLICT, "too_many_sign_in_providers", message)
            }
            SsoError::Unknown => Self::not_found(message),
            SsoError::NoAddress => {
                Self::new(StatusCode::CONFLICT, "sign_in_provider_no_address", message)
            }
            SsoError::SecretMissing => {
                Self::new(StatusCode::CONFLICT, "sign_in_provider_secret_missing", message)
                    .at("client_secret")
            }
            SsoError::Unavailable | SsoError::Failed(_) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "sign_in_provider_unavailable", message)
            }
            SsoError::TooManyBegins => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_sign_ins", message)
            }
            SsoError::Access(
                refused @ (AccessError::PasswordLink(_)
                | AccessError::Identity(_)
                | AccessError::Account(_)),
            ) => Self::of_access(refused, Timestamp::default()),
            SsoError::LogoutToken | SsoError::LogoutRequest => {
                Self::bad_request("invalid_request", message)
            }
            SsoError::NoFlow => Self::bad_request("sign_in_flow_unknown", message),
            SsoError::Denied => Self::bad_request("sign_in_denied", message),
            SsoError::Metadata(_) => {
                Self::bad_request("sign_in_provider_metadata", message).at("metadata")
            }
            SsoError::WithoutSaml => {
                Self::new(StatusCode::CONFLICT, "sign_in_provider_without_saml", message).at("kind")
            }
            SsoError::Saml(_)
            | SsoError::Access(_)
            | SsoError::Stream(_)
            | SsoError::Vault(_)
            | SsoError::Stopped(_) => {
                tracing::error!(service = "access", %error, "the service of sign-in providers failed");
                Self::unavailable(
                    "Sign-in providers cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }
}
