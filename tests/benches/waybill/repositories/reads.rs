//! Reading what clients read first: the document of a package of npm, and the manifest of an image.

use sha2::{Digest as _, Sha256};
use waybill_platform::secret::hex;
use waybill_tests::npm::{document, tarball};

use super::client::{Body, Client, Request};
use super::large::push_blob;
use super::load::Done;
use super::subjects::Subject;
use crate::row;

const CONNECTIONS: usize = 16;
/// By each connection in each turn.
const READS: usize = 500;
const TURNS: usize = 4;
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
/// The goals: beside NORA, and for the 99th percentile in milliseconds.
const RATIO: f64 = 3.0;
const P99_MS: f64 = 5.0;

/// Prints five rows.
pub(crate) async fn packuments_and_manifests() {
    let (ours, nora) = (Subject::waybill().await, Subject::nora().await);
    for subject in [&ours, &nora] {
        for version in ["1.0.0", "1.1.0", "1.2.0"] {
            let body = document("shop", version, &tarball("shop", version)).to_string();
            let path = format!("{}shop", subject.npm);
            let publish = Request::put(&path, Body::Bytes(body.as_bytes()));
            subject.client().send(&publish.with("content-type: application/json\r\n")).expect(201);
        }
        push_image(&mut subject.client(), subject);
    }
    compared("packument reads", [&ours, &nora], |subject| format!("{}shop", subject.npm));
    let manifest = |subject: &Subject| format!("{}acme/shop/manifests/1.0", subject.images);
    compared("manifest reads", [&ours, &nora], manifest);
    if let Some(registry) = Subject::docker_registry().await {
        push_image(&mut registry.client(), &registry);
        let [ours, theirs] = read([&ours, &registry], manifest);
        let ratio = ours.rate() / theirs.rate();
        let measured = format!("{ratio:.2}x ({:.0}/s)", theirs.rate());
        row("manifest reads, beside docker-registry", &measured, "-", 0.0);
    }
}

fn compared(what: &str, subjects: [&Subject; 2], path: impl Fn(&Subject) -> String) {
    let [mut ours, mut nora] = read(subjects, path);
    let ratio = ours.rate() / nora.rate();
    let measured = format!("{ratio:.2}x ({:.0}/s, {:.0}/s)", ours.rate(), nora.rate());
    let row_of = format!("{what}, 16 connections, beside NORA");
    row(&row_of, &measured, ">= 3x", RATIO / ratio);
    let p99 = ours.p99_ms();
    let measured = format!("{p99:.1} ms ({:.1} ms)", nora.p99_ms());
    row("the same, p99, and NORA's", &measured, "<= 5 ms", p99 / P99_MS);
}

fn read(subjects: [&Subject; 2], path: impl Fn(&Subject) -> String) -> [Done; 2] {
    let mut all = subjects.map(|subject| (subject, path(subject), Done::default()));
    for _ in 0..TURNS {
        for (subject, path, done) in &mut all {
            let accept = format!("accept: {MANIFEST}, application/json\r\n");
            let request = Request::get(path).with(&accept);
            done.add(subject, (CONNECTIONS, READS), |client, _, _| {
                client.send(&request).expect(200);
            });
        }
    }
    all.map(|(_, _, done)| done)
}

/// Pushes an image with one small layer.
fn push_image(client: &mut Client, subject: &Subject) {
    let described = |content: &[u8]| {
        let digest = format!("sha256:{}", hex(&Sha256::digest(content)));
        serde_json::json!({
            "mediaType": "application/octet-stream", "digest": digest, "size": content.len(),
        })
    };
    for content in [&b"{}"[..], b"a layer"] {
        let digest = hex(&Sha256::digest(content));
        push_blob(client, subject, &digest, Body::Bytes(content));
    }
    let manifest = serde_json::json!({
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": described(b"{}"),
        "layers": [described(b"a layer")],
    });
    let path = format!("{}acme/shop/manifests/1.0", subject.images);
    let manifest = manifest.to_string();
    let request = Request::put(&path, Body::Bytes(manifest.as_bytes()));
    client.send(&request.with(&format!("content-type: {MANIFEST}\r\n"))).expect(201);
}
