//! Scenarios generated from the records of every scenario pass (SCN-03).

use std::path::Path;

use waybill_scenario::{About, Document, Outcome, Report, files, parse, record, run};

const SESSION: &str = "\"stream\":\"session/";

/// The scenarios that are recorded: all with `npm run test:all`, otherwise every third and all with a restart.
fn sample() -> Vec<Document> {
    let is_whole = std::env::var("WAYBILL_WHOLE").is_ok_and(|whole| whole == "1");
    let is_taken = |at: usize, document: &Document| {
        is_whole || at.is_multiple_of(3) || document.text.contains("\n  - crash: ")
    };
    let numbered = scenarios().into_iter().enumerate();
    numbered
        .filter(|(at, document)| is_taken(*at, document))
        .map(|(_, document)| document)
        .collect()
}

fn scenarios() -> Vec<Document> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let found = files::find(&[folder]);
    found.files.iter().map(|path| files::load(path).expect("a scenario")).collect()
}

/// The states of each stream, in the order of their first records. Streams are independent: events of two streams at
/// the same time may be in either order.
fn states(outcome: &Outcome) -> Vec<Vec<(String, &'static str)>> {
    let mut streams: Vec<(&str, Vec<_>)> = Vec::new();
    for entry in &outcome.log {
        let name = entry.record.stream();
        let name = if name.starts_with("session/") { "session" } else { name };
        let step = (format!("{:?} {}", entry.key.machine, entry.event_name()), entry.to);
        match streams.iter_mut().find(|(known, _)| *known == name) {
            Some((_, steps)) => steps.push(step),
            None => streams.push((name, vec![step])),
        }
    }
    streams.into_iter().map(|(_, steps)| steps).collect()
}

#[test]
fn a_generated_scenario_passes_and_leads_through_the_same_states() {
    let (mut recorded, mut with_installation, mut restarts) = (0, 0, 0);
    for document in sample() {
        let outcome = run(&document);
        let (mut sessions, others): (Vec<_>, Vec<_>) =
            outcome.traces().into_iter().partition(|trace| trace[0].contains(SESSION));
        for trace in &others {
            let rejected = record(trace.iter().map(String::as_str), &About::default());
            let message = rejected.expect_err("no session").to_string();
            assert!(message.contains("a story is made of one whole session"), "{message}");
        }
        sessions.retain(|trace| trace.len() > 1 || !others.is_empty());
        let is_one = sessions.len() == 1;
        for session in &sessions {
            // Machines of the installation are included where the scenario has only one session.
            let included = others.iter().flatten().filter(|_| is_one);
            let lines = session.iter().chain(included).map(String::as_str);
            let text = record(lines, &About::default())
                .unwrap_or_else(|error| panic!("{}: {error}", document.file));
            let again = parse(&document.file, &text, None)
                .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            let second = run(&again);
            assert!(second.passed(), "{}\n{text}", second.failure());
            if is_one {
                assert_eq!(states(&outcome), states(&second), "{}\n{text}", document.file);
                with_installation += usize::from(!others.is_empty());
            }
            restarts += usize::from(text.contains("\n  - crash: "));
            recorded += 1;
        }
    }
    assert!(restarts >= 10, "only {restarts} restarts of the server were found");
    assert!(
        with_installation > 0,
        "only {with_installation} scenarios use machines of the installation"
    );
    assert!(recorded >= 34, "only {recorded} sessions were recorded");
}

#[test]
fn an_incomplete_session_is_refused_with_the_line() {
    let document = &scenarios()[0];
    let trace = run(document).traces().remove(0);
    let message = |lines: Vec<&str>| {
        record(lines, &About::default()).expect_err("not a whole session").to_string()
    };
    assert_eq!(message(vec![]), "line 1 of the trace: there are no records");
    let without_first: Vec<&str> = trace.iter().skip(1).map(String::as_str).collect();
    assert!(
        message(without_first).starts_with("line 1 of the trace: a story is made of one whole")
    );
    let header = "{\"format\":\"waybill-trace\"}";
    let with_gap = vec![header, trace[0].as_str(), trace[2].as_str()];
    assert!(message(with_gap).starts_with("line 3 of the trace: a story is made of one whole"));
}

#[test]
fn every_form_of_report_shows_the_failures() {
    let text = "scenario: a <scenario> that fails\ncovers: [SCN-04]\nsteps:\n  - startup.start: {}\n  \
                - login.log_out: {}\n    expect: {login: checking}\n";
    let document = parse("scenarios/area/fails.scn.yaml", text, None).expect("a scenario");
    let report = Report { outcomes: vec![run(&document)], ..Report::default() };
    assert_eq!(report.exit_code(), 1);
    let shown = waybill_scenario::text(&report, false);
    for line in [
        "FAIL scenarios/area/fails.scn.yaml: a <scenario> that fails",
        "  step 2 (scenarios/area/fails.scn.yaml:5) - login.log_out: {}",
        "      - expected checking",
        "      + came     signed_out",
        "0 passed, 1 failed, 0 not read; 2 steps",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
    let xml = waybill_scenario::junit(&report).expect("XML");
    assert!(xml.contains("<testsuite name=\"area\" tests=\"1\""), "{xml}");
    assert!(xml.contains("message=\"step 2: refused; step 2: login\""), "{xml}");
    let page = waybill_scenario::html(&report);
    assert!(
        page.contains("a &lt;scenario&gt; that fails") && !page.contains("<scenario>"),
        "{page}"
    );
    assert!(!page.contains("http"), "a self-contained page loads nothing");
}
