//! The catalogue of packages, as programs query it.

mod changes;
mod pages;

use serde_json::{Value, json};
use waybill_tests::{Answer, Request, run};

use crate::npm::{document, tarball};
use crate::stage::{Client, Stage};

const QUERY: &str = "/metadata/api/v1/query";
const NODE: &str = "id name description latestVersion versionsCount packageType licenses tags repos \
    stats { downloads }";

async fn ask(client: &Client<'_>, query: &str, variables: Value) -> Answer {
    let body = json!({"query": query, "variables": variables});
    client.send(Request::new("POST", QUERY).json(&body)).await
}

/// The answer to a query that has no problem.
pub(crate) async fn data(client: &Client<'_>, query: &str, variables: Value) -> Value {
    let answer = ask(client, query, variables).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let json = answer.json();
    assert_eq!(json["errors"], json!([]), "{json}");
    json["data"].clone()
}

/// The packages that a filter leaves.
async fn packages(client: &Client<'_>, filter: Value, more: &str) -> Vec<Value> {
    let query = format!(
        "query($filter: PackageFilter) {{ packages(filter: $filter {more}) {{ edges {{ node {{ {NODE} }} }} }} }}"
    );
    let data = data(client, &query, json!({"filter": filter})).await;
    let edges = data["packages"]["edges"].as_array().expect("edges").iter();
    edges.map(|edge| edge["node"].clone()).collect()
}

async fn names(client: &Client<'_>, filter: Value, more: &str) -> Vec<String> {
    let found = packages(client, filter, more).await;
    found.iter().map(|node| node["name"].as_str().expect("a name").to_owned()).collect()
}

pub(crate) async fn publish(
    client: &Client<'_>,
    key: &str,
    name: &str,
    version: &str,
    more: Value,
) {
    let mut sent = document(name, version, &tarball(name, version));
    let manifest = sent["versions"][version].as_object_mut().expect("a manifest");
    manifest.extend(more.as_object().expect("an object").clone());
    let path = format!("/artifactory/api/npm/{key}/{}", name.replace('/', "%2f"));
    let published = client.send(Request::new("PUT", &path).json(&sent)).await;
    assert_eq!(published.status, 201, "{}", published.json());
}

