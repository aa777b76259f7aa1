//! How long it takes to match versions against advisories.
//!
//! A version costs reading it once, and a comparison for each event of the advisories of its package: the time grows
//! with the number of versions times the advisories of a package, and not with the number of all advisories.

use std::time::Instant;

use waybill_advisories::{Advisories, Advisory};
use waybill_machines::rules::repositories::PackageType;

use crate::row;

const TYPES: [(&str, PackageType); 5] = [
    ("npm", PackageType::Npm),
    ("PyPI", PackageType::Pypi),
    ("crates.io", PackageType::Cargo),
    ("Go", PackageType::Go),
    ("Maven", PackageType::Maven),
];
/// How many advisories a package has.
const OF_PACKAGE: usize = 20;
const ADVISORIES: usize = 200_000;
const VERSIONS: usize = 100_000;
/// The goal for matching, in seconds.
const MATCHED_S: f64 = 60.0;

/// An advisory with two ranges and a few single versions.
fn document(number: usize, package: usize) -> String {
    let (ecosystem, _) = TYPES[package % TYPES.len()];
    let (minor, patch) = (number % 50, number % 7);
    format!(
        r#"{{"id": "X-{number}", "modified": "2026-01-01T00:00:00Z", "summary": "The advisory {number}",
            "aliases": ["CVE-2026-{number}"],
            "severity": [{{"type": "CVSS_V3", "score": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}}],
            "affected": [{{"package": {{"ecosystem": "{ecosystem}", "name": "package-{package}"}},
                "versions": ["0.1.{patch}", "0.2.{patch}", "0.3.{patch}"],
                "ranges": [
                    {{"type": "ECOSYSTEM", "events": [{{"introduced": "0.4.0"}}, {{"fixed": "1.{minor}.{patch}"}}]}},
                    {{"type": "ECOSYSTEM", "events": [{{"introduced": "2.0.0"}}, {{"fixed": "2.{minor}.{patch}"}}]}}
                ]}}]}}"#
    )
}

/// Prints two rows.
pub(crate) fn matched() {
    let packages = ADVISORIES / OF_PACKAGE;
    let begin = Instant::now();
    let mut index = Advisories::new();
    for number in 0..ADVISORIES {
        let text = document(number, number % packages);
        index.insert(&Advisory::read("generated", text.as_bytes()).expect("an advisory"));
    }
    assert_eq!(index.len(), ADVISORIES);
    let read = begin.elapsed().as_secs_f64();
    row("reading 200,000 advisories", &format!("{read:.1} s"), "-", 0.0);

    let begin = Instant::now();
    let mut found = 0;
    for number in 0..VERSIONS {
        let package = number % packages;
        let (_, package_type) = TYPES[package % TYPES.len()];
        let name = format!("package-{package}");
        let v = if package_type == PackageType::Go { "v" } else { "" };
        let version = format!("{v}{}.{}.{}", number % 3, number % 60, number % 9);
        found += index.matching(package_type, &name, &version).count();
    }
    assert!(found > 0, "some are affected");
    let matched = begin.elapsed().as_secs_f64();
    let what = "matching 100,000 versions against 200,000 advisories";
    row(what, &format!("{matched:.1} s"), "<= 60 s", matched / MATCHED_S);
}
