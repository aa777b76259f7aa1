//! The registry of images, as programs use it over HTTP.

mod blobs;
mod manifests;
mod rights;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256, Sha512};
use waybill_platform::secret::hex;
use waybill_tests::{Answer, Request};

use crate::stage::Client;
use crate::stage::Stage;

pub(crate) const IMAGE: &str = "/v2/docker-local/acme/shop";
pub(crate) const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
pub(crate) const INDEX: &str = "application/vnd.oci.image.index.v1+json";

/// A server with a registry.
async fn stage() -> Stage {
    Stage::with("docker-local", "docker").await
}

pub(crate) fn sha256(content: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(content)))
}

fn sha512(content: &[u8]) -> String {
    format!("sha512:{}", hex(&Sha512::digest(content)))
}

/// Sends a blob at once.
async fn push(client: &Client<'_>, image: &str, content: &[u8]) -> String {
    let digest = sha256(content);
    let path = format!("{image}/blobs/uploads/?digest={digest}");
    let pushed = client.send(Request::new("POST", &path).body(content)).await;
    assert_eq!(pushed.status, 201, "{}", pushed.code());
    digest
}

fn descriptor(content: &[u8]) -> Value {
    json!({"mediaType": "application/octet-stream", "digest": sha256(content), "size": content.len()})
}

/// The manifest of an image with one layer.
pub(crate) fn manifest_of(layer: &[u8]) -> Value {
    json!({"schemaVersion": 2, "mediaType": MANIFEST, "config": descriptor(b"{}"), "layers": [descriptor(layer)]})
}

async fn put_manifest(client: &Client<'_>, reference: &str, manifest: &Value) -> Answer {
    put_as(client, reference, MANIFEST, manifest.to_string().as_bytes()).await
}

pub(crate) async fn put_as(
    client: &Client<'_>,
    reference: &str,
    media: &str,
    manifest: &[u8],
) -> Answer {
    let path = format!("{IMAGE}/manifests/{reference}");
    client.send(Request::new("PUT", &path).header("content-type", media).body(manifest)).await
}

/// Pushes an image with one layer, and returns its digest.
pub(crate) async fn push_image(client: &Client<'_>, tag: &str, layer: &[u8]) -> String {
    push(client, IMAGE, b"{}").await;
    push(client, IMAGE, layer).await;
    let pushed = put_manifest(client, tag, &manifest_of(layer)).await;
    assert_eq!(pushed.status, 201, "{}", pushed.json());
    pushed.header("docker-content-digest").expect("a digest").to_owned()
}

/// The code that clients of registries read.
fn code(answer: &Answer) -> (u16, String) {
    let json: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    (answer.status, json["errors"][0]["code"].as_str().unwrap_or_default().to_owned())
}

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// How many files and bytes are in the registry.
async fn used(client: &Client<'_>) -> (Value, Value) {
    let info = client.get("/artifactory/api/repositories/docker-local").await.json();
    (info["filesCount"].clone(), info["usedBytes"].clone())
}
