//! Release bundles that are created from files in repositories: what is in them, where they are promoted to, who may do
//! that, and what webhooks receive of it.

mod refused;
mod rights;

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, run};

use crate::release_bundles::{PATH, abc, manifest};
use crate::stage::Stage;
use crate::webhooks::receiver::{Received, Receiver};
use crate::webhooks::{create, stage, webhook};
use crate::{ANN, signed_in};

pub(crate) const CREATE: &str = "/lifecycle/api/v2/release_bundle";
pub(crate) const RECORDS: &str = "/lifecycle/api/v2/release_bundle/records";
const STATUSES: &str = "/lifecycle/api/v2/release_bundle/statuses";
pub(crate) const PROMOTIONS: &str = "/lifecycle/api/v2/promotion/records";
const BUILD: &str = "/artifactory/api/build";

/// A call with a token.
pub(crate) async fn call(
    stage: &Stage,
    token: &str,
    method: &str,
    path: &str,
    body: Option<Value>,
) -> Answer {
    let mut request =
        Request::new(method, path).header("authorization", &format!("Bearer {token}"));
    if let Some(body) = body {
        request = request.json(&body);
    }
    Browser::new(&stage.server).send(request).await
}

/// A call of the administrator.
pub(crate) async fn admin(stage: &Stage, method: &str, path: &str, body: Option<Value>) -> Answer {
    call(stage, &stage.ann, method, path, body).await
}

/// A bundle of files, as programs create it.
pub(crate) fn of_files(version: &str, paths: &[&str]) -> Value {
    let artifacts: Vec<_> = paths.iter().map(|path| json!({"path": path})).collect();
    json!({
        "release_bundle_name": "shop", "release_bundle_version": version,
        "source_type": "artifacts", "source": {"artifacts": artifacts},
    })
}

/// Creates a bundle, which has to succeed.
pub(crate) async fn created(stage: &Stage, wanted: Value) -> Value {
    let created = admin(stage, "POST", &format!("{CREATE}?async=false"), Some(wanted)).await;
    assert_eq!(created.status, 201, "{}", created.json());
    created.json()
}

/// Promotes the bundle `shop`, and waits for the end.
async fn promote(stage: &Stage, version: &str, wanted: Value) -> Answer {
    let path = format!("{PROMOTIONS}/shop/{version}?async=false");
    admin(stage, "POST", &path, Some(wanted)).await
}

/// The promotions of the bundle `shop`.
async fn promotions(stage: &Stage, version: &str) -> Vec<Value> {
    let listed = admin(stage, "GET", &format!("{PROMOTIONS}/shop/{version}"), None).await;
    assert_eq!(listed.status, 200, "{}", listed.json());
    listed.json()["promotions"].as_array().expect("a list").clone()
}