/// covers: [PKG-06]
#[test]
fn packages_are_found_at_once_by_what_is_known_of_them() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        assert_eq!(ann.create("npm-other", json!({"packageType": "npm"})).await.status, 200);
        let about = json!({"description": "Sells things", "license": "MIT", "keywords": ["Trade"]});
        publish(&ann, "npm-local", "@acme/shop", "1.9.0", about.clone()).await;
        publish(&ann, "npm-local", "@acme/shop", "1.10.0", about.clone()).await;
        publish(&ann, "npm-other", "@acme/shop", "2.0.0-rc.1", about).await;
        publish(&ann, "npm-local", "till", "0.1.0", json!({"license": "Apache-2.0"})).await;

        let found = packages(&ann, json!({"name": "*shop"}), "").await;
        let [shop] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(shop["id"], "npm://@acme/shop");
        assert_eq!(shop["versionsCount"], 3);
        assert_eq!(shop["repos"], json!(["npm-local", "npm-other"]));
        assert_eq!((&shop["licenses"], &shop["tags"]), (&json!(["MIT"]), &json!(["Trade"])));
        // A pre-release is the latest version of no package that has a release.
        assert_eq!(shop["latestVersion"], "1.10.0");
        for (filter, expected) in [
            (json!({}), &["@acme/shop", "till"][..]),
            (json!({"name": "TILL"}), &["till"]),
            (json!({"name": "t?ll"}), &["till"]),
            (json!({"name": "til"}), &[]),
            (json!({"lowercase_name": "til*"}), &["till"]),
            (json!({"description": "*things*"}), &["@acme/shop"]),
            (json!({"tags": ["trade"]}), &["@acme/shop"]),
            (json!({"licenses": ["Apache-2.0"]}), &["till"]),
            (json!({"version": "2.0*"}), &["@acme/shop"]),
            (json!({"scope": "acme"}), &["@acme/shop"]),
            (json!({"scope": "@acme", "name": "s*"}), &["@acme/shop"]),
            (json!({"repos": ["npm-other"]}), &["@acme/shop"]),
            (json!({"repos": ["nowhere"]}), &[]),
            (json!({"package_type": "*"}), &["@acme/shop", "till"]),
            (json!({"package_type": ["npm", "golang"]}), &["@acme/shop", "till"]),
            (json!({"package_type": "nuget"}), &[]),
            (json!({"after": "2000-01-01"}), &["@acme/shop", "till"]),
            (json!({"before": "2000-01-01"}), &[]),
        ] {
            assert_eq!(names(&ann, filter.clone(), "").await, expected, "{filter}");
        }
        let reversed = names(&ann, json!({}), "sort_by: name, sort_type: DESC").await;
        assert_eq!(reversed, ["till", "@acme/shop"]);
        let newest = names(&ann, json!({}), "sort_by: modified, sort_type: DESC").await;
        assert_eq!(newest, ["till", "@acme/shop"]);
        // A file is found by its checksums, and by none that it does not have.
        let versions = data(
            &ann,
            "{ versions(filter: {packageId: \"npm://till\"}) { edges { node { files { sha256 sha1 lead } } } } }",
            json!({}),
        )
        .await;
        let file = &versions["versions"]["edges"][0]["node"]["files"][0];
        assert_eq!(file["lead"], true);
        for kind in ["sha256", "sha1"] {
            assert_eq!(names(&ann, json!({"checksum": file[kind]}), "").await, ["till"]);
        }
        assert_eq!(names(&ann, json!({"checksum": "0".repeat(64)}), "").await, [""; 0]);

        // What is removed is gone at once, and what is left says what the latest version is.
        let gone = "/artifactory/npm-local/@acme/shop/-/shop-1.10.0.tgz";
        assert_eq!(ann.delete(gone).await.status, 204);
        let shop = &packages(&ann, json!({"name": "*shop"}), "").await[0];
        assert_eq!((&shop["versionsCount"], &shop["latestVersion"]), (&json!(2), &json!("1.9.0")));
        // So it is after a start, which reads the index from what is stored.
        let stage = stage.restarted();
        let ann = stage.ann();
        let facets = "{ packageFacets { total exact isPartial licenses { value count } repos { value count } } }";
        let mut counted = data(&ann, facets, json!({})).await["packageFacets"].clone();
        for _ in 0..1_200 {
            if counted["isPartial"] == false {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            counted = data(&ann, facets, json!({})).await["packageFacets"].clone();
        }
        assert_eq!((&counted["total"], &counted["exact"]), (&json!(2), &json!(true)));
        assert_eq!(counted["repos"][0], json!({"value": "npm-local", "count": 2}));
        assert_eq!(names(&ann, json!({}), "").await, ["@acme/shop", "till"]);
    });
}

/// covers: [PKG-07]
#[test]
fn versions_have_the_order_of_their_clients() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        for version in ["1.9.0", "1.10.0", "2.0.0-rc.2", "2.0.0-rc.10", "1.2.0"] {
            publish(&ann, "npm-local", "till", version, json!({"license": "MIT"})).await;
        }
        let query = "query($filter: VersionFilter!, $sort: SortType, $limit: Int, $after: String) \
            { versions(filter: $filter, sort: $sort, limit: $limit, endCursor: $after) \
            { edges { node { name preRelease tags } } pageInfo { endCursor } } }";
        let versions = async |more: Value, sort: &str| {
            let mut filter = json!({"packageId": "npm://till"});
            filter
                .as_object_mut()
                .expect("an object")
                .extend(more.as_object().expect("an object").clone());
            let answer = data(&ann, query, json!({"filter": filter, "sort": sort})).await;
            let edges = answer["versions"]["edges"].as_array().expect("edges").clone();
            edges
                .iter()
                .map(|edge| edge["node"]["name"].as_str().expect("a name").to_owned())
                .collect::<Vec<_>>()
        };
        let all = ["2.0.0-rc.10", "2.0.0-rc.2", "1.10.0", "1.9.0", "1.2.0"];
        assert_eq!(versions(json!({}), "DESC").await, all);
        let mut ascending = all;
        ascending.reverse();
        assert_eq!(versions(json!({}), "ASCENDING").await, ascending);
        assert_eq!(
            versions(json!({"ignorePreRelease": true}), "DESC").await,
            ["1.10.0", "1.9.0", "1.2.0"]
        );
        assert_eq!(versions(json!({"name": "1.1*"}), "DESC").await, ["1.10.0"]);
    });
}

