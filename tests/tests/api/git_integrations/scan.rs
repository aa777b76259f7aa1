//! Repositories at the vendors: listed, chosen, and their manifests compared with advisories.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use url::form_urlencoded;
use waybill_machines::rules::git::Vendor;
use waybill_tests::git_server::{GitServer, Mishap};
use waybill_tests::{Answer, Browser, Request, run};

use super::{
    Fixture, INTEGRATION, TOKEN, USER, create_scanned, listed, problem, repositories, wanted,
};
use crate::advisories::{CRITICAL, advisory, archive};

pub(super) const NPM: &str = r#"{
  "name": "till", "version": "1.0.0", "lockfileVersion": 3, "requires": true,
  "packages": {
    "": {"name": "till", "version": "1.0.0", "dependencies": {"left": "^1.0.0"}},
    "node_modules/left": {"version": "1.0.0"},
    "node_modules/@scope/right": {"version": "2.0.0"}
  }
}"#;
const CARGO: &str = r#"version = 4

[[package]]
name = "service"
version = "0.1.0"
dependencies = ["tokens"]

[[package]]
name = "tokens"
version = "1.2.3"
source = "registry+https://github.com/rust-lang/crates.io-index"
checksum = "0f0e0d0c0b0a09080706050403020100000102030405060708090a0b0c0d0e0f"
"#;
const PIP: &str = "# Of the tills.\nFlask==1.0\n";
const GO: &str = "module example.org/till\n\ngo 1.22\n\nrequire example.org/lib v1.4.0\n";
/// A path that has to be escaped.
const PIP_PATH: &str = "tools/prüfung 1+2/requirements.txt";

/// A document of OSV about the versions of a package before `fixed`.
fn affects(id: &str, (ecosystem, name): (&str, &str), fixed: &str) -> (String, String) {
    let kind = if ecosystem == "PyPI" { "ECOSYSTEM" } else { "SEMVER" };
    let ranges = json!([{"type": kind, "events": [{"introduced": "0"}, {"fixed": fixed}]}]);
    let affected = json!([{"package": {"ecosystem": ecosystem, "name": name}, "ranges": ranges}]);
    let more = json!({"affected": affected, "severity": [{"type": "CVSS_V3", "score": CRITICAL}]});
    (format!("{id}.json"), advisory(id, name, fixed, more).to_string())
}

/// Imports an advisory about a package of each manifest.
async fn import(page: &mut Browser) {
    let documents = [
        affects("GHSA-1", ("npm", "left"), "1.1.0"),
        affects("RUSTSEC-1", ("crates.io", "tokens"), "1.3.0"),
        affects("PYSEC-1", ("PyPI", "flask"), "1.0.1"),
        affects("GO-1", ("Go", "example.org/lib"), "1.5.0"),
        // What is fixed in the version, and what is not there.
        affects("GHSA-2", ("npm", "@scope/right"), "2.0.0"),
        affects("GHSA-3", ("npm", "absent"), "9.0.0"),
    ];
    let documents: Vec<_> =
        documents.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    let origin = page.origin.clone();
    let request = Request::new("POST", "advisories/import").header("origin", &origin);
    let request = request.header("content-type", "application/octet-stream");
    let imported = page.send(request.body(archive(&documents))).await;
    assert_eq!(imported.status, 200, "{}", imported.json());
}

fn all_manifests() -> [(&'static str, &'static str); 5] {
    [
        ("package-lock.json", NPM),
        ("service/Cargo.lock", CARGO),
        (PIP_PATH, PIP),
        ("go.mod", GO),
        ("README.md", "No manifest"),
    ]
}

pub(super) async fn scan(page: &mut Browser, key: &str, repository: &str) -> Answer {
    let entered = json!({"repository": repository});
    page.post(&format!("{INTEGRATION}/{key}/scan"), entered).await
}

pub(super) async fn choose(page: &mut Browser, key: &str, names: &[&str]) {
    let chosen = page.put(&repositories(key), json!({"repositories": names})).await;
    assert_eq!(chosen.status, 200, "{}", chosen.json());
}

