//! Manifests, tags and referrers.

use futures_util::future::join_all;
use waybill_tests::{Request, run};

use super::*;

/// covers: [OCI-01]
#[test]
fn an_image_is_pulled_byte_for_byte_by_tag_and_digest_also_after_a_restart() {
    run(async {
        let mut stage = stage().await;
        let first = push_image(&stage.ann(), "1.0", b"layer one").await;
        // The same manifest once more gets another tag, and changes nothing else.
        let before = used(&stage.ann()).await;
        let same = put_manifest(&stage.ann(), "stable", &manifest_of(b"layer one")).await;
        assert_eq!((same.status, same.header("docker-content-digest")), (201, Some(&*first)));
        assert_eq!(used(&stage.ann()).await, before);
        let second = push_image(&stage.ann(), "1.1", b"layer two").await;
        assert_ne!(first, second);
        stage.server.stop();
        stage.server = stage.place.start();
        let client = stage.ann();
        for reference in ["1.0", "stable", &first] {
            let read = client.get(&format!("{IMAGE}/manifests/{reference}")).await;
            assert_eq!(read.body, manifest_of(b"layer one").to_string().into_bytes());
            assert_eq!(read.header("content-type"), Some(MANIFEST));
            assert_eq!(read.header("docker-content-digest"), Some(&*first));
        }
        let path = format!("{IMAGE}/manifests/1.0");
        let head = client.send(Request::new("HEAD", &path)).await;
        let length = manifest_of(b"layer one").to_string().len().to_string();
        assert_eq!((head.status, head.header("content-length")), (200, Some(&*length)));
        let known = Request::new("GET", &path).header("if-none-match", &format!("\"{first}\""));
        assert_eq!(client.send(known).await.status, 304);
        let tags = client.get(&format!("{IMAGE}/tags/list")).await.json();
        assert_eq!(
            tags,
            json!({"name": "docker-local/acme/shop", "tags": ["1.0", "1.1", "stable"]})
        );
        // A list of manifests.
        let child = |digest: &str| {
            let size = manifest_of(b"layer one").to_string().len();
            json!({"mediaType": MANIFEST, "digest": digest, "size": size, "platform": {"os": "linux", "architecture": "amd64"}})
        };
        let list = json!({"schemaVersion": 2, "mediaType": INDEX, "manifests": [child(&first), child(&second)]});
        let path = format!("{}?tag=all&tag=every", sha256(list.to_string().as_bytes()));
        let stored = put_as(&client, &path, INDEX, list.to_string().as_bytes()).await;
        assert_eq!((stored.status, stored.header("oci-tag")), (201, Some("all")));
        assert_eq!(
            client.get(&format!("{IMAGE}/manifests/every")).await.header("content-type"),
            Some(INDEX)
        );
    });
}

/// covers: [OCI-01]
#[test]
fn tags_and_manifests_are_removed_and_lists_have_pages() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        let digest = push_image(&client, "t1", b"layer").await;
        for tag in ["t2", "t3", "Z"] {
            assert_eq!(put_manifest(&client, tag, &manifest_of(b"layer")).await.status, 201);
        }
        let page = client.get(&format!("{IMAGE}/tags/list?n=2")).await;
        assert_eq!(page.json()["tags"], json!(["Z", "t1"]));
        let link = page.header("link").expect("a link");
        assert_eq!(link, "</v2/docker-local/acme/shop/tags/list?n=2&last=t1>; rel=\"next\"");
        let next = client.get(&link[1..link.find('>').expect("an end")]).await;
        assert_eq!((next.json()["tags"].clone(), next.header("link")), (json!(["t2", "t3"]), None));
        assert_eq!(client.get(&format!("{IMAGE}/tags/list?n=0")).await.json()["tags"], json!([]));
        assert_eq!(client.delete(&format!("{IMAGE}/manifests/t2")).await.status, 202);
        assert_eq!(
            code(&client.delete(&format!("{IMAGE}/manifests/t2")).await),
            refusal(404, "MANIFEST_UNKNOWN")
        );
        assert_eq!(client.get(&format!("{IMAGE}/manifests/t1")).await.status, 200);
        assert_eq!(client.delete(&format!("{IMAGE}/manifests/{digest}")).await.status, 202);
        for reference in ["t1", "t3", "Z", &digest] {
            let gone = client.get(&format!("{IMAGE}/manifests/{reference}")).await;
            assert_eq!(code(&gone), refusal(404, "MANIFEST_UNKNOWN"));
        }
        assert_eq!(
            code(&client.get(&format!("{IMAGE}/tags/list")).await),
            refusal(404, "NAME_UNKNOWN")
        );
        assert_eq!(client.delete(&format!("{IMAGE}/manifests/{digest}")).await.status, 404);
    });
}

