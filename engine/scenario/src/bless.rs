//! Rewriting expectations to the actual results. Only the values of those keys of `expect` change that did not match;
//! comments, layout and all other values are kept. A person reviews the diff.

use std::ops::Range;

use crate::format::Document;
use crate::run::Outcome;
use crate::yaml::flow;

/// A file with blessed expectations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blessed {
    /// The file's new text.
    pub text: String,
    /// How many expectations changed.
    pub changed: usize,
    /// What cannot be blessed, as sentences: a person has to change the scenario.
    pub left: Vec<String>,
}

/// Replaces expectations that did not match by the actual results.
pub fn bless(document: &Document, outcome: &Outcome) -> Blessed {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut left = Vec::new();
    for step in &outcome.steps {
        for mismatch in &step.mismatches {
            let Some(value) = &mismatch.blessed else {
                left.push(format!(
                    "{}:{}: {}: expected {}, came {}",
                    document.file, step.line, mismatch.key, mismatch.expected, mismatch.actual
                ));
                continue;
            };
            match document.expected(step.index, &mismatch.key) {
                Some(bytes) => edits.push((bytes, flow(value))),
                None => match document.expect(step.index) {
                    // After an unexpected rejection no other expectation applies.
                    Some(bytes) => edits.push((bytes, format!("{{refused: {}}}", flow(value)))),
                    None => left.push(format!(
                        "{}:{}: the step was refused ({}) and expects nothing",
                        document.file, step.line, mismatch.actual
                    )),
                },
            }
        }
    }
    let whole: Vec<Range<usize>> = edits.iter().map(|(bytes, _)| bytes.clone()).collect();
    // An edit of a whole `expect` includes those of its keys.
    let inner = |bytes: &Range<usize>| {
        whole
            .iter()
            .any(|other| other != bytes && other.start <= bytes.start && bytes.end <= other.end)
    };
    edits.retain(|(bytes, _)| !inner(bytes));
    edits.sort_by_key(|(bytes, _)| std::cmp::Reverse(bytes.start));
    edits.dedup_by_key(|(bytes, _)| bytes.clone());
    let mut text = document.text.clone();
    for (bytes, value) in &edits {
        // A block value begins on a line of its own, where its replacement in flow style is valid too.
        text.replace_range(bytes.clone(), value);
    }
    Blessed { text, changed: edits.len(), left }
}
