//! Packages with versions in several repositories: records as the service decides them when each is published.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use waybill_machines::machines::package::{Content, Event};
use waybill_machines::rules::packages::{Document, Summary};
use waybill_platform::repositories::stream_of;
use waybill_platform::streams::Command;

use super::super::appending::Appending;
use super::super::subjects::number_of;

const PACKAGES: usize = 1_000_000;
const VERSIONS: usize = 10;
/// The package with many versions, and how many these are.
pub(super) const LARGE: &str = "with-many-versions";
pub(super) const LARGE_VERSIONS: usize = 20_000;
/// The repository that the package with many versions is in.
pub(super) const LARGE_IN: &str = "npm-web";
/// The repository that a reader who is no administrator may read.
pub(super) const SMALL: &str = "npm-team";
/// How many records are in a group: fewer than a megabyte, which is the most that one may have.
const IN_A_GROUP: usize = 500;
/// One package of so many has the licence [`RARE_LICENCE`].
const WITH_RARE_LICENCE: usize = 10_000;
pub(super) const RARE_LICENCE: &str = "Zlib";
const LICENCES: [&str; 5] = ["MIT", "Apache-2.0", "BSD-3-Clause", "ISC", "MPL-2.0"];

/// The repositories with the types of their packages, and how many of a thousand packages each has.
pub(super) const REPOSITORIES: [(&str, &str, usize); 8] = [
    (LARGE_IN, "npm", 400),
    ("npm-tools", "npm", 100),
    ("python", "pypi", 200),
    ("java", "maven", 150),
    ("crates", "cargo", 100),
    ("modules", "go", 40),
    ("charts", "helm", 9),
    (SMALL, "npm", 1),
];

pub(super) const FIRST: [&str; 16] = [
    "amber", "brisk", "cedar", "delta", "early", "fable", "grand", "humble", "ivory", "jolly",
    "kind", "lunar", "mellow", "noble", "opal", "plain",
];
const SECOND: [&str; 13] = [
    "anchor",
    "bridge",
    "canvas",
    "dispatch",
    "engine",
    "filter",
    "gateway",
    "harbour",
    "inspector",
    "journal",
    "kernel",
    "ledger",
    "monitor",
];

/// How many packages there are, and how many versions each of them has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fixture {
    pub(super) packages: usize,
    pub(super) versions: usize,
}

impl Fixture {
    /// A million with ten versions, or as many as the environment says.
    pub(super) fn wanted() -> Self {
        Self {
            packages: number_of("WAYBILL_BENCH_PACKAGES", PACKAGES),
            versions: number_of("WAYBILL_BENCH_VERSIONS", VERSIONS),
        }
    }

    /// The records of the packages, without those of the package with many versions.
    pub(super) fn records(self) -> usize {
        self.packages * self.versions
    }

    /// The number of a package, another one for each number of a query. All parts of the index have some.
    pub(super) fn package_of(self, query: usize) -> usize {
        (query * 7_919 + 13) % self.packages
    }

    /// Appends all records. Returns how long those of the packages took.
    pub(super) async fn append(self, data: &Path) -> Duration {
        let appending = Appending::begin(data, "artifact.bin").await;
        let repositories =
            REPOSITORIES.map(|(key, package_type, _)| (appending.repository(key), package_type));
        let large = Published {
            repository: appending.repository(LARGE_IN),
            package_type: "npm",
            name: LARGE.to_owned(),
            summary: summary(0),
            content: appending.content.clone(),
        };
        let since = Instant::now();
        let in_a_group = (IN_A_GROUP / self.versions).max(1);
        let groups = (0..self.packages).step_by(in_a_group).map(|from| {
            let (repositories, content) = (repositories.clone(), appending.content.clone());
            move || {
                let packages = from..self.packages.min(from + in_a_group);
                let packages = packages.map(|number| {
                    let (repository, package_type) = repositories[repository_of(number)].clone();
                    let name = name_of(number, package_type);
                    let (summary, content) = (summary(number), content.clone());
                    Published { repository, package_type, name, summary, content }
                });
                let versions = packages.flat_map(|package| {
                    (0..self.versions)
                        .map(move |version| package.version(&format!("1.{version}.0")))
                });
                versions.collect()
            }
        });
        appending.append(groups).await;
        let took = since.elapsed();
        let large = (0..LARGE_VERSIONS).step_by(IN_A_GROUP).map(|from| {
            let versions = from..LARGE_VERSIONS.min(from + IN_A_GROUP);
            versions.map(|version| large.version(&large_version(version))).collect()
        });
        appending.append_in_order(large).await;
        appending.end();
        took
    }
}

/// A version of the package with many versions.
pub(super) fn large_version(number: usize) -> String {
    let pre_release = if number % 10 == 9 { "-rc.1" } else { "" };
    format!("{}.{}.{}{pre_release}", 1 + number / 1_000, number / 10 % 100, number % 10)
}

/// Which of the repositories a package is in.
fn repository_of(number: usize) -> usize {
    let mut left = number * 617 % 1_000;
    let is_in = |(_, _, share): &(&str, &str, usize)| match left.checked_sub(*share) {
        Some(rest) => {
            left = rest;
            false
        }
        None => true,
    };
    REPOSITORIES.iter().position(is_in).expect("the shares are a thousand")
}

/// The name and the type of a package.
pub(super) fn package(number: usize) -> (String, &'static str) {
    let package_type = REPOSITORIES[repository_of(number)].1;
    (name_of(number, package_type), package_type)
}

fn name_of(number: usize, package_type: &str) -> String {
    let (first, second) = (FIRST[number % FIRST.len()], SECOND[number % SECOND.len()]);
    let name = format!("{first}-{second}-{number}");
    match package_type {
        "npm" if number.is_multiple_of(5) => format!("@team-{}/{name}", number % 97),
        "maven" => format!("org.{first}:{name}"),
        "go" => format!("example.org/{second}/{name}"),
        _ => name,
    }
}

/// A keyword that one package of five thousand has.
pub(super) fn keyword(number: usize) -> String {
    format!("part-{}", number % 5_000)
}

fn summary(number: usize) -> Summary {
    let (first, second) = (FIRST[number % FIRST.len()], SECOND[number % SECOND.len()]);
    let licence = match number % WITH_RARE_LICENCE {
        0 => RARE_LICENCE,
        other => LICENCES[other % LICENCES.len()],
    };
    Summary {
        description: format!(
            "Reads, checks and writes the files of a {second}, in the {first} form of site {number}."
        ),
        keywords: vec![first.to_owned(), keyword(number)],
        licence: licence.to_owned(),
    }
}

/// A package that is published.
#[derive(Clone)]
struct Published {
    repository: String,
    package_type: &'static str,
    name: String,
    summary: Summary,
    content: Content,
}

impl Published {
    /// What the service decides when a version is published.
    fn version(&self, version: &str) -> Command {
        let Self { repository, package_type, name, summary, content } = self;
        let last = name.rsplit(['/', ':']).next().unwrap_or_default();
        let version =
            if *package_type == "go" { format!("v{version}") } else { version.to_owned() };
        let tags = if *package_type == "npm" { vec!["latest".to_owned()] } else { Vec::new() };
        let event = Event::Publish {
            name: name.clone(),
            path: format!("{}/-/{last}-{version}.tgz", name.replace(':', "/")),
            version,
            content: content.clone(),
            document: Document { sha256: content.sha256.clone(), bytes: content.bytes },
            summary: summary.clone(),
            tags,
            subject: None,
            exists: false,
            replaces: None,
            properties: BTreeMap::new(),
            origin: None,
        };
        Command::new(stream_of(repository, name), event)
    }
}
