//! Replacing a forgotten password: asking for a link, opening it, and setting the password.

use waybill_machines::AnyEvent;
use waybill_machines::machines::forgot_password::{self, ResetLinkAnswer};
use waybill_machines::machines::login::Notice;
use waybill_machines::machines::reset_password::{self, PasswordReset, ResetKeyChecked};
use waybill_machines::secret::{Handle, PersonId};
use waybill_platform::access::{AccessError, PasswordLinkRefused, PasswordToken, SentOrRefused};
use waybill_platform::secret::{Payload, Secret};

use super::Request;

/// PASS-01: the answer does not depend on whether there is such an account.
pub(super) async fn send_reset_link(request: &Request<'_>, account: &Handle) -> Option<AnyEvent> {
    let Some((Payload::Account { typed, language }, client)) = request.take(account) else {
        return request.interrupted();
    };
    let (links, context) = (&request.ports().forgotten_passwords, request.context.clone());
    let answer = match links.send_reset_link(typed, language, client, context).await {
        Ok(SentOrRefused::Sent) => ResetLinkAnswer::Sent {},
        Ok(SentOrRefused::Refused(notice)) => ResetLinkAnswer::Refused { notice },
        Err(error) => ResetLinkAnswer::Refused { notice: notice(&error) },
    };
    Some(forgot_password::Event::Answered(answer).into())
}

pub(super) async fn check_reset_key(request: &Request<'_>, link: &Handle) -> Option<AnyEvent> {
    let Some((Payload::ResetLink(token), _)) = request.take(link) else {
        return request.interrupted();
    };
    let checked = match parse(&token) {
        Ok(token) => {
            let person = token.person().clone();
            let links = &request.ports().password_links;
            let link = links.check_reset_link(token, request.context.at).await;
            link.map(|link| ResetKeyChecked::Valid { person, until: link.until })
        }
        Err(error) => Err(error),
    };
    let answer =
        checked.unwrap_or_else(|error| ResetKeyChecked::Refused { notice: notice(&error) });
    Some(reset_password::Event::Checked(answer).into())
}

/// PASS-02: the machine has compared the key with the one that was checked for this person.
pub(super) async fn reset_password(
    request: &Request<'_>,
    person: &PersonId,
    secrets: &Handle,
) -> Option<AnyEvent> {
    let Some((Payload::ResetPassword { token, password }, _)) = request.take(secrets) else {
        return request.interrupted();
    };
    let set = match parse(&token) {
        Ok(token) if token.person() == person => {
            let (links, context) = (&request.ports().password_links, request.context.clone());
            links.use_reset_link(token, password, context).await
        }
        Ok(_) => Err(PasswordLinkRefused::ResetWrong.into()),
        Err(error) => Err(error),
    };
    let answer = match set {
        Ok(()) => PasswordReset::Accepted {},
        Err(error) => PasswordReset::Refused { notice: notice(&error) },
    };
    Some(reset_password::Event::Answered(answer).into())
}

fn parse(token: &Secret) -> Result<PasswordToken, AccessError> {
    PasswordToken::parse(token.expose()).ok_or_else(|| PasswordLinkRefused::ResetWrong.into())
}

/// What a visitor may see of an error. Of a failure of the service that is nothing, so that the machine says its own
/// sentence.
fn notice(error: &AccessError) -> Notice {
    match error {
        AccessError::Vault(_) | AccessError::Stream(_) | AccessError::Defect(_) => {
            tracing::error!(%error, "the access service failed");
            Notice::new("unavailable", "")
        }
        _ => error.notice(),
    }
}
