//! Permissions: what programs of users, and programs without credentials, may do in repositories.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use waybill_tests::{Answer, Browser, Request, run};

use crate::stage::Stage;
use crate::{ANN, signed_in};

pub(crate) const PERMISSIONS: &str = "/access/api/v2/permissions";
pub(crate) const STORAGE: &str = "/artifactory/api/storage";

pub(crate) fn file(path: &str) -> String {
    format!("/artifactory/files/{path}")
}

/// The names of the children in the answer about a folder.
fn children(answer: &Answer) -> Vec<String> {
    let info = answer.json();
    let children = info["children"].as_array().cloned().unwrap_or_default();
    children.iter().map(|child| child["uri"].as_str().expect("a name").to_owned()).collect()
}

/// covers: [PERM-01]
#[test]
fn only_what_is_granted_is_allowed_and_what_may_not_be_read_is_not_there() {
    run(async {
        let stage = Stage::new().await;
        let bob = stage.bob();
        // Nothing is granted: what exists and what does not are the same.
        assert_eq!(bob.get("/artifactory/api/repositories").await.json(), json!([]));
        for path in [file("team/a.txt"), file("none"), "/artifactory/none/a".into()] {
            let refused = bob.get(&path).await;
            assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"), "{path}");
            assert_eq!(bob.put(&path, "x").await.status, 404);
            assert_eq!(bob.delete(&path).await.status, 404);
        }
        let refused = bob.create("mine", json!({})).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_authorized"));

        stage.grant_bob(&["READ"]).await;
        let listed = bob.get("/artifactory/api/repositories").await.json();
        assert_eq!(listed[0]["key"], "files");
        let about = bob.get("/artifactory/api/repositories/files").await.json();
        assert_eq!((&about["notes"], &about["usedBytes"]), (&json!(""), &Value::Null));
        assert_eq!(bob.get(&file("team/a.txt")).await.body, b"team/a.txt");
        for hidden in ["other/c.txt", "team/keys/x.key", "team/none"] {
            assert_eq!(bob.get(&file(hidden)).await.status, 404, "{hidden}");
            assert_eq!(bob.get(&format!("{STORAGE}/files/{hidden}")).await.status, 404, "{hidden}");
        }
        assert_eq!(children(&bob.get(&format!("{STORAGE}/files")).await), ["/team"]);
        assert_eq!(bob.get(&format!("{STORAGE}/files/other")).await.status, 404);
        let below = bob.get(&format!("{STORAGE}/files/team?list&deep=1")).await.json();
        let below: Vec<&str> = below["files"]
            .as_array()
            .expect("files")
            .iter()
            .map(|file| file["uri"].as_str().expect("a path"))
            .collect();
        assert_eq!(below, ["/a.txt", "/deep/b.txt"]);
        let changes = |path: &str| Request::new("POST", path).json(&json!({"description": "mine"}));
        let properties = format!("{STORAGE}/files/team/a.txt?properties=a=b");
        for (refused, what) in [
            (bob.put(&file("team/new.txt"), "x").await, "WRITE"),
            (bob.delete(&file("team/a.txt")).await, "DELETE"),
            (bob.delete(&file("team")).await, "DELETE"),
            (bob.send(Request::new("PUT", &properties)).await, "ANNOTATE"),
            (bob.send(changes("/artifactory/api/repositories/files")).await, "MANAGE"),
        ] {
            assert_eq!((refused.status, refused.code().as_str()), (403, "not_granted"), "{what}");
            assert!(refused.json()["detail"].to_string().contains(what), "{what}");
        }

        stage.grant_bob(&["READ", "WRITE"]).await;
        assert_eq!(bob.put(&file("team/new.txt"), "x").await.status, 201);
        assert_eq!(bob.put(&file("team/new.txt"), "x").await.status, 201);
        assert_eq!(bob.put(&file("other/new.txt"), "x").await.status, 404);
        // It is excluded, but a folder of this name could have files that he may read.
        assert_eq!(bob.put(&file("team/y.key"), "x").await.status, 403);
        // The same content again changes nothing of what is there.
        let same = bob.put(&file("team/a.txt"), "team/a.txt").await;
        assert_eq!((same.status, &same.json()["modifiedBy"]), (201, &json!(ANN)));
        // Replacing another content is removing it.
        let replaced = bob.put(&file("team/new.txt"), "y").await;
        assert_eq!((replaced.status, replaced.code().as_str()), (409, "artifact_exists"));
        let annotated = bob.put(&format!("{};a=b", file("team/z.txt")), "z").await;
        assert_eq!((annotated.status, annotated.code().as_str()), (403, "not_granted"));

        stage.grant_bob(&["READ", "WRITE", "ANNOTATE"]).await;
        assert_eq!(bob.send(Request::new("PUT", &properties)).await.status, 204);
        let same = bob.put(&format!("{};c=d", file("team/a.txt")), "team/a.txt").await;
        assert_eq!(same.status, 201);
        let about = bob.get(&format!("{STORAGE}/files/team/a.txt?properties")).await.json();
        assert_eq!(about["properties"], json!({"a": ["b"], "c": ["d"]}));

        stage.grant_bob(&["WRITE"]).await;
        // Those who may not read the file do not learn whether the content is the same.
        let hidden = bob.put(&file("team/a.txt"), "team/a.txt").await;
        assert_eq!((hidden.status, hidden.code().as_str()), (409, "artifact_exists"));

        stage.grant_bob(&["READ", "WRITE", "ANNOTATE", "DELETE"]).await;
        assert_eq!(bob.put(&file("team/new.txt"), "y").await.status, 201);
        assert_eq!(bob.send(Request::new("PUT", &properties)).await.status, 204);
        assert_eq!(bob.delete(&file("team/new.txt")).await.status, 204);
        // The folder has what Bob may not remove, even where no such file is.
        assert_eq!(bob.delete(&file("team/deep")).await.status, 403);
        assert_eq!(stage.ann().get(&file("team/deep/b.txt")).await.status, 200);
        assert_eq!(bob.delete(&file("team/deep/b.txt")).await.status, 204);
        let Stage { server, .. } = stage;
        server.stop();
    });
}

