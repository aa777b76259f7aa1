//! Promoting images and builds: what is moved and copied, who may do that, and what webhooks receive of it.

mod failing;
mod files;
mod images;
mod races;

use serde_json::{Value, json};
use waybill_tests::{Answer, Request, run};

use crate::docker::{IMAGE, INDEX, MANIFEST, manifest_of, push_image, put_as, sha256};
use crate::permissions::PERMISSIONS;
use crate::stage::{Client, Stage};
use crate::webhooks::receiver::{Received, Receiver};
use crate::webhooks::{create, stage, webhook};
use crate::{ANN, signed_in};

const BUILD: &str = "/artifactory/api/build";
const PROMOTE_BUILD: &str = "/artifactory/api/build/promote/shop/7";
const PROMOTE_IMAGE: &str = "/artifactory/api/docker/docker-local/v2/promote";
const TARGET: &str = "/v2/docker-prod/acme/shop";

async fn post(client: &Client<'_>, path: &str, wanted: &Value) -> Answer {
    client.send(Request::new("POST", path).json(wanted)).await
}

/// The last message of an answer to a promotion of a build.
fn message(answer: &Answer) -> String {
    let messages = answer.json()["messages"].as_array().cloned().unwrap_or_default();
    let last = messages.last().map(|last| last["message"].as_str().unwrap_or_default().to_owned());
    last.unwrap_or_default()
}

/// Publishes number 7 of the build `shop`, which made the file `team/a.txt`.
async fn publish(client: &Client<'_>) {
    let about = client.get("/artifactory/api/storage/files/team/a.txt").await.json();
    let (made, needed) = (&about["checksums"]["sha256"], &about["checksums"]["sha1"]);
    let info = json!({
        "version": "1.0.1", "name": "shop", "number": "7", "started": "2026-11-28T10:00:00.000+0000",
        "modules": [{
            "id": "shop:7",
            "artifacts": [{"name": "a.txt", "sha256": made, "path": "team/a.txt", "originalDeploymentRepo": "files"}],
            "dependencies": [{"id": "a:1", "sha1": needed}],
        }],
    });
    assert_eq!(client.put(BUILD, info.to_string()).await.status, 204);
}

/// The promotions of number 7.
async fn statuses(client: &Client<'_>) -> Value {
    let read = client.get(&format!("{BUILD}/shop/7")).await;
    assert_eq!(read.status, 200, "{}", read.json());
    read.json()["buildInfo"]["statuses"].clone()
}

/// Whether the records of a place lead to the states that they have. The server has stopped.
fn replays(stage: Stage) -> bool {
    let Stage { place, server, .. } = stage;
    server.stop();
    place.run(&["audit", "replay", "--platform", "--data", "{data}"]).status.success()
}

