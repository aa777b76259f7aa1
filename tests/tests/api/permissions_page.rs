//! What the page of permissions calls: permissions with their revisions, and what a user may do and why.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use crate::permissions::PERMISSIONS;
use crate::signed_in;
use crate::stage::Stage;

/// The actions that are allowed, each with the reasons.
async fn rights(ann: &mut Browser, user: &str, path: &str) -> Vec<(String, Vec<Value>)> {
    let answer = ann.get(&format!("rights?user={user}&repository=files&path={path}")).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let rights = answer.json()["rights"].as_array().expect("rights").clone();
    let reasons = |right: &Value| right["grounds"].as_array().expect("grounds").clone();
    let all = rights
        .iter()
        .map(|right| (right["action"].as_str().expect("an action").to_owned(), reasons(right)));
    all.filter(|(_, grounds)| !grounds.is_empty()).collect()
}

fn actions(rights: &[(String, Vec<Value>)]) -> Vec<&str> {
    rights.iter().map(|(action, _)| action.as_str()).collect()
}

/// covers: [PERM-04]
#[test]
fn what_a_user_may_do_is_answered_with_what_allows_it() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let path = |path: &str| format!("/artifactory/files/{path}");
        assert!(rights(&mut ann, "bob", "team/a.txt").await.is_empty());

        stage.grant_bob(&["READ", "WRITE"]).await;
        for (name, body) in [("crew", json!({"name": "crew"}))] {
            let made = ann.post("access/api/ui/groups", body).await;
            assert_eq!(made.status, 200, "{name}");
        }
        let joined = ann.patch("access/api/ui/groups/crew/members", json!({"add": ["bob"]})).await;
        assert_eq!(joined.status, 200, "{:?}", joined.json());
        for (name, actions, targets) in [
            ("crew reads", json!({"groups": {"crew": ["MANAGE"]}}), json!({"ANY LOCAL": {}})),
            (
                "open",
                json!({"users": {"anonymous": ["READ"]}}),
                json!({"files": {"include_patterns": ["other/**"]}}),
            ),
        ] {
            let artifact = json!({"actions": actions, "targets": targets});
            let new = json!({"name": name, "resources": {"artifact": artifact}});
            assert_eq!(ann.post("permissions", new).await.status, 200, "{name}");
        }

        let at_file = rights(&mut ann, "BOB", "team/a.txt").await;
        assert_eq!(actions(&at_file), ["READ", "WRITE", "MANAGE"]);
        let crew = json!({"by": "permission", "name": "crew reads", "to": {"of": "group", "name": "crew"}});
        let team = json!({"by": "permission", "name": "team", "to": {"of": "user"}});
        assert_eq!(at_file[0].1, [crew.clone(), team.clone()]);
        assert_eq!((&at_file[1].1, &at_file[2].1), (&vec![team], &vec![crew.clone()]));
        // The answer is what the requests get.
        assert_eq!(stage.bob().put(&path("team/new.txt"), "x").await.status, 201);
        assert_eq!(stage.bob().delete(&path("team/new.txt")).await.status, 403);
        // A pattern excludes a file, and with it the folder as a whole.
        for (asked, expected) in [
            ("team/x.key", vec!["READ", "MANAGE"]),
            ("team/", vec!["READ", "MANAGE"]),
            ("", vec!["READ", "MANAGE"]),
        ] {
            assert_eq!(actions(&rights(&mut ann, "bob", asked).await), expected, "{asked}");
        }
        assert_eq!(stage.bob().put(&path("team/x.key"), "x").await.status, 403);

        let of_everyone = rights(&mut ann, "anonymous", "other/c.txt").await;
        let open = json!({"by": "permission", "name": "open", "to": {"of": "everyone"}});
        assert_eq!(of_everyone, [("READ".to_owned(), vec![open])]);
        assert!(rights(&mut ann, "anonymous", "team/a.txt").await.is_empty());
        let own = rights(&mut ann, crate::ANN, "any").await;
        assert_eq!(own.len(), 5);
        assert!(own.iter().all(|(_, why)| *why == [json!({"by": "administrator"})]));

        for (query, field) in
            [("user=nemo&repository=files", "user"), ("user=bob&repository=none", "repository")]
        {
            let refused = ann.get(&format!("rights?{query}")).await;
            assert_eq!((refused.status, &refused.json()["error"]["field"]), (404, &json!(field)));
        }
        assert_eq!(ann.get("rights?user=bob").await.status, 400);
        let users = ann.get("access/api/ui/users?name=bob").await.json();
        let bob =
            format!("access/api/ui/users/{}", users["users"][0]["person"].as_str().expect("an id"));
        assert_eq!(ann.patch(&bob, json!({"enabled": false})).await.status, 200);
        let disabled = ann.get("rights?user=bob&repository=files").await.json();
        assert_eq!(disabled, json!({"enabled": false, "rights": []}));
        let stranger =
            Browser::visiting(&stage.server).await.get("rights?user=bob&repository=files").await;
        assert_eq!(stranger.status, 401);
        stage.server.stop();
    });
}

