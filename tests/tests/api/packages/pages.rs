//! The pages of lists of packages and versions: where they go on, and their sizes.

use serde_json::{Value, json};
use waybill_tests::{Place, run};

use super::{ask, data, publish};
use crate::stage::{Client, Stage};

/// covers: [PKG-06]
#[test]
fn pages_go_on_where_they_ended_whatever_arrives_meanwhile() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        for name in ["a", "b", "c", "d", "e"] {
            publish(&ann, "npm-local", name, "1.0.0", json!({})).await;
        }
        let page = "query($after: String, $name: String) { packages(filter: {name: $name}, limit: 2, endCursor: $after) \
            { edges { node { name } } pageInfo { hasNextPage endCursor } } }";
        let (mut after, mut seen) = (Value::Null, Vec::new());
        loop {
            let page = data(&ann, page, json!({"after": after})).await["packages"].clone();
            let edges = page["edges"].as_array().expect("edges");
            seen.extend(
                edges.iter().map(|edge| edge["node"]["name"].as_str().expect("a name").to_owned()),
            );
            // One arrives before and one behind the end of the first page, and one goes.
            if after.is_null() {
                publish(&ann, "npm-local", "aa", "1.0.0", json!({})).await;
                publish(&ann, "npm-local", "cc", "1.0.0", json!({})).await;
                assert_eq!(ann.delete("/artifactory/npm-local/d/-/d-1.0.0.tgz").await.status, 204);
            }
            after = page["pageInfo"]["endCursor"].clone();
            assert_eq!(page["pageInfo"]["hasNextPage"], !after.is_null());
            if after.is_null() {
                break;
            }
        }
        assert_eq!(seen, ["a", "b", "c", "cc", "e"]);
        // The end of a page is one of its query.
        let first = data(&ann, page, json!({"name": "*"})).await;
        let end = first["packages"]["pageInfo"]["endCursor"].clone();
        for (after, name) in [(end, "a*"), (json!("nonsense"), "*"), (json!("AAAA"), "*")] {
            let answer = ask(&ann, page, json!({"after": after, "name": name})).await.json();
            assert_eq!(answer["errors"][0]["code"], "cursor", "{answer}");
        }
    });
}

/// covers: [PKG-06]
#[test]
fn pages_have_the_configured_sizes_unless_a_query_asks_for_another() {
    run(async {
        let settings = "[installation.package_pages]\nfirst_level = 2\nsecond_level = 3\n";
        let stage = Stage::at(Place::new().with_settings(settings)).await;
        let ann = stage.ann();
        assert_eq!(ann.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
        for name in ["a", "b", "c", "d"] {
            publish(&ann, "npm-local", name, "1.0.0", json!({})).await;
        }
        for version in ["1.0.1-rc", "1.0.1-RC", "1.0.1"] {
            publish(&ann, "npm-local", "a", version, json!({})).await;
        }
        let all = json!({"include_patterns": ["**"], "exclude_patterns": []});
        let users = json!({"users": {"bob": ["READ"]}});
        stage.grant(json!({"actions": users, "targets": {"npm-local": all}})).await;
        let size = async |client: &Client<'_>, list: &str| {
            let query = format!(
                "{{ list: {list} {{ edges {{ node {{ name }} }} pageInfo {{ hasNextPage }} }} }}"
            );
            let found = data(client, &query, json!({})).await["list"].clone();
            let rows = found["edges"].as_array().expect("edges").len();
            (rows, found["pageInfo"]["hasNextPage"] == true)
        };
        let versions = "versions(filter: {packageId: \"npm://a\"})";
        // Versions with one name: two that differ in case.
        let single = "versions(filter: {packageId: \"npm://a\", name: \"1.0.1-rc\"})";
        let bob = stage.bob();
        for (list, of_bob, of_ann) in [
            ("packages", (2, true), (4, false)),
            ("packages(limit: 3)", (3, true), (3, true)),
            (versions, (3, true), (4, false)),
            (single, (1, true), (1, true)),
        ] {
            assert_eq!(size(&bob, list).await, of_bob, "{list}");
            assert_eq!(size(&ann, list).await, of_ann, "{list}");
        }
        for (types, rows) in [("\"npm\"", 3), ("[\"pypi\", \"*\"]", 3), ("[\"pypi\"]", 0)] {
            let list =
                format!("versions(filter: {{packageId: \"npm://a\", package_type: {types}}})");
            assert_eq!(size(&bob, &list).await.0, rows, "{types}");
        }
        // Administrators, and everyone unless it is set, have pages of 100.
        for at in 0..97 {
            publish(&ann, "npm-local", &format!("e{at}"), "1.0.0", json!({})).await;
        }
        assert_eq!(size(&ann, "packages").await, (100, true));
        let too_many = Place::new().with_settings("[installation.package_pages]\nsingle = 101\n");
        let refused = too_many.start_fails("127.0.0.1:0");
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(message.contains("`package_pages.single` must be 1 to 100"), "{message}");
    });
}
