//! What disables a search (SEARCH-03).

use serde::{Deserialize, Serialize};

use super::filter::ALL_TYPES;
use super::model::{ArchiveSearchType, SearchModel};
use crate::rejection::RejectionCode;
use crate::rules::routes::SearchType;

/// How many characters of a name users who are not administrators need to search packages.
pub const NAME_CHARS_MIN: usize = 3;

/// Why a search cannot begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "SearchNotReady"))]
#[serde(rename_all = "snake_case")]
pub enum NotReady {
    /// The query is empty.
    Empty,
    /// The name is too short, without the wildcards `*` and `?`.
    NameTooShort,
    /// A search of the archive for packages needs a name, a package type and a repository.
    ArchiveIncomplete,
}

impl NotReady {
    /// The code of the rejection.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Empty => RejectionCode::SearchEmpty,
            Self::NameTooShort => RejectionCode::SearchNameTooShort,
            Self::ArchiveIncomplete => RejectionCode::SearchArchiveIncomplete,
        }
    }
}

/// Why a search cannot begin; none if it can. Administrators may list all packages.
pub fn why_not_ready(
    search_type: SearchType,
    model: &SearchModel,
    admin: bool,
) -> Option<NotReady> {
    let for_packages = model.archive_search_type == Some(ArchiveSearchType::Packages);
    match search_type {
        SearchType::Packages if admin => None,
        _ if model.is_empty() => Some(NotReady::Empty),
        SearchType::Packages if name_chars(model) < NAME_CHARS_MIN => Some(NotReady::NameTooShort),
        SearchType::Archive if for_packages && !is_complete(model) => {
            Some(NotReady::ArchiveIncomplete)
        }
        _ => None,
    }
}

/// The characters of the name that narrow a search.
fn name_chars(model: &SearchModel) -> usize {
    let letters = model.name.chars().filter(|letter| !matches!(letter, '*' | '?'));
    letters.collect::<String>().trim().chars().count()
}

fn is_complete(model: &SearchModel) -> bool {
    let has_type = model.package_types.iter().any(|package_type| package_type != ALL_TYPES);
    !model.name.trim().is_empty() && has_type && !model.repositories.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SEARCH-03]
    #[test]
    fn the_rule_of_three_counts_the_name_without_wildcards() {
        let why = |name: &str, admin| {
            why_not_ready(SearchType::Packages, &SearchModel::named(name), admin)
        };
        for short in ["n", "np", "np*", "*n?p*", " np ", "*np *", "漢字", "***"] {
            assert_eq!(why(short, false), Some(NotReady::NameTooShort), "{short:?}");
            assert_eq!(why(short, true), None, "{short:?}");
        }
        for long in ["npm", "*npm*", "n?pm", "漢字漢", "n p"] {
            assert_eq!(why(long, false), None, "{long:?}");
        }
        assert_eq!(why(" ", false), Some(NotReady::Empty));
        assert_eq!(why("", true), None);
        // Filters do not replace the name, and other types have no such rule.
        let filtered =
            SearchModel { package_types: vec!["npm".into()], ..SearchModel::named("ab") };
        let short = Some(NotReady::NameTooShort);
        assert_eq!(why_not_ready(SearchType::Packages, &filtered, false), short);
        assert_eq!(why_not_ready(SearchType::Artifacts, &filtered, false), None);
    }

    /// covers: [SEARCH-03]
    #[test]
    fn an_empty_query_disables_every_type() {
        for search_type in [
            SearchType::Artifacts,
            SearchType::Builds,
            SearchType::ReleaseBundles,
            SearchType::Scanning,
            SearchType::Archive,
            SearchType::Pipelines,
        ] {
            for admin in [false, true] {
                let why = why_not_ready(search_type, &SearchModel::default(), admin);
                assert_eq!(why, Some(NotReady::Empty), "{search_type:?}");
            }
        }
    }

    /// covers: [SEARCH-03]
    #[test]
    fn the_archive_is_searched_for_packages_by_name_type_and_repository() {
        let whole = SearchModel {
            archive_search_type: Some(ArchiveSearchType::Packages),
            package_types: vec!["npm".into()],
            repositories: vec!["npm-local".into()],
            ..SearchModel::named("ab")
        };
        let why = |model: &SearchModel| why_not_ready(SearchType::Archive, model, false);
        assert_eq!(why(&whole), None);
        for incomplete in [
            SearchModel { name: " ".into(), ..whole.clone() },
            SearchModel { package_types: Vec::new(), ..whole.clone() },
            SearchModel { package_types: vec![ALL_TYPES.into()], ..whole.clone() },
            SearchModel { repositories: Vec::new(), ..whole.clone() },
        ] {
            assert_eq!(why(&incomplete), Some(NotReady::ArchiveIncomplete), "{incomplete:?}");
        }
        let artifacts = Some(ArchiveSearchType::Artifacts);
        let artifacts = SearchModel { archive_search_type: artifacts, ..SearchModel::named("a") };
        assert_eq!(why(&artifacts), None);
    }
}
