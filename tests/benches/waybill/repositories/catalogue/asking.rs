//! Queries of packages as the console sends them, each many times with other values.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::client::{Body, Client, Request};
use super::fixture::{FIRST, Fixture, LARGE, LARGE_VERSIONS, RARE_LICENCE, keyword, package};
use crate::{p99, row};

const QUERY: &str = "/metadata/api/v1/query";
const JSON: &str = "content-type: application/json\r\n";
/// The rows that the console loads at once.
const ROWS: usize = 50;
/// How often each query is sent, after a few times that are not measured.
const TIMES: usize = 200;
const FIRST_TIMES: usize = 5;
/// What takes long is sent less often, within so much time, but not less often than this.
const WITHIN: Duration = Duration::from_secs(20);
const TIMES_MIN: usize = 20;
/// The goals for a page and for facets, in milliseconds.
const PAGE_MS: f64 = 20.0;
const FACETS_MS: f64 = 100.0;

const PACKAGES: &str = "query($filter: PackageFilter, $by: PackageSort, $type: SortType, $limit: Int, \
    $after: String) { packages(filter: $filter, sort_by: $by, sort_type: $type, limit: $limit, \
    endCursor: $after) { edges { node { id name created modified description latestVersion versionsCount \
    packageType stats { downloads followers } followed licenses tags repos scanStatus \
    vulnerabilities { critical high } operationalRisk { riskLevel reasons } } } \
    pageInfo { hasNextPage endCursor } isPartial } }";
const FACETS: &str = "query($filter: PackageFilter) { packageFacets(filter: $filter) { total exact \
    isPartial types { value count } repos { value count } licenses { value count } } }";
const VERSIONS: &str = "query($filter: VersionFilter!, $limit: Int, $after: String) { versions(filter: $filter, \
    limit: $limit, endCursor: $after) { edges { node { name created modified licenses size tags \
    releasesBehind stats { downloadCount } repos { name leadFilePath } files { path size } } } \
    pageInfo { hasNextPage endCursor } } }";

/// A user who queries over one connection.
pub(super) struct Asking(Client);

/// How many packages a query finds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finds {
    Nothing,
    /// Those that have what is asked for: always some.
    Some,
    /// Where many are there, a page is full of them.
    Page,
    /// Whatever it is.
    Any,
}

/// What is asked for, by the number of the query.
type Filter = fn(Fixture, usize) -> Value;

/// Lists for someone who may read everything.
const LISTS: [(&str, Filter, Finds); 11] = [
    ("all", |_, _| json!({}), Finds::Page),
    ("the name of one", |all, n| json!({"name": name(all, n)}), Finds::Some),
    (
        "the beginning of many names",
        |_, n| json!({"name": format!("{}*", FIRST[n % 16])}),
        Finds::Page,
    ),
    (
        "a text in many names",
        |_, n| json!({"name": format!("*{}-*", &FIRST[n % 16][1..])}),
        Finds::Page,
    ),
    (
        "a text in few names",
        |all, n| json!({"name": format!("*-{}*", all.package_of(n))}),
        Finds::Some,
    ),
    ("a text in no name", |_, n| json!({"name": format!("*none-{n}*")}), Finds::Nothing),
    (
        "a text in many descriptions",
        |_, _| json!({"description": "*the files of a ledger*"}),
        Finds::Page,
    ),
    (
        "a text in one description",
        |all, n| json!({"description": format!("*site {}.", all.package_of(n))}),
        Finds::Some,
    ),
    ("a keyword of few", |all, n| json!({"tags": [keyword(all.package_of(n))]}), Finds::Some),
    ("a licence of few", |_, _| json!({"licenses": [RARE_LICENCE]}), Finds::Some),
    ("a type of few", |_, _| json!({"package_type": ["helm"]}), Finds::Some),
];

