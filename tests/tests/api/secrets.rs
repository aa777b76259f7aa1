//! Secrets in the server's output: every secret of a whole session is a unique text that is searched for in everything
//! that the server writes. And what an auditor can do with the journals.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU16, Ordering};

use serde_json::json;
use waybill_tests::{Browser, Place, Request, Tab, codes, run};

use crate::{ANN, own, records, signed_in};

const FIRST: &str = "canary-first-password-4e1b";
const SECOND: &str = "canary-second-password-93f7";
const WRONG: &str = "canary-wrong-password-c2d8";
const IN_ENVIRONMENT: &str = "canary-environment-b07f";

/// All files below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.is_file() {
            // A socket is none.
            found.push(path);
        }
    }
    found
}

/// Bytes as lower-case text for searching.
pub(crate) fn searchable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).to_ascii_lowercase()
}

pub(crate) fn contains(haystack: &str, needle: &str) -> bool {
    haystack.contains(&needle.to_ascii_lowercase())
}

/// Whether a text contains a code as a separate word: six digits alone occur in many longer numbers.
fn contains_code(haystack: &str, code: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    haystack.match_indices(code).any(|(at, _)| {
        !haystack[..at].ends_with(is_part) && !haystack[at + code.len()..].starts_with(is_part)
    })
}

fn holds(haystack: &str, what: &str, secret: &str) -> bool {
    if what == "a one-time code" {
        contains_code(haystack, secret)
    } else {
        contains(haystack, secret)
    }
}

/// A port that stays free until a server binds it: below the range of ephemeral ports.
pub(crate) fn free_port() -> SocketAddr {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 20_000).expect("it fits");
    loop {
        let next = TAKEN.fetch_add(1, Ordering::Relaxed);
        let port = 10_000 + (first + next) % 20_000;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}

/// A session from the set-up link to its end, and all of its secrets.
async fn whole_session(place: &Place, metrics: SocketAddr) -> Vec<(&'static str, String)> {
    let server = place.start();
    let mut secrets = vec![
        ("the first password", FIRST.to_owned()),
        ("the second password", SECOND.to_owned()),
        ("a wrong password", WRONG.to_owned()),
        ("the set-up token", server.setup_token()),
    ];
    let mut browser = Browser::visiting(&server).await;
    secrets.push(("the visitor's cookie", browser.token()));
    browser.set_up(&server, ANN, FIRST).await;
    browser.log_in(ANN, WRONG).await;
    assert_eq!(browser.log_in(ANN, FIRST).await.json()["next"], "enrol_required");
    let enrolment = browser.get("ui/auth/mfa/enroll").await.json();
    let secret = enrolment["secret"].as_str().expect("a secret").to_owned();
    secrets.push(("the second factor", secret.clone()));
    let now = codes::steady().await;
    let code = codes::at(&secret, now - 30);
    secrets.push(("a one-time code", code.clone()));
    let answer = browser.post("ui/auth/mfa/enroll", json!({"code": code})).await;
    for code in answer.json()["recovery_codes"].as_array().expect("codes") {
        secrets.push(("a recovery code", code.as_str().expect("a code").to_owned()));
    }
    secrets.push(("the cookie", browser.token()));
    let mut tab = Tab::open(&mut browser).await;
    tab.settle("/packages").await;
    assert_eq!(tab.command("password", json!({"type": "open"})).await["type"], "ack");
    let changed =
        browser.post("ui/auth/changePassword", json!({"current": FIRST, "new": SECOND})).await;
    assert_eq!(changed.status, 200, "{}", changed.json());
    // Secrets in wrong places: in the wrong field, with the wrong type, in the URL.
    for body in [json!({"user": ANN, "password": "x", "type": WRONG}), json!({(WRONG): 1})] {
        assert_eq!(browser.post("ui/auth/login", body).await.status, 400);
    }
    browser.get(&format!("setup?token={}", secrets[3].1)).await;
    tab.go(&format!("/login?password={WRONG}&key={WRONG}")).await;
    tab.send_json(&json!({"type": "command", "password": WRONG})).await;
    browser.post("ui/auth/logout", json!({})).await;
    let recovery =
        secrets.iter().find(|(what, _)| *what == "a recovery code").expect("one").1.clone();
    browser.log_in(ANN, SECOND).await;
    let verified = browser.post("ui/auth/mfa/verify", json!({"recovery_code": recovery})).await;
    assert_eq!(verified.status, 200, "{}", verified.json());
    secrets.push(("the second cookie", browser.token()));
    let everything = serde_json::to_vec(&records(&mut browser).await).expect("JSON");
    let everything = searchable(&everything);
    for (what, secret) in &secrets {
        assert!(!holds(&everything, what, secret), "{what} is in a message to a tab");
    }
    browser.send(Request::new("GET", "session").header("authorization", WRONG)).await;
    let made =
        place.run(&["licence", "make", "--type", "ENTERPRISE_PLUS", "--to", "canary-holder-2c9d"]);
    let key = String::from_utf8(made.stdout).expect("a key");
    assert_eq!(browser.post("system/licenses", json!({"licenseKey": key})).await.status, 200);
    secrets.push(("the licence's holder", "canary-holder-2c9d".to_owned()));
    let checksum = key.lines().max_by_key(|line| line.len()).expect("a line");
    secrets.push(("the licence key", checksum.to_owned()));
    secrets.push(("an environment variable", IN_ENVIRONMENT.to_owned()));
    let files = crate::bundles::made(&mut browser, place).await;
    let shown = searchable(&files["configuration/licence.json"]);
    assert!(shown.contains("[redacted]"), "{shown}");
    for (path, content) in &files {
        for (what, secret) in &secrets {
            let found = holds(&searchable(content), what, secret);
            assert!(!found, "{what} is in the bundle, in {path}");
        }
    }
    let mut prometheus = Browser::new(&server);
    prometheus.address = metrics;
    let page = searchable(&prometheus.get("/metrics").await.body);
    assert!(page.contains("waybill_journal_records"), "{page}");
    for (what, secret) in &secrets {
        assert!(!holds(&page, what, secret), "{what} is in the metrics");
    }
    server.stop();
    secrets
}

