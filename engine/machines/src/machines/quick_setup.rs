//! Quick setup (QUICK-01, NAV-14): whether it is open. It is a page, never a dialog.
//!
//! ```text
//! closed --open, navigated--> open --close, navigated--> closed
//! ```
//!
//! Quick actions repeat what the page offers, so `rules/menu.rs` hides them on it.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::personalisation;
use crate::call::{Call, Clearable};
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::named;
use crate::rules::custom_data::{CustomChange, DataStored};
use crate::rules::features::Feature;
use crate::rules::routes::{Place, RouteName};
use crate::secret::PersonId;
use crate::sign_in::Notice;

/// What quick setup keeps track of, open or closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct QuickSetupStatus {
    /// Whether the tab is on the quick-setup page, where quick actions are hidden.
    pub under: bool,
    /// Whether Getting Started has been marked as seen, or is being marked.
    pub getting_started_seen: bool,
}

/// The state of quick setup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "QuickSetupState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Quick setup is closed.
    Closed {
        /// What it keeps track of.
        surroundings: QuickSetupStatus,
    },
    /// Quick setup is open.
    Open {
        /// What it keeps track of.
        surroundings: QuickSetupStatus,
    },
}
named!(State { Closed = "closed", Open = "open" });

/// The events of quick setup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "QuickSetupEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The user opens it.
    Open {
        /// Whether the installation supports it.
        supported: bool,
        /// Whether the installation has a landing page for it.
        has_landing: bool,
        /// Whether the progress tracked by the guide is reset.
        resets_tracking: bool,
    },
    /// The user closes it.
    Close {},
    /// A tab entered or left the page, or a user for whom Getting Started is to be marked navigated elsewhere.
    Navigated {
        /// Whether the tab is now on the page.
        under: bool,
        /// Whether the installation supports quick setup.
        supported: bool,
        /// The user for whom Getting Started is to be marked as seen, if it is not yet.
        newcomer: Option<PersonId>,
    },
    /// The answer to marking Getting Started as seen.
    #[serde(rename = "access.store_custom_data")]
    Stored(DataStored),
}
named!(Event {
    Open = "open",
    Close = "close",
    Navigated = "navigated",
    Stored = "access.store_custom_data",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Open quick setup.
    Open {
        /// Reset the progress tracked by the guide.
        #[serde(default)]
        resets_tracking: bool,
    },
    /// Close quick setup.
    Close {},
}
named!(Proposal { Open = "open", Close = "close" });

/// The quick-setup machine.
#[derive(Debug, Default)]
pub struct QuickSetup;

#[state_machine(
    initial = "State::Closed { surroundings: QuickSetupStatus::default() }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl QuickSetup {
    #[state(superstate = "root")]
    fn closed(
        event: &Event,
        surroundings: &mut QuickSetupStatus,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Open { supported, has_landing, resets_tracking } => {
                if !context.guard("supported", *supported) {
                    return context.refuse(Rejection::new(RejectionCode::FeatureUnsupported));
                }
                show(*surroundings, *has_landing, *resets_tracking, context)
            }
            Event::Navigated { under, supported, newcomer } => {
                surroundings.under = *under;
                if !context.guard("entered", *under && *supported) {
                    return Handled;
                }
                introduce(surroundings, newcomer.as_ref(), context);
                Transition(State::Open { surroundings: *surroundings })
            }
            _ => Super,
        }
    }

    #[state(superstate = "root")]
    fn open(
        event: &Event,
        surroundings: &mut QuickSetupStatus,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Open { has_landing, resets_tracking, .. } => {
                show(*surroundings, *has_landing, *resets_tracking, context)
            }
            Event::Close {} => Transition(State::Closed { surroundings: *surroundings }),
            Event::Navigated { under, newcomer, .. } => {
                let left = surroundings.under && !under;
                surroundings.under = *under;
                introduce(surroundings, newcomer.as_ref(), context);
                if context.guard("left", left) {
                    return Transition(State::Closed { surroundings: *surroundings });
                }
                Handled
            }
            Event::Stored(_) => Super,
        }
    }

    #[superstate]
    fn root(
        event: &Event,
        surroundings: &mut QuickSetupStatus,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Stored(DataStored::Accepted {}) => Handled,
            // The mark is set again at the next navigation.
            Event::Stored(DataStored::Refused { .. } | DataStored::Interrupted {}) => {
                surroundings.getting_started_seen = false;
                Handled
            }
            _ => context.refuse_here(),
        }
    }
}

/// QUICK-01: opens without a dialog; if there is a landing page and the tab is not on it, navigates there.
fn show(
    surroundings: QuickSetupStatus,
    has_landing: bool,
    resets_tracking: bool,
    context: &mut Context,
) -> Outcome<State> {
    if context.guard("resets_tracking", resets_tracking) {
        context.call(Call::Clear { what: vec![Clearable::Guide] });
        context.call(Call::tell(personalisation::Event::Reset {}));
    }
    if context.guard("goes_to_landing", has_landing && !surroundings.under) {
        context.call(Call::Navigate { to: Place::of(RouteName::QuickSetup) });
    }
    Transition(State::Open { surroundings })
}

/// NAV-14: marks Getting Started as seen for a new user, because quick setup replaces it.
fn introduce(
    surroundings: &mut QuickSetupStatus,
    newcomer: Option<&PersonId>,
    context: &mut Context,
) {
    let Some(person) = newcomer.filter(|_| !surroundings.getting_started_seen) else { return };
    context.guard("getting_started_due", true);
    let change = CustomChange::GettingStartedSeen {};
    context.call(Call::StoreCustomData { person: person.clone(), change });
    surroundings.getting_started_seen = true;
}

impl Machine for QuickSetup {
    const NAME: &'static str = "quick_setup";
    const SCOPE: Scope = Scope::Session;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(QuickSetup);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        match proposal {
            Proposal::Open { resets_tracking } => {
                let facts = admission.facts.filter(|facts| !facts.user.is_anonymous());
                let facts = facts.ok_or_else(|| Rejection::new(RejectionCode::NotSignedIn))?;
                Ok(Event::Open {
                    supported: facts.supports(Feature::QuickSetup),
                    has_landing: facts.supports(Feature::QuickDeploy),
                    resets_tracking,
                })
            }
            Proposal::Close {} => Ok(Event::Close {}),
        }
    }

    fn interrupted(call: &Call) -> Option<Event> {
        matches!(call, Call::StoreCustomData { .. })
            .then_some(Event::Stored(DataStored::Interrupted {}))
    }

    fn examples() -> Vec<Event> {
        let open = |supported, has_landing, resets_tracking| Event::Open {
            supported,
            has_landing,
            resets_tracking,
        };
        let ann = || Some(PersonId("p_ann".into()));
        let navigated =
            |under, supported, newcomer| Event::Navigated { under, supported, newcomer };
        vec![
            open(false, false, false),
            open(true, false, false),
            open(true, true, false),
            open(true, true, true),
            Event::Close {},
            navigated(true, true, None),
            navigated(true, true, ann()),
            navigated(true, false, None),
            navigated(false, true, None),
            navigated(false, true, ann()),
            Event::Stored(DataStored::Accepted {}),
            Event::Stored(DataStored::Refused { notice: Notice::new("unavailable", "") }),
            Event::Stored(DataStored::Interrupted {}),
        ]
    }

    fn abstract_state(state: &State) -> String {
        let (State::Closed { surroundings } | State::Open { surroundings }) = state;
        let QuickSetupStatus { under, getting_started_seen } = surroundings;
        let name = crate::machine::Named::name(state);
        format!("{name} {under} {getting_started_seen}")
    }
}
