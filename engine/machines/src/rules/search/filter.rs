//! What services receive of a search (SEARCH-04).

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::model::SearchModel;
use crate::rules::repositories::PackageType;
use crate::rules::routes::SearchType;

/// The package type that means every type.
pub const ALL_TYPES: &str = "All";
/// What services receive for every type.
const ANY_TYPE: &str = "*";

/// The direction of a sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub enum SortOrder {
    /// Ascending.
    #[default]
    Asc,
    /// Descending.
    Desc,
}

/// The text names no direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSortOrder(String);

impl std::fmt::Display for UnknownSortOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "A sort is ascending or descending, not {:?}", self.0)
    }
}

impl std::error::Error for UnknownSortOrder {}

impl FromStr for SortOrder {
    type Err = UnknownSortOrder;

    /// The words and their short forms, in any case. The empty text is the default.
    fn from_str(text: &str) -> Result<Self, UnknownSortOrder> {
        match text.to_ascii_lowercase().as_str() {
            "" | "asc" | "ascending" => Ok(Self::Asc),
            "desc" | "descending" => Ok(Self::Desc),
            _ => Err(UnknownSortOrder(text.chars().take(40).collect())),
        }
    }
}

/// What packages are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SortField {
    /// The name; of a version, its place in the order of versions.
    #[default]
    Name,
    /// When it was changed.
    Modified,
}

/// A sort. Where its direction is not named it ascends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PackageSort {
    /// What is sorted by.
    pub sort_by: SortField,
    /// The direction.
    #[serde(default)]
    pub sort_type: SortOrder,
}

impl PackageSort {
    /// The sort of packages where none is named.
    pub const PACKAGES: Self = Self { sort_by: SortField::Name, sort_type: SortOrder::Asc };
    /// The sort of versions where none is named.
    pub const VERSIONS: Self = Self { sort_by: SortField::Name, sort_type: SortOrder::Desc };
}

/// The filter that services receive. What is missing does not filter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct SearchFilter {
    /// The pattern of the name.
    pub name: Option<String>,
    /// The pattern of the name of a package in lower case.
    pub lowercase_name: Option<String>,
    /// The pattern of the description.
    pub description: Option<String>,
    /// The package types as services name them; `*` is every type.
    pub package_type: Option<Vec<String>>,
    /// The keys of repositories.
    pub repos: Option<Vec<String>>,
    /// The checksum of a file.
    pub checksum: Option<String>,
    /// The version.
    pub version: Option<String>,
    /// The tags.
    pub tags: Option<Vec<String>>,
    /// The scope, for npm.
    pub scope: Option<String>,
    /// The branch.
    pub branch: Option<String>,
    /// The last day.
    pub before: Option<String>,
    /// The first day.
    pub after: Option<String>,
    /// The licences.
    pub licenses: Option<Vec<String>>,
    /// The severities of vulnerabilities.
    pub severities: Option<Vec<String>>,
    /// The id of a known vulnerability.
    pub cve: Option<String>,
    /// The path, or that of an archive.
    pub path: Option<String>,
    /// The properties, those of property sets among them.
    pub properties: Option<BTreeMap<String, String>>,
    /// What else the package type can be searched by.
    pub package_query: Option<String>,
}

/// The filter of a model.
pub fn filter_of(model: &SearchModel, search_type: SearchType) -> SearchFilter {
    filter(model, search_type == SearchType::Packages)
}

/// The filter of versions, whose names are not those of packages.
pub fn version_filter_of(model: &SearchModel) -> SearchFilter {
    filter(model, false)
}

fn filter(model: &SearchModel, is_packages: bool) -> SearchFilter {
    let name = text(&model.name).map(|name| with_asterisk(&name));
    let description = text(&model.description);
    let path = if model.archive_path.is_empty() { &model.path } else { &model.archive_path };
    let mut properties = model.properties_sets_object.clone();
    properties.extend(model.properties.clone());
    SearchFilter {
        lowercase_name: name.as_ref().filter(|_| is_packages).map(|name| name.to_lowercase()),
        name: name.filter(|_| !is_packages),
        description: if is_packages {
            description.map(|text| with_asterisks(&text))
        } else {
            description
        },
        package_type: list(&package_types(model)),
        repos: list(&model.repositories),
        checksum: text(&model.checksum),
        version: text(&model.version),
        tags: list(&model.tags),
        scope: text(&model.scope),
        branch: text(&model.branch),
        before: text(model.before.as_str()),
        after: text(model.after.as_str()),
        licenses: list(&model.licenses),
        severities: list(&model.severities),
        cve: text(&model.cve),
        path: text(path),
        properties: Some(properties).filter(|properties| !properties.is_empty()),
        package_query: text(&model.package_specific_query),
    }
}

/// The name of a package type in services.
pub fn service_package_type(package_type: &str) -> &str {
    match package_type {
        ALL_TYPES => ANY_TYPE,
        "debian" => "deb",
        "gems" => "rubygems",
        "go" => "golang",
        "terraformModule" | "terraformProvider" => "terraform",
        other => other,
    }
}

