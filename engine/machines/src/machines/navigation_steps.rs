//! One decision of the navigation machine: the guards of a place and of those that it is redirected to, and the calls
//! that are due on arrival.

use super::navigation_types::{BrowserValues, Decision, Hop, Outcome, State};
use super::{onboarding, quick_setup, search, startup};
use crate::call::{Call, Clearable, Dialog};
use crate::facts::Facts;
use crate::machine::Context;
use crate::rules::features::Feature;
use crate::rules::guards::{GUARDS, Question, Trigger, Verdict, fallback};
use crate::rules::menu::Menu;
use crate::rules::path_memory;
use crate::rules::route_guards::{ROUTE_GUARDS, is_login_area, is_newcomer, owes_onboarding};
use crate::rules::routes::{KEEP_SEARCH_QUERY, Place, RouteName, Sidebar};
use crate::rules::search::query_of;

/// The maximum number of redirects in one decision; one with more fails.
const HOPS_MAX: usize = 6;

/// A redirect to the login page by one of these guards ends the session.
const ENDS_THE_SESSION: [&str; 2] = ["log_out", "no_licence"];

/// One decision in progress.
pub(super) struct Evaluation<'a> {
    pub(super) wanted: &'a Place,
    pub(super) trigger: Trigger,
    pub(super) facts: Option<&'a Facts>,
    pub(super) facts_from: Option<u64>,
    pub(super) held: &'a BrowserValues,
    pub(super) viewing: bool,
    pub(super) previous: Option<&'a Place>,
    pub(super) pending: bool,
}