/// Facets for someone who may read everything.
const COUNTS: [(&str, Filter); 6] = [
    ("all", |_, _| json!({})),
    ("a type of few", |_, _| json!({"package_type": ["helm"]})),
    ("a text in many names", |_, n| json!({"name": format!("*{}-*", &FIRST[n % 16][1..])})),
    ("a text in few names", |all, n| json!({"name": format!("*-{}*", all.package_of(n))})),
    (
        "a text in one description",
        |all, n| json!({"description": format!("*site {}.", all.package_of(n))}),
    ),
    ("a licence of few", |_, _| json!({"licenses": [RARE_LICENCE]})),
];

fn name(all: Fixture, query: usize) -> String {
    package(all.package_of(query)).0
}

impl Asking {
    pub(super) fn by(address: SocketAddr, token: &str) -> Self {
        Self(Client::connect(address, Some(&format!("Bearer {token}"))))
    }

    /// What a query answers, and after which time.
    fn ask(&mut self, query: &str, variables: &Value) -> Result<(Duration, Value), String> {
        let body = json!({"query": query, "variables": variables}).to_string();
        let request = Request {
            method: "POST",
            path: QUERY,
            headers: JSON,
            body: Body::Bytes(body.as_bytes()),
        };
        let since = Instant::now();
        let answer = self.0.send(&request).expect(200);
        let took = since.elapsed();
        let answer: Value = serde_json::from_slice(&answer.body).expect("an answer in JSON");
        match answer["errors"][0]["message"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok((took, answer["data"].clone())),
        }
    }

    fn page(
        &mut self,
        filter: &Value,
        newest: bool,
        after: Option<&str>,
    ) -> Result<(Duration, Value), String> {
        let (by, order) = if newest { ("modified", "DESC") } else { ("name", "ASC") };
        let variables =
            json!({"filter": filter, "by": by, "type": order, "limit": ROWS, "after": after});
        let (took, data) = self.ask(PACKAGES, &variables)?;
        Ok((took, data["packages"].clone()))
    }

    /// Whether the index is complete.
    pub(super) fn is_complete(&mut self) -> bool {
        let (_, page) = self.page(&json!({}), false, None).expect("a page");
        page["isPartial"] == false
    }

    /// Whether a package is found by its name.
    pub(super) fn finds(&mut self, name: &str) -> bool {
        let (_, page) = self.page(&json!({"name": name}), false, None).expect("a page");
        page["edges"].as_array().is_some_and(|edges| !edges.is_empty())
    }

    /// Prints how long all lists and counts take.
    pub(super) fn print_all(&mut self, fixture: Fixture) {
        for (what, filter, finds) in LISTS {
            self.print_list(what, finds, false, |n| filter(fixture, n));
            self.print_list(what, finds, true, |n| filter(fixture, n));
        }
        self.print_list(
            "a version that most have",
            Finds::Page,
            false,
            |_| json!({"version": "1.0.*"}),
        );
        self.print_second_pages();
        for (what, filter) in COUNTS {
            self.print_counts(what, |n| filter(fixture, n));
        }
    }

    /// Prints how long the same takes for someone who may read only a part of it.
    pub(super) fn print_some(&mut self, whom: &str, fixture: Fixture) {
        let filter: Filter = |all, n| json!({"name": format!("*-{}*", all.package_of(n))});
        for newest in [false, true] {
            self.print_list(&format!("all, for {whom}"), Finds::Some, newest, |_| json!({}));
        }
        let what = format!("a text in few names, for {whom}");
        self.print_list(&what, Finds::Any, false, |n| filter(fixture, n));
        self.print_counts(&format!("all, for {whom}"), |_| json!({}));
    }

    fn print_list(
        &mut self,
        what: &str,
        finds: Finds,
        newest: bool,
        filter: impl Fn(usize) -> Value,
    ) {
        let order = if newest { "newest" } else { "name" };
        let times = timed(|n| {
            let filter = filter(n);
            let (took, page) = self.page(&filter, newest, None)?;
            let found = page["edges"].as_array().map_or(0, Vec::len);
            let is_expected = match finds {
                Finds::Nothing => found == 0,
                Finds::Some => found > 0,
                Finds::Page => found == ROWS,
                Finds::Any => true,
            };
            assert!(is_expected, "{found} of {filter}");
            Ok(took)
        });
        print(&format!("list by {order}: {what}"), times, PAGE_MS);
    }

