//! Charts from other repositories, and joined with those of this server.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use waybill_platform::secret::hex;
use waybill_tests::{Answer, Request, run};

use super::{create_joined, create_remote, mirrored, upstream::Upstream};
use crate::helm::chart;
use crate::stage::{Stage, records_of_packages};

const MIRROR: &str = "/artifactory/api/helm/mirror";

/// An entry of an index.
fn entry(name: &str, version: &str, link: &str, file: &[u8]) -> String {
    let digest = hex(&Sha256::digest(file));
    format!(
        "  - name: {name}\n    version: {version}\n    appVersion: 1.5\n    urls: [{link:?}]\n    digest: {digest}\n    created: 2026-01-01T00:00:00.5+01:00\n"
    )
}

/// An index with the entries of charts.
fn index(charts: &[(&str, String)]) -> String {
    let mut text = "apiVersion: v1\nentries:\n".to_owned();
    for (name, entries) in charts {
        text.push_str(&format!("  {name}:\n{entries}"));
    }
    text
}

/// Has an upstream offer charts, the first version of each at an absolute address.
fn offer(upstream: &Upstream, charts: &[(&str, &[&str])]) {
    let mut all = Vec::new();
    for (name, versions) in charts {
        let mut entries = String::new();
        for (number, version) in versions.iter().enumerate() {
            let file = chart(name, version);
            let path = format!("files/{name}.{version}");
            let link =
                if number == 0 { format!("{}/{path}", upstream.url()) } else { path.clone() };
            entries.push_str(&entry(name, version, &link, &file));
            upstream.has(&path, file);
        }
        all.push((*name, entries));
    }
    upstream.has("index.yaml", index(&all));
}

/// The charts of a repository with their versions.
fn charts(answer: &Answer) -> Value {
    let index = answer.json();
    let entries = index["entries"].as_object().expect("entries").iter();
    let versions = |entries: &Value| -> Value {
        let entries = entries.as_array().expect("versions").iter();
        entries.map(|entry| entry["version"].clone()).collect()
    };
    entries.map(|(name, entries)| (name.clone(), versions(entries))).collect()
}

async fn index_of(stage: &Stage, key: &str) -> Answer {
    stage.ann().get(&format!("/artifactory/api/helm/{key}/index.yaml")).await
}

