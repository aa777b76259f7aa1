//! How packages are used and followed, and how risky they are.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, run};

use crate::advisories::{CRITICAL, advisory, import};
use crate::docker::sha256;
use crate::packages::{data, publish};
use crate::signed_in;
use crate::stage::{Client, Stage};
use crate::tree::member;

const SHOP: &str = "npm://shop";
const PACKAGE: &str = "query($id: String!) { package(id: $id) {
    followed stats { followers downloads } operationalRisk { riskLevel reasons } } }";
const TRANSFER: &str = "{ dataTransfer { month bytes quotaBytes isReached } }";
const FOLLOWED: &str = "{ followedPackages { id } }";

async fn shop(client: &Client<'_>) -> Value {
    data(client, PACKAGE, json!({"id": SHOP})).await["package"].clone()
}

async fn follow(browser: &mut Browser, id: &str, follow: bool) -> (u16, Value) {
    let body = json!({"packageId": id, "follow": follow});
    let answer = browser.post("packages/follow", body).await;
    (answer.status, answer.json())
}

/// The ids of the packages that a user of the console follows.
async fn followed(browser: &mut Browser) -> Value {
    let answer = browser.post("packages", json!({"query": FOLLOWED})).await;
    answer.json()["data"]["followedPackages"].clone()
}

/// What the documents name of a package and of a version.
const ALL: &str = "{
    package(id: \"npm://shop\") {
        id name created modified description latestVersion versionsCount packageType licenses tags
        stats { downloads followers } operationalRisk { riskLevel }
        vulnerabilities { critical high medium low info unknown skipped }
    }
    versions(filter: {packageId: \"npm://shop\"}) { edges { node {
        id name created modified package description licenses size digest
        repos { name leadFilePath } stats { downloadCount } operationalRisk { riskLevel }
        vulnerabilities { critical high medium low info unknown skipped }
        files { name lead size md5 sha1 sha256 mimeType }
    } } }
}";

