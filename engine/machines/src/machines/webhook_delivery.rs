//! A delivery of an event to the receiver of a webhook, in a stream of its own (HOOK-04).
//!
//! ```text
//! absent --send--> delivered, dead, or waiting
//! absent --discard--> dead            absent --redeliver--> waiting
//! waiting --retry--> waiting, delivered or dead
//! waiting --give_up--> dead           waiting --cancel--> cancelled
//! ```
//!
//! A delivery ends delivered, dead or cancelled, and each of these is final: it is sent again as another delivery of
//! the same message. One that was never sent has no stream; the cursor of the webhook says how far it has come.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::webhooks::{
    WebhookAnswer, WebhookAttempt, WebhookCancelled, WebhookData, WebhookDeath, WebhookEventType,
    WebhookFailure, WebhookMessage, WebhookVerdict, webhook_retried_at,
};
use crate::time::Timestamp;

/// The state of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "WebhookDeliveryState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nothing was sent.
    Absent {},
    /// It has failed, or is wanted again, and is sent at a time.
    Waiting {
        /// What is sent.
        message: Box<WebhookMessage>,
        /// How often it was sent.
        attempts: u32,
        /// When it was sent first, or wanted again.
        first_at: Timestamp,
        /// When it is sent the next time.
        until: Timestamp,
    },
    /// The receiver has it.
    Delivered {
        /// How often it was sent.
        attempts: u32,
    },
    /// It is not tried again.
    Dead {
        /// How often it was sent.
        attempts: u32,
        /// Why.
        why: WebhookDeath,
    },
    /// It was given up because its webhook has changed.
    Cancelled {
        /// How often it was sent.
        attempts: u32,
        /// Why.
        why: WebhookCancelled,
    },
}
named!(State {
    Absent = "absent",
    Waiting = "waiting",
    Delivered = "delivered",
    Dead = "dead",
    Cancelled = "cancelled",
});

/// The events of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "WebhookDeliveryEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It was sent for the first time.
    Send {
        /// What was sent.
        message: Box<WebhookMessage>,
        /// The revision of the webhook by which it was.
        revision: u32,
        /// What came of it.
        attempt: WebhookAttempt,
        /// The random part of the time until it is sent again, in thousandths.
        jitter_permille: u16,
    },
    /// It was sent again.
    Retry {
        /// The revision of the webhook by which it was.
        revision: u32,
        /// What came of it.
        attempt: WebhookAttempt,
        /// The random part of the time until it is sent again, in thousandths.
        jitter_permille: u16,
    },
    /// It is never sent.
    Discard {
        /// What would have been sent.
        message: Box<WebhookMessage>,
        /// Why it is not.
        why: WebhookDeath,
    },
    /// It is not sent again.
    GiveUp {
        /// Why.
        why: WebhookDeath,
    },
    /// Its webhook has changed.
    Cancel {
        /// How.
        why: WebhookCancelled,
    },
    /// A user wants a message sent again.
    Redeliver {
        /// What is sent.
        message: Box<WebhookMessage>,
    },
}
named!(Event {
    Send = "send",
    Retry = "retry",
    Discard = "discard",
    GiveUp = "give_up",
    Cancel = "cancel",
    Redeliver = "redeliver",
});

/// The machine of deliveries.
#[derive(Debug, Default)]
pub struct WebhookDelivery;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl WebhookDelivery {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Send { message, attempt, jitter_permille, .. } => {
                let first_at = context.at;
                tried(message, 0, first_at, attempt, *jitter_permille, context)
            }
            Event::Discard { why, .. } => Transition(State::Dead { attempts: 0, why: *why }),
            Event::Redeliver { message } => Transition(State::Waiting {
                message: message.clone(),
                attempts: 0,
                first_at: context.at,
                until: context.at,
            }),
            Event::Retry { .. } | Event::GiveUp { .. } | Event::Cancel { .. } => Super,
        }
    }

    #[state(
        superstate = "root",
        local_storage(
            "message: Box<WebhookMessage>",
            "attempts: u32",
            "first_at: Timestamp",
            "until: Timestamp"
        )
    )]
    fn waiting(
        message: &WebhookMessage,
        attempts: &u32,
        first_at: &Timestamp,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        let attempts = *attempts;
        match event {
            Event::Retry { attempt, jitter_permille, .. } => {
                tried(message, attempts, *first_at, attempt, *jitter_permille, context)
            }
            Event::GiveUp { why } => Transition(State::Dead { attempts, why: *why }),
            Event::Cancel { why } => Transition(State::Cancelled { attempts, why: *why }),
            Event::Send { .. } | Event::Discard { .. } | Event::Redeliver { .. } => Super,
        }
    }

    #[state(superstate = "root", local_storage("attempts: u32"))]
    fn delivered() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root", local_storage("attempts: u32", "why: WebhookDeath"))]
    fn dead() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root", local_storage("attempts: u32", "why: WebhookCancelled"))]
    fn cancelled() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// What a further attempt leads to.
