//! Support bundles of another server: requested, downloaded and stored here, or failed with the reason.

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Browser, Request, run};

use crate::remote::{Platform, Reply, asking, front, http};
use crate::remote_fronting::Peer;

const LIST: &str = "ui/userSupport/listBundles";

/// Requests bundles and waits until each of them has ended.
async fn made(ann: &mut Browser, services: &[&str], parameters: Value) -> Vec<Value> {
    let wanted = json!({
        "name": "slow uploads", "description": "since Monday", "services": services,
        "parameters": parameters,
    });
    let answer = ann.post("ui/userSupport/generateBundle", wanted).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    let creation = answer.json()["id"].clone();
    loop {
        let list = ann.get(LIST).await.json();
        let rows = list["bundles"].as_array().expect("rows").clone();
        let rows: Vec<Value> = rows.into_iter().filter(|row| row["creation"] == creation).collect();
        if rows.iter().all(|row| row["status"] != "in progress") {
            return rows;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn small() -> Value {
    json!({"thread_dump": {"count": 0}, "journal": false, "total_bytes_max": 65_536, "file_bytes_max": 65_536})
}

/// covers: [BUNDLE-01, BUNDLE-02, BUNDLE-03]
#[test]
fn bundles_of_the_other_server_are_downloaded_and_kept_when_it_is_gone() {
    run(async {
        let peer = Peer::start().await;
        let place = peer.behind();
        let (_server, mut ann) = front(&place).await;
        // Xray runs there and not here; mission control runs nowhere.
        let parameters = json!({"thread_dump": {"count": 1}});
        let preview = json!({"name": "x", "service": "xray", "parameters": parameters});
        let preview = ann.post("ui/userSupport/previewBundle", preview).await;
        assert_eq!(preview.json()["bundles"][0]["service"], "xray");
        let rows = made(&mut ann, &["artifactory", "xray", "mc"], parameters).await;
        assert_eq!(rows.len(), 3, "{rows:?}");
        for row in &rows {
            let id = row["id"].as_str().expect("an id");
            assert_eq!(row["description"], "since Monday");
            if row["service"] == "mc" {
                assert_eq!(row["failure"]["fault"], "not_running", "{row}");
                continue;
            }
            assert_eq!(row["status"], "success", "{row}");
            let download = format!("ui/userSupport/downloadBundle/{id}");
            let whole = ann.get(&download).await;
            assert_eq!((whole.status, &whole.body[..4]), (200, &b"PK\x03\x04"[..]));
            assert_eq!(whole.body.len() as u64, row["archive"]["bytes"].as_u64().expect("bytes"));
            let etag = whole.header("etag").expect("a digest").trim_matches('"').to_owned();
            assert_eq!(row["archive"]["digest"], etag.as_str());
            let part = Request::new("GET", &download).header("range", "bytes=10-19");
            let part = ann.send(part).await;
            assert_eq!((part.status, &part.body[..]), (206, &whole.body[10..20]));
            let manifest = ann.get(&format!("ui/userSupport/previewBundle/{id}")).await.json();
            assert_eq!(manifest["service"], row["service"]);
            assert_ne!(manifest["id"].as_str(), Some(id), "it was created there");
            assert!(manifest["files"].as_array().is_some_and(|files| files.len() > 3));
        }
        // Nothing is left there.
        let there = peer.ask(Request::new("GET", LIST)).await.json();
        let left = there["bundles"].as_array().expect("rows");
        assert!(left.iter().all(|row| row["service"] == "mc"), "{there}");
        let Peer { server, .. } = peer;
        server.kill();
        let id = rows.iter().find(|row| row["service"] == "xray").expect("a row")["id"].clone();
        let id = id.as_str().expect("an id");
        let download = format!("ui/userSupport/downloadBundle/{id}");
        assert_eq!(ann.get(&download).await.status, 200);
        let failed = made(&mut ann, &["artifactory"], small()).await;
        assert_eq!(failed[0]["status"], "failure");
        let message = failed[0]["failure"]["message"].to_string();
        assert!(message.contains("cannot be connected to"), "{message}");
        let origin = ann.origin.clone();
        let path = format!("ui/userSupport/deleteBundle/{id}");
        let deleted = ann.send(Request::new("DELETE", &path).header("origin", &origin)).await;
        assert_eq!(deleted.status, 200);
        assert_eq!(ann.get(&download).await.status, 404);
        let parts = std::fs::read_dir(place.data().join("support")).expect("a folder").flatten();
        let parts: Vec<_> =
            parts.filter(|file| file.path().extension() != Some("zip".as_ref())).collect();
        assert!(parts.is_empty(), "{parts:?}");
    });
}

/// covers: [BUNDLE-01]
#[test]
fn a_platform_that_creates_no_bundle_gives_a_failed_row_with_the_reason() {
    run(async {
        let platform = Platform::start();
        let place = asking(platform.address, "/ui/api/v1");
        let (_server, mut ann) = front(&place).await;
        let created = || ("/support/bundle", http("200 OK", r#"{"id":"B1-1","artifactory":{}}"#));
        let listed =
            |row: Value| ("listBundles", http("200 OK", &json!({"bundles": [row]}).to_string()));
        let done = || listed(json!({"id": "B1-1", "status": "success"}));
        let digest = "0".repeat(64);
        let zip = "PK\u{3}\u{4}";
        let endless =
            Reply::ForEver("HTTP/1.1 200 OK\r\n\r\n".into(), format!("{zip}{}", " ".repeat(9_999)));
        let cases = [
            (http("404 Not Found", "<html>"), "older version"),
            (http("401 Unauthorized", ""), "does not accept the token"),
            (http("200 OK", "<html>"), "is not understood"),
            (http("200 OK", r#"{"id":""}"#), "is not understood"),
            (
                http("409 Conflict", r#"{"error":{"code":"bundle_service_not_running"}}"#),
                "does not run on the other",
            ),
            (Reply::ThenNothing(String::new()), "took too long"),
            (Reply::ByPath(vec![created()]), "older version"),
            (
                Reply::ByPath(vec![created(), ("listBundles", http("200 OK", "[]"))]),
                "is not understood",
            ),
            (
                Reply::ByPath(vec![created(), listed(json!({"id": "B1-2", "status": "success"}))]),
                "older version",
            ),
            (
                Reply::ByPath(vec![
                    created(),
                    listed(json!({
                        "id": "B1-1", "status": "failure", "failure": {"message": "No room.\u{1b}[2J"}
                    })),
                ]),
                "could not make it. No room.[2J",
            ),
            (
                Reply::ByPath(vec![
                    created(),
                    done(),
                    ("downloadBundle", http("200 OK", "<html>")),
                ]),
                "is not understood",
            ),
            (
                Reply::ByPath(vec![created(), done(), ("downloadBundle", endless.clone())]),
                "larger than",
            ),
            (
                Reply::ByPath(vec![
                    created(),
                    listed(json!({
                        "id": "B1-1", "status": "success", "archive": {"bytes": 5, "digest": digest}
                    })),
                    ("downloadBundle", http("200 OK", &format!("{zip}x"))),
                ]),
                "SHA-256 is another",
            ),
            (
                Reply::ByPath(vec![
                    created(),
                    listed(json!({
                        "id": "B1-1", "status": "success", "archive": {"bytes": 1_u64 << 60, "digest": digest}
                    })),
                ]),
                "larger than what was asked for",
            ),
        ];
        for (reply, sentence) in cases {
            platform.reply_with(reply);
            let rows = made(&mut ann, &["artifactory"], small()).await;
            assert_eq!(rows[0]["status"], "failure", "{sentence}");
            let message = rows[0]["failure"]["message"].as_str().expect("a sentence");
            assert!(message.contains(sentence), "{sentence}: {message}");
        }
        // A platform that announces no checksum is trusted.
        platform.reply_with(Reply::ByPath(vec![
            created(),
            done(),
            ("downloadBundle", http("200 OK", &format!("{zip}x"))),
        ]));
        let rows = made(&mut ann, &["artifactory"], small()).await;
        assert_eq!(rows[0]["status"], "success", "{rows:?}");
        let id = rows[0]["id"].as_str().expect("an id");
        let manifest = ann.get(&format!("ui/userSupport/previewBundle/{id}")).await;
        assert!(matches!(manifest.status, 404 | 410), "{}", manifest.status);
        let files = std::fs::read_dir(place.data().join("support")).expect("a folder").count();
        assert_eq!(files, 1);
        let heads = platform.requests.lock().expect("nobody panicked").clone();
        assert!(
            heads
                .iter()
                .any(|head| head.starts_with("POST /artifactory/api/system/support/bundle/ "))
        );
        assert!(heads.iter().any(|head| head.starts_with("DELETE /ui/api/v1/ui/userSupport/deleteBundle/B1-1 ")));
    });
}

/// covers: [BUNDLE-02]
#[test]
fn an_interrupted_download_from_the_platform_is_resumed() {
    run(async {
        let platform = Platform::start();
        let place = asking(platform.address, "");
        let (_server, mut ann) = front(&place).await;
        let begun = "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 9\r\n\r\nPK\u{3}\u{4}a";
        let rest = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-8/9\r\nContent-Length: 4\r\n\r\nbcde";
        let list = json!({"bundles": [{"id": "B1-1", "status": "success"}]}).to_string();
        let reply = |file: &str| {
            Reply::ByPath(vec![
                ("/support/bundle", http("200 OK", r#"{"id":"B1-1"}"#)),
                ("listBundles", http("200 OK", &list)),
                ("downloadBundle", Reply::Once(file.to_owned())),
            ])
        };
        platform.reply_with(reply(begun));
        let requested = std::sync::Arc::clone(&platform.requests);
        let waiting = async {
            let is_first = || {
                let heads = requested.lock().expect("nobody panicked");
                heads.iter().any(|head| head.contains("downloadBundle"))
            };
            while !is_first() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            platform.reply_with(reply(rest));
        };
        let (rows, ()) = tokio::join!(made(&mut ann, &["artifactory"], small()), waiting);
        assert_eq!(rows[0]["status"], "success", "{rows:?}");
        let path =
            format!("ui/userSupport/downloadBundle/{}", rows[0]["id"].as_str().expect("an id"));
        assert_eq!(ann.get(&path).await.body, b"PK\x03\x04abcde");
        let heads = platform.requests.lock().expect("nobody panicked").clone();
        let last = heads.iter().rev().find(|head| head.contains("downloadBundle")).expect("one");
        let last = last.to_lowercase();
        assert!(
            last.contains("\r\nrange: bytes=5-\r\n") && last.contains("if-range: \"one\""),
            "{last}"
        );
    });
}
