//! Navigation: one decision for each place that a tab wants to go to (NAV-01 to NAV-10).
//!
//! ```text
//! unsettled --go--> settled            the guards decided at once
//!           --go--> waiting --application_ready--> settled
//!                   settled --go--> settled, waiting or leaving
//! ```
//!
//! The guards are the table in `rules/guards.rs`. A redirect is decided again for its target, within the same
//! decision, so that one record says where the tab must be and by which way it came there.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use super::startup;
use crate::call::Call;
use crate::facts::Facts;
use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;
use crate::rules::guards::{GUARDS, Question, Trigger, Verdict};
use crate::rules::path_memory;
use crate::rules::routes::{self, Place, RouteName};

/// A decision follows at most this many redirects before it gives up.
pub const HOPS_MAX: usize = 6;

/// How a decision ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The tab is where it wanted to be.
    Entered,
    /// The tab is somewhere else.
    Redirected,
    /// The tab stays where it was.
    Blocked,
    /// The application could not start, or the redirects went in a circle.
    Failed,
}

/// One step of a decision: at this route, this guard sent the tab on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Hop {
    /// The route that was asked for.
    pub route: RouteName,
    /// The guard that decided, or `leads_to` where the route table itself leads on.
    pub guard: String,
    /// The route that came of it.
    pub to: RouteName,
}

/// Why a tab is where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Where it wanted to be.
    pub wanted: Place,
    /// How that ended.
    pub outcome: Outcome,
    /// The way.
    pub hops: Vec<Hop>,
    /// The record that the facts came from, where that is not the record's own cause.
    pub facts: Option<u64>,
}

/// Where a tab is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "NavigationState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// It has not asked yet.
    Unsettled {},
    /// It waits for the application.
    Waiting {
        /// Where it wants to be.
        wanted: Place,
        /// How that began.
        trigger: Trigger,
        /// Where it is meanwhile.
        previous: Option<Place>,
    },
    /// It is at a place.
    Settled {
        /// The place.
        place: Place,
        /// Why.
        decision: Decision,
    },
    /// It is on its way out of the application.
    Leaving {
        /// Where to.
        url: String,
    },
}
named!(State {
    Unsettled = "unsettled",
    Waiting = "waiting",
    Settled = "settled",
    Leaving = "leaving",
});

/// What happens to a tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "NavigationEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It wants to be somewhere.
    Go {
        /// Where.
        wanted: Place,
        /// How that began.
        trigger: Trigger,
        /// What the shell knows; nothing while the application has not started.
        facts: Option<Facts>,
        /// The record that the facts came from.
        facts_from: Option<u64>,
    },
    /// The application is there.
    ApplicationReady {
        /// What start-up gathered.
        facts: Facts,
    },
    /// The application could not start.
    ApplicationFailed {},
}
named!(Event {
    Go = "go",
    ApplicationReady = "application_ready",
    ApplicationFailed = "application_failed",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Go somewhere.
    Go {
        /// Path and query under `/ui`.
        path: String,
        /// How that began.
        trigger: Trigger,
    },
}
named!(Proposal { Go = "go" });

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
        context: &mut Context,
    ) -> statig::Outcome<State> {
        match event {
            Event::ApplicationReady { facts } => {
                let journey =
                    Journey { previous: previous.as_ref(), pending: false, facts_from: None };
                Transition(journey.decide(wanted, *trigger, Some(facts), context))
            }
            Event::ApplicationFailed {} => {
                let place = Place::of(RouteName::ServerError);
                let hop =
                    Hop { route: wanted.route, guard: "start_application".into(), to: place.route };
                let (wanted, hops) = (wanted.clone(), vec![hop]);
                let decision = Decision { wanted, outcome: Outcome::Failed, hops, facts: None };
                Transition(State::Settled { place, decision })
            }
            Event::Go { .. } => go(event, previous.as_ref(), true, context),
        }
    }

    #[state(superstate = "root", local_storage("decision: Decision"))]
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
        Event::Go { wanted, trigger, facts, facts_from } => {
            let journey = Journey { previous, pending, facts_from: *facts_from };
            Transition(journey.decide(wanted, *trigger, facts.as_ref(), context))
        }
        Event::ApplicationReady { .. } | Event::ApplicationFailed {} => Super,
    }
}

/// One decision under way.
struct Journey<'a> {
    previous: Option<&'a Place>,
    pending: bool,
    facts_from: Option<u64>,
}

