//! Global search (SEARCH-01 to SEARCH-06): what is searched for, its text form, the types of search, and what the
//! services receive.

mod address;
mod components;
mod day;
mod filter;
mod keys;
mod model;
mod query_problem;
mod query_string;
mod readiness;
mod recent;
mod tokens;
mod types;

pub use address::{query_of, with_search};
pub use components::{
    COMPONENT_ROWS, ComponentDirection, ComponentOrderBy, ComponentRequest, component_request,
};
pub use day::{Day, NoSuchDay};
pub use filter::{
    ALL_TYPES, PackageSort, SearchFilter, SortField, SortOrder, UnknownSortOrder, filter_of,
    service_package_type, types_named, version_filter_of,
};
pub use keys::{Field, SEARCH_KEYS, SearchKey};
pub use model::{
    ArchiveSearchType, ArtifactsSearchType, ITEM_CHARS_MAX, ITEMS_MAX, ModelProblem, SearchModel,
    TEXT_CHARS_MAX, is_archive_search,
};
pub use query_problem::QueryProblem;
pub use query_string::{QUERY_BYTES_MAX, SEARCH_QUERY, parse, query_string};
pub use readiness::{NAME_CHARS_MIN, NotReady, why_not_ready};
pub use recent::{RECENT_SEARCHES_MAX, RecentSearch, StoredSearch, merged, remember};
pub use types::{
    Asker, BundlesTab, Offer, SEARCH_TYPES, ScanningPermissions, SearchTypeRow, Unavailable,
    initial_permissions, offers, row_of, shown, target, unavailable, without_archive,
};

pub use super::routes::SearchType;
