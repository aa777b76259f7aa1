//! docs/reviews.md: every finding of the reviews is in it once, with a test that exists, or it says that it is open.

use std::fs;
use std::path::Path;

use crate::files::root;

/// The numbers of findings, by the heading of their table.
const FINDINGS: [(&str, usize); 2] =
    [("## Using the console", 18), ("## The sentences of the documents", 29)];

/// The cells of the rows of a table: number, what was found, what holds now, tests.
fn rows(table: &str) -> Vec<[&str; 4]> {
    let lines = table.lines().filter(|line| line.starts_with("| "));
    // The heading of the table has no test.
    lines
        .skip(1)
        .map(|line| {
            let line = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
            let cells: Vec<&str> = line.unwrap_or_default().split('|').map(str::trim).collect();
            cells.try_into().unwrap_or_else(|cells| panic!("a row has four cells: {cells:?}"))
        })
        .collect()
}

/// What is wrong with a row.
fn problems(row: [&str; 4], source_of: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let [number, _, now, tests] = row;
    if tests.is_empty() {
        let is_open = now.starts_with("Open");
        return if is_open { Vec::new() } else { vec![format!("{number}: it names no test")] };
    }
    let named = tests.split("<br>").filter_map(|test| {
        let parts: Vec<&str> = test.split('`').filter(|part| !part.trim().is_empty()).collect();
        let (file, name) = match parts[..] {
            [file] => (file, None),
            [file, ":" | ": ", name] => (file, Some(name)),
            _ => return Some(format!("{test} is no file and name")),
        };
        let Some(source) = source_of(file) else { return Some(format!("there is no {file}")) };
        let is_there = match (Path::new(file).extension()?.to_str()?, name) {
            ("yaml", None) => true,
            ("rs", Some(name)) => {
                let declared = format!("fn {name}()");
                source.split_once(&declared).is_some_and(|(above, _)| {
                    let mut lines = above.lines().rev().map(str::trim);
                    lines.by_ref().find(|line| !line.is_empty() && *line != "async")
                        == Some("#[test]")
                })
            }
            ("ts" | "tsx", Some(name)) => {
                ["'", "`"].iter().any(|quote| source.contains(&format!("{quote}{name}{quote}")))
            }
            _ => false,
        };
        (!is_there).then(|| format!("{file} has no test {}", name.unwrap_or("with a name")))
    });
    named.map(|problem| format!("{number}: {problem}")).collect()
}

#[test]
fn each_finding_of_the_reviews_names_a_test_that_exists() {
    let page = fs::read_to_string(root().join("docs/reviews.md")).expect("the page");
    let source_of = |file: &str| fs::read_to_string(root().join(file)).ok();
    for (heading, number) in FINDINGS {
        let (_, table) = page.split_once(heading).expect("the heading of a table");
        let table = table.split("\n## ").next().unwrap_or_default();
        let rows = rows(table);
        let numbers: Vec<usize> = rows.iter().filter_map(|row| row[0].parse().ok()).collect();
        assert_eq!(numbers, (1..=number).collect::<Vec<_>>(), "{heading}");
        let problems: Vec<_> = rows.iter().flat_map(|row| problems(*row, &source_of)).collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}

#[test]
fn a_finding_without_its_test_is_noticed() {
    let source_of = |file: &str| match file {
        "x.rs" => Some("#[test]\nfn it_holds() {}\nfn helper() {}\n".to_owned()),
        "x.test.ts" => Some("test('it holds', async () => {});\n".to_owned()),
        "x.scn.yaml" => Some("scenario: it holds\n".to_owned()),
        _ => None,
    };
    let wrong = |now, tests| !problems(["1", "it was so", now, tests], &source_of).is_empty();
    assert!(!wrong("It holds", "`x.rs`: `it_holds`<br>`x.test.ts`: `it holds`<br>`x.scn.yaml`"));
    assert!(!wrong("Open (NAV-16)", ""));
    for (now, tests) in [
        ("It holds", ""),
        ("It holds", "`x.rs`: `helper`"),
        ("It holds", "`x.rs`: `it_hold`"),
        ("It holds", "`x.rs`"),
        ("It holds", "`y.rs`: `it_holds`"),
        ("It holds", "`x.test.ts`: `it hold`"),
        ("It holds", "`y.scn.yaml`"),
        ("It holds", "x.rs"),
    ] {
        assert!(wrong(now, tests), "{now} {tests}");
    }
}
