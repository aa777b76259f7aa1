//! Distributions that do not come to their end, and what may not begin beside one.

use serde_json::json;
use waybill_tests::run;

use super::{BIN, NOTES, POM, Pair, outcome, wanted, with_repositories};
use crate::release_bundles_created::{
    PROMOTIONS, RECORDS, admin, created, is_at, of_files, replays,
};

/// The call that aborts a distribution of a version.
fn abort(version: &str, number: u32) -> String {
    format!("release_bundles/shop/{version}/distributions/{number}/abort")
}

/// covers: [HOOK-04]
#[test]
fn an_aborted_distribution_sends_nothing_more_and_can_be_repeated() {
    run(async {
        let mut pair = Pair::start().await;
        with_repositories(&pair.target).await;
        pair.gate.hold();
        let begun = pair.begin("1.0", wanted("distribute")).await;
        assert_eq!(begun.json()["number"], 1, "{}", begun.json());
        pair.gate.has_held(0).await;

        // One is in progress at a time, and the bundle is neither promoted nor deleted meanwhile.
        let environments = json!({"environments": ["PROD"]});
        assert_eq!(pair.source.ann().create("prod", environments).await.status, 200);
        let java = json!({"packageType": "maven", "environments": ["PROD"]});
        assert_eq!(pair.source.ann().create("prod-java", java).await.status, 200);
        for kind in ["distribute", "remove"] {
            let second = pair.begin("1.0", wanted(kind)).await;
            let refused = (second.status, second.code());
            assert_eq!(refused, (409, "bundle_distributing".to_owned()), "{kind}");
        }
        let (promotion, record) = (format!("{PROMOTIONS}/shop/1.0"), format!("{RECORDS}/shop/1.0"));
        let environment = Some(json!({"environment": "PROD"}));
        for (method, path, body) in
            [("POST", promotion.as_str(), environment.clone()), ("DELETE", record.as_str(), None)]
        {
            let refused = admin(&pair.source, method, path, body).await;
            let refused = (refused.status, refused.code());
            assert_eq!(refused, (409, "bundle_distributing".to_owned()), "{method}");
        }

        let judged =
            json!({"environment": "PROD", "included": [], "excluded": [], "dry_run": true});
        let refused = pair.page.post("release_bundles/shop/1.0/promotions", judged).await;
        assert_eq!((refused.status, refused.code()), (409, "bundle_distributing".to_owned()));

        let unknown = pair.page.post(&abort("1.0", 2), json!({})).await;
        assert_ne!(unknown.status, 200);
        let aborted = pair.page.post(&abort("1.0", 1), json!({})).await;
        assert_eq!(aborted.status, 200, "{}", aborted.json());
        let ended = pair.ended("1.0").await;
        assert_eq!(ended["status"]["status"], "aborted", "{ended}");
        assert_eq!(ended["status"]["by"], ended["by"]);
        assert_eq!(outcome(&ended), &json!({"outcome": "failed", "why": "aborted"}));
        let again = pair.page.post(&abort("1.0", 1), json!({})).await;
        assert_eq!(again.status, 409, "{}", again.json());

        // What was being sent is lost, and nothing comes after it.
        pair.gate.refuse();
        for path in [BIN, NOTES, POM] {
            assert!(!is_at(&pair.target, path).await, "{path}");
        }
        pair.gate.open();
        pair.completed("1.0", wanted("distribute")).await;
        let promoted = format!("{promotion}?async=false");
        let promoted = admin(&pair.source, "POST", &promoted, environment).await;
        assert_eq!(promoted.status, 201, "{}", promoted.json());
        let expected = ["started", "aborted", "started", "completed"];
        let expected = expected.map(|end| format!("distribute_{end}"));
        assert_eq!(pair.kinds(&pair.here, 4, "distribution").await, expected);
        assert_eq!(pair.status_there("1.0").await, 200);
        let Pair { source, .. } = pair;
        assert!(replays(source));
    });
}

