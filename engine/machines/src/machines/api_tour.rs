//! The introduction to the API: whether the user has read it.
//!
//! ```text
//! unread --read--> read
//! ```

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;

/// The state of the introduction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ApiTourState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// It is shown.
    Unread {},
    /// It is no longer shown in this session.
    Read {},
}
named!(State { Unread = "unread", Read = "read" });

/// The events of the introduction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ApiTourEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The user has read it.
    Read {},
}
named!(Event { Read = "read" });

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// The user has read it.
    Read {},
}
named!(Proposal { Read = "read" });

/// The machine of the introduction.
#[derive(Debug, Default)]
pub struct ApiTour;

#[state_machine(
    initial = "State::Unread {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl ApiTour {
    #[state]
    fn unread(event: &Event) -> Outcome<State> {
        match event {
            Event::Read {} => Transition(State::Read {}),
        }
    }

    #[state]
    fn read(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for ApiTour {
    const NAME: &'static str = "api_tour";
    const SCOPE: Scope = Scope::Session;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(ApiTour);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        let is_signed_in = admission.facts.is_some_and(|facts| !facts.user.is_anonymous());
        if !is_signed_in {
            return Err(Rejection::new(RejectionCode::NotSignedIn));
        }
        match proposal {
            Proposal::Read {} => Ok(Event::Read {}),
        }
    }

    fn examples() -> Vec<Event> {
        vec![Event::Read {}]
    }
}
