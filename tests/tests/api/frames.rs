//! Sockets that violate the protocol.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Bytes, Message};
use waybill_tests::{Browser, Hello, Tab, run};

use crate::{shared, signed_in};

async fn tab() -> Tab {
    let mut browser = Browser::visiting(shared()).await;
    Tab::open(&mut browser).await
}

fn command(id: &Value) -> Value {
    let event = json!({"type": "go", "path": "/login", "trigger": "link"});
    json!({"type": "command", "id": id, "machine": "navigation", "event": event, "expected": null})
}

/// covers: [PUSH-01]
#[test]
fn an_invalid_message_closes_the_socket() {
    run(async {
        let mut long = command(&json!("c_1"));
        long["event"]["path"] = json!("x".repeat(65 * 1024));
        let mut larger = command(&json!("c_1"));
        larger["event"]["path"] = json!("x".repeat(1024 * 1024));
        let mut unknown_field = command(&json!("c_1"));
        unknown_field["also"] = json!(1);
        let texts = [
            ("no JSON", "{".to_owned()),
            ("nothing", String::new()),
            ("a number", "7".to_owned()),
            ("an unknown type", json!({"type": "shout"}).to_string()),
            ("an unknown field", unknown_field.to_string()),
            ("a missing field", json!({"type": "command", "id": "c_1"}).to_string()),
            ("a second hello", json!({"type": "hello", "protocol": 1}).to_string()),
            ("no id", command(&json!("")).to_string()),
            ("a long id", command(&json!("c".repeat(65))).to_string()),
            ("an id that cannot be printed", command(&json!("c\n1")).to_string()),
            ("an id that is no text", command(&json!(7)).to_string()),
            ("a negative version", command(&json!("c_1")).to_string().replace("null", "-1")),
            ("deep nesting", format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000))),
            ("more than 64 KiB", long.to_string()),
            ("a mebibyte", larger.to_string()),
        ];
        for (what, text) in texts {
            let mut tab = tab().await;
            tab.send(Message::text(text)).await;
            assert_eq!(tab.close_code().await, 4501, "{what}");
        }
        let mut binary = tab().await;
        binary.send(Message::binary(Bytes::from_static(b"{}"))).await;
        assert_eq!(binary.close_code().await, 4501);
    });
}

#[test]
fn an_invalid_hello_closes_the_socket() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let hello = Hello::of(&mut browser).await;
        let first = [
            Message::text(command(&json!("c_1")).to_string()),
            Message::text("hello"),
            Message::binary(Bytes::from(hello.0.to_string())),
            Message::text(hello.clone().with("also", json!(1)).0.to_string()),
            Message::text(hello.with("resume", json!({"epoch": "x"})).0.to_string()),
        ];
        for message in first {
            let mut tab = Tab::connect(&browser).await;
            tab.send(message.clone()).await;
            assert_eq!(tab.close_code().await, 4501, "{message}");
        }
    });
}

#[test]
fn a_page_of_another_protocol_build_or_chart_is_asked_to_reload() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let hello = Hello::of(&mut browser).await;
        for (key, value) in [
            ("protocol", json!(2)),
            ("build", json!("0.0.0+older")),
            ("charts", json!("0".repeat(64))),
        ] {
            let mut tab = Tab::open_with(&browser, &hello.clone().with(key, value)).await;
            assert_eq!(tab.close_code().await, 4500, "{key}");
            assert!(tab.welcome.is_null());
        }
    });
}

#[test]
fn a_missing_hello_closes_the_socket_after_ten_seconds() {
    run(async {
        let browser = Browser::visiting(shared()).await;
        let since = Instant::now();
        let mut tab = Tab::connect(&browser).await;
        assert_eq!(tab.close_code().await, 4003);
        assert!(since.elapsed() >= Duration::from_secs(9), "{:?}", since.elapsed());
    });
}

#[test]
fn a_hello_without_a_valid_cookie_must_authorise() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let hello = Hello::of(&mut browser).await;
        let name = browser.session_cookie();
        for value in ["", "0", &"0".repeat(64), &"g".repeat(64)] {
            browser.cookies.insert(name.clone(), value.to_owned());
            let mut tab = Tab::open_with(&browser, &hello).await;
            assert_eq!(tab.close_code().await, 4001, "{value}");
        }
        browser.cookies.clear();
        let mut tab = Tab::open_with(&browser, &hello).await;
        assert_eq!(tab.close_code().await, 4001);
    });
}

#[test]
fn the_number_of_tabs_is_limited_until_some_close() {
    run(async {
        // A visitor has fewer: see budgets.rs.
        let mut browser = signed_in(shared()).await;
        let hello = Hello::of(&mut browser).await;
        let mut tabs = Vec::new();
        for _ in 0..64 {
            let tab = Tab::open_with(&browser, &hello).await;
            assert!(!tab.welcome.is_null());
            tabs.push(tab);
        }
        let mut one_more = Tab::open_with(&browser, &hello).await;
        assert_eq!(one_more.close_code().await, 4002);
        tabs.clear();
        // The server notices each close at a different time.
        let since = Instant::now();
        while Tab::open_with(&browser, &hello).await.welcome.is_null() {
            assert!(since.elapsed() < Duration::from_secs(60), "no tab can be opened again");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}

#[test]
fn a_tab_that_claims_the_id_of_a_live_tab_gets_a_new_one() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let hello = Hello::of(&mut browser).await;
        let first = Tab::open_with(&browser, &hello).await;
        for claimed in
            [first.welcome["tab"].clone(), json!("t_../../etc"), json!("x".repeat(10_000))]
        {
            let twin = Tab::open_with(&browser, &hello.clone().with("tab", claimed.clone())).await;
            assert_ne!(twin.welcome["tab"], claimed);
            assert_eq!(twin.welcome["tab"].as_str().map(str::len), Some(18));
        }
    });
}

/// covers: [PUSH-02]
#[test]
fn a_tab_that_sends_too_fast_gets_an_error() {
    run(async {
        let mut tab = tab().await;
        for number in 0..120 {
            tab.send_json(&command(&json!(format!("c_{number}")))).await;
        }
        tab.receive_until(|tab| tab.others.len() >= 120).await;
        let (acks, nacks): (Vec<_>, Vec<_>) =
            tab.others.iter().partition(|message| message["type"] == "ack");
        assert!(acks.len() >= 50, "{}", acks.len());
        assert!(nacks.iter().all(|nack| nack["code"] == "too_fast" && nack["temporary"] == true));
    });
}
