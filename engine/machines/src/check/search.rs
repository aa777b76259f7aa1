//! What must hold in every state of global search and of the package browser.

use super::{Finding, finding};
use crate::call::Call;
use crate::chart::{self, Exploration};
use crate::machines::packages::{self, COUNT_UNKNOWN, PackageBrowser};
use crate::machines::search::{self, SearchBox};
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::rules::package_browser::Level;
use crate::rules::routes::SearchType;
use crate::rules::search::{
    Asker, RECENT_SEARCHES_MAX, filter_of, query_string, why_not_ready, without_archive,
};

/// The findings about both machines.
pub(super) fn findings() -> [Finding; 5] {
    [
        searches_are_ready_and_offered(),
        recent_searches_are_bounded(),
        archives_are_searched_with_an_index_only(),
        lists_follow_their_answers(),
        only_unknown_packages_are_counted(),
    ]
}

const fn search_of(state: &AnyState) -> Option<&SearchBox> {
    let AnyState::Search(state) = state else { return None };
    let (search::State::Idle { search }
    | search::State::Loading { search }
    | search::State::Ready { search }) = state;
    Some(search)
}

/// SEARCH-01 to SEARCH-03, and the query that is pushed is that of the model.
fn searches_are_ready_and_offered() -> Finding {
    let exploration = chart::explore(MachineName::Search);
    let mut checked = 0;
    let mut violations = Vec::new();
    for step in &exploration.steps {
        let (
            AnyEvent::Search(
                search::Event::Search { asker } | search::Event::SearchAgain { asker, .. },
            ),
            Some(to),
        ) = (&*step.event, search_of(&step.to))
        else {
            continue;
        };
        checked += 1;
        let is_ready = why_not_ready(to.search_type, &to.model, asker.admin).is_none();
        let offer = to.offers.iter().find(|offer| offer.search_type == to.search_type);
        let is_offered = offer.is_some_and(|offer| offer.disabled.is_none());
        let navigates = step.calls.iter().any(|call| matches!(call, Call::Navigate { .. }));
        let is_written = query_string(&to.model, to.search_type) == to.query_string;
        if !(is_ready && is_offered && navigates && is_written) {
            violations.push(format!("{} searches for {:?}", step.event.name(), to.query_string));
        }
    }
    finding("a search begins only where it is ready and offered", checked, violations)
}

/// SEARCH-06: at most a few recent searches, none of them empty, and those of one user.
fn recent_searches_are_bounded() -> Finding {
    let exploration = chart::explore(MachineName::Search);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (from, to) = (search_of(&step.from)?, search_of(&step.to)?);
        let recent = &to.recent_searches;
        let is_bounded = recent.len() <= RECENT_SEARCHES_MAX
            && recent.iter().all(|recent| !recent.search_model.is_empty());
        // Another user begins with none, and the one that is being added.
        let is_own = from.user == to.user || recent.len() <= 1;
        (!is_bounded || !is_own).then(|| format!("{} in {}", step.event.name(), step.from.name()))
    });
    let checked = exploration.steps.len();
    finding("recent searches are few, not empty, and of the user", checked, violations)
}

/// SEARCH-06: no change of the model leaves a search of archives where there is no index.
fn archives_are_searched_with_an_index_only() -> Finding {
    let exploration = chart::explore(MachineName::Search);
    let asked = |event: &AnyEvent| -> Option<Asker> {
        match event {
            AnyEvent::Search(
                search::Event::ChangeModel { asker, .. }
                | search::Event::ChangeQuery { asker, .. }
                | search::Event::ChangeType { asker, .. }
                | search::Event::Search { asker },
            ) => Some(asker.clone()),
            _ => None,
        }
    };
    let mut checked = 0;
    let mut violations = Vec::new();
    for step in &exploration.steps {
        let (Some(asker), Some(to)) = (asked(&step.event), search_of(&step.to)) else { continue };
        checked += 1;
        let quick = without_archive(to.search_type, to.model.clone());
        if !asker.archive_indexing && quick != (to.search_type, to.model.clone()) {
            violations.push(format!("{} searches archives", step.event.name()));
        }
    }
    finding("archives are searched only with an index", checked, violations)
}

const fn browser_of(state: &AnyState) -> Option<&PackageBrowser> {
    let AnyState::Packages(state) = state else { return None };
    let (packages::State::Closed { browser }
    | packages::State::List { browser, .. }
    | packages::State::Package { browser, .. }
    | packages::State::Version { browser, .. }) = state;
    Some(browser)
}

fn explored_packages() -> &'static Exploration {
    chart::explore(MachineName::Packages)
}

/// PKG-07: what the fields of the package browser say agrees, in every state.
fn lists_follow_their_answers() -> Finding {
    let exploration = explored_packages();
    let violations = exploration.states.iter().filter_map(|state| {
        let browser = browser_of(state)?;
        let is_default = *browser == PackageBrowser::default();
        let holds = browser.packages_count >= COUNT_UNKNOWN
            && (browser.packages_fetched || !browser.more_than_limit_results)
            && (browser.packages.end_cursor.is_none() || browser.packages_fetched)
            && (!browser.versions_fetching || browser.versions.count == 0)
            && browser.is_packages_searched != browser.query.is_empty()
            && browser.filter == filter_of(&browser.query, SearchType::Packages)
            && browser.tabs.contains(&browser.tab)
            && (state.name() != "closed" || is_default);
        (!holds).then(|| format!("{}: {browser:?}", state.name()))
    });
    finding("the package browser shows what was answered", exploration.states.len(), violations)
}

/// PKG-07: a count is requested by users who are not administrators and do not know it, and by no others.
fn only_unknown_packages_are_counted() -> Finding {
    let exploration = explored_packages();
    let mut checked = 0;
    let mut violations = Vec::new();
    for step in &exploration.steps {
        let (
            AnyState::Packages(packages::State::List { browser, admin }),
            AnyEvent::Packages(event),
        ) = (&step.to, &*step.event)
        else {
            continue;
        };
        let is_first_page = match event {
            packages::Event::Open { level, .. } => *level == Level::List {},
            packages::Event::Sort { .. } | packages::Event::Refresh {} => true,
            _ => false,
        };
        checked += 1;
        let counts = step.calls.iter().any(|call| matches!(call, Call::CountPackages { .. }));
        let is_due = is_first_page && !admin && browser.packages_count == COUNT_UNKNOWN;
        if counts != is_due {
            violations.push(format!("{} in {}", step.event.name(), step.from.name()));
        }
    }
    finding(
        "packages are counted for those who do not know how many there are",
        checked,
        violations,
    )
}
