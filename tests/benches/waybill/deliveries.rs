//! Delivering events to the receiver of a webhook, beside a bare loop that posts the same bodies to the same receiver,
//! beside receivers that are dead, and matching an event against many webhooks.

mod bare;
mod dead;
mod receiver;

use std::collections::BTreeSet;
use std::hint::black_box;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_machines::rules::webhooks::{WebhookEventType, WebhookFilter, WebhookPatterns};
use waybill_platform::webhooks::WEBHOOKS_MAX;
use waybill_tests::Browser;

use crate::repositories::client::{Body, Client, Request};
use crate::repositories::subjects::{create, set_up_with, signed_in};
use crate::{p99, row};
use bare::BareLoop;
use receiver::{Arrived, Receiver};

const JSON: &str = "content-type: application/json\r\n";
/// How many events are delivered one after another in each turn.
const EVENTS: usize = 500;
const TURNS: usize = 4;
/// The goal: deliveries a second, beside the bare loop.
const RATE_RATIO: f64 = 0.5;
/// How many events are delivered one by one, after those that are not measured.
const SINGLE: usize = 1_000;
const WARM_UP: usize = 50;
/// How long the outcome of a delivery takes to be recorded at most. The bare loop does not run beside that.
const RECORDED_WITHIN: Duration = Duration::from_millis(5);
/// The goal: from a record until its event is received, beside a request of the bare loop.
const DELAY_RATIO: f64 = 3.0;
/// How many webhooks an event is matched against, and how many events.
const SUBSCRIPTIONS: usize = 10_000;
const MATCHED: usize = 200;
/// The goal for one event, in milliseconds.
const MATCHED_MS: f64 = 1.0;

/// Prints seven rows.
pub(crate) async fn beside_a_bare_loop() {
    print_rate().await;
    print_delay().await;
    dead::print_beside_dead_receivers().await;
    print_matching();
}

/// How many events a second one webhook delivers that waited for it in the log.
async fn print_rate() {
    let receiver = Receiver::start();
    let (place, server, token) = set_up_with(&reaching(receiver.address)).await;
    create(&server, &token, "files", "generic").await;
    let credentials = format!("Bearer {token}");
    let connect = || Client::connect(server.address(), Some(&credentials));
    subscribe(&mut connect(), "deploys", receiver.address, "**");
    let mut browser = signed_in(&server).await;
    let mut bare = BareLoop::start(receiver.address, &place.path("outcomes")).await;
    let (mut ours, mut bares) = (Duration::ZERO, Duration::ZERO);
    for turn in 0..TURNS {
        pause(&mut browser, true).await;
        let mut client = connect();
        for number in 0..EVENTS {
            deploy(&mut client, &format!("turn-{turn}/{number}.txt"));
        }
        pause(&mut browser, false).await;
        let received = receiver.received(EVENTS);
        ours += time_of(&received);
        tokio::time::sleep(RECORDED_WITHIN).await;
        for event in &received {
            bare.deliver(&event.body).await;
        }
        bares += time_of(&receiver.received(EVENTS));
    }
    // A time is that from the first event until the last.
    let rate = |time: Duration| (TURNS * (EVENTS - 1)) as f64 / time.as_secs_f64();
    let ratio = rate(ours) / rate(bares);
    let measured = format!("{ratio:.2}x ({:.0}/s, {:.0}/s)", rate(ours), rate(bares));
    let what = "deliveries of one webhook, beside a bare loop";
    row(what, &measured, ">= 0.5x", RATE_RATIO / ratio);
    server.stop();
}

/// How long it takes from a record until its event is received, where one of many webhooks is sent it.
async fn print_delay() {
    let receiver = Receiver::start();
    let (place, server, token) = set_up_with(&reaching(receiver.address)).await;
    create(&server, &token, "files", "generic").await;
    let mut client = Client::connect(server.address(), Some(&format!("Bearer {token}")));
    for number in 1..WEBHOOKS_MAX {
        let path = format!("team-{number}/**");
        subscribe(&mut client, &format!("deploys-{number}"), receiver.address, &path);
    }
    subscribe(&mut client, "deploys", receiver.address, "team/**");
    let mut bare = BareLoop::start(receiver.address, &place.path("outcomes")).await;
    let mut delays = Delays::measured(&mut client, &receiver, &mut bare).await;
    let what = "a record to its event, 1,000 webhooks, p99, to a request";
    print_delays(what, &mut delays.after, &mut delays.requests, Some("<= 3x"));
    let what = "the same from the beginning of a deploy";
    print_delays(what, &mut delays.whole, &mut delays.requests, None);
    server.stop();
}

/// How long it takes until an event is received.
struct Delays {
    /// From the answer to the deploy.
    after: Vec<Duration>,
    /// From the beginning of the deploy.
    whole: Vec<Duration>,
    /// The requests of the bare loop.
    requests: Vec<Duration>,
}