/// covers: [HOOK-04]
#[test]
fn a_build_is_promoted_with_its_files_and_webhooks_receive_it() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let ann = stage.ann();
        assert_eq!(ann.create("release", json!({})).await.status, 200);
        publish(&ann).await;
        let events = json!(["build", ["promoted"]]);
        let criteria = json!({"includePatterns": ["shop*"]});
        create(&ann, &webhook("promotions", &receiver, &events, &criteria)).await;

        // A dry run changes nothing.
        let mut wanted = json!({
            "status": "released", "comment": "all tests passed", "ciUser": "jenkins",
            "timestamp": "2026-11-28T11:00:00.000+0000", "sourceRepo": "files", "targetRepo": "release",
            "properties": {"stage": ["released"]}, "dryRun": true,
        });
        let judged = post(&ann, PROMOTE_BUILD, &wanted).await;
        assert_eq!(judged.status, 200, "{}", judged.json());
        assert!(message(&judged).starts_with("dry run for promoting shop 7"), "{}", judged.json());
        assert!(message(&judged).contains("1 artifacts would be moved to release"));
        assert_eq!(ann.get("/artifactory/files/team/a.txt").await.status, 200);
        assert_eq!(statuses(&ann).await, Value::Null);

        // JFrog CLI has a media type of its own.
        wanted["dryRun"] = json!(false);
        let media = "application/vnd.org.jfrog.artifactory.build.PromotionRequest+json";
        let request = Request::new("POST", PROMOTE_BUILD).header("content-type", media);
        let promoted = ann.send(request.body(wanted.to_string())).await;
        assert_eq!(promoted.status, 200, "{}", promoted.json());
        assert!(message(&promoted).contains("1 artifacts were moved to release"));
        assert_eq!(ann.get("/artifactory/files/team/a.txt").await.status, 404);
        assert_eq!(ann.get("/artifactory/release/team/a.txt").await.status, 200);
        let about = ann.get("/artifactory/api/storage/release/team/a.txt?properties").await.json();
        assert_eq!(about["properties"]["stage"], json!(["released"]));
        let of_build = statuses(&ann).await;
        assert_eq!(of_build.as_array().map(Vec::len), Some(1));
        for (field, expected) in [
            ("status", "released"),
            ("comment", "all tests passed"),
            ("repository", "release"),
            ("user", ANN),
        ] {
            assert_eq!(of_build[0][field], expected, "{of_build}");
        }

        // What is promoted already is found nowhere else; a status alone moves nothing.
        let status = json!({"status": "supported"});
        assert_eq!(post(&ann, PROMOTE_BUILD, &status).await.status, 200);
        let received = receiver.received(2).await;
        let events: Vec<_> = received.iter().map(Received::event).collect();
        assert_eq!(events, ["build.promoted", "build.promoted"]);
        let data = json!({"build_name": "shop", "build_number": "7", "build_started": "2026-11-28T10:00:00.000+0000"});
        assert_eq!(received[0].json()["data"], data);

        // Both outlive a restart, and the page of the build shows them.
        let before = statuses(&ann).await;
        let stage = stage.restarted();
        assert_eq!(statuses(&stage.ann()).await, before);
        let page = signed_in(&stage.server).await.get("builds/run?name=shop&number=7").await.json();
        let shown = &page["promotions"];
        assert_eq!(
            (&shown[0]["repository"], &shown[1]["status"]),
            (&json!("release"), &json!("supported"))
        );
        let by = shown[0]["by"].as_str().expect("a user");
        assert_eq!(page["names"][by], ANN);
        assert_eq!(receiver.all().len(), 2);

        // Another publication of the number has none.
        let info =
            json!({"name": "shop", "number": "7", "started": "2026-11-28T12:00:00.000+0000"});
        assert_eq!(stage.ann().put(BUILD, info.to_string()).await.status, 204);
        assert_eq!(statuses(&stage.ann()).await, Value::Null);
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn a_promotion_of_a_build_that_is_not_allowed_moves_and_records_nothing() {
    run(async {
        let stage = Stage::new().await;
        let (ann, bob) = (stage.ann(), stage.bob());
        assert_eq!(ann.create("release", json!({})).await.status, 200);
        assert_eq!(ann.create("docker-local", json!({"packageType": "docker"})).await.status, 200);
        publish(&ann).await;
        let wanted = |field: &str, value: Value| {
            let mut wanted =
                json!({"status": "released", "sourceRepo": "files", "targetRepo": "release"});
            wanted[field] = value;
            wanted
        };
        for (wanted, status, code, field) in [
            (wanted("targetRepo", json!("files")), 400, "same_repository", json!("targetRepo")),
            (wanted("targetRepo", json!("none")), 404, "not_found", json!("targetRepo")),
            (wanted("sourceRepo", json!("none")), 404, "not_found", json!("sourceRepo")),
            (wanted("targetRepo", json!("docker-local")), 400, "relocation", json!("targetRepo")),
            (wanted("status", json!("s".repeat(65))), 400, "build_promotion", json!("status")),
            (wanted("timestamp", json!("noon")), 400, "promotion_timestamp", json!("timestamp")),
            (
                wanted("properties", json!({"a b": ["1"]})),
                400,
                "artifact_properties",
                json!("properties"),
            ),
        ] {
            let refused = post(&ann, PROMOTE_BUILD, &wanted).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code), "{wanted}");
            assert_eq!(refused.json()["error"]["field"], field, "{wanted}");
        }
        let missing = post(&ann, &format!("{PROMOTE_BUILD}1"), &wanted("copy", json!(true))).await;
        assert_eq!(missing.status, 404);

        // Rights on the build, at the source and at the target are all needed.
        let grant_build = async |actions: &[&str]| {
            let build = json!({
                "actions": {"users": {"bob": actions}},
                "targets": {"artifactory-build-info": {"include_patterns": ["**"]}},
            });
            let path = format!("{PERMISSIONS}/builds/build");
            if stage.bearer("PUT", &path, Some(build.clone())).await.status == 404 {
                let new = json!({"name": "builds", "resources": {"build": build}});
                assert_eq!(stage.bearer("POST", PERMISSIONS, Some(new)).await.status, 201);
            }
        };
        let grant_files = async |actions: &[&str]| {
            let target = json!({"include_patterns": ["**"]});
            let targets = json!({"files": target, "release": target});
            stage.grant(json!({"actions": {"users": {"bob": actions}}, "targets": targets})).await;
        };
        let (moved, copied) = (wanted("copy", json!(false)), wanted("copy", json!(true)));
        assert_eq!(post(&bob, PROMOTE_BUILD, &moved).await.status, 404);
        grant_build(&["READ"]).await;
        assert_eq!(post(&bob, PROMOTE_BUILD, &moved).await.status, 403);
        grant_build(&["READ", "WRITE"]).await;
        assert_eq!(post(&bob, PROMOTE_BUILD, &moved).await.status, 404);
        grant_files(&["READ"]).await;
        assert_eq!(post(&bob, PROMOTE_BUILD, &copied).await.code(), "not_granted");
        grant_files(&["READ", "WRITE"]).await;
        assert_eq!(post(&bob, PROMOTE_BUILD, &moved).await.code(), "not_granted");
        assert_eq!(ann.get("/artifactory/release/team/a.txt").await.status, 404);
        assert_eq!(statuses(&ann).await, Value::Null);

        // What does not end at the first file goes on without it, and says so. Without any file nothing is recorded.
        let mut rest = moved.clone();
        rest["failFast"] = json!(false);
        let promoted = post(&bob, PROMOTE_BUILD, &rest).await;
        assert_eq!(promoted.status, 200, "{}", promoted.json());
        assert_eq!(promoted.json()["messages"][0]["level"], "WARN");
        assert!(message(&promoted).contains("shop 7 is not recorded"), "{}", promoted.json());
        assert_eq!(statuses(&ann).await, Value::Null);

        // Copies, of what went into the run too.
        let mut dependencies = copied.clone();
        (dependencies["artifacts"], dependencies["dependencies"]) = (json!(false), json!(true));
        let promoted = post(&bob, PROMOTE_BUILD, &dependencies).await;
        assert!(message(&promoted).contains("1 artifacts were copied"), "{}", promoted.json());
        for repository in ["files", "release"] {
            assert_eq!(ann.get(&format!("/artifactory/{repository}/team/a.txt")).await.status, 200);
        }
        assert_eq!(statuses(&ann).await[0]["user"], "bob");
        assert!(replays(stage));
    });
}

