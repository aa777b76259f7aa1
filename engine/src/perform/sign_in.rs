//! Signing in and out, passwords, and whether a session's user may still sign in.

use waybill_machines::AnyEvent;
use waybill_machines::machines::{idle, login, password};
use waybill_machines::secret::{Handle, PersonId};
use waybill_machines::sign_in::SamlSubject;
use waybill_platform::secret::Payload;

use super::{Request, unavailable};

pub(super) async fn authenticate(request: &Request<'_>, credentials: &Handle) -> Option<AnyEvent> {
    let (ports, context) = (request.ports(), request.context.clone());
    let answer = match request.take(credentials) {
        Some((Payload::Credentials(given, attempt), client)) => {
            ports.sign_in.authenticate(given, attempt, client, context).await
        }
        Some((Payload::ProxyUser(user), _)) => {
            ports.identities.sign_in_by_proxy(user, context).await
        }
        _ => return request.interrupted(),
    };
    let mut answer = answer
        .unwrap_or_else(|error| login::Authenticated::Refused { notice: unavailable(&error) });
    if let login::Authenticated::Accepted { external_redirect, .. } = &mut answer
        && external_redirect.is_none()
    {
        // LOGIN-02: where the installation is left for, so is it after signing in, before any page is asked for
        let installation = request.ports().settings.console().await;
        *external_redirect = installation.ok().and_then(|known| known.external_redirect);
    }
    Some(login::Event::Authenticated(answer).into())
}

pub(super) async fn log_out(
    request: &Request<'_>,
    person: &PersonId,
    via: Option<&str>,
    saml: Option<&SamlSubject>,
) -> Option<AnyEvent> {
    let answer = request.ports().sign_in.log_out(person.clone(), request.context.clone()).await;
    let mut answer = answer.unwrap_or(login::LoggedOut::Done { leave_for: None });
    if let (login::LoggedOut::Done { leave_for }, Some(provider)) = (&mut answer, via) {
        *leave_for = super::sso::end_session_url(request, provider, saml).await;
    }
    Some(login::Event::LoggedOut(answer).into())
}

pub(super) async fn change_password(
    request: &Request<'_>,
    person: &PersonId,
    passwords: &Handle,
) -> Option<AnyEvent> {
    let Some((Payload::Passwords(given), client)) = request.take(passwords) else {
        return request.interrupted();
    };
    let context = request.context.clone();
    let answer =
        request.ports().sign_in.change_password(person.clone(), given, client, context).await;
    let failed = |error| password::Changed::Refused { notice: unavailable(&error) };
    Some(password::Event::Changed(answer.unwrap_or_else(failed)).into())
}

/// SESS-01: a session is valid while its user may still sign in. Whether they are away for too long, the machine
/// decides.
pub(super) async fn check_session(request: &Request<'_>) -> Option<AnyEvent> {
    let user = match request.person() {
        Some(person) => request.ports().accounts.user(person.clone()).await.ok().flatten(),
        None => None,
    };
    let checked = match user {
        Some(user) if user.enabled => idle::Checked::Valid { active_at: request.task.active_at },
        _ => idle::Checked::Expired {},
    };
    Some(idle::Event::Checked(checked).into())
}
