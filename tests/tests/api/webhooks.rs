//! Webhooks over HTTP: what is kept of them, and that what happens is really received by a receiver.

mod attacks;
mod environments;
mod kills;
mod lists;
mod locked;
mod projects;
mod proxies;
pub(crate) mod receiver;
mod settings;
pub(crate) mod tunnels;
mod violations;

use std::net::SocketAddr;

use serde_json::{Value, json};
use waybill_platform::secret::hex;
use waybill_tests::{Place, Request, run};

use crate::signed_in;
use crate::stage::{Client, Stage};
use receiver::Receiver;

pub(crate) const SUBSCRIPTIONS: &str = "/event/api/v1/subscriptions";
const CONSOLE: &str = "/ui/api/v1/webhooks";

/// A server that may send to these addresses.
pub(crate) async fn stage(receivers: &[SocketAddr]) -> Stage {
    Stage::at(Place::new().with_settings(&settings(receivers))).await
}

/// The settings of a server that may send to these addresses.
fn settings(receivers: &[SocketAddr]) -> String {
    let allowed: Vec<_> =
        receivers.iter().map(|to| format!("\"{}/32:{}\"", to.ip(), to.port())).collect();
    format!(
        "[outbound]\nallow = [{}]\n[installation.access]\nmfa_required = \"nobody\"\n",
        allowed.join(", ")
    )
}

/// A webhook for these events of a domain, with these criteria.
pub(crate) fn webhook(key: &str, receiver: &Receiver, events: &Value, criteria: &Value) -> Value {
    let (domain, types) = (&events[0], &events[1]);
    json!({
        "key": key,
        "event_filter": {"domain": domain, "event_types": types, "criteria": criteria},
        "handlers": [{"handler_type": "webhook", "url": receiver.url()}],
    })
}

fn deploys(key: &str, receiver: &Receiver) -> Value {
    webhook(key, receiver, &json!(["artifact", ["deployed"]]), &json!({"anyLocal": true}))
}

pub(crate) async fn create(client: &Client<'_>, wanted: &Value) -> Value {
    let created = client.send(Request::new("POST", SUBSCRIPTIONS).json(wanted)).await;
    assert_eq!(created.status, 201, "{}", created.json());
    created.json()
}