/// Pulls a manifest and a blob of the target by their digests.
async fn is_whole(client: &Client<'_>, digest: &str, layers: &[&[u8]]) -> bool {
    if client.get(&format!("{TARGET}/manifests/{digest}")).await.status != 200 {
        return false;
    }
    for layer in layers {
        let pulled = client.get(&format!("{TARGET}/blobs/{}", sha256(layer))).await;
        if (pulled.status, pulled.body.as_slice()) != (200, *layer) {
            return false;
        }
    }
    true
}

/// Pushes a list of two images, which have tags of their own. Returns the three digests.
async fn push_list(client: &Client<'_>, tag: &str) -> (String, [String; 2]) {
    let mut listed = Vec::new();
    let mut digests = Vec::new();
    for (platform, layer) in [("amd64", b"amd"), ("arm64", b"arm")] {
        let digest = push_image(client, platform, layer).await;
        let size = manifest_of(layer).to_string().len();
        let of = json!({"os": "linux", "architecture": platform});
        listed.push(json!({"mediaType": MANIFEST, "digest": digest, "size": size, "platform": of}));
        digests.push(digest);
    }
    let list = json!({"schemaVersion": 2, "mediaType": INDEX, "manifests": listed}).to_string();
    let pushed = put_as(client, tag, INDEX, list.as_bytes()).await;
    assert_eq!(pushed.status, 201, "{}", pushed.json());
    (sha256(list.as_bytes()), digests.try_into().expect("two"))
}