    fn print_second_pages(&mut self) {
        for newest in [false, true] {
            let order = if newest { "newest" } else { "name" };
            let filter = json!({"name": "*-*"});
            let mut after: Option<String> = None;
            let times = timed(|_| {
                let (took, page) = self.page(&filter, newest, after.as_deref())?;
                after = page["pageInfo"]["endCursor"].as_str().map(str::to_owned);
                Ok(took)
            });
            print(&format!("list by {order}: the pages one after another"), times, PAGE_MS);
        }
    }

    fn print_counts(&mut self, what: &str, filter: impl Fn(usize) -> Value) {
        let times = timed(|n| {
            let (took, data) = self.ask(FACETS, &json!({"filter": filter(n)}))?;
            assert!(data["packageFacets"]["total"].as_u64() > Some(0), "{data}");
            Ok(took)
        });
        print(&format!("facets: {what}"), times, FACETS_MS);
    }

    /// Prints how long a list takes after many changes, while they are merged into the index.
    pub(super) fn print_changed(&mut self, fixture: Fixture) {
        let what = "a text in few names, after many publishes";
        self.print_list(
            what,
            Finds::Some,
            false,
            |n| json!({"name": format!("*-{}*", fixture.package_of(n))}),
        );
    }

    /// Prints how long the versions of packages take, of which one has many.
    pub(super) fn print_versions(&mut self, fixture: Fixture) {
        let of = |n: usize| {
            let (name, package_type) = package(fixture.package_of(n));
            json!({"filter": {"packageId": format!("{package_type}://{name}")}, "limit": ROWS})
        };
        let times = timed(|n| Ok(self.ask(VERSIONS, &of(n))?.0));
        print(&format!("versions: of a package with {}", fixture.versions), times, PAGE_MS);
        let filter = json!({"packageId": format!("npm://{LARGE}")});
        let mut after: Option<String> = None;
        let times = timed(|_| {
            let variables = json!({"filter": filter, "limit": ROWS, "after": after});
            let (took, data) = self.ask(VERSIONS, &variables)?;
            let found = data["versions"]["edges"].as_array().map_or(0, Vec::len);
            assert_eq!(found, ROWS, "{data}");
            after = data["versions"]["pageInfo"]["endCursor"].as_str().map(str::to_owned);
            Ok(took)
        });
        print(&format!("versions: the pages of a package with {LARGE_VERSIONS}"), times, PAGE_MS);
        let variables = json!({"filter": {"packageId": format!("npm://{LARGE}"), "name": "21.*"}});
        let times = timed(|_| Ok(self.ask(VERSIONS, &variables)?.0));
        print(&format!("versions: a text in few of {LARGE_VERSIONS}"), times, PAGE_MS);
    }
}

/// The times of a query by its number; the sentence of the server if it does not answer one.
fn timed(
    mut query: impl FnMut(usize) -> Result<Duration, String>,
) -> Result<Vec<Duration>, String> {
    for n in 0..FIRST_TIMES {
        query(n)?;
    }
    let since = Instant::now();
    let mut times = Vec::new();
    while times.len() < TIMES && (times.len() < TIMES_MIN || since.elapsed() < WITHIN) {
        times.push(query(FIRST_TIMES + times.len())?);
    }
    Ok(times)
}

/// Prints the 99th percentile, and the median.
fn print(what: &str, times: Result<Vec<Duration>, String>, goal_ms: f64) {
    let goal = format!("<= {goal_ms} ms");
    let mut times = match times {
        Ok(times) => times,
        Err(error) => return row(what, &error, &goal, f64::INFINITY),
    };
    let worst = p99(&mut times).as_secs_f64() * 1e3;
    let middle = times[times.len() / 2].as_secs_f64() * 1e3;
    row(what, &format!("{worst:.1} ms (half {middle:.1})"), &goal, worst / goal_ms);
}
