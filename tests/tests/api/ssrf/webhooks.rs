//! Webhooks: what is saved, what is tested, and each delivery.

use serde_json::{Value, json};
use waybill_tests::{Answer, Request};

use super::cases::{Case, GLOBAL, GLOBAL_V6, cases, other_forms, urls};
use super::network::inside;
use crate::stage::Client;
use crate::webhooks::receiver::Receiver;
use crate::webhooks::{SUBSCRIPTIONS, create, deliveries, stage};

/// Why a delivery is dead, for users.
pub(super) const BLOCKED: &str =
    "This server does not connect to the address, or the receiver redirected elsewhere.";

/// A webhook about deployments.
pub(super) fn hook(key: &str, url: &str) -> Value {
    let criteria = json!({"anyLocal": true});
    json!({
        "key": key,
        "event_filter": {"domain": "artifact", "event_types": ["deployed"], "criteria": criteria},
        "handlers": [{"handler_type": "webhook", "url": url}],
    })
}

/// What a test of a webhook says.
pub(super) async fn tested(client: &Client<'_>, wanted: &Value) -> Value {
    let path = format!("{SUBSCRIPTIONS}/test");
    let tested = client.send(Request::new("POST", &path).json(wanted)).await;
    assert_eq!(tested.status, 200, "{wanted}: {}", tested.json());
    tested.json()
}

/// Whether a test fails without an answer of any server.
pub(super) async fn is_refused_by_test(client: &Client<'_>, wanted: &Value) {
    let outcome = tested(client, wanted).await;
    let found = (&outcome["result"], &outcome["status"]);
    assert_eq!(found, (&json!("failure"), &Value::Null), "{wanted}: {outcome}");
}

fn is_refused(answer: &Answer, what: &str) {
    let detail = answer.json()["detail"].to_string();
    assert_eq!(answer.status, 400, "{what}: {detail}");
    assert!(detail.contains("under [outbound] allow"), "{what}: {detail}");
}

/// Whether it cannot be saved.
async fn is_refused_when_saved(client: &Client<'_>, wanted: &Value) {
    let refused = client.send(Request::new("POST", SUBSCRIPTIONS).json(wanted)).await;
    is_refused(&refused, &wanted.to_string());
}

/// covers: [HOOK-03, HOOK-04]
#[test]
fn webhooks_reach_no_forbidden_address() {
    const NAME: &str = "ssrf::webhooks::webhooks_reach_no_forbidden_address";
    inside(NAME, |network| async move {
        let receiver = Receiver::on(network.listener(GLOBAL));
        let receiver_v6 = Receiver::on(network.listener(GLOBAL_V6));
        let stage = stage(&[]).await;
        let ann = stage.ann();
        for url in urls().into_iter().chain(other_forms()) {
            let wanted = hook("forbidden", &url);
            is_refused_when_saved(&ann, &wanted).await;
            is_refused_by_test(&ann, &wanted).await;
        }
        let cases = cases();
        let wanted = |case: &Case| hook(&case.key, &case.url());
        for case in &cases {
            network.names.lead(&case.host, GLOBAL);
            create(&ann, &wanted(case)).await;
            let outcome = tested(&ann, &wanted(case)).await;
            assert_eq!(outcome["result"], json!("success"), "{}: {outcome}", case.key);
        }
        create(&ann, &hook("honest", &receiver_v6.url())).await;
        // A webhook is not moved to a forbidden address either.
        for url in urls() {
            let path = format!("{SUBSCRIPTIONS}/honest");
            let moved = ann.send(Request::new("PUT", &path).json(&hook("honest", &url))).await;
            is_refused(&moved, &url);
        }
        ann.put("/artifactory/files/before", "x").await;
        receiver.received(2 * cases.len()).await;
        receiver_v6.received(1).await;

        // All names lead inside now.
        for case in &cases {
            network.names.set(&case.host, case.later.clone());
        }
        for case in &cases {
            is_refused_by_test(&ann, &wanted(case)).await;
            let again = hook(&format!("{}-again", case.key), &case.url());
            is_refused_when_saved(&ann, &again).await;
        }
        for delivered in 1..=2 {
            ann.put(&format!("/artifactory/files/after-{delivered}"), "x").await;
            receiver_v6.received(1 + delivered).await;
            for case in &cases {
                let dead = deliveries(&ann, &case.key, "dead", delivered).await;
                assert_eq!(dead[0]["error"], json!(BLOCKED), "{}: {:?}", case.key, case.later);
            }
        }
        assert_eq!(receiver.all().len(), 2 * cases.len());

        // They are delivered again where the names are honest.
        for case in &cases {
            network.names.lead(&case.host, GLOBAL);
        }
        ann.put("/artifactory/files/again", "x").await;
        receiver.received(3 * cases.len()).await;
        assert!(stage.server.stop().success());
    });
}
