//! Support bundles: administrators create, inspect, download and delete them; others cannot.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_journal_crash::whole;
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Answer, Browser, Place, Request, Server, run};

use crate::{own, signed_in};

pub(crate) const LIST: &str = "ui/userSupport/listBundles";
pub(crate) const GENERATE: &str = "ui/userSupport/generateBundle";
/// Enables every service that creates bundles, without a second factor.
pub(crate) const SETTINGS: &str = "[installation]\nservices = [\"xray\", \"distribution\", \"mc\", \"insight\", \"tracker\"]\n\
    [installation.access]\nmfa_required = \"nobody\"\n";
const ALL: [&str; 6] = ["artifactory", "xray", "distribution", "mc", "insight", "tracker"];

pub(crate) async fn delete(browser: &mut Browser, id: &str) -> Answer {
    let origin = browser.origin.clone();
    let path = format!("ui/userSupport/deleteBundle/{id}");
    browser.send(Request::new("DELETE", &path).header("origin", &origin)).await
}

pub(crate) async fn fetch(browser: &mut Browser, id: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::new("GET", &format!("ui/userSupport/downloadBundle/{id}"));
    for (name, value) in headers {
        request = request.header(name, value);
    }
    browser.send(request).await
}

/// A bundle that is small and quick to create.
pub(crate) fn small(services: &[&str]) -> Value {
    json!({"services": services, "name": "slow uploads", "parameters": {"thread_dump": {"count": 0}}})
}

pub(crate) async fn rows(browser: &mut Browser) -> Vec<Value> {
    browser.get(LIST).await.json()["bundles"].as_array().cloned().expect("a list")
}