#[test]
fn a_code_is_found_as_a_word_and_not_within_a_longer_number() {
    for text in [r#"{"code":"123456"}"#, "code=123456&x", "123456", "said 123456, twice"] {
        assert!(contains_code(text, "123456"), "{text}");
    }
    for text in ["1123456", "123456.7", "2026-11-123456", "a123456f", "12345"] {
        assert!(!contains_code(text, "123456"), "{text}");
    }
}

/// covers: [EVT-08]
#[test]
fn the_server_writes_no_secrets() {
    let metrics = free_port();
    let settings =
        format!("metrics_listen = \"{metrics}\"\n[installation.access]\ntotp_skew_steps = 1\n");
    let place = Place::new()
        .with_settings(&settings)
        .with_env("PLANTED_TOKEN", IN_ENVIRONMENT)
        .with_env("WAYBILL_LOG", "trace,sled=info,tungstenite=trace");
    run(async {
        let secrets = whole_session(&place, metrics).await;
        let log = place.log();
        assert!(log.contains("a request was rejected"), "the log is not complete");
        for (what, secret) in &secrets {
            let received =
                log.lines().find(|line| holds(&searchable(line.as_bytes()), what, secret));
            assert_eq!(received, None, "{what} is in the log");
            if *what != "the set-up token" {
                assert!(
                    !holds(&searchable(place.printed().as_bytes()), what, secret),
                    "{what} was printed"
                );
            }
        }
        let mut can_be_searched = false;
        for file in files(&place.data()) {
            let text = searchable(&fs::read(&file).expect("a file"));
            can_be_searched |= contains(&text, "access.authenticate");
            for (what, secret) in &secrets {
                assert!(!holds(&text, what, secret), "{what} is in {}", file.display());
            }
        }
        assert!(can_be_searched, "the records are not written as they are");
    });
}

/// covers: [EVT-08, ONB-01, LIC-01]
#[test]
fn personal_texts_and_licence_holders_are_in_the_vault_only() {
    const TYPED: [&str; 3] = ["canary-role-51d0", "canary-company-0b7e", "canary-project-c4a9"];
    const HOLDER: &str = "canary-holder-77e2";
    const NO_KEY: &str = "canary-no-key-19f3";
    let place = Place::new().with_env("WAYBILL_LOG", "trace,sled=info,tungstenite=trace");
    run(async {
        let server = own(&place).await;
        let mut browser = signed_in(&server).await;
        let mut tab = Tab::open(&mut browser).await;
        tab.command("startup", json!({"type": "start"})).await;
        let ready = |tab: &Tab| tab.changes.iter().any(|change| change["to"] == "ready");
        tab.receive_until(ready).await;
        for event in [
            json!({"type": "begin"}),
            json!({"type": "next"}),
            json!({"type": "choose", "purpose": "commercial"}),
            json!({"type": "next"}),
        ] {
            assert_eq!(tab.command("onboarding", event.clone()).await["type"], "ack", "{event}");
        }
        let details = "ui/onboarding/details";
        let [role, company, project] = TYPED;
        let form = json!({"role": "other", "otherRole": role, "companyName": company, "ossProjectName": project});
        assert_eq!(browser.post(details, form).await.status, 200);
        // In wrong places, and where no text is expected.
        for form in
            [json!({"role": role}), json!({(company): 1}), json!({"companyName": [company]})]
        {
            assert_eq!(browser.post(details, form).await.status, 400);
        }
        tab.command("onboarding", json!({"type": "next", "companyName": company})).await;
        tab.command("onboarding", json!({"type": "want", "desired_features": [project]})).await;
        let made = place.run(&["licence", "make", "--type", "EDGE", "--to", HOLDER]);
        let key = String::from_utf8(made.stdout).expect("text");
        let install = |key: &str| json!({"licenseKey": key});
        for wrong in [NO_KEY.to_owned(), key.replace("EDGE", NO_KEY), format!("{key}{NO_KEY}")] {
            assert_eq!(browser.post("system/licenses", install(&wrong)).await.status, 422);
        }
        assert_eq!(browser.post("system/licenses", install(&key)).await.status, 200);
        let report = json!({"what": "x", "detail": format!("https://here/ui/?{NO_KEY}={HOLDER}")});
        assert_eq!(browser.post("ui/clientErrors", report).await.status, 200);
        server.stop();
    });
    let log = place.log();
    assert!(log.contains("a page of the console reports"), "the log is not complete");
    let holds = |word: &str| {
        let found = files(&place.data()).into_iter();
        found.filter(|file| contains(&searchable(&fs::read(file).expect("a file")), word)).count()
    };
    assert!(holds("other_role") > 0, "the records are not written as they are");
    for word in TYPED.into_iter().chain([HOLDER, NO_KEY, "WAYBILL-LICENCE"]) {
        assert!(!contains(&searchable(log.as_bytes()), word), "{word} is in the log");
        assert_eq!(holds(word), 0, "{word} is in the data");
    }
}

