//! The steps of the package browser.

use statig::Outcome;
use statig::prelude::*;

use super::packages_types::{
    COUNT_UNKNOWN, Fetched, FoundPackage, FoundVersion, PackageBrowser, Rows, RowsPage, State,
    VersionQuery,
};
use crate::call::Call;
use crate::machine::{Context, Rejection, RejectionCode};
use crate::rules::package_browser::{DetailsTab, Level, default_tab, details_tabs, is_shown};
use crate::rules::routes::SearchType;
use crate::rules::search::{PackageSort, SearchModel, SortOrder, filter_of, version_filter_of};

/// The user opens a page.
pub(super) fn open(
    browser: &PackageBrowser,
    level: &Level,
    query: &SearchModel,
    admin: bool,
    context: &mut Context,
) -> Outcome<State> {
    let mut browser = Box::new(browser.clone());
    match level {
        Level::List {} => {
            if *query != browser.query {
                browser.packages_count = COUNT_UNKNOWN;
            }
            browser.query.clone_from(query);
            browser.filter = filter_of(query, SearchType::Packages);
            browser.is_packages_searched = !query.is_empty();
            browser.packages = Rows::default();
            fetch_list(&mut browser, admin, context);
            Transition(State::List { browser, admin })
        }
        Level::Package { package } => {
            let defaults = PackageBrowser::default();
            browser.package = None;
            browser.version_query = defaults.version_query;
            browser.version_filter = defaults.version_filter;
            browser.version_sort = defaults.version_sort;
            fetch_package(&mut browser, package, context);
            fetch_versions(&mut browser, package, context);
            Transition(State::Package { browser, package: package.clone() })
        }
        Level::Version { package, version } => {
            browser.version = None;
            if browser.package.as_ref().is_none_or(|known| known.id != *package) {
                browser.package = None;
                fetch_package(&mut browser, package, context);
            }
            fetch_version(&mut browser, package, version, context);
            let (package, version) = (package.clone(), version.clone());
            Transition(State::Version { browser, package, version })
        }
    }
}

/// Fetches again what is shown.
pub(super) fn refresh(
    browser: &mut PackageBrowser,
    level: &Level,
    admin: bool,
    context: &mut Context,
) -> Outcome<State> {
    match level {
        Level::List {} => fetch_list(browser, admin, context),
        Level::Package { package } => {
            fetch_package(browser, package, context);
            fetch_versions(browser, package, context);
        }
        Level::Version { package, version } => {
            fetch_package(browser, package, context);
            fetch_version(browser, package, version, context);
        }
    }
    Handled
}

/// Fetches the first page of packages, and their number where users who are not administrators do not know it.
fn fetch_list(browser: &mut PackageBrowser, admin: bool, context: &mut Context) {
    let request = browser.requests.next();
    browser.packages_fetched = false;
    browser.more_than_limit_results = false;
    list_after(browser, None, request, context);
    let is_unknown = browser.packages_count == COUNT_UNKNOWN;
    if context.guard("count_unknown", is_unknown && !admin) {
        browser.requests.count = request;
        context.call(Call::CountPackages { request, filter: Box::new(browser.filter.clone()) });
    }
}

fn list_after(
    browser: &mut PackageBrowser,
    after: Option<String>,
    request: u32,
    context: &mut Context,
) {
    browser.requests.list = request;
    let filter = Box::new(browser.filter.clone());
    context.call(Call::ListPackages { request, filter, sort: browser.sort, after });
}

/// PKG-09: nothing is asked about packages of an excluded type, as if there were none.
fn is_excluded(package: &str, context: &mut Context) -> bool {
    context.guard("excluded_type", !is_shown(package))
}

fn fetch_package(browser: &mut PackageBrowser, package: &str, context: &mut Context) {
    if is_excluded(package, context) {
        browser.package = None;
        return;
    }
    let request = browser.requests.next();
    browser.requests.package = request;
    context.call(Call::FetchPackage { request, package: package.to_owned() });
}

/// Fetches the first page of versions.
fn fetch_versions(browser: &mut PackageBrowser, package: &str, context: &mut Context) {
    browser.versions = Rows::default();
    browser.more_versions = false;
    browser.versions_fetching = !is_excluded(package, context);
    if !browser.versions_fetching {
        return;
    }
    versions_after(browser, package, None, context);
}

fn versions_after(
    browser: &mut PackageBrowser,
    package: &str,
    after: Option<String>,
    context: &mut Context,
) {
    let request = browser.requests.next();
    browser.requests.versions = request;
    context.call(Call::ListVersions {
        request,
        package: package.to_owned(),
        filter: Box::new(browser.version_filter.clone()),
        ignore_pre_release: browser.version_query.ignore_pre_release,
        sort: browser.version_sort,
        after,
    });
}

fn fetch_version(
    browser: &mut PackageBrowser,
    package: &str,
    version: &str,
    context: &mut Context,
) {
    browser.version_fetching = !is_excluded(package, context);
    if !browser.version_fetching {
        browser.version = None;
        return;
    }
    let request = browser.requests.next();
    browser.requests.version = request;
    let (package, version) = (package.to_owned(), version.to_owned());
    context.call(Call::FetchVersion { request, package, version });
}

pub(super) fn sort(
    browser: &mut PackageBrowser,
    sort: PackageSort,
    admin: bool,
    context: &mut Context,
) -> Outcome<State> {
    browser.sort = sort;
    browser.packages = Rows::default();
    fetch_list(browser, admin, context);
    Handled
}

