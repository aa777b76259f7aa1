//! What permissions name of release bundles: it is recorded and shown, and gives no right.

use serde_json::{Value, json};
use waybill_tests::run;

use crate::permissions::{PERMISSIONS, file};
use crate::signed_in;
use crate::stage::Stage;

/// Patterns of release bundles, with what Bob may do.
fn named(includes: &Value, actions: &Value) -> Value {
    json!({
        "actions": {"users": {"bob": actions}, "groups": {}},
        "targets": {"release-bundles": {"include_patterns": includes, "exclude_patterns": ["old-*"]}},
    })
}

/// covers: [HOOK-05, PERM-02]
#[test]
fn patterns_of_release_bundles_are_kept_changed_and_removed_and_give_no_right() {
    run(async {
        let stage = Stage::new().await;
        let first = named(&json!(["shop-*/**"]), &json!(["READ", "DELETE"]));
        let new = json!({"name": "releases", "resources": {"release_bundle": first}});
        let made = stage.bearer("POST", PERMISSIONS, Some(new.clone())).await;
        assert_eq!((made.status, made.json()), (201, new.clone()));
        // What is recorded there is about no file.
        assert_eq!(stage.bob().get(&file("team/a.txt")).await.status, 404);

        let stage = stage.restarted();
        let one = format!("{PERMISSIONS}/releases");
        let bundles = format!("{one}/release_bundle");
        assert_eq!(stage.bearer("GET", &one, None).await.json(), new);
        assert_eq!(stage.bearer("GET", &bundles, None).await.json(), first);
        assert_eq!(stage.bearer("GET", &format!("{one}/build"), None).await.status, 404);
        let second = named(&json!(["till"]), &json!(["READ"]));
        let changed = stage.bearer("PUT", &bundles, Some(second.clone())).await;
        assert_eq!((changed.status, changed.json()), (200, second.clone()));
        // A permission is about something.
        let refused = stage.bearer("DELETE", &bundles, None).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "permission_targets"));

        // The other resources do not change with it.
        let on_files = json!({"actions": {"users": {"bob": ["READ"]}}, "targets": {"files": {}}});
        let artifact = format!("{one}/artifact");
        assert_eq!(stage.bearer("PUT", &artifact, Some(on_files)).await.status, 200);
        assert_eq!(stage.bearer("GET", &bundles, None).await.json(), second);
        assert_eq!(stage.bob().get(&file("team/a.txt")).await.status, 200);
        assert_eq!(stage.bearer("DELETE", &bundles, None).await.status, 204);
        assert_eq!(stage.bearer("DELETE", &bundles, None).await.status, 404);
        assert_eq!(stage.bearer("GET", &bundles, None).await.status, 404);
        let left = stage.bearer("GET", &one, None).await.json();
        let resources = left["resources"].as_object().expect("resources");
        assert_eq!(resources.keys().collect::<Vec<_>>(), ["artifact"]);
        assert_eq!(stage.bob().get(&file("team/a.txt")).await.status, 200);
        stage.server.stop();
    });
}

/// covers: [HOOK-05, PERM-02]
#[test]
fn what_is_wrong_with_patterns_of_release_bundles_is_named() {
    run(async {
        let stage = Stage::new().await;
        let patterns =
            |includes: Value| json!({"targets": {"ANY": {"include_patterns": includes}}});
        let many: Vec<String> = (0..33).map(|at| at.to_string()).collect();
        let mut page = signed_in(&stage.server).await;
        let acting = |actions: Value| json!({"targets": {"ANY": {}}, "actions": actions});
        for (wrong, code, field) in [
            (json!({"targets": {}}), "permission_targets", "release_bundle"),
            (
                json!({"targets": {"release-bundles-v2": {}}}),
                "unknown_in_permission",
                "release_bundle",
            ),
            (patterns(json!(["a,b"])), "permission_patterns", "release_bundle"),
            (patterns(json!(many)), "permission_patterns", "release_bundle"),
            (acting(json!({"users": {"nemo": ["READ"]}})), "unknown_in_permission", "actions"),
            (acting(json!({"users": {"bob": []}})), "permission_grantees", "release_bundle"),
            (acting(json!({"users": {"anonymous": ["WRITE"]}})), "anonymous_only_reads", "actions"),
        ] {
            let new = json!({"name": "x", "resources": {"release_bundle": wrong}});
            let refused = stage.bearer("POST", PERMISSIONS, Some(new.clone())).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, code), "{new}");
            let refused = page.post("permissions", new.clone()).await;
            assert_eq!(refused.json()["error"]["field"], json!(field), "{new}");
        }
        stage.server.stop();
    });
}

/// covers: [HOOK-05, PERM-05]
#[test]
fn the_page_of_permissions_has_the_patterns_of_release_bundles() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let artifact = json!({"actions": {"users": {"bob": ["READ"]}}, "targets": {"files": {}}});
        let new = json!({"name": "team", "resources": {"artifact": artifact}});
        let made = ann.post("permissions", new).await.json();
        assert_eq!(made["release_bundle"], Value::Null);

        let bundles = named(&json!(["shop-*/**"]), &json!(["READ"]));
        let mut known = made;
        for (sent, expected) in [
            (Some(bundles.clone()), bundles.clone()),
            // Older pages do not know of it.
            (None, bundles.clone()),
            (Some(json!({"targets": {}})), Value::Null),
        ] {
            let mut change = json!({"artifact": artifact, "revision": known["revision"]});
            if let Some(sent) = sent {
                change["release_bundle"] = sent;
            }
            let changed = ann.put("permissions/team", change).await;
            assert_eq!(changed.status, 200, "{}", changed.json());
            known = changed.json();
            assert_eq!(known["release_bundle"], expected);
        }
        let listed = ann.get("permissions").await.json();
        assert_eq!(listed["permissions"], json!([known]));
        stage.server.stop();
    });
}
