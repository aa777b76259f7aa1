//! Receivers that lead elsewhere by their answers, names that change between two questions, and this machine itself.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;

use super::cases::{GLOBAL, GLOBAL_SECOND, LOCATIONS, OWN, PORT, REDIRECTS, ip};
use super::names::Record;
use super::network::inside;
use super::webhooks::{BLOCKED, hook, is_refused_by_test, tested};
use crate::webhooks::receiver::Receiver;
use crate::webhooks::{create, deliveries, stage};

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

        // One without an address may get one later, which is checked then.
        network.names.set("empty.ssrf.test", Record::Addresses(Vec::new()));
        let empty = hook("empty", &format!("http://empty.ssrf.test:{PORT}/"));
        create(&ann, &empty).await;
        is_refused_by_test(&ann, &empty).await;
        network.names.lead("empty.ssrf.test", "10.0.0.1");
        is_refused_by_test(&ann, &empty).await;
        ann.put("/artifactory/files/a", "x").await;
        let dead = deliveries(&ann, "empty", "dead", 1).await;
        assert_eq!(dead[0]["error"], json!(BLOCKED));
        network.names.lead("empty.ssrf.test", GLOBAL);
        ann.put("/artifactory/files/b", "x").await;
        receiver.received(successes + 1).await;
        assert!(stage.server.stop().success());
    });
}

/// covers: [HOOK-03, HOOK-04]
#[test]
fn this_machine_is_sent_nothing_and_an_endless_answer_is_given_up() {
    const NAME: &str =
        "ssrf::redirects::this_machine_is_sent_nothing_and_an_endless_answer_is_given_up";
    inside(NAME, |network| async move {
        // A global address is known to be this machine's once a connection has it at both ends.
        let listener = TcpListener::bind((OWN, PORT + 1)).await.expect("a free port");
        let own = Receiver::on(listener);
        let stage = stage(&[]).await;
        let ann = stage.ann();
        let wanted = hook("own", &own.url());
        create(&ann, &wanted).await;
        is_refused_by_test(&ann, &wanted).await;
        ann.put("/artifactory/files/a", "x").await;
        let dead = deliveries(&ann, "own", "dead", 1).await;
        assert_eq!(dead[0]["error"], json!(BLOCKED));
        assert!(own.all().is_empty());

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
