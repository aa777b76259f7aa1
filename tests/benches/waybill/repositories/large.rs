//! Pushing and pulling a large content, beside a program that does nothing else and beside other servers.

use std::time::{Duration, Instant};

use super::client::{Body, Client, Request};
use super::floor::{Sender, stored};
use super::packages::Filler;
use super::subjects::Subject;
use crate::row;

/// The size of the content in millions of bytes, unless `WAYBILL_BENCH_BLOB_MB` says another.
const MEGABYTES: u64 = 200;
/// The first turn is not counted.
const TURNS: u64 = 5;
/// The share of the floor's speed.
const SHARE: f64 = 0.8;

/// Who stores or sends a content, and the times that each turn took.
struct Timed {
    name: &'static str,
    pushes: Vec<Duration>,
    pulls: Vec<Duration>,
}

/// Prints a row for each way, and one for each other server.
pub(crate) async fn pushed_and_pulled() {
    let set = std::env::var("WAYBILL_BENCH_BLOB_MB").ok().and_then(|text| text.parse().ok());
    let megabytes: u64 = set.unwrap_or(MEGABYTES);
    let bytes = megabytes * 1_000_000;
    let (ours, nora) = (Subject::waybill().await, Subject::nora().await);
    let registry = Subject::docker_registry().await;
    let mut floor = Timed::new("floor");
    let (mut put, mut put_nora) = (Timed::new("Waybill"), Timed::new("NORA"));
    let images = [Some(&ours), Some(&nora), registry.as_ref()].into_iter().flatten();
    let mut images: Vec<_> = images.map(|subject| (subject, Timed::new(subject.name))).collect();
    for turn in 0..TURNS {
        let is_counted = turn > 0;
        // Each has another content: what is there already might not be stored once more.
        let content = Filler { number: turn, bytes };
        let sender = Sender::start(content);
        let pull = timed(|| pull(&mut Client::connect(sender.address, None), "/", bytes));
        floor.note(is_counted, stored(content), pull);
        for (subject, timed) in [(&ours, &mut put), (&nora, &mut put_nora)] {
            put_and_get(subject, content, is_counted, timed);
        }
        let content = Filler { number: TURNS + turn, bytes };
        let digest = content.sha256();
        for (subject, timed) in &mut images {
            push_and_pull(subject, content, &digest, is_counted, timed);
        }
    }
    print(&format!("{megabytes} MB by PUT"), &floor, &[&put, &put_nora]);
    let images: Vec<_> = images.iter().map(|(_, timed)| timed).collect();
    print(&format!("{megabytes} MB as a blob of an image"), &floor, &images);
}

fn timed(work: impl FnOnce()) -> Duration {
    let since = Instant::now();
    work();
    since.elapsed()
}

fn pull(client: &mut Client, path: &str, bytes: u64) {
    let pulled = client.send(&Request::get(path)).expect(200);
    assert_eq!(pulled.bytes, bytes);
}

fn put_and_get(subject: &Subject, content: Filler, is_counted: bool, times: &mut Timed) {
    let (mut client, path) =
        (subject.client(), format!("{}large-{}", subject.files, content.number));
    let body = Body::Written(content.bytes, &|mut sink| content.write_to(&mut sink));
    let push = timed(|| drop(client.send(&Request::put(&path, body)).expect_created()));
    times.note(is_counted, push, timed(|| pull(&mut client, &path, content.bytes)));
}

fn push_and_pull(
    subject: &Subject,
    content: Filler,
    digest: &str,
    is_counted: bool,
    times: &mut Timed,
) {
    let mut client = subject.client();
    let body = Body::Written(content.bytes, &|mut sink| content.write_to(&mut sink));
    let push = timed(|| push_blob(&mut client, subject, digest, body));
    let path = format!("{}acme/shop/blobs/sha256:{digest}", subject.images);
    times.note(is_counted, push, timed(|| pull(&mut client, &path, content.bytes)));
}

/// Pushes a blob of an image in two requests, as all registries take it.
pub(crate) fn push_blob(client: &mut Client, subject: &Subject, digest: &str, body: Body<'_>) {
    let path = format!("{}acme/shop/blobs/uploads/", subject.images);
    let begin = Request { method: "POST", ..Request::put(&path, Body::Bytes(b"")) };
    let location = client.send(&begin).expect(202).location;
    // It may be an address.
    let location = match location.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
        None => &location,
    };
    let separator = if location.contains('?') { '&' } else { '?' };
    let path = format!("{location}{separator}digest=sha256:{digest}");
    let end = Request::put(&path, body).with("content-type: application/octet-stream\r\n");
    client.send(&end).expect(201);
}

impl Timed {
    fn new(name: &'static str) -> Self {
        Self { name, pushes: Vec::new(), pulls: Vec::new() }
    }

    fn note(&mut self, is_counted: bool, push: Duration, pull: Duration) {
        if is_counted {
            self.pushes.push(push);
            self.pulls.push(pull);
        }
    }

    fn push(&self) -> f64 {
        middle(&self.pushes)
    }

    fn pull(&self) -> f64 {
        middle(&self.pulls)
    }
}

/// The median in seconds.
fn middle(times: &[Duration]) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default().as_secs_f64()
}

/// Prints the rows of a way: the first of all is ours.
fn print(what: &str, floor: &Timed, all: &[&Timed]) {
    let Some((ours, others)) = all.split_first() else { return };
    for (way, time) in [("push", Timed::push as fn(&Timed) -> f64), ("pull", Timed::pull)] {
        let ratio = time(floor) / time(ours);
        let measured = format!("{ratio:.2} of its speed");
        let row_of = format!("{way} of {what}, beside the floor");
        row(&row_of, &measured, ">= 0.8 of its speed", SHARE / ratio);
        for other in others {
            let ratio = time(other) / time(ours);
            let row_of = format!("the same, beside {}", other.name);
            row(&row_of, &format!("{ratio:.2}x"), ">= 1x", 1.0 / ratio);
        }
    }
}
