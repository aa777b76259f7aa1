//! Generated advisories, evaluated a second time as slowly and plainly as the schema of OSV words it.

use std::cmp::Ordering;

use proptest::prelude::*;
use serde_json::{Value, json};
use waybill_advisories::{Advisories, Advisory, Matcher, PackageAdvisory};
use waybill_machines::rules::repositories::PackageType;
use waybill_versions::Scheme;

/// An ecosystem, its package type, and versions that are easily confused.
const ECOSYSTEMS: [(&str, PackageType, &[&str]); 5] = [
    (
        "npm",
        PackageType::Npm,
        &[
            "0.0.0",
            "0.9.0",
            "1.0.0-alpha",
            "1.0.0-alpha.2",
            "1.0.0",
            "1.0.0+b",
            "1.0.1",
            "1.10.0",
            "2.0.0",
            "odd",
        ],
    ),
    (
        "crates.io",
        PackageType::Cargo,
        &[
            "0.0.0-0",
            "0.0.0",
            "0.9.0",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.0+b",
            "1.2.0",
            "1.10.0",
            "2.0.0",
            "odd",
        ],
    ),
    (
        "PyPI",
        PackageType::Pypi,
        &[
            "0",
            "0.9",
            "1.0.dev1",
            "1.0a1",
            "1.0rc1",
            "1.0",
            "1.0.0",
            "1.0+local",
            "1.0.post1",
            "1.10",
            "1!0.1",
            "odd",
        ],
    ),
    (
        "Go",
        PackageType::Go,
        &[
            "0.0.0",
            "0.0.0-20200101000000-abcdef012345",
            "0.9.0",
            "1.0.0-rc.1",
            "1.0.0",
            "1.10.0",
            "2.0.0+incompatible",
            "odd",
        ],
    ),
    (
        "Maven",
        PackageType::Maven,
        &[
            "0",
            "0.9",
            "1.0-alpha-1",
            "1.0-SNAPSHOT",
            "1.0",
            "1",
            "1.0.1",
            "1.0-jre",
            "1.10",
            "2.0.0.Final",
            "2.0",
        ],
    ),
];

type Events = Vec<(&'static str, String)>;

/// A range that can be written, whose versions are among those of the ecosystem.
fn range(versions: &'static [&'static str]) -> impl Strategy<Value = Events> {
    let version = prop::sample::select(versions).prop_map(str::to_owned);
    let start = prop_oneof![Just("0".to_owned()), version.clone()];
    let kind = prop::sample::select(vec!["introduced", "fixed", "fixed", "last_affected", "limit"]);
    let event =
        (kind, prop_oneof![8 => version, 1 => Just("0".to_owned()), 1 => Just("*".to_owned())]);
    let more = prop::collection::vec(event, 0..5);
    (start, more, any::<prop::sample::Index>()).prop_map(|(start, mut events, at)| {
        let at = at.index(events.len() + 1);
        events.insert(at, ("introduced", start));
        events
    })
}

#[derive(Debug, Clone)]
struct Generated {
    ecosystem: &'static str,
    package_type: PackageType,
    known: &'static [&'static str],
    ranges: Vec<Events>,
    versions: Vec<String>,
}

fn generated() -> impl Strategy<Value = Generated> {
    prop::sample::select(&ECOSYSTEMS[..]).prop_flat_map(|(ecosystem, package_type, known)| {
        let versions =
            prop::collection::vec(prop::sample::select(known).prop_map(str::to_owned), 0..3);
        (prop::collection::vec(range(known), 0..3), versions).prop_map(move |(ranges, versions)| {
            Generated { ecosystem, package_type, known, ranges, versions }
        })
    })
}

impl Generated {
    fn document(&self) -> Value {
        let events = |events: &Events| -> Vec<Value> {
            events.iter().map(|(kind, version)| json!({*kind: version})).collect()
        };
        let ranges: Vec<Value> = self
            .ranges
            .iter()
            .map(|range| json!({"type": "ECOSYSTEM", "events": events(range)}))
            .collect();
        let package = json!({"ecosystem": self.ecosystem, "name": "a:b"});
        let affected = json!({"package": package, "ranges": ranges, "versions": self.versions});
        json!({"id": "X-1", "modified": "2026-01-01T00:00:00Z", "affected": [affected]})
    }

    /// Compares two texts; none if one is no version.
    fn compare(&self, one: &str, other: &str) -> Option<Ordering> {
        let scheme = Scheme::of(self.package_type).expect("an order");
        let read = |text: &str| {
            let text = match (scheme, text) {
                (Scheme::Go, text) => format!("v{text}"),
                // Databases write versions short.
                (Scheme::Npm | Scheme::Cargo, "0") => "0.0.0".to_owned(),
                (_, text) => text.to_owned(),
            };
            scheme.parse(&text)
        };
        Some(read(one)?.compare(&read(other)?))
    }

    fn is_at_least(&self, version: &str, bound: &str) -> Option<bool> {
        self.compare(version, bound).map(Ordering::is_ge)
    }

