//! What the answer of a receiver means for a delivery, and when it is sent again (HOOK-04).

use serde::{Deserialize, Serialize};

use crate::time::Timestamp;

/// How long a delivery is tried, from its first attempt.
pub const WEBHOOK_RETRIED_MS: i64 = 24 * 60 * 60 * 1_000;
/// The shortest time between two attempts, and what the longest grows from.
const WAIT_MIN_MS: i64 = 1_000;
const WAIT_FIRST_MS: i64 = 5_000;
/// The longest time between two attempts that a receiver does not ask for.
const WAIT_MAX_MS: i64 = 60 * 60 * 1_000;

/// An attempt to deliver an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WebhookAttempt {
    /// How long it took, in milliseconds.
    pub took_ms: u32,
    /// What came of it.
    pub answer: WebhookAnswer,
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum WebhookAnswer {
    /// The receiver has answered.
    Status {
        /// The status.
        status: u16,
        /// How long it wants to be left alone, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u32>,
        /// The beginning of an answer that says why it has not taken the event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// There is no answer.
    None {
        /// Why.
        failure: WebhookFailure,
    },
}

/// Why there is no answer. It is no more exact, so that it says nothing about servers inside of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookFailure {
    /// The receiver could not be reached, or broke off.
    NotReached,
    /// Its certificate is not one that is trusted.
    NotTrusted,
    /// It took too long.
    TooSlow,
    /// It does not answer by the rules of HTTP.
    NotHttp,
    /// This server has too many requests in progress.
    Busy,
    /// The proxy does not connect to the receiver.
    Proxy,
    /// The address is one that this server does not connect to.
    Blocked,
    /// The address cannot be one.
    Address,
    /// The request cannot be made, because a secret is missing or a value cannot be sent.
    Unsendable,
}

/// What an answer means for a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookVerdict {
    /// The receiver has it.
    Delivered,
    /// It is tried again, not before so many milliseconds have passed.
    Again(u32),
    /// It is dead, and so is its webhook: the receiver is gone for good.
    Gone,
    /// It is dead: another attempt would end in the same way.
    Dead,
}

/// Why a delivery is not tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookDeath {
    /// The receiver has refused it, or it cannot be sent.
    Refused,
    /// The receiver is gone for good.
    Gone,
    /// It was tried for a day.
    Expired,
    /// The user who owns the webhook may not read what it is about.
    OwnerWithoutRights,
}

/// Why a delivery that was waiting is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookCancelled {
    /// The webhook has another address, or was disabled.
    Changed,
    /// The webhook was deleted.
    Deleted,
}

impl WebhookAnswer {
    /// What it means.
    pub const fn verdict(&self) -> WebhookVerdict {
        match self {
            Self::Status { status: 200..=299, .. } => WebhookVerdict::Delivered,
            Self::Status { status: 410, .. } => WebhookVerdict::Gone,
            Self::Status { status: 408 | 425 | 429 | 500..=599, retry_after_ms, .. } => {
                WebhookVerdict::Again(match *retry_after_ms {
                    Some(wait) => wait,
                    None => 0,
                })
            }
            Self::Status { .. } => WebhookVerdict::Dead,
            Self::None { failure } => match failure {
                WebhookFailure::NotReached
                | WebhookFailure::NotTrusted
                | WebhookFailure::TooSlow
                | WebhookFailure::NotHttp
                | WebhookFailure::Busy
                | WebhookFailure::Proxy => WebhookVerdict::Again(0),
                WebhookFailure::Blocked | WebhookFailure::Address | WebhookFailure::Unsendable => {
                    WebhookVerdict::Dead
                }
            },
        }
    }
}

/// When a delivery is sent again that has failed `attempts` times: after a random part of a time that doubles, so that
/// many do not come back at once. None if that is more than a day after its first attempt.
pub fn webhook_retried_at(
    attempts: u32,
    asked_ms: u32,
    jitter_permille: u16,
    first_at: Timestamp,
    at: Timestamp,
) -> Option<Timestamp> {
    let doubled = WAIT_FIRST_MS.saturating_mul(1_i64 << attempts.saturating_sub(1).min(20));
    let longest = doubled.min(WAIT_MAX_MS) - WAIT_MIN_MS;
    let part = longest * i64::from(jitter_permille.min(1_000)) / 1_000;
    let again = at.plus_ms((WAIT_MIN_MS + part).max(i64::from(asked_ms)));
    (again.ms_since(first_at) <= WEBHOOK_RETRIED_MS).then_some(again)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(status: u16) -> WebhookAnswer {
        WebhookAnswer::Status { status, retry_after_ms: None, text: None }
    }

    /// covers: [HOOK-04]
    #[test]
    fn answers_say_whether_it_is_tried_again() {
        for status in [200, 202, 204, 299] {
            assert_eq!(answered(status).verdict(), WebhookVerdict::Delivered, "{status}");
        }
        for status in [408, 425, 429, 500, 503, 599] {
            assert_eq!(answered(status).verdict(), WebhookVerdict::Again(0), "{status}");
        }
        for status in [304, 400, 401, 404, 409, 418] {
            assert_eq!(answered(status).verdict(), WebhookVerdict::Dead, "{status}");
        }
        assert_eq!(answered(410).verdict(), WebhookVerdict::Gone);
        let busy = WebhookAnswer::Status { status: 429, retry_after_ms: Some(30_000), text: None };
        assert_eq!(busy.verdict(), WebhookVerdict::Again(30_000));
        let none = |failure| WebhookAnswer::None { failure }.verdict();
        assert_eq!(none(WebhookFailure::TooSlow), WebhookVerdict::Again(0));
        assert_eq!(none(WebhookFailure::Proxy), WebhookVerdict::Again(0));
        assert_eq!(none(WebhookFailure::Blocked), WebhookVerdict::Dead);
    }

    /// covers: [HOOK-04]
    #[test]
    fn waits_double_up_to_an_hour_and_end_after_a_day() {
        let begun = Timestamp::from_ms(0);
        let wait = |attempts, jitter| {
            webhook_retried_at(attempts, 0, jitter, begun, begun).map(Timestamp::as_ms)
        };
        assert_eq!([wait(1, 0), wait(40, 0)], [Some(1_000); 2]);
        assert_eq!(wait(1, 1_000), Some(5_000));
        assert_eq!(wait(2, 1_000), Some(10_000));
        assert_eq!(wait(1, 500), Some(3_000));
        assert_eq!([wait(11, 1_000), wait(40, 1_000)], [Some(3_600_000); 2]);
        let asked = webhook_retried_at(1, 60_000, 0, begun, begun);
        assert_eq!(asked.map(Timestamp::as_ms), Some(60_000));
        let late = begun.plus_ms(WEBHOOK_RETRIED_MS - 1_000);
        assert!(webhook_retried_at(3, 0, 0, begun, late).is_some());
        assert!(webhook_retried_at(3, 0, 1_000, begun, late).is_none());
    }
}
