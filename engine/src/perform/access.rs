//! Signing in, second factors, passwords, and the custom data of users.

use waybill_machines::machines::{
    idle, login, mfa, onboarding, password, personalisation, quick_setup, startup,
};
use waybill_machines::rules::custom_data::{CustomChange, DataStored};
use waybill_machines::secret::{Handle, PersonId};
use waybill_machines::{AnyEvent, MachineName};
use waybill_platform::access::{Access, AccessError, Enrolment};
use waybill_platform::secret::Payload;

use super::{Request, fetched, unavailable};

pub(super) async fn authenticate(request: &Request<'_>, credentials: &Handle) -> Option<AnyEvent> {
    let Some(Payload::Credentials(given)) = request.take(credentials) else {
        return request.interrupted();
    };
    let answer = access(request).authenticate(given, request.source(), request.act.clone()).await;
    let answer = answer
        .unwrap_or_else(|error| login::Authenticated::Refused { notice: unavailable(&error) });
    Some(login::Event::Authenticated(answer).into())
}

pub(super) async fn log_out(request: &Request<'_>, person: &PersonId) -> Option<AnyEvent> {
    let answer = access(request).log_out(person.clone(), request.act.clone()).await;
    Some(login::Event::LoggedOut(answer.unwrap_or(login::LoggedOut::Done {})).into())
}

pub(super) async fn begin_enrolment(request: &Request<'_>, person: &PersonId) -> Option<AnyEvent> {
    let Some(enrolment) = enrolment(request, person) else { return request.interrupted() };
    let answer = access(request).begin_enrolment(enrolment, request.act.clone()).await;
    let failed = |error| mfa::Prepared::Failed { notice: unavailable(&error) };
    Some(mfa::Event::Prepared(answer.unwrap_or_else(failed)).into())
}

pub(super) async fn confirm_enrolment(
    request: &Request<'_>,
    person: &PersonId,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Code(code)) = request.take(code) else { return request.interrupted() };
    let Some(enrolment) = enrolment(request, person) else { return request.interrupted() };
    let (source, act) = (request.source(), request.act.clone());
    let verified = match access(request).confirm_enrolment(enrolment, code, source, act).await {
        Ok(confirmed) => {
            if let Some(session) =
                request.session().filter(|_| !confirmed.recovery_codes.is_empty())
            {
                request.services.keep_recovery_codes(session, confirmed.recovery_codes);
            }
            confirmed.verified
        }
        Err(error) => refused(error),
    };
    Some(mfa::Event::Confirmed(verified).into())
}

pub(super) async fn verify_code(
    request: &Request<'_>,
    person: &PersonId,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Code(code)) = request.take(code) else { return request.interrupted() };
    let (source, act) = (request.source(), request.act.clone());
    let answer = access(request).verify_code(person.clone(), code, source, act).await;
    Some(mfa::Event::CodeVerified(answer.unwrap_or_else(refused)).into())
}

pub(super) async fn verify_recovery(
    request: &Request<'_>,
    person: &PersonId,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Code(code)) = request.take(code) else { return request.interrupted() };
    let (source, act) = (request.source(), request.act.clone());
    let answer = access(request).verify_recovery(person.clone(), code, source, act).await;
    Some(mfa::Event::RecoveryVerified(answer.unwrap_or_else(refused)).into())
}

pub(super) async fn change_password(
    request: &Request<'_>,
    person: &PersonId,
    passwords: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Passwords(given)) = request.take(passwords) else {
        return request.interrupted();
    };
    let (source, act) = (request.source(), request.act.clone());
    let answer = access(request).change_password(person.clone(), given, source, act).await;
    let failed = |error| password::Changed::Refused { notice: unavailable(&error) };
    Some(password::Event::Changed(answer.unwrap_or_else(failed)).into())
}

/// SESS-01: a session is valid while its user may still sign in.
pub(super) async fn check_session(request: &Request<'_>) -> Option<AnyEvent> {
    let user = match request.person() {
        Some(person) => access(request).user(person.clone()).await.ok().flatten(),
        None => None,
    };
    let checked = match user {
        Some(user) if user.enabled => idle::Checked::Valid {},
        _ => idle::Checked::Expired {},
    };
    Some(idle::Event::Checked(checked).into())
}

pub(super) async fn current_user(
    request: &Request<'_>,
    person: Option<&PersonId>,
) -> Option<AnyEvent> {
    let answer = access(request).current_user(person.cloned(), request.act.clone()).await;
    Some(startup::Event::CurrentUser(fetched(answer)).into())
}

/// Several machines request this, so the answer is an event of the requesting machine.
pub(super) async fn store_custom_data(
    request: &Request<'_>,
    person: &PersonId,
    change: &CustomChange,
) -> Option<AnyEvent> {
    let act = request.act.clone();
    let answer = access(request).store_custom_data(person.clone(), change.clone(), act).await;
    let failed = |error| DataStored::Refused { notice: unavailable(&error) };
    let answer = answer.unwrap_or_else(failed);
    Some(match request.task.machine {
        MachineName::Onboarding => onboarding::Event::Stored(answer).into(),
        MachineName::QuickSetup => quick_setup::Event::Stored(answer).into(),
        MachineName::Personalisation => personalisation::Event::Stored(answer).into(),
        _ => return None,
    })
}

/// The enrolment of this session; other sessions of the same person have their own.
fn enrolment(request: &Request<'_>, person: &PersonId) -> Option<Enrolment> {
    let session = request.session()?.as_str().to_owned();
    Some(Enrolment { person: person.clone(), session })
}

fn access<'a>(request: &Request<'a>) -> &'a dyn Access {
    request.services.ports.access.as_ref()
}

#[allow(clippy::needless_pass_by_value, reason = "its signature is that of `unwrap_or_else`")]
fn refused(error: AccessError) -> mfa::Verified {
    mfa::Verified::Refused { notice: unavailable(&error) }
}
