//! Security advisories: importing them, and what they say of packages.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use waybill_tests::{Answer, Place, Request, run};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::npm::{document, tarball};
use crate::stage::{Client, Stage};

/// A document of OSV about the versions of a package of npm before `fixed`.
pub(crate) fn advisory(id: &str, package: &str, fixed: &str, more: Value) -> Value {
    let mut document = json!({
        "schema_version": "1.6.0", "id": id, "modified": "2026-01-02T00:00:00Z",
        "summary": format!("{package} runs what it should not"),
        "affected": [{
            "package": {"ecosystem": "npm", "name": package},
            "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": fixed}]}],
        }],
    });
    let Value::Object(fields) = more else { panic!("{more} is no object") };
    document.as_object_mut().expect("an object").extend(fields);
    document
}

/// A zip archive of these files.
pub(crate) fn archive(files: &[(&str, String)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(text.as_bytes()).expect("an entry");
    }
    zip.finish().expect("an archive").into_inner()
}

fn written(place: &Place, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = place.path(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, bytes).expect("a file");
    path.display().to_string()
}

/// Runs a command that prints JSON; its exit code, and what it printed.
fn asked(place: &Place, arguments: &[&str]) -> (Option<i32>, Value) {
    let all = [&["advisories"], arguments, &["--json", "--data", "{data}"]].concat();
    let output = place.run(&all);
    let json = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), json)
}

