//! The calls of the retention machine.

use waybill_machines::AnyEvent;
use waybill_machines::machines::retention::{Answer, Event};
use waybill_platform::retention::RetentionError;

use super::Request;

/// Only administrators may see it, and the user may have lost the right since the call was requested.
pub(super) async fn status(request: &Request<'_>) -> Option<AnyEvent> {
    Some(Event::Status(answer(request).await).into())
}

async fn answer(request: &Request<'_>) -> Answer {
    let ports = request.ports();
    let may = match request.is_admin().await {
        Ok(may) => may,
        Err(error) => {
            tracing::error!(%error, "the access service failed");
            return Answer::Failed { message: error.to_string() };
        }
    };
    if !may {
        return Answer::NotAuthorised {};
    }
    match ports.retention.enabled().await {
        Ok(enabled) => Answer::Received { enabled },
        Err(RetentionError::NotFound) => Answer::NotThere {},
        Err(RetentionError::Failed { message }) => {
            tracing::warn!(service = "distribution", message, "the status of retention is unknown");
            Answer::Failed { message }
        }
    }
}
