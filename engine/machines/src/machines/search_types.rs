//! The states and events of global search.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::custom_data::DataStored;
use crate::rules::search::{
    Asker, ComponentRequest, NotReady, Offer, RecentSearch, SearchModel, SearchType, StoredSearch,
};
use crate::secret::PersonId;

/// The user of a search box as long as no user has signed in.
pub const ANONYMOUS: &str = "anonymous";

/// The data of the search box in every state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchBox {
    /// What is searched: it follows the route, until the user chooses another type.
    pub search_type: SearchType,
    /// What is searched for.
    pub model: SearchModel,
    /// The same as a query.
    pub query_string: String,
    /// The selected project; none for all projects.
    pub project: Option<String>,
    /// The types that are shown; none before the search box is opened.
    pub offers: Vec<Offer>,
    /// Why the search cannot begin; none if it can.
    pub not_ready: Option<NotReady>,
    /// The user whose searches follow: an id, or `anonymous`.
    pub user: PersonId,
    /// The recent searches of the user, the newest first.
    pub recent_searches: Vec<RecentSearch>,
    /// What the rules know of the user and the installation; none before the search box is opened.
    pub asker: Option<Asker>,
    /// What the scanner is asked for at the place of the tab; none elsewhere, and where its query is unreadable.
    #[serde(default)]
    pub components: Option<ComponentRequest>,
}

impl Default for SearchBox {
    fn default() -> Self {
        Self {
            search_type: SearchType::Packages,
            model: SearchModel::default(),
            query_string: String::new(),
            project: None,
            offers: Vec::new(),
            not_ready: Some(NotReady::Empty),
            user: PersonId(ANONYMOUS.to_owned()),
            recent_searches: Vec::new(),
            asker: None,
            components: None,
        }
    }
}

/// The state of global search in a tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "SearchState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The recent searches of the user have not been requested.
    Idle {
        /// The data of the search box.
        search: Box<SearchBox>,
    },
    /// The recent searches are being fetched.
    Loading {
        /// The data of the search box.
        search: Box<SearchBox>,
    },
    /// The recent searches are known.
    Ready {
        /// The data of the search box.
        search: Box<SearchBox>,
    },
}
named!(State { Idle = "idle", Loading = "loading", Ready = "ready" });

/// The answer to fetching recent searches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RecentSearchesAnswer")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum RecentSearches {
    /// They are known.
    Loaded {
        /// The user.
        person: PersonId,
        /// Their searches, the newest first.
        searches: Vec<StoredSearch>,
    },
    /// They could not be fetched.
    Failed {
        /// The user.
        person: PersonId,
        /// The reason, as a sentence.
        message: String,
    },
    /// The server stopped before the result was known.
    Interrupted {
        /// The user.
        person: PersonId,
    },
}

/// The place of a tab, as far as a search depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchPlace {
    /// What the route searches.
    pub search_type: SearchType,
    /// The selected project; none for all projects.
    pub project: Option<String>,
    /// The query of the address, if it has one.
    pub query: Option<String>,
    /// Whether the address keeps the search over the navigation.
    pub kept: bool,
    /// Whether the tab had no place before.
    pub first: bool,
}

/// The events of global search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "SearchEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The user opens the search box.
    Open {
        /// What the rules know of the user and the installation.
        asker: Asker,
    },
    /// The user changes what is searched for.
    ChangeModel {
        /// What the rules know of the user and the installation.
        asker: Asker,
        /// What is searched for.
        model: Box<SearchModel>,
    },
    /// The user changes the query as a text.
    ChangeQuery {
        /// What the rules know of the user and the installation.
        asker: Asker,
        /// The text.
        query: String,
    },
    /// The user chooses another type of search.
    ChangeType {
        /// What the rules know of the user and the installation.
        asker: Asker,
        /// The type.
        search_type: SearchType,
    },
    /// The user searches.
    Search {
        /// What the rules know of the user and the installation.
        asker: Asker,
    },
    /// The user repeats a recent search.
    SearchAgain {
        /// What the rules know of the user and the installation.
        asker: Asker,
        /// The id of the recent search.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        id: u64,
    },
    /// The user clears the search box.
    Clear {},
    /// The tab is at another place.
    Navigated(SearchPlace),
    /// The user has signed out.
    Reset {},
    /// The answer to fetching recent searches.
    #[serde(rename = "access.recent_searches")]
    Recent(RecentSearches),
    /// The answer to storing a recent search.
    #[serde(rename = "access.store_custom_data")]
    Stored(DataStored),
}
named!(Event {
    Open = "open",
    ChangeModel = "change_model",
    ChangeQuery = "change_query",
    ChangeType = "change_type",
    Search = "search",
    SearchAgain = "search_again",
    Clear = "clear",
    Navigated = "navigated",
    Reset = "reset",
    Recent = "access.recent_searches",
    Stored = "access.store_custom_data",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// See [`Event::Open`].
    Open {},
    /// See [`Event::ChangeModel`].
    ChangeModel {
        /// What is searched for.
        model: Box<SearchModel>,
    },
    /// See [`Event::ChangeQuery`].
    ChangeQuery {
        /// The text.
        query: String,
    },
    /// See [`Event::ChangeType`].
    ChangeType {
        /// The type.
        search_type: SearchType,
    },
    /// See [`Event::Search`].
    Search {},
    /// See [`Event::SearchAgain`].
    SearchAgain {
        /// The id of the recent search.
        id: u64,
    },
    /// See [`Event::Clear`].
    Clear {},
}
named!(Proposal {
    Open = "open",
    ChangeModel = "change_model",
    ChangeQuery = "change_query",
    ChangeType = "change_type",
    Search = "search",
    SearchAgain = "search_again",
    Clear = "clear",
});
