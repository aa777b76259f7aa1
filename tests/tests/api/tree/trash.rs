//! The trash of a repository.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::{details, grant, member, names};
use crate::signed_in;
use crate::stage::{Stage, records_of_packages};

async fn discard(browser: &mut Browser, path: &str) -> Value {
    let moved = browser.post("tree/trash", json!({"repository": "files", "path": path})).await;
    assert_eq!(moved.status, 200, "{}", moved.json());
    moved.json()
}

async fn trash(browser: &mut Browser) -> Vec<Value> {
    let page = browser.get("tree/trash?repository=files").await.json();
    page["files"].as_array().expect("files").clone()
}

fn named(name: &Value) -> Value {
    json!({"repository": "files", "name": name})
}

/// covers: [TREE-04]
#[test]
fn a_file_in_the_trash_is_gone_for_clients_and_is_restored_as_it_was() {
    run(async {
        let mut stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let before = details(&mut ann, "team/a.txt").await.json();
        let moved = discard(&mut ann, "team/a.txt").await;
        assert_eq!(moved["files"], 1);
        for path in ["/artifactory/files/team/a.txt", "/artifactory/api/storage/files/team/a.txt"] {
            assert_eq!(stage.ann().get(path).await.status, 404, "{path}");
        }
        let listed = stage.ann().get("/artifactory/api/storage/files?list&deep=1").await.json();
        assert_eq!(listed["files"].as_array().expect("files").len(), 3);
        let all = trash(&mut ann).await;
        assert_eq!((&all[0]["path"], &all[0]["bytes"]), (&json!("team/a.txt"), &json!(10)));
        assert_eq!(details(&mut ann, "").await.json()["usage"]["files"], 3);

        // It is there after a restart without the index, and so is what it says.
        stage.server.stop();
        let index = stage.place.data().join("repositories.index");
        std::fs::remove_file(index).expect("an index");
        stage.server = stage.place.start();
        let mut ann = signed_in(&stage.server).await;
        assert_eq!(trash(&mut ann).await, all);
        let restored = ann.post("tree/restore", named(&moved["name"])).await;
        assert_eq!((restored.status, restored.json()), (200, json!({"files": 1, "taken": 0})));
        let after = details(&mut ann, "team/a.txt").await.json();
        for field in ["sha256", "created_at", "created_by", "modified_at", "modified_by"] {
            assert_eq!(after["file"][field], before["file"][field], "{field}");
        }
        assert_eq!(stage.ann().get("/artifactory/files/team/a.txt").await.body, b"team/a.txt");
        assert!(trash(&mut ann).await.is_empty());
        assert_eq!(ann.post("tree/restore", named(&moved["name"])).await.status, 404);
        let (journal, _) = (stage.place.data(), stage.server.stop());
        let data = journal.to_str().expect("a path");
        assert!(stage.place.run(&["fsck", "--data", data]).status.success());
    });
}

/// covers: [TREE-04]
#[test]
fn a_folder_goes_to_the_trash_as_a_whole_and_is_not_restored_over_others() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let moved = discard(&mut ann, "team").await;
        assert_eq!(moved["files"], 3);
        assert_eq!(names(&mut ann, "").await, ["other/"]);
        let client = stage.ann();
        assert_eq!(client.put("/artifactory/files/team/a.txt", "other").await.status, 201);
        let restored = ann.post("tree/restore", named(&moved["name"])).await;
        assert_eq!((restored.status, restored.json()), (200, json!({"files": 2, "taken": 1})));
        let left = trash(&mut ann).await;
        assert_eq!((left.len(), &left[0]["path"]), (1, &json!("team/a.txt")));
        let taken = ann.post("tree/restore", named(&left[0]["item"])).await;
        assert_eq!((taken.status, taken.code()), (409, "path_taken".to_owned()));
        assert_eq!(client.get("/artifactory/files/team/a.txt").await.body, b"other");
        // A folder at the path of the file is in the way as well.
        assert_eq!(client.delete("/artifactory/files/team/a.txt").await.status, 204);
        assert_eq!(client.put("/artifactory/files/team/a.txt/b", "b").await.status, 201);
        let taken = ann.post("tree/restore", named(&left[0]["item"])).await;
        assert_eq!((taken.status, taken.code()), (409, "file_and_folder".to_owned()));

        let purged = ann.post("tree/purge", named(&left[0]["item"])).await;
        assert_eq!((purged.status, purged.json()), (200, json!({"files": 1})));
        assert!(trash(&mut ann).await.is_empty());
        for (path, status) in [("", 400), ("nothing", 404)] {
            let place = json!({"repository": "files", "path": path});
            assert_eq!(ann.post("tree/trash", place).await.status, status, "{path}");
        }
    });
}

/// covers: [TREE-04, PERM-01]
#[test]
fn the_trash_is_for_those_who_may_delete() {
    run(async {
        let stage = Stage::with("shop-npm", "npm").await;
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        let place = |path: &str| json!({"repository": "files", "path": path});
        assert_eq!(carol.post("tree/trash", place("team/a.txt")).await.status, 404);
        grant(&stage, "carol", &["READ"]).await;
        let refused = carol.post("tree/trash", place("team/a.txt")).await;
        assert_eq!((refused.status, refused.code()), (403, "not_granted".to_owned()));
        let moved = discard(&mut ann, "team/a.txt").await;
        let key = discard(&mut ann, "team/keys/x.key").await;
        assert!(trash(&mut carol).await.is_empty());
        assert_eq!(carol.post("tree/restore", named(&moved["name"])).await.status, 404);
        grant(&stage, "carol", &["READ", "DELETE"]).await;
        assert_eq!(trash(&mut carol).await.len(), 1);
        for call in ["tree/restore", "tree/purge"] {
            assert_eq!(carol.post(call, named(&key["name"])).await.status, 404, "{call}");
        }
        assert_eq!(carol.post("tree/restore", named(&moved["name"])).await.status, 200);
        // Not all of the folder may be deleted.
        let refused = carol.post("tree/trash", place("team")).await;
        assert_eq!((refused.status, refused.code()), (403, "not_granted".to_owned()));
        let package = json!({"repository": "shop-npm", "path": "a.tgz"});
        assert_eq!(ann.post("tree/trash", package).await.status, 404);
    });
}

/// covers: [TREE-04]
#[test]
fn the_records_of_the_trash_name_who_and_lead_from_the_session() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let moved = discard(&mut ann, "team/a.txt").await;
        assert_eq!(ann.post("tree/restore", named(&moved["name"])).await.status, 200);
        stage.server.stop();
        let mut records = records_of_packages(&stage.place);
        records
            .retain(|record| matches!(record["event"]["type"].as_str(), Some("trash" | "restore")));
        assert_eq!(records.len(), 2);
        for record in records {
            assert!(record["cause"].to_string().contains("session/"), "{record}");
            assert_eq!(record["event"]["by"]["means"], "session", "{record}");
        }
        let replayed = stage.place.run(&["audit", "replay", "--platform", "--data", "{data}"]);
        assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stdout));
    });
}
