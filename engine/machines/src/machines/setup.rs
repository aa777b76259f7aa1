//! Setting up an installation: a one-use link creates the first administrator. There is no default password.
//!
//! ```text
//! unclaimed --offer--> offered --claim--> claimed
//!                        \--offer--> offered   (a new link; the old one is invalid)
//! ```

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The validity of a set-up link, in milliseconds.
pub const LINK_MS: i64 = 24 * 3_600_000;

/// The state of setting up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "SetupState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No link has been created.
    Unclaimed {},
    /// A link can be used.
    Offered {
        /// The digest of the link's token.
        link: Digest,
        /// When the link expires.
        until: Timestamp,
    },
    /// An administrator exists.
    Claimed {
        /// The user who used the link.
        person: PersonId,
    },
}
named!(State { Unclaimed = "unclaimed", Offered = "offered", Claimed = "claimed" });

/// The events of setting up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "SetupEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A link is created and printed.
    Offer {
        /// The digest of the link's token.
        link: Digest,
    },
    /// The link is used.
    Claim {
        /// The digest of the used link's token.
        link: Digest,
        /// The id of the new administrator.
        person: PersonId,
    },
}
named!(Event { Offer = "offer", Claim = "claim" });

/// The set-up machine.
#[derive(Debug, Default)]
pub struct Setup;

#[state_machine(
    initial = "State::Unclaimed {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Setup {
    #[state(superstate = "unfinished")]
    fn unclaimed() -> Outcome<State> {
        Super
    }

    #[state(superstate = "unfinished")]
    fn offered(
        event: &Event,
        link: &Digest,
        until: &Timestamp,
        context: &mut Context,
    ) -> Outcome<State> {
        let Event::Claim { link: used, person } = event else { return Super };
        if context.guard("wrong_link", used != link) {
            return context.refuse(Rejection::new(RejectionCode::WrongLink));
        }
        if context.guard("link_expired", context.at >= *until) {
            return context.refuse(Rejection::new(RejectionCode::LinkExpired).with("until", until));
        }
        Transition(State::Claimed { person: person.clone() })
    }

    #[state(superstate = "root", local_storage("person: PersonId"))]
    fn claimed() -> Outcome<State> {
        Super
    }

    #[superstate(superstate = "root")]
    fn unfinished(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Offer { link } => Transition(State::Offered {
                link: link.clone(),
                until: context.at.plus_ms(LINK_MS),
            }),
            Event::Claim { .. } => Super,
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for Setup {
    const NAME: &'static str = "setup";
    const TERMINAL: &'static [&'static str] = &["claimed"];

    // The link's token is sent over HTTP.
    crate::installation_machine!(Setup);

    fn examples() -> Vec<Event> {
        let person = PersonId("p_ann".into());
        vec![
            Event::Offer { link: Digest("l1".into()) },
            Event::Offer { link: Digest("l2".into()) },
            Event::Claim { link: Digest("l1".into()), person: person.clone() },
            Event::Claim { link: Digest("l2".into()), person },
        ]
    }

    fn abstract_state(state: &State) -> String {
        match state {
            State::Offered { link, .. } => format!("offered {}", link.0),
            _ => crate::machine::Named::name(state).to_owned(),
        }
    }
}
