//! Downloads that a rule refuses: the receiver gets one event an hour for each version and user, whatever clients try.

use serde_json::{Value, json};
use waybill_tests::{Place, Request, run};

use super::receiver::Receiver;
use super::{SUBSCRIPTIONS, create, deliveries, stage, webhook};
use crate::advisories::publish;
use crate::stage::{Client, Stage};
use crate::tokens::token_of;
use crate::{ANN, signed_in, written};

const FILE: &str = "/artifactory/api/npm/npm-local/till/-/till-1.0.0.tgz";
const NEWER: &str = "/artifactory/api/npm/npm-local/till/-/till-1.1.0.tgz";

/// A server with two versions of `till`, which Bob and everyone may read and a rule is about.
async fn refusing(receiver: &Receiver, action: &str) -> Stage {
    let stage = stage(&[receiver.address]).await;
    assert_eq!(stage.ann().create("npm-local", json!({"packageType": "npm"})).await.status, 200);
    for version in ["1.0.0", "1.1.0"] {
        publish(&stage.ann(), "till", version, "MIT").await;
    }
    let targets = json!({"npm-local": {"include_patterns": ["**"]}});
    let users = json!({"bob": ["READ"], "anonymous": ["READ"]});
    stage.grant(json!({"actions": {"users": users}, "targets": targets})).await;
    let rule = json!({
        "name": "Licences", "enabled": true, "repositories": [], "action": action,
        "condition": {"type": "licence", "refused": ["MIT"], "unknown": false},
    });
    let rules = json!({"rules": [rule], "revision": 0});
    assert_eq!(stage.bearer("PUT", "download-rules", Some(rules)).await.status, 200);
    stage
}

/// A webhook for violations.
async fn violations(stage: &Stage, key: &str, receiver: &Receiver, criteria: &Value) {
    let events = json!(["policy", ["violated"]]);
    create(&stage.ann(), &webhook(key, receiver, &events, criteria)).await;
}

/// The records of refused downloads. The server has stopped.
fn recorded(place: &Place) -> Vec<Value> {
    let listed = place.run(&["audit", "list", "--platform", "--data", "{data}"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let streams = listed.split_whitespace().filter(|word| word.starts_with("download_violations/"));
    let records = streams.flat_map(|stream| {
        let shown = place.run(&["audit", "show", stream, "--json", "--data", "{data}"]);
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let lines = shown.lines().filter_map(|line| serde_json::from_str(line).ok());
        lines.collect::<Vec<Value>>()
    });
    records.collect()
}

/// covers: [HOOK-04]
#[test]
fn a_refused_download_is_received_once_an_hour_for_each_user() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = refusing(&receiver, "refuse").await;
        violations(&stage, "violations", &receiver, &json!({"repoKeys": ["npm-local"]})).await;
        for _ in 0..50 {
            assert_eq!(stage.ann().get(FILE).await.status, 403);
        }
        let of = |who: &Value| {
            let mut data = json!({
                "repo_key": "npm-local", "path": "till/-/till-1.0.0.tgz", "name": "till-1.0.0.tgz",
                "package_type": "npm", "package_name": "till", "package_version": "1.0.0",
                "rule_name": "Licences", "rule_kind": "licence", "reason": "licence_refused",
            });
            data.as_object_mut()
                .expect("an object")
                .extend(who.as_object().cloned().expect("an object"));
            data
        };
        let received = receiver.received(1).await;
        assert_eq!(received[0].event(), "policy.violated");
        let data = received[0].json()["data"].clone();
        let ann = data["user_id"].as_str().expect("an id").to_owned();
        assert!(ann.starts_with("p_"), "{ann}");
        assert_eq!(data, of(&json!({"user_id": ann, "username": ANN})));

        // Another user is another violation, and so is a client without credentials.
        assert_eq!(stage.bob().get(FILE).await.code(), "download_refused");
        let bob = receiver.received(2).await[1].json()["data"].clone();
        assert_eq!(bob, of(&json!({"user_id": bob["user_id"], "username": "bob"})));
        let refused = stage.anyone(Request::new("GET", FILE)).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "download_refused"));
        let received = receiver.received(3).await;
        assert_eq!(received[2].json()["data"], of(&json!({})));

        // A restart makes none of them again. What comes next shows that nothing else has come.
        let audit_log = stage.place.data().join("log/artifactory/artifactory-audit.log");
        let line = written(&audit_log, "|DVL|").await;
        assert!(line.contains("\"reason\":\"licence_refused\""), "{line}");
        let stage = stage.restarted();
        for request in [Request::new("GET", FILE), Request::new("HEAD", FILE)] {
            assert_eq!(stage.ann().send(request).await.status, 403);
        }
        assert_eq!(stage.bob().get(FILE).await.status, 403);
        assert_eq!(stage.anyone(Request::new("GET", FILE)).await.status, 403);
        assert_eq!(stage.ann().get(NEWER).await.status, 403);
        let received = receiver.received(4).await;
        assert_eq!(received[3].json()["data"]["package_version"], json!("1.1.0"));
        deliveries(&stage.ann(), "violations", "delivered", 4).await;
        assert_eq!(receiver.all().len(), 4);

        let Stage { place, server, .. } = stage;
        assert!(server.stop().success());
        let records = recorded(&place);
        let who: Vec<&Value> = records.iter().map(|record| &record["who"]).collect();
        let bob = &bob["user_id"];
        assert_eq!(who, [&json!(ann), bob, &json!("anonymous"), &json!(ann)]);
        let violation = &records[0]["event"]["violation"];
        let fields = violation.as_object().expect("a violation").keys();
        let mut fields: Vec<&str> = fields.map(String::as_str).collect();
        fields.sort_unstable();
        let expected = [
            "kind",
            "package",
            "package_type",
            "path",
            "person",
            "reason",
            "repository",
            "rule",
            "version",
        ];
        assert_eq!(fields, expected);
        assert_eq!(violation["person"], json!(ann));
        assert_ne!(violation["repository"], json!("npm-local"));
    });
}

