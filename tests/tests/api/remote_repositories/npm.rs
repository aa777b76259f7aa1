//! Packages of npm from other registries, and joined with those of this server.

use serde_json::{Value, json};
use waybill_tests::run;

use super::{mirrored, upstream::Upstream};
use crate::npm::{document, tarball};

/// Has an upstream offer versions of a package, which it has at other addresses than this server.
fn offer(upstream: &Upstream, name: &str, versions: &[&str]) {
    let mut offered =
        json!({"name": name, "versions": {}, "dist-tags": {"latest": versions.last()}});
    for version in versions {
        let file = tarball(name, version);
        let mut manifest = document(name, version, &file)["versions"][version].clone();
        manifest["dist"]["tarball"] = format!("{}/files/{version}", upstream.url()).into();
        offered["versions"][version] = manifest;
        upstream.has(&format!("files/{version}"), file);
    }
    upstream.has(&name.replace('/', "%2F"), offered.to_string());
}

fn versions(packument: &Value) -> Vec<&str> {
    let versions = packument["versions"].as_object().expect("versions");
    versions.keys().map(String::as_str).collect()
}

/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn packages_of_another_registry_are_served_from_here_and_never_change() {
    run(async {
        let never = json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0});
        let (stage, upstream) = mirrored("npm", never).await;
        offer(&upstream, "@acme/shop", &["1.0.0", "1.1.0"]);
        let registry = "/artifactory/api/npm/mirror";
        let packument = || async { stage.ann().get(&format!("{registry}/@acme%2fshop")).await };
        let shown = packument().await;
        assert_eq!(versions(&shown.json()), ["1.0.0", "1.1.0"]);
        let link = shown.json()["versions"]["1.1.0"]["dist"]["tarball"].clone();
        let link = link.as_str().expect("a link");
        assert!(link.ends_with(&format!("{registry}/@acme/shop/-/shop-1.1.0.tgz")), "{link}");
        let tags = stage.ann().get(&format!("{registry}/-/package/@acme%2fshop/dist-tags")).await;
        assert_eq!(tags.json(), json!({"latest": "1.1.0"}));
        let one = stage.ann().get(&format!("{registry}/@acme%2fshop/latest")).await.json();
        assert_eq!((&one["version"], &one["dist"]["tarball"]), (&json!("1.1.0"), &json!(link)));

        let file = format!("{registry}/@acme/shop/-/shop-1.1.0.tgz");
        let got = stage.ann().get(&file).await;
        assert_eq!((got.status, &got.body), (200, &tarball("@acme/shop", "1.1.0")));
        upstream.requested();
        assert_eq!(stage.ann().get(&file).await.status, 200);
        assert!(upstream.requested().is_empty());

        // Another content of what is kept is left out, and the file stays.
        offer(&upstream, "@acme/shop", &["1.0.0", "1.1.0", "1.2.0"]);
        let other = document("@acme/shop", "1.1.0", b"other");
        let mut offered = json!({"name": "@acme/shop", "dist-tags": {"latest": "1.1.0"}});
        offered["versions"] = other["versions"].clone();
        offered["versions"]["1.2.0"] = shown.json()["versions"]["1.0.0"].clone();
        upstream.has("@acme%2Fshop", offered.to_string());
        assert_eq!(versions(&packument().await.json()), ["1.2.0"]);
        assert_eq!(stage.ann().get(&file).await.body, tarball("@acme/shop", "1.1.0"));

        // Bytes that the index does not name are not kept.
        offer(&upstream, "tampered", &["1.0.0"]);
        upstream.has("files/1.0.0", "something else");
        let tampered = stage.ann().get(&format!("{registry}/tampered/-/tampered-1.0.0.tgz")).await;
        assert_eq!(tampered.status, 502, "{:?}", tampered.json());
        for path in
            ["none", "tampered/-/tampered-9.0.0.tgz", "tampered/9.0.0", "none/-/none-1.0.0.tgz"]
        {
            assert_eq!(stage.ann().get(&format!("{registry}/{path}")).await.status, 404, "{path}");
        }
        upstream.has("nonsense", "<html>a page</html>");
        assert_eq!(stage.ann().get(&format!("{registry}/nonsense")).await.status, 502);
        let refused = stage.ann().put(&format!("{registry}/mine"), "{}").await;
        assert_eq!(refused.status, 405);
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn packages_of_several_registries_are_joined_and_own_names_are_never_asked_for() {
    run(async {
        let (stage, upstream) = mirrored("npm", json!({})).await;
        let ann = stage.ann();
        for key in ["npm-local", "npm-more"] {
            ann.create(key, json!({"packageType": "npm"})).await;
        }
        let publish = async |key: &str, version: &str| {
            let sent = document("shop", version, &tarball("shop", version)).to_string();
            let published = ann.put(&format!("/artifactory/api/npm/{key}/shop"), sent).await;
            assert!(matches!(published.status, 200 | 201), "{}", published.status);
        };
        let joined = json!({
            "rclass": "virtual",
            "packageType": "npm",
            "repositories": ["npm-local", "npm-more", "mirror"],
            "defaultDeploymentRepo": "npm-local",
            "reservedNamesPattern": "@acme/**, acme-*",
        });
        assert_eq!(ann.create("npm", joined).await.status, 200);
        offer(&upstream, "shop", &["9.0.0"]);
        offer(&upstream, "lodash", &["4.0.0"]);
        offer(&upstream, "acme-tool", &["9.0.0"]);
        let packument =
            async |name: &str| ann.get(&format!("/artifactory/api/npm/npm/{name}")).await;
        assert_eq!(versions(&packument("shop").await.json()), ["9.0.0"]);
        // From the first version of ours on, the name is ours.
        publish("npm", "1.0.0").await;
        publish("npm-more", "1.0.1").await;
        let shop = packument("shop").await.json();
        assert_eq!(versions(&shop), ["1.0.0", "1.0.1"]);
        assert_eq!(shop["dist-tags"]["latest"], "1.0.0");
        assert_eq!(shop["time"]["1.0.1"].as_str().map(str::len), Some(24));
        for (name, version, expected) in
            [("shop", "1.0.1", 200), ("shop", "9.0.0", 404), ("lodash", "4.0.0", 200)]
        {
            let file = format!("/artifactory/api/npm/npm/{name}/-/{name}-{version}.tgz");
            assert_eq!(ann.get(&file).await.status, expected, "{file}");
        }
        upstream.requested();
        for name in ["shop", "acme-tool", "@acme%2fui"] {
            packument(name).await;
        }
        assert!(upstream.requested().is_empty());
        assert_eq!(packument("acme-tool").await.status, 404);
        let found = ann.get("/artifactory/api/npm/npm/-/v1/search?text=shop").await.json();
        assert_eq!(
            (&found["total"], &found["objects"][0]["package"]["name"]),
            (&json!(1), &json!("shop"))
        );

        // Bob may read the second local one only, and ours is still ours.
        let targets = json!({"npm-more": {"include_patterns": ["**"]}, "mirror": {"include_patterns": ["**"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let of_bob = stage.bob().get("/artifactory/api/npm/npm/shop").await.json();
        assert_eq!(versions(&of_bob), ["1.0.1"]);
        let lodash = stage.bob().get("/artifactory/api/npm/npm/lodash/-/lodash-4.0.0.tgz").await;
        assert_eq!(lodash.status, 200);
        stage.server.stop();
    });
}
