//! The packages that a page is sent as they change.

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Tab, run};

use super::publish;
use crate::signed_in;
use crate::stage::Stage;
use crate::tree::member;

/// The ids of the packages that a tab was sent.
fn followed(tab: &Tab) -> Vec<String> {
    let messages = tab.others.iter().filter(|other| other["type"] == "topic");
    let packages = messages.filter_map(|message| message["data"]["packages"].as_array().cloned());
    packages.flatten().map(|id| id.as_str().unwrap_or_default().to_owned()).collect()
}

async fn follow(tab: &mut Tab, args: Value) {
    let subscribe = json!({"type": "subscribe", "id": "s_1", "topic": "packages", "args": args, "cursor": null});
    tab.send_json(&subscribe).await;
    tab.receive_until(|tab| tab.others.iter().any(|other| other["id"] == "s_1")).await;
}

/// covers: [PKG-01, PERM-01]
#[test]
fn a_page_is_sent_the_packages_that_change_as_far_as_they_may_be_read() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let client = stage.ann();
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        let targets =
            json!({"npm-local": {"include_patterns": ["open/**"], "exclude_patterns": []}});
        stage.grant(json!({"actions": {"users": {"carol": ["READ"]}}, "targets": targets})).await;
        let (mut all, mut one) = (Tab::open(&mut ann).await, Tab::open(&mut ann).await);
        let (mut some, mut refused) = (Tab::open(&mut carol).await, Tab::open(&mut carol).await);
        follow(&mut refused, json!({"package_id": "shop"})).await;
        assert_eq!(refused.others.last().expect("an answer")["code"], "bad_args");
        follow(&mut all, json!({})).await;
        follow(&mut one, json!({"package_id": "npm://secret"})).await;
        follow(&mut some, json!({})).await;

        publish(&client, "npm-local", "secret", "1.0.0", json!({})).await;
        publish(&client, "npm-local", "open", "1.0.0", json!({})).await;
        all.receive_until(|tab| followed(tab).len() >= 2).await;
        one.receive_until(|tab| !followed(tab).is_empty()).await;
        some.receive_until(|tab| !followed(tab).is_empty()).await;
        some.receive_for(Duration::from_millis(800)).await;
        assert_eq!(followed(&some), ["npm://open"]);
        assert_eq!(followed(&one), ["npm://secret"]);

        // Of what has left, they learn who see the whole repository.
        let path = "/artifactory/npm-local/secret/-/secret-1.0.0.tgz";
        assert_eq!(client.delete(path).await.status, 204);
        one.receive_until(|tab| followed(tab).len() >= 2).await;
        some.receive_for(Duration::from_millis(800)).await;
        assert_eq!(followed(&some), ["npm://open"]);
    });
}
