//! Receivers that are not what they should be, and addresses that lead inside.

use std::time::Duration;

use serde_json::json;
use waybill_tests::{Request, run};

use super::receiver::Receiver;
use super::{SUBSCRIPTIONS, create, deliveries, deploys, disabled, settings, stage};

const TEST: &str = "/event/api/v1/subscriptions/test";

/// covers: [HOOK-03]
#[test]
fn a_test_says_what_the_receiver_does() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let ann = stage.ann();
        let wanted = deploys("deploys", &receiver);
        let answers: [(&[u8], u16, &str, &str); 6] = [
            (
                b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
                200,
                "success",
                "A dummy hook was executed and sent to the configured URL",
            ),
            // Only the beginning of an answer is read.
            (
                b"HTTP/1.1 200 OK\r\nContent-Length: 209715200\r\n\r\nok",
                200,
                "success",
                "A dummy hook was executed and sent to the configured URL",
            ),
            (
                b"HTTP/1.1 401 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                401,
                "failure",
                "Sending a dummy Webhook failed",
            ),
            (
                b"HTTP/1.1 502 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                502,
                "failure",
                "Request failed, unable to test Webhook.",
            ),
            (b"hello\r\n\r\n", 0, "failure", "Request failed, unable to test Webhook."),
            (
                b"HTTP/1.1 307 No\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n",
                0,
                "failure",
                "Request failed, unable to test Webhook.",
            ),
        ];
        for (answer, status, result, message) in answers {
            receiver.answers_with(answer);
            let tested = ann.send(Request::new("POST", TEST).json(&wanted)).await;
            let outcome = tested.json();
            assert_eq!(
                (tested.status, &outcome["result"], &outcome["message"]),
                (200, &json!(result), &json!(message))
            );
            assert_eq!(outcome["status"], if status == 0 { json!(null) } else { json!(status) });
        }
        assert_eq!(receiver.all()[0].json()["data"], json!({"test": true}));
        // A test is no delivery, and no webhook.
        assert_eq!(ann.get(SUBSCRIPTIONS).await.json(), json!([]));
    });
}

/// covers: [HOOK-03, HOOK-04]
#[test]
fn nothing_is_sent_to_addresses_inside() {
    run(async {
        let inside = Receiver::start().await;
        let stage = stage(&[]).await;
        let ann = stage.ann();
        for (number, url) in [
            inside.url(),
            format!("http://localhost:{}/", inside.address.port()),
            "http://169.254.169.254/latest/meta-data".to_owned(),
            "http://[::1]/".to_owned(),
            "http://[::ffff:127.0.0.1]/".to_owned(),
            "http://0x7f000001/".to_owned(),
            "http://2130706433/".to_owned(),
            "http://10.0.0.1/".to_owned(),
        ]
        .into_iter()
        .enumerate()
        {
            let mut wanted = deploys(&format!("hook-{number}"), &inside);
            wanted["handlers"][0]["url"] = json!(url);
            let tested = ann.send(Request::new("POST", TEST).json(&wanted)).await.json();
            assert_eq!(
                (&tested["result"], &tested["status"]),
                (&json!("failure"), &json!(null)),
                "{url}"
            );
            let refused = ann.send(Request::new("POST", SUBSCRIPTIONS).json(&wanted)).await;
            let detail = refused.json()["detail"].to_string();
            assert_eq!(refused.status, 400, "{url}: {detail}");
            assert!(detail.contains("under [outbound] allow"), "{url}: {detail}");
        }
        let mut unknown = deploys("unknown", &inside);
        unknown["handlers"][0]["url"] = json!("http://intranet/");
        let refused = ann.send(Request::new("POST", SUBSCRIPTIONS).json(&unknown)).await;
        assert!(refused.json()["detail"].to_string().contains("has no address"));
        assert_eq!(ann.get(SUBSCRIPTIONS).await.json(), json!([]));
        assert_eq!(inside.all().len(), 0);
    });
}

