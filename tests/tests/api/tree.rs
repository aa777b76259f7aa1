//! The tree of repositories in the console: what people see of it, and what they are sent while it is open.

mod joined;
mod relocations;
mod transfers;
mod trash;
mod versions;

use std::time::Duration;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, Tab, run};

use crate::signed_in;
use crate::stage::Stage;

/// A user without permissions, signed in.
pub(crate) async fn member(stage: &Stage, name: &str) -> Browser {
    let added = stage.place.run(&["user", "add", name, "--data", "{data}"]);
    let printed = String::from_utf8_lossy(&added.stdout).into_owned();
    let given = printed.rsplit(' ').next().expect("a password").trim().to_owned();
    let mut browser = Browser::visiting(&stage.server).await;
    assert_eq!(browser.log_in(name, &given).await.status, 200);
    let chosen = "seven blue staples 9";
    let change = json!({"user": name, "current": given, "new": chosen});
    assert_eq!(browser.post("ui/auth/changePassword", change).await.status, 200);
    browser.sign_in(name, chosen).await;
    browser
}

/// What a user may do below `team/` from now on, except for keys.
async fn grant(stage: &Stage, name: &str, actions: &[&str]) {
    let targets =
        json!({"files": {"include_patterns": ["team/**"], "exclude_patterns": ["**/*.key"]}});
    // A permission always grants something to a user.
    let (name, actions) = if actions.is_empty() { ("bob", &["READ"][..]) } else { (name, actions) };
    stage.grant(json!({"actions": {"users": {name: actions}}, "targets": targets})).await;
}

async fn entries(browser: &mut Browser, path: &str) -> Answer {
    browser.get(&format!("tree/entries?repository=files&path={path}")).await
}

/// The names of the entries of a folder; those of folders end with a slash.
async fn names(browser: &mut Browser, path: &str) -> Vec<String> {
    let page = entries(browser, path).await.json();
    let all = page["entries"].as_array().expect("entries").iter();
    let name = |entry: &Value| {
        let slash = if entry["is_folder"] == true { "/" } else { "" };
        format!("{}{slash}", entry["name"].as_str().unwrap_or_default())
    };
    all.map(name).collect()
}

async fn details(browser: &mut Browser, path: &str) -> Answer {
    browser.get(&format!("tree/details?repository=files&path={path}")).await
}

/// covers: [TREE-01, PERM-01]
#[test]
fn the_tree_shows_what_the_user_may_read() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;

        let all = ann.get("tree/repositories").await.json();
        assert_eq!(
            (&all["repositories"][0]["key"], &all["may_create"]),
            (&json!("files"), &json!(true))
        );
        assert_eq!(names(&mut ann, "").await, ["other/", "team/"]);
        assert_eq!(names(&mut ann, "team").await, ["deep/", "keys/", "a.txt"]);

        // Without a permission there is nothing, and the answers are those of what does not exist.
        let none = carol.get("tree/repositories").await.json();
        assert_eq!(none, json!({"repositories": [], "may_create": false}));
        for path in ["", "team", "nothing"] {
            assert_eq!(entries(&mut carol, path).await.status, 404, "{path}");
            assert_eq!(details(&mut carol, path).await.status, 404, "{path}");
        }

        grant(&stage, "carol", &["READ"]).await;
        let some = carol.get("tree/repositories").await.json();
        assert_eq!(some["repositories"][0]["key"], "files");
        assert_eq!(names(&mut carol, "").await, ["team/"]);
        assert_eq!(names(&mut carol, "team").await, ["deep/", "keys/", "a.txt"]);
        assert_eq!(names(&mut carol, "team/keys").await, Vec::<String>::new());
        for path in ["other", "other/c.txt", "team/keys/x.key"] {
            assert_eq!(details(&mut carol, path).await.status, 404, "{path}");
        }

        let file = details(&mut carol, "team/a.txt").await.json();
        assert_eq!(
            (&file["kind"], &file["file"]["bytes"], &file["file"]["media_type"]),
            (&json!("file"), &json!(10), &json!("text/plain"))
        );
        let who = file["file"]["created_by"].as_str().expect("a user");
        assert_eq!(file["names"][who], "ann");
        let may = json!({
            "write": false, "annotate": false, "delete": false, "trash": false, "manage": false
        });
        assert_eq!(file["may"], may);
        let root = details(&mut ann, "").await.json();
        assert_eq!(
            (&root["kind"], &root["usage"]["files"], &root["may"]["manage"]),
            (&json!("repository"), &json!(4), &json!(true))
        );
        // How much is in a repository is known to those who manage it.
        assert_eq!(details(&mut carol, "").await.json()["usage"], Value::Null);
        for wrong in ["../team", "team//a.txt", "/team"] {
            assert_eq!(details(&mut ann, wrong).await.status, 400, "{wrong}");
        }
    });
}