/// covers: [PERM-01]
#[test]
fn rights_that_end_during_an_upload_end_the_upload() {
    run(async {
        let stage = Stage::new().await;
        stage.grant_bob(&["READ", "WRITE"]).await;
        for ended in ["permission", "properties", "token"] {
            stage.grant_bob(&["READ", "WRITE", "ANNOTATE"]).await;
            let mut connection = Browser::new(&stage.server).connect().await;
            let head = format!(
                "PUT {};a=b HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-length: 6\r\nconnection: close\r\n\r\nabc",
                file("team/late.txt"),
                stage.bob
            );
            connection.write_all(head.as_bytes()).await.expect("sent");
            // The request has arrived when the server reads its body.
            tokio::time::sleep(Duration::from_millis(500)).await;
            match ended {
                "permission" => stage.grant_bob(&["READ", "ANNOTATE"]).await,
                "properties" => stage.grant_bob(&["READ", "WRITE"]).await,
                _ => stage.revoke_token_of_bob().await,
            }
            connection.write_all(b"def").await.expect("sent");
            let mut answer = String::new();
            connection.read_to_string(&mut answer).await.expect("an answer");
            assert!(answer.starts_with("HTTP/1.1 403"), "{ended}: {answer}");
            assert_eq!(stage.ann().get(&file("team/late.txt")).await.status, 404, "{ended}");
        }
        stage.server.stop();
    });
}

/// covers: [PERM-01]
#[test]
fn a_digest_alone_gives_nothing_to_those_who_may_read_no_file_that_has_it() {
    run(async {
        let stage = Stage::new().await;
        let digest = stage.ann().get(&file("other/c.txt")).await;
        let digest = digest.header("x-checksum-sha256").expect("a digest").to_owned();
        let known = |path: &str| {
            let request = Request::new("PUT", &file(path)).header("x-checksum-deploy", "true");
            request.header("x-checksum-sha256", &digest)
        };
        stage.grant_bob(&["READ", "WRITE"]).await;
        assert_eq!(stage.bob().send(known("team/stolen")).await.status, 404);
        assert_eq!(stage.ann().send(known("team/copy")).await.status, 201);
        // Now he may read a file that has it.
        assert_eq!(stage.bob().send(known("team/again")).await.status, 201);
        stage.server.stop();
    });
}

