//! What is searched for: one value for each filter key.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::day::Day;
use super::keys::{Field, SEARCH_KEYS, SearchKey};
use super::query_string::{QUERY_BYTES_MAX, query_string};
use crate::rejection::{Rejection, RejectionCode};
use crate::rules::display_text::is_invisible;
use crate::rules::package_browser::is_offered;
use crate::rules::routes::SearchType;

/// The longest text of a filter, in characters.
pub const TEXT_CHARS_MAX: usize = 256;
/// The longest item of a list, and the longest key or value of a pair, in characters.
pub const ITEM_CHARS_MAX: usize = 128;
/// The most items of a list, and the most pairs.
pub const ITEMS_MAX: usize = 20;

/// What the archive is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ArchiveSearchType {
    /// Packages.
    Packages,
    /// Artifacts.
    Artifacts,
}

impl ArchiveSearchType {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Packages, Self::Artifacts];

    /// The name in queries.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Packages => "packages",
            Self::Artifacts => "artifacts",
        }
    }
}

/// How artifacts are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ArtifactsSearchType {
    /// By name: the ordinary search.
    Quick,
    /// By the files inside archives, which must be indexed.
    Archive,
    /// By properties.
    Property,
    /// By checksum.
    Checksum,
    /// By the fields of a package type.
    Package,
}

impl ArtifactsSearchType {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Quick, Self::Archive, Self::Property, Self::Checksum, Self::Package];

    /// The name in queries.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Archive => "archive",
            Self::Property => "property",
            Self::Checksum => "checksum",
            Self::Package => "package",
        }
    }
}

/// What is searched for. A default value (the empty text, list or object, and false) is no filter. `keys.rs` has the
/// name of each field in queries.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct SearchModel {
    /// The types of packages, such as `npm`; `All` is every type.
    pub package_types: Vec<String>,
    /// The keys of repositories.
    pub repositories: Vec<String>,
    /// The name.
    pub name: String,
    /// Words of the description.
    pub description: String,
    /// A checksum of a file.
    pub checksum: String,
    /// The id of a known vulnerability.
    pub cve: String,
    /// The licences.
    pub licenses: Vec<String>,
    /// The severities of vulnerabilities.
    pub severities: Vec<String>,
    /// The properties, each with its value.
    pub properties: BTreeMap<String, String>,
    /// The last day.
    pub before: Day,
    /// The first day.
    pub after: Day,
    /// What the archive is searched for.
    pub archive_search_type: Option<ArchiveSearchType>,
    /// The properties of property sets, each with its value.
    pub properties_sets_object: BTreeMap<String, String>,
    /// How artifacts are searched.
    pub artifacts_search_type: Option<ArtifactsSearchType>,
    /// Whether the name is a checksum.
    pub is_checksum: bool,
    /// The path of an archive, in archive search.
    pub archive_path: String,
    /// The path, in every other search.
    pub path: String,
    /// Whether classes inside classes are left out.
    pub exclude_inner_classes: bool,
    /// Whether only classes are found.
    pub search_class_only: bool,
    /// The package type of the fields that follow.
    pub package_type: String,
    /// What else the package type can be searched by.
    pub package_specific_query: String,
    /// The version.
    pub version: String,
    /// The tags.
    pub tags: Vec<String>,
    /// The scope, for npm.
    pub scope: String,
    /// The branch.
    pub branch: String,
}

/// Why a model is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelProblem {
    /// A text is too long.
    TextTooLong(&'static str),
    /// A list or an object has too many items.
    TooManyItems(&'static str),
    /// A list or an object has an item without text, or one that is too long.
    Item(&'static str),
    /// A text has characters that cannot be seen.
    InvisibleCharacter(&'static str),
    /// A package type is never listed (PKG-09).
    ExcludedType(&'static str),
    /// The text form of the whole model is too long.
    QueryTooLong,
}

impl ModelProblem {
    /// The field, where the problem is in one.
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::TextTooLong(field)
            | Self::TooManyItems(field)
            | Self::Item(field)
            | Self::InvisibleCharacter(field)
            | Self::ExcludedType(field) => Some(field),
            Self::QueryTooLong => None,
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        let rejection = Rejection::new(RejectionCode::SearchModel).with("problem", self);
        match self.field() {
            Some(field) => rejection.with("field", field),
            None => rejection,
        }
    }
}

impl std::fmt::Display for ModelProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TextTooLong(field) => {
                write!(f, "{field} has more than {TEXT_CHARS_MAX} characters; shorten it")
            }
            Self::TooManyItems(field) => {
                write!(f, "{field} has more than {ITEMS_MAX} items; remove some")
            }
            Self::Item(field) => {
                write!(f, "each item of {field} has 1 to {ITEM_CHARS_MAX} characters")
            }
            Self::InvisibleCharacter(field) => {
                write!(f, "{field} has a character that cannot be seen; remove it")
            }
            Self::ExcludedType(field) => {
                write!(f, "{field} has a package type that is not listed; choose another one")
            }
            Self::QueryTooLong => {
                write!(
                    f,
                    "all filters together have more than {QUERY_BYTES_MAX} bytes; remove some"
                )
            }
        }
    }
}

impl SearchModel {
    /// A model with a name only.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Whether it filters nothing. A text of white space is none.
    pub fn is_empty(&self) -> bool {
        SEARCH_KEYS.iter().all(|key| key.field.is_empty(self))
    }

    /// The model without the path of the other kind of search: both have the same name in queries.
    #[must_use]
    pub fn fitted(mut self, search_type: SearchType) -> Self {
        if is_archive_search(search_type, self.artifacts_search_type) {
            self.path.clear();
        } else {
            self.archive_path.clear();
        }
        self
    }

