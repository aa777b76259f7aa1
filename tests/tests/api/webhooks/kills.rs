//! The server is killed while events happen and are delivered.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::run;

use super::receiver::Receiver;
use super::{create, deploys};
use crate::stage::Stage;

/// How often it is killed; `npm run test:crash` does it 200 times.
const KILLS: &str = "WAYBILL_KILLS";
const KILLS_USUAL: usize = 2;
/// How many files are changed again and again.
const FILES: usize = 4;

/// Whatever was acknowledged is received at least once, by one id, and what happened to one file in its order.
///
/// covers: [HOOK-04]
#[test]
fn no_kill_loses_an_event_or_its_order() {
    let kills = std::env::var(KILLS).ok().and_then(|kills| kills.parse().ok());
    run(async move {
        let receiver = Receiver::start().await;
        let mut stage = super::stage(&[receiver.address]).await;
        let mut wanted = deploys("deploys", &receiver);
        wanted["ordered"] = json!(true);
        wanted["handlers"][0]["signature"] = json!("standard");
        create(&stage.ann(), &wanted).await;
        let mut stored: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut next = 0;
        for kill in 0..kills.unwrap_or(KILLS_USUAL) {
            // A receiver that fails now and then keeps some deliveries waiting.
            receiver.fails_next_event();
            let until =
                tokio::time::Instant::now() + Duration::from_millis(40 + 13 * (kill % 7) as u64);
            while tokio::time::Instant::now() < until {
                let (file, size) = (next % FILES, next + 1);
                let path = format!("/artifactory/files/burst/{file}");
                let answer = stage.ann().put(&path, vec![b'x'; size]).await;
                assert_eq!(answer.status, 201);
                stored.entry(file).or_default().push(size);
                next += 1;
            }
            let Stage { place, server, ann, bob } = stage;
            server.kill();
            stage = Stage { server: place.start(), place, ann, bob };
        }
        let expected: BTreeSet<usize> = stored.values().flatten().copied().collect();
        let mut received = BTreeMap::new();
        for _ in 0..2_400 {
            received = by_size(&receiver);
            if expected.iter().all(|size| received.contains_key(size)) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let missing: Vec<_> =
            expected.iter().filter(|size| !received.contains_key(*size)).collect();
        assert!(missing.is_empty(), "{missing:?} of {} were not received", expected.len());
        // One event has one id, however often it is sent.
        assert!(received.values().all(|ids| ids.len() == 1), "{received:?}");
        for (file, sizes) in &stored {
            let first: Vec<usize> = first_of(&receiver, *file);
            assert!(is_in_order(&first), "{file}: {sizes:?} came as {first:?}");
        }
    });
}

/// The ids of the messages about each content. Each has another size.
fn by_size(receiver: &Receiver) -> BTreeMap<usize, BTreeSet<String>> {
    let mut all: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for one in receiver.all() {
        let id = one.header("webhook-id").expect("an id").to_owned();
        all.entry(size_of(&one.json())).or_default().insert(id);
    }
    all
}

/// The sizes of a file in the order in which they came for the first time.
fn first_of(receiver: &Receiver, file: usize) -> Vec<usize> {
    let (mut seen, mut first) = (BTreeSet::new(), Vec::new());
    for one in receiver.all() {
        let json = one.json();
        if json["data"]["name"] == json!(file.to_string()) && seen.insert(size_of(&json)) {
            first.push(size_of(&json));
        }
    }
    first
}

fn size_of(message: &Value) -> usize {
    usize::try_from(message["data"]["size"].as_u64().expect("a size")).expect("a small one")
}

fn is_in_order(sizes: &[usize]) -> bool {
    sizes.windows(2).all(|pair| pair[0] < pair[1])
}
