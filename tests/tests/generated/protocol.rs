//! The socket's messages in docs/wire.md: examples that are compared with the types.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::root;

/// The names of the outermost fields of an object that is written like JSON.
fn fields(example: &str) -> BTreeSet<String> {
    let (mut depth, mut found) = (0, BTreeSet::new());
    let mut parts = example.split('"');
    while let Some(between) = parts.next() {
        depth += between.matches(['{', '[']).count();
        depth -= between.matches(['}', ']']).count();
        let Some(text) = parts.next() else { break };
        // After the colon of a field is its value.
        if depth == 1 && !between.trim_end().ends_with(':') {
            found.insert(text.to_owned());
        }
    }
    found
}

#[test]
fn the_protocol_document_shows_every_message_field_and_code() {
    let text = fs::read_to_string(root().join("docs/wire.md")).expect("docs/wire.md exists");
    let (_, section) = text.split_once("\n## Socket\n").expect("a section about the socket");
    let (messages, _) = section.split_once("\n### ").expect("a section about topics");
    let examples = messages.lines().filter_map(|line| {
        let kind = line.trim().strip_prefix("{\"type\": \"")?.split('"').next()?;
        Some((kind.to_owned(), fields(line)))
    });
    let shown: BTreeMap<_, _> = examples.collect();
    assert_eq!(shown, waybill::schema::messages());
    let known = |code: &String| {
        section.contains(&format!("`{code}`")) || section.contains(&format!("| {code} |"))
    };
    let missing: Vec<_> =
        waybill::schema::codes().into_iter().filter(|code| !known(code)).collect();
    assert!(missing.is_empty(), "docs/wire.md does not explain {missing:?}");
}
