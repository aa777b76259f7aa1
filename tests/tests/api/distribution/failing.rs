//! Distributions that fail at a target, and those that do not begin.

use serde_json::{Value, json};
use waybill_tests::run;

use super::{BIN, NOTES, POM, Pair, new_target, outcome, wanted, with_repositories};
use crate::maven::pom;
use crate::release_bundles::{PATH, abc, manifest};
use crate::release_bundles_created::{call, created, is_at, of_files};

/// covers: [HOOK-04]
#[test]
fn a_wrong_token_and_a_wrong_address_are_found_by_the_test_and_by_a_distribution() {
    run(async {
        let mut pair = Pair::start().await;
        with_repositories(&pair.target).await;
        let (url, token) = (pair.gate.url(), pair.target.ann.clone());
        // The token of a user there who is no administrator, and no token there.
        for wrong in [pair.target.bob.clone(), "wrong-token".to_owned()] {
            pair.change(&url, &wrong).await;
            assert_eq!(pair.tested("europe").await, "unauthorized");
            let failed = pair.done("1.0", wanted("distribute")).await;
            assert_eq!(failed["status"], json!({"status": "failed"}));
            assert_eq!(outcome(&failed)["why"], "unauthorized", "{failed}");
        }
        // Another server is there, and none.
        let other = format!("http://{}", pair.here.address);
        pair.change(&other, &token).await;
        assert_eq!(pair.tested("europe").await, "target_failed");
        let none = format!("http://{}", pair.down);
        pair.change(&none, &token).await;
        assert_eq!(pair.tested("europe").await, "unreachable");
        for kind in ["distribute", "remove"] {
            let failed = pair.done("1.0", wanted(kind)).await;
            assert_eq!(failed["status"], json!({"status": "failed"}));
            assert_eq!(outcome(&failed)["why"], "unreachable", "{failed}");
        }
        assert!(!is_at(&pair.target, BIN).await);
        pair.change(&url, &token).await;
        assert_eq!(pair.tested("europe").await, "completed");
        pair.completed("1.0", wanted("distribute")).await;
        assert!(is_at(&pair.target, BIN).await);
    });
}

/// covers: [HOOK-04]
#[test]
fn one_target_that_fails_keeps_no_other_from_its_bundle() {
    run(async {
        let mut pair = Pair::start().await;
        with_repositories(&pair.target).await;
        // It has no such user, and comes first.
        let url = pair.gate.url();
        pair.add("asia", &url, "wrong-token").await;
        let mut both = wanted("distribute");
        both["targets"] = json!(["asia", "europe"]);
        let failed = pair.done("1.0", both.clone()).await;
        assert_eq!(failed["status"], json!({"status": "failed"}));
        let outcomes: Vec<(Value, Value)> = failed["targets"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| (one["target"].clone(), one["outcome"]["outcome"].clone()))
            .collect();
        let expected = [("asia", "failed"), ("europe", "completed")]
            .map(|(one, end)| (json!(one), json!(end)));
        assert_eq!(outcomes, expected);
        assert_eq!(pair.status_there("1.0").await, 200);
        // One that is deleted meanwhile, and one that is not there, are named before anything begins.
        assert_eq!(pair.page.delete("distribution_targets/asia").await.status, 200);
        assert_ne!(pair.begin("1.0", both).await.status, 200);
        pair.completed("1.0", wanted("distribute")).await;
    });
}

