//! What ends a promotion, what it goes on without, and what its records name.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use super::{
    BUILD, PROMOTE_BUILD, PROMOTE_IMAGE, message, post, replays, statuses, with_registries,
};
use crate::docker::{MANIFEST, manifest_of, push_image, put_as};
use crate::stage::{Client, Stage, records_of_packages};

const TRACE: &str = "00000000000000ad";

async fn stage() -> Stage {
    let stage = Stage::new().await;
    for key in ["release", "other"] {
        assert_eq!(stage.ann().create(key, json!({})).await.status, 200);
    }
    stage
}

/// Stores a file whose content is its place. Returns how a build-info names it.
async fn stored(client: &Client<'_>, key: &str, path: &str) -> Value {
    let place = format!("{key}/{path}");
    assert_eq!(client.put(&format!("/artifactory/{place}"), place.clone()).await.status, 201);
    let about = client.get(&format!("/artifactory/api/storage/{place}")).await.json();
    let sha256 = &about["checksums"]["sha256"];
    assert!(sha256.is_string(), "{about}");
    json!({"name": path, "sha256": sha256, "path": path, "originalDeploymentRepo": key})
}

/// Publishes number 7 of the build `shop`.
async fn publish(client: &Client<'_>, artifacts: &[Value]) {
    let info = json!({
        "name": "shop", "number": "7", "started": "2026-11-28T10:00:00.000+0000",
        "modules": [{"id": "shop:7", "artifacts": artifacts}],
    });
    assert_eq!(client.put(BUILD, info.to_string()).await.status, 204);
}

async fn status_of(client: &Client<'_>, place: &str) -> u16 {
    client.get(&format!("/artifactory/{place}")).await.status
}

/// Publishes a build of four files, of which the third one has no place once the second one is promoted. Each of them
/// alone could be promoted.
async fn publish_with_a_conflict(client: &Client<'_>) {
    let artifacts = [
        stored(client, "files", "a.txt").await,
        stored(client, "files", "x").await,
        stored(client, "other", "x/y").await,
        stored(client, "files", "z.txt").await,
    ];
    publish(client, &artifacts).await;
}

