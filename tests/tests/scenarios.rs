//! Every story under `scenarios/` holds on the engine, and a story that is wrong does not.
//!
//! Each file is a test of its own name; the rest tests the testing: wrong copies fail, faulty files are
//! answered with their place, and the stories cover what they have to.

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use waybill_scenario::{Document, Report, files, format, parse, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios")
}

fn main() {
    let arguments = Arguments::from_args();
    let found = files::find(&[folder()]);
    assert!(found.faults.is_empty(), "{:?}", found.faults);
    let mut trials = Vec::new();
    for path in found.files {
        let name = path.strip_prefix(folder()).unwrap_or(&path).display().to_string();
        let story = path.clone();
        trials.push(Trial::test(format!("story {name}"), move || holds(&story)));
        trials.push(Trial::test(format!("wrong copies {name}"), move || wrong_copies_fail(&path)));
    }
    trials.push(Trial::test("faulty files are answered with their place", faults_have_a_place));
    trials.push(Trial::test("the stories cover what they have to", coverage_is_complete));
    trials.push(Trial::test("the schema is fresh", schema_is_fresh));
    libtest_mimic::run(&arguments, trials).exit();
}

fn load(path: &Path) -> Result<Document, Failed> {
    files::load(path).map_err(Failed::from)
}

/// The story goes as it expects, and the same way to the byte when it is told again (EVT-04).
fn holds(path: &Path) -> Result<(), Failed> {
    let document = load(path)?;
    let (first, second) = (run(&document), run(&document));
    if !first.passed() {
        return Err(first.failure().into());
    }
    if first.traces() != second.traces() {
        return Err("two runs of the story wrote different records".into());
    }
    Ok(())
}

/// Each single expectation, made wrong, fails: none of them is only decoration.
fn wrong_copies_fail(path: &Path) -> Result<(), Failed> {
    let document = load(path)?;
    for step in 0..document.scenario.steps.len() {
        for (what, wrong) in wrong_copies(&document, step) {
            if run(&wrong).passed() {
                return Err(format!("step {}: a wrong {what} is not noticed", step + 1).into());
            }
        }
    }
    Ok(())
}

fn wrong_copies(document: &Document, step: usize) -> Vec<(String, Document)> {
    let Some(expect) = &document.scenario.steps[step].expect else { return Vec::new() };
    let mut copies = Vec::new();
    let mut copy = |what: &str, change: &dyn Fn(&mut format::Expect)| {
        let mut wrong = document.clone();
        if let Some(expect) = &mut wrong.scenario.steps[step].expect {
            change(expect);
        }
        copies.push((what.to_owned(), wrong));
    };
    for (machine, wanted) in &expect.machines {
        let name = wanted.as_str().or_else(|| wanted["state"].as_str()).unwrap_or_default();
        let other = machine.profile().states.iter().find(|state| **state != name);
        let other = other.copied().unwrap_or_default();
        copy(machine.as_str(), &|expect| {
            expect.machines.insert(*machine, other.into());
        });
    }
    if expect.route.is_some() {
        copy("route", &|expect| expect.route = Some("=nowhere".into()));
    }
    if expect.query.is_some() {
        copy("query", &|expect| expect.query = Some(serde_json::json!({"machine": "=never"})));
    }
    if expect.notify.is_some() {
        copy("notify", &|expect| expect.notify = Some(vec!["never".into()]));
    }
    if expect.guards.is_some() {
        copy("guards", &|expect| expect.guards = Some(vec!["never".into()]));
    }
    if expect.refused.is_some() {
        copy("refused", &|expect| expect.refused = None);
    } else {
        copy("refused", &|expect| expect.refused = Some("any".into()));
    }
    if let Some(records) = expect.records {
        copy("records", &|expect| expect.records = Some(records + 1));
    }
    if let Some(calls) = &expect.calls
        && calls.iter().any(|call| call.name != calls[0].name)
    {
        copy("calls", &|expect| {
            if let Some(calls) = &mut expect.calls {
                calls.reverse();
            }
        });
    }
    if expect.can.is_some() || expect.cannot.is_some() {
        copy("can", &|expect| std::mem::swap(&mut expect.can, &mut expect.cannot));
    }
    if let Some(transitions) = &expect.transitions {
        let twice =
            [transitions.as_slice(), transitions.as_slice(), transitions.as_slice()].concat();
        copy("transitions", &|expect| expect.transitions = Some(twice.clone()));
    }
    copies
}

