//! The filter keys: the name of each in the model and in queries.

use std::collections::BTreeMap;

use super::day::Day;
use super::model::{ArchiveSearchType, ArtifactsSearchType, SearchModel};

/// How a field of the model is read, and how it is written. Its type has the default: the empty text, list or object,
/// no choice, or false.
#[derive(Debug, Clone, Copy)]
pub enum Field {
    /// A text.
    Text(fn(&SearchModel) -> &String, fn(&mut SearchModel) -> &mut String),
    /// A list of texts.
    List(fn(&SearchModel) -> &Vec<String>, fn(&mut SearchModel) -> &mut Vec<String>),
    /// An object: keys with their values.
    Pairs(
        fn(&SearchModel) -> &BTreeMap<String, String>,
        fn(&mut SearchModel) -> &mut BTreeMap<String, String>,
    ),
    /// A day.
    Day(fn(&SearchModel) -> &Day, fn(&mut SearchModel) -> &mut Day),
    /// True or false.
    Flag(fn(&SearchModel) -> &bool, fn(&mut SearchModel) -> &mut bool),
    /// What the archive is searched for.
    ArchiveType(
        fn(&SearchModel) -> &Option<ArchiveSearchType>,
        fn(&mut SearchModel) -> &mut Option<ArchiveSearchType>,
    ),
    /// How artifacts are searched.
    ArtifactsType(
        fn(&SearchModel) -> &Option<ArtifactsSearchType>,
        fn(&mut SearchModel) -> &mut Option<ArtifactsSearchType>,
    ),
}

impl Field {
    /// Whether the field has no value. A text of white space is none.
    pub fn is_empty(self, model: &SearchModel) -> bool {
        match self {
            Self::Text(text, _) => text(model).trim().is_empty(),
            Self::List(list, _) => list(model).is_empty(),
            Self::Pairs(pairs, _) => pairs(model).is_empty(),
            Self::Day(day, _) => day(model).is_empty(),
            Self::Flag(flag, _) => !*flag(model),
            Self::ArchiveType(choice, _) => choice(model).is_none(),
            Self::ArtifactsType(choice, _) => choice(model).is_none(),
        }
    }
}

/// A filter key.
#[derive(Debug, Clone, Copy)]
pub struct SearchKey {
    /// The name in the documents.
    pub name: &'static str,
    /// The name in queries.
    pub query_name: &'static str,
    /// The field of the model.
    pub field: Field,
}

macro_rules! keys {
    ($($name:literal => $query_name:literal, $kind:ident $field:ident;)+) => {
        [$(SearchKey {
            name: $name,
            query_name: $query_name,
            field: Field::$kind(|model| &model.$field, |model| &mut model.$field),
        },)+]
    };
}

/// All filter keys, in the order in which queries have them.
pub const SEARCH_KEYS: [SearchKey; 25] = keys! {
    "name" => "name", Text name;
    "packageTypes" => "pkg", List package_types;
    "repositories" => "repo", List repositories;
    "description" => "description", Text description;
    "checksum" => "checksum", Text checksum;
    "cve" => "cve", Text cve;
    "licenses" => "licenses", List licenses;
    "severities" => "severities", List severities;
    "properties" => "properties", Pairs properties;
    "before" => "before", Day before;
    "after" => "after", Day after;
    "archiveSearchType" => "archive", ArchiveType archive_search_type;
    "propertiesSetsObject" => "propertySets", Pairs properties_sets_object;
    "artifactsSearchType" => "searchType", ArtifactsType artifacts_search_type;
    "isChecksum" => "isChecksum", Flag is_checksum;
    "archivePath" => "path", Text archive_path;
    "path" => "path", Text path;
    "excludeInnerClasses" => "excludeInnerClasses", Flag exclude_inner_classes;
    "searchClassOnly" => "searchClassOnly", Flag search_class_only;
    "packageType" => "pkgType", Text package_type;
    "packageSpecificQuery" => "packageQuery", Text package_specific_query;
    "version" => "version", Text version;
    "tags" => "tags", List tags;
    "scope" => "scope", Text scope;
    "branch" => "branch", Text branch;
};

/// The key of the path of archives, which has the name of the other path in queries.
pub(super) const ARCHIVE_PATH: &str = "archivePath";
/// The key of the path.
pub(super) const PATH: &str = "path";

impl SearchKey {
    /// Whether the value is a package type, or a list of them.
    pub fn is_package_type(&self) -> bool {
        matches!(self.name, "packageTypes" | "packageType")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;

    /// covers: [SEARCH-05]
    #[test]
    fn the_keys_have_the_query_names_and_defaults_of_the_document() {
        let renamed = [
            ("packageTypes", "pkg"),
            ("repositories", "repo"),
            ("archiveSearchType", "archive"),
            ("propertiesSetsObject", "propertySets"),
            ("artifactsSearchType", "searchType"),
            ("archivePath", "path"),
            ("packageType", "pkgType"),
            ("packageSpecificQuery", "packageQuery"),
        ];
        for key in SEARCH_KEYS {
            let found = renamed.iter().find(|(name, _)| *name == key.name);
            assert_eq!(found.map_or(key.name, |(_, query_name)| query_name), key.query_name);
            assert!(key.field.is_empty(&SearchModel::default()), "{}", key.name);
        }
        let names: BTreeSet<_> = SEARCH_KEYS.iter().map(|key| key.name).collect();
        assert_eq!(names.len(), SEARCH_KEYS.len());
    }

    /// Each field of the model has a row, and each row another field.
    #[test]
    fn every_field_has_a_key() {
        let fields = json!(SearchModel::default());
        let fields: BTreeSet<&String> = fields.as_object().expect("an object").keys().collect();
        let mut changed = BTreeSet::new();
        for key in SEARCH_KEYS {
            let mut model = SearchModel::default();
            match key.field {
                Field::Text(_, text) => text(&mut model).push('x'),
                Field::List(_, list) => list(&mut model).push("x".into()),
                Field::Pairs(_, pairs) => drop(pairs(&mut model).insert("x".into(), "y".into())),
                Field::Day(_, day) => {
                    *day(&mut model) = Day::try_from("2026-01-01".to_owned()).expect("a day");
                }
                Field::Flag(_, flag) => *flag(&mut model) = true,
                Field::ArchiveType(_, choice) => {
                    *choice(&mut model) = Some(ArchiveSearchType::Packages);
                }
                Field::ArtifactsType(_, choice) => {
                    *choice(&mut model) = Some(ArtifactsSearchType::Quick);
                }
            }
            assert!(!key.field.is_empty(&model), "{}", key.name);
            let (before, after) = (json!(SearchModel::default()), json!(model));
            let differs = |(field, value): (&String, &Value)| {
                (before[field] != *value).then(|| field.clone())
            };
            changed.extend(after.as_object().expect("an object").iter().filter_map(differs));
        }
        assert_eq!(changed.iter().collect::<BTreeSet<_>>(), fields);
    }
}
