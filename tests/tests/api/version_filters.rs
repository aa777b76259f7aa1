//! The filters, orders and pages of versions, as the documents have them (PKG-06).

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use crate::advisories::{CRITICAL, SCANNING, advisory, import};
use crate::components::stage_with;
use crate::packages::{data, publish};
use crate::stage::{Client, Stage};

const VERSIONS: &str = "query($filter: VersionFilter!, $sort: SortType, $limit: Int, $after: String) \
    { versions(filter: $filter, sort: $sort, limit: $limit, endCursor: $after) \
    { edges { node { name created tags files { name } } } pageInfo { hasNextPage endCursor } } }";

/// Four versions in two repositories, two advisories, and a tag.
async fn stage() -> Stage {
    let stage = stage_with(SCANNING).await;
    let ann = stage.ann();
    for key in ["npm-local", "npm-other"] {
        assert_eq!(ann.create(key, json!({"packageType": "npm"})).await.status, 200);
    }
    for (key, version, licence) in [
        ("npm-local", "1.0.0", "MIT"),
        ("npm-local", "1.1.0", "Apache 2.0"),
        ("npm-local", "2.0.0-rc.1", "MIT"),
        ("npm-other", "3.0.0", "MIT"),
    ] {
        publish(&ann, key, "till", version, json!({"license": licence})).await;
    }
    let tag = "/artifactory/api/npm/npm-local/-/package/till/dist-tags/stable";
    let tagged = ann.send(Request::new("PUT", tag).json(&json!("1.1.0"))).await;
    assert_eq!(tagged.status, 201, "{}", tagged.json());
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

async fn page(client: &Client<'_>, more: Value, variables: Value) -> Value {
    let mut filter = json!({"packageId": "npm://till"});
    let fields = more.as_object().expect("an object").clone();
    filter.as_object_mut().expect("an object").extend(fields);
    let mut all = variables;
    all["filter"] = filter;
    data(client, VERSIONS, all).await["versions"].clone()
}

fn names(page: &Value) -> Vec<&str> {
    let edges = page["edges"].as_array().expect("edges").iter();
    edges.map(|edge| edge["node"]["name"].as_str().expect("a name")).collect()
}

/// covers: [PKG-06]
#[test]
fn versions_are_found_by_each_filter_of_the_documents() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        let all = page(&ann, json!({}), json!({})).await;
        let created = all["edges"][2]["node"]["created"].clone();
        assert_eq!(all["edges"][2]["node"]["tags"], json!(["stable"]));
        let every = ["3.0.0", "2.0.0-rc.1", "1.1.0", "1.0.0"];
        for (filter, expected) in [
            (json!({}), &every[..]),
            (json!({"packageId": "npm://shop"}), &[]),
            (json!({"name": "1.*"}), &["1.1.0", "1.0.0"]),
            (json!({"name": "2.0.0-RC.1"}), &["2.0.0-rc.1"]),
            (json!({"tags": ["stable", "beta"]}), &["1.1.0"]),
            (json!({"tags": ["beta"]}), &[]),
            (json!({"repos": ["npm-other"]}), &["3.0.0"]),
            (json!({"repos": ["nowhere"]}), &[]),
            (json!({"package_type": ["npm"]}), &every),
            (json!({"package_type": ["docker"]}), &[]),
            (json!({"after": created}), &every[..3]),
            (json!({"before": created}), &["1.0.0"]),
            (json!({"after": "2000-01-01", "before": "2000-01-02"}), &[]),
            (json!({"licenses": ["Apache-2.0"]}), &["1.1.0"]),
            (json!({"severities": ["critical"]}), &["1.0.0"]),
            (json!({"severities": ["low"]}), &["2.0.0-rc.1", "1.1.0", "1.0.0"]),
            (json!({"severities": ["high"]}), &[]),
            (json!({"cve": "cve-2026-1"}), &["1.0.0"]),
            (json!({"cve": "CVE-2026-1", "severities": ["low"]}), &[]),
            (json!({"ignorePreRelease": true}), &["3.0.0", "1.1.0", "1.0.0"]),
            (json!({"tags": ["stable"], "licenses": ["MIT"]}), &[]),
        ] {
            assert_eq!(names(&page(&ann, filter.clone(), json!({})).await), expected, "{filter}");
        }
        for (filter, files) in [(json!({}), 1), (json!({"includeFiles": false}), 0)] {
            let found = page(&ann, filter.clone(), json!({})).await;
            let listed = found["edges"][0]["node"]["files"].as_array().map(Vec::len);
            assert_eq!(listed, Some(files), "{filter}");
        }
    });
}

/// covers: [PKG-06]
#[test]
fn pages_of_versions_follow_each_other_in_both_directions() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        for (sort, expected) in [
            ("DESC", ["3.0.0", "2.0.0-rc.1", "1.1.0", "1.0.0"]),
            ("ASC", ["1.0.0", "1.1.0", "2.0.0-rc.1", "3.0.0"]),
        ] {
            let (mut after, mut seen) = (Value::Null, Vec::new());
            for rows in [3, 1] {
                let variables = json!({"sort": sort, "limit": 3, "after": after});
                let page = page(&ann, json!({}), variables).await;
                assert_eq!(names(&page).len(), rows, "{sort}");
                seen.extend(names(&page).into_iter().map(str::to_owned));
                after = page["pageInfo"]["endCursor"].clone();
                assert_eq!(page["pageInfo"]["hasNextPage"], rows == 3);
                assert_eq!(after.is_null(), rows == 1);
            }
            assert_eq!(seen, expected);
        }
        // A cursor goes with the filter that it came from.
        let first = page(&ann, json!({}), json!({"limit": 1})).await;
        let filter = json!({"packageId": "npm://till", "tags": ["stable"]});
        let variables = json!({"filter": filter, "after": first["pageInfo"]["endCursor"]});
        let body = json!({"query": VERSIONS, "variables": variables});
        let request = Request::new("POST", "/metadata/api/v1/query").json(&body);
        let refused = ann.send(request).await.json();
        assert_eq!(refused["errors"][0]["code"], "cursor", "{refused}");
    });
}
