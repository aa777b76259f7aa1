use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::rules::routes::{Place, place_of};
use crate::rules::search::address::{query_of, with_search};
use crate::rules::search::types::row_of;

const PACKAGES: SearchType = SearchType::Packages;

/// Texts with all characters that mean something in a query.
fn any_text() -> impl Strategy<Value = String> {
    vec(
        prop_oneof![
            Just('"'),
            Just('\\'),
            Just(','),
            Just('='),
            Just(':'),
            Just(' '),
            Just('ä'),
            Just('漢'),
            "[a-z*?.@/-]".prop_map(|text| text.chars().next().unwrap_or('a'))
        ],
        0..12,
    )
    .prop_map(|letters| letters.into_iter().collect())
}

fn any_item() -> impl Strategy<Value = String> {
    any_text().prop_filter("an item has text", |text| !text.is_empty())
}

fn any_day() -> impl Strategy<Value = Day> {
    let some = (1970_u32..2100, 1_u32..13, 1_u32..29)
        .prop_map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"));
    prop_oneof![Just(String::new()), some].prop_map(|text| Day::try_from(text).expect("a day"))
}

fn any_type() -> impl Strategy<Value = SearchType> {
    prop_oneof![Just(PACKAGES), Just(SearchType::Artifacts), Just(SearchType::Archive)]
}

/// Every field of a model has its turn: which ones have a value is drawn too.
fn any_model() -> impl Strategy<Value = SearchModel> {
    let text = vec(any_text(), SEARCH_KEYS.len());
    let lists = vec(vec(any_item(), 0..3), SEARCH_KEYS.len());
    let pairs = vec(btree_map(any_item(), any_text(), 0..3), SEARCH_KEYS.len());
    let days = vec(any_day(), SEARCH_KEYS.len());
    let archive = option::of(prop::sample::select(ArchiveSearchType::ALL.to_vec()));
    let artifacts = option::of(prop::sample::select(ArtifactsSearchType::ALL.to_vec()));
    // With more fields most models would be too long for a query.
    let chosen = vec(prop::bool::weighted(0.3), SEARCH_KEYS.len());
    (text, lists, pairs, days, archive, artifacts, chosen).prop_map(
        |(texts, lists, pairs, days, archive, artifacts, chosen)| {
            let mut model = SearchModel::default();
            for (at, key) in SEARCH_KEYS.iter().enumerate().filter(|(at, _)| chosen[*at]) {
                match key.field {
                    Field::Text(_, field) => field(&mut model).clone_from(&texts[at]),
                    Field::List(_, field) => field(&mut model).clone_from(&lists[at]),
                    Field::Pairs(_, field) => field(&mut model).clone_from(&pairs[at]),
                    Field::Day(_, field) => field(&mut model).clone_from(&days[at]),
                    Field::Flag(_, field) => *field(&mut model) = true,
                    Field::ArchiveType(_, field) => *field(&mut model) = archive,
                    Field::ArtifactsType(_, field) => *field(&mut model) = artifacts,
                }
            }
            model
        },
    )
}

proptest! {
    /// covers: [SEARCH-05]
    #[test]
    fn parsing_what_was_written_gives_the_same_model(model in any_model(), search_type in any_type()) {
        let model = model.fitted(search_type);
        prop_assume!(model.check().is_ok());
        let text = query_string(&model, search_type);
        prop_assert_eq!(parse(&text, search_type), Ok(model), "{}", text);
    }

    /// covers: [SEARCH-05]
    #[test]
    fn what_was_read_is_read_again_as_the_same(
        text in prop_oneof![any::<String>(), "([a-z]{1,4}:?|name:|pkg:|properties:|path:|[a-z,=\"\\\\ ]{1,3}){0,12}"],
        search_type in any_type(),
    ) {
        if let Ok(model) = parse(&text, search_type) {
            let written = query_string(&model, search_type);
            prop_assert_eq!(parse(&written, search_type), Ok(model.clone()), "{}", written);
            prop_assert_eq!(model.check(), Ok(()));
        }
    }
}

proptest! {
    /// covers: [SEARCH-05, SEARCH-06]
    #[test]
    fn an_address_leads_back_to_its_search(model in any_model(), search_type in any_type()) {
        let model = model.fitted(search_type);
        let text = query_string(&model, search_type);
        prop_assume!(model.check().is_ok() && text.len() <= QUERY_BYTES_MAX);
        let place = with_search(Place::of(row_of(search_type).route), &model, &text);
        let read = query_of(&place_of(&place.path()));
        prop_assert_eq!(read.as_deref().unwrap_or_default(), text, "{}", place.path());
    }
}

