//! The package browser in one tab (PKG-01, PKG-02, PKG-07): what is listed, how far it has been read, and which details
//! are shown.
//!
//! ```text
//! closed --open--> list, package or version        by the parameters of the place
//! list --open--> package --open--> version         and every other way
//! any  --reset--> closed                           when the user signs out
//! ```
//!
//! A request that fails is answered by an empty list or by nothing, without a message. Records have numbers of rows,
//! cursors and digests; the page fetches the rows over HTTP with the same query.

use statig::prelude::*;

use super::packages_steps::{
    counted, filter_versions, listed, more, more_versions, open, package_found, refresh,
    select_tab, sort, sort_versions, version_found, versions_listed,
};
pub use super::packages_types::{
    COUNT_UNKNOWN, Event, Fetched, FoundPackage, FoundVersion, PackageBrowser, Proposal, Requests,
    Rows, RowsPage, State, VersionQuery,
};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::rules::package_browser::Level;
use crate::rules::routes::{SearchType, place_of};
use crate::rules::search::{ModelProblem, parse, query_of};

/// The machine of the package browser.
#[derive(Debug, Default)]
pub struct Packages;

#[state_machine(
    initial = "State::Closed { browser: Box::default() }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Packages {
    #[state(superstate = "root")]
    fn closed(
        event: &Event,
        browser: &mut Box<PackageBrowser>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Open { level, query, admin } => open(browser, level, query, *admin, context),
            // The user has signed out meanwhile.
            Event::Listed(_)
            | Event::Counted(_)
            | Event::Package(_)
            | Event::Versions(_)
            | Event::Version(_)
            | Event::Reset {} => Handled,
            _ => Super,
        }
    }

    #[state(superstate = "opened")]
    fn list(
        event: &Event,
        browser: &mut Box<PackageBrowser>,
        admin: &bool,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Sort { sort: by } => sort(browser, *by, *admin, context),
            Event::More {} => more(browser, context),
            Event::Refresh {} => refresh(browser, &Level::List {}, *admin, context),
            _ => Super,
        }
    }

    #[state(superstate = "opened")]
    fn package(
        event: &Event,
        browser: &mut Box<PackageBrowser>,
        package: &String,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::FilterVersions { query } => filter_versions(browser, package, query, context),
            Event::SortVersions { sort_type } => {
                sort_versions(browser, package, *sort_type, context)
            }
            Event::MoreVersions {} => more_versions(browser, package, context),
            Event::Refresh {} => {
                let level = Level::Package { package: package.clone() };
                refresh(browser, &level, false, context)
            }
            _ => Super,
        }
    }

    #[state(superstate = "opened")]
    fn version(
        event: &Event,
        browser: &mut Box<PackageBrowser>,
        package: &String,
        version: &String,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::SelectTab { tab } => select_tab(browser, *tab, context),
            Event::Refresh {} => {
                let (package, version) = (package.clone(), version.clone());
                refresh(browser, &Level::Version { package, version }, false, context)
            }
            _ => Super,
        }
    }

    /// Handles events on every page. An answer to an obsolete request changes nothing.
    #[superstate(superstate = "root")]
    fn opened(
        event: &Event,
        browser: &mut Box<PackageBrowser>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Open { level, query, admin } => open(browser, level, query, *admin, context),
            Event::Listed(answer) => listed(browser, answer, context),
            Event::Counted(answer) => counted(browser, answer, context),
            Event::Package(answer) => package_found(browser, answer, context),
            Event::Versions(answer) => versions_listed(browser, answer, context),
            Event::Version(answer) => version_found(browser, answer, context),
            Event::Reset {} => Transition(State::Closed { browser: Box::default() }),
            _ => Super,
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for Packages {
    const NAME: &'static str = "packages";
    const SCOPE: Scope = Scope::Tab;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Packages);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        let facts = admission.shown().ok_or_else(|| Rejection::new(RejectionCode::NotReady))?;
        if !facts.may_use_console() {
            return Err(Rejection::new(RejectionCode::NotAuthorised));
        }
        Ok(match proposal {
            Proposal::Open { path } => {
                let place = place_of(&path);
                let level = Level::of(&place);
                let level = level.ok_or_else(|| Rejection::new(RejectionCode::NotPackages))?;
                let query = query_of(&place);
                let query = query.map(|query| parse(&query, SearchType::Packages)).transpose();
                let query = query.map_err(|problem| problem.rejection())?.unwrap_or_default();
                Event::Open { level, query: Box::new(query), admin: facts.user.admin }
            }
            Proposal::Sort { sort } => Event::Sort { sort },
            Proposal::More {} => Event::More {},
            Proposal::FilterVersions { query } => {
                query.model.check().map_err(ModelProblem::rejection)?;
                Event::FilterVersions { query }
            }
            Proposal::SortVersions { sort_type } => Event::SortVersions { sort_type },
            Proposal::MoreVersions {} => Event::MoreVersions {},
            Proposal::SelectTab { tab } => Event::SelectTab { tab },
            Proposal::Refresh {} => Event::Refresh {},
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        Some(match call {
            Call::ListPackages { request, .. } => {
                Event::Listed(Fetched::Interrupted { request: *request })
            }
            Call::CountPackages { request, .. } => {
                Event::Counted(Fetched::Interrupted { request: *request })
            }
            Call::FetchPackage { request, .. } => {
                Event::Package(Fetched::Interrupted { request: *request })
            }
            Call::ListVersions { request, .. } => {
                Event::Versions(Fetched::Interrupted { request: *request })
            }
            Call::FetchVersion { request, .. } => {
                Event::Version(Fetched::Interrupted { request: *request })
            }
            _ => return None,
        })
    }

    fn examples() -> Vec<Event> {
        super::packages_examples::examples()
    }

    fn abstract_state(state: &State) -> String {
        super::packages_examples::abstract_state(state)
    }
}