    /// The order of events by their versions, of which `0` of an introduction is the least.
    fn event_order(&self, one: &(&str, String), other: &(&str, String)) -> Ordering {
        let is_start = |(kind, version): &(&str, String)| *kind == "introduced" && version == "0";
        match (is_start(one), is_start(other)) {
            (false, false) => self.compare(&one.1, &other.1).expect("versions"),
            (one, other) => other.cmp(&one),
        }
    }

    /// Whether a range can be compared with versions at all.
    fn is_usable(&self, range: &Events) -> bool {
        range.iter().all(|(kind, version)| match *kind {
            "introduced" if version == "0" => true,
            "limit" if version == "*" => true,
            _ => self.compare(version, version).is_some(),
        })
    }

    fn is_in_range(&self, version: &str, range: &Events) -> bool {
        if !self.is_usable(range) {
            return false;
        }
        if self.compare(version, version).is_none() {
            // What is no version is only in a range of everything.
            return range.iter().all(|(kind, at)| {
                (*kind == "introduced" && at == "0") || (*kind == "limit" && at == "*")
            });
        }
        let mut limits = range.iter().filter(|(kind, _)| *kind == "limit").peekable();
        let is_before = |(_, limit): &(&str, String)| {
            limit == "*" || self.is_at_least(version, limit) == Some(false)
        };
        if limits.peek().is_some() && !limits.any(is_before) {
            return false;
        }
        // Sorted by exchanging neighbours, which keeps those of one version in their order.
        let mut events: Events =
            range.iter().filter(|(kind, _)| *kind != "limit").cloned().collect();
        for _ in 0..events.len() {
            for at in 1..events.len() {
                if self.event_order(&events[at - 1], &events[at]).is_gt() {
                    events.swap(at - 1, at);
                }
            }
        }
        let mut is_vulnerable = false;
        for (kind, at) in &events {
            let is_at_least = self.is_at_least(version, at) == Some(true);
            let is_behind = self.compare(version, at).is_some_and(Ordering::is_gt);
            is_vulnerable = match *kind {
                "introduced" if at == "0" || is_at_least => true,
                "fixed" if is_at_least => false,
                "last_affected" if is_behind => false,
                _ => is_vulnerable,
            };
        }
        is_vulnerable
    }

    fn is_affected(&self, version: &str) -> bool {
        let is_same = |listed: &String| {
            listed == version || self.compare(listed, version).is_some_and(Ordering::is_eq)
        };
        self.versions.iter().any(is_same)
            || self.ranges.iter().any(|range| self.is_in_range(version, range))
    }
}

/// How many cases are generated; `npm run test:all` generates more.
fn cases() -> u32 {
    if std::env::var("WAYBILL_WHOLE").is_ok_and(|whole| whole == "1") { 4_096 } else { 512 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn both_evaluations_agree(generated in generated()) {
        let document = generated.document().to_string();
        let advisory = Advisory::read("generated", document.as_bytes())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let mut index = Advisories::new();
        index.insert(&advisory);
        for version in generated.known {
            let found: Vec<_> = index.matching(generated.package_type, "a:b", version).collect();
            let expected = generated.is_affected(version);
            prop_assert_eq!(!found.is_empty(), expected, "{} in {}", version, document);
            for fixed in found.iter().flat_map(|found| &found.fixed) {
                let order = generated.compare(fixed, version);
                prop_assert_eq!(order, Some(Ordering::Greater), "{} fixes {}", fixed, version);
            }
        }
    }

    #[test]
    fn what_is_stored_matches_the_same(generated in generated()) {
        let document = generated.document().to_string();
        let advisory = Advisory::read("generated", document.as_bytes())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        for of in &advisory.packages {
            let stored = serde_json::to_vec(of).expect("JSON");
            let read: PackageAdvisory = serde_json::from_slice(&stored).expect("what was stored");
            let (one, other) = (Matcher::new(of.clone()), Matcher::new(read));
            let (one, other) = (one.expect("an order"), other.expect("an order"));
            for version in generated.known {
                prop_assert_eq!(one.matching(version), other.matching(version));
            }
        }
    }
}

#[test]
fn a_stored_range_that_cannot_be_read_is_about_nothing() {
    let stored = r#"{"package": {"package_type": "npm", "name": "a"}, "id": "X-1", "severity": {"level": "low"},
        "ranges": [[{"introduced": "odd"}], [], [{"introduced": "2.0.0"}, {"fixed": "2.1.0"}]]}"#;
    let stored: PackageAdvisory = serde_json::from_str(stored).expect("what was stored");
    let matcher = Matcher::new(stored).expect("an order");
    for (version, fixed) in [("1.0.0", None), ("odd", None), ("2.0.1", Some("2.1.0"))] {
        let found = matcher.matching(version).map(|found| found.fixed.concat());
        assert_eq!(found.as_deref(), fixed, "{version}");
    }
}
