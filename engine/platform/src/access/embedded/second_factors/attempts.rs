//! Attempts at codes: each is counted before it is verified, and wrong ones make the next wait.

use std::sync::Arc;

use waybill_machines::machines::account::{Event, SignInStep};
use waybill_machines::machines::mfa::Verified;
use waybill_machines::secret::PersonId;

use super::super::Inner;
use super::forbidden;
use crate::access::slow_down::{Attempt, Delayed, Reserved};
use crate::access::{Client, error};
use crate::streams::ChangeContext;

/// An attempt that is counted and may be verified.
pub(super) struct Counted {
    attempt: Attempt,
    reserved: Reserved,
}

impl Inner {
    /// Counts an attempt, or returns why none may be made.
    pub(super) fn attempt(
        &self,
        person: &PersonId,
        client: &Client,
        context: &ChangeContext,
    ) -> Result<Counted, Verified> {
        let account = self.person_key(person);
        let attempt = self.attempt_on(account, Some(person), client, context.at);
        if self.attempt_limits.is_exhausted(&attempt) {
            return Err(too_many());
        }
        let reserved = self.attempt_limits.codes().reserve(attempt, context.at);
        reserved.map(|reserved| Counted { attempt, reserved }).map_err(|delayed| match delayed {
            Delayed::Until(_) => Verified::Refused { notice: error::delayed(delayed) },
            Delayed::NeedsDevice(_) => Verified::Forbidden { notice: error::delayed(delayed) },
        })
    }

    /// Counts a wrong code; `answer`, or another one after the last code that was allowed.
    pub(super) async fn record_failure(
        self: &Arc<Self>,
        person: &PersonId,
        counted: &Counted,
        answer: Verified,
        client: &Client,
        context: &ChangeContext,
    ) -> Verified {
        self.attempt_limits.wrong_code(&counted.attempt);
        self.sign_in_failed(person, SignInStep::Code, client, context);
        if counted.reserved.stops_until.is_some() {
            self.stop_codes(person, context).await;
        }
        if self.attempt_limits.is_exhausted(&counted.attempt) { too_many() } else { answer }
    }

    /// Records for the owner that strangers used up the wrong codes of a day: the password is known to another person.
    /// The stop itself is in the counts.
    async fn stop_codes(&self, person: &PersonId, context: &ChangeContext) {
        tracing::warn!(
            service = "access",
            person = person.0,
            "too many wrong codes today: only known devices of this user are let in for the rest of the day"
        );
        if let Err(error) = self.record(person, Event::StopCodes {}, false, context).await {
            tracing::warn!(service = "access", %error, "the stop of the code step could not be recorded");
        }
    }

    pub(super) fn record_success(&self, counted: &Counted, context: &ChangeContext) {
        self.attempt_limits.codes().succeed(counted.reserved, context.at);
        self.attempt_limits.forget_codes(&counted.attempt);
    }
}

fn too_many() -> Verified {
    forbidden("too_many_codes", "Too many wrong codes. Sign in again.")
}