/// The newest promotion of the bundle `shop`, once it has ended.
async fn ended(stage: &Stage, version: &str) -> Value {
    for _ in 0..2_400 {
        let newest = promotions(stage, version).await.swap_remove(0);
        if newest["status"] != "STARTED" {
            return newest;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the promotion does not end");
}

/// Two repositories of the environment PROD.
async fn with_production(stage: &Stage) {
    for key in ["prod-a", "prod-b"] {
        let created = stage.ann().create(key, json!({"environments": ["PROD"]})).await;
        assert_eq!(created.status, 200, "{}", created.json());
    }
}

pub(crate) async fn is_at(stage: &Stage, path: &str) -> bool {
    stage.ann().get(&format!("/artifactory/{path}")).await.status == 200
}

/// Whether the records lead to the states that they have. The server has stopped.
pub(crate) fn replays(stage: Stage) -> bool {
    let Stage { place, server, .. } = stage;
    server.stop();
    place.run(&["audit", "replay", "--platform", "--data", "{data}"]).status.success()
}

/// The events of a domain, in the order in which they came.
pub(crate) fn events(received: &[Received], domain: &str) -> Vec<(String, Value)> {
    let of_domain = received.iter().filter(|one| one.json()["domain"] == domain);
    let event = |one: &Received| {
        let json = one.json();
        (json["event_type"].as_str().unwrap_or_default().to_owned(), json["data"].clone())
    };
    of_domain.map(event).collect()
}

/// Webhooks for all that happens to release bundles.
async fn with_webhooks(stage: &Stage, receiver: &Receiver) {
    let of_bundles: Vec<String> =
        ["started", "completed", "failed"].map(|end| format!("release_bundle_v2_{end}")).into();
    let of_promotions: Vec<String> = ["started", "completed", "failed"]
        .map(|end| format!("release_bundle_v2_promotion_{end}"))
        .into();
    for (key, events) in [
        ("bundles", json!(["release_bundle_v2", of_bundles])),
        ("promotions", json!(["release_bundle_v2_promotion", of_promotions])),
        ("deletions", json!(["release_bundle", ["deleted"]])),
    ] {
        let mut wanted = webhook(key, receiver, &events, &json!({"anyReleaseBundle": true}));
        wanted["ordered"] = json!(true);
        create(&stage.ann(), &wanted).await;
    }
}

/// covers: [HOOK-04, CHK-01]
#[test]
fn a_bundle_is_created_promoted_and_deleted_and_webhooks_receive_it() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        with_production(&stage).await;
        with_webhooks(&stage, &receiver).await;
        let answer =
            created(&stage, of_files("1.0", &["files/team/a.txt", "files/team/deep/b.txt"])).await;
        assert_eq!(answer["repository_key"], "release-bundles-v2");
        assert_eq!(answer["release_bundle_version"], "1.0");
        let status = admin(&stage, "GET", &format!("{STATUSES}/shop/1.0"), None).await.json();
        assert_eq!(status, json!({"status": "COMPLETED", "messages": []}));
        let record = format!("{RECORDS}/shop/1.0");
        let page = admin(&stage, "GET", &format!("{record}?limit=1&offset=1"), None).await.json();
        assert_eq!((&page["total"], &page["created_by"]), (&json!(2), &json!(ANN)));
        let file = &page["artifacts"][0];
        assert_eq!(
            (&file["path"], &file["source_repository_key"], &file["package_type"], &file["size"]),
            (&json!("team/deep/b.txt"), &json!("files"), &json!("generic"), &json!(15))
        );

        // Its files are copied to all repositories of the environment, or to some of them.
        let some = json!({"environment": "PROD", "included_repository_keys": ["prod-b"]});
        let path = format!("{PROMOTIONS}/shop/1.0");
        let begun = admin(&stage, "POST", &path, Some(some)).await;
        assert_eq!(begun.status, 202, "{}", begun.json());
        assert_eq!(begun.json()["included_repository_keys"], json!(["prod-b"]));
        let newest = ended(&stage, "1.0").await;
        assert_eq!((&newest["status"], &newest["created_by"]), (&json!("COMPLETED"), &json!(ANN)));
        assert!(is_at(&stage, "prod-b/team/a.txt").await);
        assert!(!is_at(&stage, "prod-a/team/a.txt").await);
        // What is there already counts as copied.
        let all = promote(&stage, "1.0", json!({"environment": "PROD"})).await;
        assert_eq!(all.status, 201, "{}", all.json());
        for path in ["prod-a/team/a.txt", "prod-a/team/deep/b.txt", "files/team/a.txt"] {
            assert!(is_at(&stage, path).await, "{path}");
        }
        assert_eq!(
            promotions(&stage, "1.0").await[0]["repository_keys"],
            json!(["prod-a", "prod-b"])
        );

        // All of it outlives a restart.
        let before = promotions(&stage, "1.0").await;
        let stage = stage.restarted();
        assert_eq!(promotions(&stage, "1.0").await, before);
        let mut page = signed_in(&stage.server).await;
        let shown = page.get("release_bundles/shop/1.0").await.json();
        let row = &shown["release_bundle"];
        assert_eq!((&row["promotable"], &row["environment"]), (&json!(true), &json!("PROD")));
        assert_eq!(shown["promotions"].as_array().map(Vec::len), Some(2));
        assert_eq!(shown["promotions"][0]["outcome"], json!({"status": "completed", "files": 4}));

        // Its name and version can be used again. What was promoted stays.
        assert_eq!(admin(&stage, "DELETE", &record, None).await.status, 204);
        assert_eq!(admin(&stage, "DELETE", &record, None).await.status, 404);
        assert_eq!(admin(&stage, "GET", &record, None).await.status, 404);
        assert!(is_at(&stage, "prod-a/team/a.txt").await);
        assert_eq!(page.post(PATH, manifest("shop", "1.0", &[abc("a")])).await.status, 200);
        assert_eq!(page.delete("release_bundles/shop/1.0").await.status, 200);

        let received = receiver.received(2 + 4 + 1).await;
        let data = json!({"release_bundle_name": "shop", "release_bundle_version": "1.0"});
        let mut of_promotion = data.clone();
        of_promotion["environment"] = json!("PROD");
        let event = |kind: &str, data: &Value| (kind.to_owned(), data.clone());
        let expected = ["release_bundle_v2_started", "release_bundle_v2_completed"];
        let expected = expected.map(|kind| event(kind, &data));
        assert_eq!(events(&received, "release_bundle_v2"), expected);
        let (started, completed) =
            ("release_bundle_v2_promotion_started", "release_bundle_v2_promotion_completed");
        let expected =
            [started, completed, started, completed].map(|kind| event(kind, &of_promotion));
        assert_eq!(events(&received, "release_bundle_v2_promotion"), expected);
        assert_eq!(events(&received, "release_bundle"), [event("deleted", &data)]);
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn a_promotion_that_ends_halfway_has_failed_and_is_repeated() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        with_webhooks(&stage, &receiver).await;
        // Each of the files has room in the repository, and both together have none.
        let tiny = json!({"environments": ["TINY"], "quotaBytes": 20});
        assert_eq!(stage.ann().create("tiny", tiny).await.status, 200);
        created(&stage, of_files("1.0", &["files/team/a.txt", "files/team/deep/b.txt"])).await;
        let wanted = json!({"environment": "TINY"});
        let refused = promote(&stage, "1.0", wanted.clone()).await;
        assert_eq!((refused.status, refused.code().as_str()), (413, "too_large"));
        let message = refused.json()["error"]["message"].to_string();
        assert!(message.contains("1 of 2 files were copied before"), "{message}");
        assert_eq!(promotions(&stage, "1.0").await[0]["status"], "FAILED");
        let mut page = signed_in(&stage.server).await;
        let shown = page.get("release_bundles/shop/1.0").await.json();
        assert_eq!(shown["release_bundle"]["environment"], Value::Null);
        let outcome = json!({"status": "failed", "why": "refused"});
        assert_eq!(shown["promotions"][0]["outcome"], outcome);

        let larger = Request::new("POST", "/artifactory/api/repositories/tiny")
            .json(&json!({"quotaBytes": 1_000}));
        assert_eq!(stage.ann().send(larger).await.status, 200);
        assert_eq!(promote(&stage, "1.0", wanted).await.status, 201);
        assert!(is_at(&stage, "tiny/team/deep/b.txt").await);
        let received = receiver.received(2 + 4).await;
        let ends: Vec<_> = events(&received, "release_bundle_v2_promotion")
            .into_iter()
            .map(|(kind, data)| (kind.replace("release_bundle_v2_promotion_", ""), data))
            .collect();
        let kinds: Vec<_> = ends.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(kinds, ["started", "failed", "started", "completed"]);
        assert!(ends.iter().all(|(_, data)| data["environment"] == "TINY"), "{ends:?}");
        assert!(replays(stage));
    });
}

