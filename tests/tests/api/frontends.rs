//! Definitions of service front-ends, the files of a build, and error reports of pages.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha384};
use waybill_tests::{Browser, Place, Request, can_run, or_not_run, run};

use crate::{NOT_BUILT, own, records, shared, signed_in};

fn dist(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist").join(path)
}

/// The front-ends of the console's build; prints a note if it is not built.
fn built() -> Option<Vec<Value>> {
    let manifest = std::fs::read(dist("frontends/manifest.json"));
    let manifest = or_not_run(manifest.ok(), NOT_BUILT)?;
    serde_json::from_slice(&manifest).expect("a list of front-ends")
}

/// covers: [MFE-01]
#[test]
fn definitions_require_sign_in() {
    run(async {
        let answer = Browser::new(shared()).get("system/frontends").await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "no_session"));
        let answer = Browser::visiting(shared()).await.get("system/frontends").await;
        assert_eq!((answer.status, answer.code().as_str()), (401, "not_signed_in"));
    });
}

/// covers: [MFE-01, MFE-02, MFE-05]
#[test]
fn definitions_match_the_build_and_the_running_services() {
    let Some(built) = built() else { return };
    run(async {
        let mut browser = signed_in(shared()).await;
        let services = browser.get("system/frontends").await.json();
        let received = services["frontends"].as_array().expect("a list");
        let names: Vec<&str> = received.iter().filter_map(|one| one["name"].as_str()).collect();
        assert!(names.contains(&"insight") && names.contains(&"tree"), "{names:?}");
        assert!(!names.contains(&"pipelines"), "no such service runs: {names:?}");
        for one in received {
            let name = one["name"].as_str().expect("a name");
            assert!(built.iter().any(|built| built["name"] == *name), "{name}");
            let receives = ["distribution", "pipelines", "insight"].contains(&name);
            assert_eq!(one["components"], receives, "{name}");
            let own = format!("/{name}/");
            for path in one["paths"].as_array().expect("paths") {
                let path = path.as_str().expect("a path");
                assert!(format!("{path}/").starts_with(&own), "{name} announces {path}");
            }
            let script = one["script"].as_str().expect("an address");
            let answer = browser.get(script).await;
            assert_eq!(answer.status, 200, "{script}");
            assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"));
            assert!(
                answer.header("cache-control").is_some_and(|value| value.contains("immutable"))
            );
            // The integrity attribute is the hash of the served content.
            let hash = Sha384::digest(&answer.body);
            assert_eq!(one["integrity"], format!("sha384-{}", base64(&hash)), "{script}");
        }
    });
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // A length that is a multiple of three needs no padding; SHA-384 has 48 bytes.
    let of_three = |three: &[u8]| {
        let number = three.iter().fold(0_usize, |sum, byte| sum * 256 + usize::from(*byte));
        [18, 12, 6, 0].map(|shift| char::from(LETTERS[(number >> shift) & 63]))
    };
    bytes.chunks(3).flat_map(of_three).collect()
}

/// covers: [BOOT-01]
#[test]
fn a_missing_file_is_not_answered_with_the_page() {
    run(async {
        let mut browser = Browser::new(shared());
        for path in [
            "js/login-00000000.js",
            "css/login-00000000.css",
            "workers/search-00000000.js",
            "assets/mark-00000000.svg",
            "frontends/insight/insight-00000000.js",
            "frontends/manifest.json",
            ".vite/manifest.json",
            ".waybill-stamp",
        ] {
            let answer = browser.get(&format!("/ui/{path}")).await;
            assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{path}");
            assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{path}");
            // A file that is missing now may exist after the next start.
            let kept = answer.header("cache-control").unwrap_or_default();
            assert!(!kept.contains("immutable"), "{path}: {kept}");
        }
    });
}

