//! The calls of the retention machine.

use waybill_machines::AnyEvent;
use waybill_machines::machines::retention::{Answer, Event};
use waybill_platform::retention::RetentionError;

use super::Asked;

/// Only administrators are told, and the one who asked may be none any more.
pub(super) async fn status(asked: &Asked<'_>) -> Option<AnyEvent> {
    Some(Event::Status(answer(asked).await).into())
}

async fn answer(asked: &Asked<'_>) -> Answer {
    let ports = &asked.services.ports;
    let may = match asked.person() {
        Some(person) => match ports.access.user(person.clone()).await {
            Ok(user) => user.is_some_and(|user| user.admin && user.enabled),
            Err(error) => {
                tracing::error!(%error, "the access service could not judge");
                return Answer::Failed { message: error.to_string() };
            }
        },
        None => false,
    };
    if !may {
        return Answer::NotAuthorised {};
    }
    match ports.retention.enabled().await {
        Ok(enabled) => Answer::Told { enabled },
        Err(RetentionError::NotThere) => Answer::NotThere {},
        Err(RetentionError::Failed { message }) => {
            tracing::warn!(
                service = "distribution",
                message,
                "the status of retention is not known"
            );
            Answer::Failed { message }
        }
    }
}
