//! docs/security.md: every requirement of the standard is in it once, and the tests that it names exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::files::root;

/// How many requirements ASVS 5.0.0 has, by level.
const REQUIREMENTS: [(&str, usize); 2] = [("L1", 70), ("L2", 183)];

/// A row: id, level, state, how, test.
struct Row<'t> {
    id: &'t str,
    level: &'t str,
    state: &'t str,
    test: &'t str,
}

fn rows(page: &str) -> Vec<Row<'_>> {
    let lines = page.lines().filter(|line| line.starts_with("| V") && line.contains(" | L"));
    let cells = lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect());
    let rows = cells.map(|cells: Vec<&str>| match cells[..] {
        [id, level, state, _how, test] => Row { id, level, state, test },
        _ => panic!("a row has five cells: {cells:?}"),
    });
    rows.collect()
}

/// The problem of a row, if it claims more than there is.
fn problem(row: &Row<'_>, source_of: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let Row { id, state, test, .. } = row;
    let fault = |why: &str| Some(format!("{id}: {why}"));
    if test.is_empty() {
        // What is in part and has no test says so in its text.
        return if *state == "holds" { fault("it holds, and no test shows it") } else { None };
    }
    if !["holds", "in part"].contains(state) {
        return fault("it has a test and is called untested");
    }
    // A file, and the names of tests in it, each in backticks; then perhaps another file.
    let (mut file, mut tests_of_file) = ("", 0);
    for part in test.split('`').skip(1).step_by(2) {
        if is_source(part) {
            if !file.is_empty() && tests_of_file == 0 {
                return fault(&format!("it names no test of {file}"));
            }
            (file, tests_of_file) = (part, 0);
            continue;
        }
        let Some(source) = source_of(file) else { return fault(&format!("there is no {file}")) };
        let is_there = if has_ending(file, &["ts", "tsx"]) {
            source.contains(&format!("test('{part}'"))
        } else {
            is_test(&source, part) || is_rule(file, &source, part)
        };
        if !is_there {
            return fault(&format!("{file} has no test {part}"));
        }
        tests_of_file += 1;
    }
    if tests_of_file == 0 { fault("it names no file and test") } else { None }
}

/// Whether a part of a row is a file, and not the name of a test.
fn is_source(part: &str) -> bool {
    !part.contains(' ') && has_ending(part, &["rs", "ts", "tsx"])
}

fn has_ending(file: &str, endings: &[&str]) -> bool {
    let found = Path::new(file).extension();
    found.is_some_and(|found| endings.iter().any(|ending| found == *ending))
}

/// Whether a function of this name is a test: its attributes are right above it.
fn is_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let declared = format!("fn {name}(");
    let at = lines.iter().position(|line| line.trim_start_matches("async ").starts_with(&declared));
    let above = at.map(|at| lines[..at].iter().rev().take_while(|line| line.starts_with("#[")));
    above.is_some_and(|mut above| above.any(|line| line.contains("test")))
}

/// Whether a function of this name is a rule of the repository. The compiler complains about one that is not in the
/// list of rules, each of which is seen to find its example.
fn is_rule(file: &str, source: &str, name: &str) -> bool {
    file.starts_with("tests/tests/tidy/")
        && source.contains(&format!("\npub fn {name}(file: &File) -> Vec<String> {{"))
}

