//! Receivers that lead elsewhere by their answers or never end them, and names that change between two questions.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::AsyncWriteExt as _;

use super::cases::{GLOBAL, GLOBAL_SECOND, LOCATIONS, PORT, REDIRECTS, ip};
use super::names::Record;
use super::network::inside;
use super::webhooks::{BLOCKED, hook, is_refused_by_test, tested};
use crate::webhooks::receiver::Receiver;
use crate::webhooks::{SUBSCRIPTIONS, create, deliveries, stage};

/// The longest time for an answer that does not end: an attempt may take ten seconds.
const WITHIN: Duration = Duration::from_secs(30);
/// How often a byte of it comes.
const EVERY: Duration = Duration::from_millis(50);

/// covers: [HOOK-03, HOOK-04]
#[test]
fn no_redirect_of_a_receiver_is_followed() {
    const NAME: &str = "ssrf::redirects::no_redirect_of_a_receiver_is_followed";
    inside(NAME, |network| async move {
        let receiver = Receiver::on(network.listener(GLOBAL));
        let stage = stage(&[]).await;
        let ann = stage.ann();
        let wanted = hook("redirected", &receiver.url());
        create(&ann, &wanted).await;
        let mut requests = 0;
        for status in REDIRECTS {
            for location in LOCATIONS {
                receiver.answers(status, &format!("Location: {location}\r\n"));
                is_refused_by_test(&ann, &wanted).await;
                requests += 1;
            }
        }
        // After five failures it would be left alone.
        for (number, status) in REDIRECTS.into_iter().take(4).enumerate() {
            receiver.answers(status, &format!("Location: {}\r\n", LOCATIONS[number]));
            ann.put(&format!("/artifactory/files/redirected/{number}"), "x").await;
            let dead = deliveries(&ann, "redirected", "dead", number + 1).await;
            assert_eq!(dead[0]["error"], json!(BLOCKED), "{status}");
            requests += 1;
        }
        assert_eq!(receiver.all().len(), requests);
        ann.put("/artifactory/files/honest", "x").await;
        receiver.received(requests + 1).await;
        assert!(stage.server.stop().success());
    });
}

/// covers: [HOOK-03, HOOK-04]
#[test]
fn a_name_that_changes_between_questions_leads_nowhere_else() {
    const NAME: &str = "ssrf::redirects::a_name_that_changes_between_questions_leads_nowhere_else";
    inside(NAME, |network| async move {
        let receiver = Receiver::on(network.listener(GLOBAL));
        let stage = stage(&[]).await;
        let ann = stage.ann();
        let (host, url) = ("turns.ssrf.test", format!("http://turns.ssrf.test:{PORT}/"));
        network.names.set(host, Record::Turns(vec![ip(GLOBAL), ip("10.0.0.1")]));
        let (mut successes, mut failures) = (0, 0);
        for _ in 0..10 {
            let outcome = tested(&ann, &hook("turns", &url)).await;
            match outcome["result"].as_str() {
                Some("success") => successes += 1,
                _ => failures += 1,
            }
        }
        assert!(successes > 0 && failures > 0, "{successes} {failures}");
        assert_eq!(receiver.all().len(), successes);

        // A name that has no address may get one later, which is checked then.
        for (number, none) in [Record::Addresses(Vec::new()), Record::Fails].into_iter().enumerate()
        {
            let (key, host) = (format!("empty-{number}"), format!("empty-{number}.ssrf.test"));
            network.names.set(&host, none);
            let empty = hook(&key, &format!("http://{host}:{PORT}/"));
            create(&ann, &empty).await;
            is_refused_by_test(&ann, &empty).await;
            network.names.lead(&host, "10.0.0.1");
            is_refused_by_test(&ann, &empty).await;
            ann.put(&format!("/artifactory/files/a-{number}"), "x").await;
            let dead = deliveries(&ann, &key, "dead", 1).await;
            assert_eq!(dead[0]["error"], json!(BLOCKED));
            network.names.lead(&host, GLOBAL);
            let before = receiver.all().len();
            ann.put(&format!("/artifactory/files/b-{number}"), "x").await;
            receiver.received(before + 1).await;
            ann.delete(&format!("{SUBSCRIPTIONS}/{key}")).await;
        }
        assert!(stage.server.stop().success());
    });
}

/// covers: [HOOK-03, HOOK-04]
#[test]
fn an_answer_without_an_end_is_given_up() {
    const NAME: &str = "ssrf::redirects::an_answer_without_an_end_is_given_up";
    inside(NAME, |network| async move {
        let stage = stage(&[]).await;
        let ann = stage.ann();
        let slow = network.listener(GLOBAL_SECOND);
        let url = format!("http://{GLOBAL_SECOND}:{PORT}/");
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = slow.accept().await {
                let mut sent = stream.write_all(b"HTTP/1.1 500 Slow\r\n\r\n").await;
                while sent.is_ok() {
                    tokio::time::sleep(EVERY).await;
                    sent = stream.write_all(b".").await;
                }
            }
        });
        let since = Instant::now();
        let outcome = tested(&ann, &hook("slow", &url)).await;
        assert_eq!(outcome["result"], json!("failure"), "{outcome}");
        assert!(since.elapsed() < WITHIN, "{:?}", since.elapsed());
        assert!(stage.server.stop().success());
    });
}
