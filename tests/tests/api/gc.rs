//! `waybill gc`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use waybill_tests::{Place, run};

use crate::damage::damage_text;
use crate::stage::Stage;

fn gc(place: &Place, arguments: &[&str]) -> Output {
    place.run(&[&["gc", "--json", "--data", "{data}"], arguments].concat())
}

/// What a collection that succeeds says.
pub(crate) fn collected(place: &Place, arguments: &[&str]) -> Value {
    let output = gc(place, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a line of JSON")
}

/// The names of all contents, and of uploads that are under way, with their bytes.
pub(crate) fn contents(place: &Place) -> BTreeMap<String, Vec<u8>> {
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