#[cfg(unix)]
#[test]
fn the_vault_is_readable_by_its_owner_only() {
    let place = Place::new();
    place.start().stop();
    for file in files(&place.data().join("vault")) {
        let mode = fs::metadata(&file).expect("a file").permissions().mode();
        let folder =
            fs::metadata(file.parent().expect("a folder")).expect("it").permissions().mode();
        assert!(mode & 0o077 == 0 || folder & 0o077 == 0, "{}: {mode:o}", file.display());
    }
}

/// covers: [EVT-03]
#[test]
fn an_auditor_can_list_show_replay_export_and_verify_and_detects_a_changed_byte() {
    let place = Place::new();
    run(async {
        let server = crate::own(&place).await;
        let mut browser = crate::signed_in(&server).await;
        let mut tab = Tab::open(&mut browser).await;
        for number in 0..5 {
            tab.go(&format!("/login?n={number}")).await;
        }
        browser.post("ui/auth/logout", json!({})).await;
        server.stop();
    });
    let listed = place.run(&["audit", "list", "--json", "--data", "{data}"]);
    assert!(listed.status.success());
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    let sessions = listed.as_array().expect("a list");
    let session =
        sessions.iter().find(|session| session["closed"] == true).expect("one that ended");
    let id = session["session"].as_str().expect("an id");
    assert!(session["who"].as_str().is_some_and(|who| who.starts_with("p_")));
    for arguments in [
        vec!["audit", "list", "--data", "{data}"],
        vec!["audit", "show", id, "--data", "{data}"],
        vec!["audit", "show", id, "--json", "--data", "{data}"],
        vec!["audit", "replay", id, "--data", "{data}"],
        vec!["audit", "replay", "--data", "{data}"],
        vec!["audit", "list", "--platform", "--data", "{data}"],
        vec!["audit", "list", "--platform", "--json", "--data", "{data}"],
        vec!["audit", "show", "setup", "--data", "{data}"],
        vec!["audit", "replay", "setup", "--data", "{data}"],
        vec!["audit", "replay", "--platform", "--data", "{data}"],
        vec!["audit", "export", "setup", "--data", "{data}"],
        vec!["audit", "verify", "--data", "{data}"],
        vec!["audit", "verify", "--json", "--data", "{data}"],
        vec!["fsck", "--data", "{data}"],
        vec!["fsck", "--json", "--data", "{data}"],
    ] {
        let output = place.run(&arguments);
        let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{arguments:?}: {output_text}"
        );
    }
    let stranger = place.run(&["audit", "show", "user/p_none", "--data", "{data}"]);
    let output_text = String::from_utf8_lossy(&stranger.stderr).into_owned();
    assert_eq!(stranger.status.code(), Some(2));
    assert!(output_text.contains("list --platform"), "{output_text}");
    let trace = place.path("trace.jsonl");
    let path = trace.to_str().expect("a path");
    let exported = place.run(&["audit", "export", id, "-o", path, "--data", "{data}"]);
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    assert!(place.run(&["audit", "verify", path]).status.success());
    let whole = fs::read(&trace).expect("a trace");
    assert!(!contains(&searchable(&whole), r#""ann""#), "a name is in the trace");
    let lines = whole.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(Some(lines as u64 - 1), session["records"].as_u64());
    // A byte of every part, from the header to the last record.
    for part in 1..20 {
        let mut spoilt = whole.clone();
        let place_of = spoilt.len() * part / 20;
        spoilt[place_of] ^= 1;
        fs::write(&trace, &spoilt).expect("a spoilt trace");
        let verified = place.run(&["audit", "verify", path]);
        assert_eq!(verified.status.code(), Some(1), "byte {place_of} may change");
        assert!(!verified.stdout.is_empty());
    }
    // A truncated trace.
    let end = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').expect("lines") + 1;
    fs::write(&trace, &whole[..end]).expect("a shorter trace");
    assert_eq!(place.run(&["audit", "verify", path]).status.code(), Some(1));
}
