//! Recent searches of a user (SEARCH-06).

use serde::{Deserialize, Serialize};

use super::model::SearchModel;
use super::query_string::parse;
use crate::rules::routes::SearchType;

/// How many searches of a user are kept.
pub const RECENT_SEARCHES_MAX: usize = 5;

/// A recent search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecentSearch {
    /// Identifies it among the searches of the user. A later one has a greater id.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub id: u64,
    /// The type of search.
    pub search_type: SearchType,
    /// The query.
    pub query_string: String,
    /// What was searched for.
    pub search_model: SearchModel,
    /// The project that was selected; none for all projects.
    pub context: Option<String>,
}

/// A recent search as it is kept with the account: its model is what the query says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StoredSearch {
    /// Identifies it among the searches of the user.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub id: u64,
    /// The type of search.
    pub search_type: SearchType,
    /// The query.
    pub query_string: String,
    /// The project that was selected; none for all projects.
    pub context: Option<String>,
}

impl RecentSearch {
    /// What is kept with the account.
    pub fn stored(&self) -> StoredSearch {
        StoredSearch {
            id: self.id,
            search_type: self.search_type,
            query_string: self.query_string.clone(),
            context: self.context.clone(),
        }
    }
}

impl StoredSearch {
    /// The search with its model; none if its query can no longer be read.
    pub fn restored(&self) -> Option<RecentSearch> {
        let search_model = parse(&self.query_string, self.search_type).ok()?;
        Some(RecentSearch {
            id: self.id,
            search_type: self.search_type,
            query_string: self.query_string.clone(),
            search_model,
            context: self.context.clone(),
        })
    }

    fn is_same(&self, other: &Self) -> bool {
        self.id == other.id
            || (self.search_type == other.search_type
                && self.query_string == other.query_string
                && self.context == other.context)
    }
}

/// Adds a search to the stored ones: the newest is first, and each is there once, as it was made last. Adding it again
/// changes nothing.
pub fn remember(searches: &mut Vec<StoredSearch>, search: StoredSearch) {
    if searches.iter().any(|known| known.is_same(&search) && known.id >= search.id) {
        return;
    }
    searches.retain(|known| !known.is_same(&search));
    let at = searches.iter().position(|known| known.id < search.id).unwrap_or(searches.len());
    searches.insert(at, search);
    searches.truncate(RECENT_SEARCHES_MAX);
}

/// The searches of both lists, the newest first.
pub fn merged(some: &[RecentSearch], others: &[RecentSearch]) -> Vec<RecentSearch> {
    let mut all: Vec<StoredSearch> = Vec::new();
    for search in some.iter().chain(others) {
        remember(&mut all, search.stored());
    }
    all.iter().filter_map(StoredSearch::restored).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(id: u64, query: &str) -> StoredSearch {
        let (search_type, query_string) = (SearchType::Packages, query.to_owned());
        StoredSearch { id, search_type, query_string, context: None }
    }

    /// covers: [SEARCH-06]
    #[test]
    fn recent_searches_are_capped_and_each_is_there_once() {
        let mut searches = Vec::new();
        for id in 1..=7 {
            remember(&mut searches, search(id, &format!("name:a{id}")));
        }
        let ids = |searches: &[StoredSearch]| searches.iter().map(|one| one.id).collect::<Vec<_>>();
        assert_eq!(ids(&searches), [7, 6, 5, 4, 3]);
        remember(&mut searches, search(8, "name:a5"));
        assert_eq!(ids(&searches), [8, 7, 6, 4, 3]);
        let before = searches.clone();
        remember(&mut searches, search(8, "name:a5"));
        assert_eq!(searches, before);
        // A late one has its place in the order, and an older one that does not fit is dropped.
        remember(&mut searches, search(5, "name:late"));
        assert_eq!(ids(&searches), [8, 7, 6, 5, 4]);
        // The same query in another project is another search.
        let elsewhere = StoredSearch { context: Some("alpha".into()), ..search(9, "name:a5") };
        remember(&mut searches, elsewhere);
        assert_eq!(ids(&searches), [9, 8, 7, 6, 5]);
    }

    /// covers: [SEARCH-06]
    #[test]
    fn a_stored_search_is_restored_with_its_model() {
        let stored = search(1, "name:npm pkg:npm");
        let restored = stored.restored().expect("it can be read");
        assert_eq!(restored.search_model.package_types, ["npm"]);
        assert_eq!(restored.stored(), stored);
        assert_eq!(search(1, "size:3").restored(), None);
        let one = std::slice::from_ref(&restored);
        assert_eq!(merged(one, one), one);
        let again = RecentSearch { id: 2, ..restored.clone() };
        let again = std::slice::from_ref(&again);
        assert_eq!(merged(again, one), again);
        assert_eq!(merged(one, again), again);
    }
}
