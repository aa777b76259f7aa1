//! Errors about webhooks and their deliveries.

use axum::http::StatusCode;
use waybill_machines::rules::webhooks::WebhookProblem;
use waybill_platform::webhooks::{DeliveryError, WebhookError};

use super::ApiError;

impl ApiError {
    /// 404: there is no such webhook.
    pub fn no_such_webhook() -> Self {
        Self::not_found("There is no such webhook.")
    }

    /// 400: a webhook names something that it cannot concern.
    pub fn not_in_webhook(field: &str, message: impl Into<String>) -> Self {
        Self::bad_request("webhook_invalid", message).at(field)
    }

    /// Converts an error of the service of webhooks.
    pub fn of_webhook(error: &WebhookError) -> Self {
        let message = error.to_string();
        match error {
            WebhookError::Problem(
                problem @ (WebhookProblem::NotRotated | WebhookProblem::NoEarlierSecret),
            ) => Self::new(StatusCode::CONFLICT, problem.code(), message),
            WebhookError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            WebhookError::NoSecretToKeep(_) | WebhookError::SecretText(_) => {
                Self::bad_request("webhook_secret", message).at("handlers.secrets")
            }
            WebhookError::NoSuchProxy(_) => Self::not_in_webhook("handlers.proxy", message),
            WebhookError::Proxy(error) => Self::of_proxy(error),
            WebhookError::Address(_) => {
                Self::bad_request("webhook_address", message).at("handlers.url")
            }
            WebhookError::Render(_) => Self::bad_request("webhook_not_sendable", message),
            WebhookError::KeyTaken => {
                Self::new(StatusCode::CONFLICT, "webhook_key_taken", message).at("key")
            }
            WebhookError::TooMany | WebhookError::TooManyOfProject => {
                Self::new(StatusCode::CONFLICT, "too_many_webhooks", message)
            }
            WebhookError::Unknown => Self::no_such_webhook(),
            WebhookError::Vault(_) | WebhookError::Stream(_) | WebhookError::Stopped(_) => {
                tracing::error!(service = "event", %error, "the service of webhooks failed");
                Self::unavailable(
                    "Webhooks cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }

    /// Converts an error of the service of deliveries.
    pub fn of_delivery(error: &DeliveryError) -> Self {
        let message = error.to_string();
        match error {
            DeliveryError::Unknown => Self::not_found(message),
            DeliveryError::Waiting => {
                Self::new(StatusCode::CONFLICT, "webhook_delivery_waiting", message)
            }
            DeliveryError::Disabled => Self::new(StatusCode::CONFLICT, "webhook_disabled", message),
            DeliveryError::Webhook(error) => Self::of_webhook(error),
            DeliveryError::Record(_) | DeliveryError::Read(_) => {
                tracing::error!(service = "event", %error, "the service of deliveries failed");
                Self::unavailable(
                    "Deliveries cannot be read or recorded at the moment. The log says more.",
                )
            }
        }
    }
}
