//! The steps of global search.

use statig::Outcome;
use statig::prelude::*;

use super::search_types::{ANONYMOUS, RecentSearches, SearchBox, SearchPlace, State};
use crate::call::Call;
use crate::machine::{Context, Rejection, RejectionCode};
use crate::rules::custom_data::CustomChange;
use crate::rules::search::{
    Asker, RecentSearch, SearchModel, SearchType, StoredSearch, component_request, merged, offers,
    parse, query_string, target, why_not_ready, without_archive,
};
use crate::secret::PersonId;

/// The search box after an event.
type Changed = Result<SearchBox, Rejection>;

/// The user opens the search box. Visitors have no searches but those of this tab.
pub(super) fn fetch_recent(
    search: &SearchBox,
    asker: &Asker,
    context: &mut Context,
) -> Outcome<State> {
    let search = Box::new(asked_by(search, asker));
    match &asker.person {
        None => {
            context.guard("anonymous", true);
            Transition(State::Ready { search })
        }
        Some(person) => {
            context.call(Call::RecentSearches { person: person.clone() });
            Transition(State::Loading { search })
        }
    }
}

/// Takes over the recent searches of the user; none where the answer is about another one. If they could not be fetched
/// those of this tab remain.
pub(super) fn recent_searches(
    search: &SearchBox,
    answer: &RecentSearches,
    context: &mut Context,
) -> Option<SearchBox> {
    let (person, searches) = match answer {
        RecentSearches::Loaded { person, searches } => (person, searches.as_slice()),
        RecentSearches::Failed { person, .. } | RecentSearches::Interrupted { person } => {
            (person, &[][..])
        }
    };
    if context.guard("about_another", *person != search.user) {
        return None;
    }
    let restored: Vec<RecentSearch> = searches.iter().filter_map(StoredSearch::restored).collect();
    let recent_searches = merged(&search.recent_searches, &restored);
    Some(SearchBox { recent_searches, ..search.clone() })
}

pub(super) fn change_model(
    search: &SearchBox,
    asker: &Asker,
    model: &SearchModel,
    context: &mut Context,
) -> SearchBox {
    let search = asked_by(search, asker);
    let (search_type, model) = indexed(search.search_type, model.clone(), asker, context);
    refreshed(SearchBox { search_type, model, ..search })
}

pub(super) fn change_query(
    search: &SearchBox,
    asker: &Asker,
    query: &str,
    context: &mut Context,
) -> Changed {
    let model = parse(query, search.search_type).map_err(|problem| problem.rejection())?;
    Ok(change_model(search, asker, &model, context))
}

/// SEARCH-06: another type resets the model, and keeps the name.
pub(super) fn change_type(
    search: &SearchBox,
    asker: &Asker,
    search_type: SearchType,
    context: &mut Context,
) -> Changed {
    let search = asked_by(search, asker);
    check_offered(&search, search_type, context)?;
    let model = SearchModel::named(search.model.name.clone());
    Ok(refreshed(SearchBox { search_type, model, ..search }))
}

/// The user searches: the query becomes a part of the address, and a recent search unless it is empty.
pub(super) fn search_now(search: &SearchBox, asker: &Asker, context: &mut Context) -> Changed {
    let search = asked_by(search, asker);
    let (search_type, model) = indexed(search.search_type, search.model.clone(), asker, context);
    let mut search = refreshed(SearchBox { search_type, model, ..search });
    check_offered(&search, search_type, context)?;
    if let Some(why) = search.not_ready {
        return Err(Rejection::new(why.code()));
    }
    let project = search.project.as_deref();
    context.call(Call::Navigate { to: target(search_type, &search.model, project, asker) });
    if context.guard("nothing_to_remember", search.model.is_empty()) {
        return Ok(search);
    }
    let recent = RecentSearch {
        id: next_id(&search, context),
        search_type,
        query_string: search.query_string.clone(),
        search_model: search.model.clone(),
        context: search.project.clone(),
    };
    if let Some(person) = &asker.person {
        context.call(store(person, &recent));
    }
    search.recent_searches = merged(&[recent], &search.recent_searches);
    Ok(search)
}

pub(super) fn search_again(
    search: &SearchBox,
    asker: &Asker,
    id: u64,
    context: &mut Context,
) -> Changed {
    let asked = asked_by(search, asker);
    let recent = asked.recent_searches.iter().find(|recent| recent.id == id).cloned();
    let recent = recent.ok_or_else(|| Rejection::new(RejectionCode::NoSuchSearch))?;
    let again = SearchBox {
        search_type: recent.search_type,
        model: recent.search_model,
        project: recent.context,
        ..asked
    };
    search_now(&again, asker, context)
}

