//! Second factors: enrolment, one-time codes, recovery codes.

use waybill_machines::AnyEvent;
use waybill_machines::machines::mfa;
use waybill_machines::secret::{Handle, PersonId};
use waybill_platform::access::{AccessError, Enrolment};
use waybill_platform::secret::Payload;

use super::{Asked, unavailable};

pub(super) async fn begin_enrolment(asked: &Asked<'_>, person: &PersonId) -> Option<AnyEvent> {
    let Some(enrolment) = enrolment(asked, person) else { return asked.interrupted() };
    let answer = asked.ports().second_factors.begin_enrolment(enrolment, asked.act.clone()).await;
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
    let factors = &asked.ports().second_factors;
    let verified = match factors.confirm_enrolment(enrolment, code, source, act).await {
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
    let answer = asked.ports().second_factors.verify_code(person.clone(), code, source, act).await;
    Some(mfa::Event::CodeVerified(answer.unwrap_or_else(refused)).into())
}

pub(super) async fn verify_recovery(
    asked: &Asked<'_>,
    person: &PersonId,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some(Payload::Code(code)) = asked.take(code) else { return asked.interrupted() };
    let (source, act) = (asked.source(), asked.act.clone());
    let answer =
        asked.ports().second_factors.verify_recovery(person.clone(), code, source, act).await;
    Some(mfa::Event::RecoveryVerified(answer.unwrap_or_else(refused)).into())
}

/// The enrolment of this session, and of no other one of the same person.
fn enrolment(asked: &Asked<'_>, person: &PersonId) -> Option<Enrolment> {
    let session = asked.session()?.as_str().to_owned();
    Some(Enrolment { person: person.clone(), session })
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `unwrap_or_else` as it is")]
fn refused(error: AccessError) -> mfa::Verified {
    mfa::Verified::Refused { notice: unavailable(&error) }
}
