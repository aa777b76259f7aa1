//! Errors about proxies.

use axum::http::StatusCode;
use waybill_platform::proxies::ProxyError;

use super::ApiError;

impl ApiError {
    /// 404: there is no such proxy.
    pub fn no_such_proxy() -> Self {
        Self::not_found("There is no such proxy.")
    }

    /// Converts an error of the service of proxies.
    pub fn of_proxy(error: &ProxyError) -> Self {
        let message = error.to_string();
        match error {
            ProxyError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            ProxyError::Address(_) => Self::bad_request("proxy_address", message).at("host"),
            ProxyError::KeyTaken => {
                Self::new(StatusCode::CONFLICT, "proxy_key_taken", message).at("key")
            }
            ProxyError::DefaultTaken(_) => {
                Self::new(StatusCode::CONFLICT, "proxy_default_taken", message).at("for_webhooks")
            }
            ProxyError::InUse(_) => Self::new(StatusCode::CONFLICT, "proxy_in_use", message),
            ProxyError::IsDefault => Self::new(StatusCode::CONFLICT, "proxy_is_default", message),
            ProxyError::TooMany => Self::new(StatusCode::CONFLICT, "too_many_proxies", message),
            ProxyError::Unknown => Self::no_such_proxy(),
            ProxyError::PasswordMissing
            | ProxyError::Vault(_)
            | ProxyError::Stream(_)
            | ProxyError::Stopped(_) => {
                tracing::error!(service = "event", %error, "the service of proxies failed");
                Self::unavailable(
                    "Proxies cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }
}
