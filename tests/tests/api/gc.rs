//! `waybill gc`, and what uploads leave behind when the server is killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use waybill_tests::{Place, Request, run};

use crate::damage::damage_text;
use crate::stage::{Client, Stage};

fn gc(place: &Place, arguments: &[&str]) -> Output {
    place.run(&[&["gc", "--json", "--data", "{data}"], arguments].concat())
}

/// What a collection that succeeds says.
fn collected(place: &Place, arguments: &[&str]) -> Value {
    let output = gc(place, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a line of JSON")
}

/// The names of all contents, and of uploads that are under way, with their bytes.
fn contents(place: &Place) -> BTreeMap<String, Vec<u8>> {
    fn add(folder: &Path, all: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                add(&path, all);
            } else {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                all.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    let mut all = BTreeMap::new();
    add(&place.data().join("blobs"), &mut all);
    all
}

fn sweeps(place: &Place) -> Vec<Value> {
    let output = place.run(&["audit", "show", "server", "--json", "--data", "{data}"]);
    let lines = String::from_utf8(output.stdout).expect("text");
    let events = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a record")["event"].clone());
    events.filter(|event| event["type"] == "sweep").collect()
}

/// covers: [REPO-05, AUD-06]
#[test]
fn unused_contents_are_removed_after_their_grace_period_in_the_server_and_without_one() {
    run(async {
        let stage = Stage::new().await;
        assert_eq!(contents(&stage.place).len(), 4);
        assert_eq!(stage.ann().delete("/artifactory/files/other/c.txt").await.status, 204);
        let unused = json!({"contents": 1, "bytes": 11});
        // The grace period begins when a collection finds it, which a dry run does not do.
        let found = collected(&stage.place, &["--dry-run", "--grace-hours", "0"]);
        assert_eq!((&found["removed"], &found["unused"][0]["bytes"]), (&unused, &json!(11)));
        let kept = collected(&stage.place, &[]);
        assert_eq!((&kept["removed"]["contents"], &kept["in_grace"]), (&json!(0), &unused));
        assert_eq!(contents(&stage.place).len(), 4);
        let removed = collected(&stage.place, &["--grace-hours", "0"]);
        assert_eq!((&removed["removed"], &removed["kept"]["contents"]), (&unused, &json!(3)));
        assert_eq!(contents(&stage.place).len(), 3);
        assert_eq!(stage.ann().get("/artifactory/files/team/a.txt").await.body, b"team/a.txt");

        // Without a server; a grace period beyond all bounds is refused.
        assert_eq!(stage.ann().delete("/artifactory/files/team/a.txt").await.status, 204);
        assert!(stage.server.stop().success());
        assert_eq!(gc(&stage.place, &["--grace-hours", "99999"]).status.code(), Some(2));
        let removed = collected(&stage.place, &["--grace-hours", "0"]);
        assert_eq!(removed["removed"], json!({"contents": 1, "bytes": 10}));
        let recorded: Vec<_> = sweeps(&stage.place)
            .iter()
            .map(|event| {
                (event["swept"].clone(), event["removed"].clone(), event["by"]["means"].clone())
            })
            .collect();
        let row = |removed: u64| (json!("contents"), json!(removed), json!("command_line"));
        assert_eq!(recorded, [row(0), row(1), row(1)]);

        // A journal of which something cannot be read does not say that contents are unused.
        let before = contents(&stage.place);
        damage_text(&stage.place.data().join("journal/platform/gen-000001/db"), b"team/deep");
        let server = stage.place.start();
        for _ in 0..2 {
            let refused = gc(&stage.place, &["--grace-hours", "0"]);
            assert_eq!(refused.status.code(), Some(1));
            let why = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(why.contains("nothing is removed"), "{why}");
        }
        drop(server);
        assert_eq!(gc(&stage.place, &["--grace-hours", "0"]).status.code(), Some(1));
        assert_eq!(contents(&stage.place), before);
    });
}

/// The content of an upload: two portions and a bit, other for each.
fn content(name: &str) -> Vec<u8> {
    name.bytes().cycle().take(600_000).collect()
}

/// Uploads files until the server is gone. Returns the names of those that were answered with 201.
async fn upload(client: Client<'_>, round: u64, lane: u64) -> Vec<String> {
    let mut acknowledged = Vec::new();
    for number in 0.. {
        let name = format!("{round}-{lane}-{number}");
        let request = Request::new("PUT", &format!("/artifactory/files/kill/{name}"));
        let Some(answer) = client.try_send(request.body(content(&name))).await else { break };
        if answer.status != 201 {
            break;
        }
        acknowledged.push(name);
    }
    acknowledged
}

/// covers: [REPO-05, REPO-02]
#[test]
fn after_a_kill_what_was_acknowledged_is_there_and_nothing_else_after_a_collection() {
    let rounds =
        std::env::var("WAYBILL_UPLOAD_KILLS").map_or(3, |rounds| rounds.parse().expect("a number"));
    run(async {
        let Stage { place, mut server, ann, .. } = Stage::new().await;
        let (mut acknowledged, mut unanswered) = (Vec::new(), 0);
        for round in 0..rounds {
            let lanes = (0..4).map(|lane| upload(Client::new(&server, &ann), round, lane));
            let id = server.id().to_string();
            let killing = async {
                tokio::time::sleep(Duration::from_millis(150 + 37 * (round % 11))).await;
                let killed = Command::new("kill").args(["-9", &id]).status();
                assert!(killed.expect("kill runs").success());
            };
            let (done, ()) = join(join_all(lanes), killing).await;
            acknowledged.extend(done.into_iter().flatten());
            server.wait();
            unanswered += contents(&place).len() - 4 - acknowledged.len();
            server = place.start();
            collected(&place, &["--grace-hours", "0"]);
            let client = Client::new(&server, &ann);
            let listed = client.get("/artifactory/api/storage/files/kill?list&deep=1").await;
            let listed = listed.json()["files"].as_array().expect("files").len();
            // A file may be recorded whose answer did not arrive; each content is one that a file has.
            assert_eq!(contents(&place).len(), listed + 4, "round {round}");
            for name in &acknowledged {
                let found = client.get(&format!("/artifactory/files/kill/{name}")).await;
                assert_eq!((found.status, found.body == content(name)), (200, true), "{name}");
            }
        }
        println!("{} acknowledged, {unanswered} files of others at the kills", acknowledged.len());
        assert!(acknowledged.len() > 4 && unanswered > 0, "nothing was under way");
    });
}
