//! The archive: versions that clients no longer see, found by a search and restored.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, run};

use crate::packages::publish;
use crate::signed_in;
use crate::stage::{Client, Stage};
use crate::tree::member;

const NO_FACTOR: &str = "[installation.access]\nmfa_required = \"nobody\"\n";
const REGISTRY: &str = "/artifactory/api/npm/npm-local";

/// The path of the tarball of a version of a package without a scope.
fn tarball(name: &str, version: &str) -> String {
    format!("{name}/-/{name}-{version}.tgz")
}

async fn status(client: &Client<'_>, name: &str, version: &str) -> u16 {
    let path = format!("{REGISTRY}/{}", tarball(name, version));
    client.send(Request::new("GET", &path)).await.status
}

/// The versions that the registry lists.
async fn listed(client: &Client<'_>, name: &str) -> Vec<String> {
    let document = client.send(Request::new("GET", &format!("{REGISTRY}/{name}"))).await.json();
    let versions = document["versions"].as_object().cloned().unwrap_or_default();
    versions.into_iter().map(|(version, _)| version).collect()
}

fn escaped(query: &str) -> String {
    query.replace(' ', "%20").replace(':', "%3A").replace('*', "%2A")
}

/// What the archive has, as package and version.
async fn found(tab: &mut Browser, query: &str) -> Vec<String> {
    let path = format!("archive/versions?query={}", escaped(query));
    let answer = tab.get(&path).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.json());
    let versions = answer.json()["versions"].as_array().cloned().unwrap_or_default();
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or_default().to_owned();
    versions
        .iter()
        .map(|row| format!("{} {}", text(row, "package"), text(row, "version")))
        .collect()
}

#[test]
fn an_archived_version_is_gone_for_clients_and_is_restored_as_it_was() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let mut tab = signed_in(&stage.server).await;
        let ann = stage.ann();
        for (name, version) in [("shop", "1.0.0"), ("shop", "2.0.0"), ("till", "1.0.0")] {
            publish(&ann, "npm-local", name, version, json!({})).await;
        }
        assert_eq!(found(&mut tab, "name:* pkg:npm repo:npm-local").await, [""; 0]);
        let place = json!({"repository": "npm-local", "path": tarball("shop", "2.0.0")});
        let archived = tab.post("archive/versions", place.clone()).await;
        assert_eq!(archived.status, 200, "{}", archived.json());
        let archived = archived.json();
        assert_eq!(
            (&archived["package"], &archived["version"], &archived["files"]),
            (&json!("shop"), &json!("2.0.0"), &json!(1))
        );
        assert_eq!(
            (status(&ann, "shop", "2.0.0").await, listed(&ann, "shop").await),
            (404, vec!["1.0.0".to_owned()])
        );
        assert_eq!(tab.post("archive/versions", place).await.status, 404, "it is gone");
        let trash = tab.get("tree/trash?repository=npm-local").await.json();
        assert_eq!(trash["files"], json!([]), "it is not in the trash");
        for (query, expected) in [
            ("", &["shop 2.0.0"][..]),
            ("name:sho pkg:npm repo:npm-local archive:packages", &["shop 2.0.0"]),
            ("name:SHOP version:2.*", &["shop 2.0.0"]),
            ("name:shop version:1.0.0", &[]),
            ("name:till", &[]),
            ("name:shop pkg:docker", &[]),
            ("name:shop repo:other", &[]),
            ("name:*.tgz archive:artifacts", &["shop 2.0.0"]),
            ("name:shop- path:shop/* archive:artifacts", &["shop 2.0.0"]),
            ("name:shop archive:artifacts path:elsewhere", &[]),
        ] {
            assert_eq!(found(&mut tab, query).await, expected, "{query}");
        }
        let row = &tab.get("archive/versions?query=").await.json()["versions"][0];
        assert_eq!(
            (&row["id"], &row["tags"], &row["repository"], &row["restorable"], &row["name"]),
            (
                &json!("npm://shop"),
                &json!(["latest"]),
                &json!("npm-local"),
                &json!(true),
                &archived["name"],
            )
        );
        // It survives a restart, and has its content and its tag again.
        let stage = stage.restarted();
        let mut tab = signed_in(&stage.server).await;
        assert_eq!(found(&mut tab, "").await, ["shop 2.0.0"]);
        let name = json!({"repository": "npm-local", "name": archived["name"]});
        let restored = tab.post("tree/restore", name.clone()).await;
        assert_eq!(restored.json(), json!({"files": 1, "taken": 0}));
        let ann = stage.ann();
        assert_eq!(status(&ann, "shop", "2.0.0").await, 200);
        let document = ann.get(&format!("{REGISTRY}/shop")).await.json();
        assert_eq!(document["dist-tags"]["latest"], "2.0.0", "{document}");
        assert_eq!(found(&mut tab, "").await, [""; 0]);
        assert_eq!(tab.post("tree/restore", name).await.status, 404);
    });
}

