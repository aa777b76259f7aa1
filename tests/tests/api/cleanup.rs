//! Cleanup policies, and how much is stored, as programs and administrators use them over HTTP.

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use crate::npm::{document, tarball};
use crate::signed_in;
use crate::stage::{Client, Stage, records_of_packages};

const POLICIES: &str = "/artifactory/api/cleanup/packages/policies";
const CONSOLE: &str = "/ui/api/v1";

fn one(key: &str, more: &str) -> String {
    format!("{POLICIES}/{key}{more}")
}

async fn publish(client: &Client<'_>, version: &str) {
    let path = "/artifactory/api/npm/npm-local/shop";
    let sent = document("shop", version, &tarball("shop", version));
    assert_eq!(client.send(Request::new("PUT", path).json(&sent)).await.status, 201);
}

/// The policy once its run has ended.
async fn ended(client: &Client<'_>, key: &str) -> Value {
    for _ in 0..2_400 {
        let policy = client.get(&one(key, "")).await.json();
        if policy["lastRun"]["ended"].is_object() && policy["progress"].is_null() {
            return policy;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the run does not end");
}

/// covers: [CLEAN-01]
#[test]
fn policies_are_kept_by_administrators_and_refused_with_a_sentence() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        let post = |key: &str, body: Value| {
            let request = Request::new("POST", &one(key, "")).json(&body);
            let ann = stage.ann();
            async move { ann.send(request).await }
        };
        let keep = json!({"keepLastNVersions": 2});
        for (key, body, code) in [
            ("all", json!({"searchCriteria": {}}), "cleanup_criteria"),
            ("all", json!({"searchCriteria": {"keepLastNVersions": 0}}), "cleanup_criteria"),
            ("A", json!({"searchCriteria": keep}), "cleanup_key"),
            ("all", json!({"key": "other", "searchCriteria": keep}), "other_key"),
            ("all", json!({"cronExp": "often", "searchCriteria": keep}), "cleanup_schedule"),
            ("all", json!({"cronExp": "* * * * *", "searchCriteria": keep}), "cleanup_schedule"),
            (
                "all",
                json!({"projectKey": "nothing", "searchCriteria": keep}),
                "cleanup_repositories",
            ),
            ("all", json!({"durationInMinutes": 0, "searchCriteria": keep}), "cleanup_duration"),
            (
                "all",
                json!({"searchCriteria": {"keepLastNVersions": 1, "repos": ["nothing"]}}),
                "cleanup_repositories",
            ),
            (
                "all",
                json!({"searchCriteria": {"keepLastNVersions": 1, "packageTypes": ["brew"]}}),
                "package_type",
            ),
            ("all", json!({"searchCriteria": {"keepLastNVersions": 99_999}}), "cleanup_numbers"),
            // A field that is not supported is named, and not left out.
            (
                "all",
                json!({"searchCriteria": {"includedProperties": {"a": ["b"]}}}),
                "malformed_body",
            ),
        ] {
            let refused = post(key, body).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (400, code),
                "{:?}",
                refused.json()
            );
            let sentence = refused.json()["errors"][0]["message"].clone();
            assert!(sentence.as_str().is_some_and(|text| text.ends_with('.')), "{sentence}");
        }
        let wanted = json!({
            "description": "old versions", "cronExp": "0 0 2 ? * * *", "durationInMinutes": 30,
            "searchCriteria": {"repos": ["npm-local"], "packageTypes": ["npm"], "keepLastNVersions": 2},
        });
        assert_eq!(post("old", wanted.clone()).await.status, 200);
        assert_eq!(post("old", wanted.clone()).await.code(), "cleanup_key_taken");
        let disabled =
            Request::new("POST", &one("old", "/enablement")).json(&json!({"enabled": false}));
        assert_eq!(ann.send(disabled).await.json()["nextRun"], json!(null));
        // Neither other users nor visitors learn what there is.
        assert_eq!(stage.bob().get(POLICIES).await.status, 403);
        assert_eq!(stage.bob().delete(&one("old", "")).await.status, 403);
        assert_eq!(stage.anyone(Request::new("GET", POLICIES)).await.status, 401);
        let stage = stage.restarted();
        let ann = stage.ann();
        let found = ann.get(&one("old", "")).await.json();
        assert_eq!(found["enabled"], false);
        assert_eq!(found["searchCriteria"]["repos"], json!(["npm-local"]));
        let mut changed = wanted;
        changed["searchCriteria"]["keepLastNVersions"] = json!(5);
        let change = Request::new("PUT", &one("old", "")).json(&changed);
        let found = ann.send(change).await.json();
        assert_eq!(
            (&found["searchCriteria"]["keepLastNVersions"], &found["enabled"]),
            (&json!(5), &json!(true))
        );
        assert!(found["nextRun"].as_str().is_some_and(|next| next.contains("T02:00:00")));
        let mut browser = signed_in(&stage.server).await;
        let listed = browser.get(&format!("{CONSOLE}/cleanup-policies")).await.json();
        assert_eq!(listed["policies"][0]["description"], "old versions");
        assert_eq!(ann.delete(&one("old", "/run")).await.status, 409);
        assert_eq!(ann.delete(&one("old", "")).await.status, 200);
        assert_eq!(ann.delete(&one("old", "")).await.status, 404);
        assert_eq!(ann.get(POLICIES).await.json(), json!({"policies": []}));
        stage.server.stop();
    });
}