/// covers: [PERM-01]
#[test]
fn everyone_reads_where_a_permission_says_so_and_does_nothing_else() {
    run(async {
        let stage = Stage::new().await;
        let get = |path: &str| Request::new("GET", path);
        let challenge = stage.anyone(get(&file("team/a.txt"))).await;
        assert_eq!((challenge.status, challenge.code().as_str()), (401, "no_token"));
        assert_eq!(challenge.header("www-authenticate"), Some("Basic realm=\"Waybill\""));

        let everyone = json!({"actions": {"users": {"anonymous": ["READ"]}},
            "targets": {"ANY": {"include_patterns": ["team/**"]}}});
        stage.grant(everyone).await;
        assert_eq!(stage.anyone(get(&file("team/a.txt"))).await.body, b"team/a.txt");
        assert_eq!(stage.bob().get(&file("team/a.txt")).await.status, 200);
        assert_eq!(stage.anyone(get(&file("team/none"))).await.status, 404);
        let repositories = stage.anyone(get("/artifactory/api/repositories")).await;
        assert_eq!(repositories.json()[0]["key"], "files");
        // Where they may not read, clients are asked for credentials, and a browser is not.
        for hidden in [file("other/c.txt"), file("none"), "/artifactory/none/a".into()] {
            let refused = stage.anyone(get(&hidden)).await;
            assert_eq!((refused.status, refused.code().as_str()), (401, "no_token"), "{hidden}");
            assert!(refused.header("www-authenticate").is_some());
            let browser = get(&hidden).header("sec-fetch-mode", "navigate");
            let refused = stage.anyone(browser).await;
            assert_eq!((refused.status, refused.header("www-authenticate")), (401, None));
        }
        for request in [
            Request::new("PUT", &file("team/x")).body("x"),
            Request::new("DELETE", &file("team/a.txt")),
            Request::new("DELETE", "/artifactory/api/repositories/files"),
        ] {
            assert_eq!(stage.anyone(request).await.status, 401);
        }
        // A token that is not accepted is not the same as none.
        let open = stage.anyone(get(&file("team/a.txt"))).await;
        assert_eq!(open.header("cache-control"), Some("private, no-cache"));
        let about = stage.anyone(get(&format!("{STORAGE}/files/team/a.txt"))).await.json();
        assert_ne!(about["createdBy"], ANN);
        let wrong = get(&file("team/a.txt")).header("authorization", "Bearer waybill_0");
        assert_eq!(stage.anyone(wrong).await.status, 401);
        stage.server.stop();
    });
}

