//! Targets of distributions: what is saved, tested and sent.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser};

use super::cases::{LOCATIONS, OPENED, REDIRECTS, at, cases, urls};
use super::network::inside;
use crate::release_bundles_created::{created, of_files};
use crate::signed_in;
use crate::webhooks::receiver::Receiver;
use crate::webhooks::stage;

const TARGETS: &str = "distribution_targets";
const BUNDLE: &str = "release_bundles/shop/1.0";
/// Of how many names one is also distributed to.
const DISTRIBUTED_EACH: usize = 8;
const WITHIN: Duration = Duration::from_secs(60);
const EVERY: Duration = Duration::from_millis(25);

fn target(key: &str, url: &str) -> Value {
    json!({"key": key, "url": url, "description": "", "token": "a-token-of-a-target"})
}

fn is_refused(answer: &Answer, what: &str) {
    let found = (answer.status, answer.code());
    let expected = (400, "distribution_target_address".to_owned());
    assert_eq!(found, expected, "{what}: {}", answer.json());
}

async fn tested(page: &mut Browser, key: &str) -> Value {
    let tested = page.post(&format!("{TARGETS}/{key}/test"), json!({})).await;
    assert_eq!(tested.status, 200, "{}", tested.json());
    tested.json()["outcome"].clone()
}

/// How a distribution to a target has ended.
async fn distributed(page: &mut Browser, key: &str) -> Value {
    let wanted = json!({
        "kind": "distribute", "targets": [key], "create_repositories": false, "dry_run": false,
    });
    let begun = page.post(&format!("{BUNDLE}/distributions"), wanted).await;
    assert_eq!(begun.status, 200, "{}", begun.json());
    let since = Instant::now();
    loop {
        let newest = page.get(BUNDLE).await.json()["distributions"][0].clone();
        if newest["status"]["status"] != "started" {
            return newest["targets"][0]["outcome"]["why"].clone();
        }
        assert!(since.elapsed() < WITHIN, "the distribution does not end");
        tokio::time::sleep(EVERY).await;
    }
}

/// covers: [HOOK-04]
#[test]
fn distributions_reach_no_forbidden_address() {
    const NAME: &str = "ssrf::targets::distributions_reach_no_forbidden_address";
    inside(NAME, |network| async move {
        // A token goes to an address of this network in clear, so the target is at one that is opened.
        let receiver = Receiver::on(network.listener(OPENED));
        let stage = stage(&[at(OPENED)]).await;
        created(&stage, of_files("1.0", &["files/team/a.txt"])).await;
        let mut page = signed_in(&stage.server).await;
        for url in urls() {
            is_refused(&page.post(TARGETS, target("forbidden", &url)).await, &url);
        }
        assert!(receiver.all().is_empty());
        for (number, case) in cases().into_iter().enumerate() {
            let what = format!("{:?}", case.later);
            let (key, url) = (case.key.as_str(), case.url());
            network.names.lead(&case.host, OPENED);
            let added = page.post(TARGETS, target(key, &url)).await;
            assert_eq!(added.status, 200, "{}", added.json());
            let before = receiver.all().len();
            assert_ne!(tested(&mut page, key).await, "unreachable", "{what}");
            let honest = receiver.all().len();
            assert!(honest > before, "{what}");

            network.names.set(&case.host, case.later);
            assert_eq!(tested(&mut page, key).await, "unreachable", "{what}");
            is_refused(&page.post(TARGETS, target("again", &url)).await, &what);
            if number % DISTRIBUTED_EACH == 0 {
                assert_eq!(distributed(&mut page, key).await, "unreachable", "{what}");
            }
            assert_eq!(receiver.all().len(), honest, "{what}");
            let deleted = page.delete(&format!("{TARGETS}/{key}")).await;
            assert_eq!(deleted.status, 200, "{}", deleted.json());
        }
        let added = page.post(TARGETS, target("redirecting", &receiver.url())).await;
        assert_eq!(added.status, 200, "{}", added.json());
        for (status, location) in REDIRECTS.into_iter().cycle().zip(LOCATIONS) {
            let before = receiver.all().len();
            receiver.answers(status, &format!("Location: {location}\r\n"));
            assert_eq!(tested(&mut page, "redirecting").await, "target_failed", "{location}");
            assert_eq!(receiver.all().len(), before + 1, "{location}");
        }
        assert!(stage.server.stop().success());
    });
}