/// An address that was open when the webhook was saved is checked again at each delivery.
///
/// covers: [HOOK-04]
#[test]
fn an_address_that_was_closed_since_is_sent_nothing() {
    run(async {
        let inside = Receiver::start().await;
        let stage = stage(&[inside.address]).await;
        let localhost = format!("http://localhost:{}/", inside.address.port());
        for (key, url) in [("by-number", inside.url()), ("by-name", localhost)] {
            let mut wanted = deploys(key, &inside);
            wanted["handlers"][0]["url"] = json!(url);
            create(&stage.ann(), &wanted).await;
        }
        stage.ann().put("/artifactory/files/before", "x").await;
        inside.received(2).await;
        let stage = stage.restarted_with(&settings(&[]));
        stage.ann().put("/artifactory/files/after", "x").await;
        for key in ["by-number", "by-name"] {
            let dead = deliveries(&stage.ann(), key, "dead", 1).await;
            let sentence = "This server does not connect to the address, or the receiver redirected elsewhere.";
            assert_eq!(dead[0]["error"], json!(sentence), "{key}");
            // It can still be changed in other ways, and be deleted.
            let path = format!("{SUBSCRIPTIONS}/{key}");
            let mut wanted = deploys(key, &inside);
            wanted["enabled"] = json!(false);
            let moved = stage.ann().send(Request::new("PUT", &path).json(&wanted)).await;
            assert_eq!(moved.status, if key == "by-number" { 200 } else { 400 }, "{key}");
            assert_eq!(stage.ann().delete(&path).await.status, 204);
        }
        assert_eq!(inside.all().len(), 2);
    });
}

/// A receiver that never answers keeps nothing else waiting, and is left alone after a while.
///
/// covers: [HOOK-04]
#[test]
fn a_dead_receiver_delays_no_other() {
    run(async {
        let (dead, alive) = (Receiver::start().await, Receiver::start().await);
        let stage = stage(&[dead.address, alive.address]).await;
        let ann = stage.ann();
        for _ in 0..40 {
            dead.answers(503, "");
        }
        create(&ann, &deploys("dead", &dead)).await;
        create(&ann, &deploys("alive", &alive)).await;
        for number in 0..30 {
            ann.put(&format!("/artifactory/files/n/{number}"), "x").await;
        }
        alive.received(30).await;
        // After five failures it is left alone, and what comes then waits in the log.
        deliveries(&ann, "dead", "waiting", 1).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert!(dead.all().len() <= 8, "{}", dead.all().len());
        let shown = ann.get(&format!("{SUBSCRIPTIONS}/dead")).await.json();
        assert!(shown["deliveries"]["receiver_retried_at"].is_string(), "{shown}");
        // Another address begins afresh: what waited for the first one is cancelled.
        let moved = deploys("dead", &alive);
        let put = Request::new("PUT", &format!("{SUBSCRIPTIONS}/dead")).json(&moved);
        assert_eq!(ann.send(put).await.status, 200);
        let waited = deliveries(&ann, "dead", "cancelled", 1).await;
        assert_eq!(
            waited[0]["error"],
            json!("The address of the webhook changed, or it was disabled.")
        );
        ann.put("/artifactory/files/last", "x").await;
        let received = alive.received(32).await;
        let last: Vec<_> =
            received[30..].iter().map(|one| one.json()["data"]["name"].clone()).collect();
        assert_eq!(last, [json!("last"), json!("last")]);
    });
}

/// covers: [HOOK-04]
#[test]
fn what_the_owner_may_not_read_is_not_sent() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let ann = stage.ann();
        let added = stage.bearer("POST", "/access/api/v2/users", Some(json!({
            "username": "eve", "email": "eve@example.org", "password": "a long enough Passw0rd", "admin": true,
        })));
        let added = added.await;
        assert_eq!(added.status, 200, "{}", added.json());
        let token = crate::tokens::token_of(&stage.place, "eve", "1h");
        let eve = crate::stage::Client::new(&stage.server, &token);
        create(&eve, &deploys("deploys", &receiver)).await;
        ann.put("/artifactory/files/1", "x").await;
        receiver.received(1).await;
        let changed =
            stage.bearer("PATCH", "/access/api/v2/users/eve", Some(json!({"admin": false})));
        assert_eq!(changed.await.status, 200);
        ann.put("/artifactory/files/2", "x").await;
        let dead = deliveries(&ann, "deploys", "dead", 1).await;
        let sentence =
            "The user who changed the webhook last may not read what the event is about.";
        assert_eq!(dead[0]["error"], json!(sentence));
        assert_eq!(receiver.all().len(), 1);
        // Without the account the webhook is disabled.
        let done = stage.place.run(&["user", "disable", "eve", "--data", "{data}"]);
        assert!(done.status.success(), "{done:?}");
        ann.put("/artifactory/files/3", "x").await;
        deliveries(&ann, "deploys", "dead", 2).await;
        let now = disabled(&ann, "deploys").await;
        assert_eq!(now["disabled_because"], json!("owner_without_rights"));
    });
}