/// covers: [OCI-01]
#[test]
fn images_of_all_repositories_are_listed_to_those_who_may_see_them() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        // A dash comes before the slash that ends a key.
        for key in ["docker", "docker-a"] {
            assert_eq!(client.create(key, json!({"packageType": "docker"})).await.status, 200);
            let image = format!("/v2/{key}/acme/shop");
            for content in [&b"{}"[..], b"layer"] {
                push(&client, &image, content).await;
            }
            let manifest = manifest_of(b"layer").to_string();
            let request = Request::new("PUT", &format!("{image}/manifests/1")).body(manifest);
            let pushed = client.send(request.header("content-type", MANIFEST)).await;
            assert_eq!(pushed.status, 201);
        }
        push_image(&client, "1", b"layer").await;
        let (mut path, mut found) = ("/v2/_catalog?n=1".to_owned(), Vec::new());
        loop {
            let page = client.get(&path).await;
            found.extend(page.json()["repositories"].as_array().expect("a list").clone());
            let Some(link) = page.header("link") else { break };
            path = link[1..link.find('>').expect("an end")].to_owned();
        }
        let images = ["docker-a/acme/shop", "docker-local/acme/shop", "docker/acme/shop"];
        assert_eq!(found, images);
        let seen = stage.bob().get("/v2/_catalog").await.json();
        assert_eq!(seen, json!({"repositories": []}));
        assert_eq!(stage.anyone(Request::new("GET", "/v2/_catalog")).await.status, 401);
    });
}

/// covers: [OCI-02]
#[test]
fn a_manifest_is_valid_and_names_what_is_there() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        push(&client, IMAGE, b"{}").await;
        push(&client, IMAGE, b"layer").await;
        let before = used(&client).await;
        let valid = manifest_of(b"layer");
        let with = |field: &str, value: Value| {
            let mut changed = valid.clone();
            changed[field] = value;
            changed.to_string()
        };
        let mut sized = descriptor(b"layer");
        sized["size"] = json!(4);
        for (what, media, manifest, expected) in [
            ("no JSON", MANIFEST, "{".to_owned(), "MANIFEST_INVALID"),
            ("another type", INDEX, valid.to_string(), "MANIFEST_INVALID"),
            ("no type", "application/json", valid.to_string(), "MANIFEST_INVALID"),
            ("schema 1", MANIFEST, with("schemaVersion", json!(1)), "MANIFEST_INVALID"),
            ("two kinds", MANIFEST, with("manifests", json!([])), "MANIFEST_INVALID"),
            ("no config", MANIFEST, with("config", Value::Null), "MANIFEST_INVALID"),
            (
                "a digest",
                MANIFEST,
                with("layers", json!([{"mediaType": "a/b", "digest": "sha256:x", "size": 1}])),
                "MANIFEST_INVALID",
            ),
            (
                "a layer",
                MANIFEST,
                with("layers", json!([descriptor(b"missing")])),
                "MANIFEST_BLOB_UNKNOWN",
            ),
            ("a size", MANIFEST, with("layers", json!([sized])), "MANIFEST_BLOB_UNKNOWN"),
            ("a config", MANIFEST, with("config", descriptor(b"missing")), "MANIFEST_BLOB_UNKNOWN"),
            (
                "a key in another case",
                MANIFEST,
                with("Layers", json!([descriptor(b"missing")])),
                "MANIFEST_INVALID",
            ),
        ] {
            let refused = put_as(&client, "1.0", media, manifest.as_bytes()).await;
            assert_eq!(code(&refused), refusal(400, expected), "{what}: {}", refused.json());
        }
        let list =
            json!({"schemaVersion": 2, "mediaType": INDEX, "manifests": [descriptor(b"missing")]});
        let refused = put_as(&client, "1.0", INDEX, list.to_string().as_bytes()).await;
        assert_eq!(code(&refused), refusal(400, "MANIFEST_BLOB_UNKNOWN"));
        let refused = put_manifest(&client, &sha256(b"other"), &valid).await;
        assert_eq!(code(&refused), refusal(400, "DIGEST_INVALID"));
        for tag in [".hidden", "a%20b", &"t".repeat(129)] {
            assert_eq!(put_manifest(&client, tag, &valid).await.status, 400, "{tag}");
        }
        let padding = "x".repeat(4 * 1_024 * 1_024);
        let large = with("annotations", json!({"a": padding}));
        let refused = put_as(&client, "1.0", MANIFEST, large.as_bytes()).await;
        assert_eq!(code(&refused), refusal(413, "SIZE_INVALID"));
        assert_eq!(used(&client).await, before);
        // Just below the limit it is taken.
        let large = with("annotations", json!({"a": &padding[..padding.len() - 1_000]}));
        assert_eq!(put_as(&client, "large", MANIFEST, large.as_bytes()).await.status, 201);
        assert_eq!(client.get(&format!("{IMAGE}/manifests/large")).await.body, large.into_bytes());
        // Neither a client of another type nor a plain upload stores anything here.
        let put = client.put("/artifactory/docker-local/acme/shop/x", "x").await;
        assert_eq!((put.status, put.code().as_str()), (400, "published_only"));
        assert_eq!(client.get("/artifactory/api/npm/docker-local/acme").await.status, 400);
        assert_eq!(code(&client.get("/v2/files/acme/tags/list").await).0, 400);
    });
}

