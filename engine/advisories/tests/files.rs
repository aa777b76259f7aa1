//! The advisories in `osv/`: which versions they are about, by the table beside them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use waybill_advisories::{Advisories, Advisory, PackageAdvisory, Score, Skipped};
use waybill_machines::rules::repositories::PackageType;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/osv")
}

fn read(name: &str) -> Advisory {
    let bytes = fs::read(folder().join(format!("{name}.json"))).expect("a file");
    Advisory::read(name, &bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn names() -> BTreeSet<String> {
    let entries = fs::read_dir(folder()).expect("the folder");
    let names =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    names.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).collect()
}

fn package_type(name: &str) -> PackageType {
    let found = PackageType::ALL.into_iter().find(|of| of.as_str() == name);
    found.unwrap_or_else(|| panic!("{name} is no package type"))
}

/// What an index says of a version, as the table writes it.
fn verdict(index: &Advisories, package: (PackageType, &str), version: &str) -> (String, String) {
    let found: Vec<_> = index.matching(package.0, package.1, version).collect();
    match &found[..] {
        [] => ("miss".to_owned(), "-".to_owned()),
        [found] => {
            let fixed = if found.fixed.is_empty() { "-".to_owned() } else { found.fixed.join(",") };
            (found.severity().level.as_str().to_owned(), fixed)
        }
        several => panic!("{} advisories of one file", several.len()),
    }
}

#[test]
fn advisories_are_about_the_versions_in_the_table() {
    let table = fs::read_to_string(folder().join("expected.txt")).expect("the table");
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut covered = BTreeSet::new();
    let mut all = Advisories::new();
    for name in names() {
        all.insert(&read(&name));
    }
    for line in lines {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [file, of, package, version, level, fixed] = columns[..] else { panic!("{line}") };
        let (advisory, of) = (read(file), package_type(of));
        let mut index = Advisories::new();
        index.insert(&advisory);
        let expected = (level.to_owned(), fixed.to_owned());
        assert_eq!(verdict(&index, (of, package), version), expected, "{line}");
        // It is the same among all others, and after it was stored.
        let is_found =
            all.matching(of, package, version).any(|found| found.advisory.id == advisory.id);
        assert_eq!(is_found, level != "miss", "{line}");
        let mut stored = Advisories::new();
        if advisory.withdrawn.is_none() {
            for of in &advisory.packages {
                let text = serde_json::to_string(of).expect("JSON");
                let read: PackageAdvisory = serde_json::from_str(&text).expect("what was stored");
                assert_eq!(read, *of);
                stored.insert_stored(read);
            }
        }
        assert_eq!(verdict(&stored, (of, package), version), expected, "{line}");
        covered.insert(file.to_owned());
    }
    assert_eq!(covered, names());
}

#[test]
fn what_is_left_out_is_named() {
    let skipped = read("other-ecosystems").skipped;
    let sentences: Vec<String> = skipped.iter().map(Skipped::to_string).collect();
    assert_eq!(
        sentences,
        [
            "The ecosystem \"Debian:12\" has no package type here.",
            "The ecosystem \"RubyGems\" has no package type here.",
            "The ecosystem \"Packagist\" has no package type here.",
            "The ecosystem \"NuGet\" has no package type here.",
            "The ecosystem \"Elsewhere\" is unknown.",
            "An affected entry names no package.",
            "A range of \"zip-names\" is one of commits.",
            "A range of \"zip-names\" has the unknown type \"CALENDAR\".",
        ]
    );
    let unreadable =
        Skipped::UnreadableRange { package: "zones".to_owned(), version: "2004 spring".to_owned() };
    assert_eq!(read("unreadable-range").skipped, [unreadable]);
}

#[test]
fn an_advisory_has_what_its_file_has() {
    let advisory = read("npm-range");
    assert_eq!(advisory.id, "GHSA-aaaa-0001");
    assert_eq!(advisory.cves().collect::<Vec<_>>(), ["CVE-2026-0001"]);
    assert_eq!(read("other-ecosystems").cves().collect::<Vec<_>>(), ["CVE-2026-0018"]);
    assert_eq!(advisory.severity.score.map(Score::tenths), Some(98));
    assert_eq!((advisory.references[0].kind.as_str(), advisory.references.len()), ("FIX", 1));
    assert_eq!(advisory.published.as_deref(), Some("2026-04-30T10:00:00Z"));
    assert!(advisory.skipped.is_empty() && advisory.withdrawn.is_none());
    // The most severe package decides where the document does not.
    assert_eq!(read("maven-two-packages").severity.level.as_str(), "high");
}

#[test]
fn a_changed_advisory_replaces_the_former_one() {
    let mut index = Advisories::new();
    let advisory = read("npm-range");
    index.insert(&advisory);
    index.insert(&advisory);
    let found =
        |index: &Advisories| index.matching(PackageType::Npm, "query-names", "1.0.0").count();
    assert_eq!((found(&index), index.len()), (1, 1));
    let withdrawn = Advisory { withdrawn: Some("2026-06-01T00:00:00Z".to_owned()), ..advisory };
    index.insert(&withdrawn);
    assert_eq!((found(&index), index.is_empty()), (0, true));
    assert!(!index.remove("GHSA-aaaa-0001"));
}
