//! Bundles that are not created, and promotions of which nothing is copied.

use serde_json::{Value, json};
use waybill_tests::run;

use super::{
    CREATE, PROMOTIONS, STATUSES, admin, created, is_at, of_files, promote, promotions,
    with_production,
};
use crate::release_bundles::{PATH, abc, manifest};
use crate::signed_in;
use crate::stage::Stage;

/// covers: [CHK-01]
#[test]
fn what_cannot_be_created_is_explained_and_leaves_nothing() {
    run(async {
        let stage = Stage::new().await;
        let joined = json!({"rclass": "virtual", "repositories": ["files"]});
        assert_eq!(stage.ann().create("all", joined).await.status, 200);
        let mut page = signed_in(&stage.server).await;
        let imported = page.post(PATH, manifest("imported", "1", &[abc("a/abc")])).await;
        assert_eq!(imported.status, 200);
        let with = |field: &str, value: Value| {
            let mut wanted = of_files("1.0", &["files/team/a.txt"]);
            wanted[field] = value;
            wanted
        };
        let of_builds = |build: Value| {
            let mut wanted = with("source_type", json!("builds"));
            wanted["source"] = json!({"builds": [build]});
            wanted
        };
        let of_bundle = |name: &str| {
            let mut wanted = with("source_type", json!("release_bundles"));
            let bundle = json!({"release_bundle_name": name, "release_bundle_version": "1"});
            wanted["source"] = json!({"release_bundles": [bundle]});
            wanted
        };
        let other = json!({"path": "files/team/a.txt", "sha256": "0".repeat(64)});
        let build = json!({"build_name": "till", "build_number": "7"});
        let mut needed = build.clone();
        needed["include_dependencies"] = json!(true);
        for (wanted, status, code, field) in [
            (with("source_type", json!("aql")), 400, "bundle_source", "source"),
            (with("source_type", json!("packages")), 400, "bundle_source", "source"),
            (with("source_type", Value::Null), 400, "bundle_source", "source"),
            (with("draft", json!(true)), 400, "bundle_source", "source"),
            (with("source", json!({})), 400, "bundle_source", "source"),
            (of_builds(needed), 400, "bundle_source", "source"),
            (of_builds(build), 404, "not_found", "builds"),
            (of_bundle("none"), 404, "not_found", "release_bundles"),
            (of_bundle("imported"), 400, "bundle_source", "release_bundles"),
            (with("release_bundle_name", json!("../shop")), 400, "bundle_name", "name"),
            (with("release_bundle_version", json!("")), 400, "bundle_version", "version"),
            (
                with("source", json!({"artifacts": [other]})),
                409,
                "bundle_file_differs",
                "artifacts",
            ),
            (
                of_files("1.0", &["files/none", "none/a", "files", "files/team/a.txt"]),
                409,
                "bundle_files_missing",
                "artifacts",
            ),
            (of_files("1.0", &["all/team/a.txt"]), 400, "bundle_file_not_local", "artifacts"),
            (of_files("1.0", &[&"x".repeat(5_000)]), 400, "too_long", "artifacts"),
        ] {
            let refused = admin(&stage, "POST", CREATE, Some(wanted.clone())).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code), "{wanted:.200}");
            assert_eq!(refused.json()["error"]["field"], field, "{wanted:.200}");
        }
        let three = of_files("1.0", &["files/none", "none/a", "files", "files/team/a.txt"]);
        let refused = admin(&stage, "POST", CREATE, Some(three)).await.json();
        let message = refused["error"]["message"].to_string();
        assert!(
            message.contains("3 of these files") && message.contains("files/none"),
            "{message}"
        );
        let status = admin(&stage, "GET", &format!("{STATUSES}/shop/1.0"), None).await;
        assert_eq!(status.status, 404);

        // A name and a version belong to one bundle.
        created(&stage, of_files("1.0", &["files/team/a.txt"])).await;
        let again = admin(&stage, "POST", CREATE, Some(of_files("1.0", &["files/other/c.txt"])));
        let again = again.await;
        assert_eq!((again.status, again.code().as_str()), (409, "bundle_exists"));
        let nothing = page.post("release_bundles/shop/3", json!({"paths": []})).await;
        assert_eq!((nothing.status, nothing.code().as_str()), (400, "bundle_source"));
        let unknown = page.post("release_bundles/shop/3", json!({"files": []})).await;
        assert_eq!((unknown.status, unknown.code().as_str()), (400, "malformed_body"));
        let large = json!({"paths": ["x".repeat(5 * 1_024 * 1_024)]});
        let large = page.post("release_bundles/shop/3", large).await;
        assert_eq!((large.status, large.code().as_str()), (413, "too_large"));
    });
}

