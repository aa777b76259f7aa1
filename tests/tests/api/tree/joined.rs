//! Virtual repositories in the tree and in the storage calls: what their members have, joined.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, Tab, run};

use super::{follow, grant, member};
use crate::signed_in;
use crate::stage::Stage;

/// The entries of a folder of the virtual repository, read in pages of this size: a folder as `name/`, and a file as
/// `name@repository`.
async fn joined(browser: &mut Browser, path: &str, limit: usize) -> Vec<String> {
    let (mut seen, mut next) = (Vec::new(), String::new());
    loop {
        let address = format!("tree/entries?repository=all&path={path}&limit={limit}{next}");
        let page = browser.get(&address).await.json();
        let entries = page["entries"].as_array().unwrap_or_else(|| panic!("{page}")).clone();
        assert!(entries.len() <= limit, "{page}");
        seen.extend(entries.iter().map(|entry| match &entry["held_in"] {
            Value::String(key) => format!("{}@{key}", entry["name"].as_str().unwrap_or_default()),
            _ => format!("{}/", entry["name"].as_str().unwrap_or_default()),
        }));
        let Some(after) = page["next"].as_str() else { return seen };
        next = format!("&after={}", after.replace('/', "%2F"));
    }
}

fn children(answer: &Answer) -> Vec<String> {
    let json = answer.json();
    let children = json["children"].as_array().unwrap_or_else(|| panic!("{json}")).iter();
    children.map(|child| child["uri"].as_str().unwrap_or_default().to_owned()).collect()
}

/// covers: [TREE-07, TREE-01]
#[test]
fn a_virtual_repository_shows_what_its_members_have() {
    run(async {
        let stage = Stage::with("other", "generic").await;
        let client = stage.ann();
        // `team/a.txt` is in both, and `team/deep` is a folder in the first and a file in the second.
        for path in ["team/a.txt", "team/deep", "team/far/x.txt", "team/m.txt", "team/z/y.txt"] {
            assert_eq!(client.put(&format!("/artifactory/other/{path}"), "far").await.status, 201);
        }
        let settings = json!({"rclass": "virtual", "repositories": ["files", "other"]});
        assert_eq!(client.create("all", settings).await.status, 200);
        let mut ann = signed_in(&stage.server).await;
        let all = ["deep/", "far/", "keys/", "z/", "a.txt@files", "m.txt@other"];
        for limit in [1, 2, 1_000] {
            assert_eq!(joined(&mut ann, "team", limit).await, all, "{limit}");
            assert_eq!(joined(&mut ann, "", limit).await, ["other/", "team/"]);
        }
        let missing = ann.get("tree/entries?repository=all&path=nothing").await;
        assert_eq!(missing.status, 404);

        let details = "tree/details?repository=all&path=team/a.txt";
        let file = ann.get(details).await.json();
        assert_eq!((&file["held_in"], &file["file"]["bytes"]), (&json!("files"), &json!(10)));
        let none = json!({"write": false, "annotate": false, "delete": false, "trash": false});
        for (right, value) in none.as_object().expect("rights") {
            assert_eq!(file["may"][right], *value, "{right}");
        }
        let place = json!({"repository": "all", "path": "team/a.txt"});
        let ticket = ann.post("tree/downloads", place.clone()).await.json();
        let ticket = ticket["path"].as_str().expect("a path").to_owned();
        let sent = Browser::new(&stage.server).send(Request::new("GET", &ticket)).await;
        assert_eq!(sent.body, b"team/a.txt");
        let relocation = json!({"from": place, "to": {"repository": "other", "path": "x"}, "moves": true, "replace": false, "dry": false});
        for (call, body) in [
            ("trash", place.clone()),
            (
                "properties",
                json!({"repository": "all", "path": "team/a.txt", "changes": {"a": ["b"]}}),
            ),
            ("uploads", json!({"repository": "all", "path": "new", "bytes": 1, "replace": false})),
            ("relocations", relocation),
        ] {
            let refused = ann.post(&format!("tree/{call}"), body).await;
            assert_eq!((refused.status, refused.code().as_str()), (405, "read_only"), "{call}");
        }

        // The storage calls join as well, and properties are those of the real file.
        let root = client.get("/artifactory/api/storage/all/team").await;
        assert_eq!(children(&root), ["/a.txt", "/deep", "/far", "/keys", "/m.txt", "/z"]);
        let info = client.get("/artifactory/api/storage/all/team/a.txt").await.json();
        assert_eq!(info["repo"], "files");
        let list = client.get("/artifactory/api/storage/all/team?list&deep=1").await.json();
        assert_eq!(list["files"].as_array().map(Vec::len), Some(7), "{list}");
        let annotated = "/artifactory/api/storage/all/team/m.txt?properties=build=7";
        assert_eq!(client.send(Request::new("PUT", annotated)).await.status, 204);
        let info = client.get("/artifactory/api/storage/other/team/m.txt?properties").await.json();
        assert_eq!(info["properties"]["build"], json!(["7"]));
        let moving = "/artifactory/api/move/all/team/m.txt?to=/other/n.txt";
        let refused = client.send(Request::new("POST", moving)).await;
        assert_eq!(refused.code(), "relocation", "{}", refused.json());

        // Each member shows what may be read in it, and a tree that is open reads again.
        let mut carol = member(&stage, "carol").await;
        assert_eq!(ann.get("tree/repositories").await.json()["repositories"][0]["key"], "all");
        assert_eq!(carol.get("tree/entries?repository=all&path=").await.status, 404);
        grant(&stage, "carol", &["READ"]).await;
        let shown = carol.get("tree/repositories").await.json();
        assert_eq!(shown["repositories"].as_array().map(Vec::len), Some(2), "{shown}");
        assert_eq!(joined(&mut carol, "team", 2).await, ["deep/", "keys/", "a.txt@files"]);
        assert_eq!(carol.get("tree/details?repository=all&path=team/m.txt").await.status, 404);
        let mut tab = Tab::open(&mut carol).await;
        follow(&mut tab, "all").await;
        let asked = |tab: &Tab| tab.others.iter().any(|other| other["data"]["complete"] == false);
        for path in ["other/team/hidden.txt", "files/team/hidden.key"] {
            assert_eq!(client.put(&format!("/artifactory/{path}"), "x").await.status, 201);
        }
        tab.receive_for(std::time::Duration::from_millis(1_500)).await;
        assert!(!asked(&tab), "{:?}", tab.others);
        assert_eq!(client.put("/artifactory/files/team/new.txt", "x").await.status, 201);
        tab.receive_until(asked).await;
    });
}
