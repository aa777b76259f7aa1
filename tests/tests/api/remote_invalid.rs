//! A server in front of a platform that answers late, incorrectly or endlessly: each call is answered with a sentence.

use serde_json::{Value, json};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use waybill_tests::{Browser, Tab, run};

use crate::remote::{Platform, Reply, TOKEN, asking, front, http, token_file};
use crate::tokens::token_of;
use crate::{ANN, own, signed_in};

const STATUS: &str = "system/status/ha";
const CONFIG: &str = "system/logs/config/artifactory";
const DATA: &str = "system/logs/data/artifactory?id=artifactory-service.log&file_size=10";

fn checksum() -> String {
    format!("/distribution/api/ui/release_bundle/checksum/{}", "a".repeat(64))
}

async fn outcome(ann: &mut Browser, path: &str) -> (u16, String, String) {
    let answer = ann.get(path).await;
    (answer.status, answer.code(), answer.json()["error"]["message"].to_string())
}

/// covers: [LOGV-02, CHK-01]
#[test]
fn every_invalid_response_is_explained() {
    run(async {
        let platform = Platform::start();
        let place = asking(platform.address, "/ui/api/v1");
        let (_server, mut ann) = front(&place).await;
        let ok = "HTTP/1.1 200 OK\r\n";
        let page = "<!doctype html><title>Not here</title>";
        let huge = " ".repeat(20_000_000);
        let cases = [
            (http("404 Not Found", page), "older version"),
            (http("401 Unauthorized", "{}"), "does not accept the token"),
            (http("429 Too Many Requests", "{}"), "asks to wait"),
            (http("500 Internal Server Error", page), "with the status 500"),
            (http("302 Found\r\nLocation: http://169.254.169.254/", ""), "sends on"),
            (http("200 OK", page), "is not understood"),
            (http("200 OK", "null"), "is not understood"),
            (http("200 OK", r#"{"logs":"x","log_content":1,"data":{}}"#), "is not understood"),
            (
                http("200 OK", r#"{"logs":["\u0000"],"log_content":[],"data":[1]}"#),
                "is not understood",
            ),
            (http("200 OK", &"[".repeat(60_000)), "is not understood"),
            (http("200 OK", &huge), "larger than"),
            (Reply::Once("SSH-2.0-x\r\n\r\n".into()), "is no HTTP"),
            (Reply::Once(format!("{ok}Content-Length: 9\r\n\r\n{{")), "in the middle"),
            (Reply::ThenNothing(String::new()), "took too long"),
            (Reply::ForEver(format!("{ok}\r\n"), " ".repeat(999)), "larger than"),
            (Reply::ForEver(ok.into(), "X: x\r\n".into()), "head of the other server"),
        ];
        for (reply, sentence) in cases {
            platform.reply_with(reply);
            for path in [CONFIG, DATA] {
                let (status, code, message) = outcome(&mut ann, path).await;
                assert_eq!(status, 503, "{path} {message}");
                assert!(code.starts_with("remote_"), "{path} {code}");
                assert!(message.contains(sentence), "{path} {sentence}: {message}");
                assert!(!message.contains("127.0.0.1") && !message.contains("html"), "{message}");
            }
            let (status, code, message) = outcome(&mut ann, &checksum()).await;
            assert_eq!((status, code.as_str()), (503, "remote_unavailable"), "{message}");
            assert!(!message.contains("token") && !message.contains("older"), "{message}");
        }
        let heads = platform.requests.lock().expect("nobody panicked").clone();
        let requested = |line: &str| heads.iter().any(|head| head.starts_with(line));
        assert!(
            requested("GET /artifactory/api/system/logs/config HTTP/1.1"),
            "{:?}",
            heads.first()
        );
        assert!(requested("GET /artifactory/api/system/logs/data?file_size=10&id="));
        assert!(requested("GET /distribution/api/ui/release_bundle/checksum/aaaa"));
        assert!(heads.iter().all(|head| head.contains(TOKEN)));
        assert!(!place.log().contains(TOKEN));
    });
}

/// covers: [LOGV-02]
#[test]
fn fields_that_the_real_platform_omits_are_not_required() {
    run(async {
        let platform = Platform::start();
        let (_server, mut ann) = front(&asking(platform.address, "")).await;
        platform.reply_with(http("200 OK", r#"{"logs":["request.log"],"nodes":["N1"]}"#));
        let config = ann.get(CONFIG).await.json();
        assert_eq!(config["refresh_rate_millis"], 10_000);
        platform.reply_with(http("200 OK", r#"{"log_content":"new\n","file_size":4}"#));
        let data = ann.get(&format!("{DATA}&nodeId=N1")).await.json();
        assert_eq!((&data["gap"], &data["file_size"]), (&json!("truncated"), &json!(4)));
        let heads = platform.requests.lock().expect("nobody panicked").clone();
        let last = heads.last().expect("a request").to_lowercase();
        assert!(last.contains("\r\nx-jfrog-node-id: n1\r\n") && !last.contains("nodeid"), "{last}");
        platform.reply_with(http(
            "200 OK",
            r#"{"data":[
            {"name":"shop","version":"1","artifacts":[{"path":"x"}],"new":1},
            {"name":"a\u001b[2J","version":"1"}
        ]}"#,
        ));
        let found = ann.get(&checksum()).await.json();
        assert_eq!(found["data"].as_array().map(Vec::len), Some(1), "{found}");
        assert_eq!(found["data"][0]["artifacts"], json!([]));
    });
}

/// covers: [STATUS-01]
#[test]
fn an_invalid_status_is_ignored_and_a_sparse_one_is_shown() {
    run(async {
        // The platform is polled at its own interval, so each case has a separate server.
        let little = json!({"services": {
            "others": {"nodes": [
                {"node_id": "N1", "service_id": "jfac@1", "status": "Online", "uptime": "3 days"},
                {"node_id": "N1", "service_id": "jfnew@1", "status": "Online"},
            ]},
            "repository": {"nodes": [{
                "node_id": "N1", "service": "artifactory", "status": "Offline",
                "message": "line\u{202e}\n", "micro_services": [{"name": "m", "last_heartbeat": "never"}],
            }]},
        }});
        let platform = Platform::start();
        platform.reply_with(http("200 OK", &little.to_string()));
        let (_server, mut ann) = front(&asking(platform.address, "/ui/api/v1")).await;
        let status = ann.get(STATUS).await.json();
        let access = &status["services"]["others"]["nodes"];
        assert_eq!(access.as_array().map(Vec::len), Some(1), "{status}");
        assert_eq!(access[0]["uptime"], json!({"known": "unavailable"}));
        assert_eq!(
            (&access[0]["status"], &access[0]["state"]),
            (&json!("Online"), &json!("HEALTHY"))
        );
        assert_eq!(status["services"]["repository"]["nodes"][0]["message"], "line");
        // An immediate second request does not reach the platform.
        let requested = || platform.requests.lock().expect("nobody panicked").len();
        let before = requested();
        ann.get(STATUS).await;
        assert_eq!(requested(), before);

        let many: Vec<Value> =
            (0..1_001).map(|n| json!({"node_id": format!("n{n}"), "status": "Online"})).collect();
        for (reply, sentence) in [
            (http("200 OK", "<html>"), "is not understood"),
            (
                http(
                    "200 OK",
                    r#"{"services":{"x":{"nodes":[{"node_id":"","status":"Online"}]}}}"#,
                ),
                "is not understood",
            ),
            (
                http(
                    "200 OK",
                    r#"{"services":{"x":{"nodes":[{"node_id":"n","status":"Maybe"}]}}}"#,
                ),
                "is not understood",
            ),
            (
                http("200 OK", &json!({"services": {"x": {"nodes": many}}}).to_string()),
                "is not understood",
            ),
            (http("404 Not Found", ""), "older version"),
            (Reply::ThenNothing(String::new()), "took too long"),
            (Reply::ForEver("HTTP/1.1 200 OK\r\n\r\n".into(), " ".repeat(999)), "larger than"),
        ] {
            let platform = Platform::start();
            platform.reply_with(reply);
            let (_server, mut ann) = front(&asking(platform.address, "/ui/api/v1")).await;
            let (status, code, message) = outcome(&mut ann, STATUS).await;
            assert!(status == 503 && code.starts_with("remote_"), "{status} {code} {message}");
            assert!(message.contains(sentence), "{sentence}: {message}");
            // Further requests do not reach the platform, and get the same message.
            let requested = || platform.requests.lock().expect("nobody panicked").len();
            let before = requested();
            assert_eq!(outcome(&mut ann, STATUS).await.2, message);
            assert_eq!(requested(), before);
        }
    });
}

/// covers: [LOGV-01]
#[test]
fn a_log_viewer_whose_platform_answers_incorrectly_pauses_with_a_message() {
    run(async {
        let platform = Platform::start();
        platform.reply_with(http("200 OK", "<html>"));
        let (_server, mut ann) = front(&asking(platform.address, "/ui/api/v1")).await;
        let mut tab = Tab::open(&mut ann).await;
        tab.settle("/admin/monitoring/system_logs").await;
        let state = |tab: &Tab| {
            let changes = tab.changes.iter().rev();
            let mut changes = changes.filter(|change| change["machine"] == "log_viewer");
            changes.next().map(|change| change["state"].clone()).unwrap_or_default()
        };
        tab.command("log_viewer", json!({"type": "open"})).await;
        tab.receive_until(|tab| state(tab)["why"] == "config_error").await;
        assert!(state(&tab).to_string().contains("remote_nonsense"), "{}", state(&tab));
    });
}

/// A server that names itself as its other platform would otherwise send requests to itself in a loop.
/// covers: [STATUS-01, LOGV-02, RET-01, BUNDLE-02, CHK-01]
#[test]
fn a_server_that_is_its_own_other_platform_reports_it() {
    run(async {
        let proxy = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let place = asking(proxy.local_addr().expect("an address"), "/ui/api/v1");
        own(&place).await.stop();
        token_file(&place, &token_of(&place, ANN, "1h"));
        let server = place.start();
        let address = server.address();
        // The proxy forwards to the server itself.
        tokio::spawn(async move {
            while let Ok((mut outside, _)) = proxy.accept().await {
                tokio::spawn(async move {
                    if let Ok(mut inside) = TcpStream::connect(address).await {
                        let _ = copy_bidirectional(&mut outside, &mut inside).await;
                    }
                });
            }
        });
        let mut ann = signed_in(&server).await;
        for (path, wanted) in [
            (CONFIG, "remote_leads_back"),
            (DATA, "remote_leads_back"),
            (STATUS, "remote_leads_back"),
            ("ui/bundle/retention/config/enable", "unavailable"),
        ] {
            let (status, code, message) = outcome(&mut ann, path).await;
            assert_eq!((status, code.as_str()), (503, wanted), "{path}: {message}");
            assert!(message.contains("[remote] url"), "{path}: {message}");
        }
        let made =
            ann.post("ui/userSupport/generateBundle", json!({"service": "artifactory"})).await;
        assert_eq!(made.status, 200);
        let bundles = loop {
            let bundles = ann.get("ui/userSupport/listBundles").await.json()["bundles"].clone();
            if bundles[0]["status"] != "in progress" {
                break bundles;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        };
        // It did not create a bundle for itself.
        assert_eq!(bundles.as_array().map(Vec::len), Some(1), "{bundles}");
        let failure = bundles[0]["failure"]["message"].as_str().unwrap_or_default();
        assert!(failure.contains("this server itself"), "{bundles}");
    });
}