/// covers: [PERM-05, PERM-02]
#[test]
fn a_permission_is_not_changed_by_those_who_have_not_seen_it() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        assert_eq!(ann.get("permissions").await.json(), json!({"permissions": []}));
        let artifact = |actions: &[&str], includes: &str| json!({"actions": {"users": {"bob": actions}}, "targets": {"files": {"include_patterns": [includes]}}});
        let of_builds = json!({"actions": {"users": {"bob": ["READ"]}}, "targets": {"ANY": {}}});
        // Its name is part of an address, where it is a word of its own.
        let new = json!({"name": "rights / effective", "resources": {"artifact": artifact(&["READ"], "a/**")}});
        let refused = ann.post("permissions", new).await;
        assert_eq!((refused.status, &refused.json()["error"]["field"]), (400, &json!("name")));
        let new = json!({"name": "Team é", "resources": {"artifact": artifact(&["READ"], "a/**"), "build": of_builds}});
        let made = ann.post("permissions", new.clone()).await.json();
        assert_eq!((&made["name"], &made["created_by"]), (&json!("Team é"), &json!(crate::ANN)));
        let twice = ann.post("permissions", new).await;
        assert_eq!((twice.status, twice.code().as_str()), (409, "permission_name_taken"));

        let one = "permissions/team%20%C3%A9";
        let change = |revision: &Value, actions: &[&str]| json!({"revision": revision, "artifact": artifact(actions, "b/**")});
        let first = &made["revision"];
        let changed = ann.put(one, change(first, &["READ", "WRITE"])).await.json();
        assert_eq!(changed["artifact"]["actions"]["users"]["bob"], json!(["READ", "WRITE"]));
        assert_eq!(changed["build"], made["build"]);
        // Another administrator has the page of before.
        let late = ann.put(one, change(first, &["DELETE"])).await;
        assert_eq!((late.status, late.code().as_str()), (409, "edited_meanwhile"));
        for (artifact, field) in [
            (
                json!({"actions": {"users": {"nemo": ["READ"]}}, "targets": {"files": {}}}),
                "actions",
            ),
            (json!({"targets": {"none": {}}}), "targets"),
            (json!({"targets": {"files": {"include_patterns": ["/a"]}}}), "targets"),
            (json!({"actions": {"users": {"bob": []}}, "targets": {"files": {}}}), "actions"),
        ] {
            let body = json!({"revision": changed["revision"], "artifact": artifact});
            let refused = ann.put(one, body).await;
            assert_eq!((refused.status, &refused.json()["error"]["field"]), (400, &json!(field)));
        }
        let listed = ann.get("permissions").await.json();
        assert_eq!(listed["permissions"], json!([changed]));
        let public =
            stage.bearer("GET", &format!("{PERMISSIONS}/Team%20%C3%A9"), None).await.json();
        assert_eq!(public["resources"]["artifact"], changed["artifact"]);

        // A token is for the public calls, and users who do not administer get none of them.
        for path in ["/ui/api/v1/permissions", "/ui/api/v1/rights?user=bob&repository=files"] {
            let refused = stage.bearer("GET", path, None).await;
            assert!(matches!(refused.status, 401 | 403), "{path}: {}", refused.status);
        }
        assert_eq!(ann.delete(one).await.status, 200);
        assert_eq!(ann.delete(one).await.status, 404);
        assert_eq!(ann.put(one, change(first, &["READ"])).await.status, 404);
        let mut visitor = Browser::visiting(&stage.server).await;
        for refused in [visitor.get("permissions").await, visitor.delete(one).await] {
            assert_eq!(refused.status, 401);
        }
        stage.server.stop();
    });
}
