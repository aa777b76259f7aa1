//! Queries are read, written and read again as the same, and errors name the place.

use super::parse;

#[test]
fn a_query_is_read_and_written_as_the_same() {
    for query in [
        "items.find()",
        r#"items.find({"repo":"files","$or":[{"name":{"$match":"*.jar"}},{"size":{"$gt":"5"}}]})"#,
        r#"items.find({repo: "a", type: "any"}, {"@build.name": "\"x\""}).include("name", "@a", "property.*")"#,
        r#"items.find({"created":{"$last":"3d"}}).sort({"$desc":["size","name"]}).offset(2).limit(10)"#,
        r#"items.find({"modified":{"$gte":"2026-01-31T12:00:00.000+02:00"},"@*":{"$nmatch":"x?"}})"#,
    ] {
        let read = parse(query).expect(query);
        assert_eq!(parse(&read.to_string()).as_ref(), Ok(&read), "{read}");
    }
}

#[test]
fn an_error_names_the_place_and_what_is_expected() {
    let deep = format!("items.find({}", r#"{"$and":["#.repeat(40));
    let many = format!("items.find({{{}}})", r#""name":"a","#.repeat(300));
    for (query, at, expected) in [
        ("", 1, "items"),
        ("builds.find()", 1, "items"),
        ("items.find({\"nope\":1})", 13, "one of repo"),
        ("items.find({\"size\":\"x\"})", 20, "whole number"),
        ("items.find({\"repo\":\"a\"}).limit(1).sort({\"$asc\":[\"name\"]})", 35, "the end"),
        ("items.find({\"repo\":\"a", 22, "quote"),
        ("items.find({\"$or\":[]})", 20, "{"),
        (deep.as_str(), 132, "at most 16"),
        (many.as_str(), 2213, "200 criteria"),
    ] {
        let error = parse(query).expect_err(query);
        assert!(error.expected.contains(expected), "{query}: {error}");
        assert!(error.at == at || query.len() > 100, "{query}: {error}");
    }
}

#[test]
fn no_text_ends_the_reader() {
    let whole = r#"items.find({"$or":[{"@a":{"$match":"ü*"}},{"size":{"$lt":5}}]}).sort({"$asc":["name"]}).limit(5)"#;
    for (at, _) in whole.char_indices() {
        let _ = parse(&whole[..at]);
        for inserted in ["\"", "\\", "{", "]", "\u{0}", "💥", "$or", "9999999999999999999999"] {
            let _ = parse(&format!("{}{inserted}{}", &whole[..at], &whole[at..]));
        }
    }
}