/// covers: [CLEAN-02, CLEAN-03, CLEAN-04, USAGE-01]
#[test]
fn a_run_removes_what_its_preview_lists_and_it_can_be_restored() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        // 1.10.0 is newer than 1.9.0, and a pre-release is older than its release.
        for version in ["1.9.0", "1.2.0", "1.10.0-rc.1", "1.10.0"] {
            publish(&ann, version).await;
        }
        // The same content again takes no room.
        for path in ["/artifactory/files/same/a", "/artifactory/files/same/b"] {
            assert_eq!(ann.put(path, "the same content").await.status, 201);
        }
        let policy =
            json!({"searchCriteria": {"keepLastNVersions": 2, "includedPackages": ["sh*"]}});
        let created = ann.send(Request::new("POST", &one("old", "")).json(&policy)).await;
        assert_eq!(created.status, 200, "{:?}", created.json());
        let usage = async || ann.get("/artifactory/api/storageinfo").await.json();
        let used = usage().await;
        let summary = |usage: &Value, key: &str| {
            let all = usage["repositoriesSummaryList"].as_array().expect("a list").clone();
            all.into_iter().find(|row| row["repoKey"] == key).expect("a row")
        };
        assert_eq!(summary(&used, "npm-local")["filesCount"], 4);
        assert_eq!(summary(&used, "TOTAL")["filesCount"], 10);
        let binaries = &used["binariesSummary"];
        let bytes = |name: &str| binaries[name].as_u64().expect("bytes");
        let total = summary(&used, "TOTAL")["usedSpaceInBytes"].as_u64().expect("bytes");
        assert_eq!(bytes("artifactsSizeInBytes"), total);
        assert_eq!(bytes("binariesSizeInBytes"), total - "the same content".len() as u64);
        assert_eq!(used["projectsSummaryList"][0]["repositoriesCount"], 2);
        assert_eq!(stage.bob().get("/artifactory/api/storageinfo").await.status, 403);

        let candidates = one("old", "/candidates");
        let preview = ann.get(&format!("{candidates}?limit=1")).await.json();
        assert_eq!(preview["candidates"][0]["version"], "1.2.0", "{preview}");
        assert_eq!(preview["candidates"][0]["newerVersions"], 3);
        assert_eq!(preview["candidates"][0]["why"], json!(["beyond_last_versions"]));
        assert_eq!(
            (&preview["totals"]["versions"], &preview["complete"]),
            (&json!(2), &json!(true))
        );
        let next = format!("{candidates}?limit=1&from={}", preview["next"]);
        let rest = ann.get(&next).await.json();
        assert_eq!(
            (&rest["candidates"][0]["version"], &rest["next"]),
            (&json!("1.9.0"), &json!(null))
        );
        assert_eq!(ann.get(&format!("{candidates}?limit=0")).await.status, 400);
        assert_eq!(stage.bob().get(&candidates).await.status, 403);
        assert_eq!(usage().await, used);

        assert_eq!(stage.bob().send(Request::new("POST", &one("old", "/run"))).await.status, 403);
        let started = ann.send(Request::new("POST", &one("old", "/run"))).await;
        assert_eq!(started.status, 200, "{:?}", started.json());
        let run = &ended(&ann, "old").await["lastRun"];
        assert_eq!(
            (&run["trigger"], &run["ended"]["outcome"]),
            (&json!("request"), &json!("completed"))
        );
        let counts = &run["ended"]["counts"];
        assert_eq!(
            [&counts["versions"], &counts["files"], &counts["spared"]],
            [&json!(2), &json!(2), &json!(0)]
        );
        let registry = "/artifactory/api/npm/npm-local/shop";
        let versions = async || {
            let found = ann.get(registry).await.json();
            found["versions"].as_object().expect("versions").keys().cloned().collect::<Vec<_>>()
        };
        let mut left = versions().await;
        left.sort();
        assert_eq!(left, ["1.10.0", "1.10.0-rc.1"]);
        let after = usage().await;
        assert_eq!(summary(&after, "npm-local")["filesCount"], 2);
        // What is in the trash is stored too.
        for name in ["binariesCount", "binariesSizeInBytes", "artifactsSizeInBytes"] {
            assert_eq!(after["binariesSummary"][name], binaries[name], "{name}");
        }

        let mut browser = signed_in(&stage.server).await;
        let trash = format!("{CONSOLE}/tree/trash?repository=npm-local");
        let trashed = browser.get(&trash).await.json()["files"].clone();
        for file in trashed.as_array().expect("files") {
            let name = json!({"repository": "npm-local", "name": file["item"]});
            let restored = browser.post(&format!("{CONSOLE}/tree/restore"), name).await;
            assert_eq!(restored.status, 200);
        }
        assert_eq!(versions().await.len(), 4);
        let tarball_path = "/artifactory/api/npm/npm-local/shop/-/shop-1.9.0.tgz";
        assert_eq!(ann.get(tarball_path).await.body, tarball("shop", "1.9.0"));
        let Stage { place, server, .. } = stage;
        server.stop();
        let records = records_of_packages(&place);
        let of_trash = records.iter().filter(|record| record["event"]["type"] == "trash");
        let of_trash: Vec<&Value> = of_trash.collect();
        assert_eq!(of_trash.len(), 2);
        for record in of_trash {
            assert!(record["who"].as_str().is_some_and(|who| who.starts_with("p_")), "{record}");
            assert_eq!(record["event"]["by"]["means"], "token", "{record}");
        }
    });
}

