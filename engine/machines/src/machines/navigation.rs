//! Navigation: one decision for each place that a tab requests (NAV-01 to NAV-10).
//!
//! ```text
//! unsettled --go--> settled            decided without waiting
//!           --go--> waiting --application_ready--> settled
//!                   settled --go--> settled, waiting or leaving
//! ```
//!
//! The guards are the table in `rules/guards.rs`. The target of a redirect is decided within the same decision, so one
//! record contains the final place of the tab and all hops on the way to it.

use statig::prelude::*;

use super::navigation_steps::{Evaluation, settled};
pub use super::navigation_types::{BrowserValues, Decision, Event, Hop, Outcome, Proposal, State};
use crate::facts::Facts;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::recorded::{FactsSource, GatheredFacts, Part};
use crate::rules::guards::Trigger;
use crate::rules::path_memory::StoredPath;
use crate::rules::route_guards::is_login_area;
use crate::rules::routes::{self, Place, RouteName};

/// The navigation machine.
#[derive(Debug, Default)]
pub struct Navigation;

#[state_machine(
    initial = "State::Unsettled {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Navigation {
    #[state(superstate = "root")]
    fn unsettled(event: &Event, context: &mut Context) -> statig::Outcome<State> {
        go(event, None, false, context)
    }

    #[state(superstate = "root")]
    fn waiting(
        event: &Event,
        wanted: &Place,
        trigger: &Trigger,
        previous: &Option<Place>,
        held: &BrowserValues,
        context: &mut Context,
    ) -> statig::Outcome<State> {
        let previous = previous.as_ref();
        let decide = |facts: &Facts, context: &mut Context| {
            let evaluation = Evaluation {
                wanted,
                trigger: *trigger,
                facts: Some(facts),
                facts_from: None,
                held,
                viewing: false,
                previous,
                pending: false,
            };
            Transition(evaluation.decide(context))
        };
        match event {
            Event::ApplicationReady { facts } => match facts.as_deref() {
                Some(facts) => decide(facts, context),
                None => facts_missing(context),
            },
            // The login page is shown all the same; nothing is known then, as on other pages that are open to all.
            Event::ApplicationFailed {} if wanted.route == RouteName::Login => {
                decide(&Facts::unknown(), context)
            }
            Event::ApplicationFailed {} => {
                let to = RouteName::ServerError;
                let hop = Hop { route: wanted.route, guard: "start_application".into(), to };
                let (wanted, hops) = (wanted.clone(), vec![hop]);
                let decision = Decision { wanted, outcome: Outcome::Failed, hops, facts: None };
                Transition(settled(Place::of(to), decision, None))
            }
            Event::Go { .. } => go(event, previous, true, context),
        }
    }

    #[state(
        superstate = "root",
        local_storage("decision: Decision", "menu: Menu", "search: SearchType")
    )]
    fn settled(event: &Event, place: &Place, context: &mut Context) -> statig::Outcome<State> {
        go(event, Some(place), false, context)
    }

    #[state(superstate = "root", local_storage("url: String"))]
    fn leaving(event: &Event, context: &mut Context) -> statig::Outcome<State> {
        go(event, None, false, context)
    }

    #[superstate]
    fn root(context: &mut Context) -> statig::Outcome<State> {
        context.refuse_here()
    }
}

fn go(
    event: &Event,
    previous: Option<&Place>,
    pending: bool,
    context: &mut Context,
) -> statig::Outcome<State> {
    match event {
        Event::Go { wanted, trigger, facts, facts_from, held, viewing } => {
            let (facts, facts_from) = (facts.as_deref(), *facts_from);
            if facts_from.is_some() && facts.is_none() {
                return facts_missing(context);
            }
            let trigger = *trigger;
            let evaluation = Evaluation {
                wanted,
                trigger,
                facts,
                facts_from,
                held,
                viewing: *viewing,
                previous,
                pending,
            };
            Transition(evaluation.decide(context))
        }
        Event::ApplicationReady { .. } | Event::ApplicationFailed {} => Super,
    }
}

/// Rejects a decision whose facts are missing, because without them it could have another result.
fn facts_missing(context: &mut Context) -> statig::Outcome<State> {
    context.refuse(Rejection::new(RejectionCode::FactsMissing))
}

/// Schema 1 contained the facts in the event.
fn drop_facts(event: &mut serde_json::Value) {
    if let Some(event) = event.as_object_mut() {
        event.remove("facts");
    }
}

/// As [`drop_facts`], for a call that sends the event.
pub(super) fn drop_sent_facts(call: &mut serde_json::Value) {
    if let Some(event) = call.get_mut("event").filter(|event| event["machine"] == Navigation::NAME)
    {
        drop_facts(event);
    }
}

impl Machine for Navigation {
    const NAME: &'static str = "navigation";
    const SCOPE: Scope = Scope::Tab;
    /// 2: events refer to the record with the facts instead of containing them.
    const SCHEMA: u32 = 2;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Navigation);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        let Proposal::Go { path, trigger, stored, client_session, password_link, login_leads_away } =
            proposal;
        let stored = stored.map(StoredPath::into_place);
        Ok(Event::Go {
            wanted: routes::place_of(&path),
            trigger,
            facts: admission.shown(),
            facts_from: admission.facts_from,
            held: BrowserValues { stored, client_session, password_link, login_leads_away },
            viewing: admission.view.is_some(),
        })
    }

    fn upcast(from: u32, part: Part, value: &mut serde_json::Value) {
        match (from, part) {
            (1, Part::Event) => drop_facts(value),
            (1, Part::Call) => drop_sent_facts(value),
            _ => {}
        }
    }

    fn facts_source(event: &Event) -> Option<FactsSource> {
        match event {
            Event::Go { facts: None, facts_from, .. } => facts_from.map(FactsSource::Record),
            Event::ApplicationReady { facts: None } => Some(FactsSource::Cause),
            _ => None,
        }
    }

    fn supply(event: &mut Event, gathered: &GatheredFacts) {
        match event {
            Event::Go { facts, .. } => *facts = Some(Box::new(gathered.shown())),
            // The event is sent as start-up becomes ready, which resets any view-as.
            Event::ApplicationReady { facts } => *facts = Some(Box::new(gathered.facts.clone())),
            Event::ApplicationFailed {} => {}
        }
    }

    fn examples() -> Vec<Event> {
        super::navigation_examples::all()
    }

    fn abstract_state(state: &State) -> String {
        // Guards depend on the previous place only by these properties, so places that agree in them are merged. The
        // decision and the menu affect no later decision and are left out.
        let kind = |place: &Place| {
            let route = place.route.route();
            let (login, project) = (is_login_area(place.route), place.project().is_some());
            format!("{:?} {:?} {login} {project}", route.access, route.search)
        };
        match state {
            State::Waiting { wanted, previous, .. } => {
                format!("waiting {} {:?}", kind(wanted), previous.as_ref().map(kind))
            }
            State::Settled { place, .. } => format!("settled {}", kind(place)),
            State::Unsettled {} | State::Leaving { .. } => {
                crate::machine::Named::name(state).to_owned()
            }
        }
    }
}
