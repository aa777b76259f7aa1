//! Which files of a build are promoted: those that are its own, with their properties, as far as rights allow it.

use serde_json::{Value, json};
use waybill_tests::{Answer, run};

use super::{
    BUILD, PROMOTE_BUILD, PROMOTE_IMAGE, message, post, replays, statuses, with_registries,
};
use crate::docker::push_image;
use crate::permissions::PERMISSIONS;
use crate::stage::{Client, Stage};

/// A file of the repository `files` as a build-info names it.
async fn made(client: &Client<'_>, path: &str) -> Value {
    let about = client.get(&format!("/artifactory/api/storage/files/{path}")).await.json();
    let sha256 = &about["checksums"]["sha256"];
    assert!(sha256.is_string(), "{about}");
    json!({"name": path, "sha256": sha256, "path": path, "originalDeploymentRepo": "files"})
}

/// Publishes number 7 of the build `shop`.
async fn publish(client: &Client<'_>, artifacts: &Value, dependencies: &Value) {
    let info = json!({
        "name": "shop", "number": "7", "started": "2026-11-28T10:00:00.000+0000",
        "modules": [{"id": "shop:7", "artifacts": artifacts, "dependencies": dependencies}],
    });
    assert_eq!(client.put(BUILD, info.to_string()).await.status, 204);
}

/// Promotes number 7 to the repository `release`.
async fn promote(client: &Client<'_>, more: &Value) -> Answer {
    let mut wanted = json!({"status": "released", "targetRepo": "release"});
    let fields = more.as_object().expect("an object").clone();
    wanted.as_object_mut().expect("an object").extend(fields);
    post(client, PROMOTE_BUILD, &wanted).await
}

async fn is_at(client: &Client<'_>, path: &str) -> bool {
    client.get(&format!("/artifactory/{path}")).await.status == 200
}

async fn properties(client: &Client<'_>, path: &str) -> Value {
    let about = client.get(&format!("/artifactory/api/storage/{path}?properties")).await;
    about.json()["properties"].clone()
}

async fn stage() -> Stage {
    let stage = Stage::new().await;
    assert_eq!(stage.ann().create("release", json!({})).await.status, 200);
    stage
}

/// covers: [HOOK-04]
#[test]
fn a_move_takes_the_files_of_the_build_alone() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        // Another file has the same content.
        let artifact = made(&ann, "team/a.txt").await;
        assert_eq!(ann.put("/artifactory/files/other/same.txt", "team/a.txt").await.status, 201);
        assert_eq!(ann.delete("/artifactory/files/team/a.txt").await.status, 204);
        publish(&ann, &json!([artifact]), &json!([])).await;
        for wanted in [json!({"sourceRepo": "files"}), json!({})] {
            let refused = promote(&ann, &wanted).await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "build_files_missing"));
        }
        assert_eq!(statuses(&ann).await, Value::Null);

        // A file without a path is found by its content, and is moved only out of a repository that is named.
        let mut artifact = made(&ann, "team/deep/b.txt").await;
        artifact["path"] = json!("");
        let dependency = json!({"id": "c:1", "sha256": made(&ann, "other/c.txt").await["sha256"]});
        publish(&ann, &json!([artifact]), &json!([dependency])).await;
        assert_eq!(promote(&ann, &json!({})).await.code(), "build_files_missing");
        assert!(is_at(&ann, "files/team/deep/b.txt").await);

        // What went into the build stays where it is.
        let wanted = json!({"sourceRepo": "files", "dependencies": true});
        let promoted = promote(&ann, &wanted).await;
        assert!(
            message(&promoted).contains("1 artifacts were moved and 1 copied to release"),
            "{}",
            promoted.json()
        );
        assert!(!is_at(&ann, "files/team/deep/b.txt").await);
        for path in ["files/other/same.txt", "files/other/c.txt", "release/other/c.txt"] {
            assert!(is_at(&ann, path).await, "{path}");
        }
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn files_that_are_missing_end_a_promotion_or_are_counted() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        let gone = json!({"name": "gone", "sha1": "0".repeat(40)});
        let lost = json!({"name": "lost", "sha256": "0".repeat(64), "path": "team/lost.txt"});
        let artifact = made(&ann, "team/a.txt").await;
        publish(&ann, &json!([artifact, gone, lost, lost]), &json!([])).await;
        for is_dry in [true, false] {
            let refused = promote(&ann, &json!({"dryRun": is_dry})).await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "build_files_missing"));
            let text = refused.json()["error"]["message"].to_string();
            assert!(text.contains(" 2 are found neither"), "{text}");
        }
        assert!(is_at(&ann, "files/team/a.txt").await);
        assert_eq!(statuses(&ann).await, Value::Null);

        let wanted = json!({"failFast": false});
        for (moved, recorded) in [(1, 1), (0, 2)] {
            let promoted = promote(&ann, &wanted).await;
            assert_eq!(promoted.status, 200, "{}", promoted.json());
            let first = promoted.json()["messages"][0].clone();
            assert_eq!(first["level"], "WARN");
            assert!(first["message"].to_string().contains(" 2 are found neither"), "{first}");
            let expected = format!("completed with warnings, {moved} artifacts were moved");
            assert!(message(&promoted).contains(&expected), "{}", promoted.json());
            assert_eq!(statuses(&ann).await.as_array().map(Vec::len), Some(recorded));
        }
        assert!(is_at(&ann, "release/team/a.txt").await);
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn properties_are_judged_before_a_file_is_moved_and_set_when_it_is_repeated() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        let long = "l".repeat(1_000);
        let at = format!("/artifactory/files/team/a.txt;long={long}");
        assert_eq!(ann.put(&at, "team/a.txt").await.status, 201);
        let artifact = made(&ann, "team/a.txt").await;
        publish(&ann, &json!([artifact]), &json!([])).await;
        for properties in [json!({"upstream.sha512": ["0"]}), json!({"more": [long]})] {
            for is_dry in [true, false] {
                let wanted = json!({"properties": properties, "dryRun": is_dry});
                let refused = promote(&ann, &wanted).await;
                assert_eq!((refused.status, refused.code().as_str()), (400, "artifact_properties"));
                assert_eq!(refused.json()["error"]["field"], "properties");
            }
        }
        assert!(is_at(&ann, "files/team/a.txt").await);

        // A file that is at the target already gets those that it lacks.
        assert_eq!(promote(&ann, &json!({})).await.status, 200);
        assert_eq!(properties(&ann, "release/team/a.txt").await["stage"], Value::Null);
        let promoted = promote(&ann, &json!({"properties": {"stage": ["released"]}})).await;
        assert!(message(&promoted).contains("0 artifacts were moved"), "{}", promoted.json());
        let found = properties(&ann, "release/team/a.txt").await;
        assert_eq!((&found["stage"], &found["long"]), (&json!(["released"]), &json!([long])));
        assert!(replays(stage));
    });
}

