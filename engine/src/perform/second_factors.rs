//! Second factors: enrolment, one-time codes, recovery codes.

use waybill_machines::AnyEvent;
use waybill_machines::machines::mfa;
use waybill_machines::secret::{Handle, PersonId};
use waybill_platform::access::{AccessError, Enrolment, Factor};
use waybill_platform::secret::Payload;

use super::{Request, unavailable};

pub(super) async fn begin_enrolment(request: &Request<'_>, person: &PersonId) -> Option<AnyEvent> {
    let Some(enrolment) = enrolment(request, person) else { return request.interrupted() };
    let answer =
        request.ports().second_factors.begin_enrolment(enrolment, request.context.clone()).await;
    let failed = |error| mfa::Prepared::Failed { notice: unavailable(&error) };
    Some(mfa::Event::Prepared(answer.unwrap_or_else(failed)).into())
}

pub(super) async fn confirm_enrolment(
    request: &Request<'_>,
    person: &PersonId,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some((Payload::Code(code), client)) = request.take(code) else {
        return request.interrupted();
    };
    let Some(enrolment) = enrolment(request, person) else { return request.interrupted() };
    let context = request.context.clone();
    let factors = &request.ports().second_factors;
    let verified = match factors.confirm_enrolment(enrolment, code, client, context).await {
        Ok(confirmed) => {
            if let Some(session) =
                request.session().filter(|_| !confirmed.recovery_codes.is_empty())
            {
                let codes = confirmed.recovery_codes;
                request.services.keep_recovery_codes(session, person.clone(), codes);
            }
            confirmed.verified
        }
        Err(error) => refused(error),
    };
    Some(mfa::Event::Confirmed(verified).into())
}

pub(super) async fn verify(
    request: &Request<'_>,
    person: &PersonId,
    factor: Factor,
    code: &Handle,
) -> Option<AnyEvent> {
    let Some((Payload::Code(code), client)) = request.take(code) else {
        return request.interrupted();
    };
    let (person, context) = (person.clone(), request.context.clone());
    let answer = request.ports().second_factors.verify(person, factor, code, client, context).await;
    let verified = answer.unwrap_or_else(refused);
    let event = match factor {
        Factor::Totp => mfa::Event::CodeVerified(verified),
        Factor::Recovery => mfa::Event::RecoveryVerified(verified),
    };
    Some(event.into())
}

/// The enrolment of this session, and of no other one of the same person.
fn enrolment(request: &Request<'_>, person: &PersonId) -> Option<Enrolment> {
    let session = request.session()?.as_str().to_owned();
    Some(Enrolment { person: person.clone(), session })
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to `unwrap_or_else` as it is")]
fn refused(error: AccessError) -> mfa::Verified {
    mfa::Verified::Refused { notice: unavailable(&error) }
}
