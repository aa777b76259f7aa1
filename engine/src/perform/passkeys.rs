//! Checking what authenticators have answered.

use waybill_machines::AnyEvent;
use waybill_machines::machines::passkey;
use waybill_machines::secret::Handle;
use waybill_machines::sign_in::{PasskeyCeremony, PasskeyChecked};
use waybill_platform::access::CheckedPasskey;
use waybill_platform::secret::Payload;

use super::{Request, unavailable};

pub(super) async fn check_passkey(
    request: &Request<'_>,
    ceremony: &PasskeyCeremony,
    response: &Handle,
) -> Option<AnyEvent> {
    let Some((Payload::Passkey(response), client)) = request.take(response) else {
        return request.interrupted();
    };
    let context = request.context.clone();
    let port = &request.ports().passkeys;
    let mut answer = match port.check_passkey(ceremony.clone(), response, client, context).await {
        Ok(checked) => {
            let CheckedPasskey { answer, recovery_codes: codes } = checked;
            let owner = ceremony.person.clone().filter(|_| !codes.is_empty());
            if let (Some(session), Some(owner)) = (request.session(), owner) {
                request.services.keep_recovery_codes(session, owner, codes);
            }
            answer
        }
        Err(error) => PasskeyChecked::Refused { notice: unavailable(&error) },
    };
    if let PasskeyChecked::Accepted { external_redirect, .. } = &mut answer {
        // LOGIN-02: as after a password
        let installation = request.ports().settings.console().await;
        *external_redirect = installation.ok().and_then(|known| known.external_redirect);
    }
    Some(passkey::Event::Checked(answer).into())
}
