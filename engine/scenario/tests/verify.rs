//! Replaying a log finds changed records, and searching it finds secrets and personal values.

use waybill_scenario::{parse, run, run::verify};

fn trace() -> Vec<String> {
    let text = "scenario: s\ncovers: [EVT-03]\ngiven: {users: [{name: ann, admin: true}]}\nsteps:\n  \
                - login.submit: {user: ann}\n  - login.log_out: {}\n";
    let document = parse("x", text, None).expect("a scenario");
    run(&document).traces().remove(0)
}

fn problems(lines: &[String]) -> Vec<String> {
    verify::replay(lines.iter().map(String::as_str)).problems
}

#[test]
fn an_unchanged_log_replays() {
    let replay_of = trace();
    assert_eq!(problems(&replay_of), Vec::<String>::new());
    let replay = verify::replay(replay_of.iter().map(String::as_str));
    assert_eq!(replay.stream.open_calls().iter().count(), 0, "{:?}", replay.stream.open_calls());
}

#[test]
fn every_changed_record_is_reported_with_both_values() {
    let (mut changed, trace) = (0, trace());
    for (from, to, message) in [
        ("\"admin\":true,\"since\"", "\"admin\":false,\"since\"", "the state is recorded as"),
        (
            "{\"call\":\"browser.resume_polling\"}",
            "{\"call\":\"browser.pause_polling\"}",
            "the calls are",
        ),
        ("\"guards\":[\"may_use_console\"]", "\"guards\":[]", "the guards are recorded as"),
        ("\"type\":\"log_out\"", "\"type\":\"revoke\"", "record"),
        (
            "\"record\":\"#2\",\"call\":0",
            "\"record\":\"#2\",\"call\":7",
            "the cause is recorded as",
        ),
    ] {
        for at in 0..trace.len() {
            let mut lines = trace.clone();
            lines[at] = lines[at].replacen(from, to, 1);
            if lines[at] == trace[at] {
                continue;
            }
            changed += 1;
            let found = problems(&lines);
            let is_reported =
                found.iter().any(|problem| problem.starts_with(&format!("record {}", at + 1)));
            assert!(is_reported, "{message}: {found:?}");
        }
    }
    assert!(changed >= 5, "only {changed} records were changed");
}

#[test]
fn a_missing_record_is_reported() {
    let mut lines = trace();
    lines.remove(3);
    assert!(problems(&lines)[0].contains("does not follow"), "{:?}", problems(&lines));
}

#[test]
fn a_secret_or_a_name_in_a_record_is_reported() {
    // The requested path is recorded unchanged, so a path that contains a password or a name leaks it.
    for leak in ["right-for-ann", "ann"] {
        let text = format!(
            "scenario: s\ncovers: [EVT-08]\ngiven: {{users: [{{name: ann}}], signed_in: ann}}\nsteps:\n  \
             - navigation.go: {{path: \"/session-activity?machine={leak}\", trigger: link}}\n  \
             - verify: log\n"
        );
        let outcome = run(&parse("x", &text, None).expect("a scenario"));
        assert!(!outcome.passed(), "{leak} is not found");
        assert!(outcome.failure().contains("holds"), "{}", outcome.failure());
    }
}
