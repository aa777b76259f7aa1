//! Signing in, second factors, passwords, and what is kept for a user beside the account.

use waybill_machines::machines::{
    idle, login, mfa, onboarding, password, personalisation, quick_setup, startup,
};
use waybill_machines::rules::custom_data::{CustomChange, DataStored};
use waybill_machines::secret::{Handle, PersonId};
use waybill_machines::{AnyEvent, MachineName};
use waybill_platform::access::{Access, AccessError, Enrolment};
use waybill_platform::secret::Payload;

use super::{Asked, fetched, unavailable};

pub(super) async fn authenticate(asked: &Asked<'_>, credentials: &Handle) -> Option<AnyEvent> {
    let Some(Payload::Credentials(given)) = asked.take(credentials) else {
        return asked.interrupted();
    };
    let answer = access(asked).authenticate(given, asked.source(), asked.act.clone()).await;
    let answer = answer
        .unwrap_or_else(|error| login::Authenticated::Refused { notice: unavailable(&error) });
    Some(login::Event::Authenticated(answer).into())
}

pub(super) async fn log_out(asked: &Asked<'_>, person: &PersonId) -> Option<AnyEvent> {
    let answer = access(asked).log_out(person.clone(), asked.act.clone()).await;
    Some(login::Event::LoggedOut(answer.unwrap_or(login::LoggedOut::Done {})).into())
}

pub(super) async fn begin_enrolment(asked: &Asked<'_>, person: &PersonId) -> Option<AnyEvent> {
    let Some(enrolment) = enrolment(asked, person) else { return asked.interrupted() };
    let answer = access(asked).begin_enrolment(enrolment, asked.act.clone()).await;
    let failed = |error| mfa::Prepared::Failed { notice: unavailable(&error) };
    Some(mfa::Event::Prepared(answer.unwrap_or_else(failed)).into())
}

pub(super) async fn confirm_enrolment(
    asked: &Asked<'_>,
    person: &PersonId,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Code(code)) = asked.take(code) else { return asked.interrupted() };
    let Some(enrolment) = enrolment(asked, person) else { return asked.interrupted() };
    let (source, act) = (asked.source(), asked.act.clone());
    let verified = match access(asked).confirm_enrolment(enrolment, code, source, act).await {
        Ok(confirmed) => {
            if let Some(session) = asked.session().filter(|_| !confirmed.recovery_codes.is_empty())
            {
                asked.services.keep_recovery_codes(session, confirmed.recovery_codes);
            }
            confirmed.verified
        }
        Err(error) => refused(error),
    };
    Some(mfa::Event::Confirmed(verified).into())
}

pub(super) async fn verify_code(
    asked: &Asked<'_>,
    person: &PersonId,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Code(code)) = asked.take(code) else { return asked.interrupted() };
    let (source, act) = (asked.source(), asked.act.clone());
    let answer = access(asked).verify_code(person.clone(), code, source, act).await;
    Some(mfa::Event::CodeVerified(answer.unwrap_or_else(refused)).into())
}

pub(super) async fn verify_recovery(
    asked: &Asked<'_>,
    person: &PersonId,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Code(code)) = asked.take(code) else { return asked.interrupted() };
    let (source, act) = (asked.source(), asked.act.clone());
    let answer = access(asked).verify_recovery(person.clone(), code, source, act).await;
    Some(mfa::Event::RecoveryVerified(answer.unwrap_or_else(refused)).into())
}

pub(super) async fn change_password(
    asked: &Asked<'_>,
    person: &PersonId,
    passwords: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Passwords(given)) = asked.take(passwords) else {
        return asked.interrupted();
    };
    let (source, act) = (asked.source(), asked.act.clone());
    let answer = access(asked).change_password(person.clone(), given, source, act).await;
    let failed = |error| password::Changed::Refused { notice: unavailable(&error) };
    Some(password::Event::Changed(answer.unwrap_or_else(failed)).into())
}

/// SESS-01: a session counts while its user may still sign in.
pub(super) async fn check_session(asked: &Asked<'_>) -> Option<AnyEvent> {
    let user = match asked.person() {
        Some(person) => access(asked).user(person.clone()).await.ok().flatten(),
        None => None,
    };
    let checked = match user {
        Some(user) if user.enabled => idle::Checked::Valid {},
        _ => idle::Checked::Expired {},
    };
    Some(idle::Event::Checked(checked).into())
}

pub(super) async fn current_user(asked: &Asked<'_>, person: Option<&PersonId>) -> Option<AnyEvent> {
    let answer = access(asked).current_user(person.cloned(), asked.act.clone()).await;
    Some(startup::Event::CurrentUser(fetched(answer)).into())
}

/// Several machines ask for this, so whoever asked is told.
pub(super) async fn store_custom_data(
    asked: &Asked<'_>,
    person: &PersonId,
    change: &CustomChange,
) -> Option<AnyEvent> {
    let act = asked.act.clone();
    let answer = access(asked).store_custom_data(person.clone(), change.clone(), act).await;
    let failed = |error| DataStored::Refused { notice: unavailable(&error) };
    let answer = answer.unwrap_or_else(failed);
    Some(match asked.task.machine {
        MachineName::Onboarding => onboarding::Event::Stored(answer).into(),
        MachineName::QuickSetup => quick_setup::Event::Stored(answer).into(),
        MachineName::Personalisation => personalisation::Event::Stored(answer).into(),
        _ => return None,
    })
}

/// The enrolment of this session, and of no other one of the same person.
fn enrolment(asked: &Asked<'_>, person: &PersonId) -> Option<Enrolment> {
    let session = asked.session()?.as_str().to_owned();
    Some(Enrolment { person: person.clone(), session })
}

fn access<'a>(asked: &Asked<'a>) -> &'a dyn Access {
    asked.services.ports.access.as_ref()
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `unwrap_or_else` as it is")]
fn refused(error: AccessError) -> mfa::Verified {
    mfa::Verified::Refused { notice: unavailable(&error) }
}