/// Reads on in the list of packages.
pub(super) fn more(browser: &mut PackageBrowser, context: &mut Context) -> Outcome<State> {
    let after = browser.packages.end_cursor.clone();
    let Some(after) = after.filter(|_| browser.more_than_limit_results) else {
        return context.refuse(Rejection::new(RejectionCode::NoFurtherRows));
    };
    let request = browser.requests.next();
    list_after(browser, Some(after), request, context);
    Handled
}

pub(super) fn filter_versions(
    browser: &mut PackageBrowser,
    package: &str,
    query: &VersionQuery,
    context: &mut Context,
) -> Outcome<State> {
    browser.version_filter = version_filter_of(&query.model);
    browser.version_query.clone_from(query);
    fetch_versions(browser, package, context);
    Handled
}

pub(super) fn sort_versions(
    browser: &mut PackageBrowser,
    package: &str,
    sort_type: SortOrder,
    context: &mut Context,
) -> Outcome<State> {
    browser.version_sort.sort_type = sort_type;
    fetch_versions(browser, package, context);
    Handled
}

/// Reads on in the list of versions.
pub(super) fn more_versions(
    browser: &mut PackageBrowser,
    package: &str,
    context: &mut Context,
) -> Outcome<State> {
    let after = browser.versions.end_cursor.clone();
    let Some(after) = after.filter(|_| browser.more_versions) else {
        return context.refuse(Rejection::new(RejectionCode::NoFurtherRows));
    };
    versions_after(browser, package, Some(after), context);
    Handled
}

pub(super) fn select_tab(
    browser: &mut PackageBrowser,
    tab: DetailsTab,
    context: &mut Context,
) -> Outcome<State> {
    if !context.guard("known_tab", browser.tabs.contains(&tab)) {
        return context.refuse(Rejection::new(RejectionCode::NoSuchTab));
    }
    browser.tab = tab;
    Handled
}

/// Whether an answer is to the last request of its kind.
fn is_awaited<T>(answer: &Fetched<T>, request: u32, context: &mut Context) -> bool {
    !context.guard("obsolete", answer.request() != request)
}

pub(super) fn listed(
    browser: &mut PackageBrowser,
    answer: &Fetched<RowsPage>,
    context: &mut Context,
) -> Outcome<State> {
    if !is_awaited(answer, browser.requests.list, context) {
        return Handled;
    }
    let is_further = std::mem::replace(&mut browser.packages_fetched, true);
    if let Some(total) = answer.value().and_then(|page| page.total) {
        browser.packages_count = i64::from(total);
    }
    read(&mut browser.packages, &mut browser.more_than_limit_results, answer.value(), is_further);
    Handled
}

pub(super) fn versions_listed(
    browser: &mut PackageBrowser,
    answer: &Fetched<RowsPage>,
    context: &mut Context,
) -> Outcome<State> {
    if !is_awaited(answer, browser.requests.versions, context) {
        return Handled;
    }
    let is_further = !std::mem::replace(&mut browser.versions_fetching, false);
    read(&mut browser.versions, &mut browser.more_versions, answer.value(), is_further);
    Handled
}

/// Takes over a page. A first page that could not be fetched is an empty list; a further one leaves the list as it is.
fn read(rows: &mut Rows, more: &mut bool, page: Option<&RowsPage>, is_further: bool) {
    let Some(page) = page else {
        if !is_further {
            (*rows, *more) = (Rows::default(), false);
        }
        return;
    };
    let before = if is_further { rows.count } else { 0 };
    *more = page.has_next_page;
    *rows = Rows {
        count: before.saturating_add(page.rows),
        end_cursor: page.end_cursor.clone().filter(|_| page.has_next_page),
        digest: Some(page.digest.clone()),
    };
}

/// The number of packages. It stays unknown if they could not be counted.
pub(super) fn counted(
    browser: &mut PackageBrowser,
    answer: &Fetched<u32>,
    context: &mut Context,
) -> Outcome<State> {
    if is_awaited(answer, browser.requests.count, context)
        && let Some(count) = answer.value()
    {
        browser.packages_count = i64::from(*count);
    }
    Handled
}

pub(super) fn package_found(
    browser: &mut PackageBrowser,
    answer: &Fetched<Option<FoundPackage>>,
    context: &mut Context,
) -> Outcome<State> {
    if is_awaited(answer, browser.requests.package, context) {
        browser.package = answer.value().cloned().flatten();
        offer_tabs(browser);
    }
    Handled
}

/// The version, with the tab that it opens with; fetching it again keeps the selected one.
pub(super) fn version_found(
    browser: &mut PackageBrowser,
    answer: &Fetched<Option<FoundVersion>>,
    context: &mut Context,
) -> Outcome<State> {
    if !is_awaited(answer, browser.requests.version, context) {
        return Handled;
    }
    browser.version_fetching = false;
    let was_shown = browser.version.is_some();
    browser.version = answer.value().cloned().flatten();
    if !context.guard("shown_before", was_shown) {
        let lead_file = browser.version.as_ref().map_or("", |version| &version.lead_file);
        browser.tab = default_tab(lead_file);
    }
    offer_tabs(browser);
    Handled
}

/// PKG-02: the tabs follow the package type and the version.
fn offer_tabs(browser: &mut PackageBrowser) {
    let package_type = browser.package.as_ref().map_or("", |package| &package.package_type);
    let has_builds = browser.version.as_ref().is_some_and(|version| version.has_builds);
    browser.tabs = details_tabs(package_type, has_builds);
    if !browser.tabs.contains(&browser.tab) {
        let lead_file = browser.version.as_ref().map_or("", |version| &version.lead_file);
        browser.tab = default_tab(lead_file);
    }
}