/// covers: [HOOK-04]
#[test]
fn a_file_that_the_target_does_not_take_is_named_and_nothing_is_registered() {
    run(async {
        let mut pair = Pair::start().await;
        with_repositories(&pair.target).await;
        // A version of Maven is final there.
        let other = pom("com.acme", "shop", "1.0", "<name>another</name>");
        let path = format!("/artifactory/{POM}");
        assert_eq!(pair.target.ann().put(&path, other.clone()).await.status, 201);
        let failed = pair.done("1.0", wanted("distribute")).await;
        assert_eq!(outcome(&failed), &json!({"outcome": "failed", "why": "refused", "path": POM}));
        assert_eq!(pair.status_there("1.0").await, 404);
        // Which file that is is for administrators.
        let shown = "/ui/api/v1/release_bundles/shop/1.0";
        let shown = call(&pair.source, &pair.source.bob, "GET", shown, None).await.json();
        let expected = json!({"outcome": "failed", "why": "refused"});
        assert_eq!(outcome(&shown["distributions"][0]), &expected, "{shown}");
        assert_eq!(pair.target.ann().get(&path).await.body, other.into_bytes());
        assert_eq!(pair.target.ann().delete(&path).await.status, 204);
        pair.completed("1.0", wanted("distribute")).await;

        // What another server has registered under the name is not replaced.
        let notes = format!("/artifactory/{NOTES}");
        assert_eq!(pair.source.ann().put(&notes, "newer notes").await.status, 201);
        created(&pair.source, of_files("1.1", &[NOTES])).await;
        pair.completed("1.1", wanted("distribute")).await;
        let removed = pair.page.delete("release_bundles/shop/1.1").await;
        assert_eq!(removed.status, 200, "{}", removed.json());
        created(&pair.source, of_files("1.1", &[NOTES, BIN])).await;
        let failed = pair.done("1.1", wanted("distribute")).await;
        assert_eq!(outcome(&failed)["why"], "refused", "{failed}");
    });
}

/// covers: [HOOK-04]
#[test]
fn what_cannot_be_distributed_does_not_begin() {
    run(async {
        let mut pair = Pair::start().await;
        let ann = pair.source.ann();
        let imported = pair.page.post(PATH, manifest("shop", "imported", &[abc("a/abc")])).await;
        assert_eq!(imported.status, 200);
        assert_eq!(ann.put("/artifactory/releases/gone.txt", "gone").await.status, 201);
        created(&pair.source, of_files("gone", &["releases/gone.txt"])).await;
        assert_eq!(ann.delete("/artifactory/releases/gone.txt").await.status, 204);
        let with = |field: &str, value: Value| {
            let mut wanted = wanted("distribute");
            wanted[field] = value;
            wanted
        };
        let eleven: Vec<String> = (0..11).map(|number| format!("target-{number}")).collect();
        for (version, wanted, status, code) in [
            ("1.0", with("targets", json!(["none"])), 400, "bundle_targets"),
            ("1.0", with("targets", json!([])), 400, "bundle_targets"),
            ("1.0", with("targets", json!(["europe", "europe"])), 400, "bundle_targets"),
            ("1.0", with("targets", json!(eleven)), 400, "bundle_targets"),
            ("1.0", with("targets", json!(["../europe"])), 400, "bundle_targets"),
            ("1.0", with("kind", json!("move")), 400, "malformed_body"),
            ("2.0", wanted("distribute"), 404, "not_found"),
            ("imported", wanted("distribute"), 409, "bundle_not_distributable"),
            ("gone", wanted("distribute"), 409, "bundle_files_missing"),
        ] {
            let refused = pair.begin(version, wanted.clone()).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (status, code),
                "{version} {wanted}: {}",
                refused.json()
            );
        }
        // At another address, a target has no token until one is given.
        let elsewhere = format!("{}/elsewhere", pair.gate.url());
        let moved = json!({"url": elsewhere, "description": ""});
        let moved = pair.page.put("distribution_targets/europe", moved).await;
        assert_eq!(moved.status, 200, "{}", moved.json());
        assert_eq!(moved.json()["has_token"], false);
        assert_eq!(pair.tested("europe").await, "target_missing");
        let refused = pair.begin("1.0", wanted("distribute")).await;
        let refused = (refused.status, refused.code());
        assert_eq!(refused, (409, "distribution_target_token_missing".to_owned()));
        assert!(pair.distributions("1.0").await.is_empty());

        // The same content elsewhere is as good.
        let there = new_target("asia", &pair.gate.url(), &pair.target.ann);
        assert_eq!(pair.page.post("distribution_targets", there).await.status, 200);
        let found = pair.source.ann().create("spare", json!({})).await;
        assert_eq!(found.status, 200);
        assert_eq!(pair.source.ann().put("/artifactory/spare/gone.txt", "gone").await.status, 201);
        with_repositories(&pair.target).await;
        let done = pair.done("gone", with("targets", json!(["asia"]))).await;
        assert_eq!(done["status"], json!({"status": "completed"}), "{done}");
        assert!(is_at(&pair.target, "releases/gone.txt").await);
    });
}