/// covers: [HOOK-04]
#[test]
fn a_promotion_that_ends_halfway_says_how_far_it_came_and_is_repeated() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        publish_with_a_conflict(&ann).await;
        let wanted = json!({"status": "released", "targetRepo": "release"});
        let stopped = post(&ann, PROMOTE_BUILD, &wanted).await;
        assert_eq!((stopped.status, stopped.code().as_str()), (409, "file_and_folder"));
        let text = stopped.json()["error"]["message"].to_string();
        assert!(
            text.contains(" 2 of 4 files were promoted before; nothing is recorded."),
            "{text}"
        );
        assert_eq!(statuses(&ann).await, Value::Null);
        for (place, expected) in [
            ("release/a.txt", 200),
            ("release/x", 200),
            ("files/a.txt", 404),
            ("other/x/y", 200),
            ("files/z.txt", 200),
        ] {
            assert_eq!(status_of(&ann, place).await, expected, "{place}");
        }

        // The conflict is known before anything is moved now.
        let stopped = post(&ann, PROMOTE_BUILD, &wanted).await;
        assert_eq!((stopped.status, stopped.code().as_str()), (409, "file_and_folder"));
        let text = stopped.json()["error"]["message"].to_string();
        assert!(!text.contains("were promoted before"), "{text}");

        // Without it, the repetition does the rest.
        assert_eq!(ann.delete("/artifactory/release/x").await.status, 204);
        assert_eq!(ann.delete("/artifactory/other/x").await.status, 204);
        let rest = json!({"status": "released", "targetRepo": "release", "failFast": false});
        let promoted = post(&ann, PROMOTE_BUILD, &rest).await;
        assert!(message(&promoted).contains("1 artifacts were moved"), "{}", promoted.json());
        assert_eq!(status_of(&ann, "release/z.txt").await, 200);
        assert_eq!(statuses(&ann).await.as_array().map(Vec::len), Some(1));
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn a_promotion_that_goes_on_names_what_it_left_out() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        publish_with_a_conflict(&ann).await;
        let wanted = json!({"status": "released", "targetRepo": "release", "failFast": false});
        let promoted = post(&ann, PROMOTE_BUILD, &wanted).await;
        assert_eq!(promoted.status, 200, "{}", promoted.json());
        let messages = promoted.json()["messages"].as_array().cloned().unwrap_or_default();
        let levels: Vec<_> = messages.iter().map(|message| &message["level"]).collect();
        assert_eq!(levels, ["WARN", "INFO"]);
        let left_out = messages[0]["message"].as_str().unwrap_or_default();
        assert!(left_out.starts_with("other:x/y: "), "{left_out}");
        let expected = "completed with warnings, 3 artifacts were moved to release";
        assert!(message(&promoted).contains(expected), "{}", promoted.json());
        assert_eq!(status_of(&ann, "other/x/y").await, 200);
        for path in ["a.txt", "x", "z.txt"] {
            assert_eq!(status_of(&ann, &format!("release/{path}")).await, 200, "{path}");
        }
        assert_eq!(statuses(&ann).await.as_array().map(Vec::len), Some(1));
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn a_file_keeps_its_path_where_the_target_has_a_folder_of_that_name() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        let artifact = stored(&ann, "files", "a.txt").await;
        publish(&ann, &[artifact]).await;
        stored(&ann, "release", "a.txt/other").await;
        for copy in [false, true] {
            let wanted = json!({"targetRepo": "release", "copy": copy});
            let refused = post(&ann, PROMOTE_BUILD, &wanted).await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "file_and_folder"));
        }
        assert_eq!(status_of(&ann, "files/a.txt").await, 200);
        assert_eq!(status_of(&ann, "release/a.txt/a.txt").await, 404);
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn a_file_is_found_at_its_path_however_often_its_content_occurs() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        let mut artifact = stored(&ann, "files", "z/own.txt").await;
        for number in 100..=200 {
            let path = format!("/artifactory/files/same/{number}.txt");
            assert_eq!(ann.put(&path, "files/z/own.txt").await.status, 201);
        }
        // As a build has it that was deployed to a virtual repository.
        artifact["originalDeploymentRepo"] = json!("virtual");
        publish(&ann, &[artifact]).await;
        let promoted = post(&ann, PROMOTE_BUILD, &json!({"targetRepo": "release"})).await;
        assert!(message(&promoted).contains("1 artifacts were moved"), "{}", promoted.json());
        assert_eq!(status_of(&ann, "release/z/own.txt").await, 200);
        assert_eq!(status_of(&ann, "files/same/100.txt").await, 200);
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn too_many_tags_are_promoted_one_by_one() {
    run(async {
        let stage = Stage::new().await;
        with_registries(&stage).await;
        let ann = stage.ann();
        let digest = push_image(&ann, "t0", b"layer").await;
        let manifest = manifest_of(b"layer").to_string();
        let tag = async |numbers: std::ops::Range<usize>| {
            let tags: Vec<_> = numbers.map(|number| format!("tag=t{number}")).collect();
            let reference = format!("{digest}?{}", tags.join("&"));
            let pushed = put_as(&ann, &reference, MANIFEST, manifest.as_bytes()).await;
            assert_eq!(pushed.status, 201, "{}", pushed.json());
        };
        for first in (1..100).step_by(11) {
            tag(first..first + 11).await;
        }
        let wanted =
            json!({"targetRepo": "docker-prod", "dockerRepository": "acme/shop", "copy": true});
        assert_eq!(post(&ann, PROMOTE_IMAGE, &wanted).await.status, 200);
        tag(100..101).await;
        let refused = post(&ann, PROMOTE_IMAGE, &wanted).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "promotion_too_large"));
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn records_of_promotions_name_the_request_and_its_token() {
    run(async {
        let stage = stage().await;
        with_registries(&stage).await;
        let ann = stage.ann();
        let artifact = stored(&ann, "files", "a.txt").await;
        publish(&ann, &[artifact]).await;
        push_image(&ann, "1.0", b"layer").await;
        let build = json!({"status": "released", "targetRepo": "release"});
        let image =
            json!({"targetRepo": "docker-prod", "dockerRepository": "acme/shop", "tag": "1.0"});
        for (path, wanted) in [(PROMOTE_BUILD, build), (PROMOTE_IMAGE, image)] {
            let request = Request::new("POST", path).header("x-trace-id", TRACE).json(&wanted);
            assert_eq!(ann.send(request).await.status, 200, "{path}");
        }
        let Stage { place, server, .. } = stage;
        assert!(server.stop().success());
        let mut records = records_of_packages(&place);
        records.retain(|record| record["command"] == format!("c_{TRACE}"));
        let kinds = records.iter().filter_map(|record| record["event"]["type"].as_str());
        let kinds: BTreeSet<&str> = kinds.collect();
        for kind in ["deploy", "publish", "tag", "remove"] {
            assert!(kinds.contains(kind), "{kind}: {kinds:?}");
        }
        for record in &records {
            let by = &record["event"]["by"];
            assert!(by["means"] == "token" && by["token"].is_string(), "{record}");
        }
    });
}
