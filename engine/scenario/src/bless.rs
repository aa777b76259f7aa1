//! Rewriting expectations to what came. Only the values behind the keys of `expect` that were wrong change;
//! comments, layout and everything that was right stay as they are. A person reads the diff.

use std::ops::Range;

use crate::format::Document;
use crate::run::Outcome;
use crate::yaml::flow;

/// What blessing would make of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blessed {
    /// The file's new text.
    pub text: String,
    /// How many expectations changed.
    pub changed: usize,
    /// What cannot be blessed, as sentences: a person has to change the story.
    pub left: Vec<String>,
}

/// Lays what came over what was expected.
pub fn bless(document: &Document, outcome: &Outcome) -> Blessed {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut left = Vec::new();
    for step in &outcome.steps {
        for mismatch in &step.mismatches {
            let Some(value) = &mismatch.blessed else {
                left.push(format!(
                    "{}:{}: {}: expected {}, came {}",
                    document.file, step.line, mismatch.key, mismatch.expected, mismatch.came
                ));
                continue;
            };
            match document.expected(step.index, &mismatch.key) {
                Some(bytes) => edits.push((bytes, flow(value))),
                None => match document.expect(step.index) {
                    // A refusal that nobody expected makes all else that was expected void.
                    Some(bytes) => edits.push((bytes, format!("{{refused: {}}}", flow(value)))),
                    None => left.push(format!(
                        "{}:{}: the step was refused ({}) and expects nothing",
                        document.file, step.line, mismatch.came
                    )),
                },
            }
        }
    }
    let whole: Vec<Range<usize>> = edits.iter().map(|(bytes, _)| bytes.clone()).collect();
    // An edit of a whole `expect` swallows those of its keys.
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
        // A block value begins on a line of its own; its replacement stands there just as well.
        text.replace_range(bytes.clone(), value);
    }
    Blessed { text, changed: edits.len(), left }
}
