//! Robots, and the tokens of all accounts on the pages of administrators.

use serde_json::json;
use waybill_tests::{Browser, Request, run};

use crate::permissions::file;
use crate::stage::{Client, Stage};
use crate::{ANN, PASSWORD, signed_in};

const ROBOTS: &str = "access/api/ui/robots";
const TOKENS: &str = "access/api/ui/tokens";

/// covers: [ROBOT-01, TOKEN-01]
#[test]
fn a_robot_has_the_rights_of_permissions_and_no_way_to_sign_in() {
    run(async {
        let stage = Stage::new().await;
        let mut ann = signed_in(&stage.server).await;
        let all = json!({"name": "everyone", "auto_join": true, "admin": true});
        assert_eq!(ann.post("access/api/ui/groups", all).await.status, 200);
        let robot = |name: &str, seconds: u64, actions: &[&str]| {
            json!({"name": name, "token": {"description": "pipeline", "expires_in": seconds,
                "scope": {"actions": actions, "repositories": ["files"]}}})
        };
        for wrong in
            [robot("ci", 1, &["READ"]), robot("ci", 3_600, &[]), robot("", 3_600, &["READ"])]
        {
            assert_eq!(ann.post(ROBOTS, wrong.clone()).await.status, 422, "{wrong}");
        }
        // What was refused has left no robot behind.
        let made = ann.post(ROBOTS, robot("ci", 3_600, &["READ", "WRITE"])).await;
        assert_eq!(made.status, 200, "{:?}", made.json());
        let made = made.json();
        assert_eq!(ann.post(ROBOTS, robot("CI", 3_600, &["READ"])).await.status, 422);
        let user = &made["user"];
        assert_eq!((&user["robot"], &user["effective_admin"]), (&json!(true), &json!(false)));
        let person = user["person"].as_str().expect("an id").to_owned();
        let token = made["token"]["token"].as_str().expect("a token").to_owned();
        let ci = Client::new(&stage.server, &token);

        assert_eq!(ci.get(&file("team/a.txt")).await.status, 404);
        let granted = json!({"actions": {"users": {"ci": ["READ", "WRITE", "DELETE"]}}, "targets": {"files": {}}});
        let permission = json!({"name": "ci", "resources": {"artifact": granted}});
        assert_eq!(ann.post("permissions", permission).await.status, 200);
        assert_eq!(ci.get(&file("team/a.txt")).await.status, 200);
        assert_eq!(ci.put(&file("ci/x"), "x").await.status, 201);
        // The scope takes away what the permission gives.
        assert_eq!(ci.delete(&file("ci/x")).await.status, 403);

        let own = format!("access/api/ui/users/{person}");
        let password = ann.post(&format!("{own}/passwordLink"), json!({})).await;
        assert_eq!(password.status, 422, "{:?}", password.json());
        assert_eq!(ann.patch(&own, json!({"external": false})).await.status, 422);
        assert_eq!(ann.get(&own).await.json()["external"], json!(true));
        let mut browser = Browser::visiting(&stage.server).await;
        let login = json!({"user": "ci", "password": PASSWORD, "type": "login"});
        assert_eq!(browser.post("ui/auth/login", login).await.status, 401);

        let more = format!("{ROBOTS}/{person}/tokens");
        assert_eq!(ann.post(&more, json!({"description": "second"})).await.status, 200);
        // No one creates a token for another person.
        let users = ann.get("access/api/ui/users?name=bob&robot=false").await.json();
        let bob = users["users"][0]["person"].as_str().expect("an id").to_owned();
        let refused = ann.post(&format!("{ROBOTS}/{bob}/tokens"), json!({})).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "not_a_robot"));
        let robots = ann.get("access/api/ui/users?robot=true").await.json();
        assert_eq!((&robots["total"], &robots["users"][0]["name"]), (&json!(1), &json!("ci")));

        let listed = ann.get(TOKENS).await.json();
        let listed = listed["tokens"].as_array().expect("tokens").clone();
        let of_ci: Vec<_> = listed.iter().filter(|token| token["subject"] == "ci").collect();
        let (first, second) = (&of_ci[1], &of_ci[0]);
        assert_eq!(first["scope"]["actions"], json!(["READ", "WRITE"]));
        assert!(first["last_used"].is_i64() && second["last_used"].is_null(), "{first} {second}");
        assert!(listed.iter().any(|token| token["subject"] == ANN));
        assert!(!listed.iter().any(|listed| listed.to_string().contains(&token)));
        let one = |id: &serde_json::Value| format!("{TOKENS}/{}", id.as_str().expect("an id"));
        let path = one(&second["token_id"]);
        for refused in [
            browser.get(TOKENS).await,
            browser.delete(&path).await,
            browser.post(ROBOTS, robot("other", 3_600, &["READ"])).await,
            browser.post(&more, json!({})).await,
        ] {
            assert_eq!(refused.status, 401);
        }
        assert_eq!(ann.delete(&path).await.status, 200);
        assert_eq!(ann.delete(&path).await.status, 404);

        // Disabling it ends its tokens for good.
        assert_eq!(ann.patch(&own, json!({"enabled": false})).await.status, 200);
        assert_eq!(ci.get(&file("team/a.txt")).await.status, 401);
        assert_eq!(ann.patch(&own, json!({"enabled": true})).await.status, 200);
        assert_eq!(ci.send(Request::new("GET", &file("team/a.txt"))).await.status, 401);
        stage.server.stop();
    });
}