/// Whole files with a fault, and the answer behind `x:`.
const FAULTY_FILES: &[(&str, &str)] = &[
    ("", "1:1: the file is empty; expected `scenario:` and a sentence"),
    ("# only a remark\n", "1:1: the file is empty; expected `scenario:` and a sentence"),
    (
        "covers: [EVT-01]\nscenario: s\n",
        "1:1: the first line must be `scenario:` and a sentence that tells the story",
    ),
    (
        "scenario: s\ncovers: [EVT-01]\nstesp: []\n",
        "3:1: unknown key `stesp`; did you mean `steps`?",
    ),
    ("scenario: s\ncovers: [EVT-01]\n", "1:1: the key `steps` is missing here"),
    (
        "scenario: s\ncovers: [EVT-01]\ncovers: [EVT-02]\n",
        "3:1: duplicate key `covers`; it stands already in line 2",
    ),
    ("scenario: !!str s\n", "1:11: tags are not allowed in a story"),
    ("scenario: &a s\n", "1:11: anchors and aliases are not allowed in a story"),
    ("scenario: s\n---\nscenario: t\n", "2:1: a second document; a file holds one story"),
    ("scenario: s\ncovers: [EVT-01\nsteps: []\n", "3:6: this is no YAML: "),
    ("scenario: s\n\tcovers: []\n", "2:1: a tab; only spaces may indent and separate"),
];

/// Lines 2 and 3 of a file with a fault.
const FAULTY_HEADS: &[(&str, &str)] = &[
    ("covers: ['EVT-1']", "2:10: unknown requirement `EVT-1`; did you mean `EVT-01`?"),
    ("covers: []", "2:9: expected the requirements that it proves"),
    ("covers: EVT-01", "2:9: expected a list, found `EVT-01`"),
    (
        "covers: [EVT-01]\ngiven: {anonymous_allowed: yes}",
        "3:28: expected true or false, found `yes`",
    ),
    (
        "covers: [EVT-01]\ngiven: {users: [{name: no}]}",
        "3:24: expected a text; plain `no` reads as a truth value: write \"no\", found `no`",
    ),
    ("covers: [EVT-01]\ngiven: {licence: OS}", "3:18: unknown word `OS`; did you mean `OSS`?"),
    (
        "covers: [EVT-01]\ngiven: {signed_in: ann}",
        "3:20: unknown user `ann`; nothing is expected here",
    ),
    (
        "covers: [EVT-01]\ngiven: {users: [{name: ann}, {name: ann}]}",
        "3:30: there is a user `ann` already",
    ),
    (
        "covers: [EVT-01]\nat: 2026-02-30T00:00:00Z",
        "3:5: a time must look like 2026-01-01T00:00:00Z or 2026-01-01T00:00:00.000Z, in UTC",
    ),
];