/// covers: [PKG-04, PKG-05]
#[test]
fn packages_and_versions_have_all_that_the_documents_name() {
    run(async {
        let settings = "[installation]\nservices = [\"xray\"]\nlicence = \"ENTERPRISE_X\"\n\
            [installation.access]\nmfa_required = \"nobody\"\n";
        let stage = Stage::at(Place::new().with_settings(settings)).await;
        let client = stage.ann();
        assert_eq!(client.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
        let first = json!({"description": "Sold things once", "license": "MIT"});
        publish(&client, "npm-local", "shop", "1.0.0", first).await;
        let latest = json!({
            "description": "Sells things", "license": "Apache 2.0", "keywords": ["trade"],
        });
        publish(&client, "npm-local", "shop", "1.1.0", latest).await;
        let critical = json!({"severity": [{"type": "CVSS_V3", "score": CRITICAL}]});
        let low = json!({"database_specific": {"severity": "LOW"}});
        let documents = [
            ("a.json", advisory("GHSA-1", "shop", "1.1.0", critical).to_string()),
            ("b.json", advisory("GHSA-2", "shop", "2.0.0", low).to_string()),
        ];
        import(&stage, &documents).await;
        {
            let mut ann = signed_in(&stage.server).await;
            assert_eq!(follow(&mut ann, SHOP, true).await.0, 200);
        }
        let lead = "shop/-/shop-1.1.0.tgz";
        let file = client.get(&format!("/artifactory/npm-local/{lead}")).await;
        let digest = sha256(&file.body);
        let (size, digest) = (file.body.len(), digest.trim_start_matches("sha256:"));
        let stage = stage.restarted();

        let found = data(&stage.ann(), ALL, json!({})).await;
        let mut package = found["package"].clone();
        assert!(taken(&mut package, "created") < taken(&mut package, "modified"));
        let counts = |critical: Value| {
            json!({"critical": critical, "high": null, "medium": null, "low": 1, "info": null,
                "unknown": null, "skipped": null})
        };
        assert_eq!(
            package,
            json!({
                "id": SHOP, "name": "shop", "description": "Sells things", "latestVersion": "1.1.0",
                "versionsCount": 2, "packageType": "npm", "licenses": ["Apache-2.0"],
                "tags": ["trade"], "stats": {"downloads": 1, "followers": 1},
                "operationalRisk": {"riskLevel": "NONE"}, "vulnerabilities": counts(Value::Null),
            })
        );
        let mut newest = found["versions"]["edges"][0]["node"].clone();
        assert!(taken(&mut newest, "created") <= taken(&mut newest, "modified"));
        let mut files = newest["files"].take();
        assert_eq!(taken(&mut files[0], "md5").len(), 32);
        assert_eq!(taken(&mut files[0], "sha1").len(), 40);
        assert_eq!(
            files,
            json!([{
                "name": "shop-1.1.0.tgz", "lead": true, "size": size, "sha256": digest,
                "mimeType": "application/x-compressed",
            }])
        );
        newest.as_object_mut().expect("a version").remove("files");
        assert_eq!(
            newest,
            json!({
                "id": SHOP, "name": "1.1.0", "package": "shop", "description": "Sells things",
                "licenses": ["Apache-2.0"], "size": size, "digest": digest,
                "repos": [{"name": "npm-local", "leadFilePath": lead}],
                "stats": {"downloadCount": 1}, "operationalRisk": {"riskLevel": "NONE"},
                "vulnerabilities": counts(Value::Null),
            })
        );
        // What is known of the package is that of its latest version, what is of the version is its own.
        let oldest = &found["versions"]["edges"][1]["node"];
        assert_eq!(
            (&oldest["description"], &oldest["licenses"], &oldest["vulnerabilities"]),
            (&json!("Sells things"), &json!(["MIT"]), &counts(json!(1)))
        );
    });
}

/// A text of an object, which is removed from it.
fn taken(of: &mut Value, field: &str) -> String {
    let taken = of.as_object_mut().and_then(|fields| fields.remove(field));
    let text = taken.as_ref().and_then(Value::as_str);
    text.unwrap_or_else(|| panic!("{of} has no {field}")).to_owned()
}

#[test]
fn users_follow_packages_that_they_may_read() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        publish(&stage.ann(), "npm-local", "shop", "1.0.0", json!({})).await;
        {
            let mut ann = signed_in(&stage.server).await;
            let mut carol = member(&stage, "carol").await;
            assert_eq!(follow(&mut carol, SHOP, true).await.0, 404);
            assert_eq!(follow(&mut ann, "npm://none", true).await.0, 404);
            assert_eq!(follow(&mut ann, "no id", true).await.0, 404);
            let both = json!({"followers": 1, "followed": true});
            assert_eq!(follow(&mut ann, SHOP, true).await, (200, both.clone()));
            // Once more changes nothing.
            assert_eq!(follow(&mut ann, SHOP, true).await, (200, both));
            assert_eq!(followed(&mut ann).await, json!([{"id": SHOP}]));
            assert_eq!(followed(&mut carol).await, json!([]));
            let mut visitor = Browser::visiting(&stage.server).await;
            let body = json!({"packageId": SHOP, "follow": true});
            assert_eq!(visitor.post("packages/follow", body).await.status, 401);
        }
        let stage = stage.restarted();
        let known = shop(&stage.ann()).await;
        assert_eq!((&known["followed"], &known["stats"]["followers"]), (&json!(true), &json!(1)));
        let mut ann = signed_in(&stage.server).await;
        let unfollowed = json!({"followers": 0, "followed": false});
        assert_eq!(follow(&mut ann, SHOP, false).await, (200, unfollowed.clone()));
        assert_eq!(follow(&mut ann, SHOP, false).await, (200, unfollowed));
        assert_eq!(followed(&mut ann).await, json!([]));
    });
}