/// All repositories whose names have a text, over all pages, and the number of pages.
async fn found(page: &mut Browser, key: &str, query: &str) -> (Vec<Value>, usize) {
    let path = format!("{}?query={query}", repositories(key));
    let (mut all, mut next, mut pages) = (Vec::new(), None::<String>, 0);
    loop {
        let at = next.map(|next| {
            let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
            format!("&page={next}")
        });
        let answer = page.get(&format!("{path}{}", at.unwrap_or_default())).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        let body = answer.json();
        all.extend(body["repositories"].as_array().expect("a list").clone());
        pages += 1;
        assert!(pages < 20, "the pages do not end");
        next = body["next"].as_str().map(str::to_owned);
        if next.is_none() {
            return (all, pages);
        }
    }
}

fn names(repositories: &[Value]) -> BTreeSet<&str> {
    repositories.iter().map(|one| one["name"].as_str().expect("a name")).collect()
}

/// The manifests of a scan by path.
fn manifests(scanned: &Value) -> BTreeMap<&str, &Value> {
    let all = scanned["manifests"].as_array().expect("a list").iter();
    all.map(|one| (one["path"].as_str().expect("a path"), one)).collect()
}

/// Which package of which manifest has which advisory.
fn findings(scanned: &Value) -> BTreeSet<(String, String, String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let all = scanned["findings"].as_array().expect("a list").iter();
    all.flat_map(|one| {
        let advisories = one["advisories"].as_array().expect("a list").iter();
        advisories.map(move |advisory| {
            let (manifest, kind) = (text(&one["manifest"]), text(&one["package_type"]));
            (manifest, kind, text(&one["name"]), text(&advisory["id"]))
        })
    })
    .collect()
}

/// covers: [INT-07, DET-04]
#[test]
fn repositories_of_all_vendors_are_listed_chosen_and_scanned() {
    run(async {
        let mut servers = Vec::new();
        for vendor in Vendor::ALL {
            let server = GitServer::start(vendor, USER, TOKEN).await;
            server.add("team/till", &all_manifests());
            for name in ["team/shop", "team/shop-web", "other/shop", "other/empty"] {
                let readme = [("README.md", "x")];
                server.add(name, &readme[usize::from(name == "other/empty")..]);
            }
            server.has_pages_of(2);
            servers.push(server);
        }
        let mut fixture = Fixture::new(&servers.iter().collect::<Vec<_>>()).await;
        let page = &mut fixture.page;
        import(page).await;
        let expected: BTreeSet<_> = [
            ("package-lock.json", "npm", "left", "GHSA-1"),
            ("service/Cargo.lock", "cargo", "tokens", "RUSTSEC-1"),
            (PIP_PATH, "pypi", "flask", "PYSEC-1"),
            ("go.mod", "go", "example.org/lib", "GO-1"),
        ]
        .map(|(manifest, kind, name, id)| {
            (manifest.to_owned(), kind.to_owned(), name.to_owned(), id.to_owned())
        })
        .into();
        for server in &servers {
            let vendor = server.vendor;
            let key = create_scanned(page, &wanted(server, &format!("{vendor:?}"))).await;
            let (all, pages) = found(page, &key, "").await;
            assert_eq!((all.len(), names(&all).len()), (5, 5), "{vendor:?} {all:?}");
            assert!(pages > 1, "{vendor:?}");
            let till = all.iter().find(|one| one["name"] == "team/till").expect("it is listed");
            assert_eq!(till["private"], json!(true), "{vendor:?}");
            let address = till["web_url"].as_str().expect("an address");
            assert!(address.starts_with(&server.url()) && address.contains("till"), "{address}");
            let (shops, _) = found(page, &key, "SHOP").await;
            let expected_shops = ["other/shop", "team/shop", "team/shop-web"];
            assert_eq!(names(&shops), BTreeSet::from(expected_shops), "{vendor:?}");
            assert!(found(page, &key, "none-of-them").await.0.is_empty(), "{vendor:?}");

            choose(page, &key, &["team/till", "other/empty"]).await;
            let scanned = scan(page, &key, "team/till").await;
            assert_eq!(scanned.status, 200, "{vendor:?} {}", scanned.json());
            let scanned = scanned.json();
            assert_eq!(scanned["revision"], json!(server.revision("team/till")), "{vendor:?}");
            assert_eq!(
                (&scanned["truncated"], &scanned["advisories_available"]),
                (&json!(false), &json!(true))
            );
            let read = manifests(&scanned);
            let paths: Vec<_> = read.keys().copied().collect();
            assert_eq!(paths, ["go.mod", "package-lock.json", "service/Cargo.lock", PIP_PATH]);
            for (path, manifest) in &read {
                assert_eq!(manifest["problem"], Value::Null, "{vendor:?} {path}");
                assert!(manifest["packages"].as_u64() > Some(0), "{vendor:?} {path}");
            }
            assert_eq!(read["package-lock.json"]["packages"], json!(2));
            assert_eq!(findings(&scanned), expected, "{vendor:?}");
            let mut all = scanned["findings"].as_array().expect("a list").iter();
            let left = all.find(|one| one["name"] == "left").expect("a finding");
            assert_eq!(left["version"], json!("1.0.0"));
            assert_eq!(left["advisories"][0]["severity"], json!("critical"));
            assert_eq!(left["advisories"][0]["fixed"], json!(["1.1.0"]));
            // A repository without commits has no manifests.
            let empty = scan(page, &key, "other/empty").await;
            assert_eq!(empty.status, 200, "{vendor:?} {}", empty.json());
            let empty = empty.json();
            assert_eq!(
                (&empty["revision"], &empty["manifests"], &empty["findings"]),
                (&Value::Null, &json!([]), &json!([])),
                "{vendor:?}"
            );
        }
    });
}

