//! A user who is locked: the receiver gets the name, once a day, whatever strangers do.

use serde_json::{Value, json};
use waybill_tests::{Place, run};

use super::receiver::Receiver;
use super::settings::files_below;
use super::{CONSOLE, SUBSCRIPTIONS, create, deliveries, stage, webhook};
use crate::known_devices::use_up_the_day;
use crate::stage::Stage;
use crate::{ANN, signed_in};

/// The records of an account that stop its passwords. The server has stopped.
fn stops(place: &Place, person: &str) -> Vec<Value> {
    let stream = format!("user/{person}");
    let shown = place.run(&["audit", "show", &stream, "--json", "--data", "{data}"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let records = shown.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    records.filter(|record| record["event"]["type"] == "stop_passwords").collect()
}

/// covers: [HOOK-04]
#[test]
fn a_user_whose_passwords_strangers_have_used_up_is_locked_once_and_named() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let mut page = signed_in(&stage.server).await;
        let events = json!(["user", ["locked"]]);
        create(&stage.ann(), &webhook("locked", &receiver, &events, &json!({}))).await;

        use_up_the_day(&stage.server, "bob").await;
        let received = receiver.received(1).await;
        assert_eq!(received[0].event(), "user.locked");
        let data = received[0].json()["data"].clone();
        let id = data["user_id"].as_str().expect("an id").to_owned();
        assert!(id.starts_with("p_"), "{id}");
        assert_eq!(data, json!({"user_id": id, "username": "bob"}));
        let sent = format!("{}{}", received[0].head, received[0].body);
        assert!(!sent.contains("wrong password"), "{sent}");

        // Administrators see and find the name, which the message itself does not have.
        let listed = deliveries(&stage.ann(), "locked", "delivered", 1).await;
        assert_eq!(listed[0]["subject"], json!("bob"));
        for (search, number) in [("Bob", 1), ("locked", 1), (ANN, 0)] {
            let path = format!("{SUBSCRIPTIONS}/locked/deliveries?search={search}");
            let found = stage.ann().get(&path).await.json();
            assert_eq!(found["deliveries"].as_array().map(Vec::len), Some(number), "{found}");
        }
        let delivery = listed[0]["id"].as_str().expect("an id");
        let one = page.get(&format!("{CONSOLE}/locked/deliveries/{delivery}")).await.json();
        let body = one["request"]["body"].as_str().expect("a body");
        assert!(body.contains(r#""username":"bob""#), "{body}");

        // Neither another burst nor a restart makes another event of the same day; another user's is one.
        use_up_the_day(&stage.server, "bob").await;
        let stage = stage.restarted();
        use_up_the_day(&stage.server, "bob").await;
        use_up_the_day(&stage.server, ANN).await;
        let received = receiver.received(2).await;
        assert_eq!(received[1].json()["data"]["username"], json!(ANN));
        deliveries(&stage.ann(), "locked", "delivered", 2).await;
        assert_eq!(receiver.all().len(), 2);

        let Stage { place, server, .. } = stage;
        assert!(server.stop().success());
        let stops = stops(&place, &id);
        assert_eq!(stops.len(), 1, "{stops:?}");
        let event = stops[0]["event"].as_object().expect("an event");
        assert_eq!(event.keys().collect::<Vec<_>>(), ["by", "type", "until"], "{event:?}");
        assert_eq!(stops[0]["who"], json!("system"));
        // No record of a delivery has the name.
        for file in files_below(&place.data().join("deliveries")) {
            let bytes = std::fs::read(&file).expect("a file");
            let has_name = bytes.windows(10).any(|window| window == br#""username""#);
            assert!(!has_name, "{}", file.display());
        }
    });
}
