//! Log files: services write them, administrators read them, and attackers cannot misuse them.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, Tab, run};

use crate::licences::with_bob;
use crate::{own, shared, signed_in};

/// A trace id that a client sends.
const TRACE: &str = "0123456789abcdef";

async fn data(browser: &mut Browser, service: &str, kind: &str, rest: &str) -> Value {
    let path = format!("system/logs/data/{service}?id={service}-{kind}.log{rest}");
    let answer = browser.get(&path).await;
    assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

fn content(data: &Value) -> &str {
    data["log_content"].as_str().expect("a text")
}

/// Polls a log until it contains a word: lines are written after the response to their request.
async fn until(browser: &mut Browser, service: &str, kind: &str, word: &str) -> String {
    let since = Instant::now();
    loop {
        let text = content(&data(browser, service, kind, "").await).to_owned();
        if text.contains(word) {
            return text;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "no {word} in {text}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits for a message about a subscription.
async fn topic_message(
    tab: &mut Tab,
    kind: &str,
    id: &str,
    holds: impl Fn(&Value) -> bool,
) -> Value {
    let found = |tab: &Tab| {
        let fits =
            |message: &&Value| message["type"] == kind && message["id"] == id && holds(message);
        tab.others.iter().find(fits).cloned()
    };
    tab.receive_until(|tab| found(tab).is_some()).await;
    found(tab).expect("it was received")
}

/// covers: [LOGV-02, DET-07]
#[test]
fn an_administrator_reads_the_log_files_of_the_services() {
    run(async {
        let mut ann = signed_in(shared()).await;
        let config = ann.get("system/logs/config/artifactory").await.json();
        assert_eq!(config["refresh_rate_millis"], 10_000);
        assert_eq!(config["logs"].as_array().map(Vec::len), Some(4));
        let node = config["nodes"][0].as_str().expect("a node").to_owned();
        assert_eq!(ann.get(&format!("system/logs/config/artifactory/{node}")).await.json(), config);
        let public = ann.get("/artifactory/api/system/logs/config").await;
        assert_eq!(public.json(), config);
        assert_eq!(public.header("cache-control"), Some("no-store"));
        assert_eq!(ann.get("/access/api/v1/system/logs/config").await.status, 200);

        let named = Request::new("GET", "system/version?token=canary-4711&id=seen");
        let answer = ann.send(named.header("x-trace-id", TRACE)).await;
        assert_eq!(answer.header("x-trace-id"), Some(TRACE));
        let text = until(&mut ann, "artifactory", "request", TRACE).await;
        let line = text.lines().find(|line| line.contains(TRACE)).expect("a line");
        let fields: Vec<&str> = line.split('|').collect();
        assert_eq!(fields.len(), 11, "{line}");
        assert_eq!(fields[4..8], ["GET", "/ui/api/v1/system/version?id=seen&…", "200", "-1"]);
        assert!(fields[3].starts_with("p_"), "{line}");
        assert!(!text.contains("canary-4711"));

        let first = data(&mut ann, "artifactory", "request", "").await;
        let size = first["file_size"].as_u64().expect("a size");
        let next = data(&mut ann, "artifactory", "request", &format!("&file_size={size}")).await;
        assert!(!content(&next).contains("system/logs/data"), "following a log feeds it: {next}");
        let second =
            format!("system/logs/data/artifactory/{node}/artifactory-request.log?offset={size}");
        assert_eq!(ann.get(&second).await.status, 200);
        let id = "id=artifactory-request.log";
        let public = Request::new("GET", &format!("/artifactory/api/system/logs/data?{id}"));
        let public = ann.send(public.header("x-jfrog-node-id", &node)).await.json();
        assert_eq!(content(&public).lines().next(), content(&first).lines().next());

        let access = until(&mut ann, "access", "access", "ACCEPTED LOGIN").await;
        assert!(access.lines().all(|line| !line.contains("correct horse")), "{access}");
    });
}

/// covers: [LOGV-02]
#[test]
fn a_request_and_its_records_and_errors_have_the_same_trace() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut browser = Browser::visiting(&server).await;
        let login = json!({"user": "ann", "password": "wrong", "type": "login"});
        let origin = browser.origin.clone();
        let request = Request::new("POST", "ui/auth/login").json(&login).header("origin", &origin);
        let refused = browser.send(request.header("x-trace-id", TRACE)).await;
        assert_eq!((refused.status, refused.json()["error"]["trace"].as_str()), (401, Some(TRACE)));
        let records = crate::records(&mut browser).await;
        let submitted = records.iter().find(|record| record["event"]["type"] == "submit");
        let command =
            submitted.expect("a record")["command"].as_str().expect("a command").to_owned();
        assert!(command.starts_with(&format!("c_{TRACE}_")), "{command}");
        for (sent, kept) in [("short", false), ("zzzzzzzzzzzzzzzz", false), (TRACE, true)] {
            let request = Request::new("GET", "no/such/call").header("x-trace-id", sent);
            let answer = browser.send(request).await;
            let trace = answer.json()["error"]["trace"].as_str().expect("a trace").to_owned();
            assert_eq!(trace == sent, kept, "{sent}");
            assert_eq!(answer.header("x-trace-id"), Some(trace.as_str()));
        }
        let mut ann = signed_in(&server).await;
        let made = json!({"project_key": "traced", "display_name": "Traced"});
        let request = Request::new("POST", "projects").json(&made).header("origin", &origin);
        let trace = "feedfacefeedface";
        assert_eq!(ann.send(request.header("x-trace-id", trace)).await.status, 200);
        until(&mut ann, "access", "access", "DENIED LOGIN").await;
        until(&mut ann, "access", "request", trace).await;
        let audit_log = until(&mut ann, "access", "audit", trace).await;
        let line = audit_log.lines().find(|line| line.contains(trace)).expect("a line");
        let is_whole =
            line.contains("|project/traced|C|PRJ|") && line.contains("\"name\":\"Traced\"");
        assert!(is_whole && line.contains("|127."), "{line}");
        // Commands over the socket that lead to calls have a source address, too.
        let mut tab = Tab::open(&mut ann).await;
        tab.command("startup", json!({"type": "start"})).await;
        let audit_log = until(&mut ann, "access", "audit", "|U|USR|").await;
        let mut changes = audit_log.lines().filter(|line| line.contains("|U|USR|"));
        assert!(changes.all(|line| line.contains("|127.")), "{audit_log}");
        // Creating and changing passwords is logged without the passwords.
        assert!(
            audit_log.contains("|C|USR|") && audit_log.contains("password\":\"*\""),
            "{audit_log}"
        );
        server.stop();
        let output = place.run(&["audit", "list", "--json", "--data", "{data}"]);
        assert!(output.status.success());
        let journal = fs::read_dir(place.data().join("log")).expect("a folder").count();
        assert!(journal > 1, "only one service has logs");
    });
}

/// covers: [LOGV-02]
#[test]
fn only_administrators_can_read_logs_and_only_existing_ones() {
    run(async {
        let place = Place::new();
        let (server, mut bob) = with_bob(&place).await;
        let calls = [
            "system/logs/config/artifactory",
            "system/logs/data/artifactory?id=artifactory-service.log",
            "system/logs/download/artifactory?id=artifactory-service.log",
            "/artifactory/api/system/logs/config",
            "/access/api/v1/system/logs/data?id=access-service.log",
        ];
        let mut visitor = Browser::visiting(&server).await;
        for path in calls {
            let refused = bob.get(path).await;
            assert_eq!(
                (refused.status, refused.code()),
                (403, "not_authorized".to_owned()),
                "{path}"
            );
            assert_eq!(visitor.get(path).await.status, 401, "{path}");
        }
        let mut ann = signed_in(&server).await;
        let data = "system/logs/data/artifactory?id=artifactory-service.log";
        for (path, status, code) in [
            ("system/logs/config/nothing", 404, "not_found"),
            ("system/logs/config/runtime", 404, "service_not_running"),
            ("system/logs/config/..%2f..%2fvault", 404, "not_found"),
            ("system/logs/config/artifactory?nodeId=other", 404, "unknown_node"),
            ("system/logs/config/artifactory?what=x", 400, "malformed_query"),
            ("system/logs/data/artifactory", 400, "missing_field"),
            ("system/logs/data/artifactory?id=access-service.log", 404, "unknown_log"),
            ("system/logs/data/artifactory?id=../access/access-service.log", 404, "unknown_log"),
            ("system/logs/data/artifactory?id=%2fetc%2fpasswd", 404, "unknown_log"),
            ("system/logs/data/artifactory?id=artifactory-service.log%00", 404, "unknown_log"),
            (&format!("{data}&file_size=x"), 400, "bad_number"),
            (&format!("{data}&before=9"), 400, "missing_field"),
            (&format!("{data}&before=x&generation=y"), 400, "bad_number"),
            (&format!("{data}&file_size=-1"), 400, "bad_number"),
            (&format!("{data}&file_size=1.5"), 400, "bad_number"),
            (&format!("{data}&file_size=99999999999999999999"), 400, "bad_number"),
            (&format!("{data}&file_size=999999999"), 416, "beyond_end"),
            (&format!("{data}&nodeId=other"), 404, "unknown_node"),
        ] {
            let answer = ann.get(path).await;
            assert_eq!((answer.status, answer.code()), (status, code.to_owned()), "{path}");
        }
        // A generation is only compared and never opened as a path; of a removed file nothing is returned.
        let climbing = format!("{data}&before=9&generation={}passwd", "..%2f".repeat(99));
        let gone = ann.get(&climbing).await.json();
        assert_eq!((&gone["log_content"], &gone["gap"]), (&json!(""), &json!("rotated")));
    });
}

/// covers: [LOGV-02]
#[test]
fn a_log_can_be_downloaded_completely_and_in_ranges() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        until(&mut ann, "access", "request", "ui/auth/login").await;
        let path = "system/logs/download/access?id=access-request.log";
        let whole = ann.get(path).await;
        assert_eq!(whole.status, 200);
        let named = "attachment; filename=\"access-request.log\"";
        assert_eq!(whole.header("content-disposition"), Some(named));
        let etag = whole.header("etag").expect("a tag").to_owned();
        let part = |range: &str, etag: &str| {
            Request::new("GET", path).header("range", range).header("if-range", etag)
        };
        let first = ann.send(part("bytes=0-9", &etag)).await;
        let rest = ann.send(part("bytes=10-", &etag)).await;
        assert_eq!((first.status, rest.status), (206, 206));
        let joined = [first.body, rest.body].concat();
        assert!(joined.starts_with(&whole.body), "the parts are not the whole");
        assert_eq!(ann.send(part("bytes=0-9", "\"other\"")).await.status, 200);
        let beyond = ann.send(part("bytes=99999999-", &etag)).await;
        assert_eq!((beyond.status, beyond.code()), (416, "bad_range".to_owned()));
        let never = ann.get("system/logs/download/jfconnect?id=jfconnect-audit.log").await;
        assert_eq!((never.status, never.code()), (404, "not_found".to_owned()));
    });
}

