//! Copying and moving files in the console: what would be done is shown before it is.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, run};

use super::{grant, member};
use crate::signed_in;
use crate::stage::Stage;

/// Asks for a copy or a move; nothing is replaced.
async fn relocate(browser: &mut Browser, from: &str, to: &str, more: Value) -> Answer {
    let place = |text: &str| {
        let (repository, path) = text.split_once('/').unwrap_or((text, ""));
        json!({"repository": repository, "path": path})
    };
    let mut wanted = json!({
        "from": place(from), "to": place(to), "moves": false, "replace": false, "dry": false
    });
    let fields = more.as_object().expect("an object").clone();
    wanted.as_object_mut().expect("an object").extend(fields);
    browser.post("tree/relocations", wanted).await
}

/// covers: [COPY-01, COPY-02]
#[test]
fn what_a_copy_or_a_move_does_is_shown_before_it_is_done() {
    run(async {
        let stage = Stage::with("other", "generic").await;
        assert_eq!(stage.ann().create("packages", json!({"packageType": "npm"})).await.status, 200);
        let mut ann = signed_in(&stage.server).await;
        let client = stage.ann();
        assert_eq!(client.put("/artifactory/other/x/a.txt", "older").await.status, 201);

        let dry = json!({"dry": true, "replace": true});
        let shown = relocate(&mut ann, "files/team", "other", dry.clone()).await.json();
        assert_eq!(
            (&shown["to"]["path"], &shown["files"], &shown["replaced"], &shown["conflicts"]),
            (&json!("team"), &json!(3), &json!(0), &json!(0))
        );
        let shown = relocate(&mut ann, "files/team/a.txt", "other/x", dry.clone()).await.json();
        assert_eq!(
            (&shown["to"]["path"], &shown["replaced_paths"]),
            (&json!("x/a.txt"), &json!(["x/a.txt"]))
        );
        assert_eq!(client.get("/artifactory/other/x/a.txt").await.body, b"older");
        // What the user has not seen is not replaced.
        let refused = relocate(&mut ann, "files/team/a.txt", "other/x", json!({})).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "artifact_exists"));
        let replaced =
            relocate(&mut ann, "files/team/a.txt", "other/x", json!({"replace": true})).await;
        assert_eq!(replaced.status, 200, "{}", replaced.json());
        assert_eq!(client.get("/artifactory/other/x/a.txt").await.body, b"team/a.txt");
        let moved = relocate(&mut ann, "files/other/c.txt", "other", json!({"moves": true})).await;
        assert_eq!(moved.json()["to"], json!({"repository": "other", "path": "c.txt"}));
        assert_eq!(client.get("/artifactory/files/other/c.txt").await.status, 404);

        let long = format!("other/{}", "x/".repeat(600));
        for (from, to, code) in [
            ("files/team", "packages", "relocation"),
            ("packages", "other", "relocation"),
            ("files/team", "files/team/deep", "relocation"),
            ("files/nothing", "other", "not_found"),
            ("files/team", "nothing/x", "not_found"),
            ("files/team", "other/../x", "artifact_path"),
            ("files/team", &long, "artifact_path"),
        ] {
            let refused = relocate(&mut ann, from, to, dry.clone()).await;
            assert_eq!(refused.code(), code, "{from} {to}: {}", refused.json());
        }

        // Each file that is in the way is named, and what may not be read is not there.
        let mut carol = member(&stage, "carol").await;
        grant(&stage, "carol", &["READ", "WRITE"]).await;
        let dry_move = json!({"dry": true, "replace": true, "moves": true});
        let shown = relocate(&mut carol, "files/team", "files/team/new", dry_move.clone()).await;
        assert_eq!(shown.code(), "relocation");
        let shown =
            relocate(&mut carol, "files/team/deep", "files/team/new", dry_move).await.json();
        assert_eq!((&shown["files"], &shown["conflicts"]), (&json!(0), &json!(1)), "{shown}");
        let conflict = &shown["first_conflicts"][0];
        assert_eq!(
            (&conflict["path"], &conflict["code"]),
            (&json!("team/deep/b.txt"), &json!("not_granted"))
        );
        for hidden in ["files/other/c.txt", "files/team/keys/x.key", "files/other"] {
            let refused = relocate(&mut carol, hidden, hidden, json!({})).await;
            assert_eq!(refused.status, 404, "{hidden}: {}", refused.json());
        }
        let listed = carol.get("tree/repositories").await.json();
        let files = &listed["repositories"][0];
        assert_eq!((&files["relocates"], &files["may_write"]), (&json!(true), &json!(true)));
        let mut visitor = Browser::visiting(&stage.server).await;
        assert_eq!(relocate(&mut visitor, "files/team", "other", json!({})).await.status, 401);
    });
}
