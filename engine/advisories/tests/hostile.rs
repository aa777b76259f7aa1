//! Files that are broken, enormous or made to cost much: each is refused with a sentence, or read within its bounds.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use waybill_advisories::{
    AFFECTED_MAX, Advisory, AdvisoryError, EVENTS_MAX, FILE_BYTES_MAX, NAMES_MAX, NESTING_MAX,
    RANGES_MAX, REFERENCES_MAX, TEXT_BYTES_MAX, VERSIONS_MAX, WORD_BYTES_MAX,
};

const FILE: &str = "npm/X-1.json";

fn document(field: &str, value: Value) -> Value {
    let mut document = json!({"id": "X-1", "modified": "2026-01-01T00:00:00Z"});
    document[field] = value;
    document
}

/// A document with one affected entry, which has another field.
fn affected(field: &str, value: Value) -> Value {
    let mut affected = json!({"package": {"ecosystem": "npm", "name": "a"}});
    affected[field] = value;
    document("affected", json!([affected]))
}

fn range(events: &Value) -> Value {
    affected("ranges", json!([{"type": "SEMVER", "events": events}]))
}

fn refused(document: &Value) -> String {
    let error = Advisory::read(FILE, document.to_string().as_bytes()).expect_err("it is refused");
    error.to_string()
}

#[test]
fn the_sentence_names_the_file_and_the_place() {
    let introduced = json!({"introduced": "0"});
    for (document, sentence) in [
        (
            document("id", json!(7)),
            "npm/X-1.json is no advisory in the format of OSV. At id: invalid type: integer `7`",
        ),
        (document("id", json!("")), "npm/X-1.json has an empty text at id."),
        (json!({"id": "X-1"}), "missing field `modified`"),
        (json!([]), "At .: "),
        (document("aliases", json!(["a", 1])), "At aliases[1]: "),
        (document("affected", json!({})), "At affected: "),
        (
            document("schema_version", json!("2.0.0")),
            "has the schema version \"2.0.0\". Versions 1.x are read.",
        ),
        (
            affected("package", json!({"name": "a"})),
            "At affected[0].package: missing field `ecosystem`",
        ),
        (
            affected("package", json!({"name": "", "ecosystem": "npm"})),
            "has an empty text at affected[0].package.name.",
        ),
        (
            affected("versions", json!(["1.0.0", ""])),
            "has an empty text at affected[0].versions[1].",
        ),
        (
            range(&json!([introduced, {"fixed": ""}])),
            "has an empty text at affected[0].ranges[0].events[1].",
        ),
        (
            range(&json!([introduced, {}])),
            "has an event at affected[0].ranges[0].events[1] that is not one of introduced",
        ),
        (
            range(&json!([{"introduced": "0", "fixed": "1.0.0"}])),
            "has an event at affected[0].ranges[0].events[0]",
        ),
        (
            range(&json!([{"fixed": "1.0.0"}])),
            "has a range at affected[0].ranges[0] without an event that is introduced.",
        ),
        (range(&json!([])), "has a range at affected[0].ranges[0] without an event"),
        (range(&json!([{"introduced": 1}])), "At affected[0].ranges[0].events[0].introduced: "),
        (affected("ranges", json!([{"events": [introduced]}])), "missing field `type`"),
    ] {
        let refused = refused(&document);
        assert!(refused.starts_with(FILE) && refused.contains(sentence), "{refused}\n{document}");
        assert!(refused.ends_with('.'), "{refused}");
    }
    for text in ["", "null", "{", "{}{}", "\u{feff}{}", "{\"id\": \"\\ud800\"}"] {
        let error = Advisory::read(FILE, text.as_bytes()).expect_err(text);
        assert!(matches!(error, AdvisoryError::NotRead { .. }), "{error}");
    }
    assert!(Advisory::read(FILE, &[0xff, 0xfe, b'{']).is_err());
}

#[test]
fn everything_has_a_bound() {
    let event = json!({"introduced": "0"});
    let empty = json!({});
    let long = "a".repeat(WORD_BYTES_MAX + 1);
    let page = json!({"type": "WEB", "url": "https://example.org"});
    let with_range = json!({"type": "SEMVER", "events": [event]});
    for (document, place) in [
        (document("id", json!(long)), "id"),
        (document("modified", json!(long)), "modified"),
        (document("withdrawn", json!(long)), "withdrawn"),
        (document("summary", json!("a".repeat(TEXT_BYTES_MAX + 1))), "summary"),
        (document("details", json!("a".repeat(TEXT_BYTES_MAX + 1))), "details"),
        (document("aliases", json!(vec!["a"; NAMES_MAX + 1])), "aliases"),
        (document("aliases", json!([long])), "aliases[0]"),
        (document("severity", json!([{"type": "CVSS_V3", "score": long}])), "severity[0].score"),
        (document("references", json!(vec![page; REFERENCES_MAX + 1])), "references"),
        (document("affected", json!(vec![empty; AFFECTED_MAX + 1])), "affected"),
        (
            affected("package", json!({"ecosystem": "npm", "name": long})),
            "affected[0].package.name",
        ),
        (affected("versions", json!(vec!["1"; VERSIONS_MAX + 1])), "affected[0].versions"),
        (affected("versions", json!([long])), "affected[0].versions[0]"),
        (affected("ranges", json!(vec![with_range; RANGES_MAX + 1])), "affected[0].ranges"),
        (range(&json!(vec![event; EVENTS_MAX + 1])), "affected[0].ranges[0].events"),
        (range(&json!([{"introduced": long}])), "affected[0].ranges[0].events[0]"),
    ] {
        let refused = refused(&document);
        let names_place = refused.contains(&format!("at {place}."));
        assert!(refused.starts_with(FILE) && names_place, "{refused} does not name {place}");
    }
    let large = vec![b' '; FILE_BYTES_MAX + 1];
    let error = Advisory::read(FILE, &large).expect_err("it is too large");
    assert_eq!(error, AdvisoryError::TooLarge { file: FILE.to_owned(), bytes: large.len() });
}

#[test]
fn arrays_in_arrays_end_somewhere() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        for depth in [NESTING_MAX, 1_000_000] {
            let text = format!(
                "{{\"id\": \"X\", \"modified\": \"x\", \"database_specific\": {{\"a\": {}1{}}}}}",
                open.repeat(depth),
                close.repeat(depth)
            );
            let error = Advisory::read(FILE, text.as_bytes()).expect_err("it is too deep");
            assert_eq!(error, AdvisoryError::TooDeep { file: FILE.to_owned() });
        }
    }
    // Brackets in texts are none.
    let text = "[".repeat(1000) + "\\\"{";
    assert!(Advisory::read(FILE, document("summary", json!(text)).to_string().as_bytes()).is_ok());
}

#[test]
fn a_file_that_ends_early_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/osv");
    let whole = fs::read(folder.join("maven-two-packages.json")).expect("a file");
    let end = whole.trim_ascii_end().len();
    for at in 0..end {
        assert!(Advisory::read(FILE, &whole[..at]).is_err(), "{at} bytes of it were taken");
    }
    assert!(Advisory::read(FILE, &whole[..end]).is_ok());
}

proptest! {
    #[test]
    fn a_changed_byte_is_no_panic(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/osv");
        let mut bytes = fs::read(folder.join("pypi-range.json")).expect("a file");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        match Advisory::read(FILE, &bytes) {
            Ok(advisory) => prop_assert!(!advisory.id.is_empty()),
            Err(error) => prop_assert!(error.to_string().starts_with(FILE)),
        }
    }

    #[test]
    fn any_bytes_are_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Advisory::read(FILE, &bytes).is_err());
    }
}
