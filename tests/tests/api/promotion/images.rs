//! Builds whose files are images, as `JFrog CLI` describes them: by the path of the manifest of a tag.

use serde_json::{Value, json};
use waybill_tests::{Answer, run};

use super::{
    BUILD, PROMOTE_BUILD, TARGET, is_whole, message, post, push_list, replays, statuses,
    with_registries,
};
use crate::docker::{IMAGE, push_image, sha256};
use crate::stage::{Client, Stage};

/// The hexadecimal digits of a digest.
fn digits(digest: &str) -> &str {
    digest.trim_start_matches("sha256:")
}

/// The manifest that a tag names, as a build-info has it.
fn manifest(tag: &str, name: &str, digest: &str) -> Value {
    json!({
        "name": name, "type": "json", "sha256": digits(digest), "path": format!("acme/shop/{tag}/{name}"),
        "originalDeploymentRepo": "docker-local",
    })
}

/// A layer, likewise.
fn layer(tag: &str, content: &[u8]) -> Value {
    let digest = sha256(content);
    let name = format!("sha256__{}", digits(&digest));
    json!({
        "name": name, "sha256": digits(&digest), "path": format!("acme/shop/{tag}/{name}"),
        "originalDeploymentRepo": "docker-local",
    })
}

/// Publishes number 7 of the build `shop`, which made these files.
async fn publish(client: &Client<'_>, artifacts: &[Value]) {
    let below = sha256(b"below");
    let id = format!("sha256__{}", digits(&below));
    let info = json!({
        "name": "shop", "number": "7", "started": "2026-11-28T10:00:00.000+0000",
        "modules": [{
            "id": "acme/shop:1.0", "type": "docker", "artifacts": artifacts,
            "dependencies": [{"id": id, "sha256": digits(&below)}],
        }],
    });
    assert_eq!(client.put(BUILD, info.to_string()).await.status, 204);
}

/// Promotes number 7 to the repository `docker-prod`.
async fn promote(client: &Client<'_>, more: &Value) -> Answer {
    let mut wanted = json!({"status": "released", "targetRepo": "docker-prod"});
    let fields = more.as_object().expect("an object").clone();
    wanted.as_object_mut().expect("an object").extend(fields);
    post(client, PROMOTE_BUILD, &wanted).await
}

/// Promotes number 7, which succeeds with this message.
async fn promoted(client: &Client<'_>, more: &Value, expected: &str) {
    let answer = promote(client, more).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert!(message(&answer).contains(expected), "{}", answer.json());
}

async fn is_tagged(client: &Client<'_>, image: &str, tag: &str) -> bool {
    client.get(&format!("{image}/manifests/{tag}")).await.status == 200
}

/// covers: [HOOK-04]
#[test]
fn a_build_is_promoted_with_the_images_that_its_tags_name() {
    run(async {
        let stage = Stage::new().await;
        with_registries(&stage).await;
        let ann = stage.ann();
        let image = push_image(&ann, "1.0", b"layer").await;
        let (list, children) = push_list(&ann, "2.0").await;
        let made = [
            manifest("1.0", "manifest.json", &image),
            layer("1.0", b"{}"),
            layer("1.0", b"layer"),
            manifest("2.0", "list.manifest.json", &list),
            manifest(&children[0], "manifest.json", &children[0]),
        ];
        publish(&ann, &made).await;
        let all = json!({"copy": true, "dependencies": true, "dryRun": true});
        promoted(&ann, &all, "2 artifacts would be copied to docker-prod").await;
        assert!(!is_tagged(&ann, TARGET, "1.0").await);
        assert_eq!(statuses(&ann).await, Value::Null);

        let all = json!({
            "copy": true, "dependencies": true, "sourceRepo": "docker-local",
            "properties": {"stage": ["released"]},
        });
        promoted(&ann, &all, "completed successfully, 2 artifacts were copied").await;
        assert!(is_whole(&ann, &image, &[b"layer", b"{}"]).await);
        assert!(is_whole(&ann, &list, &[b"amd", b"arm"]).await);
        assert!(is_whole(&ann, &children[1], &[]).await);
        let tags = ann.get(&format!("{TARGET}/tags/list")).await.json()["tags"].clone();
        assert_eq!(tags, json!(["1.0", "2.0"]));
        let path = format!("acme/shop/_manifests/sha256__{}/manifest.json", digits(&image));
        let about =
            ann.get(&format!("/artifactory/api/storage/docker-prod/{path}?properties")).await;
        assert_eq!(about.json()["properties"]["stage"], json!(["released"]));
        assert!(is_tagged(&ann, IMAGE, "1.0").await);

        // What is there already is moved from where it was; then it is nowhere else, and counts all the same.
        promoted(&ann, &json!({}), "2 artifacts were moved to docker-prod").await;
        for tag in ["1.0", "2.0"] {
            assert!(!is_tagged(&ann, IMAGE, tag).await, "{tag}");
            assert!(is_tagged(&ann, TARGET, tag).await, "{tag}");
        }
        promoted(&ann, &json!({}), "completed successfully, 0 artifacts were moved").await;
        assert_eq!(statuses(&ann).await.as_array().map(Vec::len), Some(3));
        assert!(replays(stage));
    });
}