/// covers: [PERM-01, PERM-02]
#[test]
fn permissions_are_records_with_names_that_exist() {
    run(async {
        let stage = Stage::new().await;
        let target = json!({"files": {}});
        let new = |name: &str, artifact: Value| json!({"name": name, "resources": {"artifact": artifact}});
        let many: Vec<String> = (0..33).map(|at| at.to_string()).collect();
        for (artifact, code) in [
            (json!({"targets": {}}), "permission_targets"),
            (json!({"targets": {"none": {}}}), "unknown_in_permission"),
            (json!({"targets": {"files": {"include_patterns": many}}}), "permission_patterns"),
            (
                json!({"targets": {"files": {"exclude_patterns": ["secret/**, keys/**"]}}}),
                "permission_patterns",
            ),
            (
                json!({"targets": target, "actions": {"users": {"none": ["READ"]}}}),
                "unknown_in_permission",
            ),
            (
                json!({"targets": target, "actions": {"groups": {"none": ["READ"]}}}),
                "unknown_in_permission",
            ),
            (json!({"targets": target, "actions": {"users": {"bob": []}}}), "permission_grantees"),
            (json!({"targets": target, "actions": {"users": {"bob": ["SCAN"]}}}), "malformed_body"),
            (
                json!({"targets": target, "actions": {"users": {"anonymous": ["WRITE"]}}}),
                "anonymous_only_reads",
            ),
        ] {
            let refused = stage.bearer("POST", PERMISSIONS, Some(new("x", artifact.clone()))).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, code), "{artifact}");
        }
        let others = json!({"name": "x", "resources": {"destination": {"targets": {}}}});
        let refused = stage.bearer("POST", PERMISSIONS, Some(others)).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "only_artifacts"));
        for name in ["", "a/b"] {
            let refused = stage
                .bearer("POST", PERMISSIONS, Some(new(name, json!({"targets": target}))))
                .await;
            assert_eq!((refused.status, refused.code().as_str()), (400, "permission_name"));
        }
        let group =
            stage.bearer("POST", "/access/api/v2/groups", Some(json!({"name": "Team"}))).await;
        assert_eq!(group.status, 200);
        let granted = json!({"actions": {"users": {"bob": ["WRITE"]}, "groups": {"team": ["READ", "DELETE"]}},
            "targets": {"files": {"exclude_patterns": ["other/"]}, "ANY LOCAL": {"include_patterns": ["team/a.txt"]}}});
        let made = stage.bearer("POST", PERMISSIONS, Some(new("Builds", granted))).await;
        assert_eq!(made.status, 201, "{:?}", made.json());
        let again = stage
            .bearer("POST", PERMISSIONS, Some(new("builds", json!({"targets": target}))))
            .await;
        assert_eq!((again.status, again.code().as_str()), (409, "permission_name_taken"));

        let Stage { place, server, ann, bob } = stage;
        server.stop();
        let server = place.start();
        let stage = Stage { place, server, ann, bob };
        let one = format!("{PERMISSIONS}/builds");
        let expected = json!({"name": "Builds", "resources": {"artifact": {
            "actions": {"users": {"bob": ["WRITE"]}, "groups": {"Team": ["READ", "DELETE"]}},
            "targets": {
                "files": {"include_patterns": ["**"], "exclude_patterns": ["other/"]},
                "ANY LOCAL": {"include_patterns": ["team/a.txt"], "exclude_patterns": []},
            },
        }}});
        assert_eq!(stage.bearer("GET", &one, None).await.json(), expected);
        let listed = stage.bearer("GET", PERMISSIONS, None).await.json();
        assert_eq!(listed["permissions"][0]["name"], "Builds");
        assert_eq!(stage.bob().get(&file("team/a.txt")).await.status, 404);
        let joins = json!({"add": ["team"]});
        let joined = stage.bearer("PATCH", "/access/api/v2/users/bob/groups", Some(joins)).await;
        assert_eq!(joined.status, 200);
        assert_eq!(stage.bob().get(&file("team/a.txt")).await.status, 200);

        // A repository with the same key later is another one.
        assert_eq!(stage.ann().delete("/artifactory/api/repositories/files").await.status, 200);
        assert_eq!(stage.ann().create("files", json!({})).await.status, 200);
        stage.ann().put(&file("team/a.txt"), "a").await;
        stage.ann().put(&file("team/b.txt"), "b").await;
        assert_eq!(stage.bob().get(&file("team/a.txt")).await.status, 200);
        assert_eq!(stage.bob().get(&file("team/b.txt")).await.status, 404);

        assert_eq!(stage.bearer("DELETE", &one, None).await.status, 204);
        assert_eq!(stage.bearer("DELETE", &one, None).await.status, 404);
        assert_eq!(stage.bob().get(&file("team/a.txt")).await.status, 404);
        stage.server.stop();
    });
}

/// covers: [PERM-01]
#[test]
fn an_administrator_of_a_project_manages_its_repositories() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let project = json!({"project_key": "shop", "display_name": "Shop"});
        assert_eq!(ann.post("projects", project).await.status, 200);
        let member = json!({"name": "bob", "roles": ["Project Admin"]});
        assert_eq!(ann.put("projects/shop/users/bob", member).await.status, 200);
        stage.ann().create("shop-local", json!({"projectKey": "shop"})).await;
        stage.ann().put("/artifactory/shop-local/a.txt", "a").await;
        let change = |more: Value| {
            Request::new("POST", "/artifactory/api/repositories/shop-local").json(&more)
        };
        let bob = stage.bob();
        assert_eq!(bob.get("/artifactory/shop-local/a.txt").await.status, 200);
        assert_eq!(bob.send(change(json!({"description": "of the shop"}))).await.status, 200);
        for more in [json!({"projectKey": ""}), json!({"quotaBytes": 1})] {
            let refused = bob.send(change(more)).await;
            assert_eq!((refused.status, refused.code().as_str()), (403, "not_authorized"));
        }
        // Managing is not storing.
        assert_eq!(bob.put("/artifactory/shop-local/b.txt", "b").await.status, 403);
        assert_eq!(bob.get(&file("team/a.txt")).await.status, 404);
        assert_eq!(bob.delete("/artifactory/api/repositories/shop-local").await.status, 403);
        stage.server.stop();
    });
}