/// What the guards made of one place.
enum Answer {
    Enter,
    Wait,
    Redirect(&'static str, Place),
    Block(&'static str),
    Leave(String),
}

impl Journey<'_> {
    fn decide(
        &self,
        wanted: &Place,
        trigger: Trigger,
        facts: Option<&Facts>,
        context: &mut Context,
    ) -> State {
        let from_root = wanted.route == RouteName::Root;
        let mut hops: Vec<Hop> = Vec::new();
        let mut place = wanted.clone();
        while hops.len() < HOPS_MAX {
            let trigger = if hops.is_empty() { trigger } else { Trigger::Redirect };
            let question =
                Question { wanted: &place, trigger, from_root, facts, pending: self.pending };
            let (guard, next) = match ask(question, context) {
                Answer::Enter => match place.route.route().leads_to {
                    None => return self.settle(wanted, place, hops),
                    Some(route) => ("leads_to", onward(&place, route)),
                },
                Answer::Wait => {
                    context.call(Call::tell(startup::Event::Start {}));
                    return State::Waiting {
                        wanted: wanted.clone(),
                        trigger,
                        previous: self.previous.cloned(),
                    };
                }
                Answer::Leave(url) => {
                    context.call(Call::Leave { url: url.clone() });
                    return State::Leaving { url };
                }
                Answer::Block(guard) => return self.block(wanted, &place, guard, hops),
                Answer::Redirect(guard, to) => (guard, to),
            };
            if next.route == RouteName::Login && path_memory::is_stored(&place, false) {
                context.call(Call::RememberPath { place: place.clone() });
            }
            hops.push(Hop { route: place.route, guard: guard.to_owned(), to: next.route });
            place = next;
        }
        let decision = self.decision(wanted, Outcome::Failed, hops);
        State::Settled { place: Place::of(RouteName::ServerError), decision }
    }

    fn settle(&self, wanted: &Place, place: Place, hops: Vec<Hop>) -> State {
        let outcome = if hops.is_empty() { Outcome::Entered } else { Outcome::Redirected };
        State::Settled { place, decision: self.decision(wanted, outcome, hops) }
    }

    /// The tab stays where it was; one that was nowhere yet is told that it may not be here.
    fn block(&self, wanted: &Place, at: &Place, guard: &str, mut hops: Vec<Hop>) -> State {
        let place = self.previous.cloned().unwrap_or_else(|| Place::of(RouteName::Authorization));
        hops.push(Hop { route: at.route, guard: guard.to_owned(), to: place.route });
        State::Settled { place, decision: self.decision(wanted, Outcome::Blocked, hops) }
    }

    fn decision(&self, wanted: &Place, outcome: Outcome, hops: Vec<Hop>) -> Decision {
        Decision { wanted: wanted.clone(), outcome, hops, facts: self.facts_from }
    }
}

/// Asks the nine guards in order.
fn ask(question: Question<'_>, context: &mut Context) -> Answer {
    let unknown = Facts::unknown();
    let facts = question.facts.unwrap_or(&unknown);
    for guard in &GUARDS {
        let verdict = (guard.ask)(question, facts);
        context.guard(guard.name, verdict != Verdict::Next);
        match verdict {
            Verdict::Next | Verdict::CancelPending => {}
            Verdict::Wait => return Answer::Wait,
            Verdict::Enter => return Answer::Enter,
            Verdict::Block => return Answer::Block(guard.name),
            Verdict::Leave { url } => return Answer::Leave(url),
            Verdict::Redirect { to, notify } => {
                if notify {
                    context.call(Call::notify_error("not_authorised"));
                }
                return Answer::Redirect(guard.name, to);
            }
        }
    }
    Answer::Enter
}

/// Where the route table leads on to (ROUTE-02: logging out arrives at login with the logout flag).
fn onward(place: &Place, route: RouteName) -> Place {
    let onward = Place::of(route);
    if place.route == RouteName::Logout { onward.with("logout", "true") } else { onward }
}

impl Machine for Navigation {
    const NAME: &'static str = "navigation";
    const SCOPE: Scope = Scope::Tab;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Navigation);

    fn admit(proposal: Proposal, stamp: Stamp<'_>) -> Result<Event, Rejection> {
        let Proposal::Go { path, trigger } = proposal;
        Ok(Event::Go {
            wanted: routes::place_of(&path),
            trigger,
            facts: stamp.facts.cloned(),
            facts_from: stamp.facts_from,
        })
    }

    fn examples() -> Vec<Event> {
        super::navigation_examples::all()
    }

    fn abstract_state(state: &State) -> String {
        match state {
            State::Waiting { wanted, previous, .. } => format!(
                "waiting {} {:?}",
                wanted.route.as_str(),
                previous.as_ref().map(|place| place.route.as_str())
            ),
            State::Settled { place, decision } => {
                format!("settled {} {:?}", place.route.as_str(), decision.outcome)
            }
            State::Unsettled {} | State::Leaving { .. } => {
                crate::machine::Named::name(state).to_owned()
            }
        }
    }
}