/// The deliveries of a webhook, once a number of them is in a state.
pub(crate) async fn deliveries(
    client: &Client<'_>,
    key: &str,
    state: &str,
    number: usize,
) -> Vec<Value> {
    let path = format!("{SUBSCRIPTIONS}/{key}/deliveries?state={state}");
    let mut found = Vec::new();
    for _ in 0..2_400 {
        let listed = client.get(&path).await.json();
        found = listed["deliveries"].as_array().expect("a list").clone();
        if found.len() >= number {
            return found;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("{} of {number} deliveries are {state}", found.len());
}

/// A webhook, once it is disabled.
async fn disabled(client: &Client<'_>, key: &str) -> Value {
    let mut found = Value::Null;
    for _ in 0..2_400 {
        found = client.get(&format!("{SUBSCRIPTIONS}/{key}")).await.json();
        if found["enabled"] == json!(false) {
            return found;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("it is not disabled: {found}");
}

/// covers: [HOOK-04]
#[test]
fn what_happens_to_files_is_received_signed_and_once() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let ann = stage.ann();
        let types = json!(["artifact", ["deployed", "deleted", "moved", "copied"]]);
        let criteria = json!({"repoKeys": ["files"], "includePatterns": ["team/**"]});
        let mut wanted = webhook("files", &receiver, &types, &criteria);
        wanted["handlers"][0]["secret"] = json!("s3cret-canary");
        wanted["handlers"][0]["use_secret_for_signing"] = json!(true);
        let created = create(&ann, &wanted).await;
        assert_eq!(created["handlers"][0]["has_secret"], json!(true));
        assert!(!created.to_string().contains("canary"), "{created}");

        // What was there before the webhook is not sent, nor what it is not about.
        ann.put("/artifactory/files/other/z.txt", "z").await;
        ann.put("/artifactory/files/team/new.txt", "new").await;
        let copied = "/artifactory/api/copy/files/team/new.txt?to=/files/team/copy.txt";
        assert_eq!(ann.send(Request::new("POST", copied)).await.status, 200);
        let moved = "/artifactory/api/move/files/team/copy.txt?to=/files/team/moved.txt";
        assert_eq!(ann.send(Request::new("POST", moved)).await.status, 200);
        assert_eq!(ann.delete("/artifactory/files/team/moved.txt").await.status, 204);
        let received = receiver.received(4).await;
        let events: Vec<String> = received.iter().map(receiver::Received::event).collect();
        assert_eq!(
            events,
            ["artifact.deployed", "artifact.copied", "artifact.moved", "artifact.deleted"]
        );
        let deployed = received[0].json();
        let sha256 = "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437";
        assert_eq!(
            deployed["data"],
            json!({"repo_key": "files", "path": "team/new.txt", "name": "new.txt", "sha256": sha256, "size": 3})
        );
        assert_eq!(deployed["subscription_key"], json!("files"));
        let moved = received[2].json();
        assert_eq!(moved["data"]["source_repo_path"], json!("files/team/copy.txt"));
        assert_eq!(moved["data"]["target_repo_path"], json!("files/team/moved.txt"));
        // The signature is that of the bytes that were received.
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"s3cret-canary");
        for one in &received {
            let tag = ring::hmac::sign(&key, one.body.as_bytes());
            let digits = hex(tag.as_ref());
            assert_eq!(one.header("x-jfrog-event-auth"), Some(digits.as_str()));
        }
        let listed = deliveries(&ann, "files", "delivered", 4).await;
        assert_eq!(listed[3]["subject"], json!("files/team/new.txt"));
        assert_eq!(listed[3]["status"], json!(204));

        // A restart sends nothing again.
        let stage = stage.restarted();
        stage.ann().put("/artifactory/files/team/later.txt", "later").await;
        let received = receiver.received(5).await;
        assert_eq!(received[4].json()["data"]["name"], json!("later.txt"));
        let listed = deliveries(&stage.ann(), "files", "delivered", 5).await;
        assert_eq!((listed.len(), receiver.all().len()), (5, 5));
    });
}

/// covers: [HOOK-04]
#[test]
fn fsck_checks_the_journals_of_deliveries() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        create(&stage.ann(), &deploys("deploys", &receiver)).await;
        stage.ann().put("/artifactory/files/a.txt", "x").await;
        deliveries(&stage.ann(), "deploys", "delivered", 1).await;
        let Stage { place, server, .. } = stage;
        server.stop();
        let fsck = || {
            let output = place.run(&["fsck", "--data", "{data}"]);
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            (output.status.code(), text.contains("deliveries/"))
        };
        assert_eq!(fsck(), (Some(0), true));
        let folder = std::fs::read_dir(place.data().join("deliveries")).expect("days");
        let day = folder.flatten().next().expect("a day").path();
        let mut files: Vec<_> = std::fs::read_dir(day)
            .expect("files")
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_file())
            .collect();
        files.sort_by_key(|path| std::fs::metadata(path).map_or(0, |found| found.len()));
        let largest = files.last().expect("a file");
        let mut bytes = std::fs::read(largest).expect("its bytes");
        let written = bytes.iter().rposition(|byte| *byte != 0).expect("some");
        bytes[written / 2] ^= 1;
        std::fs::write(largest, bytes).expect("written");
        assert_eq!(fsck(), (Some(1), true));
    });
}

