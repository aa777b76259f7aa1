//! Confirming command-line clients.

use waybill_machines::AnyEvent;
use waybill_machines::machines::cli_login::{ClientLoginAnswer, Event};
use waybill_machines::secret::{Digest, Handle, PersonId};
use waybill_platform::access::{AccessError, ConfirmedClient};
use waybill_platform::secret::Payload;

use super::{Request, unavailable};

pub(super) async fn grant(
    request: &Request<'_>,
    person: &PersonId,
    client: &Digest,
    name: &str,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some((Payload::Code(code), _)) = request.take(code) else {
        return request.interrupted();
    };
    let confirmed = ConfirmedClient {
        client: client.clone(),
        name: name.to_owned(),
        code,
        person: person.clone(),
    };
    let port = &request.ports().client_logins;
    let answer = match port.grant(confirmed, request.context.clone()).await {
        Ok(answer) => answer,
        // What the user can do something about has a sentence of its own.
        Err(error @ (AccessError::Token(_) | AccessError::Account(_))) => {
            ClientLoginAnswer::Refused { notice: error.notice() }
        }
        Err(error) => ClientLoginAnswer::Refused { notice: unavailable(&error) },
    };
    Some(Event::Answered(answer).into())
}