/// The package types that services' names mean; none for every type. Those that this release does not serve are none of
/// the list.
pub fn types_named(names: &[String]) -> Option<Vec<PackageType>> {
    if names.is_empty() || names.iter().any(|name| name == ANY_TYPE) {
        return None;
    }
    let known = PackageType::ALL.into_iter().filter(|known| {
        let of_services = service_package_type(known.as_str());
        names.iter().any(|name| name == known.as_str() || name == of_services)
    });
    Some(known.collect())
}

/// The package types as services name them, each once. Every type includes all others.
fn package_types(model: &SearchModel) -> Vec<String> {
    let mut types: Vec<String> = Vec::new();
    let single = text(&model.package_type).filter(|_| model.package_types.is_empty());
    for package_type in model.package_types.iter().chain(&single) {
        let name = service_package_type(package_type).to_owned();
        if !types.contains(&name) {
            types.push(name);
        }
    }
    if types.iter().any(|name| name == ANY_TYPE) { vec![ANY_TYPE.to_owned()] } else { types }
}

fn text(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn list(items: &[String]) -> Option<Vec<String>> {
    let items: Vec<String> = items.iter().filter_map(|item| text(item)).collect();
    (!items.is_empty()).then_some(items)
}

fn with_asterisk(text: &str) -> String {
    if text.ends_with('*') { text.to_owned() } else { format!("{text}*") }
}

fn with_asterisks(text: &str) -> String {
    let text = with_asterisk(text);
    if text.starts_with('*') { text } else { format!("*{text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_packages(model: &SearchModel) -> SearchFilter {
        filter_of(model, SearchType::Packages)
    }

    /// covers: [SEARCH-04]
    #[test]
    fn names_and_descriptions_get_asterisks() {
        let name = |name: &str| of_packages(&SearchModel::named(name)).lowercase_name;
        assert_eq!(name("Lodash").as_deref(), Some("lodash*"));
        assert_eq!(name("lodash*").as_deref(), Some("lodash*"));
        assert_eq!(name(" *ÄB ").as_deref(), Some("*äb*"));
        assert_eq!(name("  "), None);
        let builds = filter_of(&SearchModel::named("Shop"), SearchType::Builds);
        assert_eq!((builds.name.as_deref(), builds.lowercase_name), (Some("Shop*"), None));
        assert_eq!(of_packages(&SearchModel::named("Shop")).name, None);
        let described = |text: &str, search_type| {
            let model = SearchModel { description: text.into(), ..SearchModel::default() };
            filter_of(&model, search_type).description
        };
        for (text, sent) in [("web", "*web*"), ("*web", "*web*"), ("web*", "*web*"), ("*", "*")] {
            assert_eq!(described(text, SearchType::Packages).as_deref(), Some(sent), "{text}");
            assert_eq!(described(text, SearchType::Artifacts).as_deref(), Some(text), "{text}");
        }
        assert_eq!(described("", SearchType::Packages), None);
    }

    /// covers: [SEARCH-04]
    #[test]
    fn package_types_have_the_names_of_services() {
        let types = |types: &[&str]| {
            let package_types = types.iter().map(ToString::to_string).collect();
            of_packages(&SearchModel { package_types, ..SearchModel::default() }).package_type
        };
        let sent = |names: &[&str]| Some(names.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(types(&["debian", "gems", "go"]), sent(&["deb", "rubygems", "golang"]));
        assert_eq!(types(&["terraformModule", "terraformProvider"]), sent(&["terraform"]));
        assert_eq!(types(&["npm", "mysql"]), sent(&["npm", "mysql"]));
        assert_eq!(types(&["npm", "All"]), sent(&["*"]));
        assert_eq!(types(&[]), None);
    }

    /// covers: [SEARCH-04]
    #[test]
    fn empty_values_and_no_repositories_are_not_sent() {
        assert_eq!(of_packages(&SearchModel::default()), SearchFilter::default());
        let repositories = vec!["npm-local".to_owned()];
        let model = SearchModel { repositories: repositories.clone(), ..SearchModel::default() };
        assert_eq!(
            of_packages(&model),
            SearchFilter { repos: Some(repositories), ..SearchFilter::default() }
        );
    }

    /// covers: [SEARCH-04]
    #[test]
    fn a_sort_is_ascending_or_descending_and_ascends_by_default() {
        for (text, order) in [
            ("ascending", SortOrder::Asc),
            ("descending", SortOrder::Desc),
            ("ASC", SortOrder::Asc),
            ("desc", SortOrder::Desc),
            ("", SortOrder::Asc),
        ] {
            assert_eq!(text.parse(), Ok(order), "{text}");
        }
        assert!("up".parse::<SortOrder>().is_err());
        let sort: PackageSort = serde_json::from_str(r#"{"sort_by":"modified"}"#).expect("a sort");
        assert_eq!(sort.sort_type, SortOrder::Asc);
        assert_eq!(serde_json::to_string(&SortOrder::Desc).ok().as_deref(), Some("\"DESC\""));
    }
}
