//! Errors in a file are reported with their position, the expected input, and the name that was probably meant.

use std::path::Path;

use waybill_scenario::{Report, files, parse, run};

/// Whole files with a fault, and the message after `x:`.
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
    (
        "suport_bundle/b1.create:",
        "4:5: unknown machine of the installation `suport_bundle`; did you mean `support_bundle`?",
    ),
    (
        "support_bundle/B1.create:",
        "4:5: `support_bundle/B1` is named with small letters, digits and dashes",
    ),
    (
        "support_bundle/b1.creat:",
        "4:5: unknown event of support_bundle `creat`; did you mean `create`?",
    ),
    // Answers and deadlines are not sent by scenarios.
    (
        "support_bundle/b1.due:",
        "4:5: unknown event of support_bundle `due`; expected one of create, download, delete",
    ),
    (
        "support_bundle/b1.support.create:",
        "4:5: unknown event of support_bundle `support.create`; expected one of create, download, delete",
    ),
    (
        "support_bundle/b1.create: {service: [xray]}",
        "4:31: unknown field `service`; did you mean `services`?",
    ),
    (
        "support_bundle/b1.create: {services: [7]}",
        "4:31: this is no `support_bundle/b1.create`: invalid type: integer `7`, expected string or map",
    ),
    (
        "support_bundle/b1.create: {wanted: {title: x}}",
        "4:31: this is no `support_bundle/b1.create`: unknown field `title`, expected one of `name`, `description`, `parameters`",
    ),
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
    // Expectations that cannot fail.
    (
        "{after: 1s, expect: {login: {prson: null}}}",
        "4:34: unknown field `prson`; did you mean `person`?",
    ),
    (
        "{after: 1s, expect: {session: {state: closed, person: null}}}",
        "4:51: unknown field `person`; did you mean `reason`?",
    ),
    (
        "{after: 1s, expect: {login: {state: signed_out, notice: {coed: null}}}}",
        "4:62: unknown field `coed`; did you mean `code`?",
    ),
    (
        "{after: 1s, expect: {navigation: {decision: {hops: [{gaurd: null}]}}}}",
        "4:58: unknown field `gaurd`; did you mean `guard`?",
    ),
    (
        "{after: 1s, expect: {session: {state: closed, reason: loged_out}}}",
        "4:59: unknown word `loged_out`; did you mean `logged_out`?",
    ),
    (
        "{after: 1s, expect: {calls: [{browser.leave: {ulr: null}}]}}",
        "4:51: unknown field `ulr`; did you mean `url`?",
    ),
    (
        "{after: 1s, expect: {no_calls: [{browser.clear: {what: [serach]}}]}}",
        "4:60: unknown word `serach`; did you mean `search`?",
    ),
    (
        "{after: 1s, expect: {calls: [{mfa.begin_verification: {persn: null}}]}}",
        "4:60: unknown field `persn`; did you mean `person`?",
    ),
    (
        "{after: 1s, expect: {support_bundle/b1: {stat: null}}}",
        "4:46: unknown field `stat`; did you mean `state`?",
    ),
    ("{after: 1s, expect: {logo: {ulr: null}}}", "4:33: unknown field `ulr`; did you mean `url`?"),
    (
        "{after: 1s, expect: {refused: {kode: any}}}",
        "4:36: unknown field `kode`; did you mean `code`?",
    ),
    (
        "{after: 1s, expect: {can: [], cannot: []}}",
        "4:31: this is empty, which says nothing; name something or leave the key out",
    ),
    (
        "{after: 1s, expect: {can: [login.submit], cannot: [login.submit]}}",
        "4:55: `login.submit` stands under `can` as well",
    ),
    (
        "{after: 1s, expect: {login: {}}}",
        "4:33: this is empty, which says nothing; name a field or leave the key out",
    ),
    ("{after: 1s, expect: {}}", "4:25: this expects nothing; leave it out"),
    ("{after: 1s, expect: {exact: true}}", "4:25: this expects nothing; leave it out"),
    ("{after: 1s, expect: {route: '/log[in/'}}", "4:33: `/log[in/` is no regular expression: "),
    (
        "{after: 1s, expect: {login: {until: <+12x>}}}",
        "4:41: `<+12x>` is no moment; expected <time>, <now>, <+12h> or <-5m>",
    ),
    (
        "{after: 1s, expect: {calls: [], no_calls: [browser.clear]}}",
        "4:47: `calls: []` says already that there are none",
    ),
    (
        "{after: 1s, expect: {calls: [browser.clear], no_calls: [browser.clear]}}",
        "4:60: `browser.clear` stands under `calls` as well",
    ),
    (
        "{after: 1s, expect: {no_calls: [browser.claer]}}",
        "4:37: unknown call `browser.claer`; did you mean `browser.clear`?",
    ),
    (
        "{after: 1s, expect: {at_most: {browser.clear: 0}}}",
        "4:35: write `no_calls: [browser.clear]`",
    ),
    (
        "{after: 1s, expect: {calls: [browser.clear, browser.clear], at_most: {browser.clear: 1}}}",
        "4:74: `calls` has `browser.clear` 2 times",
    ),
    (
        "{after: 1s, expect: {calls: [], notify: [not_authorised]}}",
        "4:45: `calls: []` says that nothing is shown",
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
    (
        "{after: 1s, expect: {menus: {profil: []}}}",
        "4:34: unknown menu `profil`; did you mean `profile`?",
    ),
    (
        "{after: 1s, expect: {menus: {profile: [log_ot]}}}",
        "4:44: unknown item `log_ot`; did you mean `log_out`?",
    ),
    (
        "{after: 1s, expect: {menus: {advanced: [{pdn: mising}]}}}",
        "4:51: unknown word `mising`; expected one of service_missing, licence_too_low, \
         switched_off, leads_elsewhere, address_missing",
    ),
    ("{after: 1s, expect: refusd}", "4:25: unknown word `refusd`; did you mean `refused`?"),
    (
        "{after: 1s, expect: {route:}}",
        "4:31: expected a value, or null where there is none, found nothing",
    ),
    ("{after: 1s, expect: {records: many}}", "4:35: expected a whole number, found `many`"),
];