/// The search box without what was typed.
pub(super) fn cleared(search: &SearchBox) -> SearchBox {
    refreshed(SearchBox { model: SearchModel::default(), ..search.clone() })
}

/// The tab is at another place: the type follows its route, and the model its query.
pub(super) fn another_place(
    search: &SearchBox,
    place: &SearchPlace,
    context: &mut Context,
) -> SearchBox {
    let SearchPlace { search_type, project, query, kept, first } = place;
    let another_project = context.guard("another_project", !first && *project != search.project);
    let query = query.as_ref().filter(|_| !another_project);
    let read = query.map_or_else(|| Ok(SearchModel::default()), |query| parse(query, *search_type));
    context.guard("unreadable_query", read.is_err());
    let read = read.ok();
    let components = read.as_ref().filter(|_| *search_type == SearchType::Scanning);
    let components = components.map(component_request);
    let mut keeps = || context.guard("kept", *kept) || *search_type == search.search_type;
    let model = if !another_project && query.is_none() && keeps() {
        search.model.clone()
    } else {
        read.unwrap_or_default()
    };
    let (search_type, project) = (*search_type, project.clone());
    refreshed(SearchBox { search_type, model, project, components, ..search.clone() })
}

/// Storing is idempotent, so it is repeated (EVT-06).
pub(super) fn store_again(search: &SearchBox, context: &mut Context) -> Outcome<State> {
    let newest = search.recent_searches.first();
    if let Some(recent) = newest.filter(|_| search.user.0 != ANONYMOUS) {
        context.call(store(&search.user, recent));
    }
    Handled
}

fn store(person: &PersonId, recent: &RecentSearch) -> Call {
    let change = CustomChange::Searched { search: recent.stored() };
    Call::StoreCustomData { person: person.clone(), change }
}

/// The search box as the user has it: another user has other recent searches, and may be shown other types.
fn asked_by(search: &SearchBox, asker: &Asker) -> SearchBox {
    let anonymous = || PersonId(ANONYMOUS.to_owned());
    let user = asker.person.clone().unwrap_or_else(anonymous);
    let is_same = user == search.user;
    let recent_searches = if is_same { search.recent_searches.clone() } else { Vec::new() };
    refreshed(SearchBox { user, recent_searches, asker: Some(asker.clone()), ..search.clone() })
}

/// The type and the model where archives may not be indexed.
fn indexed(
    search_type: SearchType,
    model: SearchModel,
    asker: &Asker,
    context: &mut Context,
) -> (SearchType, SearchModel) {
    let (quick_type, quick) = without_archive(search_type, model.clone());
    let is_archive = (quick_type, &quick) != (search_type, &model);
    if context.guard("archive_not_indexed", is_archive && !asker.archive_indexing) {
        (quick_type, quick)
    } else {
        (search_type, model)
    }
}

/// The search box with what follows from its other fields.
fn refreshed(mut search: SearchBox) -> SearchBox {
    search.model = search.model.fitted(search.search_type);
    search.query_string = query_string(&search.model, search.search_type);
    let (shown, admin) = match &search.asker {
        Some(asker) => (asker.shown.as_slice(), asker.admin),
        None => (&[][..], false),
    };
    search.offers = offers(shown, search.project.as_deref());
    search.not_ready = why_not_ready(search.search_type, &search.model, admin);
    search
}

fn check_offered(
    search: &SearchBox,
    search_type: SearchType,
    context: &mut Context,
) -> Result<(), Rejection> {
    let offer = search.offers.iter().find(|offer| offer.search_type == search_type);
    let offer = offer.ok_or_else(|| Rejection::new(RejectionCode::SearchTypeNotShown))?;
    if context.guard("no_project_context", offer.disabled.is_some()) {
        return Err(Rejection::new(RejectionCode::SearchTypeNeedsAllProjects));
    }
    Ok(())
}

/// The id of the next recent search: its time in milliseconds, or the number after the last id.
fn next_id(search: &SearchBox, context: &Context) -> u64 {
    let at_ms = u64::try_from(context.at.as_ms()).unwrap_or_default();
    let newest = search.recent_searches.iter().map(|recent| recent.id + 1).max();
    at_ms.max(newest.unwrap_or_default())
}