fn ids(place: &Place, arguments: &[&str]) -> Vec<String> {
    let (code, rows) = asked(place, &[&["list"], arguments].concat());
    assert_eq!(code, Some(0), "{rows}");
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|row| row["advisory"]["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn advisories_are_imported_with_and_without_a_server_and_the_newest_counts() {
    run(async {
        let stage = Stage::new().await;
        let place = &stage.place;
        let one = advisory("GHSA-1", "till", "1.2.0", json!({"aliases": ["CVE-2026-1"]}));
        written(place, "osv/deep/one.json", one.to_string());
        written(place, "osv/broken.json", "{\"id\": ");
        written(place, "osv/notes.txt", "no advisory");
        let other = json!({"ecosystem": "Debian:12", "name": "till"});
        let foreign = advisory("DSA-1", "till", "1", json!({"affected": [{"package": other}]}));
        let zip = archive(&[("DSA-1.json", foreign.to_string()), ("x.txt", String::new())]);
        let zip = written(place, "all.zip", zip);
        let folder = place.path("osv").display().to_string();

        let (code, rehearsed) = asked(place, &["import", "--dry-run", &folder, &zip]);
        assert_eq!((code, &rehearsed["counts"]["added"]), (Some(1), &json!(1)), "{rehearsed}");
        assert_eq!(asked(place, &["status"]).1["advisories"], 0);

        // The running server takes it up at once.
        let (code, imported) = asked(place, &["import", &folder, &zip]);
        assert_eq!(code, Some(1), "{imported}");
        let counts = &imported["counts"];
        assert_eq!(
            (&counts["added"], &counts["unrelated"], &counts["skipped"]),
            (&json!(1), &json!(1), &json!(1))
        );
        let report = &imported["report"];
        assert!(
            report["unread_files"][0]["file"]
                .as_str()
                .is_some_and(|file| file.ends_with("broken.json"))
        );
        assert_eq!(report["ecosystems"], json!({"Debian": 1}));
        assert_eq!(ids(place, &["npm://till", "1.1.9"]), ["GHSA-1"]);
        assert_eq!(ids(place, &["npm://till", "1.2.0"]), [""; 0]);
        let status = stage.bearer("GET", "advisories", None).await.json();
        assert_eq!((&status["advisories"], &status["types"]["npm"]), (&json!(1), &json!(1)));
        assert!(status["last"]["at"].is_string(), "{status}");

        // An older document changes nothing, a newer one replaces, and a withdrawn one cannot come back.
        let old = advisory("GHSA-1", "till", "9.0.0", json!({"modified": "2025-01-01T00:00:00Z"}));
        let (_, imported) = asked(place, &["import", &written(place, "old.json", old.to_string())]);
        assert_eq!(imported["counts"]["unchanged"], 1, "{imported}");
        assert!(stage.server.stop().success());
        let place = stage.place;
        let withdrawn =
            json!({"modified": "2026-02-01T00:00:00Z", "withdrawn": "2026-02-01T00:00:00Z"});
        let withdrawn = advisory("GHSA-1", "till", "1.2.0", withdrawn);
        let withdrawn = written(&place, "withdrawn.json", withdrawn.to_string());
        let (code, imported) = asked(&place, &["import", &withdrawn]);
        assert_eq!((code, &imported["counts"]["withdrawn"]), (Some(0), &json!(1)), "{imported}");
        assert_eq!(ids(&place, &["npm://till"]), [""; 0]);
        let one = place.path("osv/deep/one.json").display().to_string();
        assert_eq!(asked(&place, &["import", &one]).1["counts"]["unchanged"], 1);
        let nothing = place.run(&[
            "advisories",
            "import",
            &written(&place, "x.json", "{}"),
            "--data",
            "{data}",
        ]);
        assert_eq!(nothing.status.code(), Some(2));
        let checked = place.run(&["fsck", "--data", "{data}"]);
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
        let replayed = place.run(&["audit", "replay", "advisories", "--data", "{data}"]);
        assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
        damage(&place.data().join("advisories"));
        let server = place.start();
        assert!(server.stop().success());
        let status = asked(&place, &["status"]).1;
        assert_eq!((&status["is_lost"], &status["advisories"]), (&json!(true), &json!(0)));
    });
}

/// Changes a byte of the only file of a folder.
fn damage(folder: &Path) {
    let files: Vec<_> = fs::read_dir(folder).expect("a folder").filter_map(Result::ok).collect();
    let [file] = files.as_slice() else { panic!("{files:?}") };
    let mut bytes = fs::read(file.path()).expect("the advisories");
    bytes[1] ^= 1;
    fs::write(file.path(), bytes).expect("the advisories");
}

#[test]
fn administrators_import_over_http_and_others_may_not() {
    run(async {
        let stage = Stage::new().await;
        let path = "advisories/import";
        let bearer = |token: &str| format!("Bearer {token}");
        let request = |token: &str, path: &str, bytes: Vec<u8>| {
            Request::new("POST", path)
                .header("authorization", &bearer(token))
                .header("content-type", "application/octet-stream")
                .body(bytes)
        };
        let one = advisory("GHSA-2", "till", "2.0.0", json!({})).to_string();
        let zip = archive(&[("GHSA-2.json", one.clone()), ("broken.json", "{".to_owned())]);
        let refused = stage.anyone(request(&stage.bob, path, zip.clone())).await;
        assert_eq!(refused.status, 403);
        let counted =
            stage.anyone(request(&stage.ann, "advisories/import?dry_run=true", one.into())).await;
        assert_eq!(counted.json()["counts"]["added"], 1, "{}", counted.json());
        let imported = stage.anyone(request(&stage.ann, path, zip)).await.json();
        assert_eq!(
            (&imported["counts"]["added"], &imported["counts"]["skipped"]),
            (&json!(1), &json!(1)),
            "{imported}"
        );
        let nothing = stage.anyone(request(&stage.ann, path, b"no advisory".to_vec())).await;
        assert_eq!((nothing.status, nothing.code().as_str()), (400, "no_advisories"));
        let stage = stage.restarted();
        let status = stage.bearer("GET", "advisories", None).await.json();
        assert_eq!((&status["advisories"], &status["last"]["by"]), (&json!(1), &json!("ann")));
        let acts = stage.place.run(&["audit", "show", "advisories", "--json", "--data", "{data}"]);
        assert!(String::from_utf8_lossy(&acts.stdout).contains("\"skipped\":1"));
    });
}

const REGISTRY: &str = "/artifactory/api/npm/npm-local";
pub(crate) const SCANNING: &str =
    "[installation]\nservices = [\"xray\"]\nlicence = \"ENTERPRISE_X\"\n";

pub(crate) async fn publish(client: &Client<'_>, name: &str, version: &str, licence: &str) {
    let mut sent = document(name, version, &tarball(name, version));
    sent["versions"][version]["license"] = json!(licence);
    let published =
        client.send(Request::new("PUT", &format!("{REGISTRY}/{name}")).json(&sent)).await;
    assert_eq!(published.status, 201, "{}", published.json());
}

pub(crate) async fn import(stage: &Stage, documents: &[(&str, String)]) {
    let request = Request::new("POST", "advisories/import")
        .header("authorization", &format!("Bearer {}", stage.ann))
        .header("content-type", "application/octet-stream")
        .body(archive(documents));
    let imported = stage.anyone(request).await;
    assert_eq!(imported.status, 200, "{}", imported.json());
}

async fn data(client: &Client<'_>, query: &str) -> Value {
    let body = json!({"query": query});
    let answer = client.send(Request::new("POST", "/metadata/api/v1/query").json(&body)).await;
    let json = answer.json();
    assert_eq!(json["errors"], json!([]), "{json}");
    json["data"].clone()
}

/// The names of the packages, or of the versions of `till`, that a filter leaves.
async fn names(client: &Client<'_>, kind: &str, filter: &str) -> Vec<String> {
    let query = format!("{{ {kind}(filter: {{{filter}}}) {{ edges {{ node {{ name }} }} }} }}");
    let data = data(client, &query).await;
    let edges = data[kind]["edges"].as_array().expect("edges").iter();
    edges.map(|edge| edge["node"]["name"].as_str().expect("a name").to_owned()).collect()
}

async fn status(client: &Client<'_>) -> Value {
    let query = "{ package(id: \"npm://till\") { scanStatus } }";
    data(client, query).await["package"]["scanStatus"].clone()
}

pub(crate) const CRITICAL: &str = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H";

#[test]
fn packages_and_versions_have_their_vulnerabilities() {
    run(async {
        let stage = Stage::at(Place::new().with_settings(SCANNING)).await;
        let ann = stage.ann();
        assert_eq!(ann.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
        for version in ["1.0.0", "1.1.0", "1.2.0"] {
            publish(&ann, "till", version, "The MIT License").await;
        }
        publish(&ann, "shop", "1.0.0", "Apache 2.0").await;
        assert_eq!(status(&ann).await, "NOT_SCANNED");
        let critical = json!({
            "aliases": ["CVE-2026-1"], "severity": [{"type": "CVSS_V3", "score": CRITICAL}],
        });
        let low = json!({"database_specific": {"severity": "LOW"}});
        let documents = [
            ("a.json", advisory("GHSA-1", "till", "1.1.0", critical).to_string()),
            ("b.json", advisory("GHSA-2", "till", "2.0.0", low).to_string()),
        ];
        import(&stage, &documents).await;
        assert_eq!(status(&ann).await, "SCANNED");
        let counts = "vulnerabilities { critical high medium low info unknown skipped }";
        let found =
            data(&ann, &format!("{{ package(id: \"npm://till\") {{ licenses {counts} }} }}")).await;
        let none = Value::Null;
        let package = &found["package"];
        // Those of the latest version; what there is none of is dropped.
        assert_eq!(
            (&package["vulnerabilities"]["low"], &package["vulnerabilities"]["critical"]),
            (&json!(1), &none)
        );
        assert_eq!(package["licenses"], json!(["MIT"]));
        let list = "vulnerabilityList { id aliases cves summary severity score fixedVersions }";
        let query = format!(
            "{{ versions(filter: {{packageId: \"npm://till\"}}, sort: ASC) {{ edges {{ node {{ name {counts} {list} }} }} }} }}"
        );
        let versions = data(&ann, &query).await;
        let first = &versions["versions"]["edges"][0]["node"];
        assert_eq!(first["vulnerabilities"]["critical"], 1);
        let worst = json!({
            "id": "GHSA-1", "aliases": ["CVE-2026-1"], "cves": ["CVE-2026-1"],
            "summary": "till runs what it should not", "severity": "critical", "score": 9.8,
            "fixedVersions": ["1.1.0"],
        });
        assert_eq!(first["vulnerabilityList"][0], worst);
        assert_eq!(first["vulnerabilityList"][1]["id"], "GHSA-2");

        let till = "packageId: \"npm://till\"";
        for (kind, filter, expected) in [
            ("packages", "cve: \"cve-2026-1\"".to_owned(), &["till"][..]),
            ("packages", "cve: \"CVE-2026-9\"".to_owned(), &[]),
            ("packages", "severities: [\"high\", \"Critical\"]".to_owned(), &["till"]),
            ("packages", "severities: [\"medium\"]".to_owned(), &[]),
            ("packages", "severities: [\"harmless\"]".to_owned(), &[]),
            ("packages", "severities: [\"low\"], version: \"1.2.0\"".to_owned(), &["till"]),
            ("packages", "severities: [\"low\"], cve: \"CVE-2026-1\"".to_owned(), &[]),
            ("packages", "licenses: [\"mit\"]".to_owned(), &["till"]),
            ("packages", "licenses: [\"Apache 2.0\"]".to_owned(), &["shop"]),
            ("versions", format!("{till}, severities: [\"critical\"]"), &["1.0.0"]),
            ("versions", format!("{till}, severities: [\"low\"]"), &["1.2.0", "1.1.0", "1.0.0"]),
            ("versions", format!("{till}, cve: \"CVE-2026-1\""), &["1.0.0"]),
            ("versions", format!("{till}, severities: [\"low\"], cve: \"CVE-2026-1\""), &[]),
            ("versions", format!("{till}, licenses: [\"MIT\"], severities: [\"high\"]"), &[]),
        ] {
            assert_eq!(names(&ann, kind, &filter).await, expected, "{kind} {filter}");
        }
        let facets = "{ packageFacets { severities licenses { value count } } }";
        let facets = &data(&ann, facets).await["packageFacets"];
        assert_eq!(facets["severities"], json!(["critical", "high", "medium", "low"]));
        let licences = &facets["licenses"];
        assert_eq!(licences[0], json!({"value": "Apache-2.0", "count": 1}), "{licences}");
        assert_eq!(licences[1], json!({"value": "MIT", "count": 1}), "{licences}");
    });
}

#[test]
fn without_the_service_or_the_licence_nothing_is_compared() {
    run(async {
        for (settings, expected) in [
            ("[installation]\nlicence = \"OSS\"\n", "UNAVAILABLE"),
            ("[installation]\nservices = [\"xray\"]\nlicence = \"OSS\"\n", "LICENCE_REQUIRED"),
        ] {
            let stage = Stage::at(Place::new().with_settings(settings)).await;
            let ann = stage.ann();
            assert_eq!(ann.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
            publish(&ann, "till", "1.0.0", "MIT").await;
            assert_eq!(status(&ann).await, expected);
            import(
                &stage,
                &[("a.json", advisory("GHSA-1", "till", "2.0.0", json!({})).to_string())],
            )
            .await;
            assert_eq!(status(&ann).await, expected);
            assert_eq!(names(&ann, "packages", "cve: \"GHSA-1\"").await, [""; 0]);
            assert_eq!(names(&ann, "packages", "severities: [\"unknown\"]").await, [""; 0]);
            let facets = data(&ann, "{ packageFacets { severities } }").await;
            assert_eq!(facets["packageFacets"]["severities"], json!([]));
            let list = "{ versions(filter: {packageId: \"npm://till\"}) { edges { node { vulnerabilityList { id } } } } }";
            let node = &data(&ann, list).await["versions"]["edges"][0]["node"];
            assert_eq!(node["vulnerabilityList"], json!([]));
        }
    });
}

fn packed(json: &Value) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(json.to_string().as_bytes()).expect("memory");
    gzip.finish().expect("memory")
}

async fn audited(client: &Client<'_>, call: &str, body: Vec<u8>, encoding: &str) -> Answer {
    let path = format!("{REGISTRY}/-/npm/v1/security/{call}");
    let request = Request::new("POST", &path).header("content-type", "application/json");
    let request =
        if encoding.is_empty() { request } else { request.header("content-encoding", encoding) };
    client.send(request.body(body)).await
}

#[test]
fn clients_of_npm_audit_what_they_have() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        let asked = json!({"till": ["1.0.0", "1.1.0"], "shop": ["1.0.0"]});
        let none = audited(&ann, "advisories/bulk", packed(&asked), "gzip").await;
        assert_eq!(none.status, 404);
        let medium =
            json!({"database_specific": {"severity": "MODERATE"}, "aliases": ["CVE-2026-1"]});
        import(&stage, &[("a.json", advisory("GHSA-1", "till", "1.1.0", medium).to_string())])
            .await;
        for (body, encoding) in [(packed(&asked), "gzip"), (asked.to_string().into(), "")] {
            let answer = audited(&ann, "advisories/bulk", body, encoding).await;
            let json = answer.json();
            assert_eq!(answer.status, 200, "{json}");
            assert_eq!(json["shop"], Value::Null);
            let found = &json["till"][0];
            assert_eq!(found["vulnerable_versions"], "<1.1.0");
            assert_eq!((&found["id"], &found["severity"]), (&json!("GHSA-1"), &json!("moderate")));
            assert_eq!(found["url"], "https://github.com/advisories/GHSA-1");
        }
        let project = json!({
            "name": "app", "requires": {"shop": "1"},
            "dependencies": {"shop": {"version": "1.0.0", "dependencies": {"till": {"version": "1.0.0"}}}},
        });
        let tree = audited(&ann, "audits/quick", packed(&project), "gzip").await.json();
        assert_eq!(tree["metadata"]["vulnerabilities"]["moderate"], 1, "{tree}");
        assert_eq!(tree["metadata"]["totalDependencies"], 2);
        let found = &tree["advisories"]["GHSA-1/till"];
        assert_eq!(found["findings"], json!([{"version": "1.0.0", "paths": ["shop>till"]}]));
        assert_eq!(
            (&found["patched_versions"], &found["cves"][0]),
            (&json!(">=1.1.0"), &json!("CVE-2026-1"))
        );
        assert_eq!(
            audited(&ann, "advisories/bulk", b"not packed".to_vec(), "gzip").await.status,
            400
        );
        assert_eq!(audited(&ann, "advisories/bulk", b"[]".to_vec(), "").await.status, 400);
        assert_eq!(audited(&ann, "advisories/bulk", b"{}".to_vec(), "br").await.status, 415);
        assert_eq!(audited(&ann, "advisories/other", b"{}".to_vec(), "").await.status, 404);
        let too_many: Vec<_> = (0..200_001).map(|at| format!("1.0.{at}")).collect();
        let too_many =
            audited(&ann, "advisories/bulk", packed(&json!({"till": too_many})), "gzip").await;
        assert_eq!(too_many.status, 413);
        // Bob may not know of the repository.
        let refused = audited(&stage.bob(), "advisories/bulk", packed(&asked), "gzip").await;
        assert!([403, 404].contains(&refused.status), "{}", refused.status);
    });
}
