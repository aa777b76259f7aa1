//! Virtual repositories: the order of their members, what is never asked of strangers, and uploads.

use serde_json::json;
use waybill_tests::{Answer, run};

use super::{create_remote, mirrored, upstream::Upstream};
use crate::stage::Stage;

fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// covers: [REMOTE-03]
#[test]
fn the_first_member_serves_a_file_and_uploads_go_to_one_member() {
    run(async {
        let (stage, upstream) = mirrored("generic", json!({})).await;
        let ann = stage.ann();
        for key in ["first", "second"] {
            assert_eq!(ann.create(key, json!({})).await.status, 200);
            ann.put(&format!("/artifactory/{key}/both"), key).await;
            ann.put(&format!("/artifactory/{key}/only-{key}"), key).await;
        }
        upstream.has("both", "strange");
        upstream.has("far", "far");
        upstream.has("acme/inner", "strange");
        let joined = json!({"rclass": "virtual", "repositories": ["first", "second", "mirror"], "reservedNamesPattern": "acme/**"});
        assert_eq!(ann.create("all", joined).await.status, 200);
        for (path, content) in
            [("both", "first"), ("only-first", "first"), ("only-second", "second"), ("far", "far")]
        {
            assert_eq!(
                text(&ann.get(&format!("/artifactory/all/{path}")).await),
                content,
                "{path}"
            );
        }
        assert_eq!(ann.get("/artifactory/all/acme/inner").await.status, 404);
        assert_eq!(ann.get("/artifactory/all/none").await.status, 404);
        assert_eq!(upstream.requested(), ["/base/far", "/base/none"]);
        // What is kept of an upstream is listed beside what is local.
        let listed = ann.get("/artifactory/api/storage/all").await.json();
        assert_eq!(listed["children"].as_array().map(Vec::len), Some(4), "{listed}");
        assert_eq!(ann.get("/artifactory/api/storage/all/far").await.json()["repo"], "mirror");
        // Uploads need a member that takes them.
        let refused = ann.put("/artifactory/all/new", "new").await;
        assert_eq!((refused.status, refused.code().as_str()), (405, "read_only"));
        let change = json!({"defaultDeploymentRepo": "second"});
        let changed = stage.bearer("POST", "/artifactory/api/repositories/all", Some(change)).await;
        assert_eq!(changed.status, 200, "{}", text(&changed));
        let stored = ann.put("/artifactory/all/new", "new").await;
        assert_eq!(stored.status, 201);
        assert!(
            stored.header("location").is_some_and(|at| at.ends_with("/artifactory/second/new"))
        );
        assert_eq!(text(&ann.get("/artifactory/second/new").await), "new");
        assert_eq!(ann.delete("/artifactory/all/new").await.status, 204);
        let shown = ann.get("/artifactory/api/repositories/all").await.json();
        assert_eq!(shown["repositories"], json!(["first", "second", "mirror"]));
        assert_eq!(shown["defaultDeploymentRepo"], "second");
        // A member that is deleted is no member, also when another one gets its key.
        assert_eq!(ann.delete("/artifactory/api/repositories/second").await.status, 200);
        ann.create("second", json!({})).await;
        ann.put("/artifactory/second/only-second", "again").await;
        assert_eq!(ann.get("/artifactory/all/only-second").await.status, 404);
        assert_eq!(ann.put("/artifactory/all/new", "new").await.status, 405);
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn rights_are_those_of_the_members_and_a_hidden_file_keeps_its_name() {
    run(async {
        let (stage, upstream) = mirrored("generic", json!({})).await;
        let ann = stage.ann();
        ann.put("/artifactory/files/hidden", "ours").await;
        let joined = json!({"rclass": "virtual", "repositories": ["files", "mirror"], "defaultDeploymentRepo": "files"});
        ann.create("all", joined).await;
        upstream.has("hidden", "strange");
        upstream.has("far", "far");
        assert_eq!(stage.bob().get("/artifactory/all/far").await.status, 404);
        let targets = json!({"mirror": {"include_patterns": ["**"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        assert_eq!(text(&stage.bob().get("/artifactory/all/far").await), "far");
        assert_eq!(stage.bob().get("/artifactory/all/hidden").await.status, 404);
        assert_eq!(upstream.requested(), ["/base/far"]);
        // The member that takes uploads is not one that Bob knows of.
        assert_eq!(stage.bob().put("/artifactory/all/new", "new").await.status, 405);
        let listed = stage.bob().get("/artifactory/api/repositories").await.json();
        let keys: Vec<_> =
            listed.as_array().expect("rows").iter().map(|row| row["key"].clone()).collect();
        assert_eq!(keys, [json!("all"), json!("mirror")]);
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn a_remote_member_with_priority_comes_before_others_and_one_that_is_down_is_passed_over() {
    run(async {
        let (stage, trusted) = mirrored("generic", json!({"priorityResolution": true})).await;
        stage.server.stop();
        let other = Upstream::start().await;
        let stage = Stage::reaching(&[trusted.address, other.address]).await;
        create_remote(&stage, "other", "generic", &other, json!({})).await;
        create_remote(&stage, "trusted", "generic", &trusted, json!({"priorityResolution": true}))
            .await;
        let joined = json!({"rclass": "virtual", "repositories": ["other", "trusted"]});
        assert_eq!(stage.ann().create("all", joined).await.status, 200);
        trusted.has("tool", "trusted");
        other.has("tool", "other");
        other.has("far", "far");
        assert_eq!(text(&stage.ann().get("/artifactory/all/tool").await), "trusted");
        assert!(other.requested().is_empty());
        assert_eq!(text(&stage.ann().get("/artifactory/all/far").await), "far");
        // Whether the name is one of its own is not known while it is down.
        trusted.answers("new", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
        other.has("new", "other");
        assert_eq!(stage.ann().get("/artifactory/all/new").await.status, 502);
        stage.server.stop();
    });
}

/// covers: [REMOTE-03]
#[test]
fn members_are_repositories_of_the_same_type_that_are_not_joined_themselves() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        ann.create("inner", json!({"rclass": "virtual", "repositories": ["files"]})).await;
        for wrong in [
            json!({"repositories": []}),
            json!({"repositories": ["files", "files"]}),
            json!({"repositories": ["none"]}),
            json!({"repositories": ["npm-local"]}),
            json!({"repositories": ["inner"]}),
            json!({"repositories": ["files"], "defaultDeploymentRepo": "npm-local"}),
            json!({}),
        ] {
            let mut settings = json!({"rclass": "virtual"});
            settings.as_object_mut().expect("one").extend(wrong.as_object().expect("one").clone());
            let created = ann.create("all", settings).await;
            assert_eq!(
                (created.status, created.code().as_str()),
                (400, "repository_members"),
                "{wrong}"
            );
        }
        stage.server.stop();
    });
}
