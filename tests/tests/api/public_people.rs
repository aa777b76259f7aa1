//! Users and groups over the public API, for programs with the token of an administrator.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, Server, run};

use crate::tokens::token_of;
use crate::{ANN, PASSWORD, own};

const USERS: &str = "/access/api/v2/users";
const GROUPS: &str = "/access/api/v2/groups";

/// A program with the token of the administrator.
struct Program {
    server: Server,
    token: String,
}

impl Program {
    async fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let request = Request::new(method, path).header("authorization", &bearer);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        Browser::new(&self.server).send(request).await
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.send("GET", path, None).await;
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }

    async fn ok(&self, method: &str, path: &str, body: Value) -> Value {
        let answer = self.send(method, path, Some(&body)).await;
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }
}

async fn program(place: &Place) -> Program {
    own(place).await.stop();
    let token = token_of(place, ANN, "1h");
    Program { server: place.start(), token }
}

/// covers: [ROLE-04]
#[test]
fn a_program_creates_changes_and_lists_users() {
    run(async {
        let place =
            Place::new().with_settings("[installation.access]\nmfa_required = \"nobody\"\n");
        let program = program(&place).await;
        let group = json!({"name": "readers", "auto_join": true});
        program.ok("POST", GROUPS, group).await;
        let bob = json!({
            "username": "Bob", "password": PASSWORD, "email": "bob@example.org", "profile_updatable": false,
        });
        let created = program.ok("POST", USERS, bob.clone()).await;
        assert_eq!(
            created,
            json!({
                "username": "bob", "email": "bob@example.org", "admin": false, "effective_admin": false,
                "profile_updatable": false, "disable_ui_access": false,
                "internal_password_disabled": false, "last_logged_in": null, "realm": "internal",
                "groups": ["readers"], "status": "ENABLED", "mfaStatus": "NONE",
            })
        );
        assert_eq!(program.send("POST", USERS, Some(&bob)).await.status, 422, "the name is taken");
        let carl = json!({"username": "carl", "internal_password_disabled": true});
        assert_eq!(program.ok("POST", USERS, carl).await["realm"], "external");
        let page = program.get(&format!("{USERS}?limit=2")).await;
        let named = |page: &Value| -> Vec<String> {
            let users = page["users"].as_array().expect("a list").iter();
            users.map(|user| user["username"].as_str().expect("a name").to_owned()).collect()
        };
        assert_eq!(named(&page), [ANN, "bob"]);
        let next = page["cursor"].as_str().expect("a cursor").to_owned();
        let rest = program.get(&format!("{USERS}?limit=2&cursor={next}")).await;
        assert_eq!((named(&rest), &rest["cursor"]), (vec!["carl".to_owned()], &Value::Null));

        // Who signs in elsewhere has no password here.
        let mut browser = Browser::visiting(&program.server).await;
        assert_eq!(browser.log_in("carl", PASSWORD).await.code(), "invalid_credentials");
        browser.sign_in("bob", PASSWORD).await;

        let bob = format!("{USERS}/bob");
        let changed = program.ok("PATCH", &bob, json!({"email": "", "admin": true})).await;
        assert_eq!((&changed["email"], &changed["admin"]), (&Value::Null, &json!(true)));
        let groups =
            program.ok("PATCH", &format!("{bob}/groups"), json!({"remove": ["readers"]})).await;
        assert_eq!(groups["groups"], json!([]));
        let refused = program.send("PATCH", &bob, Some(&json!({"disable_ui_access": true}))).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "not_supported"));
        for email in ["bob", "b@@x", &"b".repeat(300)] {
            let refused = program.send("PATCH", &bob, Some(&json!({"email": email}))).await;
            assert!(matches!(refused.status, 400 | 422), "{email}: {}", refused.status);
        }
    });
}

#[test]
fn a_program_manages_groups_and_plain_users_may_not() {
    run(async {
        let place = Place::new();
        let program = program(&place).await;
        let group = json!({"name": "Release managers", "description": "d", "members": [ANN]});
        let created = program.ok("POST", GROUPS, group).await;
        assert_eq!(created["members"], json!([ANN]));
        let path = format!("{GROUPS}/release%20managers");
        let listed = program.get(GROUPS).await["groups"][0].clone();
        assert!(
            listed["uri"].as_str().is_some_and(|uri| uri.ends_with("Release%20managers")),
            "{listed}"
        );
        let changed =
            program.ok("PATCH", &path, json!({"description": "", "external_id": "cn=rm"})).await;
        assert_eq!(
            (&changed["description"], &changed["external_id"]),
            (&json!(""), &json!("cn=rm"))
        );
        let left = program.ok("PATCH", &format!("{path}/members"), json!({"remove": [ANN]})).await;
        assert_eq!(left["members"], json!([]));
        assert_eq!(program.send("DELETE", &path, None).await.status, 200);
        assert_eq!(program.send("GET", &path, None).await.status, 404);

        program.ok("POST", USERS, json!({"username": "bob", "password": PASSWORD})).await;
        assert!(program.server.stop().success());
        let plain = token_of(&place, "bob", "1h");
        let program = Program { server: place.start(), token: plain };
        for (method, path) in [("GET", USERS), ("POST", USERS), ("GET", GROUPS), ("POST", GROUPS)] {
            let body = (method == "POST").then(|| json!({"name": "x", "username": "x"}));
            let refused = program.send(method, path, body.as_ref()).await;
            assert!(matches!(refused.status, 400 | 403), "{method} {path}: {}", refused.status);
        }
    });
}