impl Delays {
    /// Deploys files one by one, each of whose events is received and then delivered by the bare loop.
    async fn measured(client: &mut Client, receiver: &Receiver, bare: &mut BareLoop) -> Self {
        let mut delays = Self { after: Vec::new(), whole: Vec::new(), requests: Vec::new() };
        for number in 0..WARM_UP + SINGLE {
            let began = Instant::now();
            deploy(client, &format!("team/{number}.txt"));
            let answered = Instant::now();
            let event = receiver.next_event();
            tokio::time::sleep(RECORDED_WITHIN).await;
            let request = bare.deliver(&event.body).await;
            receiver.next_event();
            if number >= WARM_UP {
                // The record is durable before the request is answered; the event may even be received before that.
                delays.after.push(event.at.saturating_duration_since(answered));
                delays.whole.push(event.at.duration_since(began));
                delays.requests.push(request);
            }
        }
        delays
    }
}

/// Prints the 99th percentile of times beside that of the bare loop's requests. Times without a goal are only shown.
fn print_delays(what: &str, times: &mut [Duration], requests: &mut [Duration], goal: Option<&str>) {
    let (time, request) = (p99(times).as_secs_f64(), p99(requests).as_secs_f64());
    let ratio = time / request;
    let measured = format!("{ratio:.2}x ({:.2}, {:.2} ms)", time * 1e3, request * 1e3);
    row(
        what,
        &measured,
        goal.unwrap_or("-"),
        if goal.is_some() { ratio / DELAY_RATIO } else { 0.0 },
    );
}

/// How long it takes to find those of many webhooks that are sent an event: each is compared with its path.
fn print_matching() {
    let event = WebhookEventType::ArtifactDeployed;
    let subscription = |number: usize| {
        let patterns =
            WebhookPatterns { includes: vec![format!("team-{number}/**")], excludes: Vec::new() };
        let filter = WebhookFilter::Repositories {
            any_local: true,
            any_remote: false,
            ids: BTreeSet::new(),
            patterns,
        };
        (BTreeSet::from([event]), filter)
    };
    let subscriptions: Vec<_> = (0..SUBSCRIPTIONS).map(subscription).collect();
    let mut found = 0;
    let begin = Instant::now();
    for number in 0..MATCHED {
        let path = format!("team-{number}/app/app-1.0.{number}.tar.gz");
        let matching = black_box(&subscriptions).iter().filter(|(events, filter)| {
            events.contains(&event) && filter.has_file("r_1", RepositoryClass::Local, &path)
        });
        found += matching.count();
    }
    let ms = begin.elapsed().as_secs_f64() * 1e3 / MATCHED as f64;
    assert_eq!(found, MATCHED, "one webhook is sent each event");
    let what = "matching an event against 10,000 webhooks";
    row(what, &format!("{ms:.2} ms"), "<= 1 ms", ms / MATCHED_MS);
}

/// The time from the first event until the last.
fn time_of(received: &[Arrived]) -> Duration {
    let times = || received.iter().map(|event| event.at);
    let (first, last) = (times().min().expect("an event"), times().max().expect("an event"));
    last.duration_since(first)
}

/// The settings of a server that may send to an address of this machine.
fn reaching(receiver: SocketAddr) -> String {
    format!("[outbound]\nallow = [\"{}\"]\n", network_of(receiver))
}

/// An address as the settings name what may be reached.
fn network_of(receiver: SocketAddr) -> String {
    format!("{}/32:{}", receiver.ip(), receiver.port())
}

/// Creates a webhook for files that are deployed at paths.
fn subscribe(client: &mut Client, key: &str, receiver: SocketAddr, paths: &str) {
    let wanted = json!({
        "key": key,
        "event_filter": {
            "domain": "artifact",
            "event_types": ["deployed"],
            "criteria": {"anyLocal": true, "includePatterns": [paths]},
        },
        "handlers": [{"handler_type": "webhook", "url": format!("http://{receiver}{}", bare::PATH)}],
    });
    let wanted = wanted.to_string();
    let body = Body::Bytes(wanted.as_bytes());
    let path = "/event/api/v1/subscriptions";
    client.send(&Request { method: "POST", path, headers: JSON, body }).expect(201);
}

fn deploy(client: &mut Client, path: &str) {
    let path = format!("/artifactory/files/{path}");
    client.send(&Request::put(&path, Body::Bytes(b"an artifact"))).expect(201);
}

/// Has the deliveries of the webhook wait, or no longer.
async fn pause(browser: &mut Browser, paused: bool) {
    let answer = browser.post("webhooks/deploys/pause", json!({"paused": paused})).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}
