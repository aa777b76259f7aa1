//! How far the events that a webhook is sent have been dealt with, in a stream for each webhook and day (HOOK-04).
//!
//! ```text
//! absent, reached --advance--> reached
//! ```
//!
//! The place is a position in the platform's log, whose records are the queue: what is after it is still to be sent, so
//! that no stop of the server skips an event.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection};
use crate::named;
use crate::rejection::RejectionCode;

/// The state of a cursor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "WebhookCursorState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// It is not known on this day.
    Absent {},
    /// All records before a position have been dealt with.
    Reached {
        /// The position.
        position: u64,
    },
}
named!(State { Absent = "absent", Reached = "reached" });

/// The events of a cursor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "WebhookCursorEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// All records before a position have been dealt with.
    Advance {
        /// The position, which is not before the one that was reached.
        position: u64,
    },
}
named!(Event { Advance = "advance" });

/// The machine of cursors.
#[derive(Debug, Default)]
pub struct WebhookCursor;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl WebhookCursor {
    #[state(superstate = "root")]
    fn absent(event: &Event) -> Outcome<State> {
        let Event::Advance { position } = event;
        Transition(State::Reached { position: *position })
    }

    #[state(superstate = "root", local_storage("position: u64"))]
    fn reached(position: &u64, event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Advance { position: wanted } = event;
        if context.guard("back", wanted < position) {
            return context.refuse(Rejection::new(RejectionCode::WebhookCursorBack));
        }
        Transition(State::Reached { position: *wanted })
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for WebhookCursor {
    const NAME: &'static str = "webhook_cursor";
    const TERMINAL: &'static [&'static str] = &["reached"];

    // The server delivers.
    crate::installation_machine!(WebhookCursor);

    /// Positions are folded to two, of which one is before the other.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Reached { position } => format!("reached {}", (*position).min(2)),
        }
    }

    fn examples() -> Vec<Event> {
        vec![Event::Advance { position: 1 }, Event::Advance { position: 2 }]
    }
}