/// Waits until no bundle is in progress or pending.
pub(crate) async fn settled(browser: &mut Browser) -> Vec<Value> {
    let since = Instant::now();
    loop {
        let rows = rows(browser).await;
        if rows.iter().all(|row| row["settled"] == true) {
            return rows;
        }
        assert!(since.elapsed() < Duration::from_secs(120), "{rows:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// The files of an archive, unpacked by an independent program.
fn unzipped(place: &Place, bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let (zip, folder) = (place.path("fetched.zip"), place.path("unpacked"));
    let _ = fs::remove_dir_all(&folder);
    fs::write(&zip, bytes).expect("a file");
    let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])";
    let python = Command::new("python3").args(["-c", script]).arg(&zip).arg(&folder).status();
    assert!(python.expect("python3 runs").success());
    if let Ok(unzip) = Command::new("unzip").arg("-tqq").arg(&zip).status() {
        assert!(unzip.success());
    }
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.clone()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(&folder).expect("below").to_string_lossy().into_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// The files in a bundle of the repository service with all content.
pub(crate) async fn made(browser: &mut Browser, place: &Place) -> BTreeMap<String, Vec<u8>> {
    assert_eq!(browser.post(GENERATE, json!({"service": "artifactory"})).await.status, 200);
    let row = settled(browser).await.remove(0);
    assert_eq!(row["status"], "success", "{row}");
    let fetched = fetch(browser, row["id"].as_str().expect("an id"), &[]).await;
    unzipped(place, &fetched.body)
}

pub(crate) fn zips(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("support")).expect("a folder");
    entries.map(|entry| entry.expect("it").file_name().to_string_lossy().into_owned()).collect()
}

pub(crate) async fn started(place: &Place) -> (Server, Browser) {
    let server = own(place).await;
    let browser = signed_in(&server).await;
    (server, browser)
}

/// covers: [BUNDLE-01, BUNDLE-02, BUNDLE-03]
#[test]
fn every_service_creates_an_archive_with_valid_checksums() {
    run(async {
        let place =
            Place::new().with_settings(SETTINGS).with_env("PLANTED", "in-the-environment-8812");
        let (_server, mut ann) = started(&place).await;
        assert_eq!(ann.get(LIST).await.json()["services"], json!(ALL));
        // A dump of all stacks takes seconds in a debug build.
        let dumps = if whole() { 2 } else { 1 };
        let body = json!({
            "services": ALL, "name": "slow uploads", "description": "since Monday",
            "parameters": {"thread_dump": {"count": dumps.to_string(), "interval": "50"}},
        });
        let preview = ann.post("ui/userSupport/previewBundle", body.clone()).await.json();
        assert_eq!(preview["bundles"].as_array().map(Vec::len), Some(6));
        let made = ann.post(GENERATE, body).await;
        assert_eq!(made.status, 200, "{}", String::from_utf8_lossy(&made.body));
        assert_eq!(made.json()["in_progress"], 6);
        let rows = settled(&mut ann).await;
        for (row, service) in rows.iter().zip(ALL) {
            assert_eq!(
                (&row["service"], &row["status"]),
                (&json!(service), &json!("success")),
                "{row}"
            );
            assert_eq!(
                (&row["name"], &row["description"]),
                (&json!("slow uploads"), &json!("since Monday"))
            );
            assert_eq!(row["parameters"]["thread_dump"], json!({"count": dumps, "interval": 50}));
            let id = row["id"].as_str().expect("an id");
            let fetched = fetch(&mut ann, id, &[]).await;
            assert_eq!(fetched.header("content-type"), Some("application/zip"));
            let name = format!("attachment; filename=\"slow uploads-{service}.zip\"");
            assert_eq!(fetched.header("content-disposition"), Some(name.as_str()));
            assert_eq!(row["archive"]["digest"], sha256_hex(&fetched.body));
            let files = unzipped(&place, &fetched.body);
            let manifest: Value = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
            let shown = ann.get(&format!("ui/userSupport/previewBundle/{id}")).await.json();
            assert_eq!(shown, manifest);
            let listed = manifest["files"].as_array().expect("files");
            assert_eq!(listed.len() + 1, files.len());
            for file in listed {
                let content = &files[file["path"].as_str().expect("a path")];
                assert_eq!(file["sha256"], sha256_hex(content), "{file}");
                assert_eq!(file["bytes"], content.len());
            }
            let own_log = format!("logs/{service}/{service}-service.log");
            assert!(files.contains_key(&own_log), "{:?}", files.keys());
            let last = format!("threads/dump-{dumps:02}.txt");
            let threads = String::from_utf8_lossy(&files[&last]).into_owned();
            assert!(
                threads.contains("at tokio::runtime") || threads.contains("Stacks are not in it")
            );
            let system = String::from_utf8_lossy(&files["system/system.json"]).into_owned();
            assert!(
                system.contains("\"PLANTED\"") && !system.contains("in-the-environment"),
                "{system}"
            );
        }
        let fetched = &settled(&mut ann).await[0]["download"];
        assert_eq!(fetched["times"], 1);
        assert_eq!(fetched["by"], rows[0]["created_by"]);
    });
}

/// covers: [BUNDLE-02]
#[test]
fn an_interrupted_download_can_be_resumed() {
    run(async {
        let place = Place::new().with_settings(SETTINGS);
        let (_server, mut ann) = started(&place).await;
        assert_eq!(ann.post(GENERATE, small(&["xray"])).await.status, 200);
        let row = settled(&mut ann).await.remove(0);
        let id = row["id"].as_str().expect("an id").to_owned();
        let whole = fetch(&mut ann, &id, &[]).await;
        let etag = whole.header("etag").expect("a tag").to_owned();
        let (half, size) = (whole.body.len() / 2, whole.body.len());
        let range = format!("bytes={half}-");
        let rest = fetch(&mut ann, &id, &[("range", &range), ("if-range", &etag)]).await;
        assert_eq!(rest.status, 206);
        let content_range = format!("bytes {half}-{}/{size}", size - 1);
        assert_eq!(rest.header("content-range"), Some(content_range.as_str()));
        assert_eq!([&whole.body[..half], &rest.body].concat(), whole.body);
        let other = fetch(&mut ann, &id, &[("range", &range), ("if-range", "\"another\"")]).await;
        assert_eq!((other.status, other.body.len()), (200, size));
        let outside = fetch(&mut ann, &id, &[("range", "bytes=99999999-")]).await;
        assert_eq!((outside.status, outside.code().as_str()), (416, "bad_range"));
        assert_eq!(settled(&mut ann).await[0]["download"]["times"], 3);

        assert_eq!(delete(&mut ann, &id).await.status, 200);
        assert_eq!(fetch(&mut ann, &id, &[]).await.code(), "bundle_unknown");
        assert_eq!(delete(&mut ann, &id).await.code(), "bundle_unknown");
        assert!(rows(&mut ann).await.is_empty());
        let since = Instant::now();
        while !zips(&place.data()).is_empty() {
            assert!(since.elapsed() < Duration::from_secs(30), "its file is left");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
}

/// covers: [BUNDLE-02, DET-05]
#[test]
fn each_service_answers_at_its_own_path_in_the_public_format() {
    run(async {
        let place = Place::new().with_settings(SETTINGS);
        let (_server, mut ann) = started(&place).await;
        let body = || json!({"name": "by path", "parameters": {"thread_dump": {"count": 0}}});
        for (service, path) in [
            ("artifactory", "/artifactory/api/system/support/bundle/"),
            ("artifactory", "/artifactory/api/system/support/bundle"),
            ("distribution", "/distribution/api/v1/system/support/bundle"),
            ("xray", "/ui/api/v1/xray/api/v1/system/support/bundle"),
            ("mc", "/mc/api/v1/system/support/bundle"),
            ("insight", "/insight/api/v1/system/support/bundle"),
            ("tracker", "/ui/api/v1/tracker/api/v3/pdn/system/support/bundle"),
        ] {
            let made = ann.post(path, body()).await;
            assert_eq!(made.status, 200, "{path}: {}", String::from_utf8_lossy(&made.body));
            let made = made.json();
            let id = made["id"].as_str().expect("an id");
            assert!(id.starts_with("B1-") && id.ends_with(service), "{id}");
            let url = made[service]["bundle_url"].as_str().expect("an address");
            assert!(url.ends_with(&format!("/downloadBundle/{id}")), "{url}");
            assert!(made[service]["service_id"].as_str().is_some_and(|id| id.contains('@')));
        }
        // Requests to mission control must not have the field; others may repeat the service's own name.
        let named = |service: &str| json!({"service": service, "parameters": {"thread_dump": {"count": 0}}});
        let refused = ann.post("/mc/api/v1/system/support/bundle", named("mc")).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "bundle_service_in_body"));
        assert_eq!(ann.post("/xray/api/v1/system/support/bundle", named("xray")).await.status, 200);
        settled(&mut ann).await;
        let listed = ann.get("/artifactory/api/system/support/bundles/").await;
        assert_eq!(listed.header("cache-control"), Some("no-store"));
        let listed = listed.json();
        assert_eq!(listed["count"], 2);
        assert_eq!(listed["bundles"][0]["status"], "success");
        assert!(listed["bundles"][0]["created"].is_string());
    });
}

/// covers: [BUNDLE-02]
#[test]
fn invalid_requests_are_explained_and_start_nothing() {
    run(async {
        let settings = "[installation.access]\nmfa_required = \"nobody\"\n";
        let place = Place::new().with_settings(settings);
        let (_server, mut ann) = started(&place).await;
        let with = |parameters: Value| json!({"service": "artifactory", "parameters": parameters});
        let dump = |count: Value| with(json!({"thread_dump": {"count": count}}));
        for (body, status, code, field) in [
            (dump(json!(1.5)), 400, "bundle_not_an_integer", "parameters.thread_dump.count"),
            (dump(json!("two")), 400, "bundle_not_an_integer", "parameters.thread_dump.count"),
            (dump(json!(21)), 400, "bundle_thread_dump_count", "parameters.thread_dump.count"),
            (
                with(json!({"thread_dump": {"interval": "9e9"}})),
                400,
                "bundle_not_an_integer",
                "parameters.thread_dump.interval",
            ),
            (
                with(json!({"logs": {"start_date": "2026-02-30"}})),
                400,
                "bundle_date",
                "parameters.logs.start_date",
            ),
            (
                with(json!({"total_bytes_max": 1})),
                400,
                "bundle_total_bytes",
                "parameters.total_bytes_max",
            ),
            (json!({"service": "artifactory", "name": "\u{1b}[2J"}), 400, "bundle_name", "name"),
            (json!({"service": "../artifactory"}), 400, "bundle_service_not_askable", "service"),
            (json!({"service": "access"}), 400, "bundle_service_not_askable", "service"),
            (json!({}), 400, "bundle_services", "service"),
            (
                json!({"services": ["artifactory", "artifactory"]}),
                400,
                "bundle_services",
                "service",
            ),
            (json!({"service": "xray"}), 409, "bundle_service_not_running", "service"),
        ] {
            let refused = ann.post(GENERATE, body.clone()).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code), "{body}");
            assert_eq!(refused.json()["error"]["field"], field);
        }
        assert_eq!(ann.post(GENERATE, json!({"sevice": "x"})).await.code(), "malformed_body");
        for id in [
            "B1-1767225600000-artifactory",
            "..%2F..%2Fvault%2Fmaster.key",
            "B1-1767225600000-artifactory%2F..%2F..%2Fepoch",
            "B1-0000000000000-..",
            "%00",
            &"9".repeat(5_000),
        ] {
            for answer in [
                fetch(&mut ann, id, &[]).await,
                delete(&mut ann, id).await,
                ann.get(&format!("ui/userSupport/previewBundle/{id}")).await,
            ] {
                assert_eq!(answer.code(), "bundle_unknown", "{id}: {}", answer.status);
            }
        }
        assert!(rows(&mut ann).await.is_empty() && zips(&place.data()).is_empty());
    });
}

