//! Webhooks for promotions of release bundles to some environments.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use waybill_tests::run;

use super::receiver::Receiver;
use super::{CONSOLE, SUBSCRIPTIONS, create, stage, webhook};
use crate::release_bundles_created::{PROMOTIONS, admin, created, of_files};
use crate::signed_in;

const TYPE: &str = "release_bundle_v2_promotion_completed";

/// covers: [HOOK-01, HOOK-04]
#[test]
fn promotions_are_sent_to_webhooks_for_their_environment() {
    run(async {
        let receiver = Receiver::start().await;
        let stage = stage(&[receiver.address]).await;
        let settings = json!({"environments": ["PROD"]});
        assert_eq!(stage.ann().create("prod", settings).await.status, 200);
        let wanted = |key: &str, domain: &str, types: Value, criteria: Value| {
            webhook(key, &receiver, &json!([domain, types]), &criteria)
        };
        let of_promotions = |key: &str, criteria: Value| {
            wanted(key, "release_bundle_v2_promotion", json!([TYPE]), criteria)
        };
        // Other clients name the environments alone.
        let only = json!({"selectedEnvironments": ["PROD", "STAGING"]});
        let criteria = |described: &Value| described["event_filter"]["criteria"].clone();
        let described = create(&stage.ann(), &of_promotions("prod-only", only)).await;
        let kept = json!({
            "anyReleaseBundle": true, "registeredReleaseBundlesNames": [],
            "selectedEnvironments": ["PROD", "STAGING"], "includePatterns": [], "excludePatterns": [],
        });
        assert_eq!(criteria(&described), kept);
        let tests = json!({"anyReleaseBundle": true, "selectedEnvironments": ["TEST"]});
        create(&stage.ann(), &of_promotions("tests", tests)).await;
        let all = create(
            &stage.ann(),
            &of_promotions("all", json!({"registeredReleaseBundlesNames": ["shop"]})),
        )
        .await;
        assert_eq!(criteria(&all)["selectedEnvironments"], json!([]));

        let mut page = signed_in(&stage.server).await;
        for (wanted, sentence) in [
            (
                wanted(
                    "bundles",
                    "release_bundle_v2",
                    json!(["release_bundle_v2_completed"]),
                    json!({"anyReleaseBundle": true, "selectedEnvironments": ["PROD"]}),
                ),
                "'selectedEnvironments' does not apply to events of the domain 'release_bundle_v2'.",
            ),
            (
                of_promotions("none", json!({"selectedEnvironments": []})),
                "Choose what the events are about",
            ),
            (
                of_promotions(
                    "none",
                    json!({"anyReleaseBundle": false, "selectedEnvironments": ["PROD"]}),
                ),
                "Choose what the events are about",
            ),
            (
                of_promotions("long", json!({"selectedEnvironments": ["x".repeat(257)]})),
                "Choose what the events are about",
            ),
        ] {
            let refused = page.post(CONSOLE, wanted.clone()).await;
            let problem = refused.json()["error"].clone();
            assert_eq!(
                (refused.status, &problem["field"]),
                (400, &json!("event_filter.criteria")),
                "{wanted}"
            );
            let message = problem["message"].as_str().unwrap_or_default();
            assert!(message.starts_with(sentence), "{message}");
        }

        let stage = stage.restarted();
        let one = format!("{SUBSCRIPTIONS}/prod-only");
        assert_eq!(criteria(&stage.ann().get(&one).await.json()), kept);
        created(&stage, of_files("1.0", &["files/team/a.txt"])).await;
        let path = format!("{PROMOTIONS}/shop/1.0?async=false");
        let promoted = admin(&stage, "POST", &path, Some(json!({"environment": "PROD"}))).await;
        assert_eq!(promoted.status, 201, "{}", promoted.json());
        let received = receiver.received(2).await;
        let keys: BTreeSet<String> = received
            .iter()
            .map(|one| one.json()["subscription_key"].as_str().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(keys, BTreeSet::from(["all".to_owned(), "prod-only".to_owned()]));
        assert_eq!(received[0].json()["data"]["environment"], "PROD");
        assert!(crate::release_bundles_created::replays(stage));
        assert_eq!(receiver.all().len(), 2);
    });
}
