//! A visitor who has asked for an account, until the link of the mail is used (PASS-04).
//!
//! ```text
//! absent --ask--> open --ask--> open
//!                 open --use, end--> ended --ask--> open
//! ```
//!
//! There is no account before the link is used. A stream is a place for one registration at a time, since strangers can
//! cause them: there are a bounded number of places, and one that has ended is used again. A record has neither the
//! name nor the mail address, which are in the vault under a mark.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// A visitor who has asked for an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Applicant {
    /// The id by which the link and the mail name the visitor. The account has another one.
    pub person: PersonId,
    /// The mark of the name and the mail address.
    pub details: Digest,
    /// The SHA-256 of the token in the link, which only the owner of the mail address has.
    pub link: Digest,
    /// When the link expires.
    pub until: Timestamp,
}

/// The state of a registration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RegistrationState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The place was never used.
    Absent {},
    /// A link is on its way.
    Open {
        /// Who has asked for it.
        applicant: Applicant,
    },
    /// The link was used, or is of no use any longer.
    Ended {},
}
named!(State { Absent = "absent", Open = "open", Ended = "ended" });

/// The events of a registration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RegistrationEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A visitor asks for an account; once more, if it is the same one, whose earlier link becomes invalid.
    Ask {
        /// Who asks.
        applicant: Applicant,
    },
    /// The link is used: there is an account.
    Use {
        /// The SHA-256 of the token in the link.
        link: Digest,
    },
    /// The link has expired, or visitors may no longer create accounts.
    End {},
}
named!(Event { Ask = "ask", Use = "use", End = "end" });

/// The machine of registrations.
#[derive(Debug, Default)]
pub struct Registration;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Registration {
    #[state(superstate = "free")]
    fn absent() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root")]
    fn open(applicant: &mut Applicant, event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Ask { applicant: other } => {
                if context.guard("place_taken", other.person != applicant.person) {
                    return context.refuse(Rejection::new(RejectionCode::RegistrationOpen));
                }
                ask(other, context)
            }
            Event::Use { link } => {
                let is_valid = applicant.link == *link && context.at < applicant.until;
                if context.guard("wrong_link", !is_valid) {
                    return context.refuse(Rejection::new(RejectionCode::WrongLink));
                }
                Transition(State::Ended {})
            }
            Event::End {} => Transition(State::Ended {}),
        }
    }

    #[state(superstate = "free")]
    fn ended() -> Outcome<State> {
        Super
    }

    #[superstate(superstate = "root")]
    fn free(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Ask { applicant } => ask(applicant, context),
            Event::Use { .. } | Event::End {} => Super,
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// A link that is sent works for some time.
fn ask(applicant: &Applicant, context: &mut Context) -> Outcome<State> {
    let until = applicant.until;
    if context.guard("link_expired", until <= context.at) {
        let expired = Rejection::new(RejectionCode::LinkExpired).with("until", until);
        return context.refuse(expired);
    }
    Transition(State::Open { applicant: applicant.clone() })
}

impl Machine for Registration {
    const NAME: &'static str = "registration";

    // The access service records it.
    crate::installation_machine!(Registration);

    /// With the person and the link, which are compared.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Open { applicant } => {
                format!("open {} {}", applicant.person.0, applicant.link.0)
            }
            State::Ended {} => "ended".to_owned(),
        }
    }

    fn examples() -> Vec<Event> {
        let digest = |letter: &str| Digest(letter.repeat(64));
        let ask = |person: &str, link: &str, until_ms| Event::Ask {
            applicant: Applicant {
                person: PersonId(person.into()),
                details: digest("d"),
                link: digest(link),
                until: Timestamp::from_ms(until_ms),
            },
        };
        // Far off, so that it is of use whenever the machine is explored.
        let later = 4_102_444_800_000;
        vec![
            ask("p_ann", "a", later),
            ask("p_ann", "b", later),
            ask("p_bob", "c", later),
            ask("p_ann", "a", 0),
            Event::Use { link: digest("a") },
            Event::Use { link: digest("b") },
            Event::End {},
        ]
    }
}