/// The trace leads from a click through the record to the request of the receiver, and back.
///
/// covers: [HOOK-04]
#[test]
fn a_trace_leads_from_a_click_to_the_receiver_and_back() {
    run(async {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        stage.ann().put("/artifactory/files/team/a.txt", "x").await;
        let deletions = json!(["artifact", ["deleted"]]);
        let criteria = json!({"anyLocal": true});
        create(&stage.ann(), &webhook("deletions", &receiver, &deletions, &criteria)).await;
        let mut page = signed_in(&stage.server).await;
        let wanted = json!({"repository": "files", "path": "team/a.txt"});
        let delete = Request::new("POST", "/ui/api/v1/tree/trash").json(&wanted);
        let origin = page.origin.clone();
        let deleted = delete.header("origin", &origin).header("x-trace-id", TRACE);
        let deleted = page.send(deleted).await;
        assert_eq!(deleted.status, 200, "{}", deleted.json());
        // The receiver continues the trace.
        let received = receiver.received(1).await;
        let header = received[0].header("traceparent").expect("a trace");
        assert!(header.starts_with(&format!("00-{TRACE}-")), "{header}");
        // The delivery names it, and it leads to the record and to the session of the click.
        let listed = deliveries(&stage.ann(), "deletions", "delivered", 1).await;
        let id = listed[0]["id"].as_str().expect("an id");
        let one = page.get(&format!("{CONSOLE}/deletions/deliveries/{id}")).await.json();
        assert_eq!(one["trace_id"], json!(TRACE));
        let at = one["delivery"]["happened_at"].as_str().expect("a time");
        let path = format!("/ui/api/v1/audit/trace?trace={TRACE}&at={at}");
        let records = page.get(&path).await.json()["records"].clone();
        let streams: Vec<&str> = records
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|record| record["stream"].as_str())
            .collect();
        assert!(streams[0].starts_with("package/"), "{records}");
        assert!(streams.iter().any(|stream| stream.starts_with("session/")), "{records}");
        // Another trace, or another time, has none of them.
        for query in
            [format!("trace=4bf92f&at={at}"), format!("trace={TRACE}&at=2026-01-01T00:00:00Z")]
        {
            let none = page.get(&format!("/ui/api/v1/audit/trace?{query}")).await;
            assert_eq!((none.status, &none.json()["records"]), (200, &json!([])), "{query}");
        }
    });
}

/// covers: [HOOK-04]
#[test]
fn properties_builds_and_archives_are_received_too() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let ann = stage.ann();
        for (key, events, criteria) in [
            (
                "properties",
                json!(["artifact_property", ["added", "deleted"]]),
                json!({"anyLocal": true}),
            ),
            (
                "builds",
                json!(["build", ["uploaded", "deleted"]]),
                json!({"includePatterns": ["shop*"]}),
            ),
        ] {
            create(&ann, &webhook(key, &receiver, &events, &criteria)).await;
        }
        let path = "/artifactory/api/storage/files/team/a.txt?properties=stage=test";
        assert_eq!(ann.send(Request::new("PUT", path)).await.status, 204);
        let path = "/artifactory/api/storage/files/team/a.txt?properties=stage";
        assert_eq!(ann.delete(path).await.status, 204);
        let received = receiver.received(2).await;
        let events: Vec<_> = received.iter().map(receiver::Received::event).collect();
        assert_eq!(events, ["artifact_property.added", "artifact_property.deleted"]);
        let data = &received[0].json()["data"];
        assert_eq!(
            (&data["property_key"], &data["property_values"]),
            (&json!("stage"), &json!(["test"]))
        );

        let build = |name: &str| json!({"version": "1.0.1", "name": name, "number": "7", "started": "2026-11-28T10:00:00.000+0000", "modules": []});
        for name in ["other", "shop-api"] {
            let sent = Request::new("PUT", "/artifactory/api/build").json(&build(name));
            assert_eq!(ann.send(sent).await.status, 204);
        }
        let received = receiver.received(3).await;
        assert_eq!(received[2].event(), "build.uploaded");
        assert_eq!(
            received[2].json()["data"],
            json!({"build_name": "shop-api", "build_number": "7", "build_started": "2026-11-28T10:00:00.000+0000"})
        );
    });
}