/// covers: [REMOTE-01, REMOTE-02, REMOTE-04]
#[test]
fn charts_of_another_repository_are_served_from_here_and_never_change() {
    run(async {
        let never = json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0});
        let (stage, upstream) = mirrored("helm", never).await;
        let ann = stage.ann();
        offer(&upstream, &[("shop", &["1.0.0", "1.1.0"]), ("cart", &["2.0.0"])]);
        let shown = index_of(&stage, "mirror").await;
        assert_eq!(charts(&shown), json!({"cart": ["2.0.0"], "shop": ["1.1.0", "1.0.0"]}));
        let entry_shown = &shown.json()["entries"]["shop"][1];
        let link = entry_shown["urls"][0].as_str().expect("a link");
        assert!(link.ends_with(&format!("{MIRROR}/shop-1.0.0.tgz")), "{link}");
        assert_eq!(
            (&entry_shown["appVersion"], &entry_shown["created"]),
            (&json!("1.5"), &json!("2025-12-31T23:00:00.500Z"))
        );
        upstream.requested();
        for (name, version) in [("shop", "1.0.0"), ("shop", "1.1.0")] {
            let got = ann.get(&format!("{MIRROR}/{name}-{version}.tgz")).await;
            assert_eq!((got.status, &got.body), (200, &chart(name, version)));
        }
        let requested = upstream.requested();
        assert!(requested.contains(&"/base/files/shop.1.1.0".to_owned()), "{requested:?}");
        assert_eq!(ann.get(&format!("{MIRROR}/shop-1.1.0.tgz")).await.status, 200);
        assert!(upstream.requested().is_empty());

        // Another content of what is kept is left out, and the file stays.
        let changed = entry("shop", "1.1.0", "x", b"other") + &entry("shop", "1.2.0", "x", b"new");
        upstream.has("index.yaml", index(&[("shop", changed)]));
        upstream.has("x", "not what the index names");
        assert_eq!(charts(&index_of(&stage, "mirror").await), json!({"shop": ["1.2.0"]}));
        let kept = ann.get(&format!("{MIRROR}/shop-1.1.0.tgz")).await;
        assert_eq!(kept.body, chart("shop", "1.1.0"));
        // Bytes that the index does not name are not kept.
        assert_eq!(ann.get(&format!("{MIRROR}/shop-1.2.0.tgz")).await.status, 502);
        for file in ["shop-9.0.0.tgz", "none-1.0.0.tgz", "shop.tgz", "shop-1.1.0.tgz.prov"] {
            assert_eq!(ann.get(&format!("{MIRROR}/{file}")).await.status, 404, "{file}");
        }
        for request in [
            Request::new("PUT", &format!("{MIRROR}/new-1.0.0.tgz")).body("x"),
            Request::new("POST", &format!("{MIRROR}/api/charts")).body("x"),
            Request::new("DELETE", &format!("{MIRROR}/api/charts/shop/1.1.0")),
        ] {
            assert_eq!(ann.send(request).await.status, 405);
        }
        upstream.has("index.yaml", "<html>a page</html>");
        assert_eq!(index_of(&stage, "mirror").await.status, 502);
        upstream.has("index.yaml", index(&[("shop", entry("shop", "1.3.0", "x", b""))]));
        assert_eq!(index_of(&stage, "mirror").await.status, 200);
        // While the upstream is down, what is kept is served.
        upstream.answers("index.yaml", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
        assert_eq!(charts(&index_of(&stage, "mirror").await), json!({"shop": ["1.3.0"]}));
        assert_eq!(ann.get(&format!("{MIRROR}/shop-1.1.0.tgz")).await.status, 200);
        stage.server.stop();
        // The other content of the kept file is on record, once.
        let mut records = records_of_packages(&stage.place);
        records.retain(|record| record["event"]["type"] == "upstream_differs");
        assert_eq!(records.len(), 1, "{records:?}");
        let event = &records[0]["event"];
        assert_eq!(event["path"], "shop-1.1.0.tgz");
        assert_eq!(event["named"], json!({"sha256": hex(&Sha256::digest(b"other"))}));
        let kept = hex(&Sha256::digest(chart("shop", "1.1.0")));
        assert_eq!(event["file"]["sha256"], kept);
    });
}