/// covers: [SEARCH-05]
#[test]
fn a_query_has_tokens_of_keys_and_values() {
    let model = SearchModel {
        package_types: vec!["npm".into(), "docker".into()],
        licenses: vec!["Apache 2.0".into(), "MIT".into()],
        properties: [("build.name", "a b"), ("os", "linux")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into(),
        before: Day::try_from("2026-01-31".to_owned()).expect("a day"),
        is_checksum: true,
        archive_search_type: Some(ArchiveSearchType::Packages),
        ..SearchModel::named(r#"a "b" \c"#)
    };
    let text = concat!(
        r#"name:"a \"b\" \\c" pkg:npm,docker licenses:"Apache 2.0",MIT "#,
        r#"properties:build.name="a b",os=linux before:2026-01-31 archive:packages isChecksum:true"#,
    );
    assert_eq!(query_string(&model, PACKAGES), text);
    assert_eq!(parse(text, PACKAGES), Ok(model));
    assert_eq!(parse("", PACKAGES), Ok(SearchModel::default()));
    assert_eq!(query_string(&SearchModel::default(), PACKAGES), "");
}

/// covers: [SEARCH-05]
#[test]
fn words_without_a_key_are_the_name() {
    for (text, name) in [
        ("npm", "npm"),
        ("  my  package ", "my package"),
        (r#""a:b""#, "a:b"),
        (r"a\:b", "a:b"),
        ("name:npm", "npm"),
        ("lodash* pkg:npm", "lodash*"),
    ] {
        assert_eq!(parse(text, PACKAGES).map(|model| model.name), Ok(name.to_owned()), "{text}");
    }
}

/// covers: [SEARCH-05]
#[test]
fn the_path_is_that_of_an_archive_in_archive_search() {
    let paths = |text: &str, search_type| {
        let model = parse(text, search_type).expect("a query");
        (model.path, model.archive_path)
    };
    let (path, none) = ("a/b".to_owned(), String::new());
    assert_eq!(paths("path:a/b", SearchType::Artifacts), (path.clone(), none.clone()));
    assert_eq!(paths("path:a/b", SearchType::Archive), (none.clone(), path.clone()));
    let inside = "path:a/b searchType:archive";
    assert_eq!(paths(inside, SearchType::Artifacts), (none.clone(), path.clone()));
    assert_eq!(paths(inside, SearchType::Packages), (path, none));
}

/// covers: [SEARCH-05]
#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    use QueryProblem as P;
    let long = "x".repeat(10_000);
    let (item, text) = ("x".repeat(ITEM_CHARS_MAX + 1), "x".repeat(TEXT_CHARS_MAX + 1));
    let many = vec!["t"; ITEMS_MAX + 1].join(",");
    let unknown = |key: &str, position| P::UnknownKey { key: key.into(), position };
    let value = |key, position, expected| P::Value { key, position, expected };
    let listed = "a package type that is listed";
    let pair = "key=value, with each key once";
    for (query, problem) in [
        (long.clone(), P::TooLong { bytes: 10_000 }),
        (format!("name:{text}"), P::text_too_long("name", 6)),
        (text.clone(), P::text_too_long("name", 1)),
        (format!("pkg:a,{item}"), P::item_too_long("pkg", 7)),
        (format!("tags:{many}"), P::TooManyItems { key: "tags", position: 6 }),
        (r#"name:"a b"#.into(), P::UnclosedQuote { position: 6 }),
        (r#"a" "b" "#.into(), P::UnclosedQuote { position: 6 }),
        (r"a \".into(), P::BackslashAtEnd { position: 3 }),
        ("a\u{202e}b".into(), P::InvisibleCharacter { position: 2 }),
        ("npm size:3".into(), unknown("size", 5)),
        (":x".into(), unknown("", 1)),
        ("packageTypes:npm".into(), unknown("packageTypes", 1)),
        (format!("{}:x", "k".repeat(50)), unknown(&"k".repeat(SHOWN_KEY_CHARS), 1)),
        ("name:a name:b".into(), P::RepeatedKey { key: "name", position: 8 }),
        ("name:a b".into(), P::RepeatedKey { key: "name", position: 8 }),
        ("before:2026-02-30".into(), value("before", 8, "a day as yyyy-mm-dd")),
        ("isChecksum:yes".into(), value("isChecksum", 12, "true or false")),
        ("archive:builds".into(), value("archive", 9, "packages or artifacts")),
        (
            "searchType:x".into(),
            value("searchType", 12, "quick, archive, property, checksum or package"),
        ),
        ("properties:a".into(), value("properties", 12, "key=value")),
        ("properties:a=1,a=2".into(), value("properties", 16, pair)),
        ("properties:=1".into(), value("properties", 12, pair)),
        ("pkg:npm,dockerV1".into(), value("pkg", 9, listed)),
        ("pkgType:terraformBackend".into(), value("pkgType", 9, listed)),
    ] {
        assert_eq!(parse(&query, PACKAGES), Err(problem.clone()), "{query}");
        let sentence = problem.to_string();
        let place = problem.position().map_or("10000".to_owned(), |position| position.to_string());
        assert!(sentence.contains(&place), "{sentence}");
    }
    // What is written takes more room than what was typed.
    let words = format!("{} {}", "x".repeat(255), "tags:".to_owned() + &vec!["t"; 20].join(","));
    assert!(parse(&words, PACKAGES).is_ok());
    let full = format!("{} description:{}", "x".repeat(250), "x".repeat(QUERY_BYTES_MAX - 263));
    assert_eq!(full.len(), QUERY_BYTES_MAX);
    assert_eq!(parse(&full, PACKAGES), Err(P::TooLong { bytes: QUERY_BYTES_MAX + 5 }));
}
