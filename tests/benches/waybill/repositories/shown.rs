//! The time from a publish until an open page is sent it.

use std::time::{Duration, Instant};

use serde_json::json;
use waybill_tests::Tab;
use waybill_tests::npm::{document, tarball};

use super::client::{Body, Client, Request};
use super::subjects::{create, set_up, signed_in};
use crate::{p99, row};

const PUBLISHES: usize = 200;
/// The goal for the 99th percentile, in milliseconds.
const SHOWN_MS: f64 = 300.0;

/// Prints one row.
pub(crate) async fn on_an_open_page() {
    let (_place, server, token) = set_up().await;
    create(&server, &token, "npm", "npm").await;
    let mut tab = Tab::open(&mut signed_in(&server).await).await;
    tab.start().await;
    let args = json!({"repository": "npm"});
    let subscribe = json!({
        "type": "subscribe", "id": "s_1", "topic": "artifacts", "args": args, "cursor": null,
    });
    tab.send_json(&subscribe).await;
    tab.receive_until(|tab| tab.others.iter().any(|other| other["id"] == "s_1")).await;
    // The task behind the subscription begins to listen after that.
    tab.receive_for(Duration::from_millis(500)).await;
    let mut times = Vec::new();
    for number in 0..PUBLISHES {
        let name = format!("shown-{number}");
        let document = document(&name, "1.0.0", &tarball(&name, "1.0.0")).to_string();
        let (address, credentials) = (server.address(), format!("Bearer {token}"));
        let since = Instant::now();
        let publish = tokio::task::spawn_blocking({
            let path = format!("/artifactory/api/npm/npm/{name}");
            move || {
                let mut client = Client::connect(address, Some(&credentials));
                let request = Request::put(&path, Body::Bytes(document.as_bytes()));
                client.send(&request.with("content-type: application/json\r\n")).expect(201);
            }
        });
        let is_shown = |tab: &Tab| {
            let path = format!("{name}-1.0.0.tgz");
            tab.others.iter().rev().any(|message| message.to_string().contains(&path))
        };
        tab.receive_until(is_shown).await;
        times.push(since.elapsed());
        publish.await.expect("it is published");
        tab.others.clear();
    }
    let shown = p99(&mut times).as_secs_f64() * 1e3;
    let what = "a publish until an open page is sent it, p99";
    row(what, &format!("{shown:.1} ms"), "<= 300 ms", shown / SHOWN_MS);
    server.stop();
}