/// covers: [HOOK-04]
#[test]
fn what_fails_is_sent_again_with_the_same_id_until_it_is_taken() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let ann = stage.ann();
        let mut wanted = deploys("deploys", &receiver);
        wanted["handlers"][0]["signature"] = json!("standard");
        create(&ann, &wanted).await;
        receiver.answers(503, "");
        receiver.answers(429, "Retry-After: 2\r\n");
        ann.put("/artifactory/files/a.bin", "a").await;
        let received = receiver.received(3).await;
        let ids: Vec<_> = received.iter().map(|one| one.header("webhook-id")).collect();
        assert!(ids[0].is_some_and(|id| id.starts_with("msg_")), "{ids:?}");
        assert_eq!(ids, [ids[0]; 3]);
        let bodies: Vec<_> = received.iter().map(|one| &one.body).collect();
        assert_eq!(bodies, [bodies[0]; 3]);
        let listed = deliveries(&ann, "deploys", "delivered", 1).await;
        assert_eq!(listed[0]["attempts"], json!(3));

        // Redelivery is another delivery of the same message.
        let id = listed[0]["id"].as_str().expect("an id");
        let again = format!("{SUBSCRIPTIONS}/deploys/deliveries/{id}/redeliver");
        let redelivered = ann.send(Request::new("POST", &again)).await;
        assert_eq!(redelivered.status, 200, "{}", redelivered.json());
        let received = receiver.received(4).await;
        assert_eq!(received[3].header("webhook-id"), received[0].header("webhook-id"));
        deliveries(&ann, "deploys", "delivered", 2).await;

        // What cannot succeed is not tried again, and a receiver that is gone ends the webhook.
        receiver.answers(404, "");
        receiver.answers(410, "");
        ann.put("/artifactory/files/b.bin", "b").await;
        deliveries(&ann, "deploys", "dead", 1).await;
        ann.put("/artifactory/files/c.bin", "c").await;
        deliveries(&ann, "deploys", "dead", 2).await;
        let now = disabled(&ann, "deploys").await;
        assert_eq!(now["disabled_because"], json!("gone"));
        ann.put("/artifactory/files/d.bin", "d").await;
        let redelivered = ann.send(Request::new("POST", &again)).await;
        assert_eq!((redelivered.status, receiver.all().len()), (409, 6));

        // What happened while it was disabled is not sent once it is enabled.
        let enabled = Request::new("PUT", &format!("{SUBSCRIPTIONS}/deploys")).json(&wanted);
        assert_eq!(ann.send(enabled).await.status, 200);
        ann.put("/artifactory/files/e.bin", "e").await;
        let received = receiver.received(7).await;
        assert_eq!(received[6].json()["data"]["name"], json!("e.bin"));
    });
}

/// covers: [HOOK-04]
#[test]
fn deliveries_wait_while_paused_and_over_a_kill() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let mut wanted = deploys("deploys", &receiver);
        wanted["ordered"] = json!(true);
        create(&stage.ann(), &wanted).await;
        let pause = format!("{CONSOLE}/deploys/pause");
        let mut ann = signed_in(&stage.server).await;
        assert_eq!(ann.post(&pause, json!({"paused": true})).await.status, 200);
        for number in 0..20 {
            stage.ann().put(&format!("/artifactory/files/n/{number}"), number.to_string()).await;
        }
        assert_eq!(receiver.all().len(), 0);
        let Stage { place, server, ann: token, bob } = stage;
        server.kill();
        let stage = Stage { server: place.start(), place, ann: token, bob };
        ann.move_to(&stage.server);
        assert_eq!(ann.post(&pause, json!({"paused": false})).await.status, 200);
        let received = receiver.received(20).await;
        let names: Vec<_> = received.iter().map(|one| one.json()["data"]["name"].clone()).collect();
        let expected: Vec<_> = (0..20).map(|number| json!(number.to_string())).collect();
        assert_eq!(names, expected);
    });
}
