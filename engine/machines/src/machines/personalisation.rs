//! Personalisation (ONB-04): the data of the wizard's steps, which the browser stores until they are sent.
//!
//! ```text
//! empty --save--> open --save--> open --send--> sending --+--> hidden
//!                                                         +--> unsent --send--> sending
//! ```
//!
//! The record of the send event is the only tracking; nothing is sent to another system.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::call::{Call, Clearable};
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;
use crate::rules::custom_data::{CustomChange, DataStored, StepData, Steps};
use crate::rules::onboarding::{Answers, WizardStep};
use crate::secret::PersonId;
use crate::sign_in::Notice;

/// The state of personalisation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PersonalisationState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The browser has stored no steps.
    Empty {},
    /// The browser has stored steps that are not sent yet.
    Open {
        /// The stored steps with their data.
        steps: Steps,
    },
    /// The steps are being sent and are no longer shown.
    Sending {
        /// The user who sends them.
        person: PersonId,
        /// The steps with their data.
        steps: Steps,
    },
    /// The steps could not be sent; the browser still has them.
    Unsent {
        /// The steps with their data.
        steps: Steps,
    },
    /// The steps are sent and cleared from the browser.
    Hidden {},
}
named!(State {
    Empty = "empty",
    Open = "open",
    Sending = "sending",
    Unsent = "unsent",
    Hidden = "hidden",
});

/// The events of personalisation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PersonalisationEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A step has changed or is complete.
    Save {
        /// The step.
        step: WizardStep,
        /// The data of the step.
        data: StepData,
    },
    /// The steps are sent.
    Send {
        /// The user who sends them.
        person: PersonId,
    },
    /// The answer of the access service.
    #[serde(rename = "access.store_custom_data")]
    Stored(DataStored),
    /// Tracking starts from the beginning.
    Reset {},
}
named!(Event {
    Save = "save",
    Send = "send",
    Stored = "access.store_custom_data",
    Reset = "reset",
});

/// What a tab may propose. Steps are saved by the wizard and not by a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Send the steps; also after a failed attempt.
    Send {},
}
named!(Proposal { Send = "send" });

/// The personalisation machine.
#[derive(Debug, Default)]
pub struct Personalisation;

#[state_machine(
    initial = "State::Empty {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Personalisation {
    #[state(superstate = "keeping_none")]
    fn empty() -> Outcome<State> {
        Super
    }

    #[state(superstate = "keeping", local_storage("steps: Steps"))]
    fn open() -> Outcome<State> {
        Super
    }

    #[state(superstate = "root")]
    fn sending(
        event: &Event,
        person: &PersonId,
        steps: &Steps,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Stored(DataStored::Accepted {}) => {
                context.call(Call::Clear { what: vec![Clearable::Personalisation] });
                Transition(State::Hidden {})
            }
            Event::Stored(DataStored::Refused { .. }) => {
                Transition(State::Unsent { steps: steps.clone() })
            }
            // Storing is idempotent, so it is repeated (EVT-06).
            Event::Stored(DataStored::Interrupted {}) => {
                context.call(store(person, steps));
                Handled
            }
            _ => Super,
        }
    }

    #[state(superstate = "keeping", local_storage("steps: Steps"))]
    fn unsent() -> Outcome<State> {
        Super
    }

    #[state(superstate = "keeping_none")]
    fn hidden() -> Outcome<State> {
        Super
    }

    #[superstate(superstate = "root")]
    fn keeping_none(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Save { step, data } => save(&Steps::new(), *step, data, context),
            Event::Reset {} => Handled,
            _ => Super,
        }
    }

    #[superstate(superstate = "root")]
    fn keeping(event: &Event, steps: &Steps, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Save { step, data } => save(steps, *step, data, context),
            Event::Send { person } => {
                context.call(store(person, steps));
                Transition(State::Sending { person: person.clone(), steps: steps.clone() })
            }
            _ => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Reset {} => {
                context.call(Call::Clear { what: vec![Clearable::Personalisation] });
                Transition(State::Empty {})
            }
            _ => context.refuse_here(),
        }
    }
}

fn save(steps: &Steps, step: WizardStep, data: &StepData, context: &mut Context) -> Outcome<State> {
    context.call(Call::SaveStep { step, data: data.clone() });
    let mut steps = steps.clone();
    steps.insert(step, data.clone());
    Transition(State::Open { steps })
}

fn store(person: &PersonId, steps: &Steps) -> Call {
    let complete = steps.iter().filter(|(_, data)| data.is_completed && data.is_valid);
    let completed_steps: BTreeSet<WizardStep> = complete.map(|(step, _)| *step).collect();
    let change = CustomChange::Personalised { completed_steps };
    Call::StoreCustomData { person: person.clone(), change }
}

impl Machine for Personalisation {
    const NAME: &'static str = "personalisation";
    const SCOPE: Scope = Scope::Session;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Personalisation);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        let Proposal::Send {} = proposal;
        let person = admission.facts.and_then(|facts| facts.user.person.clone());
        let person = person.ok_or_else(|| Rejection::new(RejectionCode::NotSignedIn))?;
        Ok(Event::Send { person })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        matches!(call, Call::StoreCustomData { .. })
            .then_some(Event::Stored(DataStored::Interrupted {}))
    }

    fn examples() -> Vec<Event> {
        let answers = Answers::default();
        let init = StepData::of(WizardStep::Init, &answers);
        let unanswered = StepData::of(WizardStep::Purpose, &answers);
        vec![
            Event::Save { step: WizardStep::Init, data: StepData { is_completed: true, ..init } },
            Event::Save { step: WizardStep::Purpose, data: unanswered },
            Event::Send { person: PersonId("p_ann".into()) },
            Event::Stored(DataStored::Accepted {}),
            Event::Stored(DataStored::Refused { notice: Notice::new("unavailable", "") }),
            Event::Stored(DataStored::Interrupted {}),
            Event::Reset {},
        ]
    }
}