#[test]
fn the_archive_is_as_rights_allow() {
    run(async {
        let stage = Stage::at(Place::new().with_settings(NO_FACTOR)).await;
        let ann = stage.ann();
        assert_eq!(ann.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
        for name in ["shop", "till"] {
            publish(&ann, "npm-local", name, "1.0.0", json!({})).await;
        }
        let mut carol = member(&stage, "carol").await;
        let targets =
            json!({"npm-local": {"include_patterns": ["shop/**"], "exclude_patterns": []}});
        let read = json!({"actions": {"users": {"carol": ["READ"]}}, "targets": targets});
        stage.grant(read).await;
        let place = |name: &str| json!({"repository": "npm-local", "path": tarball(name, "1.0.0")});
        assert_eq!(carol.post("archive/versions", place("shop")).await.status, 403);
        assert_eq!(carol.post("archive/versions", place("till")).await.status, 404);
        let mut tab = signed_in(&stage.server).await;
        let mut names = Vec::new();
        for name in ["shop", "till"] {
            names.push(tab.post("archive/versions", place(name)).await.json()["name"].clone());
        }
        assert_eq!(found(&mut carol, "").await, ["shop 1.0.0"]);
        let row = &carol.get("archive/versions?query=").await.json()["versions"][0];
        assert_eq!(row["restorable"], false);
        for name in &names {
            let name = json!({"repository": "npm-local", "name": name});
            assert_eq!(carol.post("tree/restore", name.clone()).await.status, 404);
            assert_eq!(carol.post("tree/purge", name).await.status, 404);
        }
        // What is deleted for good is gone from the archive, and its name is free again.
        let name = json!({"repository": "npm-local", "name": names[0]});
        assert_eq!(tab.post("tree/purge", name).await.json(), json!({"files": 1}));
        assert_eq!(found(&mut tab, "").await, ["till 1.0.0"]);
        publish(&ann, "npm-local", "shop", "1.0.0", json!({})).await;
        // A path that is taken meanwhile stays what it is.
        publish(&ann, "npm-local", "till", "1.0.0", json!({})).await;
        let name = json!({"repository": "npm-local", "name": names[1]});
        assert_eq!(tab.post("tree/restore", name).await.status, 409);
        assert_eq!(found(&mut tab, "").await, ["till 1.0.0"]);
    });
}

#[test]
fn pages_of_the_archive_follow_one_another() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let ann = stage.ann();
        assert_eq!(ann.create("npm-other", json!({"packageType": "npm"})).await.status, 200);
        let mut tab = signed_in(&stage.server).await;
        for (repository, version) in
            [("npm-local", "1.0.0"), ("npm-other", "2.0.0"), ("npm-local", "3.0.0")]
        {
            publish(&ann, repository, "shop", version, json!({})).await;
            let place = json!({"repository": repository, "path": tarball("shop", version)});
            assert_eq!(tab.post("archive/versions", place).await.status, 200);
        }
        for limit in 1..=4 {
            let (mut after, mut seen) = (String::new(), Vec::new());
            loop {
                let path = format!("archive/versions?query=name%3Ashop&limit={limit}{after}");
                let page = tab.get(&path).await.json();
                let versions = page["versions"].as_array().cloned().unwrap_or_default();
                assert!(versions.len() <= limit);
                seen.extend(versions.iter().map(|row| row["version"].clone()));
                let Some(next) = page["next"].as_str() else { break };
                assert_eq!(versions.len(), limit, "a page before the last one is full");
                after = format!("&after={next}");
            }
            assert_eq!(seen, [json!("3.0.0"), json!("2.0.0"), json!("1.0.0")], "{limit}");
        }
        // A cursor that no page has ended with is before everything, after everything, or somewhere in between.
        for (made_up, found) in [("a/b", 0), ("/", 0), ("~/", 0), ("z/z", 0), ("~z/z", 3)] {
            let path = format!("archive/versions?query=name%3Ashop&after={made_up}");
            let page = tab.get(&path).await;
            assert_eq!(page.status, 200, "{made_up}: {}", page.json());
            assert_eq!(page.json()["versions"].as_array().map(Vec::len), Some(found), "{made_up}");
        }
    });
}

#[test]
fn what_cannot_be_archived_or_searched_is_refused_with_a_sentence() {
    run(async {
        let stage = Stage::new().await;
        let mut tab = signed_in(&stage.server).await;
        assert_eq!(stage.ann().put("/artifactory/files/a.txt", "a").await.status, 201);
        let place = json!({"repository": "files", "path": "a.txt"});
        let refused = tab.post("archive/versions", place).await;
        assert_eq!(
            (refused.status, refused.json()["error"]["code"].as_str()),
            (400, Some("no_version"))
        );
        let nothing = json!({"repository": "none", "path": "a.txt"});
        assert_eq!(tab.post("archive/versions", nothing).await.status, 404);
        let long = "x".repeat(5_000);
        for (query, problem) in [
            ("name:%22a", "The quote at character 6 is not closed"),
            ("size:3", "There is no filter \"size\", at character 1"),
            (&long, "The query has 5000 bytes"),
        ] {
            let refused = tab.get(&format!("archive/versions?query={query}")).await;
            assert_eq!(refused.status, 400, "{query}");
            let json = refused.json();
            let message = json["error"]["message"].as_str().unwrap_or_default();
            assert!(message.starts_with(problem), "{message}");
        }
        for cursor in ["x", &"a/".repeat(200)] {
            let refused = tab.get(&format!("archive/versions?query=&after={cursor}")).await;
            assert_eq!(refused.json()["error"]["code"], "cursor", "{cursor}");
        }
    });
}
