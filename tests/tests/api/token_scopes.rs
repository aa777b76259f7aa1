//! Access tokens with a scope: what they are for, and nothing else.

use serde_json::json;
use waybill_tests::{Browser, Request, run};

use crate::own_account::with_password;
use crate::permissions::{PERMISSIONS, STORAGE, file};
use crate::stage::Client;
use crate::stage::Stage;
use crate::{ANN, PASSWORD, signed_in};

/// covers: [PERM-03]
#[test]
fn a_token_with_a_scope_does_only_what_the_scope_says() {
    run(async {
        let Stage { place, server, ann, bob } = Stage::new().await;
        assert_eq!(Client::new(&server, &ann).create("more", json!({})).await.status, 200);
        server.stop();
        let make = |words: &str| {
            let mut arguments = vec!["token", "make", "--user", ANN, "--data", "{data}"];
            arguments.extend(words.split(' '));
            place.run(&arguments)
        };
        for (wrong, message) in [
            ("--actions fly", "'fly' is none of read, write"),
            ("--repositories files", "--actions"),
            ("--actions read --repositories Files", "at least one action"),
        ] {
            let refused = make(wrong);
            let text = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(!refused.status.success() && text.contains(message), "{wrong}: {text}");
        }
        let made = make("--actions read,annotate --repositories files");
        assert!(made.status.success());
        let printed = String::from_utf8_lossy(&made.stdout).into_owned();
        let token = printed.lines().last().expect("a token").to_owned();
        let listed = place.run(&["token", "list", "--data", "{data}"]);
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        assert!(listed.contains("read, annotate in files"), "{listed}");

        let stage = Stage { server: place.start(), place, ann, bob };
        let robot = Client::new(&stage.server, &token);
        assert_eq!(robot.get(&file("team/a.txt")).await.body, b"team/a.txt");
        let properties = format!("{STORAGE}/files/team/a.txt?properties=a=b");
        assert_eq!(robot.send(Request::new("PUT", &properties)).await.status, 204);
        let repositories = robot.get("/artifactory/api/repositories").await.json();
        assert_eq!(repositories.as_array().map(Vec::len), Some(1), "{repositories}");
        assert_eq!(robot.get("/artifactory/api/repositories/more").await.status, 404);
        let refused = robot.put(&file("team/b.txt"), "b").await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_granted"));
        assert_eq!(robot.delete(&file("team/a.txt")).await.status, 403);
        // Its owner is an administrator, and it is not.
        let refused = robot.create("mine", json!({})).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_authorized"));
        for path in ["/access/api/v2/users", PERMISSIONS, "/artifactory/api/system/status"] {
            let bearer = format!("Bearer {token}");
            let request = Request::new("GET", path).header("authorization", &bearer);
            let refused = Browser::new(&stage.server).send(request).await;
            assert_eq!((refused.status, refused.code().as_str()), (403, "token_with_scope"));
        }

        // A user makes one for the own account.
        let mut browser = signed_in(&stage.server).await;
        let wanted = json!({"scope": {"actions": [], "repositories": []}});
        let refused =
            with_password(&mut browser, "POST", "ui/auth/identifyToken", PASSWORD, wanted).await;
        assert_eq!(refused.status, 422, "{:?}", refused.json());
        let wanted = json!({"scope": {"actions": ["READ"], "repositories": []}});
        let made = with_password(&mut browser, "POST", "ui/auth/identifyToken", PASSWORD, wanted)
            .await
            .json();
        let own = Client::new(&stage.server, made["token"].as_str().expect("a token"));
        assert_eq!(own.get(&file("other/c.txt")).await.status, 200);
        assert_eq!(own.put(&file("other/c.txt"), "x").await.status, 403);
        stage.server.stop();
    });
}
