//! Examples of the events of the package browser, and its states as exploration distinguishes them.

use super::packages_types::{
    COUNT_UNKNOWN, Event, Fetched, FoundPackage, FoundVersion, PackageBrowser, RowsPage, State,
    VersionQuery,
};
use crate::machine::Named;
use crate::rules::package_browser::{DetailsTab, Level};
use crate::rules::search::{PackageSort, SearchModel, SortField, SortOrder};
use crate::secret::Digest;

const PACKAGE: &str = "npm://shop";
/// A package of a type that is never shown.
const EXCLUDED: &str = "dockerV1://shop";

fn digest() -> Digest {
    Digest("0".repeat(64))
}

fn page(request: u32, has_next_page: bool, total: Option<u32>) -> Fetched<RowsPage> {
    let end_cursor = has_next_page.then(|| "c".to_owned());
    let value = RowsPage { rows: 1, has_next_page, end_cursor, total, digest: digest() };
    Fetched::Loaded { request, value }
}

fn failed<T>(request: u32) -> Fetched<T> {
    Fetched::Failed { request, message: "It does not answer.".into() }
}

fn package(request: u32, package_type: &str) -> Event {
    let (id, package_type) = (PACKAGE.into(), package_type.into());
    let value = Some(FoundPackage { id, package_type, digest: digest() });
    Event::Package(Fetched::Loaded { request, value })
}

fn version(request: u32, lead_file: &str, has_builds: bool) -> Event {
    let (name, lead_file) = ("1.0.0".into(), lead_file.into());
    let value = Some(FoundVersion { name, lead_file, has_builds, digest: digest() });
    Event::Version(Fetched::Loaded { request, value })
}

/// One event for each case that a guard distinguishes. Answers have the numbers of the requests that they are to.
pub(super) fn examples() -> Vec<Event> {
    let open = |level: Level, query: SearchModel, admin| Event::Open {
        level,
        query: Box::new(query),
        admin,
    };
    let details = Level::Package { package: PACKAGE.into() };
    let of_version = Level::Version { package: PACKAGE.into(), version: "1.0.0".into() };
    let excluded = Level::Package { package: EXCLUDED.into() };
    let excluded_version = Level::Version { package: EXCLUDED.into(), version: "1.0.0".into() };
    let by_time = PackageSort { sort_by: SortField::Modified, sort_type: SortOrder::Desc };
    let query = VersionQuery { model: SearchModel::named("1."), ignore_pre_release: true };
    let mut examples = vec![
        open(Level::List {}, SearchModel::default(), true),
        open(Level::List {}, SearchModel::named("shop"), false),
        open(details, SearchModel::default(), true),
        open(of_version, SearchModel::default(), true),
        open(excluded, SearchModel::default(), true),
        open(excluded_version, SearchModel::default(), true),
        Event::Sort { sort: by_time },
        Event::More {},
        Event::FilterVersions { query: Box::new(query) },
        Event::SortVersions { sort_type: SortOrder::Asc },
        Event::MoreVersions {},
        Event::SelectTab { tab: DetailsTab::Properties },
        Event::SelectTab { tab: DetailsTab::DockerLayers },
        Event::Refresh {},
        Event::Reset {},
        Event::Counted(Fetched::Loaded { request: 1, value: 7 }),
        Event::Counted(failed(1)),
        Event::Counted(Fetched::Interrupted { request: 1 }),
        Event::Package(Fetched::Loaded { request: 1, value: None }),
        Event::Package(failed(1)),
        Event::Package(Fetched::Interrupted { request: 1 }),
    ];
    for request in 1..=3 {
        examples.extend([
            Event::Listed(page(request, true, None)),
            Event::Listed(page(request, false, Some(1))),
            Event::Listed(failed(request)),
            Event::Listed(Fetched::Interrupted { request }),
            package(request, "docker"),
            package(request, "npm"),
            Event::Versions(page(request, true, None)),
            Event::Versions(page(request, false, None)),
            Event::Versions(failed(request)),
            Event::Versions(Fetched::Interrupted { request }),
            version(request, "shop-1.0.0.tgz", false),
            version(request, "manifest.json", true),
            Event::Version(Fetched::Loaded { request, value: None }),
            Event::Version(failed(request)),
            Event::Version(Fetched::Interrupted { request }),
        ]);
    }
    examples
}

/// The state without names, numbers and digests.
pub(super) fn abstract_state(state: &State) -> String {
    let (browser, admin) = match state {
        State::List { browser, admin } => (browser, *admin),
        State::Closed { browser }
        | State::Package { browser, .. }
        | State::Version { browser, .. } => (browser, false),
    };
    let list = |browser: &PackageBrowser| {
        let is_counted = browser.packages_count != COUNT_UNKNOWN;
        [admin, browser.packages_fetched, browser.more_than_limit_results, is_counted]
    };
    let versions = |browser: &PackageBrowser| [browser.versions_fetching, browser.more_versions];
    let version = |browser: &PackageBrowser| {
        (browser.version_fetching, browser.version.is_some(), browser.tabs.len(), browser.tab)
    };
    // What another page has left is fetched again there.
    let facts = match state {
        State::Closed { .. } => String::new(),
        State::List { .. } => format!("{:?}", list(browser)),
        State::Package { .. } => format!("{:?}", versions(browser)),
        State::Version { .. } => format!("{:?}", version(browser)),
    };
    format!("{} {facts}", state.name())
}