/// covers: [INT-07]
#[test]
fn broken_manifests_report_their_problem_and_hide_no_others() {
    run(async {
        let server = GitServer::start(Vendor::Gitlab, USER, TOKEN).await;
        let large = "flask==1.0\n".repeat(600_000);
        let deep = "[".repeat(100_000);
        server.add(
            "team/till",
            &[
                ("package-lock.json", NPM),
                ("a/package-lock.json", "{\"lockfileVersion\": 3, \"packages\": "),
                ("b/package-lock.json", "[]"),
                ("deep/package-lock.json", deep.as_str()),
                ("d/Cargo.lock", "[[package]\nname = "),
                ("c/poetry.lock", "[[package]]\nname = \"flask\nversion"),
                ("large/requirements.txt", large.as_str()),
            ],
        );
        let mut fixture = Fixture::new(&[&server]).await;
        let page = &mut fixture.page;
        import(page).await;
        let key = create_scanned(page, &wanted(&server, "Ours")).await;
        choose(page, &key, &["team/till"]).await;
        let before = listed(page).await;
        let scanned = scan(page, &key, "team/till").await;
        assert_eq!(scanned.status, 200, "{}", scanned.json());
        let scanned = scanned.json();
        let read = manifests(&scanned);
        assert_eq!(read.len(), 7, "{:?}", read.keys());
        for (path, manifest) in &read {
            let is_broken = *path != "package-lock.json";
            let problem = manifest["problem"].as_str().unwrap_or_default();
            assert_eq!(!problem.is_empty(), is_broken, "{path}: {manifest}");
        }
        let found = findings(&scanned);
        assert!(found.iter().any(|(manifest, _, name, _)| {
            (manifest.as_str(), name.as_str()) == ("package-lock.json", "left")
        }));
        assert_eq!(listed(page).await, before);

        // A file that the server does not answer is a problem of this file only, and not a lasting one.
        for mishap in [Mishap::fails(), Mishap::Disconnects, Mishap::Redirects("/login".to_owned())]
        {
            server.misbehaves_at("files/package-lock.json/", mishap.clone());
            let partly = scan(page, &key, "team/till").await;
            assert_eq!(partly.status, 200, "{mishap:?} {}", partly.json());
            let partly = partly.json();
            let mut left = manifests(&partly);
            let failed = left.remove("package-lock.json").expect("it is listed");
            let problem = failed["problem"].as_str().expect("a problem");
            assert!(!problem.is_empty(), "{mishap:?}");
            let mut others = read.clone();
            others.remove("package-lock.json");
            assert_eq!((left, &partly["truncated"]), (others, &json!(false)), "{mishap:?}");
            server.behaves();
        }
        server.misbehaves_at("files/package-lock.json/", Mishap::refuses());
        assert_eq!(scan(page, &key, "team/till").await.status, 422);
        server.behaves();
        server.misbehaves_at("/tree", Mishap::page());
        let failed = scan(page, &key, "team/till").await;
        assert_eq!(failed.status, 502, "{}", failed.json());
        server.behaves();
        assert_eq!(listed(page).await, before);
        assert_eq!(scan(page, &key, "team/till").await.json(), scanned);
    });
}