/// covers: [LOGV-02]
#[test]
fn a_log_that_is_rotated_truncated_or_a_link_is_read_with_a_gap_or_not_at_all() {
    run(async {
        let settings = "[logs]\nrotate_at_bytes = 2000\nkept = 2\n\
            [installation.access]\nmfa_required = \"nobody\"\n";
        let place = Place::new().with_settings(settings);
        let server = own(&place).await;
        let mut ann = signed_in(&server).await;
        ann.get("system/version").await;
        until(&mut ann, "artifactory", "request", "system/version").await;
        let first = data(&mut ann, "artifactory", "request", "").await;
        let generation = first["generation"].as_str().expect("a generation").to_owned();
        let folder = place.data().join("log").join("artifactory");
        let since = Instant::now();
        let rotated = || {
            let names = fs::read_dir(&folder).expect("a folder");
            let names = names.map(|entry| entry.expect("an entry").file_name());
            let names =
                names.filter(|name| name.to_string_lossy().starts_with("artifactory-request.2"));
            names.count()
        };
        while rotated() < 2 {
            ann.get("system/version").await;
            assert!(since.elapsed() < Duration::from_secs(30), "it is not rotated");
        }
        // The rest of the old file comes first, then the gap and the new file.
        let (mut last, mut generation) = (first, generation);
        while last["gap"] != "rotated" {
            let cursor = format!("&file_size={}&generation={generation}", last["file_size"]);
            last = data(&mut ann, "artifactory", "request", &cursor).await;
            generation = last["generation"].as_str().expect("a generation").to_owned();
        }
        assert!(since.elapsed() < Duration::from_secs(60), "there is no gap");
        let path = folder.join("artifactory-audit.log");
        fs::remove_file(&path).ok();
        std::os::unix::fs::symlink(place.path("config.toml"), &path).expect("a link");
        let link = ann.get("system/logs/data/artifactory?id=artifactory-audit.log").await;
        assert_eq!((link.status, link.code()), (503, "log_unreadable".to_owned()));
        assert!(!link.json().to_string().contains("mfa_required"));
        // The console continues, whatever the file is.
        let mut tab = Tab::open(&mut ann).await;
        tab.settle("/packages").await;
    });
}

