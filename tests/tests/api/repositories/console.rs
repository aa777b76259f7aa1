//! Repositories on the pages of administrators, with the commands that are shown there.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::place_with_token;
use crate::clients::Home;
use crate::signed_in;

/// Runs a command as it is shown, in a shell.
fn entered(home: &Home, command: &str) -> String {
    home.run(".", "sh", &["-c", command]).succeeded()
}

/// covers: [REPO-04]
#[test]
fn the_console_makes_repositories_and_shows_commands_that_work() {
    run(async {
        let (place, token) = place_with_token().await;
        let server = place.start();
        let mut ann = signed_in(&server).await;
        let new =
            json!({"key": "files", "package_type": "generic", "settings": {"notes": "ask ann"}});
        let made = ann.post("repositories", new.clone()).await;
        assert_eq!(made.status, 200, "{}", made.json());
        let taken = ann.post("repositories", new.clone()).await;
        assert_eq!((taken.status, taken.json()["error"]["field"].as_str()), (409, Some("key")));
        let change =
            |revision: &Value, settings: Value| json!({"revision": revision, "settings": settings});
        let seen = made.json()["revision"].clone();
        let first = change(&seen, json!({"quota_bytes": 1_000_000, "environments": ["DEV"]}));
        let changed = ann.patch("repositories/files", first).await;
        assert_eq!(changed.status, 200, "{}", changed.json());
        // What another administrator has seen before is not written over.
        let second = change(&seen, json!({"notes": ""}));
        let outdated = ann.patch("repositories/files", second).await;
        assert_eq!((outdated.status, outdated.code().as_str()), (409, "edited_meanwhile"));
        let listed = ann.get("repositories").await.json()["repositories"][0].clone();
        assert_eq!(
            (&listed["quota_bytes"], &listed["notes"]),
            (&json!(1_000_000), &json!("ask ann"))
        );

        let home = Home::new();
        home.write("a.txt", "abc");
        let shown = ann.get("repositories/files/commands").await.json();
        let command = |purpose: &str, file: &str| {
            let mut commands = shown["commands"].as_array().expect("commands").iter();
            let found = commands.find(|command| command["purpose"] == purpose);
            let text = found.and_then(|found| found["command"].as_str()).expect("a command");
            text.replace("<TOKEN>", &token).replace("<FILE>", file).replace("<PATH>", "lib/a.txt")
        };
        entered(&home, &command("publish", "a.txt"));
        entered(&home, &command("install", "b.txt"));
        assert_eq!(std::fs::read_to_string(home.path("b.txt")).expect("a file"), "abc");
        let listed = ann.get("repositories").await.json()["repositories"][0].clone();
        assert_eq!((&listed["files"], &listed["bytes"]), (&json!(1), &json!(3)));
        assert_eq!(ann.delete("repositories/files").await.status, 200);
        assert_eq!(ann.get("repositories/files/commands").await.status, 404);
        assert_eq!(ann.get("repositories").await.json()["repositories"], json!([]));
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(visitor.get("repositories").await.status, 401);
        server.stop();
    });
}
