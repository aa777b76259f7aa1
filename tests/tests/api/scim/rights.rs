//! Who provisions, and what no provisioning client can do.

use serde_json::json;
use waybill_tests::{Browser, Request, run};

use super::{
    Fixture, GROUP, GROUPS, ProvisioningClient, ROBOTS, SETTINGS, USER, USERS, accepted, is,
    nothing, provisions, refused, text,
};
use crate::groups::user;
use crate::own_account::with_password_of;
use crate::people::{administered, place};
use crate::{ANN, PASSWORD};

const BASE_USERS: &str = "/access/api/v1/scim/v2/Users";

/// covers: [SCIM-01]
#[test]
fn only_a_token_that_was_made_for_it_provisions_and_it_does_nothing_else() {
    run(async {
        let mut fixture = Fixture::new().await;
        let server = &fixture.server;
        let stranger = Browser::new(server).send(Request::new("GET", BASE_USERS)).await;
        assert_eq!(refused(&stranger), is(401, "no_token", None));
        assert_eq!(stranger.header("www-authenticate"), Some("Bearer realm=\"Waybill\""));
        let wrong = ProvisioningClient::new(server, &format!("waybill_{}", "0".repeat(64)));
        assert_eq!(refused(&wrong.get("/Users").await), is(401, "token_not_accepted", None));
        // A session is none, not even an administrator's.
        let own = fixture.ann.get(BASE_USERS).await;
        assert_eq!(refused(&own), is(401, "no_token", None));

        let mut make = async |scope: serde_json::Value| {
            let wanted = json!({"scope": scope});
            let shown = (ANN, PASSWORD);
            let path = "ui/auth/identifyToken";
            with_password_of(&mut fixture.ann, shown, "POST", path, wanted).await
        };
        let whole = make(serde_json::Value::Null).await.json();
        let reads = make(json!({"actions": ["READ"], "repositories": []})).await.json();
        let both = make(json!({"actions": ["READ"], "repositories": [], "provisions": true})).await;
        assert_eq!(both.status, 422, "{}", both.json());
        let own = make(provisions()).await.json();
        for made in [&whole, &reads] {
            let client = ProvisioningClient::new(server, &text(made, "token"));
            let outcome = refused(&client.get("/Users").await);
            assert_eq!(outcome, is(403, "token_does_not_provision", None));
        }
        let own = ProvisioningClient::new(server, &text(&own, "token"));
        accepted(&own.get("/ServiceProviderConfig").await);
        // It is for nothing else, though its owner administers.
        for path in [
            "/access/api/v2/users",
            "/access/api/v2/groups",
            "/artifactory/api/repositories",
            "/artifactory/api/system/status",
            "/artifactory/files/a.txt",
        ] {
            let bearer = format!("Bearer {}", own.token);
            let request = Request::new("GET", path).header("authorization", &bearer);
            let answer = Browser::new(server).send(request).await;
            assert_eq!((answer.status, answer.code().as_str()), (403, "token_only_provisions"));
        }
        // Users who do not administer make none, and the token of one who no longer does is of no use.
        let (_, mut bob) = user(server, &mut fixture.ann, "bob").await;
        let wanted = json!({"scope": provisions()});
        let path = "ui/auth/identifyToken";
        let answer = with_password_of(&mut bob, ("bob", PASSWORD), "POST", path, wanted).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "token_scope_admins"));
        let answer = bob.put(SETTINGS, json!({"enabled": false})).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "not_authorized"));
        let bob = fixture.ann.get(&format!("{USERS}?name=bob")).await.json();
        let bob = text(&bob["users"][0], "person");
        fixture.edits(&bob, json!({"admin": true})).await;
        let made = fixture.place.run(&[
            "token",
            "make",
            "--user",
            "bob",
            "--provisions",
            "--data",
            "{data}",
        ]);
        let printed = String::from_utf8_lossy(&made.stdout).into_owned();
        let token = printed.lines().last().expect("a token").to_owned();
        let by_bob = ProvisioningClient::new(&fixture.server, &token);
        accepted(&by_bob.get("/Users").await);
        fixture.edits(&bob, json!({"admin": false})).await;
        assert_eq!(refused(&by_bob.get("/Users").await), is(403, "not_authorized", None));
    });
}

