//! A package with many versions.

use std::time::Instant;

use waybill_tests::npm::{document, tarball};

use super::client::{Body, Client, Request};
use super::load::Done;
use super::subjects::Subject;
use crate::row;

const VERSIONS: usize = 5_000;
const CONNECTIONS: usize = 8;
const READS: usize = 20;
/// The goal for reading the metadata, in milliseconds.
const READ_MS: f64 = 20.0;
const SHORT: &str = "accept: application/vnd.npm.install-v1+json\r\n";

/// Prints four rows.
pub(crate) async fn of_one_package() {
    let subject = Subject::waybill().await;
    let mut published = Done::default();
    let each = VERSIONS / CONNECTIONS;
    published.add(&subject, (CONNECTIONS, each), |client, connection, request| {
        publish(client, &subject, &format!("1.{connection}.{request}"));
    });
    let measured = format!("{:.0}/s", published.rate());
    row("publishing 5,000 versions of one package", &measured, "-", 0.0);
    let mut client = subject.client();
    let path = format!("{}many", subject.npm);
    for (form, headers) in [("whole", ""), ("short", SHORT)] {
        let request = Request::get(&path).with(headers);
        let mut read = || {
            let since = Instant::now();
            let read = client.send(&request).expect(200);
            assert!(read.bytes > VERSIONS as u64 * 100, "{} bytes", read.bytes);
            since.elapsed().as_secs_f64() * 1e3
        };
        read();
        let mut known: Vec<f64> = (0..READS).map(|_| read()).collect();
        print(&format!("metadata of 5,000 versions, {form}"), &mut known);
        let mut changed = Vec::new();
        for number in 0..READS / 2 {
            let version = format!("2.{form}.{number}").replace("whole", "0").replace("short", "1");
            publish(&mut subject.client(), &subject, &version);
            changed.push(read());
        }
        print(&format!("the same after another version, {form}"), &mut changed);
    }
}

fn publish(client: &mut Client, subject: &Subject, version: &str) {
    let body = document("many", version, &tarball("many", version)).to_string();
    let path = format!("{}many", subject.npm);
    let request = Request::put(&path, Body::Bytes(body.as_bytes()));
    client.send(&request.with("content-type: application/json\r\n")).expect(201);
}

/// Prints the median of times in milliseconds.
fn print(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let middle = times[times.len() / 2];
    row(what, &format!("{middle:.1} ms"), "<= 20 ms", middle / READ_MS);
}