/// covers: [BUILD-01, CHK-01]
#[test]
fn a_bundle_is_created_from_builds_and_from_bundles() {
    run(async {
        let stage = Stage::new().await;
        with_production(&stage).await;
        let ann = stage.ann();
        let about = ann.get("/artifactory/api/storage/files/team/a.txt").await.json();
        let sha256 = &about["checksums"]["sha256"];
        let info = json!({
            "name": "till", "number": "7", "started": "2026-11-28T10:00:00.000+0000",
            "modules": [{"id": "till:7", "artifacts": [{
                "name": "a.txt", "sha256": sha256, "path": "team/a.txt",
                "originalDeploymentRepo": "files",
            }]}],
        });
        assert_eq!(ann.put(BUILD, info.to_string()).await.status, 204);
        let mut page = signed_in(&stage.server).await;
        let wanted = json!({
            "paths": ["files/other/c.txt"], "builds": [{"name": "till", "number": "7"}],
        });
        let made = page.post("release_bundles/shop/1.0", wanted).await;
        assert_eq!(made.status, 200, "{}", made.json());
        let row = &made.json()["release_bundle"];
        assert_eq!(
            (&row["artifacts_count"], &row["origin"], &row["promotable"]),
            (&json!(2), &json!("source"), &json!(true))
        );
        let shown = page.get("release_bundles/shop/1.0").await.json();
        let paths: Vec<_> = shown["artifacts"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|artifact| artifact["path"].clone())
            .collect();
        assert_eq!(paths, ["files/other/c.txt", "files/team/a.txt"]);
        assert_eq!(shown["signature"]["holds"], true);

        // The same by programs, and a bundle of both.
        let of = |version: &str, kind: &str, source: Value| {
            json!({
                "release_bundle_name": "shop", "release_bundle_version": version,
                "source_type": kind, "source": {kind: source}, "of_tomorrow": true,
            })
        };
        let build = json!({
            "build_name": "till", "build_number": "7", "build_repository": "artifactory-build-info",
        });
        created(&stage, of("1.1", "builds", json!([build]))).await;
        let both = json!([
            {"release_bundle_name": "shop", "release_bundle_version": "1.0"},
            {"release_bundle_name": "shop", "release_bundle_version": "1.1"},
        ]);
        created(&stage, of("2.0", "release_bundles", both)).await;
        let record = admin(&stage, "GET", &format!("{RECORDS}/shop/2.0"), None).await.json();
        assert_eq!(record["total"], 2);

        // A dry run of a promotion says what would be copied.
        let environments = page.get("release_bundles/environments").await.json();
        assert_eq!(environments, json!({"environments": ["PROD"]}));
        let mut wanted =
            json!({"environment": "PROD", "included": [], "excluded": [], "dry_run": true});
        let judged = page.post("release_bundles/shop/2.0/promotions", wanted.clone()).await;
        assert_eq!(judged.status, 200, "{}", judged.json());
        let expected = json!({"repositories": ["prod-a", "prod-b"], "files": 2, "outcome": null});
        assert_eq!(judged.json(), expected);
        assert!(!is_at(&stage, "prod-a/team/a.txt").await);
        (wanted["dry_run"], wanted["excluded"]) = (json!(false), json!(["prod-b"]));
        let promoted = page.post("release_bundles/shop/2.0/promotions", wanted).await;
        let outcome = json!({"status": "completed", "files": 2});
        assert_eq!(promoted.json()["outcome"], outcome, "{}", promoted.json());
        assert!(is_at(&stage, "prod-a/team/a.txt").await);
        assert!(!is_at(&stage, "prod-b/team/a.txt").await);
        let all = admin(&stage, "GET", &format!("{PROMOTIONS}/shop"), None).await.json();
        assert_eq!((&all["total"], &all["limit"]), (&json!(1), &json!(100)));
        assert_eq!(all["promotions"][0]["release_bundle_version"], "2.0");
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04, EVT-06]
#[test]
fn a_promotion_that_a_kill_interrupts_has_failed_and_is_repeated() {
    const FILES: usize = 60;
    run(async {
        let stage = Stage::new().await;
        with_production(&stage).await;
        let paths: Vec<String> = (0..FILES).map(|file| format!("files/many/{file}.txt")).collect();
        for path in &paths {
            let stored = stage.ann().put(&format!("/artifactory/{path}"), path.as_str()).await;
            assert_eq!(stored.status, 201);
        }
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        created(&stage, of_files("1.0", &paths)).await;
        let (path, wanted) = (format!("{PROMOTIONS}/shop/1.0"), json!({"environment": "PROD"}));
        let begun = admin(&stage, "POST", &path, Some(wanted.clone())).await;
        assert_eq!(begun.status, 202, "{}", begun.json());
        let Stage { place, server, ann, bob } = stage;
        server.kill();
        let stage = Stage { server: place.start(), place, ann, bob };
        // It may have ended before.
        let newest = ended(&stage, "1.0").await;
        assert!(["FAILED", "COMPLETED"].contains(&newest["status"].as_str().expect("one")));
        assert_eq!(promote(&stage, "1.0", wanted).await.status, 201);
        assert_eq!(promotions(&stage, "1.0").await[0]["status"], "COMPLETED");
        for file in 0..FILES {
            assert!(is_at(&stage, &format!("prod-b/many/{file}.txt")).await, "{file}");
        }
        assert!(replays(stage));
    });
}