/// covers: [INT-07]
#[test]
fn only_chosen_repositories_are_scanned() {
    run(async {
        let server = GitServer::start(Vendor::BitbucketServer, USER, TOKEN).await;
        server.add("team/till", &[("package-lock.json", NPM)]);
        server.add("team/secret", &[("package-lock.json", NPM)]);
        let mut fixture = Fixture::new(&[&server]).await;
        let page = &mut fixture.page;
        let key = create_scanned(page, &wanted(&server, "Ours")).await;
        choose(page, &key, &["team/till"]).await;
        server.clear_received();
        for name in ["team/secret", "team/none", "", "team", "../users/eve", "team/till/../secret"]
        {
            let (status, code, ..) = problem(&scan(page, &key, name).await);
            assert_eq!((status, code.as_str()), (409, "git_not_scanned"), "{name}");
        }
        assert_eq!(server.received().len(), 0);
        // Names that lead elsewhere in the API are refused, or are names that the vendor does not know.
        for name in ["team/..", "../../users/eve", "team/a\r\nX: y"] {
            let refused = page.put(&repositories(&key), json!({"repositories": [name]})).await;
            assert_eq!(refused.status, 404, "{name}: {}", refused.json());
        }
        for name in ["team/a?b=c", "team/a#b"] {
            choose(page, &key, &[name]).await;
            assert_eq!(scan(page, &key, name).await.status, 404, "{name}");
        }
        let paths = server.received().into_iter().map(|request| request.path);
        let strange: Vec<_> = paths.filter(|path| path.contains("users")).collect();
        assert_eq!(strange, [""; 0]);
        // Without advisories, it is known what is there, and nothing about it.
        choose(page, &key, &["team/till"]).await;
        let scanned = scan(page, &key, "team/till").await.json();
        assert_eq!(
            (&scanned["advisories_available"], &scanned["findings"]),
            (&json!(false), &json!([]))
        );
        assert_eq!(manifests(&scanned)["package-lock.json"]["packages"], json!(2));
    });
}

/// covers: [INT-07]
#[test]
fn a_repository_with_too_many_manifests_is_read_in_part_and_says_so() {
    run(async {
        let server = GitServer::start(Vendor::Github, USER, TOKEN).await;
        let paths: Vec<_> = (0..60).map(|number| format!("p{number}/requirements.txt")).collect();
        let files: Vec<_> = paths.iter().map(|path| (path.as_str(), PIP)).collect();
        server.add("team/till", &files);
        let mut fixture = Fixture::new(&[&server]).await;
        let page = &mut fixture.page;
        let key = create_scanned(page, &wanted(&server, "Ours")).await;
        choose(page, &key, &["team/till"]).await;
        let scanned = scan(page, &key, "team/till").await;
        assert_eq!(scanned.status, 200, "{}", scanned.json());
        let scanned = scanned.json();
        assert_eq!((manifests(&scanned).len(), &scanned["truncated"]), (50, &json!(true)));
    });
}