#[test]
fn each_requirement_names_a_test_that_exists() {
    let page = fs::read_to_string(root().join("docs/security.md")).expect("the page");
    let source_of = |file: &str| fs::read_to_string(root().join(file)).ok();
    let rows = rows(&page);
    let problems: Vec<_> = rows.iter().filter_map(|row| problem(row, &source_of)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    for row in &rows {
        assert!(REQUIREMENTS.iter().any(|(level, _)| *level == row.level), "{}", row.id);
    }
}

#[test]
fn no_requirement_is_left_out_or_named_twice() {
    let page = fs::read_to_string(root().join("docs/security.md")).expect("the page");
    let rows = rows(&page);
    let (_, rest) = page.split_once("## Not applicable").expect("the list of the others");
    let others = rest.lines().filter_map(|line| line.strip_prefix("| V")?.split('|').next());
    let others = others.flat_map(|ids| ids.split(',')).map(|id| id.trim().trim_start_matches('V'));
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for id in others.chain(rows.iter().map(|row| row.id.trim_start_matches('V'))) {
        *times.entry(id).or_default() += 1;
    }
    let several: BTreeSet<_> = times.iter().filter(|(_, times)| **times > 1).collect();
    assert!(several.is_empty(), "{several:?}");
    let all: usize = REQUIREMENTS.iter().map(|(_, number)| number).sum();
    assert_eq!(times.len(), all);
}

#[test]
fn the_threat_model_links_to_files_that_exist() {
    let page = fs::read_to_string(root().join("SECURITY.md")).expect("the page");
    let linked = page.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
    let links: BTreeMap<&str, &str> = linked.collect();
    let missing: Vec<_> = links.values().filter(|file| !root().join(file).exists()).collect();
    assert!(links.len() > 15 && missing.is_empty(), "{missing:?}");
    let table = page.lines().filter(|line| line.starts_with("| "));
    for name in table.flat_map(|line| line.split('[').skip(1)) {
        let name = name.split(']').next().unwrap_or_default();
        assert!(links.contains_key(name), "[{name}] leads nowhere");
    }
}

#[test]
fn the_threat_model_of_the_login_area_names_tests_that_exist_and_is_one_page() {
    let page = fs::read_to_string(root().join("docs/threat-model-login.md")).expect("the page");
    let table = page.lines().filter(|line| line.starts_with("| "));
    let names = table.flat_map(|line| line.split('[').skip(1)).map(|name| name.split(']').next());
    let names: BTreeSet<&str> = names.map(Option::unwrap_or_default).collect();
    let is_missing =
        |name: &&str| !root().join("tests/tests/api").join(format!("{name}.rs")).exists();
    let missing: Vec<_> = names.iter().copied().filter(is_missing).collect();
    assert!(names.len() > 15 && missing.is_empty(), "{missing:?}");
    let words = page.split_whitespace().count();
    assert!(words <= 1_300, "{words} words");
}

#[test]
fn a_row_that_claims_too_much_is_noticed() {
    let source_of = |file: &str| {
        let rule = "\npub fn rule(file: &File) -> Vec<String> {";
        let is_there = ["x.rs", "tests/tests/tidy/x.rs"].contains(&file);
        is_there.then(|| format!("#[test]\nfn it_holds() {{}}\nfn helper() {{}}{rule}"))
    };
    let problem = |state, test| {
        problem(&Row { id: "V1.1.1", level: "L2", state, test }, &source_of).is_some()
    };
    assert!(!problem("holds", "`x.rs` `it_holds`"));
    assert!(!problem("holds", "`tests/tests/tidy/x.rs` `rule`"));
    assert!(!problem("untested", ""));
    assert!(!problem("holds", "`x.rs` `it_holds`, `it_holds`, `tests/tests/tidy/x.rs` `rule`"));
    for (state, test) in [
        ("holds", ""),
        ("holds", "`x.rs` `helper`"),
        ("holds", "`x.rs` `it_hold`"),
        ("holds", "`y.rs` `it_holds`"),
        ("holds", "`x.rs`"),
        ("holds", "`x.rs` `it_holds`, `it_hold`"),
        ("holds", "`x.rs` `it_holds`, `y.rs` `it_holds`"),
        ("holds", "`x.rs` `it_holds`, `x.rs`"),
        ("holds", "`x.rs`, `x.rs` `it_holds`"),
        ("holds", "`it_holds`"),
        ("untested", "`x.rs` `it_holds`"),
        ("surely", "`x.rs` `it_holds`"),
        ("holds", "`x.rs` `rule`"),
    ] {
        assert!(problem(state, test), "{state} {test}");
    }
}