/// covers: [SCN-05]
#[test]
fn faulty_files_are_reported_with_their_position() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let requirements = files::requirements_near(&folder).expect("the list of requirements");
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
        let actual = match parse("x", &text, requirements.as_ref()) {
            Ok(_) => "it was read".to_owned(),
            Err(fault) => fault.to_string(),
        };
        // The parser's own message about broken YAML is not compared, only its position.
        let open = expected.ends_with(": ");
        if !(actual == expected || (open && actual.starts_with(&expected))) {
            let text: String = text.chars().take(200).collect();
            wrong.push(format!("{text}\n  expected {expected}\n  actual   {actual}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn an_unreadable_file_is_reported_by_name() {
    let missing = Path::new("no/such/file.scn.yaml");
    let fault = files::load(missing).expect_err("the file is missing").to_string();
    assert!(fault.starts_with("no/such/file.scn.yaml:1:1: cannot be read: "), "{fault}");
    let report = Report::of(&[missing.to_owned()]);
    assert_eq!((report.exit_code(), report.outcomes.len()), (2, 0));
}

#[test]
fn a_step_that_cannot_be_run_ends_the_scenario() {
    let text = "scenario: s\ncovers: [EVT-05]\nsteps:\n  - login.submit: {user: ann}\n  - answer: \
                {access.log_out: {}}\n  - after: 1s\n";
    let outcome = run(&parse("x", text, None).expect("a scenario"));
    assert_eq!(outcome.steps.len(), 2);
    let failure = outcome.failure();
    assert!(
        failure.contains("access.log_out does not wait for an answer; no call does"),
        "{failure}"
    );
    let text = text.replace("access.log_out: {}", "access.authenticate: {outcome: acepted}");
    let failure = run(&parse("x", &text, None).expect("a scenario")).failure();
    assert!(failure.contains("unknown variant `acepted`"), "{failure}");
}

/// covers: [SCN-05]
#[test]
fn without_a_list_beside_a_scenario_the_ids_of_the_project_apply() {
    let folder = std::env::temp_dir().join(format!("waybill-covers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("one.scn.yaml");
    let scenario = |id: &str| format!("scenario: s\ncovers: [{id}]\nsteps: [{{after: 1s}}]\n");
    std::fs::write(&path, scenario("NOPE-99")).expect("written");
    let fault = files::load(&path).expect_err("the id is unknown").to_string();
    assert!(
        fault
            .ends_with(":2:10: unknown requirement `NOPE-99`; requirements.yaml lists all of them"),
        "{fault}"
    );
    std::fs::write(&path, scenario("SCN-05")).expect("written");
    files::load(&path).expect("the id is known");
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// covers: [SCN-01]
#[test]
fn forbidden_and_too_frequent_calls_fail_the_scenario() {
    let text = |expect: &str| {
        let given = "given: {users: [{name: ann}]}";
        let step = format!("  - login.submit: {{user: ann}}\n    expect: {{{expect}}}\n");
        format!("scenario: s\ncovers: [EVT-05]\n{given}\nsteps:\n{step}")
    };
    let failure = |expect: &str| {
        let document = parse("x", &text(expect), None).unwrap_or_else(|fault| panic!("{fault}"));
        let outcome = run(&document);
        if outcome.passed() { String::new() } else { outcome.failure() }
    };
    for passes in [
        "no_calls: [browser.notify]",
        "no_calls: [{browser.clear: {what: [search]}}]",
        "at_most: {access.authenticate: 1, browser.notify: 1}",
    ] {
        assert_eq!(failure(passes), "", "{passes}");
    }
    assert!(failure("no_calls: [access.authenticate]").contains("none of [access.authenticate]"));
    let message = failure("no_calls: [{browser.clear: {what: [initial_data, remembered_path]}}]");
    assert!(message.contains("none of [{browser.clear"), "{message}");
}