/// The result of the guards for one place.
enum GuardResult {
    Enter,
    Wait,
    Redirect(&'static str, Place),
    Block(&'static str),
    Leave(String),
}

impl Evaluation<'_> {
    /// Evaluates the guards of the requested place, and of each place that it is redirected to.
    pub(super) fn decide(&self, context: &mut Context) -> State {
        let mut hops: Vec<Hop> = Vec::new();
        let mut place = self.wanted.clone();
        while hops.len() < HOPS_MAX {
            let trigger = if hops.is_empty() { self.trigger } else { Trigger::Redirect };
            let (guard, next) = match self.ask(&place, trigger, context) {
                GuardResult::Enter => return self.settle(place, hops, context),
                GuardResult::Wait => {
                    context.call(Call::tell(startup::Event::Start {}));
                    return State::Waiting {
                        wanted: self.wanted.clone(),
                        // the navigation is decided again then, as it began
                        trigger: self.trigger,
                        previous: self.previous.cloned(),
                        held: self.held.clone(),
                    };
                }
                GuardResult::Leave(url) => {
                    context.call(Call::Leave { url: url.clone() });
                    return State::Leaving { url };
                }
                GuardResult::Block(guard) => return self.block(&place, guard, hops),
                GuardResult::Redirect(guard, to) => (guard, to),
            };
            if next.route == RouteName::Login {
                if ENDS_THE_SESSION.contains(&guard) {
                    self.end_session(context);
                }
                // MEM-01: after signing in, the user of a client returns to its page
                if path_memory::is_stored(&place, self.held.client_session) {
                    context.call(Call::RememberPath { place: place.clone() });
                }
            }
            hops.push(Hop { route: place.route, guard: guard.to_owned(), to: next.route });
            place = next;
        }
        let decision = self.decision(Outcome::Failed, hops);
        settled(Place::of(RouteName::ServerError), decision, self.facts)
    }

    /// NAV-08, NAV-12: the browser ends the session, because only it can delete its cookie.
    fn end_session(&self, context: &mut Context) {
        let inside = self.facts.filter(|facts| !facts.user.is_anonymous() && !self.viewing);
        let Some(facts) = inside else { return };
        context.call(Call::EndSession { leave_for: facts.single_sign_on.logout_url.clone() });
    }

    fn settle(&self, place: Place, hops: Vec<Hop>, context: &mut Context) -> State {
        if let Some(previous) = self.previous {
            let moved = previous.route.route().search != place.route.route().search;
            let lost = moved && !place.query.contains_key(KEEP_SEARCH_QUERY);
            if lost || previous.project() != place.project() {
                context.call(Call::Clear { what: vec![Clearable::Search] });
            }
        }
        self.report_to_search(&place, context);
        self.arrive(place.route, context);
        let outcome = if hops.is_empty() { Outcome::Entered } else { Outcome::Redirected };
        settled(place, self.decision(outcome, hops), self.facts)
    }

    /// NAV-11: reports to the search of this tab what it depends on, where it has changed.
    fn report_to_search(&self, place: &Place, context: &mut Context) {
        let of = |place: &Place| search::SearchPlace {
            search_type: place.route.route().search,
            project: place.project().map(str::to_owned),
            query: query_of(place),
            kept: place.query.contains_key(KEEP_SEARCH_QUERY),
            first: self.previous.is_none(),
        };
        // A search box begins like one on a page of packages.
        let begin = Place::of(RouteName::Packages);
        let (before, now) = (of(self.previous.unwrap_or(&begin)), of(place));
        let is_same = now == search::SearchPlace { kept: now.kept, ..before };
        if !is_same {
            context.call(Call::tell(search::Event::Navigated(now)));
        }
    }

    /// NAV-14: makes the calls that are due when the tab's route changes.
    fn arrive(&self, route: RouteName, context: &mut Context) {
        let previous = self.previous.map(|place| place.route);
        if previous == Some(route) {
            return;
        }
        let unknown = Facts::unknown();
        let facts = self.facts.unwrap_or(&unknown);
        // Only users have API keys and can open these dialogs.
        if let Some(previous) = previous.filter(|_| !facts.user.is_anonymous()) {
            if is_login_area(previous) {
                context.call(Call::Clear { what: vec![Clearable::ApiKey] });
            }
            let what = vec![Dialog::RepositoryCreation, Dialog::Success, Dialog::ProjectAnimation];
            context.call(Call::CloseDialogs { what });
        }
        let (was, under) =
            (previous == Some(RouteName::QuickSetup), route == RouteName::QuickSetup);
        let newcomer = facts.user.person.clone().filter(|_| is_newcomer(facts));
        if was != under || newcomer.is_some() {
            let supported = facts.supports(Feature::QuickSetup);
            let navigated = quick_setup::Event::Navigated { under, supported, newcomer };
            context.call(Call::tell(navigated));
        }
        if let Some(person) = facts.user.person.clone().filter(|_| under && owes_onboarding(facts))
        {
            context.call(Call::tell(onboarding::Event::Offer { person }));
        }
    }

    /// Keeps the tab where it was; a tab without a previous place goes to its fallback.
    fn block(&self, at: &Place, guard: &str, mut hops: Vec<Hop>) -> State {
        let unknown = Facts::unknown();
        let fallback = || fallback(self.facts.unwrap_or(&unknown), at);
        let place = self.previous.cloned().unwrap_or_else(fallback);
        hops.push(Hop { route: at.route, guard: guard.to_owned(), to: place.route });
        settled(place, self.decision(Outcome::Blocked, hops), self.facts)
    }

    fn decision(&self, outcome: Outcome, hops: Vec<Hop>) -> Decision {
        Decision { wanted: self.wanted.clone(), outcome, hops, facts: self.facts_from }
    }

    /// Evaluates the guards in order, and then the rules of the route.
    fn ask(&self, place: &Place, trigger: Trigger, context: &mut Context) -> GuardResult {
        let unknown = Facts::unknown();
        let facts = self.facts.unwrap_or(&unknown);
        let question = Question {
            wanted: place,
            trigger,
            from_root: self.wanted.route == RouteName::Root,
            facts: self.facts,
            pending: self.pending,
            previous: self.previous,
            stored: self.held.stored.as_ref(),
            client_session: self.held.client_session,
            password_link: self.held.password_link,
            login_leads_away: self.held.login_leads_away,
            at: context.at,
        };
        let mut skips = false;
        for (number, guard) in GUARDS.iter().chain(&ROUTE_GUARDS).enumerate() {
            if skips && number < GUARDS.len() {
                continue;
            }
            let verdict = (guard.ask)(question, facts);
            context.guard(guard.name, verdict != Verdict::Next);
            match verdict {
                Verdict::Next | Verdict::CancelPending => {}
                Verdict::Wait => return GuardResult::Wait,
                // NAV-03: skips the remaining guards, but not the rules of the route.
                Verdict::Enter => skips = true,
                Verdict::Block => return GuardResult::Block(guard.name),
                Verdict::Leave { url } => return GuardResult::Leave(url),
                Verdict::Redirect { to, notify } => {
                    if notify {
                        context.call(Call::notify_error("not_authorised"));
                    }
                    return GuardResult::Redirect(guard.name, to);
                }
            }
        }
        GuardResult::Enter
    }
}

/// The settled state of a place, with its menu and search type (MENU-01, NAV-11).
pub(super) fn settled(place: Place, decision: Decision, facts: Option<&Facts>) -> State {
    let route = place.route.route();
    let menu = match route.sidebar {
        Sidebar::Hidden => Menu::Hidden,
        Sidebar::Application => Menu::Application,
        Sidebar::Settings => {
            facts.map_or(Menu::Administration, |facts| Menu::of_settings(facts, place.project()))
        }
    };
    State::Settled { place, decision, menu, search: route.search }
}
