//! Every story, recorded from its own records, is a story again that passes (SCN-03).

use std::path::Path;

use waybill_scenario::{About, Document, Outcome, Report, files, parse, record, run};

const SESSION: &str = "\"stream\":\"session/";

fn stories() -> Vec<Document> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let found = files::find(&[folder]);
    found.files.iter().map(|path| files::load(path).expect("a story")).collect()
}

/// What each stream went through, in the order in which they began. Streams are independent: of what happened in two of
/// them in one moment either may stand first.
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
fn a_recorded_story_passes_and_leads_through_the_same_states() {
    let (mut recorded, mut begun_elsewhere, mut stopped) = (0, 0, 0);
    for document in stories() {
        let outcome = run(&document);
        let (mut sessions, others): (Vec<_>, Vec<_>) =
            outcome.traces().into_iter().partition(|trace| trace[0].contains(SESSION));
        for trace in &others {
            let refused = record(trace.iter().map(String::as_str), &About::default());
            let said = refused.expect_err("no session").to_string();
            assert!(said.contains("a story is made of one whole session"), "{said}");
        }
        sessions.retain(|trace| trace.len() > 1 || !others.is_empty());
        let is_one = sessions.len() == 1;
        for session in &sessions {
            // What outlives a session is told with it, where the story has only one.
            let begun = others.iter().flatten().filter(|_| is_one);
            let lines = session.iter().chain(begun).map(String::as_str);
            let text = record(lines, &About::default())
                .unwrap_or_else(|error| panic!("{}: {error}", document.file));
            let again = parse(&document.file, &text, None)
                .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            let second = run(&again);
            assert!(second.passed(), "{}\n{text}", second.failure());
            if is_one {
                assert_eq!(states(&outcome), states(&second), "{}\n{text}", document.file);
                begun_elsewhere += usize::from(!others.is_empty());
            }
            stopped += usize::from(text.contains("\n  - crash: "));
            recorded += 1;
        }
    }
    assert!(stopped >= 10, "only {stopped} stops of the server were found");
    assert!(begun_elsewhere >= 4, "only {begun_elsewhere} stories went beyond their session");
    assert!(recorded >= 34, "only {recorded} sessions were recorded");
}

#[test]
fn what_is_no_whole_session_is_refused_with_its_line() {
    let document = &stories()[0];
    let trace = run(document).traces().remove(0);
    let said = |lines: Vec<&str>| {
        record(lines, &About::default()).expect_err("this is no story").to_string()
    };
    assert_eq!(said(vec![]), "line 1 of the trace: there are no records");
    let without_first: Vec<&str> = trace.iter().skip(1).map(String::as_str).collect();
    assert!(said(without_first).starts_with("line 1 of the trace: a story is made of one whole"));
    let header = "{\"format\":\"waybill-trace\"}";
    let with_gap = vec![header, trace[0].as_str(), trace[2].as_str()];
    assert!(said(with_gap).starts_with("line 3 of the trace: a story is made of one whole"));
}

#[test]
fn a_report_says_what_failed_in_every_form() {
    let text = "scenario: a <story> that fails\ncovers: [SCN-04]\nsteps:\n  - startup.start: {}\n  - login.log_out: {}\n    \
                expect: {login: checking}\n";
    let document = parse("stories/area/fails.scn.yaml", text, None).expect("a story");
    let report = Report { outcomes: vec![run(&document)], ..Report::default() };
    assert_eq!(report.exit_code(), 1);
    let shown = waybill_scenario::text(&report, false);
    for line in [
        "FAIL stories/area/fails.scn.yaml: a <story> that fails",
        "  step 2 (stories/area/fails.scn.yaml:5) - login.log_out: {}",
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
    assert!(page.contains("a &lt;story&gt; that fails") && !page.contains("<story>"), "{page}");
    assert!(!page.contains("http"), "a page that needs nothing else loads nothing");
}
