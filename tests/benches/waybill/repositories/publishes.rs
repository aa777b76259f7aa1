//! Publishing small packages of npm, each durable before the answer.

use waybill_tests::npm::{document, tarball};

use super::client::{Body, Request};
use super::load::Done;
use super::subjects::Subject;
use crate::row;

const CONNECTIONS: usize = 8;
/// By each connection in each turn.
const PUBLISHES: usize = 100;
const TURNS: usize = 3;
/// The goals: beside NORA, and for the 99th percentile in milliseconds.
const RATIO: f64 = 4.0;
const P99_MS: f64 = 40.0;

/// Prints three rows.
pub(crate) async fn small_packages() {
    let (ours, nora) = (Subject::waybill().await, Subject::nora().await);
    let verdaccio = Subject::verdaccio().await;
    let mut all =
        [(&ours, Done::default()), (&nora, Done::default()), (&verdaccio, Done::default())];
    for turn in 0..TURNS {
        let packages: Vec<_> = (0..CONNECTIONS * PUBLISHES)
            .map(|number| {
                let name = format!("bench-{turn}-{number}");
                let file = tarball(&name, "1.0.0");
                let document = document(&name, "1.0.0", &file).to_string();
                (name, document)
            })
            .collect();
        for (subject, done) in &mut all {
            done.add(subject, (CONNECTIONS, PUBLISHES), |client, connection, request| {
                let (name, document) = &packages[connection * PUBLISHES + request];
                let path = format!("{}{name}", subject.npm);
                let body = Body::Bytes(document.as_bytes());
                let request = Request::put(&path, body).with("content-type: application/json\r\n");
                client.send(&request).expect(201);
            });
        }
    }
    let [(_, ours), (_, nora), (_, verdaccio)] = &mut all;
    let ratio = ours.rate() / nora.rate();
    let measured = format!("{ratio:.2}x ({:.0}/s, {:.0}/s)", ours.rate(), nora.rate());
    row("small npm publishes, 8 connections, beside NORA", &measured, ">= 4x", RATIO / ratio);
    let p99 = ours.p99_ms();
    let measured = format!("{p99:.1} ms ({:.1} ms)", nora.p99_ms());
    row("the same, p99, and NORA's", &measured, "<= 40 ms", p99 / P99_MS);
    let ratio = ours.rate() / verdaccio.rate();
    let measured = format!("{ratio:.2}x ({:.0}/s)", verdaccio.rate());
    row("the same, beside verdaccio", &measured, "-", 0.0);
}