/// covers: [HOOK-04]
#[test]
fn violations_in_the_console_are_received_where_webhooks_are_for_their_files() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = refusing(&receiver, "refuse").await;
        violations(&stage, "all", &receiver, &json!({"anyLocal": true})).await;
        let patterns = json!({"anyLocal": true, "includePatterns": ["till/-/till-1.1.*"]});
        violations(&stage, "newer", &receiver, &patterns).await;
        violations(&stage, "elsewhere", &receiver, &json!({"repoKeys": ["files"]})).await;
        let mut page = signed_in(&stage.server).await;
        for version in ["1.0.0", "1.1.0"] {
            let path = format!("till/-/till-{version}.tgz");
            let place = json!({"repository": "npm-local", "path": path});
            let refused = page.post("tree/downloads", place).await;
            assert_eq!((refused.status, refused.code().as_str()), (403, "download_refused"));
        }
        receiver.received(3).await;
        let listed = deliveries(&stage.ann(), "all", "delivered", 2).await;
        assert_eq!(listed[1]["subject"], json!("npm-local/till/-/till-1.0.0.tgz"));
        let listed = deliveries(&stage.ann(), "newer", "delivered", 1).await;
        assert_eq!(listed[0]["subject"], json!("npm-local/till/-/till-1.1.0.tgz"));
        let elsewhere = format!("{SUBSCRIPTIONS}/elsewhere/deliveries");
        assert_eq!(stage.ann().get(&elsewhere).await.json()["deliveries"], json!([]));
        assert_eq!(receiver.all().len(), 3);
    });
}

/// covers: [HOOK-04]
#[test]
fn a_warning_is_no_violation() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = refusing(&receiver, "warn").await;
        violations(&stage, "violations", &receiver, &json!({"anyLocal": true})).await;
        assert_eq!(stage.ann().get(FILE).await.status, 200);
        let Stage { place, server, .. } = stage;
        assert!(server.stop().success());
        assert_eq!(recorded(&place), Vec::<Value>::new());
        assert_eq!(receiver.all().len(), 0);
    });
}

/// covers: [HOOK-04]
#[test]
fn an_owner_who_may_only_read_receives_no_violation() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = refusing(&receiver, "refuse").await;
        let users = "/access/api/v2/users";
        let eve = json!({
            "username": "eve", "email": "eve@example.org", "password": "a long enough Passw0rd",
            "admin": true,
        });
        let added = stage.bearer("POST", users, Some(eve)).await;
        assert_eq!(added.status, 200, "{}", added.json());
        let token = token_of(&stage.place, "eve", "1h");
        let criteria = json!({"repoKeys": ["npm-local"]});
        let wanted = webhook("violations", &receiver, &json!(["policy", ["violated"]]), &criteria);
        create(&Client::new(&stage.server, &token), &wanted).await;
        assert_eq!(stage.ann().get(FILE).await.status, 403);
        receiver.received(1).await;
        let readers = json!({"eve": ["READ"], "bob": ["READ"], "anonymous": ["READ"]});
        let targets = json!({"npm-local": {"include_patterns": ["**"]}});
        stage.grant(json!({"actions": {"users": readers}, "targets": targets})).await;
        let reader = json!({"admin": false});
        let changed = stage.bearer("PATCH", &format!("{users}/eve"), Some(reader)).await;
        assert_eq!(changed.status, 200, "{}", changed.json());
        assert_eq!(stage.ann().get(NEWER).await.status, 403);
        let dead = deliveries(&stage.ann(), "violations", "dead", 1).await;
        let sentence =
            "The user who changed the webhook last may not read what the event is about.";
        assert_eq!(dead[0]["error"], json!(sentence));
        assert_eq!(receiver.all().len(), 1);
    });
}
