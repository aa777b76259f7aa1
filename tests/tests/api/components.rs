//! The scanner's calls: which versions of packages it compares, what it knows of one, and what it compares with.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, run};

use crate::advisories::{CRITICAL, SCANNING, advisory, import, publish};
use crate::signed_in;
use crate::stage::Stage;
use crate::tree::member;

const SEARCH: &str = "xray/ui/component/paginatedsearch";
const DETAILS: &str = "xray/ui/component/details/general";
const VERSION: &str = "xray/ui/homepage/getXrayVersion";
const NO_SECOND_FACTOR: &str = "[installation.access]\nmfa_required = \"nobody\"\n";

/// A server with these settings of the installation, whose users need no second factor.
pub(crate) async fn stage_with(settings: &str) -> Stage {
    Stage::at(Place::new().with_settings(&format!("{settings}{NO_SECOND_FACTOR}"))).await
}

/// The page of components that a query and a body ask for.
async fn page(browser: &mut Browser, query: &str, body: Value) -> Value {
    let answer = browser.post(&format!("{SEARCH}?{query}"), body).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// The ids of the components of a page, without the type of their packages.
async fn ids(browser: &mut Browser, query: &str, body: Value) -> Vec<String> {
    let page = page(browser, query, body).await;
    let rows = page["data"].as_array().expect("components").iter();
    rows.map(|row| row["id"].as_str().expect("an id").replace("npm://", "")).collect()
}

async fn details(browser: &mut Browser, id: &str) -> Value {
    let answer = browser.post(DETAILS, json!({"component_id": id})).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// A server that scans, with three versions of `till`, of which the first has two vulnerabilities and the others one,
/// and then `shop`, which has none.
async fn scanning_stage() -> Stage {
    let stage = stage_with(SCANNING).await;
    let ann = stage.ann();
    assert_eq!(ann.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
    for version in ["1.10.0", "1.0.0", "1.9.0"] {
        publish(&ann, "till", version, "The MIT License").await;
    }
    publish(&ann, "shop", "1.0.0", "Apache 2.0").await;
    let critical = json!({
        "aliases": ["CVE-2026-1"], "severity": [{"type": "CVSS_V3", "score": CRITICAL}],
    });
    let low = json!({"database_specific": {"severity": "LOW"}});
    let documents = [
        ("a.json", advisory("GHSA-1", "till", "1.1.0", critical).to_string()),
        ("b.json", advisory("GHSA-2", "till", "2.0.0", low).to_string()),
    ];
    import(&stage, &documents).await;
    stage
}

/// covers: [PKG-10]
#[test]
fn components_are_the_versions_that_are_scanned() {
    run(async {
        let stage = scanning_stage().await;
        let mut ann = signed_in(&stage.server).await;
        // Those with findings, the last update first.
        let found = page(&mut ann, "", json!({})).await;
        let first = &found["data"][1];
        assert_eq!(
            (&first["id"], &first["name"], &first["version"], &first["package_type"]),
            (&json!("npm://till:1.0.0"), &json!("till"), &json!("1.0.0"), &json!("npm"))
        );
        let counts = &first["vulnerabilities"];
        assert_eq!(
            (&counts["critical"], &counts["low"], &counts["high"]),
            (&json!(1), &json!(1), &Value::Null)
        );
        assert_eq!(first["licenses"], json!(["MIT"]));
        assert!(first["last_updated"].is_string(), "{first}");
        assert_eq!(
            (&found["page_num"], &found["num_of_rows"], &found["has_next_page"]),
            (&json!(1), &json!(20), &json!(false))
        );

        let all = json!({"all_components": true});
        for (query, body, expected) in [
            ("", json!({}), &["till:1.9.0", "till:1.0.0", "till:1.10.0"][..]),
            ("", json!({"all_components": false}), &["till:1.9.0", "till:1.0.0", "till:1.10.0"]),
            ("", all.clone(), &["shop:1.0.0", "till:1.9.0", "till:1.0.0", "till:1.10.0"]),
            (
                "direction=asc",
                all.clone(),
                &["till:1.10.0", "till:1.0.0", "till:1.9.0", "shop:1.0.0"],
            ),
            (
                "direction=desc&order_by=last_updated&num_of_rows=2&page_num=2",
                all.clone(),
                &["till:1.0.0", "till:1.10.0"],
            ),
            ("num_of_rows=3&page_num=2", all.clone(), &["till:1.10.0"]),
            ("num_of_rows=3&page_num=3", all.clone(), &[]),
            ("direction=asc&num_of_rows=1&page_num=4", all.clone(), &["shop:1.0.0"]),
            // By name, and then in the order of versions.
            (
                "order_by=name",
                all.clone(),
                &["shop:1.0.0", "till:1.0.0", "till:1.9.0", "till:1.10.0"],
            ),
            ("order_by=name&direction=desc&num_of_rows=2", all, &["till:1.10.0", "till:1.9.0"]),
            ("", json!({"name": "T?LL"}), &["till:1.9.0", "till:1.0.0", "till:1.10.0"]),
            ("", json!({"name": "sh*"}), &[]),
            ("", json!({"severities": ["critical"]}), &["till:1.0.0"]),
            ("", json!({"severities": ["medium", "nonsense"]}), &[]),
            ("", json!({"severities": ["low"], "cve": "ghsa-1"}), &[]),
            (
                "order_by=name",
                json!({"cve": "ghsa-2", "all_components": true}),
                &["till:1.0.0", "till:1.9.0", "till:1.10.0"],
            ),
            ("", json!({"cve": "CVE-1900-1"}), &[]),
            ("", json!({"name": "sh*", "all_components": true}), &["shop:1.0.0"]),
        ] {
            assert_eq!(ids(&mut ann, query, body.clone()).await, expected, "{query} {body}");
        }
        let two = page(&mut ann, "num_of_rows=2", json!({})).await;
        assert_eq!(two["has_next_page"], true);
    });
}

/// The pages together have the order in which packages were published in turns, in both directions.
#[test]
fn pages_of_components_go_through_the_versions_of_all_packages_in_one_order() {
    run(async {
        let stage = scanning_stage().await;
        let client = stage.ann();
        let mut published: Vec<String> =
            ["till:1.10.0", "till:1.0.0", "till:1.9.0", "shop:1.0.0"].map(str::to_owned).into();
        for (at, name) in ["a", "b", "a", "c", "b", "a", "a", "shop", "c"].iter().enumerate() {
            let version = format!("3.{}.0", 20 - at);
            publish(&client, name, &version, "MIT").await;
            published.push(format!("{name}:{version}"));
        }
        let mut ann = signed_in(&stage.server).await;
        let all = json!({"all_components": true});
        for (direction, rows) in [("asc", 5), ("desc", 1), ("desc", 4), ("desc", 100)] {
            let mut found = Vec::new();
            for page_num in 1..=published.len().div_ceil(rows) {
                let query = format!("direction={direction}&num_of_rows={rows}&page_num={page_num}");
                found.extend(ids(&mut ann, &query, all.clone()).await);
            }
            if direction == "desc" {
                found.reverse();
            }
            assert_eq!(found, published, "{direction} {rows}");
        }
    });
}

/// covers: [PKG-10]
#[test]
fn a_page_has_twenty_rows_and_its_bounds_are_named() {
    run(async {
        let stage = scanning_stage().await;
        let client = stage.ann();
        for patch in 0..20 {
            publish(&client, "till", &format!("1.2.{patch}"), "MIT").await;
        }
        let mut ann = signed_in(&stage.server).await;
        let first = ids(&mut ann, "", json!({})).await;
        assert_eq!((first.len(), first[0].as_str()), (20, "till:1.2.19"));
        assert_eq!(
            ids(&mut ann, "page_num=2", json!({})).await,
            ["till:1.9.0", "till:1.0.0", "till:1.10.0"]
        );
        for (query, field) in [
            ("num_of_rows=0", "num_of_rows"),
            ("num_of_rows=101", "num_of_rows"),
            ("page_num=0", "page_num"),
            ("page_num=501", "page_num"),
            ("page_num=18446744073709551615&num_of_rows=1", "page_num"),
        ] {
            let refused = ann.post(&format!("{SEARCH}?{query}"), json!({})).await;
            assert_eq!((refused.status, &refused.json()["error"]["field"]), (400, &json!(field)));
        }
        for query in ["direction=up", "order_by=size", "rows=3", "num_of_rows=many"] {
            let refused = ann.post(&format!("{SEARCH}?{query}"), json!({})).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, "malformed_query"));
        }
        for (body, code) in [
            (json!({"severity": "high"}), "malformed_body"),
            (json!({"all_components": "yes"}), "malformed_body"),
            (json!({"name": "a".repeat(1_025)}), "search"),
        ] {
            let refused = ann.post(SEARCH, body).await;
            assert_eq!((refused.status, refused.code().as_str()), (400, code));
        }
        assert_eq!(ids(&mut ann, "page_num=500", json!({})).await, [""; 0]);
    });
}

#[test]
fn users_find_the_components_that_they_may_read() {
    run(async {
        let stage = scanning_stage().await;
        let mut carol = member(&stage, "carol").await;
        let all = json!({"all_components": true});
        assert_eq!(ids(&mut carol, "", all.clone()).await, [""; 0]);
        let hidden = carol.post(DETAILS, json!({"component_id": "npm://till:1.9.0"})).await;
        assert_eq!((hidden.status, hidden.code().as_str()), (404, "not_found"));
        let patterns = json!({"include_patterns": ["till/**"], "exclude_patterns": ["**/*1.9.0*"]});
        let users = json!({"users": {"carol": ["READ"]}});
        stage.grant(json!({"actions": users, "targets": {"npm-local": patterns}})).await;
        for query in ["", "order_by=name&direction=desc", "direction=desc"] {
            let mut found = ids(&mut carol, query, all.clone()).await;
            found.sort();
            assert_eq!(found, ["till:1.0.0", "till:1.10.0"], "{query}");
        }
        assert_eq!(details(&mut carol, "npm://till:1.0.0").await["version"], "1.0.0");
        let hidden = carol.post(DETAILS, json!({"component_id": "npm://till:1.9.0"})).await;
        assert_eq!(hidden.status, 404);
    });
}

/// covers: [PKG-10]
#[test]
fn a_component_has_details() {
    run(async {
        let stage = scanning_stage().await;
        let ann = stage.ann();
        assert_eq!(ann.create("crates", json!({"packageType": "cargo"})).await.status, 200);
        let mut ann = signed_in(&stage.server).await;
        let found = details(&mut ann, "npm://till:1.0.0").await;
        assert_eq!(found["id"], "npm://till:1.0.0");
        assert_eq!(found["scan_status"], "SCANNED");
        assert_eq!(found["repositories"], json!(["npm-local"]));
        assert_eq!(found["vulnerabilities"]["critical"], 1);
        let list = found["vulnerability_list"].as_array().expect("vulnerabilities");
        assert_eq!(list.len(), 2);
        assert_eq!(
            (&list[0]["id"], &list[0]["cves"], &list[0]["fixedVersions"]),
            (&json!("GHSA-1"), &json!(["CVE-2026-1"]), &json!(["1.1.0"]))
        );
        assert!(found["size"].as_u64().is_some_and(|size| size > 0), "{found}");
        let none = details(&mut ann, "npm://shop:1.0.0").await;
        assert_eq!(
            (&none["scan_status"], &none["vulnerability_list"], &none["licenses"]),
            (&json!("SCANNED"), &json!([]), &json!(["Apache-2.0"]))
        );
        // A pattern is no id.
        for id in
            ["npm://till:9.9.9", "npm://till:1.*", "npm://till", "till:1.0.0", "pip://a:1", ""]
        {
            let missing = ann.post(DETAILS, json!({"component_id": id})).await;
            assert_eq!((missing.status, missing.code().as_str()), (404, "not_found"), "{id}");
        }
        let long = ann.post(DETAILS, json!({"component_id": "a".repeat(4_097)})).await;
        assert_eq!((long.status, long.code().as_str()), (400, "too_long"));
        assert_eq!(ann.post(DETAILS, json!({"id": "npm://till:1.0.0"})).await.status, 400);
    });
}

/// covers: [PKG-10]
#[test]
fn the_scanner_names_its_version_and_the_advisories_that_it_knows() {
    run(async {
        let stage = stage_with(SCANNING).await;
        let client = stage.ann();
        assert_eq!(client.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
        publish(&client, "till", "1.0.0", "MIT").await;
        let mut ann = signed_in(&stage.server).await;
        let before = ann.get(VERSION).await.json();
        assert_eq!(before["xray_version"], ann.get("system/version").await.json()["version"]);
        assert_eq!(
            (&before["xray_revision"], &before["last_import"]),
            (&Value::Null, &Value::Null)
        );
        // Without advisories of its type nothing is scanned.
        assert_eq!(ids(&mut ann, "", json!({"all_components": true})).await, [""; 0]);
        assert_eq!(details(&mut ann, "npm://till:1.0.0").await["scan_status"], "NOT_SCANNED");
        let one = advisory("GHSA-1", "till", "1.1.0", json!({})).to_string();
        import(&stage, &[("a.json", one)]).await;
        let known = ann.get("advisories").await.json();
        let after = ann.get(VERSION).await.json();
        assert_eq!(
            (&after["xray_revision"], &after["last_import"]),
            (&known["last"]["digest"], &known["last"]["at"])
        );
        assert_eq!(ids(&mut ann, "", json!({})).await, ["till:1.0.0"]);
    });
}

#[test]
fn without_the_service_or_the_licence_the_scanner_says_so() {
    run(async {
        let licence = "[installation]\nservices = [\"xray\"]\nlicence = \"OSS\"\n";
        for (settings, status, code, words, version) in [
            ("[installation]\n", 503, "xray_unavailable", "Xray is unavailable", 503),
            (licence, 403, "xray_licence_required", "Requires an Xray license", 200),
        ] {
            let stage = stage_with(settings).await;
            let mut ann = signed_in(&stage.server).await;
            let details = json!({"component_id": "npm://till:1.0.0"});
            for (path, body) in [(SEARCH, json!({})), (DETAILS, details)] {
                let refused = ann.post(path, body).await;
                assert_eq!((refused.status, refused.code().as_str()), (status, code), "{path}");
                let message = refused.json()["error"]["message"].clone();
                assert!(message.as_str().is_some_and(|text| text.starts_with(words)), "{message}");
            }
            assert_eq!(ann.get(VERSION).await.status, version);
        }
    });
}

#[test]
fn visitors_search_components_where_the_installation_lets_them() {
    run(async {
        for (more, status) in [("", 401), ("scanning_search_for_visitors = true\n", 200)] {
            let stage = stage_with(&format!("{SCANNING}{more}")).await;
            let mut visitor = Browser::visiting(&stage.server).await;
            assert_eq!(visitor.post(SEARCH, json!({})).await.status, status, "{more}");
            assert_eq!(visitor.get(VERSION).await.status, status, "{more}");
        }
    });
}
