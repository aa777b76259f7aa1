//! What the scanner is asked for: versions of packages, page by page (PKG-10).

use serde::{Deserialize, Serialize};

use super::filter::{SearchFilter, filter_of};
use super::model::SearchModel;
use crate::rules::routes::SearchType;

/// How many rows a page has, unless something else is asked for.
pub const COMPONENT_ROWS: usize = 20;

/// A direction of sorting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ComponentDirection {
    /// The smallest or oldest first.
    Asc,
    /// The largest or newest first.
    Desc,
}

/// By what components are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ComponentOrderBy {
    /// By when the newest file of the version was published.
    #[default]
    LastUpdated,
    /// By the name of the package, and then in the order of its versions.
    Name,
}

impl ComponentOrderBy {
    /// The direction where none is asked for: the newest come first, and names in ascending order.
    pub const fn direction(self) -> ComponentDirection {
        match self {
            Self::LastUpdated => ComponentDirection::Desc,
            Self::Name => ComponentDirection::Asc,
        }
    }
}

/// A request for components: the query and the body of `xray/ui/component/paginatedsearch`. What is missing does not
/// filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ComponentRequest {
    /// The direction of the sort.
    pub direction: ComponentDirection,
    /// How many rows a page has.
    pub num_of_rows: usize,
    /// By what they are sorted.
    pub order_by: ComponentOrderBy,
    /// The number of the page, from 1 on.
    pub page_num: usize,
    /// Whether also components without findings are wanted.
    pub all_components: bool,
    /// The pattern of the names of packages.
    pub name: Option<String>,
    /// An identifier of an advisory.
    pub cve: Option<String>,
    /// The severities of vulnerabilities.
    pub severities: Option<Vec<String>>,
}

/// The first request of a search for scanned versions.
pub fn component_request(model: &SearchModel) -> ComponentRequest {
    let SearchFilter { name, cve, severities, .. } = filter_of(model, SearchType::Scanning);
    let order_by = ComponentOrderBy::default();
    ComponentRequest {
        direction: order_by.direction(),
        num_of_rows: COMPONENT_ROWS,
        order_by,
        page_num: 1,
        all_components: false,
        name,
        cve,
        severities,
    }
}