/// Grants Bob something in a repository, by a permission of its own.
async fn grant(stage: &Stage, repository: &str, actions: &[&str]) {
    let artifact = json!({
        "actions": {"users": {"bob": actions}},
        "targets": {repository: {"include_patterns": ["**"]}},
    });
    let new = json!({"name": format!("of-{repository}"), "resources": {"artifact": artifact}});
    assert_eq!(stage.bearer("POST", PERMISSIONS, Some(new)).await.status, 201);
}

/// covers: [HOOK-04]
#[test]
fn a_target_with_write_alone_takes_files_and_replaces_none() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (stage.ann(), stage.bob());
        let build = json!({
            "actions": {"users": {"bob": ["READ", "WRITE"]}},
            "targets": {"artifactory-build-info": {"include_patterns": ["**"]}},
        });
        let new = json!({"name": "builds", "resources": {"build": build}});
        assert_eq!(stage.bearer("POST", PERMISSIONS, Some(new)).await.status, 201);
        grant(&stage, "files", &["READ", "DELETE"]).await;
        grant(&stage, "release", &["WRITE"]).await;
        let artifact = made(&ann, "team/a.txt").await;
        publish(&ann, &json!([artifact]), &json!([])).await;
        // It takes ANNOTATE to set properties.
        let refused = promote(&bob, &json!({"properties": {"stage": ["released"]}})).await;
        assert!(matches!(refused.status, 403 | 404), "{}", refused.json());
        assert!(is_at(&ann, "files/team/a.txt").await);
        for moved in [1, 0] {
            let promoted = promote(&bob, &json!({})).await;
            let expected = format!("{moved} artifacts were moved to release");
            assert!(message(&promoted).contains(&expected), "{}", promoted.json());
        }
        assert!(!is_at(&bob, "release/team/a.txt").await);
        assert_eq!(ann.put("/artifactory/files/team/a.txt", "newer").await.status, 201);
        let artifact = made(&ann, "team/a.txt").await;
        publish(&ann, &json!([artifact]), &json!([])).await;
        assert_eq!(promote(&bob, &json!({})).await.status, 409);
        assert_eq!(ann.get("/artifactory/release/team/a.txt").await.body, b"team/a.txt");

        // An image is stored beside parts that its client can read.
        with_registries(&stage).await;
        grant(&stage, "docker-local", &["READ", "DELETE"]).await;
        grant(&stage, "docker-prod", &["WRITE"]).await;
        push_image(&ann, "1.0", b"layer").await;
        let wanted =
            json!({"targetRepo": "docker-prod", "dockerRepository": "acme/shop", "tag": "1.0"});
        assert_eq!(post(&bob, PROMOTE_IMAGE, &wanted).await.status, 404);
        assert!(replays(stage));
    });
}
