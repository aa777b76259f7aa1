//! All scenarios under `scenarios/` pass on the engine, and modified copies fail.
//!
//! Each file is a test with its own name. The other tests check the checks: copies with wrong expectations fail, and
//! the scenarios cover what they must. Errors in scenario files are tested next to the reader, in `faults.rs`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};
use waybill_journal_crash::whole;
use waybill_scenario::{Document, Report, files, format, run};

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
        let scenario = path.clone();
        trials.push(Trial::test(format!("scenario {name}"), move || holds(&scenario)));
        trials.push(Trial::test(format!("wrong copies {name}"), move || wrong_copies_fail(&path)));
    }
    trials.push(Trial::test("the scenarios cover what they must", coverage_is_complete));
    trials.push(Trial::test("the schema is fresh", schema_is_fresh));
    trials.push(Trial::test("the schema accepts every scenario", schema_accepts_every_scenario));
    trials.push(Trial::test("the schema knows the fields", schema_knows_the_fields));
    libtest_mimic::run(&arguments, trials).exit();
}

fn load(path: &Path) -> Result<Document, Failed> {
    files::load(path).map_err(Failed::from)
}

/// The scenario passes, and a second run writes exactly the same records (EVT-04).
/// covers: [SCN-01]
fn holds(path: &Path) -> Result<(), Failed> {
    let document = load(path)?;
    let (first, second) = (run(&document), run(&document));
    if !first.passed() {
        return Err(first.failure().into());
    }
    if first.traces() != second.traces() {
        return Err("two runs of the scenario wrote different records".into());
    }
    Ok(())
}

/// `npm test` makes one of so many expectations of a scenario wrong, beginning with its first.
const SAMPLE: usize = 4;

