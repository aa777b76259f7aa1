//! Distributions by programs, in the format of the platform's public API, where targets are sites.

use std::time::Instant;

use serde_json::{Value, json};
use waybill_tests::{Answer, run};

use super::{BIN, EVERY, Pair, WITHIN};
use crate::ANN;
use crate::release_bundles_created::{admin, call, is_at};

/// The calls about distributions of the bundle `shop 1.0`.
fn path(call: &str) -> String {
    format!("/lifecycle/api/v2/distribution/{call}/shop/1.0")
}

/// A distribution to the sites that a pattern matches.
fn to(site: &str) -> Value {
    let rule = json!({"site_name": site, "city_name": "*", "country_codes": ["*"]});
    json!({"auto_create_missing_repositories": "true", "distribution_rules": [rule]})
}

async fn post(pair: &Pair, call: &str, wanted: Value) -> Answer {
    admin(&pair.source, "POST", &path(call), Some(wanted)).await
}

/// Begins a distribution or a removal, and waits for the end.
async fn done(pair: &Pair, call: &str, wanted: Value) -> Value {
    let begun = post(pair, call, wanted).await;
    assert_eq!(begun.status, 202, "{}", begun.json());
    let tracker = format!("{}/{}", path("trackers"), begun.json()["id"]);
    let since = Instant::now();
    while since.elapsed() < WITHIN {
        let found = admin(&pair.source, "GET", &tracker, None).await;
        assert_eq!(found.status, 200, "{}", found.json());
        if found.json()["status"] != "In progress" {
            return found.json();
        }
        tokio::time::sleep(EVERY).await;
    }
    panic!("the distribution does not end");
}

/// covers: [HOOK-04]
#[test]
fn programs_distribute_to_sites_follow_that_and_remove_from_them() {
    run(async {
        let mut pair = Pair::start().await;
        let down = format!("http://{}", pair.down);
        pair.add("asia", &down, "a-token").await;
        let mut dry = to("*");
        dry["dry_run"] = json!(true);
        let judged = post(&pair, "distribute", dry).await;
        assert_eq!(judged.status, 202, "{}", judged.json());
        assert_eq!(judged.json()["id"], Value::Null);
        let sites: Vec<Value> = judged.json()["sites"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|site| site["name"].clone())
            .collect();
        assert_eq!(sites, ["asia", "europe"]);
        let none = admin(&pair.source, "GET", &path("trackers"), None).await.json();
        assert_eq!(none, json!([]));

        let distributed = done(&pair, "distribute", to("eur*")).await;
        assert_eq!(
            (&distributed["status"], &distributed["type"], &distributed["distributed_by"]),
            (&json!("Completed"), &json!("distribute"), &json!(ANN))
        );
        let site = &distributed["sites"][0];
        assert_eq!(site["target_artifactory"]["name"], "europe");
        assert_eq!((&site["total_files"], &site["distributed_files"]), (&json!(3), &json!(3)));
        assert!(is_at(&pair.target, BIN).await);
        let failed = done(&pair, "distribute", to("*")).await;
        assert_eq!(failed["status"], "Failed");
        let ends: Vec<_> = [0, 1].map(|site| failed["sites"][site]["status"].clone()).into();
        assert_eq!(ends, ["Failed", "Completed"], "{failed}");
        let why = failed["sites"][0]["general_error"].to_string();
        assert!(why.contains("cannot be connected to"), "{why}");

        let removed = done(&pair, "remote_delete", to("europe")).await;
        assert_eq!(
            (&removed["status"], &removed["type"]),
            (&json!("Completed"), &json!("delete_release_bundle_version"))
        );
        assert!(!is_at(&pair.target, BIN).await);
        let listed = admin(&pair.source, "GET", &path("trackers"), None).await.json();
        let listed: Vec<(Value, Value)> = listed
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| (one["type"].clone(), one["status"].clone()))
            .collect();
        let expected = [
            ("DISTRIBUTE", "COMPLETED"),
            ("DISTRIBUTE", "FAILED"),
            ("DELETE_RELEASE_BUNDLE_VERSION", "COMPLETED"),
        ];
        assert_eq!(listed, expected.map(|(kind, status)| (json!(kind), json!(status))));

        // The one in progress is aborted.
        pair.gate.hold();
        assert_eq!(post(&pair, "distribute", to("europe")).await.status, 202);
        pair.gate.has_held(0).await;
        let aborted = admin(&pair.source, "PUT", &path("abort"), None).await;
        assert_eq!(aborted.status, 200, "{}", aborted.json());
        assert_eq!(aborted.json()[0]["name"], "europe");
        let tracker = format!("{}/4", path("trackers"));
        let tracked = admin(&pair.source, "GET", &tracker, None).await.json();
        assert_eq!(tracked["status"], "Aborted", "{tracked}");
        let again = admin(&pair.source, "PUT", &path("abort"), None).await;
        assert_eq!((again.status, again.code().as_str()), (409, "bundle_not_distributing"));
    });
}

/// covers: [HOOK-04, ROLE-01]
#[test]
fn what_programs_cannot_have_distributed_is_explained() {
    run(async {
        let pair = Pair::start().await;
        let with = |field: &str, value: Value| {
            let mut wanted = to("europe");
            wanted[field] = value;
            wanted
        };
        let rules = |rule: Value| with("distribution_rules", json!([rule]));
        let mapping = json!({"mappings": [{"input": "(.*)", "output": "$1"}]});
        for (wanted, code, field) in [
            (json!({}), "distribution_rules", "distribution_rules"),
            (with("distribution_rules", json!([])), "distribution_rules", "distribution_rules"),
            (rules(json!({"city_name": "Berlin"})), "distribution_rules", "distribution_rules"),
            (rules(json!({"country_codes": ["DE"]})), "distribution_rules", "distribution_rules"),
            (to("asia"), "bundle_targets", "distribution_rules"),
            (with("modifications", mapping), "distribution_modifications", "modifications"),
        ] {
            for call in ["distribute", "remote_delete"] {
                let refused = post(&pair, call, wanted.clone()).await;
                assert_eq!(
                    (refused.status, refused.code().as_str()),
                    (400, code),
                    "{wanted}: {}",
                    refused.json()
                );
                assert_eq!(refused.json()["error"]["field"], field, "{wanted}");
            }
        }
        let missing = format!("{}/9", path("trackers"));
        assert_eq!(admin(&pair.source, "GET", &missing, None).await.status, 404);
        let unknown = "/lifecycle/api/v2/distribution/distribute/shop/9";
        let refused = admin(&pair.source, "POST", unknown, Some(to("europe"))).await;
        assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"));
        for (method, call_path, status) in [
            ("POST", path("distribute"), 403),
            ("POST", path("remote_delete"), 403),
            ("PUT", path("abort"), 403),
            ("GET", path("trackers"), 200),
        ] {
            let body = (method == "POST").then(|| to("europe"));
            let answer = call(&pair.source, &pair.source.bob, method, &call_path, body).await;
            assert_eq!(answer.status, status, "{method} {call_path}");
        }
    });
}