fn tried(
    message: &WebhookMessage,
    before: u32,
    first_at: Timestamp,
    attempt: &WebhookAttempt,
    jitter_permille: u16,
    context: &mut Context,
) -> Outcome<State> {
    let attempts = before.saturating_add(1);
    let verdict = attempt.answer.verdict();
    if context.guard("delivered", verdict == WebhookVerdict::Delivered) {
        return Transition(State::Delivered { attempts });
    }
    let why = match verdict {
        WebhookVerdict::Again(asked_ms) => {
            let again =
                webhook_retried_at(attempts, asked_ms, jitter_permille, first_at, context.at);
            if let Some(until) = again {
                context.guard("tried_again", true);
                let message = Box::new(message.clone());
                return Transition(State::Waiting { message, attempts, first_at, until });
            }
            WebhookDeath::Expired
        }
        WebhookVerdict::Gone => WebhookDeath::Gone,
        WebhookVerdict::Delivered | WebhookVerdict::Dead => WebhookDeath::Refused,
    };
    Transition(State::Dead { attempts, why })
}

impl Machine for WebhookDelivery {
    const NAME: &'static str = "webhook_delivery";
    const TERMINAL: &'static [&'static str] = &["delivered", "dead", "cancelled"];

    // The server delivers.
    crate::installation_machine!(WebhookDelivery);

    /// Without the message and the times; further attempts are decided like the first ones.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Waiting { attempts, .. } => format!("waiting {}", attempts.min(&1)),
            State::Delivered { .. } => "delivered".to_owned(),
            State::Dead { why, .. } => format!("dead {why:?}"),
            State::Cancelled { why, .. } => format!("cancelled {why:?}"),
        }
    }

    fn examples() -> Vec<Event> {
        let message = || {
            Box::new(WebhookMessage {
                id: "msg_01".into(),
                at: Timestamp::from_ms(0),
                event: WebhookEventType::ArtifactDeployed,
                data: WebhookData {
                    repo_key: Some("generic-local".into()),
                    path: Some("a/b.bin".into()),
                    name: Some("b.bin".into()),
                    ..WebhookData::default()
                },
                trace: None,
            })
        };
        let status = |status| WebhookAnswer::Status { status, retry_after_ms: None, text: None };
        // A receiver that wants to be left alone for longer than a delivery is tried.
        let days = Some(48 * 60 * 60 * 1_000);
        let later = WebhookAnswer::Status { status: 503, retry_after_ms: days, text: None };
        let unreached = WebhookAnswer::None { failure: WebhookFailure::NotReached };
        let answers = [status(200), status(503), later, status(404), status(410), unreached];
        let attempts = answers.map(|answer| WebhookAttempt { took_ms: 20, answer });
        let send = |attempt| Event::Send {
            message: message(),
            revision: 1,
            attempt,
            jitter_permille: 500,
        };
        let retry = |attempt| Event::Retry { revision: 1, attempt, jitter_permille: 500 };
        let mut all: Vec<Event> = attempts.iter().cloned().map(send).collect();
        all.extend(attempts.into_iter().map(retry));
        for why in [WebhookDeath::Expired, WebhookDeath::OwnerWithoutRights] {
            all.push(Event::Discard { message: message(), why });
            all.push(Event::GiveUp { why });
        }
        for why in [WebhookCancelled::Changed, WebhookCancelled::Deleted] {
            all.push(Event::Cancel { why });
        }
        all.push(Event::Redeliver { message: message() });
        all
    }
}