/// Every expectation is effective: a copy in which it is wrong fails.
/// covers: [SCN-01]
fn wrong_copies_fail(path: &Path) -> Result<(), Failed> {
    let document = load(path)?;
    let steps = 0..document.scenario.steps.len();
    let copies = steps.flat_map(|step| {
        wrong_copies(&document, step).into_iter().map(move |(what, wrong)| (step, what, wrong))
    });
    for (step, what, wrong) in copies.step_by(if whole() { 1 } else { SAMPLE }) {
        if run(&wrong).passed() {
            return Err(format!("step {}: a wrong {what} is not noticed", step + 1).into());
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
        let fields = if wanted.is_object() { spoilt(wanted) } else { Vec::new() };
        for wrong in fields.into_iter().chain([other.into()]) {
            copy(&format!("{machine}: {wrong}"), &|expect| {
                expect.machines.insert(*machine, wrong.clone());
            });
        }
    }
    for (stream, wanted) in &expect.installation {
        let fields = if wanted.is_object() { spoilt(wanted) } else { Vec::new() };
        for wrong in fields.into_iter().chain(["=never".into()]) {
            copy(&format!("{stream}: {wrong}"), &|expect| {
                expect.installation.insert(stream.clone(), wrong.clone());
            });
        }
    }
    if expect.route.is_some() {
        copy("route", &|expect| expect.route = Some("=nowhere".into()));
    }
    for wrong in expect.query.iter().flat_map(spoilt) {
        copy("query", &|expect| expect.query = Some(wrong.clone()));
    }
    for menu in expect.menus.iter().flat_map(|menus| menus.0.keys()) {
        copy(&format!("menu {menu}"), &|expect| {
            if let Some(menus) = &mut expect.menus {
                menus.0.insert(menu.clone(), vec!["=never".into()]);
            }
        });
    }
    for wrong in expect.logo.iter().flat_map(spoilt) {
        copy("logo", &|expect| expect.logo = Some(wrong.clone()));
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
    for (at, call) in expect.calls.iter().flatten().enumerate() {
        for wrong in spoilt(&Value::Object(call.fields.clone())) {
            copy(&format!("field of {}", call.name), &|expect| {
                if let (Some(calls), Value::Object(fields)) = (&mut expect.calls, &wrong) {
                    calls[at].fields.clone_from(fields);
                }
            });
        }
    }
    if expect.can.is_some() || expect.cannot.is_some() {
        copy("can", &|expect| std::mem::swap(&mut expect.can, &mut expect.cannot));
    }
    if let Some(call) = expect.calls.iter().flatten().next() {
        copy("no_calls", &|expect| expect.no_calls = Some(vec![call.clone()]));
        let most = BTreeMap::from([(call.name.clone(), 0)]);
        copy("at_most", &|expect| expect.at_most = Some(most.clone()));
    }
    if let Some(transitions) = &expect.transitions {
        let twice =
            [transitions.as_slice(), transitions.as_slice(), transitions.as_slice()].concat();
        copy("transitions", &|expect| expect.transitions = Some(twice.clone()));
    }
    copies
}

/// Copies of a pattern, each with one leaf made wrong.
fn spoilt(pattern: &Value) -> Vec<Value> {
    let within = |value: &Value, place: &dyn Fn(&mut Value) -> Option<&mut Value>| {
        let wrongs = spoilt(value).into_iter().map(|wrong| {
            let mut copy = pattern.clone();
            if let Some(slot) = place(&mut copy) {
                *slot = wrong;
            }
            copy
        });
        wrongs.collect::<Vec<_>>()
    };
    match pattern {
        Value::Object(fields) => {
            let fields = fields.iter();
            fields.flat_map(|(key, value)| within(value, &|copy| copy.get_mut(key))).collect()
        }
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().enumerate();
            items.flat_map(|(at, value)| within(value, &|copy| copy.get_mut(at))).collect()
        }
        _ => vec!["=never".into()],
    }
}

/// Every requirement that must be covered now is, and so is every state of every session machine.
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

/// Editors read the schema from the repository, so it is committed; a stale one is rewritten, and the test fails once.
fn schema_is_fresh() -> Result<(), Failed> {
    let path = folder().join("scenario.schema.json");
    let fresh = format::json_schema();
    if std::fs::read_to_string(&path).is_ok_and(|stored| stored == fresh) {
        return Ok(());
    }
    std::fs::write(&path, fresh)?;
    Err("scenarios/scenario.schema.json was stale and has been rewritten; run the test again"
        .into())
}

fn validator() -> Result<jsonschema::Validator, Failed> {
    let schema: Value = serde_json::from_str(&format::json_schema())?;
    Ok(jsonschema::validator_for(&schema)?)
}

/// The schema accepts everything that the reader accepts.
/// covers: [SCN-05]
fn schema_accepts_every_scenario() -> Result<(), Failed> {
    let validator = validator()?;
    let mut refused = Vec::new();
    for path in files::find(&[folder()]).files {
        let scenario = load(&path)?.to_json();
        let errors = validator.iter_errors(&scenario);
        refused.extend(errors.map(|error| format!("{}: {error}", path.display())));
    }
    if refused.is_empty() { Ok(()) } else { Err(refused.join("\n").into()) }
}

/// The schema rejects unknown and invalid fields that the reader rejects.
/// covers: [SCN-05]
fn schema_knows_the_fields() -> Result<(), Failed> {
    let validator = validator()?;
    let scenario = |step: Value| json!({"scenario": "s", "covers": ["SCN-05"], "steps": [step]});
    let go = json!({"path": "/", "trigger": "start"});
    for sound in [
        json!({"navigation.go": {"path": "/", "trigger": "link", "client_session": true}}),
        json!({"login.submit": {"user": "ann", "stored": {"path": "/", "ago": "1h"}}}),
        json!({"navigation.go": go, "expect": {"no_calls": ["browser.clear"]}}),
    ] {
        if !validator.is_valid(&scenario(sound.clone())) {
            return Err(format!("rejected: {sound}").into());
        }
    }
    for faulty in [
        json!({"navigation.go": {"path": "/", "trigger": "link", "client_sesion": true}}),
        json!({"startup.view_as": {"vew": null}}),
        json!({"support_bundle/b1.create": {"service": []}}),
        json!({"answer": {"access.authenticate": {"persn": null}}}),
        json!({"navigation.go": go, "expect": {"login": {"prson": null}}}),
        json!({"navigation.go": go, "expect": {"calls": [{"browser.leave": {"ulr": null}}]}}),
        json!({"navigation.go": go, "expect": {"can": []}}),
    ] {
        if validator.is_valid(&scenario(faulty.clone())) {
            return Err(format!("accepted: {faulty}").into());
        }
    }
    Ok(())
}
