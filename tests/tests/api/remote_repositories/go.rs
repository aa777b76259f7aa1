//! Modules from other proxies of go, and joined with those of this server.

use serde_json::json;
use waybill_tests::{Answer, run};

use super::{create_joined, mirrored, upstream::Upstream};
use crate::go::file_of;

const MIRROR: &str = "/artifactory/api/go/mirror";
const SHOP: &str = "example.com/Acme/shop";
const ESCAPED: &str = "example.com/!acme/shop";
const COMMIT: &str = "v0.0.0-20260101000000-abcdef012345";

fn info(version: &str) -> String {
    format!("{{\"Version\":\"{version}\",\"Time\":\"2026-01-01T00:00:00Z\",\"Origin\":{{}}}}")
}

/// Has an upstream offer the files of versions of a module.
fn has(upstream: &Upstream, escaped: &str, module: &str, versions: &[&str]) {
    for version in versions {
        let of = |ending: &str| format!("{escaped}/@v/{version}.{ending}");
        upstream.has(&of("info"), info(version));
        upstream.has(&of("mod"), format!("module {module}\n"));
        upstream.has(&of("zip"), file_of(module, version));
    }
}

fn offer(upstream: &Upstream, escaped: &str, module: &str, versions: &[&str]) {
    upstream.has(&format!("{escaped}/@v/list"), format!("{}\n", versions.join("\n")));
    has(upstream, escaped, module, versions);
}

fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn modules_of_another_proxy_are_served_from_here_and_never_change() {
    run(async {
        let never = json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0});
        let (stage, upstream) = mirrored("go", never).await;
        let ann = stage.ann();
        let of = |what: &str| format!("{MIRROR}/{ESCAPED}/{what}");
        offer(&upstream, ESCAPED, SHOP, &["v1.10.0", "v1.9.0"]);
        assert_eq!(text(&ann.get(&of("@v/list")).await), "v1.9.0\nv1.10.0\n");
        assert_eq!(upstream.requested(), [format!("/base/{ESCAPED}/@v/list")]);
        let latest = ann.get(&of("@latest")).await;
        assert_eq!((latest.status, text(&latest)), (200, info("v1.10.0")));
        let got = async |what: &str| ann.get(&of(what)).await;
        assert_eq!(text(&got("@v/v1.9.0.mod").await), format!("module {SHOP}\n"));
        assert_eq!(got("@v/v1.9.0.zip").await.body, file_of(SHOP, "v1.9.0"));
        // A version of a commit is in no list.
        has(&upstream, ESCAPED, SHOP, &[COMMIT]);
        assert_eq!(text(&got(&format!("@v/{COMMIT}.info")).await), info(COMMIT));
        assert_eq!(got(&format!("@v/{COMMIT}.zip")).await.body, file_of(SHOP, COMMIT));
        let module_file = got("@v/v1.10.0.mod").await;
        assert_eq!(module_file.header("content-type"), Some("text/plain; charset=utf-8"));

        // What was kept stays, whatever the upstream has now.
        let all = ["v1.9.0.mod", "v1.9.0.zip", "v1.10.0.info"];
        for file in all {
            upstream.has(&format!("{ESCAPED}/@v/{file}"), "something else");
        }
        upstream.requested();
        for file in all {
            assert!(!text(&got(&format!("@v/{file}")).await).contains("something"), "{file}");
        }
        assert!(upstream.requested().is_empty());

        // A module without tags has an empty list, and its latest version is that of the upstream.
        upstream.has("a.b/young/@v/list", "");
        upstream.has("a.b/young/@latest", info(COMMIT));
        let list = ann.get(&format!("{MIRROR}/a.b/young/@v/list")).await;
        assert_eq!((list.status, list.body.len()), (200, 0));
        let latest = ann.get(&format!("{MIRROR}/a.b/young/@latest")).await;
        assert_eq!((latest.status, text(&latest)), (200, info(COMMIT)));
        upstream.has("a.b/nonsense/@v/list", "");
        upstream.has("a.b/nonsense/@latest", r#"{"Version": "main"}"#);
        assert_eq!(ann.get(&format!("{MIRROR}/a.b/nonsense/@latest")).await.status, 502);

        // go asks its next proxy after 404 only.
        upstream.answers("a.b/gone/@v/list", "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n");
        for path in
            ["a.b/none/@v/list", "a.b/none/@latest", "a.b/none/@v/v1.0.0.info", "a.b/gone/@v/list"]
        {
            assert_eq!(ann.get(&format!("{MIRROR}/{path}")).await.status, 404, "{path}");
        }
        let refused = ann.put(&of("@v/v2.0.0.zip"), "x").await;
        assert_eq!(refused.status, 405);

        // While the upstream is down, what is kept is served.
        let busy = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";
        upstream.answers(&format!("{ESCAPED}/@v/list"), busy);
        assert_eq!(text(&got("@v/list").await), "v1.9.0\nv1.10.0\n");
        assert_eq!(got("@v/v1.9.0.zip").await.status, 200);
        assert_eq!(got("@v/v9.9.9.zip").await.status, 503);
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn modules_of_several_proxies_are_joined_and_own_names_are_never_asked_for() {
    run(async {
        let (stage, upstream) = mirrored("go", json!({})).await;
        let ann = stage.ann();
        for key in ["go-local", "go-more"] {
            ann.create(key, json!({"packageType": "go"})).await;
        }
        let members = ["go-local", "go-more", "mirror"];
        create_joined(&stage, "go", "go", &members, json!({"reservedNamesPattern": "acme.com/**"}))
            .await;
        let publish = async |key: &str, version: &str| {
            let path = format!("/artifactory/api/go/{key}/a.b/shop/@v/{version}.zip");
            let published = ann.put(&path, file_of("a.b/shop", version)).await;
            assert_eq!(published.status, 201, "{}", text(&published));
        };
        let of = |what: &str| format!("/artifactory/api/go/go/{what}");
        offer(&upstream, "a.b/shop", "a.b/shop", &["v1.9.0"]);
        offer(&upstream, "a.b/lodash", "a.b/lodash", &["v1.9.0"]);
        offer(&upstream, "acme.com/tool", "acme.com/tool", &["v1.9.0"]);
        assert_eq!(text(&ann.get(&of("a.b/shop/@v/list")).await), "v1.9.0\n");
        // From the first version of ours on, the name is ours.
        publish("go", "v1.0.0").await;
        publish("go-more", "v1.1.0").await;
        publish("go-more", COMMIT).await;
        upstream.requested();
        assert_eq!(text(&ann.get(&of("a.b/shop/@v/list")).await), "v1.0.0\nv1.1.0\n");
        let latest = ann.get(&of("a.b/shop/@latest")).await.json();
        assert_eq!(latest["Version"], "v1.1.0");
        for (version, status) in [("v1.0.0", 200), ("v1.1.0", 200), (COMMIT, 200), ("v1.9.0", 404)]
        {
            for ending in ["info", "mod", "zip"] {
                let file = of(&format!("a.b/shop/@v/{version}.{ending}"));
                assert_eq!(ann.get(&file).await.status, status, "{file}");
            }
        }
        for what in ["@v/list", "@latest", "@v/v1.9.0.zip", "@v/v1.9.0.mod"] {
            assert_eq!(ann.get(&of(&format!("acme.com/tool/{what}"))).await.status, 404, "{what}");
        }
        assert!(upstream.requested().is_empty());
        assert_eq!(ann.get(&of("a.b/lodash/@v/v1.9.0.zip")).await.status, 200);
        let made = "module a.b/shop\n\ngo 1.20\n";
        let sent = async |version: &str| {
            ann.put(&of(&format!("a.b/shop/@v/{version}.mod")), made).await.status
        };
        // Only what the member that takes uploads has can be compared.
        assert_eq!((sent("v1.0.0").await, sent("v1.1.0").await), (200, 404));

        // Bob may read the second local one only, and ours is still ours.
        let targets = json!({"go-more": {"include_patterns": ["**"]}, "mirror": {"include_patterns": ["**"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let bob = stage.bob();
        assert_eq!(text(&bob.get(&of("a.b/shop/@v/list")).await), "v1.1.0\n");
        for (file, status) in [
            ("a.b/shop/@v/v1.0.0.mod", 404),
            ("a.b/shop/@v/v1.0.0.zip", 404),
            ("a.b/shop/@v/v1.1.0.mod", 200),
            ("a.b/lodash/@v/v1.9.0.mod", 200),
        ] {
            assert_eq!(bob.get(&of(file)).await.status, status, "{file}");
        }
        stage.server.stop();
    });
}