/// covers: [CLEAN-02]
#[test]
fn versions_that_a_tag_names_stay_beside_the_newest_ones() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        for version in ["1.0.0", "1.1.0", "1.2.0", "2.0.0"] {
            publish(&ann, version).await;
        }
        let tag = |name: &str, version: &str| {
            let path = format!("/artifactory/api/npm/npm-local/-/package/shop/dist-tags/{name}");
            let ann = stage.ann();
            let request = Request::new("PUT", &path).json(&json!(version));
            async move { assert_eq!(ann.send(request).await.status, 201) }
        };
        tag("latest", "1.0.0").await;
        tag("stable", "1.1.0").await;
        let policy = json!({"searchCriteria": {"keepLastNVersions": 1}});
        let created = ann.send(Request::new("POST", &one("old", "")).json(&policy)).await;
        assert_eq!(created.status, 200, "{:?}", created.json());
        let preview = ann.get(&one("old", "/candidates")).await.json();
        assert_eq!(preview["totals"]["versions"], 1, "{preview}");
        assert_eq!(ann.send(Request::new("POST", &one("old", "/run"))).await.status, 200);
        assert_eq!(ended(&ann, "old").await["lastRun"]["ended"]["counts"]["versions"], 1);
        let found = ann.get("/artifactory/api/npm/npm-local/shop").await.json();
        let mut left: Vec<_> = found["versions"].as_object().expect("versions").keys().collect();
        left.sort();
        assert_eq!(left, ["1.0.0", "1.1.0", "2.0.0"]);
        assert_eq!(found["dist-tags"], json!({"latest": "1.0.0", "stable": "1.1.0"}));
        stage.server.stop();
    });
}
