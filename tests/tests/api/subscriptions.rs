//! Subscriptions as a socket requests them: which are rejected, and which end it.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use waybill_tests::{Browser, Tab, run};

use crate::shared;

async fn refused(tab: &mut Tab, subscribe: &Value) -> String {
    let before = tab.others.len();
    tab.send_json(subscribe).await;
    tab.receive_until(|tab| tab.others.len() > before).await;
    let end = &tab.others[before];
    assert_eq!((&end["type"], &end["id"]), (&json!("topic_end"), &subscribe["id"]), "{end}");
    end["code"].as_str().unwrap_or_default().to_owned()
}

fn subscribe(topic: &str, args: &Value) -> Value {
    json!({"type": "subscribe", "id": "s_1", "topic": topic, "args": args, "cursor": null})
}

/// covers: [PUSH-01]
#[test]
fn an_impossible_subscription_is_rejected_and_the_socket_stays_open() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let mut visitor = Tab::open(&mut browser).await;
        let anything = json!({"prefix": "support_bundle/"});
        assert_eq!(
            refused(&mut visitor, &subscribe("installation", &anything)).await,
            "not_signed_in"
        );
        browser.sign_in(crate::ANN, crate::PASSWORD).await;
        let mut tab = Tab::open(&mut browser).await;
        let long = "x".repeat(3_000);
        let mut deep = json!(0);
        for _ in 0..500 {
            deep = json!([deep]);
        }
        for (topic, args, code) in [
            ("no_such_topic", json!({}), "unknown_topic"),
            ("", json!({}), "unknown_topic"),
            (long.as_str(), json!({}), "unknown_topic"),
            ("installation", json!({"prefix": long}), "bad_args"),
            ("installation", deep, "bad_args"),
            ("installation", json!(null), "bad_args"),
            ("installation", json!([]), "bad_args"),
            ("installation", json!({}), "bad_args"),
            ("installation", json!({"stream": 7}), "bad_args"),
            ("installation", json!({"stream": "a", "prefix": "b"}), "bad_args"),
            ("installation", json!({"prefix": "support"}), "not_found"),
            ("installation", json!({"stream": "support_bundle/"}), "not_found"),
            ("installation", json!({"prefix": ""}), "not_found"),
            ("installation", json!({"prefix": "user/"}), "not_found"),
            ("installation", json!({"stream": "user/p_1"}), "not_found"),
            ("installation", json!({"stream": "session/1"}), "not_found"),
            ("installation", json!({"stream": "../../etc\u{0}\"}"}), "not_found"),
        ] {
            assert_eq!(refused(&mut tab, &subscribe(topic, &args)).await, code, "{topic} {args}");
        }
        tab.send_json(&json!({"type": "unsubscribe", "id": "s_none"})).await;
        assert_eq!(tab.go("/login").await["type"], "ack");
    });
}

/// covers: [PUSH-01]
#[test]
fn an_invalid_subscription_message_closes_the_socket() {
    run(async {
        let fine = subscribe("installation", &json!({}));
        let changed = |key: &str, value: Value| {
            let mut changed = fine.clone();
            changed[key] = value;
            changed.to_string()
        };
        for (what, text) in [
            ("an unknown field", changed("also", json!(1))),
            ("an id that is no name", changed("id", json!("s 1"))),
            ("a long id", changed("id", json!("s".repeat(65)))),
            ("a cursor that is no text", changed("cursor", json!(7))),
            ("a topic that is no text", changed("topic", json!({}))),
            ("no arguments", json!({"type": "subscribe", "id": "s_1", "topic": "x"}).to_string()),
            (
                "more than is needed to end",
                json!({"type": "unsubscribe", "id": "s", "topic": "x"}).to_string(),
            ),
        ] {
            let mut browser = Browser::visiting(shared()).await;
            let mut tab = Tab::open(&mut browser).await;
            tab.send(Message::text(text)).await;
            assert_eq!(tab.close_code().await, 4501, "{what}");
        }
    });
}