#[test]
fn only_administrators_can_access_bundles() {
    run(async {
        let place = Place::new().with_settings(SETTINGS);
        let (server, mut bob) = crate::licences::with_bob(&place).await;
        let mut ann = signed_in(&server).await;
        assert_eq!(ann.post(GENERATE, small(&["xray"])).await.status, 200);
        let id = settled(&mut ann).await[0]["id"].as_str().expect("an id").to_owned();
        let mut visitor = Browser::visiting(&server).await;
        for (browser, code) in [(&mut visitor, "not_signed_in"), (&mut bob, "not_authorized")] {
            for answer in [
                browser.get(LIST).await,
                browser.post(GENERATE, small(&["xray"])).await,
                browser.post("ui/userSupport/previewBundle", small(&["xray"])).await,
                browser.get(&format!("ui/userSupport/previewBundle/{id}")).await,
                fetch(browser, &id, &[]).await,
                delete(browser, &id).await,
                browser.post("/xray/api/v1/system/support/bundle", json!({})).await,
                browser.post("/artifactory/api/system/support/bundle/", json!({})).await,
                browser.get("/artifactory/api/system/support/bundles/").await,
            ] {
                assert_eq!(answer.code(), code);
            }
        }
        let foreign = Request::new("POST", GENERATE).header("origin", "https://evil.example");
        assert_eq!(ann.send(foreign.json(&small(&["xray"]))).await.code(), "foreign_origin");
        assert_eq!(rows(&mut ann).await.len(), 1);
    });
}

/// covers: [BUNDLE-01]
#[test]
fn concurrent_requests_create_separate_bundles() {
    run(async {
        let place = Place::new().with_settings(SETTINGS);
        let (server, mut ann) = started(&place).await;
        let mut too = signed_in(&server).await;
        let (one, two) = (small(&["xray", "mc"]), small(&["xray"]));
        let (one, two) = tokio::join!(ann.post(GENERATE, one), too.post(GENERATE, two));
        assert_eq!((one.status, two.status), (200, 200));
        assert_ne!(one.json()["id"], two.json()["id"]);
        let rows = settled(&mut ann).await;
        assert_eq!(rows.len(), 3);
        assert!(rows.iter().all(|row| row["status"] == "success"), "{rows:?}");
        assert_eq!(zips(&place.data()).len(), 3);
    });
}
