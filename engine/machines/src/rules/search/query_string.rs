//! The text form of a search (SEARCH-05), which addresses and recent searches have, such as
//! `name:npm pkg:npm,docker before:2026-01-31`.
//!
//! A text with white space, quotes or separators is in double quotes, in which a backslash precedes a quote and a
//! backslash. Lists and objects have commas, objects `key=value`. Words without a key are the name.

use super::day::Day;
use super::keys::{ARCHIVE_PATH, Field, PATH, SEARCH_KEYS, SearchKey};
use super::model::{
    ArchiveSearchType, ArtifactsSearchType, ITEM_CHARS_MAX, ITEMS_MAX, SearchModel, TEXT_CHARS_MAX,
    is_archive_search,
};
use super::query_problem::QueryProblem;
use super::tokens::{Part, tokens_of};
use crate::rules::package_browser::is_offered;
use crate::rules::routes::SearchType;

/// The longest query, in bytes. Escaped, it fits into an address.
pub const QUERY_BYTES_MAX: usize = 512;
/// The query parameter of a place that has the query.
pub const SEARCH_QUERY: &str = "query";
/// How many characters of an unknown key an error repeats.
const SHOWN_KEY_CHARS: usize = 40;

/// Writes a model as a query. What has no value is left out.
pub fn query_string(model: &SearchModel, search_type: SearchType) -> String {
    let is_archive = is_archive_search(search_type, model.artifacts_search_type);
    let left_out = if is_archive { PATH } else { ARCHIVE_PATH };
    let keys = SEARCH_KEYS.iter().filter(|key| key.name != left_out);
    let tokens = keys.filter_map(|key| {
        let value = written(key.field, model);
        (!value.is_empty()).then(|| format!("{}:{value}", key.query_name))
    });
    tokens.collect::<Vec<_>>().join(" ")
}

/// A value as a query has it; empty if there is none.
fn written(field: Field, model: &SearchModel) -> String {
    match field {
        Field::Text(text, _) => quoted(text(model)),
        Field::List(list, _) => {
            list(model).iter().map(|item| quoted(item)).collect::<Vec<_>>().join(",")
        }
        Field::Pairs(pairs, _) => {
            let pairs = pairs(model).iter();
            let pairs = pairs.map(|(key, value)| format!("{}={}", quoted(key), quoted(value)));
            pairs.collect::<Vec<_>>().join(",")
        }
        Field::Day(day, _) => day(model).as_str().to_owned(),
        Field::Flag(flag, _) if *flag(model) => "true".to_owned(),
        Field::Flag(..) => String::new(),
        Field::ArchiveType(choice, _) => {
            choice(model).map_or_else(String::new, |choice| choice.as_str().to_owned())
        }
        Field::ArtifactsType(choice, _) => {
            choice(model).map_or_else(String::new, |choice| choice.as_str().to_owned())
        }
    }
}

