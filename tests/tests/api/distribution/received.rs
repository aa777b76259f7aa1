//! What the receiver of a bundle takes, what it shows of it, and which files go with it.

use std::fs;

use serde_json::{Value, json};
use waybill_tests::{Answer, run};

use super::{THERE, with_webhooks};
use crate::release_bundles::manifest;
use crate::release_bundles_created::{RECORDS, admin, call, created, events, is_at, of_files};
use crate::signed_in;
use crate::stage::Stage;
use crate::webhooks::receiver::Receiver;
use crate::webhooks::stage;

const A: &str = "files/team/a.txt";
const B: &str = "files/team/deep/b.txt";
const C: &str = "files/other/c.txt";

fn received(version: &str) -> String {
    format!("/lifecycle/api/v2/received/shop/{version}")
}

/// The artifact of a manifest about a file that is in a repository.
async fn artifact(stage: &Stage, path: &str) -> Value {
    let found = stage.ann().get(&format!("/artifactory/api/storage/{path}")).await;
    assert_eq!(found.status, 200, "{path}");
    let found = found.json();
    let size: u64 = found["size"].as_str().expect("a text").parse().expect("a number");
    let mut artifact = found["checksums"].clone();
    (artifact["path"], artifact["size"]) = (json!(path), json!(size));
    artifact
}

/// The manifest of a bundle of files that are in repositories.
async fn of_stored(stage: &Stage, version: &str, paths: &[&str]) -> Value {
    let mut artifacts = Vec::new();
    for path in paths {
        artifacts.push(artifact(stage, path).await);
    }
    manifest("shop", version, &artifacts)
}

async fn register(stage: &Stage, version: &str, manifest: Value) -> Answer {
    admin(stage, "PUT", &received(version), Some(manifest)).await
}

/// Registers a bundle of files that are in repositories, which has to succeed.
async fn registered(stage: &Stage, version: &str, paths: &[&str]) -> Value {
    let registered = register(stage, version, of_stored(stage, version, paths).await).await;
    assert_eq!(registered.status, 200, "{}", registered.json());
    registered.json()
}

fn outcome(answer: &Answer) -> (u16, String) {
    (answer.status, answer.code())
}