/// covers: [REMOTE-03]
#[test]
fn charts_of_several_repositories_are_joined_and_own_names_are_never_taken_from_others() {
    run(async {
        let (stage, upstream) = mirrored("helm", json!({})).await;
        let ann = stage.ann();
        for key in ["charts-local", "charts-more"] {
            ann.create(key, json!({"packageType": "helm"})).await;
        }
        let members = ["charts-local", "charts-more", "mirror"];
        create_joined(
            &stage,
            "charts",
            "helm",
            &members,
            json!({"reservedNamesPattern": "acme-*"}),
        )
        .await;
        offer(&upstream, &[("shop", &["9.0.0"]), ("redis", &["9.0.0"]), ("acme-tool", &["9.0.0"])]);
        let shown = async || charts(&index_of(&stage, "charts").await);
        assert_eq!(shown().await, json!({"redis": ["9.0.0"], "shop": ["9.0.0"]}));
        let publish = async |key: &str, version: &str| {
            let path = format!("/artifactory/api/helm/{key}/shop-{version}.tgz");
            assert_eq!(ann.put(&path, chart("shop", version)).await.status, 201);
        };
        // From the first version of ours on, the name is ours.
        publish("charts", "1.0.0").await;
        publish("charts-more", "v1.0.0").await;
        publish("charts-more", "1.1.0").await;
        let all = json!({"redis": ["9.0.0"], "shop": ["1.1.0", "1.0.0"]});
        assert_eq!(shown().await, all);
        for (file, status) in [
            ("shop-1.0.0.tgz", 200),
            ("shop-1.1.0.tgz", 200),
            ("shop-9.0.0.tgz", 404),
            ("redis-9.0.0.tgz", 200),
            ("acme-tool-9.0.0.tgz", 404),
        ] {
            let got = ann.get(&format!("/artifactory/api/helm/charts/{file}")).await;
            assert_eq!(got.status, status, "{file}");
        }

        // Bob may read the second local one only, and ours is still ours.
        let everything = json!({"include_patterns": ["**"]});
        let targets = json!({"charts-more": everything, "mirror": everything});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let of_bob = async || {
            let path = "/artifactory/api/helm/charts/index.yaml";
            charts(&stage.bob().get(path).await)
        };
        assert_eq!(of_bob().await, json!({"redis": ["9.0.0"], "shop": ["1.1.0", "v1.0.0"]}));
        let targets = json!({"mirror": everything});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        assert_eq!(of_bob().await, json!({"redis": ["9.0.0"]}));
        assert_eq!(shown().await, all);

        // What is removed is gone from the index, which is another one then.
        let removed = "/artifactory/api/helm/charts/api/charts/shop/1.0.0";
        assert_eq!(ann.delete(removed).await.status, 200);
        assert_eq!(shown().await, json!({"redis": ["9.0.0"], "shop": ["1.1.0", "v1.0.0"]}));
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn charts_of_a_repository_with_priority_are_taken_from_no_other_one() {
    run(async {
        let (trusted, other) = (Upstream::start().await, Upstream::start().await);
        let stage = Stage::reaching(&[trusted.address, other.address]).await;
        create_remote(&stage, "other", "helm", &other, json!({})).await;
        let settings = json!({"priorityResolution": true, "retrievalCachePeriodSecs": 0});
        create_remote(&stage, "trusted", "helm", &trusted, settings).await;
        let joined = json!({"rclass": "virtual", "packageType": "helm", "repositories": ["other", "trusted"]});
        assert_eq!(stage.ann().create("charts", joined).await.status, 200);
        offer(&trusted, &[("shop", &["1.0.0"])]);
        offer(&other, &[("shop", &["9.0.0"]), ("redis", &["9.0.0"])]);
        let shown = charts(&index_of(&stage, "charts").await);
        assert_eq!(shown, json!({"redis": ["9.0.0"], "shop": ["1.0.0"]}));
        let file = async |file: &str| {
            stage.ann().get(&format!("/artifactory/api/helm/charts/{file}")).await.status
        };
        assert_eq!(file("shop-9.0.0.tgz").await, 404);
        assert_eq!((file("shop-1.0.0.tgz").await, file("redis-9.0.0.tgz").await), (200, 200));
        // Which names are its own is not known while its index is not.
        trusted.has("index.yaml", "<html>a page</html>");
        assert_eq!(index_of(&stage, "charts").await.status, 502);
        // Another one is passed over.
        offer(&trusted, &[("shop", &["1.0.0"])]);
        let settings =
            json!({"rclass": "remote", "packageType": "helm", "retrievalCachePeriodSecs": 0});
        let path = "/artifactory/api/repositories/other";
        let changed = stage.ann().send(Request::new("POST", path).json(&settings)).await;
        assert_eq!(changed.status, 200);
        other.has("index.yaml", "<html>a page</html>");
        assert_eq!(charts(&index_of(&stage, "charts").await), json!({"shop": ["1.0.0"]}));
        let put = stage.ann().put("/artifactory/api/helm/charts/new-1.0.0.tgz", "x").await;
        assert_eq!(put.status, 405);
        stage.server.stop();
    });
}