/// A text, in quotes if a character in it would separate something.
fn quoted(text: &str) -> String {
    let separates = |letter: char| letter.is_whitespace() || "\"\\,=:".contains(letter);
    if !text.contains(separates) {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Reads a query.
pub fn parse(query: &str, search_type: SearchType) -> Result<SearchModel, QueryProblem> {
    if query.len() > QUERY_BYTES_MAX {
        return Err(QueryProblem::TooLong { bytes: query.len() });
    }
    let mut model = SearchModel::default();
    let mut seen: Vec<&'static str> = Vec::new();
    let (mut words, mut words_at) = (Vec::new(), 1);
    for token in tokens_of(query)? {
        let token = token.part();
        let Some((key, value)) = token.split_once(':') else {
            if words.is_empty() {
                words_at = token.position;
            }
            words.push(token.text());
            continue;
        };
        let key = key_of(key)?;
        if seen.contains(&key.query_name) {
            let position = token.position;
            return Err(QueryProblem::RepeatedKey { key: key.query_name, position });
        }
        seen.push(key.query_name);
        read(*key, value, &mut model)?;
    }
    let name = words.join(" ");
    if !name.is_empty() {
        if seen.contains(&"name") {
            return Err(QueryProblem::RepeatedKey { key: "name", position: words_at });
        }
        model.name = text_of(&name, "name", words_at)?;
    }
    if is_archive_search(search_type, model.artifacts_search_type) {
        model.archive_path = std::mem::take(&mut model.path);
    }
    // What it is written as must be readable too.
    match query_string(&model, search_type).len() {
        bytes if bytes > QUERY_BYTES_MAX => Err(QueryProblem::TooLong { bytes }),
        _ => Ok(model),
    }
}

fn key_of(key: Part<'_>) -> Result<&'static SearchKey, QueryProblem> {
    static KEYS: [SearchKey; SEARCH_KEYS.len()] = SEARCH_KEYS;
    let text = key.text();
    // That `path` is an archive's is known at the end only.
    let mut keys = KEYS.iter().filter(|known| known.name != ARCHIVE_PATH);
    keys.find(|known| known.query_name == text).ok_or_else(|| QueryProblem::UnknownKey {
        key: text.chars().take(SHOWN_KEY_CHARS).collect(),
        position: key.position,
    })
}

/// Reads the value of a key into the model. An empty one is no filter.
fn read(key: SearchKey, value: Part<'_>, model: &mut SearchModel) -> Result<(), QueryProblem> {
    let (name, position) = (key.query_name, value.position);
    let invalid = |expected| QueryProblem::Value { key: name, position, expected };
    let text = value.text();
    match key.field {
        Field::Text(_, field) => {
            check_type(key, &text, position)?;
            *field(model) = text_of(&text, name, position)?;
        }
        Field::List(_, field) => {
            let items = value.items();
            check_count(items.len(), name, position)?;
            let items = items.iter().map(|item| {
                check_type(key, &item.text(), item.position)?;
                item_of(*item, name)
            });
            *field(model) = items.collect::<Result<_, _>>()?;
        }
        Field::Pairs(_, field) => {
            let items = value.items();
            check_count(items.len(), name, position)?;
            for item in items {
                let invalid =
                    |expected| QueryProblem::Value { key: name, position: item.position, expected };
                let (key, value) = item.split_once('=').ok_or(invalid("key=value"))?;
                let (key, value) = (item_of(key, name)?, item_of(value, name)?);
                if key.is_empty() || field(model).insert(key, value).is_some() {
                    return Err(invalid("key=value, with each key once"));
                }
            }
        }
        Field::Day(_, field) => {
            let day = Day::try_from(text);
            *field(model) = day.map_err(|_| invalid("a day as yyyy-mm-dd"))?;
        }
        Field::Flag(_, field) => {
            *field(model) = match text.as_str() {
                "true" => true,
                "false" | "" => false,
                _ => return Err(invalid("true or false")),
            };
        }
        Field::ArchiveType(_, field) => {
            let mut all = ArchiveSearchType::ALL.into_iter();
            let found = all.find(|known| known.as_str() == text);
            if found.is_none() && !text.is_empty() {
                return Err(invalid("packages or artifacts"));
            }
            *field(model) = found;
        }
        Field::ArtifactsType(_, field) => {
            let mut all = ArtifactsSearchType::ALL.into_iter();
            let found = all.find(|known| known.as_str() == text);
            if found.is_none() && !text.is_empty() {
                return Err(invalid("quick, archive, property, checksum or package"));
            }
            *field(model) = found;
        }
    }
    Ok(())
}

/// PKG-09: some package types are never offered, so they are not searched for either.
fn check_type(key: SearchKey, text: &str, position: usize) -> Result<(), QueryProblem> {
    if key.is_package_type() && !is_offered(text) {
        let expected = "a package type that is listed";
        return Err(QueryProblem::Value { key: key.query_name, position, expected });
    }
    Ok(())
}

fn text_of(text: &str, key: &'static str, position: usize) -> Result<String, QueryProblem> {
    if text.chars().count() > TEXT_CHARS_MAX {
        return Err(QueryProblem::text_too_long(key, position));
    }
    Ok(text.to_owned())
}

fn item_of(item: Part<'_>, key: &'static str) -> Result<String, QueryProblem> {
    let text = item.text();
    if text.chars().count() > ITEM_CHARS_MAX {
        return Err(QueryProblem::item_too_long(key, item.position));
    }
    Ok(text)
}

const fn check_count(count: usize, key: &'static str, position: usize) -> Result<(), QueryProblem> {
    if count > ITEMS_MAX { Err(QueryProblem::TooManyItems { key, position }) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