/// covers: [TREE-01]
#[test]
fn a_folder_comes_in_pages_with_its_folders_first() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let client = stage.ann();
        for name in ["a.txt", "b/1", "b/2", "b-c/1", "c", "d/1", "e", "0", "z/1"] {
            let stored = client.put(&format!("/artifactory/files/pages/{name}"), "x").await;
            assert_eq!(stored.status, 201, "{name}");
        }
        let (mut seen, mut next) = (Vec::new(), String::new());
        loop {
            let path = format!("tree/entries?repository=files&path=pages&limit=2{next}");
            let page = ann.get(&path).await.json();
            let entries = page["entries"].as_array().expect("entries").clone();
            assert!(entries.len() <= 2, "{page}");
            seen.extend(
                entries.iter().map(|entry| entry["name"].as_str().unwrap_or("").to_owned()),
            );
            let Some(after) = page["next"].as_str() else { break };
            next = format!("&after={}", after.replace('/', "%2F"));
        }
        // As their paths sort, in which a folder has its slash.
        assert_eq!(seen, ["b-c", "b", "d", "z", "0", "a.txt", "c", "e"]);
        let garbage = ann.get("tree/entries?repository=files&path=pages&after=%00x").await.json();
        assert_eq!(garbage["entries"][0]["name"], "b-c");
        let many = ann.get("tree/entries?repository=files&path=pages&limit=100000").await;
        assert_eq!((many.status, many.code()), (400, "rows_out_of_bounds".to_owned()));
    });
}

/// Follows what changes in a repository, and waits until the subscription has begun.
async fn follow(tab: &mut Tab, repository: &str) {
    let args = json!({"repository": repository});
    let subscribe = json!({"type": "subscribe", "id": "s_1", "topic": "artifacts", "args": args, "cursor": null});
    tab.send_json(&subscribe).await;
    tab.receive_until(|tab| tab.others.iter().any(|other| other["id"] == "s_1")).await;
}

/// The changes that a tab was sent, as paths; those of what is gone begin with a dash.
fn changes(tab: &Tab) -> Vec<String> {
    let messages = tab.others.iter().filter(|other| other["type"] == "topic");
    let changes = messages
        .flat_map(|message| message["data"]["changes"].as_array().cloned().unwrap_or_default());
    let text = |change: Value| {
        let sign = if change["entry"].is_null() { "-" } else { "+" };
        format!("{sign}{}", change["path"].as_str().unwrap_or_default())
    };
    changes.map(text).collect()
}