fn is(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// covers: [HOOK-04, CHK-01]
#[test]
fn a_bundle_is_registered_if_its_files_are_there_as_its_manifest_says() {
    run(async {
        let stage = Stage::new().await;
        let npm = json!({"packageType": "npm"});
        assert_eq!(stage.ann().create("npm-local", npm).await.status, 200);
        let joined = json!({"rclass": "virtual", "repositories": ["files"]});
        assert_eq!(stage.ann().create("all", joined).await.status, 200);
        let sound = of_stored(&stage, "1.0", &[A, B]).await;
        let with = |field: &str, value: Value| {
            let mut manifest = sound.clone();
            manifest["artifacts"][1][field] = value;
            manifest
        };
        let missing = "bundle_files_missing";
        for (sent, status, code) in [
            (with("path", json!("files/none")), 409, missing),
            (with("path", json!("none/a")), 409, missing),
            (with("path", json!("files")), 409, missing),
            (with("path", json!("files/../files/team/a.txt")), 409, missing),
            (with("path", json!("all/team/a.txt")), 409, missing),
            (with("sha256", json!("0".repeat(64))), 409, missing),
            (with("sha1", json!("0".repeat(40))), 409, missing),
            (with("size", json!(1)), 409, missing),
            (with("path", json!("npm-local/a")), 400, "relocation"),
            (with("path", json!(A)), 409, missing),
            (with("origin", json!("here")), 400, "malformed_body"),
            (manifest("shop", "1.0", &[]), 400, "bundle_no_artifacts"),
        ] {
            let refused = register(&stage, "1.0", sent.clone()).await;
            assert_eq!(outcome(&refused), is(status, code), "{sent:.300}");
        }
        let refused = register(&stage, "1.0", with("path", json!("files/none"))).await.json();
        let message = refused["error"]["message"].to_string();
        assert!(message.contains("files/none is in no local repository"), "{message}");
        let refused = register(&stage, "2.0", sound.clone()).await;
        assert_eq!(outcome(&refused), is(400, "another_bundle"));
        let path = "/lifecycle/api/v2/received/store/1.0";
        let refused = admin(&stage, "PUT", path, Some(sound.clone())).await;
        assert_eq!(outcome(&refused), is(400, "another_bundle"));
        let record = format!("{RECORDS}/shop/1.0");
        assert_eq!(admin(&stage, "GET", &record, None).await.status, 404);

        // It is registered once, and with other files it is another one.
        let first = registered(&stage, "1.0", &[A, B]).await;
        assert_eq!(first["release_bundle_version"], "1.0");
        assert_eq!(registered(&stage, "1.0", &[B, A]).await, first);
        let other = of_stored(&stage, "1.0", &[A]).await;
        assert_eq!(outcome(&register(&stage, "1.0", other).await), is(409, "bundle_exists"));
        // Nor does it take the place of one that was created here.
        created(&stage, of_files("2.0", &[A])).await;
        let same = of_stored(&stage, "2.0", &[A]).await;
        assert_eq!(outcome(&register(&stage, "2.0", same).await), is(409, "bundle_exists"));
    });
}

/// covers: [HOOK-04, CHK-01, ROLE-01]
#[test]
fn users_see_the_files_of_a_received_bundle_that_they_may_read_and_change_nothing() {
    run(async {
        let stage = Stage::new().await;
        let sound = of_stored(&stage, "1.0", &[A, B, C]).await;
        registered(&stage, "1.0", &[A, B, C]).await;
        let path = received("1.0");
        for (method, body) in [("PUT", Some(sound)), ("DELETE", None)] {
            let refused = call(&stage, &stage.bob, method, &path, body.clone()).await;
            assert_eq!(outcome(&refused), is(403, "not_authorized"), "{method}");
            let refused = call(&stage, "unknown", method, &path, body).await;
            assert_eq!(refused.status, 401, "{method}");
        }
        let record = format!("{RECORDS}/shop/1.0");
        let sha256 = artifact(&stage, C).await["sha256"].as_str().expect("one").to_owned();
        let lookup = format!("/distribution/api/ui/release_bundle/checksum/{sha256}");
        let seen = async || {
            let shown = call(&stage, &stage.bob, "GET", &record, None).await.json();
            let shown = shown["artifacts"].as_array().expect("a list").clone();
            let found = call(&stage, &stage.bob, "GET", &lookup, None).await.json();
            (shown.len(), found["data"].as_array().expect("a list").len())
        };
        assert_eq!(seen().await, (0, 0));
        stage.grant_bob(&["READ"]).await;
        assert_eq!(seen().await, (2, 0));
        let found = admin(&stage, "GET", &lookup, None).await.json();
        assert_eq!(found["data"].as_array().map(Vec::len), Some(1));
        // It can be neither promoted nor distributed from here.
        let mut page = signed_in(&stage.server).await;
        let wanted = json!({
            "kind": "distribute", "targets": ["europe"], "create_repositories": false,
            "dry_run": true,
        });
        let refused = page.post("release_bundles/shop/1.0/distributions", wanted).await;
        assert_eq!(outcome(&refused), is(409, "bundle_not_distributable"));
        let wanted =
            json!({"environment": "PROD", "included": [], "excluded": [], "dry_run": true});
        let refused = page.post("release_bundles/shop/1.0/promotions", wanted).await;
        assert_eq!(outcome(&refused), is(409, "bundle_not_promotable"));
    });
}

/// covers: [HOOK-04]
#[test]
fn files_that_were_changed_or_belong_to_another_bundle_stay_when_one_is_removed() {
    run(async {
        let stage = Stage::new().await;
        let ann = stage.ann();
        registered(&stage, "1.0", &[A, B, C]).await;
        registered(&stage, "1.1", &[B]).await;
        assert_eq!(ann.put(&format!("/artifactory/{A}"), "changed").await.status, 201);
        let removed = admin(&stage, "DELETE", &received("1.0"), None).await;
        assert_eq!(removed.status, 204);
        for (path, stays) in [(A, true), (B, true), (C, false)] {
            assert_eq!(is_at(&stage, path).await, stays, "{path}");
        }
        assert_eq!(ann.get(&format!("/artifactory/{A}")).await.body, b"changed");
        let again = admin(&stage, "DELETE", &received("1.0"), None).await;
        assert_eq!(outcome(&again), is(404, "not_found"));
        // A file, and a repository, that others have removed are no error.
        registered(&stage, "1.2", &[A, "files/team/keys/x.key"]).await;
        assert_eq!(ann.delete("/artifactory/files/team/keys/x.key").await.status, 204);
        assert_eq!(admin(&stage, "DELETE", &received("1.2"), None).await.status, 204);
        assert!(!is_at(&stage, A).await);
        assert_eq!(ann.create("gone", json!({})).await.status, 200);
        assert_eq!(ann.put("/artifactory/gone/x.txt", "x").await.status, 201);
        registered(&stage, "1.3", &["gone/x.txt"]).await;
        assert_eq!(ann.delete("/artifactory/api/repositories/gone").await.status, 200);
        assert_eq!(admin(&stage, "DELETE", &received("1.3"), None).await.status, 204);
        assert_eq!(admin(&stage, "DELETE", &received("1.1"), None).await.status, 204);
        assert!(!is_at(&stage, B).await);

        // Deleting a received bundle leaves its files, and other bundles are not removed with theirs.
        let kept = "/artifactory/files/team/kept.txt";
        assert_eq!(ann.put(kept, "kept").await.status, 201);
        registered(&stage, "2.0", &["files/team/kept.txt"]).await;
        created(&stage, of_files("3.0", &["files/team/kept.txt"])).await;
        let record = format!("{RECORDS}/shop/2.0");
        assert_eq!(admin(&stage, "DELETE", &record, None).await.status, 204);
        let refused = admin(&stage, "DELETE", &received("3.0"), None).await;
        assert_eq!(outcome(&refused), is(409, "bundle_not_received"));
        assert_eq!(ann.get(kept).await.body, b"kept");
    });
}

/// covers: [HOOK-04]
#[test]
fn a_received_bundle_is_removed_by_the_user_who_registered_it() {
    run(async {
        let stage = Stage::new().await;
        let admin_too = Some(json!({"admin": true}));
        let changed = stage.bearer("PATCH", "/access/api/v2/users/bob", admin_too).await;
        assert_eq!(changed.status, 200, "{}", changed.json());
        let of_bob = async |method: &str, path: &str, body: Option<Value>| {
            call(&stage, &stage.bob, method, path, body).await
        };
        // Two installations have a bundle of this name, and each has a token of its own.
        let (path, sound) = (received("1.0"), of_stored(&stage, "1.0", &[A, B]).await);
        let first = registered(&stage, "1.0", &[A, B]).await;
        let again = of_bob("PUT", &path, Some(sound.clone())).await;
        assert_eq!((again.status, again.json()), (200, first));
        let refused = of_bob("DELETE", &path, None).await;
        assert_eq!(outcome(&refused), is(409, "bundle_from_another"));
        let message = refused.json()["error"]["message"].to_string();
        assert!(message.contains("remove it with a token of that user"), "{message}");
        assert!(is_at(&stage, A).await && is_at(&stage, B).await);

        // It is taken over as the message says.
        let record = format!("{RECORDS}/shop/1.0");
        assert_eq!(of_bob("DELETE", &record, None).await.status, 204);
        assert_eq!(of_bob("PUT", &path, Some(sound)).await.status, 200);
        let refused = admin(&stage, "DELETE", &path, None).await;
        assert_eq!(outcome(&refused), is(409, "bundle_from_another"));
        assert!(is_at(&stage, A).await);
        assert_eq!(of_bob("DELETE", &path, None).await.status, 204);
        assert!(!is_at(&stage, A).await && !is_at(&stage, B).await);
    });
}

/// covers: [HOOK-04]
#[test]
fn a_removal_that_fails_leaves_the_bundle_and_can_be_repeated() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        with_webhooks(&stage, &receiver, &THERE).await;
        registered(&stage, "1.0", &[A, B]).await;
        // Without the list, which files are to be removed is not known.
        let lists = stage.place.data().join("release-bundles/lists");
        let list = fs::read_dir(&lists).expect("a folder").flatten().next().expect("a list").path();
        let elsewhere = stage.place.path("list");
        fs::rename(&list, &elsewhere).expect("it is moved");
        let failed = admin(&stage, "DELETE", &received("1.0"), None).await;
        assert_eq!(outcome(&failed), is(410, "bundle_list_lost"));
        assert!(is_at(&stage, A).await);
        fs::rename(&elsewhere, &list).expect("it is moved back");
        assert_eq!(admin(&stage, "DELETE", &received("1.0"), None).await.status, 204);
        assert!(!is_at(&stage, A).await && !is_at(&stage, B).await);
        let received = receiver.received(2 * 5 + 1).await;
        let expected =
            ["received", "delete_started", "delete_failed", "delete_started", "delete_completed"];
        for domain in ["artifactory_release_bundle", "destination"] {
            let events = events(&received, domain);
            let kinds: Vec<_> = events.iter().map(|(kind, _)| kind.as_str()).collect();
            assert_eq!(kinds, expected, "{domain}");
        }
        assert_eq!(events(&received, "release_bundle").len(), 1);
    });
}
