//! Examples of the events of global search, and its states as exploration distinguishes them.

use super::search_types::{ANONYMOUS, Event, RecentSearches, SearchBox, SearchPlace, State};
use crate::machine::Named;
use crate::rules::custom_data::DataStored;
use crate::rules::search::{
    ArtifactsSearchType, Asker, BundlesTab, SearchModel, SearchType, StoredSearch,
};
use crate::secret::PersonId;
use crate::sign_in::Notice;

/// A user, and what they are shown.
fn asker(person: Option<&str>, admin: bool, archive_indexing: bool) -> Asker {
    let some = [SearchType::Packages, SearchType::Artifacts, SearchType::Builds];
    let more = [SearchType::Scanning, SearchType::Archive];
    let more = more.into_iter().filter(|_| archive_indexing);
    Asker {
        person: person.map(|person| PersonId(person.to_owned())),
        admin,
        shown: some.into_iter().chain(more).collect(),
        archive_indexing,
        bundles_moved: true,
        bundles_tab: BundlesTab::Source,
        scanning: None,
    }
}

fn ann() -> Asker {
    asker(Some("p_ann"), true, true)
}

/// A user without an index of archives.
fn bob() -> Asker {
    asker(Some("p_bob"), false, false)
}

fn visitor() -> Asker {
    asker(None, false, false)
}

fn recent(person: &str) -> Event {
    let search = StoredSearch {
        id: 1,
        search_type: SearchType::Packages,
        query_string: "name:npm".into(),
        context: Some("alpha".into()),
    };
    Event::Recent(RecentSearches::Loaded {
        person: PersonId(person.into()),
        searches: vec![search],
    })
}

fn navigated(search_type: SearchType, project: Option<&str>, query: Option<&str>) -> Event {
    Event::Navigated(SearchPlace {
        search_type,
        project: project.map(str::to_owned),
        query: query.map(str::to_owned),
        kept: false,
        first: false,
    })
}

fn kept(first: bool) -> Event {
    Event::Navigated(SearchPlace {
        search_type: SearchType::Builds,
        project: None,
        query: None,
        kept: true,
        first,
    })
}

/// One event for each case that a guard distinguishes.
pub(super) fn examples() -> Vec<Event> {
    let archive = SearchModel {
        artifacts_search_type: Some(ArtifactsSearchType::Archive),
        ..SearchModel::named("npm")
    };
    let model =
        |asker: Asker, model: SearchModel| Event::ChangeModel { asker, model: Box::new(model) };
    let of_type = |asker: Asker, search_type| Event::ChangeType { asker, search_type };
    let query = |query: &str| Event::ChangeQuery { asker: ann(), query: query.into() };
    let person = || PersonId("p_ann".into());
    vec![
        Event::Open { asker: ann() },
        Event::Open { asker: visitor() },
        model(ann(), SearchModel::named("npm")),
        model(bob(), SearchModel::named("np")),
        model(visitor(), SearchModel::default()),
        model(bob(), archive),
        query("npm"),
        query("size:3"),
        of_type(ann(), SearchType::Archive),
        of_type(ann(), SearchType::Scanning),
        of_type(visitor(), SearchType::Builds),
        of_type(bob(), SearchType::Archive),
        Event::Search { asker: ann() },
        Event::Search { asker: bob() },
        Event::Search { asker: visitor() },
        Event::SearchAgain { asker: ann(), id: 1 },
        Event::SearchAgain { asker: ann(), id: 2 },
        Event::Clear {},
        navigated(SearchType::Artifacts, None, None),
        navigated(SearchType::Packages, Some("alpha"), None),
        navigated(SearchType::Packages, None, Some("name:npm")),
        navigated(SearchType::Packages, None, Some("size:3")),
        navigated(SearchType::Scanning, None, Some("name:shop severities:high")),
        kept(true),
        kept(false),
        recent("p_ann"),
        recent("p_bob"),
        Event::Recent(RecentSearches::Failed { person: person(), message: String::new() }),
        Event::Recent(RecentSearches::Interrupted { person: person() }),
        Event::Stored(DataStored::Accepted {}),
        Event::Stored(DataStored::Refused { notice: Notice::new("account_refused", "") }),
        Event::Stored(DataStored::Interrupted {}),
        Event::Reset {},
    ]
}

/// The state without texts and times.
pub(super) fn abstract_state(state: &State) -> String {
    let (State::Idle { search } | State::Loading { search } | State::Ready { search }) = state;
    let SearchBox { search_type, model, project, not_ready, user, recent_searches, .. } = &**search;
    let facts = [
        model.is_empty(),
        model.artifacts_search_type.is_some(),
        project.is_some(),
        user.0 == ANONYMOUS,
        recent_searches.is_empty(),
    ];
    format!("{} {search_type:?} {not_ready:?} {facts:?}", state.name())
}