/// Packages that a caller may not read are in no list, no count and no search.
#[test]
fn packages_and_their_counts_are_as_rights_allow() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        publish(&ann, "npm-local", "secret", "1.0.0", json!({"license": "MIT"})).await;
        publish(&ann, "npm-local", "open", "1.0.0", json!({"license": "MIT"})).await;
        let bob = stage.bob();
        assert_eq!(names(&bob, json!({}), "").await, [""; 0]);
        let targets =
            json!({"npm-local": {"include_patterns": ["open/**"], "exclude_patterns": []}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let bob = stage.bob();
        assert_eq!(names(&bob, json!({}), "").await, ["open"]);
        assert_eq!(names(&bob, json!({"name": "sec*"}), "").await, [""; 0]);
        let facets = "{ packageFacets { total licenses { count } } }";
        let counted = data(&bob, facets, json!({})).await;
        assert_eq!(counted["packageFacets"], json!({"total": 1, "licenses": [{"count": 1}]}));
        let one = "query($id: String!) { package(id: $id) { name } }";
        assert_eq!(data(&bob, one, json!({"id": "npm://secret"})).await["package"], Value::Null);
        let versions =
            "{ versions(filter: {packageId: \"npm://secret\"}) { edges { node { name } } } }";
        assert_eq!(data(&bob, versions, json!({})).await["versions"]["edges"], json!([]));
        // Of a package that may be read in part, the other versions cannot be searched for either.
        publish(&ann, "npm-local", "open", "2.0.0", json!({"license": "MIT"})).await;
        let one = json!({"npm-local": {"include_patterns": ["open/-/open-1.0.0.tgz"], "exclude_patterns": []}});
        let actions = json!({"users": {"bob": ["READ"]}});
        stage.grant(json!({"actions": &actions, "targets": one})).await;
        let bob = stage.bob();
        assert_eq!(names(&bob, json!({"version": "1.0.0"}), "").await, ["open"]);
        assert_eq!(names(&bob, json!({"version": "2.0.0"}), "").await, [""; 0]);
        assert_eq!(names(&ann, json!({"version": "2.0.0"}), "").await, ["open"]);
        let found = packages(&bob, json!({}), "").await;
        assert_eq!(
            (&found[0]["latestVersion"], &found[0]["versionsCount"]),
            (&json!("1.0.0"), &json!(1))
        );
        // Rights that end are gone with the next page.
        let elsewhere =
            json!({"npm-local": {"include_patterns": ["x/**"], "exclude_patterns": []}});
        stage.grant(json!({"actions": actions, "targets": elsewhere})).await;
        assert_eq!(names(&stage.bob(), json!({}), "").await, [""; 0]);
    });
}

#[test]
fn a_query_that_is_not_valid_is_explained() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        let nested = format!(
            "{{ packages {{ {}edges{{node{{name}}}}{} }} }}",
            "...{".repeat(40),
            "}".repeat(40)
        );
        for (query, word) in [
            ("", "expected"),
            ("{ packages { edges { node { colour } } } }", "colour"),
            ("{ packages(limit: 0) { edges { node { name } } } }", "limit"),
            ("{ packages(limit: 101) { edges { node { name } } } }", "limit"),
            (
                "{ packages(filter: {after: \"yesterday\"}) { edges { node { name } } } }",
                "yyyy-mm-dd",
            ),
            ("{ packages(filter: {checksum: \"xyz\"}) { edges { node { name } } } }", "SHA-256"),
            ("{ package(id: \"left-pad\") { name } }", "npm://left-pad"),
            (nested.as_str(), "ecursion"),
        ] {
            let answer = ask(&ann, query, json!({})).await;
            let json = answer.json();
            let message = json["errors"][0]["message"].as_str().unwrap_or_default();
            assert!(message.contains(word), "{query}: {json}");
        }
        let long = format!(
            "{{ packages(filter: {{name: \"{}\"}}) {{ edges {{ node {{ name }} }} }} }}",
            "x".repeat(10_000)
        );
        let answer = ask(&ann, &long, json!({})).await.json();
        assert!(answer.to_string().contains("at most"), "{answer}");
        let anyone = stage.anyone(
            Request::new("POST", QUERY).json(&json!({"query": "{ packages { isPartial } }"})),
        );
        assert_eq!(anyone.await.status, 401);
    });
}