/// covers: [LOGV-02]
#[test]
fn new_lines_are_pushed_to_followers_only() {
    run(async {
        let place = Place::new();
        let (server, mut bob) = with_bob(&place).await;
        let mut ann = signed_in(&server).await;
        ann.get("system/version").await;
        until(&mut ann, "artifactory", "request", "system/version").await;
        let node = ann.get("system/logs/config/artifactory").await.json()["nodes"][0].clone();
        let start = data(&mut ann, "artifactory", "request", "").await;
        let cursor =
            format!("{}@{}", start["file_size"], start["generation"].as_str().expect("one"));
        let subscription = |id: &str, cursor: Value| {
            let args =
                json!({"service": "artifactory", "node": node, "id": "artifactory-request.log"});
            json!({"type": "subscribe", "id": id, "topic": "logs", "args": args, "cursor": cursor})
        };
        let mut follower = Tab::open(&mut ann).await;
        follower.send_json(&subscription("s_1", json!(cursor))).await;
        let named = Request::new("GET", "system/version").header("x-trace-id", TRACE);
        ann.send(named).await;
        let holds =
            |message: &Value| message["data"]["text"].as_str().unwrap_or_default().contains(TRACE);
        let news = topic_message(&mut follower, "topic", "s_1", holds).await["data"].clone();
        assert!(news["file_size"].as_u64() > start["file_size"].as_u64());
        // Following the log has added no lines to it.
        let rest = format!("&file_size={}", news["file_size"]);
        assert_eq!(content(&data(&mut ann, "artifactory", "request", &rest).await), "");
        let mut other = Tab::open(&mut bob).await;
        other.send_json(&subscription("s_1", Value::Null)).await;
        assert_eq!(
            topic_message(&mut other, "topic_end", "s_1", |_| true).await["code"],
            "not_authorised"
        );
        let mut wrong = subscription("s_2", Value::Null);
        wrong["args"]["id"] = json!("../access/access-request.log");
        follower.send_json(&wrong).await;
        assert_eq!(
            topic_message(&mut follower, "topic_end", "s_2", |_| true).await["code"],
            "not_found"
        );
        follower.send_json(&subscription("s_3", json!("999999999"))).await;
        assert_eq!(
            topic_message(&mut follower, "topic_end", "s_3", |_| true).await["code"],
            "beyond_end"
        );
    });
}