/// covers: [OCI-02]
#[test]
fn several_clients_push_one_manifest_at_once() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        push(&client, IMAGE, b"{}").await;
        push(&client, IMAGE, b"layer").await;
        let manifest = manifest_of(b"layer");
        let pushes = (0..8).map(|_| put_manifest(&client, "1.0", &manifest));
        let statuses: Vec<u16> =
            join_all(pushes).await.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses, [201; 8]);
        assert_eq!(client.get(&format!("{IMAGE}/tags/list")).await.json()["tags"], json!(["1.0"]));
        // A layer that was removed is missed also by a manifest that is there.
        let blob = format!("{IMAGE}/blobs/{}", sha256(b"layer"));
        assert_eq!(client.delete(&blob).await.status, 202);
        let refused = put_manifest(&client, "1.1", &manifest).await;
        assert_eq!(code(&refused), refusal(400, "MANIFEST_BLOB_UNKNOWN"));
    });
}

/// covers: [OCI-01]
#[test]
fn referrers_of_a_manifest_are_found_before_and_after_it_is_there() {
    run(async {
        let stage = stage().await;
        let client = stage.ann();
        push(&client, IMAGE, b"{}").await;
        push(&client, IMAGE, b"layer").await;
        let subject = manifest_of(b"layer").to_string();
        let digest = sha256(subject.as_bytes());
        let path = format!("{IMAGE}/referrers/{digest}");
        let none = client.get(&path).await;
        assert_eq!(none.header("content-type"), Some(INDEX));
        assert_eq!(none.json(), json!({"schemaVersion": 2, "mediaType": INDEX, "manifests": []}));
        for kind in ["example/signature", "example/sbom"] {
            let mut about = manifest_of(b"layer");
            about["artifactType"] = json!(kind);
            about["annotations"] = json!({"made.by": kind});
            about["subject"] =
                json!({"mediaType": MANIFEST, "digest": digest, "size": subject.len()});
            let stored = put_manifest(&client, &sha256(about.to_string().as_bytes()), &about).await;
            assert_eq!((stored.status, stored.header("oci-subject")), (201, Some(&*digest)));
        }
        let all = client.get(&path).await.json();
        assert_eq!(all["manifests"].as_array().map(Vec::len), Some(2), "{all}");
        let other = format!("{IMAGE}/referrers/{}", sha256(b"other"));
        assert_eq!(client.get(&other).await.json()["manifests"], json!([]));
        let filtered = client.get(&format!("{path}?artifactType=example/sbom")).await;
        assert_eq!(filtered.header("oci-filters-applied"), Some("artifactType"));
        let found = filtered.json()["manifests"].clone();
        assert_eq!(found.as_array().map(Vec::len), Some(1));
        assert_eq!(
            (&found[0]["artifactType"], &found[0]["annotations"]),
            (&json!("example/sbom"), &json!({"made.by": "example/sbom"}))
        );
        assert_eq!(
            code(&client.get(&format!("{IMAGE}/referrers/latest")).await),
            refusal(400, "DIGEST_INVALID")
        );
    });
}
