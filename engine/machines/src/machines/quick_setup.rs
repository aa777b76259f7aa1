//! Quick setup (QUICK-01, NAV-14): it opens and closes, and is a page, never a dialog.
//!
//! ```text
//! closed --open, navigated--> open --close, navigated--> closed
//! ```
//!
//! Quick actions repeat what the page offers, so they are hidden while somebody is on it; `rules/menu.rs` has that rule.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::personalisation;
use crate::call::{Call, Clearable};
use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;
use crate::rules::custom_data::{CustomChange, DataStored};
use crate::rules::features::Feature;
use crate::rules::routes::{Place, RouteName};
use crate::secret::PersonId;
use crate::sign_in::Notice;

/// What is known of quick setup, open or closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Surroundings {
    /// Somebody is on its page, and quick actions are hidden there.
    pub under: bool,
    /// Getting Started counts as seen, or is just being marked so.
    pub getting_started_seen: bool,
}

/// Where quick setup stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "QuickSetupState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// It is not shown.
    Closed {
        /// What is known of it.
        surroundings: Surroundings,
    },
    /// It is shown.
    Open {
        /// What is known of it.
        surroundings: Surroundings,
    },
}
named!(State { Closed = "closed", Open = "open" });

/// What happens to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "QuickSetupEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody opens it.
    Open {
        /// The installation supports it.
        supported: bool,
        /// The installation has a landing page for it.
        has_landing: bool,
        /// What the guide has tracked so far is forgotten.
        resets_tracking: bool,
    },
    /// Somebody closes it.
    Close {},
    /// A tab went to its page, or from it, or elsewhere as somebody for whom Getting Started is to be marked.
    Navigated {
        /// The tab is on its page now.
        under: bool,
        /// The installation supports it.
        supported: bool,
        /// For whom Getting Started is to be marked as seen, if it is open.
        newcomer: Option<PersonId>,
    },
    /// It is marked, or not.
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
    /// Open it.
    Open {
        /// Forget what the guide has tracked.
        #[serde(default)]
        resets_tracking: bool,
    },
    /// Close it.
    Close {},
}
named!(Proposal { Open = "open", Close = "close" });

/// The quick-setup machine.
#[derive(Debug, Default)]
pub struct QuickSetup;

#[state_machine(
    initial = "State::Closed { surroundings: Surroundings::default() }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl QuickSetup {
    #[state(superstate = "root")]
    fn closed(
        event: &Event,
        surroundings: &mut Surroundings,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Open { supported, has_landing, resets_tracking } => {
                if !context.guard("supported", *supported) {
                    return context.refuse(Rejection::new("feature_unsupported"));
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
        surroundings: &mut Surroundings,
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
        surroundings: &mut Surroundings,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Stored(DataStored::Accepted {}) => Handled,
            // The next navigation tries again.
            Event::Stored(DataStored::Refused { .. } | DataStored::Interrupted {}) => {
                surroundings.getting_started_seen = false;
                Handled
            }
            _ => context.refuse_here(),
        }
    }
}

/// QUICK-01: no dialog opens; where there is a landing page the tab goes to it, unless it is there.
fn show(
    surroundings: Surroundings,
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

/// NAV-14: whoever has the wizard open for the first time has seen what Getting Started would show.
fn introduce(surroundings: &mut Surroundings, newcomer: Option<&PersonId>, context: &mut Context) {
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

    fn admit(proposal: Proposal, stamp: Stamp<'_>) -> Result<Event, Rejection> {
        match proposal {
            Proposal::Open { resets_tracking } => {
                let facts = stamp.facts.filter(|facts| !facts.user.is_anonymous());
                let facts = facts.ok_or_else(|| Rejection::new("not_signed_in"))?;
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
        let Surroundings { under, getting_started_seen } = surroundings;
        let name = crate::machine::Named::name(state);
        format!("{name} {under} {getting_started_seen}")
    }
}