/// covers: [BOOT-01]
#[test]
fn the_page_is_revalidated_and_its_files_are_immutable() {
    if !can_run(dist("index.html").exists(), NOT_BUILT) {
        return;
    }
    run(async {
        let mut browser = Browser::new(shared());
        for path in ["/ui/", "/ui/login", "/ui/packages/x"] {
            let answer = browser.get(path).await;
            assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
        }
        // The server completes the addresses that the build has written into it.
        let page = browser.get("/ui/").await.body;
        let page = String::from_utf8(page).expect("a text");
        let named = page.split(['"']).filter(|text| text.starts_with("/ui/"));
        let named: Vec<&str> = named.collect();
        let of = |folder: &str| named.iter().filter(|path| path.starts_with(folder)).count();
        assert!(of("/ui/js/") > 0 && of("/ui/css/") > 0, "{named:?}");
        for path in named {
            let answer = browser.get(path).await;
            assert_eq!(answer.status, 200, "{path}");
            // The page asks for the session itself; that is no file.
            if path == "/ui/api/v1/session" {
                continue;
            }
            let kept = answer.header("cache-control").unwrap_or_default();
            assert!(kept.contains("immutable"), "{path}: {kept}");
        }
    });
}

/// covers: [BOOT-01]
#[test]
fn the_page_is_compressed_where_a_browser_takes_it() {
    if !can_run(dist("index.html").exists(), NOT_BUILT) {
        return;
    }
    run(async {
        let mut browser = Browser::new(shared());
        let plain = browser.get("/ui/login").await;
        assert_eq!(plain.header("content-encoding"), None);
        for (accepted, encoding) in [
            ("gzip, deflate, br, zstd", Some("gzip")),
            ("br;q=1.0, gzip;q=0.5", Some("gzip")),
            ("gzip;q=0", None),
            ("gzipped", None),
        ] {
            let request = Request::new("GET", "/ui/login").header("accept-encoding", accepted);
            let answer = browser.send(request).await;
            assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
            assert_eq!(answer.header("vary"), Some("accept-encoding"), "{accepted}");
            let mut page = answer.body;
            if encoding.is_some() {
                let mut unpacked = Vec::new();
                GzDecoder::new(&*page).read_to_end(&mut unpacked).expect("gzip");
                page = unpacked;
            }
            assert_eq!(page, plain.body, "{accepted}");
        }
    });
}

/// covers: [BOOT-03]
#[test]
fn a_report_of_a_page_is_one_safe_line_in_the_log_only() {
    let place = Place::new();
    run(async {
        let server = own(&place).await;
        let mut browser = Browser::visiting(&server).await;
        let token = "5e".repeat(32);
        let what = "Loading chunk canary failed\r\n2026-01-01T00:00:00Z ERROR forged";
        let detail = format!("ChunkLoadError\n at (/ui/setup?token={token}) \u{1b}[2J {token}");
        let answer = browser.post("ui/clientErrors", json!({"what": what, "detail": detail})).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        let log = place.log();
        let line = log.lines().find(|line| line.contains("Loading chunk canary failed"));
        let line = line.unwrap_or_else(|| panic!("it is not in the log: {log}"));
        assert!(line.contains("forged") && line.contains("ChunkLoadError"), "{line}");
        assert!(!log.contains(&token), "a token is in the log");
        assert!(!line.contains("\u{1b}[2J"), "{line:?}");
        // It is not recorded in the session.
        assert!(records(&mut browser).await.is_empty());
    });
}

/// covers: [BOOT-03]
#[test]
fn reports_are_limited_in_size_number_and_origin() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let report = || json!({"what": "x", "detail": ""});
        let mut stranger = Browser::new(shared());
        assert_eq!(stranger.post("ui/clientErrors", report()).await.code(), "no_session");
        let foreign =
            Request::new("POST", "ui/clientErrors").header("origin", "https://evil.example");
        let answer = browser.send(foreign.json(&report())).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "foreign_origin"));
        let long = json!({"what": "x", "detail": "y".repeat(5_000)});
        assert_eq!(browser.post("ui/clientErrors", long).await.code(), "too_long");
        let unknown = json!({"what": "x", "password": "y"});
        assert_eq!(browser.post("ui/clientErrors", unknown).await.code(), "malformed_body");
        let mut refused = None;
        for _ in 0..30 {
            let answer = browser.post("ui/clientErrors", report()).await;
            if answer.status != 200 {
                refused = Some(answer);
                break;
            }
        }
        let refused = refused.expect("a limit");
        assert_eq!((refused.status, refused.code().as_str()), (429, "too_many_reports"));
        assert!(refused.header("retry-after").is_some());
        // Another session is not affected.
        let mut other = Browser::visiting(shared()).await;
        assert_eq!(other.post("ui/clientErrors", report()).await.status, 200);
    });
}
