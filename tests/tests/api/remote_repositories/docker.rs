//! Images of other registries.

use serde_json::{Value, json};
use waybill_platform::secret::sha256_hex;
use waybill_tests::{Request, run};

use super::{mirrored, upstream::Upstream};

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";

/// An image of an upstream, with one layer.
struct Image {
    manifest: String,
    digest: String,
    layer: String,
}

/// Has an upstream offer an image with a tag.
fn offer(upstream: &Upstream, image: &str, tag: &str, layer: &str) -> Image {
    let at = |below: &str| format!("/v2/base/{image}/{below}");
    let digest = |content: &str| format!("sha256:{}", sha256_hex(content.as_bytes()));
    let descriptor = |content: &str| json!({"mediaType": "application/octet-stream", "digest": digest(content), "size": content.len()});
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": descriptor("{}"),
        "layers": [descriptor(layer)],
    });
    let manifest = manifest.to_string();
    let answer = |content: &str| {
        format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{content}", content.len())
    };
    for content in ["{}", layer] {
        upstream.answers_at(&at(&format!("blobs/{}", digest(content))), answer(content));
    }
    for reference in [tag.to_owned(), digest(&manifest)] {
        upstream.answers_at(&at(&format!("manifests/{reference}")), answer(&manifest));
    }
    let tags = json!({"name": image, "tags": [tag]}).to_string();
    upstream.answers_at(&at("tags/list?n=10000"), answer(&tags));
    Image { digest: digest(&manifest), manifest, layer: digest(layer) }
}

/// covers: [REMOTE-01, REMOTE-02]
#[test]
fn images_of_another_registry_are_pulled_with_the_token_that_it_wants() {
    run(async {
        let never = json!({"retrievalCachePeriodSecs": 0, "missedRetrievalCachePeriodSecs": 0});
        let (stage, upstream) = mirrored("docker", never).await;
        let image = offer(&upstream, "acme/shop", "1.0", "layer");
        upstream.wants_token("/v2/", "canary");
        let issued = r#"{"token": "canary", "expires_in": 300}"#;
        let issued = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{issued}", issued.len());
        upstream.answers_at("/token?service=it&scope=a%2Cb", issued);
        let read =
            async |below: &str| stage.ann().get(&format!("/v2/mirror/acme/shop/{below}")).await;
        let tagged = read("manifests/1.0").await;
        assert_eq!((tagged.status, tagged.header("content-type")), (200, Some(MANIFEST)));
        assert_eq!(tagged.header("docker-content-digest"), Some(image.digest.as_str()));
        assert_eq!(tagged.body, image.manifest.as_bytes());
        let blob = read(&format!("blobs/{}", image.layer)).await;
        assert_eq!((blob.status, blob.body.as_slice()), (200, &b"layer"[..]));
        let named = read(&format!("manifests/{}", image.digest)).await;
        assert_eq!((named.status, named.body), (200, image.manifest.clone().into_bytes()));
        let tags = read("tags/list").await.json();
        assert_eq!(tags, json!({"name": "mirror/acme/shop", "tags": ["1.0"]}));
        let tokens = upstream.requested().into_iter().filter(|path| path.starts_with("/token"));
        assert_eq!(tokens.count(), 1, "a token is used until it ends");
        // What is named by a digest is asked for once.
        for below in [format!("blobs/{}", image.layer), format!("manifests/{}", image.digest)] {
            assert_eq!(read(&below).await.status, 200);
        }
        assert!(upstream.requested().is_empty());

        // A tag may name another image later, and an image never is another one.
        let later = offer(&upstream, "acme/shop", "1.0", "other layer");
        let tagged = read("manifests/1.0").await;
        assert_eq!(tagged.header("docker-content-digest"), Some(later.digest.as_str()));
        let wrong = format!("sha256:{}", sha256_hex(b"something"));
        let lie = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong";
        for below in [format!("blobs/{wrong}"), format!("manifests/{wrong}")] {
            upstream.answers_at(&format!("/v2/base/acme/shop/{below}"), lie);
            assert_eq!(read(&below).await.status, 502, "{below}");
        }
        upstream.answers_at("/v2/base/acme/shop/manifests/page", lie);
        assert_eq!(read("manifests/page").await.status, 502);
        for (below, code) in [
            ("manifests/none", "MANIFEST_UNKNOWN"),
            (&*format!("blobs/sha256:{}", "0".repeat(64)), "BLOB_UNKNOWN"),
        ] {
            let missing = read(below).await;
            let error: Value = missing.json();
            assert_eq!(
                (missing.status, &error["errors"][0]["code"]),
                (404, &json!(code)),
                "{below}"
            );
        }
        let push = Request::new("POST", "/v2/mirror/a/blobs/uploads/");
        assert_eq!(stage.ann().send(push).await.status, 405);
        stage.server.stop();
    });
}
