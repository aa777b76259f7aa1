//! Global search in one tab (SEARCH-01 to SEARCH-06): what is searched for, of which type, and what was searched
//! lately.
//!
//! ```text
//! idle --open--> loading --access.recent_searches--> ready --open--> loading
//!      --open--> ready                               for visitors, whose searches are kept by the tab alone
//! any  --navigated--> the type follows the route; another project clears the search
//! any  --search--> the query becomes a part of the address, and a recent search
//! ```
//!
//! The address has the query, so a search is repeated by its link, and the results are shown by the page of the route.

use statig::prelude::*;

use super::search_steps::{
    another_place, change_model, change_query, change_type, cleared, fetch_recent, recent_searches,
    search_again, search_now, store_again,
};
pub use super::search_types::{
    ANONYMOUS, Event, Proposal, RecentSearches, SearchBox, SearchPlace, State,
};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::rules::custom_data::DataStored;
use crate::rules::search::{Asker, ModelProblem, QUERY_BYTES_MAX, QueryProblem};

/// The machine of global search.
#[derive(Debug, Default)]
pub struct Search;

#[state_machine(
    initial = "State::Idle { search: Box::default() }",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Search {
    #[state(superstate = "usable", local_storage("search: Box<SearchBox>"))]
    fn idle() -> Outcome<State> {
        Super
    }

    #[state(superstate = "usable")]
    fn loading(
        event: &Event,
        search: &mut Box<SearchBox>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Recent(answer) => match recent_searches(search, answer, context) {
                Some(search) => Transition(State::Ready { search: Box::new(search) }),
                None => Handled,
            },
            _ => Super,
        }
    }

    #[state(superstate = "usable", local_storage("search: Box<SearchBox>"))]
    fn ready() -> Outcome<State> {
        Super
    }

    /// Handles events in every state: the search box can be used before recent searches are known.
    #[superstate(superstate = "root")]
    fn usable(event: &Event, search: &mut Box<SearchBox>, context: &mut Context) -> Outcome<State> {
        let changed = match event {
            Event::Open { asker } => return fetch_recent(search, asker, context),
            Event::ChangeModel { asker, model } => Ok(change_model(search, asker, model, context)),
            Event::ChangeQuery { asker, query } => change_query(search, asker, query, context),
            Event::ChangeType { asker, search_type } => {
                change_type(search, asker, *search_type, context)
            }
            Event::Search { asker } => search_now(search, asker, context),
            Event::SearchAgain { asker, id } => search_again(search, asker, *id, context),
            Event::Clear {} => Ok(cleared(search)),
            Event::Navigated(place) => Ok(another_place(search, place, context)),
            Event::Stored(DataStored::Interrupted {}) => return store_again(search, context),
            // The answer is about a user who has left, or no state waits for it.
            Event::Recent(_) | Event::Stored(_) => return Handled,
            Event::Reset {} => return Transition(State::Idle { search: Box::default() }),
        };
        match changed {
            Ok(changed) => {
                **search = changed;
                Handled
            }
            Err(rejection) => context.refuse(rejection),
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for Search {
    const NAME: &'static str = "search";
    const SCOPE: Scope = Scope::Tab;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Search);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        // The user leaves the search box empty also while nothing is known of them.
        if let Proposal::Clear {} = proposal {
            return Ok(Event::Clear {});
        }
        let facts = admission.shown().ok_or_else(|| Rejection::new(RejectionCode::NotReady))?;
        if !facts.may_use_console() {
            return Err(Rejection::new(RejectionCode::NotAuthorised));
        }
        let asker = Asker::of(&facts);
        Ok(match proposal {
            Proposal::Open {} => Event::Open { asker },
            Proposal::ChangeModel { model } => {
                model.check().map_err(ModelProblem::rejection)?;
                Event::ChangeModel { asker, model }
            }
            Proposal::ChangeQuery { query } => {
                // A text of any length is not recorded.
                if query.len() > QUERY_BYTES_MAX {
                    return Err(QueryProblem::TooLong { bytes: query.len() }.rejection());
                }
                Event::ChangeQuery { asker, query }
            }
            Proposal::ChangeType { search_type } => Event::ChangeType { asker, search_type },
            Proposal::Search {} => Event::Search { asker },
            Proposal::SearchAgain { id } => Event::SearchAgain { asker, id },
            Proposal::Clear {} => Event::Clear {},
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        match call {
            Call::RecentSearches { person } => {
                Some(Event::Recent(RecentSearches::Interrupted { person: person.clone() }))
            }
            Call::StoreCustomData { .. } => Some(Event::Stored(DataStored::Interrupted {})),
            _ => None,
        }
    }

    fn examples() -> Vec<Event> {
        super::search_examples::examples()
    }

    fn abstract_state(state: &State) -> String {
        super::search_examples::abstract_state(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Accepted, decide};
    use crate::secret::PersonId;
    use crate::time::Timestamp;

    /// covers: [SEARCH-06]
    #[test]
    fn recent_searches_of_another_user_are_ignored() {
        let user = PersonId("p_ann".into());
        let search = Box::new(SearchBox { user, ..SearchBox::default() });
        let loading = State::Loading { search };
        let about = |person: &str| {
            let (person, searches) = (PersonId(person.into()), Vec::new());
            let answer = Event::Recent(RecentSearches::Loaded { person, searches });
            decide::<Search>(&loading, &answer, Timestamp::from_ms(0)).expect("it is accepted")
        };
        let Accepted { state, guards, .. } = about("p_bob");
        assert_eq!((state, guards.as_slice()), (loading.clone(), &["about_another"][..]));
        assert!(matches!(about("p_ann").state, State::Ready { .. }));
    }
}