/// covers: [TREE-02]
#[test]
fn an_open_tree_is_sent_what_changes_as_far_as_it_may_be_read() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        let (mut all, mut refused) = (Tab::open(&mut ann).await, Tab::open(&mut carol).await);
        follow(&mut refused, "files").await;
        refused
            .receive_until(|tab| tab.others.iter().any(|other| other["type"] == "topic_end"))
            .await;
        let end = refused.others.last().expect("an answer");
        assert_eq!((&end["type"], &end["code"]), (&json!("topic_end"), &json!("not_found")));

        grant(&stage, "carol", &["READ"]).await;
        let mut some = Tab::open(&mut carol).await;
        follow(&mut all, "files").await;
        follow(&mut some, "files").await;
        let client = stage.ann();
        for path in ["team/new/n.txt", "team/keys/y.key", "other/d.txt"] {
            let stored = client.put(&format!("/artifactory/files/{path}"), "x").await;
            assert_eq!(stored.status, 201);
        }
        all.receive_until(|tab| changes(tab).len() >= 3).await;
        some.receive_until(|tab| !changes(tab).is_empty()).await;
        some.receive_for(Duration::from_millis(300)).await;
        assert_eq!(changes(&some), ["+team/new/n.txt"]);

        // The folder goes with its last file.
        assert_eq!(client.delete("/artifactory/files/team/new/n.txt").await.status, 204);
        some.receive_until(|tab| changes(tab).len() >= 3).await;
        assert_eq!(changes(&some)[1..], ["-team/new/n.txt", "-team/new"]);

        // Rights are judged for each message.
        grant(&stage, "carol", &[]).await;
        assert_eq!(client.put("/artifactory/files/team/later.txt", "x").await.status, 201);
        some.receive_until(|tab| tab.others.last().is_some_and(|last| last["code"] == "not_found"))
            .await;
        assert_eq!(changes(&some).len(), 3);

        let deleted = stage.bearer("DELETE", "/artifactory/api/repositories/files", None).await;
        assert_eq!(deleted.status, 200);
        all.receive_until(|tab| tab.others.last().is_some_and(|last| last["code"] == "not_found"))
            .await;
    });
}

/// covers: [TREE-02]
#[test]
fn a_tree_that_cannot_follow_is_asked_to_read_again() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let mut tab = Tab::open(&mut ann).await;
        follow(&mut tab, "files").await;
        let client = stage.ann();
        for number in 0..400 {
            let path = format!("/artifactory/files/burst/{number}.txt");
            assert_eq!(client.put(&path, "x").await.status, 201);
        }
        let is_whole = |tab: &Tab| {
            let asked = tab.others.iter().any(|other| other["data"]["complete"] == false);
            asked || changes(tab).iter().filter(|path| path.contains("/burst/")).count() >= 400
        };
        tab.receive_until(|tab| is_whole(tab) || changes(tab).len() >= 400).await;
        for message in tab.others.iter().filter(|other| other["type"] == "topic") {
            let count = message["data"]["changes"].as_array().map_or(0, Vec::len);
            assert!(count <= 128, "{count} changes in one message");
        }
    });
}

/// covers: [TREE-05]
#[test]
fn properties_are_changed_by_those_who_may() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let mut carol = member(&stage, "carol").await;
        grant(&stage, "carol", &["READ"]).await;
        let change = |value: Value| json!({"repository": "files", "path": "team/a.txt", "changes": {"os": value}});
        let refused = carol.post("tree/properties", change(json!(["linux"]))).await;
        assert_eq!((refused.status, refused.code()), (403, "not_granted".to_owned()));
        assert_eq!(ann.post("tree/properties", change(json!(["linux", "mac"]))).await.status, 200);
        let file = details(&mut carol, "team/a.txt").await.json();
        assert_eq!(file["file"]["properties"], json!({"os": ["linux", "mac"]}));
        assert_eq!(ann.post("tree/properties", change(Value::Null)).await.status, 200);
        assert_eq!(details(&mut carol, "team/a.txt").await.json()["file"]["properties"], json!({}));
        let wrong = json!({"repository": "files", "path": "team/a.txt", "changes": {"a b": ["1"]}});
        let refused = ann.post("tree/properties", wrong).await;
        assert_eq!((refused.status, refused.code()), (400, "artifact_properties".to_owned()));
        let nothing = json!({"repository": "files", "path": "team/a.txt", "changes": {}});
        assert_eq!(ann.post("tree/properties", nothing).await.status, 400);
    });
}

/// A request with a ticket, as a browser sends it: the cookies mean nothing.
async fn with_ticket(stage: &Stage, method: &str, path: &str, body: &str) -> Answer {
    Browser::new(&stage.server).send(Request::new(method, path).body(body)).await
}