/// covers: [SCIM-01]
#[test]
fn nothing_is_provisioned_until_an_administrator_switches_it_on() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let robot = json!({"name": "provisioner", "token": {"scope": provisions()}});
        let made = ann.post(ROBOTS, robot).await.json();
        let client = ProvisioningClient::new(&server, &text(&made["token"], "token"));
        let off = is(403, "provisioning_off", None);
        let body = json!({"schemas": [USER], "userName": "ben"});
        assert_eq!(refused(&client.sends("POST", "/Users", &body).await), off);
        assert_eq!(refused(&client.get("/ServiceProviderConfig").await), off);
        let page = ann.get(SETTINGS).await.json();
        assert_eq!((&page["enabled"], &page["provider"]), (&json!(false), &json!(null)));
        assert!(text(&page, "address").ends_with("/access/api/v1/scim/v2"), "{page}");
        let unknown = ann.put(SETTINGS, json!({"enabled": true, "provider": "acme"})).await;
        assert_eq!((unknown.status, unknown.code().as_str()), (400, "provisioning_invalid"));
        assert_eq!(ann.put(SETTINGS, json!({"enabled": true})).await.status, 200);
        accepted(&client.get("/Users").await);
        server.stop();
        // It stays on over a restart, and users stay when it is switched off.
        let server = place.start();
        ann.move_to(&server);
        let client = ProvisioningClient::new(&server, &client.token);
        let ben = client.user("ben").await;
        assert_eq!(ann.put(SETTINGS, json!({"enabled": false})).await.status, 200);
        assert_eq!(refused(&client.get("/Users").await), off);
        assert_eq!(ann.get(&format!("{USERS}/{ben}")).await.json()["enabled"], json!(true));
        let acts = ann.get("audit/acts?limit=200").await.json().to_string();
        assert!(acts.contains("provisioning"), "{acts}");
    });
}

/// covers: [SCIM-02]
#[test]
fn a_client_adopts_no_account_and_no_group_of_others() {
    run(async {
        let mut fixture = Fixture::new().await;
        let (bob, _) = user(&fixture.server, &mut fixture.ann, "bob").await;
        let group = json!({"name": "Builders"});
        assert_eq!(fixture.ann.post(GROUPS, group).await.status, 200);
        let group = text(&fixture.ann.get(GROUPS).await.json()["groups"][0], "id");
        let client = fixture.client.clone();
        let taken = is(409, "scim_uniqueness", Some("uniqueness"));
        for name in ["bob", "Bob", " BOB ", ANN, "provisioner"] {
            let body = json!({"schemas": [USER], "userName": name, "id": bob});
            let answer = client.sends("POST", "/Users", &body).await;
            assert_eq!(refused(&answer), taken, "{name}");
        }
        let body = json!({"schemas": [GROUP], "displayName": "builders", "id": group});
        assert_eq!(refused(&client.sends("POST", "/Groups", &body).await), taken);
        let absent = is(404, "not_found", None);
        let ann = fixture.ann.get(&format!("{USERS}?name={ANN}")).await.json();
        let ann = text(&ann["users"][0], "person");
        let off = json!([{"op": "replace", "path": "active", "value": false}]);
        let put = json!({"schemas": [USER, GROUP], "userName": "bob", "displayName": "Builders"});
        for one in [format!("/Users/{bob}"), format!("/Users/{ann}"), format!("/Groups/{group}")] {
            assert_eq!(refused(&client.get(&one).await), absent, "{one}");
            assert_eq!(refused(&client.patches(&one, off.clone()).await), absent, "{one}");
            assert_eq!(refused(&client.sends("PUT", &one, &put).await), absent, "{one}");
            assert_eq!(refused(&client.delete(&one).await), absent, "{one}");
        }
        assert_eq!(fixture.account(&bob).await["enabled"], json!(true));
    });
}