/// covers: [HOOK-04]
#[test]
fn removals_that_hang_are_aborted_and_leave_their_places_to_others() {
    run(async {
        let mut pair = Pair::start().await;
        with_repositories(&pair.target).await;
        let (hanging, waiting) = (["1.0", "1.1", "1.2", "1.3"], "1.4");
        for version in ["1.1", "1.2", "1.3", waiting] {
            created(&pair.source, of_files(version, &[NOTES])).await;
        }
        for version in hanging.into_iter().chain([waiting]) {
            pair.completed(version, wanted("distribute")).await;
        }
        // All that may reach targets at once hang, and another one waits for them.
        pair.gate.hold();
        for version in hanging {
            assert_eq!(pair.begin(version, wanted("remove")).await.status, 200, "{version}");
        }
        pair.gate.has_held(hanging.len() - 1).await;
        assert_eq!(pair.begin(waiting, wanted("remove")).await.status, 200);
        for version in hanging {
            let aborted = pair.page.post(&abort(version, 2), json!({})).await;
            assert_eq!(aborted.status, 200, "{}", aborted.json());
            let ended = pair.ended(version).await;
            assert_eq!(
                (&ended["kind"], &ended["status"]["status"]),
                (&json!("remove"), &json!("aborted"))
            );
            assert_eq!(outcome(&ended), &json!({"outcome": "failed", "why": "aborted"}));
        }
        pair.gate.has_held(hanging.len()).await;
        pair.gate.refuse();
        assert_eq!(pair.ended(waiting).await["status"], json!({"status": "failed"}));
        assert_eq!(pair.status_there("1.0").await, 200);
        assert!(is_at(&pair.target, BIN).await);

        // A removal that was aborted is repeated.
        pair.gate.open();
        pair.completed("1.0", wanted("remove")).await;
        assert_eq!(pair.status_there("1.0").await, 404);
        assert!(!is_at(&pair.target, BIN).await);
        let kinds = pair.kinds(&pair.here, 22, "distribution").await;
        let failed = kinds.iter().filter(|kind| kind.as_str() == "delete_failed").count();
        assert_eq!(failed, hanging.len() + 1, "{kinds:?}");
        let Pair { source, .. } = pair;
        assert!(replays(source));
    });
}

/// covers: [HOOK-04, EVT-06]
#[test]
fn a_distribution_and_a_removal_that_a_kill_interrupts_have_failed_and_are_repeated() {
    run(async {
        let mut pair = Pair::start().await;
        with_repositories(&pair.target).await;
        for kind in ["distribute", "remove"] {
            let held = pair.gate.held();
            pair.gate.hold();
            let begun = pair.begin("1.0", wanted(kind)).await;
            assert_eq!(begun.status, 200, "{}", begun.json());
            pair.gate.has_held(held).await;
            pair = pair.killed();
            pair.gate.refuse();
            let failed = pair.ended("1.0").await;
            assert_eq!(failed["number"], begun.json()["number"]);
            assert_eq!(failed["status"], json!({"status": "failed"}));
            let interrupted = json!({"outcome": "failed", "why": "interrupted"});
            assert_eq!(outcome(&failed), &interrupted, "{kind}");
            pair.gate.open();
            pair.completed("1.0", wanted(kind)).await;
        }
        assert_eq!(pair.status_there("1.0").await, 404);
        let mut expected = Vec::new();
        for kind in ["distribute", "delete"] {
            let ends = ["started", "failed", "started", "completed"];
            expected.extend(ends.map(|end| format!("{kind}_{end}")));
        }
        // What was delivered just before the kill may be delivered again.
        let mut requests = expected.len();
        let kinds = loop {
            let mut kinds = pair.kinds(&pair.here, requests, "distribution").await;
            kinds.dedup();
            if kinds.len() >= expected.len() {
                break kinds;
            }
            requests = pair.here.all().len() + 1;
        };
        assert_eq!(kinds, expected);
        let Pair { source, target, .. } = pair;
        assert!(replays(source) && replays(target));
    });
}