/// covers: [HOOK-04]
#[test]
fn an_image_that_was_pushed_to_a_virtual_repository_is_promoted_from_where_it_is() {
    run(async {
        let stage = Stage::new().await;
        with_registries(&stage).await;
        let ann = stage.ann();
        for (key, deployed_to) in [("docker-read", ""), ("docker-all", "docker-local")] {
            let joined = json!({
                "rclass": "virtual", "packageType": "docker", "repositories": ["docker-local"],
                "defaultDeploymentRepo": deployed_to,
            });
            let created = ann.create(key, joined).await;
            assert_eq!(created.status, 200, "{key}");
        }
        let image = push_image(&ann, "1.0", b"layer").await;
        let mut pushed = manifest("1.0", "manifest.json", &image);
        pushed["originalDeploymentRepo"] = json!("docker-read");
        publish(&ann, std::slice::from_ref(&pushed)).await;
        let refused = promote(&ann, &json!({"copy": true})).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "build_files_missing"));
        pushed["originalDeploymentRepo"] = json!("docker-all");
        publish(&ann, std::slice::from_ref(&pushed)).await;
        let copied = "completed successfully, 1 artifacts were copied";
        promoted(&ann, &json!({"copy": true}), copied).await;
        assert!(is_whole(&ann, &image, &[b"layer", b"{}"]).await);
    });
}

/// covers: [HOOK-04]
#[test]
fn a_tag_that_names_another_image_than_the_build_made_is_refused() {
    run(async {
        let stage = Stage::new().await;
        with_registries(&stage).await;
        let ann = stage.ann();
        let older = push_image(&ann, "1.0", b"older").await;
        let kept = push_image(&ann, "1.1", b"kept").await;
        publish(
            &ann,
            &[
                manifest("1.0", "manifest.json", &older),
                layer("1.0", b"older"),
                manifest("1.1", "manifest.json", &kept),
            ],
        )
        .await;
        let newer = push_image(&ann, "1.0", b"newer").await;
        for more in [json!({}), json!({"copy": true, "sourceRepo": "docker-local"})] {
            let refused = promote(&ann, &more).await;
            let expected = (409, "build_image_replaced");
            assert_eq!((refused.status, refused.code().as_str()), expected, "{more}");
            let text = refused.json()["error"]["message"].to_string();
            assert!(text.contains("acme/shop:1.0 of docker-local is another image"), "{text}");
        }
        for tag in ["1.0", "1.1"] {
            assert!(!is_tagged(&ann, TARGET, tag).await, "{tag}");
        }
        assert_eq!(statuses(&ann).await, Value::Null);

        // The others are promoted if that is wanted.
        let rest = json!({"failFast": false});
        promoted(&ann, &rest, "completed with warnings, 1 artifacts were moved").await;
        assert!(is_tagged(&ann, TARGET, "1.1").await);
        let left = ann.get(&format!("{IMAGE}/manifests/1.0")).await;
        assert_eq!(sha256(&left.body), newer);

        // Files of no tag, and tags that do not exist, are missing.
        let mut unnamed = manifest("1.0", "manifest.json", &newer);
        unnamed["path"] = json!("");
        for made in [
            manifest("9.9", "manifest.json", &newer),
            layer("1.0", b"newer"),
            unnamed,
            json!({"name": "a.txt", "sha256": digits(&newer), "path": "team/a.txt", "originalDeploymentRepo": "files"}),
        ] {
            publish(&ann, std::slice::from_ref(&made)).await;
            let refused = promote(&ann, &json!({})).await;
            let expected = (409, "build_files_missing");
            assert_eq!((refused.status, refused.code().as_str()), expected, "{made}");
        }
        // Without a target there is nothing to do in a repository of images.
        let alone = json!({"status": "released", "sourceRepo": "docker-local"});
        let refused = post(&ann, PROMOTE_BUILD, &alone).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "relocation"));
        assert_eq!(refused.json()["error"]["field"], "sourceRepo");

        // Rights on the build give none on its images.
        publish(&ann, &[manifest("1.0", "manifest.json", &newer)]).await;
        let bob = stage.bob();
        stage.grant(json!({
            "actions": {"users": {"bob": ["READ"]}},
            "targets": {"docker-local": {"include_patterns": ["**"]}, "docker-prod": {"include_patterns": ["**"]}},
        })).await;
        let build = json!({"name": "builds", "resources": {"build": {
            "actions": {"users": {"bob": ["READ", "WRITE"]}},
            "targets": {"artifactory-build-info": {"include_patterns": ["**"]}},
        }}});
        let created = stage.bearer("POST", crate::permissions::PERMISSIONS, Some(build)).await;
        assert_eq!(created.status, 201, "{}", created.json());
        let refused = promote(&bob, &json!({"copy": true})).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_granted"));
        assert!(!is_tagged(&ann, TARGET, "1.0").await);
        assert!(replays(stage));
    });
}
