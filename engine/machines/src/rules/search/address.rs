//! A search in an address: the parameter `query`, and for packages one parameter for each filter that their page knows.

use super::keys::{Field, SEARCH_KEYS, SearchKey};
use super::model::SearchModel;
use super::query_string::{SEARCH_QUERY, query_string};
use crate::rules::routes::{PATH_BYTES_MAX, Place, RouteName, SearchType, VALUE_CHARS_MAX};

/// The place with a search. The page of packages has a parameter for each filter; what it has none for is in the query.
pub fn with_search(place: Place, model: &SearchModel, query: &str) -> Place {
    if query.is_empty() {
        return place;
    }
    if place.route != RouteName::Packages {
        return place.with(SEARCH_QUERY, query);
    }
    let mut apart = place.clone();
    for key in &SEARCH_KEYS {
        if let Some(value) = value_apart(key, model) {
            apart = apart.with(key.query_name, &value);
        }
    }
    let is_whole = query_of(&apart).as_deref() == Some(query);
    let apart = if is_whole { apart } else { apart.with(SEARCH_QUERY, query) };
    if apart.path().len() <= PATH_BYTES_MAX { apart } else { place.with(SEARCH_QUERY, query) }
}

/// The query of a place; none if it has none.
pub fn query_of(place: &Place) -> Option<String> {
    if let Some(query) = place.query.get(SEARCH_QUERY) {
        return Some(query.clone());
    }
    if place.route != RouteName::Packages {
        return None;
    }
    let mut model = SearchModel::default();
    for key in &SEARCH_KEYS {
        let Some(value) = place.query.get(key.query_name) else { continue };
        match key.field {
            Field::Text(_, field) => field(&mut model).clone_from(value),
            Field::List(_, field) => {
                let items = value.split(',').filter(|item| !item.is_empty());
                *field(&mut model) = items.map(str::to_owned).collect();
            }
            _ => {}
        }
    }
    let query = query_string(&model, SearchType::Packages);
    (!query.is_empty() && model.check().is_ok()).then_some(query)
}

/// A value as a parameter of its own, where the page of packages has one.
fn value_apart(key: &SearchKey, model: &SearchModel) -> Option<String> {
    let value = match key.field {
        Field::Text(text, _) => text(model).clone(),
        Field::List(list, _) => list(model).join(","),
        _ => return None,
    };
    let is_known = RouteName::Packages.route().query.contains(&key.query_name);
    (is_known && !value.is_empty() && value.chars().count() <= VALUE_CHARS_MAX).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::super::query_string::parse;
    use super::*;
    use crate::rules::routes::place_of;

    /// covers: [SEARCH-05, SEARCH-06]
    #[test]
    fn the_address_of_a_search_has_its_query() {
        let packages = SearchType::Packages;
        for (query, path) in [
            ("name:lodash pkg:npm,docker", "/packages?name=lodash&pkg=npm%2Cdocker"),
            ("name:a cve:b", "/packages?name=a&query=name%3Aa+cve%3Ab"),
            ("pkg:\"a,b\"", "/packages?pkg=a%2Cb&query=pkg%3A%22a%2Cb%22"),
            ("", "/packages"),
        ] {
            let model = parse(query, packages).expect("a query");
            let place = with_search(Place::of(RouteName::Packages), &model, query);
            assert_eq!(place.path(), path);
            let read = query_of(&place_of(path));
            assert_eq!(read.as_deref().unwrap_or_default(), query);
        }
        let model = SearchModel::named("a");
        let builds = with_search(Place::of(RouteName::Builds), &model, "name:a");
        assert_eq!(builds.path(), "/builds?query=name%3Aa");
        assert_eq!(query_of(&builds).as_deref(), Some("name:a"));
    }

    /// covers: [SEARCH-05]
    #[test]
    fn the_address_of_the_longest_search_is_short_enough() {
        let model = SearchModel {
            description: "\u{6f22}".repeat(80),
            ..SearchModel::named("\u{6f22}".repeat(80))
        };
        assert_eq!(model.check(), Ok(()));
        let query = query_string(&model, SearchType::Packages);
        let place = with_search(Place::of(RouteName::Packages), &model, &query);
        assert_eq!(place_of(&place.path()), place);
    }
}
