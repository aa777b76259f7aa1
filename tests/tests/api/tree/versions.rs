//! Deleting versions of packages in the console.

use serde_json::json;
use waybill_tests::{Request, run};

use super::member;
use crate::npm::{document, tarball};
use crate::signed_in;
use crate::stage::{Stage, records_of_packages};

/// covers: [TREE-08]
#[test]
fn a_version_is_deleted_with_all_its_files_by_those_who_may() {
    run(async {
        let stage = Stage::with("libs", "maven").await;
        let client = stage.ann();
        assert_eq!(client.create("packages", json!({"packageType": "npm"})).await.status, 200);
        for path in ["1.0/app-1.0.jar", "1.0/app-1.0-sources.jar", "1.1/app-1.1.jar"] {
            let stored = client.put(&format!("/artifactory/libs/acme/app/{path}"), path).await;
            assert_eq!(stored.status, 201, "{path}: {}", stored.json());
        }
        for version in ["1.0.0", "1.1.0"] {
            let sent = document("left", version, &tarball("left", version));
            let request = Request::new("PUT", "/artifactory/api/npm/packages/left").json(&sent);
            assert!(client.send(request).await.status < 300);
        }
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        let of = |repository: &str, path: &str| json!({"repository": repository, "path": path});
        let jar = of("libs", "acme/app/1.0/app-1.0.jar");

        // One file may be deleted, and another one of its version may not: all stay.
        let targets = json!({"libs": {
            "include_patterns": ["acme/**"], "exclude_patterns": ["**/*-sources.jar"],
        }});
        stage
            .grant(json!({"actions": {"users": {"carol": ["READ", "DELETE"]}}, "targets": targets}))
            .await;
        let refused = carol.post("tree/version-removals", jar.clone()).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_granted"));
        for (place, code) in [
            (of("libs", "acme/app/1.0/app-1.0-sources.jar"), "not_granted"),
            (of("packages", "left/-/left-1.0.0.tgz"), "not_found"),
        ] {
            assert_eq!(carol.post("tree/version-removals", place).await.code(), code);
        }
        for (place, code) in [
            (of("files", "team/a.txt"), "no_version"),
            (of("libs", "acme/app"), "not_found"),
            (of("libs", "../x"), "artifact_path"),
        ] {
            assert_eq!(ann.post("tree/version-removals", place).await.code(), code);
        }

        let removed = ann.post("tree/version-removals", jar.clone()).await.json();
        let expected =
            json!({"package": "acme:app", "version": "1.0", "files": 2, "folder": "acme/app"});
        assert_eq!(removed, expected);
        assert_eq!(
            client.get("/artifactory/libs/acme/app/1.0/app-1.0-sources.jar").await.status,
            404
        );
        assert_eq!(client.get("/artifactory/libs/acme/app/1.1/app-1.1.jar").await.status, 200);
        assert_eq!(ann.post("tree/version-removals", jar).await.status, 404);
        let tarball = of("packages", "left/-/left-1.1.0.tgz");
        let removed = ann.post("tree/version-removals", tarball).await.json();
        assert_eq!((&removed["version"], &removed["files"]), (&json!("1.1.0"), &json!(1)));
        let packument = client.get("/artifactory/api/npm/packages/left").await.json();
        assert_eq!(packument["dist-tags"], json!({"latest": "1.0.0"}), "{packument}");

        let Stage { server, place, .. } = stage;
        server.stop();
        let records = records_of_packages(&place);
        let removals: Vec<_> =
            records.iter().filter(|record| record["event"]["type"] == "remove").collect();
        assert_eq!(removals.len(), 3, "{records:?}");
        for record in removals {
            assert!(record["cause"].to_string().contains("session/"), "{record}");
        }
    });
}
