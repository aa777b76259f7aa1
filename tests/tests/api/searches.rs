//! Searching, copying and moving files, as programs do it over HTTP.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, run};

use crate::signed_in;
use crate::stage::{Client, Stage};
use crate::tree::member;

const SEARCH: &str = "/artifactory/api/search";

async fn post(client: &Client<'_>, path: &str) -> Answer {
    client.send(Request::new("POST", path)).await
}

async fn aql(client: &Client<'_>, query: &str) -> Answer {
    client.send(Request::new("POST", &format!("{SEARCH}/aql")).body(query)).await
}

/// The names of the results.
fn names(answer: &Answer) -> Vec<String> {
    let json = answer.json();
    let results = json["results"].as_array().unwrap_or_else(|| panic!("{json}"));
    results.iter().map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
}

/// covers: [COPY-01]
#[test]
fn files_and_folders_are_copied_and_moved_as_rights_allow() {
    run(async {
        let stage = Stage::with("other", "generic").await;
        let ann = stage.ann();
        let annotated = "/artifactory/api/storage/files/team/a.txt?properties=build=7";
        assert_eq!(ann.send(Request::new("PUT", annotated)).await.status, 204);
        let dry = post(&ann, "/artifactory/api/copy/files/team?to=/other/x&dry=1").await;
        assert_eq!(dry.status, 200, "{}", dry.json());
        assert_eq!(ann.get("/artifactory/other/x/a.txt").await.status, 404);
        let copied = post(&ann, "/artifactory/api/copy/files/team?to=/other/x").await;
        let message = copied.json()["messages"][0]["message"].to_string();
        assert!(message.contains("3 artifacts and 3 folders were copied"), "{message}");
        assert_eq!(ann.get("/artifactory/other/x/deep/b.txt").await.body, b"team/deep/b.txt");
        let info = ann.get("/artifactory/api/storage/other/x/a.txt?properties").await.json();
        assert_eq!(info["properties"]["build"], json!(["7"]));
        // A folder that is there gets it, and a moved file is gone from its path.
        let moved = post(&ann, "/artifactory/api/move/other/x/a.txt?to=/other/x/deep").await;
        assert_eq!(moved.status, 200, "{}", moved.json());
        assert_eq!(ann.get("/artifactory/other/x/a.txt").await.status, 404);
        assert_eq!(ann.get("/artifactory/other/x/deep/a.txt").await.status, 200);
        for (address, code) in [
            ("move/files/team?to=/files/team/deep", "relocation"),
            ("move/files/team/a.txt?to=/files/team/a.txt", "relocation"),
            ("move/files/team?to=files/other/c.txt", "file_and_folder"),
            ("copy/files/team?to=", "relocation"),
            ("copy/files/team?to=/nothing/x", "not_found"),
            ("copy/files/nothing?to=/other/y", "not_found"),
        ] {
            let refused = post(&ann, &format!("/artifactory/api/{address}")).await;
            assert_eq!(refused.code(), code, "{address}: {}", refused.json());
        }
        let bob = stage.bob();
        stage.grant_bob(&["READ", "WRITE"]).await;
        let denied =
            post(&bob, "/artifactory/api/move/files/team/a.txt?to=/files/team/z.txt").await;
        assert_eq!((denied.status, denied.code().as_str()), (403, "not_granted"));
        assert!(denied.json()["errors"][0]["message"].to_string().contains("remove this file"));
        let denied = post(&bob, "/artifactory/api/copy/files/team/a.txt?to=/files/z.txt").await;
        assert_eq!(denied.status, 403);
        let own = post(&bob, "/artifactory/api/copy/files/team?to=/files/team/own").await;
        assert_eq!(own.code(), "relocation");
        let own =
            post(&bob, "/artifactory/api/copy/files/team/a.txt?to=/files/team/own/a.txt").await;
        assert_eq!(own.status, 200, "{}", own.json());
        let hidden = "/artifactory/api/copy/files/team/keys/x.key?to=/files/team/k.txt";
        assert_eq!(post(&bob, hidden).await.status, 404);
    });
}