/// covers: [SCIM-02]
#[test]
fn a_client_grants_no_role_and_puts_no_one_into_a_group_that_administers() {
    run(async {
        let mut fixture = Fixture::new().await;
        let everyone = json!({"name": "Everyone", "auto_join": true, "admin": true});
        assert_eq!(fixture.ann.post(GROUPS, everyone).await.status, 200);
        let client = fixture.client.clone();
        let body = json!({
            "schemas": [USER, "urn:waybill:User"], "userName": "ben", "admin": true,
            "auditor": true, "roles": [{"value": "admin"}], "entitlements": ["admin"],
            "groups": [{"value": "Everyone"}], "external": false, "password": PASSWORD,
        });
        let made = super::made(&client.sends("POST", "/Users", &body).await);
        let ben = text(&made, "id");
        let grants = json!([
            {"op": "add", "path": "roles", "value": [{"value": "admin"}]},
            {"op": "add", "path": "roles[primary eq \"True\"].value", "value": "admin"},
            {"op": "add", "value": {"admin": true, "groups": [{"value": "Everyone"}]}},
        ]);
        accepted(&client.patches(&format!("/Users/{ben}"), grants).await);
        let account = fixture.account(&ben).await;
        for right in ["admin", "effective_admin", "auditor"] {
            assert_eq!(account[right], json!(false), "{right}");
        }
        assert_eq!((&account["groups"], &account["projects"]), (&json!([]), &json!({})));
        let mut browser = Browser::visiting(&fixture.server).await;
        assert_eq!(browser.log_in("ben", PASSWORD).await.status, 401);

        // An administrator gives a group of theirs administration: from then on it is left alone.
        let group = client.group("Operators", &[]).await;
        let admin = json!({"admin": true});
        assert_eq!(fixture.ann.patch(&format!("{GROUPS}/Operators"), admin).await.status, 200);
        let one = format!("/Groups/{group}");
        let alone = is(403, "provisioning_refused", None);
        let add = json!([{"op": "add", "path": "members", "value": [{"value": ben}]}]);
        assert_eq!(refused(&client.patches(&one, add).await), alone);
        let put =
            json!({"schemas": [GROUP], "displayName": "Operators", "members": [{"value": ben}]});
        assert_eq!(refused(&client.sends("PUT", &one, &put).await), alone);
        let renamed = json!([{"op": "replace", "path": "displayName", "value": "Others"}]);
        assert_eq!(refused(&client.patches(&one, renamed).await), alone);
        assert_eq!(refused(&client.delete(&one).await), alone);
        accepted(&client.get(&one).await);
        assert_eq!(fixture.account(&ben).await["effective_admin"], json!(false));

        // Of a project neither, but members may leave.
        let project = json!({"project_key": "blue", "display_name": "Blue"});
        assert_eq!(fixture.ann.post("projects", project).await.status, 200);
        let one = format!("/Groups/{}", client.group("Leads", &[&ben]).await);
        let roles = json!({"roles": ["Project Admin"]});
        assert_eq!(fixture.ann.put("projects/blue/groups/Leads", roles).await.status, 200);
        let cara = client.user("cara").await;
        let add = json!([{"op": "add", "path": "members", "value": [{"value": cara}]}]);
        assert_eq!(refused(&client.patches(&one, add).await), alone);
        let leave = json!([{"op": "remove", "path": "members", "value": [{"value": ben}]}]);
        nothing(&client.patches(&one, leave).await);
        assert_eq!(fixture.account(&ben).await["groups"], json!([]));
    });
}

/// covers: [SCIM-02]
#[test]
fn an_administrator_is_only_deactivated_and_the_last_one_is_not() {
    run(async {
        let mut fixture = Fixture::new().await;
        let client = fixture.client.clone();
        let ben = client.user("ben").await;
        let one = format!("/Users/{ben}");
        fixture.edits(&ben, json!({"admin": true})).await;
        let alone = is(403, "provisioning_refused", None);
        for (path, value) in [
            ("userName", json!("other")),
            ("externalId", json!("the id of another one")),
            ("displayName", json!("Other")),
            ("emails", json!([{"value": "attacker@example.org"}])),
        ] {
            let change = json!([{"op": "replace", "path": path, "value": value}]);
            assert_eq!(refused(&client.patches(&one, change).await), alone, "{path}");
        }
        // Nothing changes, so that nothing is refused.
        let same = json!({"schemas": [USER], "userName": "ben", "externalId": "ben"});
        accepted(&client.sends("PUT", &one, &same).await);
        let off = json!([{"op": "replace", "path": "active", "value": false}]);
        accepted(&client.patches(&one, off.clone()).await);
        let on = json!([{"op": "replace", "path": "active", "value": true}]);
        assert_eq!(refused(&client.patches(&one, on).await), alone);

        // The only administrator who can sign in is one that a provisioning client has made.
        fixture.edits(&ben, json!({"enabled": true, "external": false})).await;
        let path = format!("{USERS}/{ben}/passwordLink");
        let link = fixture.ann.post(&path, json!({})).await.json();
        let token = text(&link, "link").split_once("#token=").expect("a token").1.to_owned();
        let mut browser = Browser::visiting(&fixture.server).await;
        assert_eq!(crate::people::chosen(&mut browser, &token, PASSWORD).await.status, 200);
        browser.sign_in("ben", PASSWORD).await;
        let ann = browser.get(&format!("{USERS}?name={ANN}")).await.json();
        let ann = text(&ann["users"][0], "person");
        let disabled = browser.patch(&format!("{USERS}/{ann}"), json!({"enabled": false})).await;
        assert_eq!(disabled.status, 200, "{}", disabled.json());
        let last = is(403, "last_administrator", None);
        assert_eq!(refused(&client.patches(&one, off).await), last);
        assert_eq!(refused(&client.delete(&one).await), last);
        assert_eq!(browser.get(USERS).await.status, 200);
    });
}

/// covers: [SCIM-02]
#[test]
fn an_administrator_who_is_removed_has_no_rights_left() {
    run(async {
        let mut fixture = Fixture::new().await;
        let ben = fixture.client.user("ben").await;
        fixture.edits(&ben, json!({"admin": true, "auditor": true})).await;
        nothing(&fixture.client.delete(&format!("/Users/{ben}")).await);
        fixture.edits(&ben, json!({"enabled": true})).await;
        let account = fixture.account(&ben).await;
        let rights = (&account["effective_admin"], &account["auditor"], &account["provisioned"]);
        assert_eq!(rights, (&json!(false), &json!(false), &json!(false)));
    });
}