#[test]
fn what_speaks_against_a_package_is_known() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        publish(&ann, "npm-local", "shop", "1.0.0-rc.1", json!({})).await;
        let risk = shop(&ann).await["operationalRisk"].clone();
        assert_eq!(risk, json!({"riskLevel": "LOW", "reasons": ["PRE_RELEASE"]}));
        for version in ["1.0.0", "1.1.0", "2.0.0-rc.1", "2.0.0"] {
            publish(&ann, "npm-local", "shop", version, json!({})).await;
        }
        let risk = shop(&ann).await["operationalRisk"].clone();
        assert_eq!(risk, json!({"riskLevel": "NONE", "reasons": []}));
        let versions = "query { versions(filter: {packageId: \"npm://shop\", name: \"1*\"}) {
            edges { node { name releasesBehind operationalRisk { riskLevel } } } } }";
        let found = data(&ann, versions, json!({})).await;
        let edges = found["versions"]["edges"].as_array().expect("edges").iter();
        let behind: Vec<_> = edges
            .map(|edge| (edge["node"]["name"].clone(), edge["node"]["releasesBehind"].clone()))
            .collect();
        let expected = [("1.1.0", 1), ("1.0.0", 2), ("1.0.0-rc.1", 3)];
        assert_eq!(behind, expected.map(|(name, count)| (json!(name), json!(count))));

        let path = "/artifactory/api/npm/npm-local/shop";
        let mut read = ann.get(&format!("{path}?write=true")).await.json();
        read["versions"]["2.0.0"]["deprecated"] = json!("use till");
        assert_eq!(ann.send(Request::new("PUT", path).json(&read)).await.status, 200);
        let risk = shop(&ann).await["operationalRisk"].clone();
        assert_eq!(risk, json!({"riskLevel": "HIGH", "reasons": ["DEPRECATED"]}));
    });
}

#[test]
fn downloads_are_counted_by_day_and_for_the_quota_of_the_month() {
    run(async {
        let quota = "[installation]\nmonthly_transfer_bytes = 100\n\
            [installation.access]\nmfa_required = \"nobody\"\n";
        let stage = Stage::at(Place::new().with_settings(quota)).await;
        let created = stage.ann().create("npm-local", json!({"packageType": "npm"})).await;
        assert_eq!(created.status, 200);
        publish(&stage.ann(), "npm-local", "shop", "1.0.0", json!({})).await;
        publish(&stage.ann(), "npm-local", "shop", "1.1.0", json!({})).await;
        let before = data(&stage.ann(), TRANSFER, json!({})).await["dataTransfer"].clone();
        assert_eq!((&before["bytes"], &before["isReached"]), (&json!(0), &json!(false)));
        for _ in 0..2 {
            let path = "/artifactory/api/npm/npm-local/shop/-/shop-1.0.0.tgz";
            assert_eq!(stage.ann().get(path).await.status, 200);
        }
        // A stop records the minute.
        let stage = stage.restarted();
        let after = data(&stage.ann(), TRANSFER, json!({})).await["dataTransfer"].clone();
        assert!(after["bytes"].as_u64().is_some_and(|bytes| bytes > 100), "{after}");
        assert_eq!((&after["quotaBytes"], &after["isReached"]), (&json!(100), &json!(true)));
        let of_bob = data(&stage.bob(), TRANSFER, json!({})).await["dataTransfer"].clone();
        assert_eq!((&of_bob["bytes"], &of_bob["isReached"]), (&json!(null), &json!(true)));

        let mut ann = signed_in(&stage.server).await;
        for (query, days, sum) in [
            ("", 90, 2),
            ("&version=1.0.0&days=7", 7, 2),
            ("&version=1.1.0&days=1", 1, 0),
            ("&version=9.9.9", 90, 0),
        ] {
            let answer = ann.get(&format!("packages/downloads?packageId={SHOP}{query}")).await;
            let found = answer.json();
            let counted = found["days"].as_array().unwrap_or_else(|| panic!("{found}"));
            let counts = counted.iter().filter_map(|day| day["downloads"].as_u64());
            assert_eq!((counted.len(), counts.sum::<u64>()), (days, sum), "{query}");
        }
        for days in ["0", "367", "-1", "x"] {
            let answer = ann.get(&format!("packages/downloads?packageId={SHOP}&days={days}")).await;
            assert_eq!(answer.status, 400, "{days}");
        }
        let mut carol = member(&stage, "carol").await;
        let hidden = carol.get(&format!("packages/downloads?packageId={SHOP}")).await;
        assert_eq!(hidden.status, 404);

        // What is recorded of a month stays when a repository is deleted.
        let deleted = stage.ann().delete("/artifactory/api/repositories/npm-local").await;
        assert_eq!(deleted.status, 200);
        let still = data(&stage.ann(), TRANSFER, json!({})).await["dataTransfer"].clone();
        assert_eq!(still, after);
    });
}