/// covers: [HOOK-04]
#[test]
fn files_that_would_get_the_same_path_are_not_promoted_together() {
    run(async {
        let stage = Stage::new().await;
        with_production(&stage).await;
        let ann = stage.ann();
        assert_eq!(ann.create("spare", json!({})).await.status, 200);
        for path in ["team/a.txt", "team/deep"] {
            let stored = ann.put(&format!("/artifactory/spare/{path}"), "other").await;
            assert_eq!(stored.status, 201, "{path}");
        }
        for (version, paths, conflict) in [
            ("1.0", ["files/team/a.txt", "spare/team/a.txt"], "path team/a.txt"),
            ("2.0", ["files/team/deep/b.txt", "spare/team/deep"], "path team/deep/b.txt"),
        ] {
            created(&stage, of_files(version, &paths)).await;
            let refused = promote(&stage, version, json!({"environment": "PROD"})).await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "bundle_path_twice"));
            let message = refused.json()["error"]["message"].to_string();
            assert!(message.contains(conflict), "{message}");
            assert!(promotions(&stage, version).await.is_empty());
        }
        for path in ["team/a.txt", "team/deep", "team/deep/b.txt"] {
            assert!(!is_at(&stage, &format!("prod-a/{path}")).await, "{path}");
        }
    });
}

/// covers: [HOOK-04]
#[test]
fn a_promotion_copies_all_files_or_none() {
    run(async {
        let stage = Stage::new().await;
        with_production(&stage).await;
        let ann = stage.ann();
        let maven = json!({"packageType": "maven", "environments": ["JAVA"]});
        assert_eq!(ann.create("java", maven).await.status, 200);
        created(&stage, of_files("1.0", &["files/team/a.txt", "files/team/deep/b.txt"])).await;
        let mut page = signed_in(&stage.server).await;
        let imported = page.post(PATH, manifest("imported", "1", &[abc("a/abc")])).await;
        assert_eq!(imported.status, 200);
        let to = |environment: &str| json!({"environment": environment});
        let with = |field: &str, keys: &[&str]| {
            let mut wanted = to("PROD");
            wanted[field] = json!(keys);
            wanted
        };
        let (included, excluded) = ("included_repository_keys", "excluded_repository_keys");
        for (wanted, status, code) in [
            (to("NONE"), 400, "bundle_environment"),
            (to(&"x".repeat(5_000)), 400, "too_long"),
            (to("JAVA"), 409, "bundle_no_target"),
            (with(included, &["files"]), 400, "bundle_repositories"),
            (with(included, &["prod-a", "none"]), 400, "bundle_repositories"),
            (with(excluded, &["prod-a", "prod-b"]), 409, "bundle_no_target"),
            (json!({}), 400, "malformed_body"),
        ] {
            let refused = promote(&stage, "1.0", wanted.clone()).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code), "{wanted:.200}");
        }
        assert_eq!(promote(&stage, "2.0", to("PROD")).await.status, 404);
        let path = format!("{PROMOTIONS}/imported/1");
        let refused = admin(&stage, "POST", &path, Some(to("PROD"))).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "bundle_not_promotable"));

        // Another content is at the path of the second file in one of the repositories.
        assert_eq!(ann.put("/artifactory/prod-b/team/deep/b.txt", "other").await.status, 201);
        let refused = promote(&stage, "1.0", to("PROD")).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "artifact_exists"));
        let message = refused.json()["error"]["message"].to_string();
        assert!(message.contains("prod-b/team/deep/b.txt: "), "{message}");
        assert_eq!(ann.delete("/artifactory/prod-b/team/deep/b.txt").await.status, 204);
        // A folder is at the path of the first one.
        assert_eq!(ann.put("/artifactory/prod-a/team/a.txt/x", "x").await.status, 201);
        let refused = promote(&stage, "1.0", to("PROD")).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "file_and_folder"));
        assert_eq!(ann.delete("/artifactory/prod-a/team/a.txt").await.status, 204);
        // The second file is gone.
        assert_eq!(ann.delete("/artifactory/files/team/deep/b.txt").await.status, 204);
        let refused = promote(&stage, "1.0", to("PROD")).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "bundle_files_missing"));
        for path in ["prod-a/team/a.txt", "prod-b/team/a.txt"] {
            assert!(!is_at(&stage, path).await, "{path}");
        }
        assert!(promotions(&stage, "1.0").await.is_empty());

        // The same content is elsewhere, at another path and then at the same one.
        assert_eq!(ann.create("spare", json!({})).await.status, 200);
        assert_eq!(ann.put("/artifactory/spare/b.txt", "team/deep/b.txt").await.status, 201);
        let refused = promote(&stage, "1.0", to("PROD")).await;
        assert_eq!(refused.code(), "bundle_files_missing");
        let path = "/artifactory/spare/team/deep/b.txt";
        assert_eq!(ann.put(path, "team/deep/b.txt").await.status, 201);
        let promoted = promote(&stage, "1.0", to("PROD")).await;
        assert_eq!(promoted.status, 201, "{}", promoted.json());
        for path in ["prod-a/team/a.txt", "prod-b/team/deep/b.txt"] {
            assert!(is_at(&stage, path).await, "{path}");
        }
        assert!(super::replays(stage));
    });
}
