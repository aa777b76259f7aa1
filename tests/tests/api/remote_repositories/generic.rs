//! Remote repositories of files of any kind.

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use super::{create_remote, mirrored, upstream::Upstream};
use crate::stage::Stage;

/// The same without waiting for what was remembered.
fn never_fresh() -> serde_json::Value {
    json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0})
}

fn text(answer: &waybill_tests::Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// covers: [REMOTE-01]
#[test]
fn a_file_is_fetched_once_and_served_while_the_upstream_is_down() {
    run(async {
        let (stage, upstream) = mirrored("generic", json!({})).await;
        upstream.has("a%20dir/a+b.txt", "hello");
        let path = "/artifactory/mirror/a%20dir/a+b.txt";
        for _ in 0..2 {
            let got = stage.ann().get(path).await;
            assert_eq!((got.status, text(&got).as_str()), (200, "hello"));
            let digest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
            assert_eq!(got.header("x-checksum-sha256"), Some(digest));
        }
        assert_eq!(upstream.requested(), ["/base/a%20dir/a+b.txt"]);
        // It is a file of the repository, with where it came from.
        let info = stage.ann().get("/artifactory/api/storage/mirror/a%20dir/a+b.txt").await;
        assert_eq!(info.json()["createdBy"], "system");
        let properties =
            stage.ann().get("/artifactory/api/storage/mirror/a%20dir/a+b.txt?properties").await;
        let from = format!("{}/a%20dir/a+b.txt", upstream.url());
        assert_eq!(properties.json()["properties"]["upstream.url"], json!([from]));
        // After a restart the upstream is asked again, and what is kept is served if it does not answer.
        upstream.answers("a%20dir/a+b.txt", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
        let stage = stage.restarted();
        for _ in 0..2 {
            let got = stage.ann().get(path).await;
            assert_eq!((got.status, text(&got).as_str()), (200, "hello"));
        }
        assert_eq!(upstream.requested().len(), 1, "it is left alone for a while");
        let other = stage.ann().get("/artifactory/mirror/other").await;
        assert_eq!((other.status, other.code().as_str()), (503, "upstream"));
        stage.server.stop();
    });
}

/// covers: [REMOTE-01]
#[test]
fn what_changed_is_fetched_again_and_what_is_missing_is_remembered() {
    run(async {
        let (stage, upstream) = mirrored("generic", never_fresh()).await;
        let path = "/artifactory/mirror/list.txt";
        upstream.has_with("list.txt", "ETag: \"one\"\r\n", "one");
        for _ in 0..2 {
            assert_eq!(text(&stage.ann().get(path).await), "one");
        }
        assert!(upstream.heads()[1].to_lowercase().contains("if-none-match: \"one\""));
        upstream.has_with("list.txt", "ETag: \"two\"\r\n", "two");
        assert_eq!(text(&stage.ann().get(path).await), "two");
        // Another answer of the same content adds no record.
        let updated = async || {
            stage.ann().get("/artifactory/api/storage/mirror/list.txt").await.json()["lastUpdated"]
                .clone()
        };
        let before = updated().await;
        upstream.has("list.txt", "two");
        assert_eq!(text(&stage.ann().get(path).await), "two");
        assert_eq!(updated().await, before);
        upstream.requested();
        let change = json!({"missedRetrievalCachePeriodSecs": 3_600});
        let changed =
            stage.bearer("POST", "/artifactory/api/repositories/mirror", Some(change)).await;
        assert_eq!(changed.status, 200);
        for _ in 0..3 {
            assert_eq!(stage.ann().get("/artifactory/mirror/none").await.status, 404);
        }
        assert_eq!(upstream.requested(), ["/base/none"]);
        let offline = json!({"offline": true});
        stage.bearer("POST", "/artifactory/api/repositories/mirror", Some(offline)).await;
        assert_eq!(text(&stage.ann().get(path).await), "two");
        assert_eq!(stage.ann().get("/artifactory/mirror/more").await.status, 404);
        assert!(upstream.requested().is_empty());
        stage.server.stop();
    });
}

/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn an_upstream_that_contradicts_itself_leaves_nothing() {
    run(async {
        let (stage, upstream) = mirrored("generic", never_fresh()).await;
        let long = format!("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}", "x".repeat(9));
        let wrong = "X-Checksum-Sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9825\r\n";
        upstream.answers("cut", long);
        upstream.has_with("wrong", wrong, "hello");
        upstream.answers("endless", "HTTP/1.1 200 OK\r\n\r\nwho knows whether this is all");
        upstream.answers(
            "packed",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab",
        );
        upstream.answers(
            "turning",
            "HTTP/1.1 302 Found\r\nLocation: turning\r\nContent-Length: 0\r\n\r\n",
        );
        upstream.answers(
            "inside",
            "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n",
        );
        upstream.answers("locked", "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n");
        upstream.answers("part", "HTTP/1.1 206 Part\r\nContent-Length: 2\r\n\r\nab");
        upstream.answers("huge", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n");
        for name in
            ["wrong", "endless", "packed", "locked", "part", "cut", "turning", "inside", "huge"]
        {
            // One that is taken to be down would not be asked for the next file.
            let key = format!("of-{name}");
            create_remote(&stage, &key, "generic", &upstream, never_fresh()).await;
            let got = stage.ann().get(&format!("/artifactory/{key}/{name}")).await;
            assert_eq!((got.status, got.code().as_str()), (502, "upstream"), "{name}");
            assert!(!text(&got).contains("169.254"), "{name}");
            assert!(upstream.requested().contains(&format!("/base/{name}")), "{name}");
            let root = stage.ann().get(&format!("/artifactory/api/storage/{key}")).await;
            assert_eq!(root.json()["children"], json!([]), "{name}");
        }
        stage.server.stop();
    });
}

/// covers: [REMOTE-01]
#[test]
fn many_who_want_a_file_at_once_cause_one_request() {
    run(async {
        let (stage, upstream) = mirrored("generic", json!({})).await;
        upstream.has("large", vec![7_u8; 3_000_000]);
        upstream.waits(Duration::from_millis(300));
        let ann = stage.ann();
        let wanted = (0..20).map(|_| ann.get("/artifactory/mirror/large"));
        for got in futures_util::future::join_all(wanted).await {
            assert_eq!((got.status, got.body.len()), (200, 3_000_000));
        }
        assert_eq!(upstream.requested().len(), 1);
        // A quota ends it before it is kept.
        let quota = json!({"quotaBytes": 3_100_000});
        stage.bearer("POST", "/artifactory/api/repositories/mirror", Some(quota)).await;
        upstream.has("other", vec![8_u8; 200_000]);
        assert_eq!(stage.ann().get("/artifactory/mirror/other").await.status, 413);
        upstream.has("small", "abc");
        assert_eq!(stage.ann().get("/artifactory/mirror/small").await.status, 200);
        stage.server.stop();
    });
}

/// covers: [REMOTE-01]
#[test]
fn only_readers_cause_requests_and_uploads_are_refused() {
    run(async {
        let (stage, upstream) = mirrored("generic", json!({"excludesPattern": "secret/**"})).await;
        upstream.has("a", "abc");
        upstream.has("secret/b", "abc");
        assert_eq!(stage.anyone(Request::new("GET", "/artifactory/mirror/a")).await.status, 401);
        assert_eq!(stage.bob().get("/artifactory/mirror/a").await.status, 404);
        assert_eq!(stage.ann().get("/artifactory/mirror/secret/b").await.status, 404);
        assert!(upstream.requested().is_empty());
        let put = stage.ann().put("/artifactory/mirror/c", "abc").await;
        assert_eq!((put.status, put.code().as_str()), (405, "read_only"));
        // Removing what is kept has it fetched again.
        assert_eq!(stage.ann().get("/artifactory/mirror/a").await.status, 200);
        assert_eq!(stage.ann().delete("/artifactory/mirror/a").await.status, 204);
        assert_eq!(stage.ann().get("/artifactory/mirror/a").await.status, 200);
        assert_eq!(upstream.requested().len(), 2);
        stage.server.stop();
    });
}

/// covers: [REMOTE-01]
#[test]
fn the_settings_of_an_upstream_are_checked_and_shown_to_administrators() {
    run(async {
        let stage = Stage::new().await;
        for url in
            ["", "ftp://example.org", "https://ann:secret@example.org", "nonsense", "https://"]
        {
            let settings = json!({"rclass": "remote", "url": url});
            let created = stage.ann().create("mirror", settings).await;
            assert_eq!(
                (created.status, created.code().as_str()),
                (400, "repository_upstream"),
                "{url}"
            );
        }
        let too_long = json!({"rclass": "remote", "url": "https://example.org", "retrievalCachePeriodSecs": 99_999_999});
        assert_eq!(stage.ann().create("mirror", too_long).await.status, 400);
        let settings = json!({"rclass": "REMOTE", "url": " https://example.org/files ", "priorityResolution": true});
        assert_eq!(stage.ann().create("mirror", settings).await.status, 200);
        let shown = stage.ann().get("/artifactory/api/repositories/mirror").await.json();
        for (field, value) in [
            ("rclass", json!("remote")),
            ("url", json!("https://example.org/files")),
            ("offline", json!(false)),
            ("priorityResolution", json!(true)),
            ("retrievalCachePeriodSecs", json!(600)),
            ("missedRetrievalCachePeriodSecs", json!(60)),
        ] {
            assert_eq!(shown[field], value, "{field}");
        }
        let listed = stage.ann().get("/artifactory/api/repositories?type=remote").await.json();
        assert_eq!(
            (listed.as_array().map(Vec::len), &listed[0]["type"]),
            (Some(1), &json!("REMOTE"))
        );
        let local = json!({"rclass": "local"});
        let changed =
            stage.bearer("POST", "/artifactory/api/repositories/mirror", Some(local)).await;
        assert_eq!(changed.status, 400);
        stage.server.stop();
    });
}

/// covers: [REMOTE-01]
#[test]
fn credentials_are_for_one_server_and_shown_to_no_client() {
    run(async {
        let (stage, upstream) = mirrored("generic", never_fresh()).await;
        let other = Upstream::start().await;
        stage.server.stop();
        let stage = Stage::reaching(&[upstream.address, other.address]).await;
        let secret = json!({"username": "reader", "password": "canary-93"});
        create_remote(&stage, "mirror", "generic", &upstream, secret).await;
        let is_sent = |upstream: &Upstream| {
            let heads = upstream.heads();
            assert!(!heads.is_empty());
            heads.iter().all(|head| head.contains("uthorization: Basic cmVhZGVyOmNhbmFyeS05Mw=="))
        };
        upstream.has("a", "abc");
        other.has("a", "abc");
        assert_eq!(stage.ann().get("/artifactory/mirror/a").await.status, 200);
        assert!(is_sent(&upstream));
        // It is in no answer, and in no file of the server in clear.
        let shown = stage.ann().get("/artifactory/api/repositories/mirror").await;
        assert_eq!(shown.json()["username"], "reader");
        assert!(!text(&shown).contains("canary"));
        let stage = stage.restarted();
        for entry in walk(&stage.place.data()) {
            let bytes = std::fs::read(&entry).expect("a file");
            assert!(!bytes.windows(9).any(|part| part == b"canary-93"), "{}", entry.display());
        }
        let change = async |change: Value| {
            let path = "/artifactory/api/repositories/mirror";
            stage.bearer("POST", path, Some(change)).await
        };
        upstream.answers(
            "moved",
            format!(
                "HTTP/1.1 302 Found\r\nLocation: {}/a\r\nContent-Length: 0\r\n\r\n",
                other.url()
            ),
        );
        assert_eq!(stage.ann().get("/artifactory/mirror/moved").await.status, 502);
        assert!(is_sent(&upstream) && other.heads().is_empty());
        // Another server does not get them, and they are not kept for it.
        assert_eq!(change(json!({"url": other.url()})).await.status, 200);
        stage.ann().get("/artifactory/mirror/a").await;
        assert!(!is_sent(&other));
        let refused = change(json!({"username": "reader"})).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "repository_upstream"));
        assert_eq!(change(json!({"url": upstream.url()})).await.status, 200);
        stage.ann().get("/artifactory/mirror/a").await;
        assert!(!is_sent(&upstream));
        let secrets = walk(&stage.place.data().join("vault/secrets/upstream_password"));
        assert_eq!(secrets.len(), 0, "{secrets:?}");
        stage.server.stop();
    });
}

/// All files in a folder and below.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("one").path());
    let below = |path: std::path::PathBuf| {
        // Others are sockets.
        let own = path.is_file().then(|| path.clone());
        if path.is_dir() { walk(&path) } else { own.into_iter().collect() }
    };
    entries.flat_map(below).collect()
}