/// A step in line 4 with a fault.
const FAULTY_STEPS: &[(&str, &str)] = &[
    ("login.sumbit: {user: ann}", "4:5: unknown step `login.sumbit`; did you mean `login.submit`?"),
    (
        "login.submit: {user: ann, pasword: wrong}",
        "4:31: unknown key `pasword`; did you mean `password`?",
    ),
    ("login.submit: ann", "4:19: expected a map such as {key: value}, found `ann`"),
    ("login.submit: {password: wrong}", "4:19: the key `user` is missing here"),
    ("mfa.submit: {code: corect}", "4:24: unknown word `corect`; did you mean `correct`?"),
    (
        "navigation.go: {path: /, trigger: clicked}",
        "4:20: this is no `navigation.go`: unknown variant `clicked`, \
         expected one of `start`, `link`, `history`, `redirect`",
    ),
    (
        "after: 1 minute",
        "4:12: expected a time such as 500ms, 60s, 5m, 1h30m or 7d, found `1 minute`",
    ),
    ("after: 60", "4:12: expected a text; plain `60` reads as a number: write \"60\", found `60`"),
    ("{after: 1s, crash: {}}", "4:5: a step does one thing: `after` or `crash`"),
    ("expect: {login: checking}", "4:5: this step does nothing; expected an action"),
    ("{after: 1s, again: true}", "4:5: `again` repeats what somebody does; nobody does `after`"),
    ("{after: 1s, tab: t9}", "4:22: unknown open tab `t9`; did you mean `t1`?"),
    ("open_tab: t1", "4:15: the tab `t1` is open already"),
    (
        "answer: {access.authenticat: {mfa: none}}",
        "4:14: unknown call of a service `access.authenticat`; did you mean `access.authenticate`?",
    ),
    ("{after: 1s, expect: {logn: checking}}", "4:26: unknown key `logn`; did you mean `login`?"),
    (
        "{after: 1s, expect: {login: cheking}}",
        "4:33: unknown state of login `cheking`; did you mean `checking`?",
    ),
    (
        "{after: 1s, expect: {login: {state: cheking}}}",
        "4:41: unknown state of login `cheking`; did you mean `checking`?",
    ),
    (
        "{after: 1s, expect: {calls: [acces.authenticate]}}",
        "4:34: unknown call `acces.authenticate`; did you mean `access.authenticate`?",
    ),
    ("{after: 1s, expect: {route: logn}}", "4:33: unknown route `logn`; did you mean `login`?"),
    (
        "{after: 1s, expect: {can: [login.submt]}}",
        "4:32: unknown event `login.submt`; did you mean `login.submit`?",
    ),
    ("{after: 1s, expect: refusd}", "4:25: unknown word `refusd`; did you mean `refused`?"),
    ("{after: 1s, expect: {records: many}}", "4:35: expected a whole number, found `many`"),
];

fn faults_have_a_place() -> Result<(), Failed> {
    let requirements = files::requirements_near(&folder()).map_err(|fault| fault.to_string())?;
    let whole = FAULTY_FILES.iter().map(|(text, answer)| ((*text).to_owned(), *answer));
    let heads = FAULTY_HEADS
        .iter()
        .map(|(head, answer)| (format!("scenario: s\n{head}\nsteps: [{{after: 1s}}]\n"), *answer));
    let steps = FAULTY_STEPS.iter().map(|(step, answer)| {
        (format!("scenario: s\ncovers: [EVT-01]\nsteps:\n  - {step}\n"), *answer)
    });
    let huge = format!("scenario: s\n#{}\n", "x".repeat(1024 * 1024));
    let huge =
        std::iter::once((huge, "1:1: the file has 1048590 bytes; at most 1 MiB (1048576) is read"));
    let mut wrong = Vec::new();
    for (text, answer) in whole.chain(heads).chain(steps).chain(huge) {
        let expected = format!("x:{answer}");
        let said = match parse("x", &text, requirements.as_ref()) {
            Ok(_) => "it was read".to_owned(),
            Err(fault) => fault.to_string(),
        };
        // What the parser itself says of broken YAML is its own business; the place is ours.
        let open = expected.ends_with(": ");
        if !(said == expected || (open && said.starts_with(&expected))) {
            let text: String = text.chars().take(200).collect();
            wrong.push(format!("{text}\n  expected {expected}\n  came     {said}\n"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.concat().into()) }
}

/// Every requirement that has to be covered now is, and so is every state of every machine of a session.
fn coverage_is_complete() -> Result<(), Failed> {
    let report = Report::of(&[folder()]);
    let coverage = report.coverage();
    let unseen = coverage.machines.iter().flat_map(|machine| &machine.states.missing);
    let missing: Vec<&String> = coverage.requirements.missing_now.iter().chain(unseen).collect();
    if report.exit_code() == 0 && missing.is_empty() && report.outcomes.len() >= 34 {
        return Ok(());
    }
    Err(format!("not covered: {missing:?}\n{coverage}").into())
}

/// Editors read the schema from the tree, so it is committed; a stale one is written anew and fails once.
fn schema_is_fresh() -> Result<(), Failed> {
    let path = folder().join("scenario.schema.json");
    let fresh = format::json_schema();
    if std::fs::read_to_string(&path).is_ok_and(|stored| stored == fresh) {
        return Ok(());
    }
    std::fs::write(&path, fresh)?;
    Err("scenarios/scenario.schema.json was stale and has been written anew; run the test again"
        .into())
}
