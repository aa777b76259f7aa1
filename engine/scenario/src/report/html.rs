//! A report as a self-contained HTML file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Report;
use super::junit::area;
use crate::run::{Outcome, StepOutcome};

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --bad: #b3261e; --good: #1b6e3c; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #7bd69b; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h2 { margin-top: 2rem; } summary { cursor: pointer; padding: .3rem 0; }
details { border-top: 1px solid var(--line); } .bad { color: var(--bad); } .good { color: var(--good); }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { white-space: pre-wrap; margin: .2rem 0; }
li { margin: .6rem 0; } table { border-collapse: collapse; } .scroll { overflow-x: auto; }
td, th { text-align: left; padding: .2rem .8rem .2rem 0; border-top: 1px solid var(--line); vertical-align: top; }
small { opacity: .75; }";

/// The report as a page.
pub fn html(report: &Report) -> String {
    let mut page = String::new();
    let failed = report.outcomes.iter().filter(|outcome| !outcome.passed()).count();
    let passed = report.outcomes.len() - failed;
    let unread = report.faults.len();
    put(
        &mut page,
        format_args!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <title>Scenarios</title><style>{STYLE}</style></head>\n<body><main><h1>Scenarios</h1>\
             <p><span class=\"good\">{passed} passed</span>, <span class=\"bad\">{failed} failed</span>, \
             {unread} could not be read.</p>\n"
        ),
    );
    for fault in &report.faults {
        put(&mut page, format_args!("<pre class=\"bad\">{}</pre>\n", escape(&fault.to_string())));
    }
    let mut areas: BTreeMap<String, Vec<&Outcome>> = BTreeMap::new();
    for outcome in &report.outcomes {
        areas.entry(area(&outcome.file)).or_default().push(outcome);
    }
    for (name, outcomes) in areas {
        put(&mut page, format_args!("<h2>{}</h2>\n", escape(&name)));
        for outcome in outcomes {
            scenario(&mut page, outcome);
        }
    }
    coverage(&mut page, report);
    page.push_str("</main></body></html>\n");
    page
}

fn put(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a text cannot fail.
    let _ = page.write_fmt(text);
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn scenario(page: &mut String, outcome: &Outcome) {
    let (open, class, word) =
        if outcome.passed() { ("", "good", "passed") } else { (" open", "bad", "failed") };
    put(
        page,
        format_args!(
            "<details{open}><summary><span class=\"{class}\">{word}</span> {} <small>{} &middot; \
             {}</small></summary>\n<ol>\n",
            escape(&outcome.scenario),
            escape(&outcome.covers.join(" ")),
            escape(&outcome.file),
        ),
    );
    for one in &outcome.steps {
        step(page, one);
    }
    page.push_str("</ol></details>\n");
}

fn step(page: &mut String, step: &StepOutcome) {
    put(
        page,
        format_args!(
            "<li><code>{}</code> <small>line {}, {}</small>",
            escape(&step.text),
            step.line,
            step.at
        ),
    );
    if let Some(note) = &step.note {
        put(page, format_args!("<br>{}", escape(note)));
    }
    if !step.happened.is_empty() {
        put(page, format_args!("<pre>{}</pre>", escape(&step.happened.join("\n"))));
    }
    if !step.mismatches.is_empty() {
        page.push_str(
            "<div class=\"scroll\"><table><tr><th></th><th>expected</th><th>came</th></tr>",
        );
        for mismatch in &step.mismatches {
            put(
                page,
                format_args!(
                    "<tr class=\"bad\"><th>{}</th><td><code>{}</code></td><td><code>{}</code></td></tr>",
                    escape(&mismatch.key),
                    escape(&mismatch.expected),
                    escape(&mismatch.actual)
                ),
            );
        }
        page.push_str("</table></div>");
    }
    page.push_str("</li>\n");
}

fn coverage(page: &mut String, report: &Report) {
    let coverage = report.coverage();
    page.push_str(
        "<h2>Coverage</h2>\n<div class=\"scroll\"><table><tr><th>machine</th><th>states</th>\
         <th>transitions</th><th>not visited</th></tr>\n",
    );
    for machine in &coverage.machines {
        let missing: Vec<String> =
            machine.states.missing.iter().chain(&machine.transitions.missing).cloned().collect();
        put(
            page,
            format_args!(
                "<tr><td>{}</td><td>{}</td><td>{}</td><td><small>{}</small></td></tr>\n",
                machine.machine,
                machine.states,
                machine.transitions,
                escape(&missing.join(", "))
            ),
        );
    }
    put(
        page,
        format_args!(
            "</table></div>\n<p>Requirements covered: {}.</p>\n",
            escape(&coverage.requirements.covered.join(" "))
        ),
    );
    if !coverage.requirements.missing_now.is_empty() {
        put(
            page,
            format_args!(
                "<p class=\"bad\">To be covered now, and not covered: {}.</p>\n",
                escape(&coverage.requirements.missing_now.join(" "))
            ),
        );
    }
}