/// covers: [AQL-01]
#[test]
fn searches_find_what_the_asker_may_read() {
    run(async {
        let stage = Stage::new().await;
        let (ann, bob) = (stage.ann(), stage.bob());
        let annotated = "/artifactory/api/storage/files/team/a.txt?properties=build=7";
        assert_eq!(ann.send(Request::new("PUT", annotated)).await.status, 204);
        let all = aql(&ann, r#"items.find({"repo":"files"})"#).await;
        assert_eq!(names(&all), ["c.txt", "a.txt", "b.txt", "x.key"]);
        let range = json!({"start_pos": 0, "end_pos": 4, "total": 4});
        assert_eq!(all.json()["range"], range);
        for (query, found) in [
            (r#"items.find({"path":"team"})"#, vec!["a.txt"]),
            (
                r#"items.find({"path":{"$match":"team*"},"name":{"$nmatch":"*.key"}})"#,
                vec!["a.txt", "b.txt"],
            ),
            (r#"items.find({"$or":[{"@build":"7"},{"name":"c.txt"}]})"#, vec!["c.txt", "a.txt"]),
            (r#"items.find({"type":"folder"})"#, vec!["other", "team", "deep", "keys"]),
            (r#"items.find({"depth":{"$gt":2}}).sort({"$desc":["name"]}).limit(1)"#, vec!["x.key"]),
            (r#"items.find({"created":{"$before":"1d"}})"#, vec![]),
            (r#"items.find({"created_by":"bob"})"#, vec![]),
        ] {
            assert_eq!(names(&aql(&ann, query).await), found, "{query}");
        }
        let wrong = aql(&ann, r#"items.find({"nope":1})"#).await;
        assert_eq!((wrong.status, wrong.code().as_str()), (400, "query"));
        assert!(wrong.json()["errors"][0]["message"].to_string().contains("character 13"));
        stage.grant_bob(&["READ"]).await;
        let seen = aql(&bob, r#"items.find({"type":"any"})"#).await;
        assert!(
            !names(&seen).contains(&"x.key".to_owned())
                && !names(&seen).contains(&"c.txt".to_owned())
        );
        let sha256 = ann.get("/artifactory/api/storage/files/other/c.txt").await.json();
        let sha256 = sha256["checksums"]["sha256"].as_str().expect("a digest").to_owned();
        let by_checksum = format!("{SEARCH}/checksum?sha256={sha256}");
        let count = |answer: &Answer| answer.json()["results"].as_array().map(Vec::len);
        assert_eq!(count(&ann.get(&by_checksum).await), Some(1));
        assert_eq!(count(&bob.get(&by_checksum).await), Some(0));
        for (address, found) in [
            ("artifact?name=A.T&repos=files", 1),
            ("artifact?name=*.txt", 3),
            ("prop?build=7,8", 1),
            ("prop?build=8", 0),
            ("gavc?g=team&a=deep", 0),
        ] {
            let answer = ann.get(&format!("{SEARCH}/{address}")).await;
            assert_eq!(count(&answer), Some(found), "{address}: {}", answer.json());
        }
        let pattern = ann.get(&format!("{SEARCH}/pattern?pattern=files:*/*.txt")).await.json();
        let files: Value = json!(["other/c.txt", "team/a.txt"]);
        assert_eq!(pattern["files"], files);
    });
}

/// The search of the console: the same filters as its search box, and only what the asker may read.
///
/// covers: [SEARCH-04]
#[test]
fn the_console_finds_artifacts_by_the_filters_of_a_query() {
    run(async {
        let stage = Stage::with("other", "generic").await;
        let (ann, mut cal) = (stage.ann(), member(&stage, "cal").await);
        let annotated = "/artifactory/api/storage/files/team/a.txt?properties=build=7";
        assert_eq!(ann.send(Request::new("PUT", annotated)).await.status, 204);
        let mut ann = signed_in(&stage.server).await;
        let whole = found(&mut ann, "name:a.txt").await;
        let row = &whole["artifacts"][0];
        assert_eq!((&row["repository"], &row["path"]), (&json!("files"), &json!("team/a.txt")));
        let sha256 = row["sha256"].as_str().expect("a digest");
        for (query, paths) in [
            ("name:A", vec!["team/a.txt"]),
            ("name:*.TXT", vec!["other/c.txt", "team/a.txt", "team/deep/b.txt"]),
            ("name:*.txt path:team", vec!["team/a.txt", "team/deep/b.txt"]),
            ("properties:build=7", vec!["team/a.txt"]),
            ("properties:build=8", vec![]),
            ("name:* repo:other", vec![]),
            ("name:a* pkg:generic repo:files", vec!["team/a.txt"]),
            ("name:a* pkg:npm", vec![]),
            (&format!("checksum:{sha256}"), vec!["team/a.txt"]),
            (&format!("name:{sha256} isChecksum:true"), vec!["team/a.txt"]),
            ("name:a* after:2001-01-01 before:2099-12-31", vec!["team/a.txt"]),
            ("name:a* before:2001-01-01", vec![]),
        ] {
            assert_eq!(paths_of(&found(&mut ann, query).await), paths, "{query}");
        }
        // Page by page.
        let first = found_page(&mut ann, "name:*.txt", "&limit=2").await;
        assert_eq!(
            (paths_of(&first), &first["next"]),
            (vec!["other/c.txt", "team/a.txt"], &json!(2))
        );
        let last = found_page(&mut ann, "name:*.txt", "&limit=2&offset=2").await;
        assert_eq!((paths_of(&last), &last["next"]), (vec!["team/deep/b.txt"], &Value::Null));
        for (query, words) in [
            ("name:\"a", "quote"),
            ("size:3", "size"),
            ("checksum:abc", "hexadecimal digits"),
            ("name:a searchType:archive", "not indexed"),
        ] {
            let refused = ann.get(&artifacts(query)).await;
            let message = refused.json()["error"]["message"].to_string();
            assert!(refused.status == 400 && message.contains(words), "{query}: {message}");
        }
        assert_eq!(paths_of(&found(&mut cal, "name:*").await), [""; 0]);
        let targets =
            json!({"files": {"include_patterns": ["team/**"], "exclude_patterns": ["**/*.key"]}});
        stage.grant(json!({"actions": {"users": {"cal": ["READ"]}}, "targets": targets})).await;
        assert_eq!(paths_of(&found(&mut cal, "name:*").await), ["team/a.txt", "team/deep/b.txt"]);
    });
}

fn artifacts(query: &str) -> String {
    let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
    format!("search/artifacts?query={query}")
}

async fn found(browser: &mut Browser, query: &str) -> Value {
    found_page(browser, query, "").await
}

async fn found_page(browser: &mut Browser, query: &str, more: &str) -> Value {
    let answer = browser.get(&format!("{}{more}", artifacts(query))).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.json());
    answer.json()
}

fn paths_of(found: &Value) -> Vec<&str> {
    let artifacts = found["artifacts"].as_array().expect("artifacts");
    artifacts.iter().map(|one| one["path"].as_str().expect("a path")).collect()
}
