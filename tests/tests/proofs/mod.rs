//! What proves the requirements of the shell and of the rooms for operations: for each its stories on the engine and
//! its stories in a browser, as a table that is generated, and a check that no id is without either unless it is said
//! here why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The requirements that are looked at, by the beginnings of their ids: first those of the shell, then those of logs,
/// status, bundles and retention.
const FAMILIES: [&str; 17] = [
    "BOOT", "MFE", "ROUTE", "NAV", "MENU", "ONB", "QUICK", "LIC", "NOTE", "FORM", "MEM", "ROLE",
    "BUNDLE", "LOGV", "STATUS", "RET", "CHK",
];
/// Single ones of other families.
const SINGLE: [&str; 1] = ["EVT-06"];

/// Where something is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    /// By a story under `scenarios/`, in virtual time.
    Engine,
    /// By a test under `tests/browser`, on a real server in a real browser.
    Browser,
}
use Level::{Browser, Engine};

/// What cannot be proven at a level, and why.
type Exception = (&'static str, Level, &'static str);

const NO_MACHINE: &str =
    "No machine decides it: how the browser loads its files is the browser's own.";
const OF_THE_BOX: &str =
    "No machine decides it: the box that a front-end is mounted in is the browser's own.";
const NO_KEY: &str = "A story can give somebody of an OAuth realm, but there is nothing that they could fetch, and nothing that \
    would need it: personal API keys come with API-01, IDE integrations with INT-08.";

const EXCEPTIONS: &[Exception] = &[
    ("BOOT-01", Engine, NO_MACHINE),
    ("BOOT-02", Engine, NO_MACHINE),
    ("BOOT-03", Engine, NO_MACHINE),
    (
        "BOOT-06",
        Engine,
        "The engine has the routes' titles; the browser puts them before the server's name.",
    ),
    ("MFE-01", Engine, OF_THE_BOX),
    ("MFE-02", Engine, OF_THE_BOX),
    ("MFE-03", Engine, OF_THE_BOX),
    ("MFE-04", Engine, OF_THE_BOX),
    (
        "MENU-02",
        Engine,
        "It is what each browser keeps for itself; what of it the engine decides is MENU-01 and QUICK-01.",
    ),
    (
        "FORM-01",
        Engine,
        "No machine decides it: it is about how a form looks, and what it begins with.",
    ),
    ("ROLE-02", Engine, NO_KEY),
    ("ROLE-02", Browser, NO_KEY),
    (
        "CHK-01",
        Engine,
        "No machine decides it: a lookup reads an index; taking a bundle in is release-bundles/taken_in_once.scn.yaml.",
    ),
];

/// What proves one id: stories by file, tests by file and name.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Proof {
    engine: Vec<String>,
    browser: Vec<String>,
}

impl Proof {
    fn at(&self, level: Level) -> &[String] {
        match level {
            Engine => &self.engine,
            Browser => &self.browser,
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder with this ending, by their path below it, in order.
fn files(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder of the repository can be read") {
            let path = entry.expect("an entry can be read").path();
            let name = path.strip_prefix(folder).expect("it lies below").display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(ending) {
                found.push((name, read(&path)));
            }
        }
    }
    found.sort();
    found
}

/// The ids between the brackets of a line with `covers: [`.
fn named(line: &str) -> impl Iterator<Item = &str> {
    let list = line.split_once("covers: [").and_then(|(_, rest)| rest.split_once(']'));
    list.map_or("", |(ids, _)| ids).split(',').map(str::trim).filter(|id| !id.is_empty())
}

/// The requirements of the families, in the order of the list.
fn requirements() -> Vec<String> {
    let list = read(&root().join("scenarios/requirements.yaml"));
    let ids = list.lines().filter_map(|line| line.strip_prefix("- {id: ")?.split(',').next());
    let ours = |id: &&str| {
        let family = id.split_once('-').map(|(family, _)| family);
        family.is_some_and(|family| FAMILIES.contains(&family)) || SINGLE.contains(id)
    };
    ids.filter(ours).map(str::to_owned).collect()
}

/// The tests of a file, each with the ids in the comment right above it. Ids above anything else prove nothing.
fn tests_of(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut lines = text.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with("// covers: [") {
            continue;
        }
        let name = lines.peek().and_then(|next| next.strip_prefix("test("));
        let quoted = name.and_then(|rest| rest.split(['\'', '`']).nth(1));
        found.extend(quoted.into_iter().flat_map(|name| named(line).map(move |id| (id, name))));
    }
    found
}

