//! A report for the terminal: a line for each scenario, and the expected and actual results of failed steps.

use std::fmt::Write as _;

use super::Report;
use crate::run::{Mismatch, Outcome, StepOutcome};

/// The report for a terminal. With `verbose` it has the records of every step.
pub fn text(report: &Report, verbose: bool) -> String {
    let mut text = String::new();
    for fault in &report.faults {
        line(&mut text, &format!("ERROR {fault}"));
    }
    for outcome in &report.outcomes {
        scenario(&mut text, outcome, verbose);
    }
    let failed = report.outcomes.iter().filter(|outcome| !outcome.passed()).count();
    let steps: usize = report.outcomes.iter().map(|outcome| outcome.steps.len()).sum();
    let (passed, unread) = (report.outcomes.len() - failed, report.faults.len());
    line(&mut text, &format!("{passed} passed, {failed} failed, {unread} not read; {steps} steps"));
    text
}

fn line(text: &mut String, content: &str) {
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{content}");
}

fn scenario(text: &mut String, outcome: &Outcome, verbose: bool) {
    let word = if outcome.passed() { "ok   " } else { "FAIL " };
    line(text, &format!("{word}{}: {}", outcome.file, outcome.scenario));
    for step in &outcome.steps {
        if verbose || !step.mismatches.is_empty() {
            describe(text, &outcome.file, step);
        }
    }
}

fn describe(text: &mut String, file: &str, step: &StepOutcome) {
    line(text, &format!("  step {} ({file}:{}) {}", step.index + 1, step.line, step.text));
    for happened in &step.happened {
        line(text, &format!("    | {happened}"));
    }
    for mismatch in &step.mismatches {
        diff(text, mismatch);
    }
}

fn diff(text: &mut String, mismatch: &Mismatch) {
    line(text, &format!("    {}", mismatch.key));
    line(text, &format!("      - expected {}", mismatch.expected));
    line(text, &format!("      + came     {}", mismatch.actual));
}

impl Outcome {
    /// The failures as in the report for the terminal.
    pub fn failure(&self) -> String {
        let mut text = String::new();
        scenario(&mut text, self, false);
        text
    }
}