    /// Checks that texts, lists and pairs are bounded and visible, and that the text form is short enough for an
    /// address.
    pub fn check(&self) -> Result<(), ModelProblem> {
        for key in &SEARCH_KEYS {
            match key.field {
                Field::Text(text, _) => {
                    check_text(key.name, text(self))?;
                    check_types(key, std::slice::from_ref(text(self)))?;
                }
                Field::List(list, _) => {
                    let items = list(self);
                    check_types(key, items)?;
                    check_items(key.name, items.len(), items.iter())?;
                }
                Field::Pairs(pairs, _) => {
                    let pairs = pairs(self);
                    check_items(key.name, pairs.len(), pairs.keys())?;
                    pairs.values().try_for_each(|value| check_item(key.name, value, true))?;
                }
                Field::Day(..)
                | Field::Flag(..)
                | Field::ArchiveType(..)
                | Field::ArtifactsType(..) => {}
            }
        }
        let is_long = |search_type| query_string(self, search_type).len() > QUERY_BYTES_MAX;
        if is_long(SearchType::Artifacts) || is_long(SearchType::Archive) {
            return Err(ModelProblem::QueryTooLong);
        }
        Ok(())
    }
}

fn check_types(key: &SearchKey, items: &[String]) -> Result<(), ModelProblem> {
    let has_excluded = key.is_package_type() && !items.iter().all(|item| is_offered(item));
    if has_excluded { Err(ModelProblem::ExcludedType(key.name)) } else { Ok(()) }
}

fn check_text(key: &'static str, text: &str) -> Result<(), ModelProblem> {
    if text.chars().count() > TEXT_CHARS_MAX {
        return Err(ModelProblem::TextTooLong(key));
    }
    if text.contains(is_invisible) {
        return Err(ModelProblem::InvisibleCharacter(key));
    }
    Ok(())
}

fn check_items<'a>(
    key: &'static str,
    count: usize,
    mut items: impl Iterator<Item = &'a String>,
) -> Result<(), ModelProblem> {
    if count > ITEMS_MAX {
        return Err(ModelProblem::TooManyItems(key));
    }
    items.try_for_each(|item| check_item(key, item, false))
}

fn check_item(key: &'static str, item: &str, may_be_empty: bool) -> Result<(), ModelProblem> {
    if item.chars().count() > ITEM_CHARS_MAX || (item.is_empty() && !may_be_empty) {
        return Err(ModelProblem::Item(key));
    }
    if item.contains(is_invisible) {
        return Err(ModelProblem::InvisibleCharacter(key));
    }
    Ok(())
}

/// Whether the files inside archives are searched, or the archive of packages: `path` in a query is an archive's then.
pub fn is_archive_search(search_type: SearchType, artifacts: Option<ArtifactsSearchType>) -> bool {
    let inside_archives = artifacts == Some(ArtifactsSearchType::Archive);
    search_type == SearchType::Archive || (search_type == SearchType::Artifacts && inside_archives)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(model: &SearchModel) -> ModelProblem {
        model.check().expect_err("the model is invalid")
    }

    /// covers: [SEARCH-05]
    #[test]
    fn texts_lists_and_pairs_are_bounded() {
        assert_eq!(SearchModel::named("x".repeat(TEXT_CHARS_MAX)).check(), Ok(()));
        let long = SearchModel::named("x".repeat(TEXT_CHARS_MAX + 1));
        assert_eq!(problem(&long), ModelProblem::TextTooLong("name"));
        let hidden = SearchModel { cve: "a\u{202e}b".into(), ..SearchModel::default() };
        assert_eq!(problem(&hidden), ModelProblem::InvisibleCharacter("cve"));
        let tags = |tags: Vec<String>| SearchModel { tags, ..SearchModel::default() };
        assert_eq!(tags(vec!["t".into(); ITEMS_MAX]).check(), Ok(()));
        let many = tags(vec!["t".into(); ITEMS_MAX + 1]);
        assert_eq!(problem(&many), ModelProblem::TooManyItems("tags"));
        assert_eq!(problem(&tags(vec![String::new()])), ModelProblem::Item("tags"));
        let long = tags(vec!["t".repeat(ITEM_CHARS_MAX + 1)]);
        assert_eq!(problem(&long), ModelProblem::Item("tags"));
        let properties = |key: &str, value: &str| SearchModel {
            properties: [(key.to_owned(), value.to_owned())].into(),
            ..SearchModel::default()
        };
        assert_eq!(properties("a", "").check(), Ok(()));
        assert_eq!(problem(&properties("", "b")), ModelProblem::Item("properties"));
        let excluded = SearchModel { package_type: "dockerV1".into(), ..SearchModel::default() };
        assert_eq!(problem(&excluded), ModelProblem::ExcludedType("packageType"));
        let package_types = vec!["npm".into(), "releasebundles".into()];
        let excluded = SearchModel { package_types, ..SearchModel::default() };
        assert_eq!(problem(&excluded), ModelProblem::ExcludedType("packageTypes"));
        let whole = tags(vec!["t".repeat(ITEM_CHARS_MAX); 5]);
        assert_eq!(problem(&whole), ModelProblem::QueryTooLong);
        assert!(ModelProblem::QueryTooLong.to_string().contains("512 bytes"));
    }

    #[test]
    fn a_model_of_white_space_is_empty() {
        assert!(SearchModel::default().is_empty());
        assert!(SearchModel::named(" ").is_empty());
        assert!(!SearchModel::named("a").is_empty());
        assert!(!SearchModel { is_checksum: true, ..SearchModel::default() }.is_empty());
    }
}
