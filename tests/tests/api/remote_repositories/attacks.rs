//! What strangers could try by the indexes, links and challenges of an upstream, and clients by other names.

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use super::{create_remote, mirrored, upstream::Upstream};
use crate::npm::{document, tarball};
use crate::stage::Stage;

/// Settings with which nothing is remembered.
fn never() -> Value {
    json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0})
}

/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn a_link_to_another_server_gets_neither_credentials_nor_a_token_for_them() {
    run(async {
        let (upstream, other) = (Upstream::start().await, Upstream::start().await);
        let stage = Stage::reaching(&[upstream.address, other.address]).await;
        let secret = json!({"username": "reader", "password": "canary-93"});
        create_remote(&stage, "mirror", "npm", &upstream, secret).await;
        let file = tarball("shop", "1.0.0");
        let mut offered = json!({"name": "shop", "dist-tags": {"latest": "1.0.0"}});
        offered["versions"] = document("shop", "1.0.0", &file)["versions"].clone();
        offered["versions"]["1.0.0"]["dist"]["tarball"] = format!("{}/x.tgz", other.url()).into();
        upstream.has("shop", offered.to_string());
        other.has("x.tgz", &file);
        // The other server is one of the own network, which only the upstream itself may name.
        let got = stage.ann().get("/artifactory/api/npm/mirror/shop/-/shop-1.0.0.tgz").await;
        assert_eq!((got.status, got.code().as_str()), (502, "upstream"));
        assert!(other.heads().is_empty());
        // Nor does a redirect lead there.
        let moved = format!(
            "HTTP/1.1 302 Found\r\nLocation: {}/a\r\nContent-Length: 0\r\n\r\n",
            other.url()
        );
        upstream.answers("moved", moved);
        assert_eq!(stage.ann().get("/artifactory/api/npm/mirror/moved").await.status, 502);
        assert!(other.heads().is_empty());
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn other_spellings_and_paths_of_a_name_are_no_way_to_other_servers() {
    run(async {
        let (stage, upstream) = mirrored("pypi", json!({})).await;
        let ann = stage.ann();
        ann.create("python-own", json!({"packageType": "pypi"})).await;
        let joined = json!({
            "rclass": "virtual",
            "packageType": "pypi",
            "repositories": ["python-own", "mirror"],
            "reservedNamesPattern": "acme-*",
        });
        assert_eq!(ann.create("python", joined).await.status, 200);
        for path in [
            "-/Acme_Core/other/acme_core-9.9.tar.gz",
            "-/acme.core/other/acme_core-9.9.tar.gz",
            "-/acme-core/other/acme_core-9.9.tar.gz",
            "simple/acme-core/",
            "simple/a%2Fb/",
        ] {
            let got = ann.get(&format!("/artifactory/api/pypi/python/{path}")).await;
            assert_eq!(got.status, 404, "{path}");
        }
        assert!(upstream.requested().is_empty());
        stage.server.stop();

        // By the path of a file no name is known, so that only local members answer.
        let (stage, upstream) = mirrored("npm", json!({})).await;
        let ann = stage.ann();
        ann.create("npm-own", json!({"packageType": "npm"})).await;
        let joined = json!({"rclass": "virtual", "packageType": "npm", "repositories": ["npm-own", "mirror"]});
        ann.create("npm", joined).await;
        let file = tarball("shop", "9.0.0");
        let mut offered = json!({"name": "shop", "dist-tags": {"latest": "9.0.0"}});
        offered["versions"] = document("shop", "9.0.0", &file)["versions"].clone();
        offered["versions"]["9.0.0"]["dist"]["tarball"] =
            format!("{}/x.tgz", upstream.url()).into();
        upstream.has("shop", offered.to_string());
        upstream.has("x.tgz", &file);
        let by_name = "/artifactory/api/npm/mirror/shop/-/shop-9.0.0.tgz";
        assert_eq!(ann.get(by_name).await.status, 200);
        for path in ["shop/-/shop-9.0.0.tgz", "shop/package.json"] {
            assert_eq!(ann.get(&format!("/artifactory/npm/{path}")).await.status, 404, "{path}");
        }
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn a_member_that_cannot_answer_is_not_passed_over_for_a_file() {
    run(async {
        let (stage, first) = mirrored("generic", never()).await;
        stage.server.stop();
        let second = Upstream::start().await;
        let stage = Stage::reaching(&[first.address, second.address]).await;
        create_remote(&stage, "first", "generic", &first, never()).await;
        create_remote(&stage, "second", "generic", &second, never()).await;
        let joined = json!({"rclass": "virtual", "repositories": ["first", "second"]});
        assert_eq!(stage.ann().create("all", joined).await.status, 200);
        first.answers("tool", "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
        second.has("tool", "strange");
        second.has("far", "far");
        assert_eq!(stage.ann().get("/artifactory/all/tool").await.status, 502);
        // One path that fails says nothing about others.
        assert_eq!(stage.ann().get("/artifactory/all/far").await.status, 200);
        assert!(second.requested().iter().all(|path| path.ends_with("/far")));
        // Whether an offline member with priority has a name is not known.
        let offline = json!({"offline": true, "priorityResolution": true});
        let path = "/artifactory/api/repositories/first";
        assert_eq!(stage.bearer("POST", path, Some(offline)).await.status, 200);
        assert_eq!(stage.ann().get("/artifactory/all/far").await.status, 503);
        stage.server.stop();
    });
}

/// covers: [REMOTE-01, REMOTE-03]
#[test]
fn users_who_may_not_read_cause_no_requests_and_those_who_manage_set_no_sources() {
    run(async {
        let (stage, trusted) = mirrored("generic", json!({"priorityResolution": true})).await;
        let ann = stage.ann();
        let joined = json!({"rclass": "virtual", "repositories": ["files", "mirror"]});
        assert_eq!(ann.create("all", joined).await.status, 200);
        trusted.has("huge", "abc");
        stage.grant_bob(&["READ"]).await;
        assert_eq!(stage.bob().get("/artifactory/all/huge").await.status, 404);
        assert!(trusted.requested().is_empty());
        let targets = json!({"mirror": {"include_patterns": ["**"]}});
        let actions = json!({"users": {"bob": ["READ", "ANNOTATE", "MANAGE"]}});
        stage.grant(json!({"actions": actions, "targets": targets})).await;
        for change in [json!({"priorityResolution": false}), json!({"offline": true})] {
            let request =
                Request::new("POST", "/artifactory/api/repositories/mirror").json(&change);
            assert_eq!(stage.bob().send(request).await.status, 403, "{change}");
        }
        // Where a file came from is no property that users set.
        assert_eq!(stage.bob().get("/artifactory/mirror/huge").await.status, 200);
        let path = "/artifactory/api/storage/mirror/huge?properties=upstream.etag=x";
        assert_eq!(stage.bob().put(path, "").await.status, 400);
        stage.server.stop();
    });
}

/// covers: [REMOTE-01]
#[test]
fn what_was_withdrawn_does_not_come_back_and_a_full_quota_keeps_what_is_there() {
    run(async {
        let (stage, upstream) = mirrored("generic", never()).await;
        let ann = stage.ann();
        upstream.has("list", "bad");
        assert_eq!(ann.get("/artifactory/mirror/list").await.status, 200);
        upstream.answers("list", "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n");
        assert_eq!(ann.get("/artifactory/mirror/list").await.status, 404);
        upstream.answers("list", "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
        assert_eq!(ann.get("/artifactory/mirror/list").await.status, 502);

        upstream.has("kept", "abc");
        assert_eq!(ann.get("/artifactory/mirror/kept").await.status, 200);
        let quota = json!({"quotaBytes": 4});
        stage.bearer("POST", "/artifactory/api/repositories/mirror", Some(quota)).await;
        upstream.has("kept", "longer than that");
        let kept = ann.get("/artifactory/mirror/kept").await;
        assert_eq!((kept.status, kept.body.as_slice()), (200, &b"abc"[..]));
        // A folder and a file have one name there, and not here.
        let change = json!({"quotaBytes": 0});
        stage.bearer("POST", "/artifactory/api/repositories/mirror", Some(change)).await;
        upstream.has("kept/below", "abc");
        assert_eq!(ann.get("/artifactory/mirror/kept/below").await.status, 409);
        stage.server.stop();
    });
}