fn proofs() -> BTreeMap<String, Proof> {
    let mut proofs: BTreeMap<String, Proof> = BTreeMap::new();
    for (file, text) in files(&root().join("scenarios"), ".scn.yaml") {
        for id in text.lines().filter(|line| line.starts_with("covers: [")).flat_map(named) {
            proofs.entry(id.to_owned()).or_default().engine.push(file.clone());
        }
    }
    for (file, text) in files(&root().join("tests/browser"), ".test.ts") {
        for (id, name) in tests_of(&text) {
            proofs.entry(id.to_owned()).or_default().browser.push(format!("{file}: {name}"));
        }
    }
    proofs
}

/// What is wrong: ids without a proof that are no exceptions, and exceptions that have one or are about nothing.
fn holes(
    ids: &[String],
    proofs: &BTreeMap<String, Proof>,
    exceptions: &[Exception],
) -> Vec<String> {
    let none = Proof::default();
    let excused = |id: &str, level| exceptions.iter().any(|(of, at, _)| *of == id && *at == level);
    let mut found = Vec::new();
    for id in ids {
        let proof = proofs.get(id).unwrap_or(&none);
        for level in [Engine, Browser] {
            match (proof.at(level).is_empty(), excused(id, level)) {
                (true, false) => found.push(format!("{id} is proven by nothing at {level:?}")),
                (false, true) => {
                    found.push(format!("{id} is proven at {level:?} and no exception"));
                }
                _ => {}
            }
        }
    }
    let unknown = exceptions.iter().filter(|(id, ..)| !ids.iter().any(|known| known == id));
    found.extend(unknown.map(|(id, ..)| format!("{id} is an exception of nothing")));
    found
}

/// The table, as `docs/what-proves-what.md` holds it.
pub fn to_markdown() -> String {
    let mut text = String::from(
        "<!-- Generated by `cargo test --test generated`. Do not edit. -->\n\n# What proves what\n\n\
         The requirements of the shell and of the rooms for operations: the stories under `scenarios/` that prove each on the engine, and the tests under \
         `tests/browser` that prove it in a browser. Where one of the two is missing, it says why.\n\n\
         | id | on the engine | in a browser |\n|---|---|---|\n",
    );
    let proofs = proofs();
    for id in requirements() {
        let proof = proofs.get(&id).cloned().unwrap_or_default();
        let cell = |level| {
            let why = EXCEPTIONS.iter().find(|(of, at, _)| *of == id && *at == level);
            why.map_or_else(|| proof.at(level).join("<br>"), |(.., why)| format!("*{why}*"))
        };
        // Writing to a text cannot fail.
        let _ = writeln!(text, "| {id} | {} | {} |", cell(Engine), cell(Browser));
    }
    text
}

#[test]
fn every_requirement_is_proven_on_the_engine_and_in_a_browser() {
    let ids = requirements();
    assert!(ids.len() > 50, "only {} ids were found", ids.len());
    let holes = holes(&ids, &proofs(), EXCEPTIONS);
    assert!(holes.is_empty(), "\n{}", holes.join("\n"));
}

#[test]
fn what_is_missing_is_found() {
    let ids = ["NAV-01", "NAV-02", "NAV-03"].map(str::to_owned);
    let proof = |engine: &[&str], browser: &[&str]| Proof {
        engine: engine.iter().map(|file| (*file).to_owned()).collect(),
        browser: browser.iter().map(|name| (*name).to_owned()).collect(),
    };
    let proofs = BTreeMap::from([
        (ids[0].clone(), proof(&["a.scn.yaml"], &[])),
        (ids[1].clone(), proof(&["a.scn.yaml"], &["a.test.ts: a"])),
    ]);
    let exceptions = [("NAV-02", Browser, ""), ("NAV-03", Engine, ""), ("NAV-9", Engine, "")];
    assert_eq!(
        holes(&ids, &proofs, &exceptions),
        [
            "NAV-01 is proven by nothing at Browser",
            "NAV-02 is proven at Browser and no exception",
            "NAV-03 is proven by nothing at Browser",
            "NAV-9 is an exception of nothing",
        ]
    );
    let text =
        "// covers: [NAV-01]\nimport x;\n  // covers: [NAV-02, NAV-03]\n  test('a page', x);\n";
    assert_eq!(tests_of(text), [("NAV-02", "a page"), ("NAV-03", "a page")]);
}
