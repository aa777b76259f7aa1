//! The layout of a generated step.

use std::fmt::Write as _;

use serde_json::Value;

use crate::yaml::flow;

/// Writes one step; an empty expectation is left out.
pub(super) fn step(text: &mut String, action: &str, tab: Option<&str>, expect: &Value) {
    // Writing to a text cannot fail.
    let _ = writeln!(text, "  - {action}");
    if let Some(tab) = tab {
        let _ = writeln!(text, "    tab: {tab}");
    }
    if expect.as_object().is_some_and(|fields| !fields.is_empty()) {
        let _ = writeln!(text, "    expect: {}", flow(expect));
    }
}