async fn with_registries(stage: &Stage) {
    for key in ["docker-local", "docker-prod"] {
        let created = stage.ann().create(key, json!({"packageType": "docker"})).await;
        assert_eq!(created.status, 200);
    }
}

/// covers: [HOOK-04]
#[test]
fn an_image_is_promoted_whole_and_webhooks_receive_it() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        with_registries(&stage).await;
        let ann = stage.ann();
        let events = json!(["docker", ["pushed", "promoted", "deleted"]]);
        let criteria = json!({"repoKeys": ["docker-prod"]});
        create(&ann, &webhook("images", &receiver, &events, &criteria)).await;
        let image = push_image(&ann, "1.0", b"layer").await;
        let (list, children) = push_list(&ann, "2.0").await;

        // A list is copied with the images in it, under another tag.
        let wanted = json!({
            "targetRepo": "docker-prod", "dockerRepository": "acme/shop", "tag": "2.0",
            "targetTag": "stable", "copy": true,
        });
        let promoted = post(&ann, PROMOTE_IMAGE, &wanted).await;
        assert_eq!(promoted.status, 200, "{}", promoted.code());
        let pulled = ann.get(&format!("{TARGET}/manifests/stable")).await;
        assert_eq!(sha256(&pulled.body), list);
        assert_eq!(pulled.header("content-type"), Some(INDEX));
        assert!(is_whole(&ann, &list, &[b"amd", b"arm", b"{}"]).await);
        for child in &children {
            assert!(is_whole(&ann, child, &[]).await, "{child}");
        }
        assert_eq!(ann.get(&format!("{IMAGE}/manifests/2.0")).await.status, 200);
        // Children have no tags there.
        let tags = ann.get(&format!("{TARGET}/tags/list")).await.json()["tags"].clone();
        assert_eq!(tags, json!(["stable"]));
        let received = receiver.received(1).await;
        assert_eq!(received[0].event(), "docker.promoted");
        let data = json!({
            "repo_key": "docker-prod", "path": "acme/shop/stable/manifest.json",
            "image_name": "acme/shop", "tag": "stable",
        });
        assert_eq!(received[0].json()["data"], data);

        // What is moved is gone at the source, unless another tag or another list has it.
        let moved = |tag: &str| json!({"targetRepo": "docker-prod", "dockerRepository": "acme/shop", "tag": tag});
        for tag in ["1.0", "2.0"] {
            assert_eq!(post(&ann, PROMOTE_IMAGE, &moved(tag)).await.status, 200, "{tag}");
            assert_eq!(ann.get(&format!("{IMAGE}/manifests/{tag}")).await.status, 404, "{tag}");
        }
        for gone in [&image, &list] {
            assert_eq!(ann.get(&format!("{IMAGE}/manifests/{gone}")).await.status, 404, "{gone}");
        }
        for (tag, child) in ["amd64", "arm64"].iter().zip(&children) {
            let kept = ann.get(&format!("{IMAGE}/manifests/{tag}")).await;
            assert_eq!(sha256(&kept.body), *child);
        }
        let received = receiver.received(3).await;
        let events: Vec<_> = received.iter().map(Received::event).collect();
        assert_eq!(events, ["docker.promoted"; 3]);

        // Without a tag, it is all of them.
        let mut all = moved("");
        all["targetDockerRepository"] = json!("acme/all");
        assert_eq!(post(&ann, PROMOTE_IMAGE, &all).await.status, 200);
        let tags = ann.get("/v2/docker-prod/acme/all/tags/list").await.json()["tags"].clone();
        assert_eq!(tags, json!(["amd64", "arm64"]));
        assert_eq!(ann.get(&format!("{IMAGE}/tags/list")).await.status, 404);

        let stage = stage.restarted();
        assert!(is_whole(&stage.ann(), &image, &[b"layer", b"{}"]).await);
        assert!(is_whole(&stage.ann(), &list, &[b"amd", b"arm"]).await);
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn an_image_is_promoted_by_those_who_may_and_nothing_is_half_promoted() {
    run(async {
        let stage = Stage::new().await;
        with_registries(&stage).await;
        let (ann, bob) = (stage.ann(), stage.bob());
        let image = push_image(&ann, "1.0", b"layer").await;
        let wanted = |field: &str, value: Value| {
            let mut wanted =
                json!({"targetRepo": "docker-prod", "dockerRepository": "acme/shop", "tag": "1.0"});
            wanted[field] = value;
            wanted
        };
        for (wanted, status, code) in [
            (wanted("tag", json!("9.9")), 404, "manifest_unknown"),
            (wanted("dockerRepository", json!("acme/none")), 404, "manifest_unknown"),
            (wanted("dockerRepository", json!("../acme")), 400, "name_invalid"),
            (wanted("tag", json!("a:b")), 400, "tag_invalid"),
            (wanted("targetTag", json!("a/b")), 400, "tag_invalid"),
            (wanted("targetRepo", json!("docker-local")), 400, "same_repository"),
            (wanted("targetRepo", json!("none")), 404, "not_found"),
        ] {
            let refused = post(&ann, PROMOTE_IMAGE, &wanted).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code), "{wanted}");
        }
        let other = post(&ann, PROMOTE_IMAGE, &wanted("targetRepo", json!("files"))).await;
        assert_eq!(other.status, 400, "{}", other.json());

        let grant = async |actions: &[&str]| {
            let target = json!({"include_patterns": ["**"]});
            let targets = json!({"docker-local": target, "docker-prod": target});
            stage.grant(json!({"actions": {"users": {"bob": actions}}, "targets": targets})).await;
        };
        let (moved, copied) = (wanted("copy", json!(false)), wanted("copy", json!(true)));
        assert_eq!(post(&bob, PROMOTE_IMAGE, &copied).await.status, 404);
        grant(&["READ"]).await;
        assert_eq!(post(&bob, PROMOTE_IMAGE, &copied).await.status, 403);
        grant(&["READ", "WRITE"]).await;
        assert_eq!(post(&bob, PROMOTE_IMAGE, &moved).await.status, 403);
        // Nothing of it has arrived.
        let info = ann.get("/artifactory/api/repositories/docker-prod").await.json();
        assert_eq!(info["filesCount"], 0);
        assert_eq!(post(&bob, PROMOTE_IMAGE, &copied).await.status, 200);
        assert!(is_whole(&ann, &image, &[b"layer", b"{}"]).await);
        // A tag that names another image there is not taken without the right to delete.
        push_image(&ann, "1.0", b"newer").await;
        assert_eq!(post(&bob, PROMOTE_IMAGE, &copied).await.status, 403);
        grant(&["READ", "WRITE", "DELETE"]).await;
        assert_eq!(post(&bob, PROMOTE_IMAGE, &moved).await.status, 200);
        let pulled = ann.get(&format!("{TARGET}/manifests/1.0")).await;
        assert_eq!(pulled.body, manifest_of(b"newer").to_string().into_bytes());
        // The image that the tag had named before is still at the source, by its digest.
        assert_eq!(ann.get(&format!("{IMAGE}/manifests/{image}")).await.status, 200);
        assert!(replays(stage));
    });
}
