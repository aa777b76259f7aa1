//! Users, in the requests of Entra ID and Okta as their public documentation shows them.

use serde_json::{Value, json};
use waybill_tests::run;

use super::{Fixture, USER, accepted, id_of, is, made, nothing, refused, text};

const ENTERPRISE: &str = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/// What Entra ID sends for a new user.
fn entra(name: &str) -> Value {
    let (local, _) = name.split_once('@').expect("a mail address");
    json!({
        "schemas": [USER, ENTERPRISE],
        "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
        "userName": name,
        "active": true,
        "addresses": null,
        "displayName": "Ben Example",
        "emails": [{"primary": true, "type": "work", "value": format!("{local}.work@example.org")}],
        "meta": {"resourceType": "User"},
        "name": {"formatted": "Ben Example", "familyName": "Example", "givenName": "Ben"},
        "roles": [],
        "title": null,
        ENTERPRISE: {"department": "Research", "manager": null},
    })
}

/// What Okta sends for a new user.
fn okta(name: &str) -> Value {
    json!({
        "schemas": [USER],
        "userName": name,
        "name": {"givenName": "Cara", "familyName": "Example"},
        "emails": [{"primary": true, "value": name, "type": "work"}],
        "displayName": "Cara Example",
        "locale": "en-US",
        "externalId": "00ujl29u0le5T6Aj10h7",
        "groups": [],
        "password": "1mz050nq",
        "active": true,
    })
}

/// covers: [SCIM-01, SCIM-03, SCIM-04]
#[test]
fn entra_id_provisions_changes_and_removes_a_user() {
    run(async {
        let mut fixture = Fixture::new().await;
        let client = fixture.client.clone();
        // It tests the connection with a name that it makes up.
        let probe = "/Users?filter=userName+eq+%22b7e2c1d0-probe%22";
        let empty = accepted(&client.get(probe).await);
        assert_eq!((&empty["totalResults"], &empty["Resources"]), (&json!(0), &json!([])));
        let user = made(&client.sends("POST", "/Users", &entra("Ben@Example.org")).await);
        let id = id_of(&user);
        assert_eq!(user["userName"], "ben@example.org");
        assert_eq!(user["name"]["formatted"], "Ben Example");
        assert!(user.get("roles").is_none() && user.get(ENTERPRISE).is_none(), "{user}");
        let account = fixture.account(&id).await;
        assert_eq!(account["email"], "Ben.work@example.org");
        let wanted = json!([true, true, false, false]);
        let is = json!([
            account["external"],
            account["provisioned"],
            account["effective_admin"],
            account["robot"],
        ]);
        assert_eq!(is, wanted);
        let twice = client.sends("POST", "/Users", &entra("BEN@example.org")).await;
        assert_eq!(refused(&twice), super::is(409, "scim_uniqueness", Some("uniqueness")));

        let one = format!("/Users/{id}");
        let changed = client
            .patches(
                &one,
                json!([
                    {"op": "Replace", "path": "displayName", "value": "Ben Other"},
                    {"op": "Replace", "path": "emails[type eq \"work\"].value",
                     "value": "ben.other@example.org"},
                    {"op": "Add", "path": "name.givenName", "value": "Benjamin"},
                    {"op": "Add", "path": format!("{ENTERPRISE}:department"), "value": "Sales"},
                    {"op": "Replace", "path": "userName", "value": "ben.other@example.org"},
                ]),
            )
            .await;
        let changed = accepted(&changed);
        assert_eq!(changed["userName"], "ben.other@example.org");
        assert_eq!(changed["name"]["givenName"], "Benjamin");
        assert_eq!(fixture.account(&id).await["email"], "ben.other@example.org");
        let found = "/Users?filter=userName+eq+%22Ben.Other%40example.org%22";
        assert_eq!(accepted(&client.get(found).await)["totalResults"], 1);

        let off = json!([{"op": "Replace", "path": "active", "value": "False"}]);
        assert_eq!(accepted(&client.patches(&one, off).await)["active"], json!(false));
        assert_eq!(fixture.account(&id).await["enabled"], json!(false));
        let on = json!([{"op": "Replace", "path": "active", "value": "True"}]);
        assert_eq!(accepted(&client.patches(&one, on).await)["active"], json!(true));

        nothing(&client.delete(&one).await);
        for gone in [
            client.get(&one).await,
            client.delete(&one).await,
            client.patches(&one, json!([{"op": "Add", "path": "active", "value": true}])).await,
        ] {
            assert_eq!(refused(&gone), super::is(404, "not_found", None));
        }
        let account = fixture.account(&id).await;
        assert_eq!((&account["enabled"], &account["provisioned"]), (&json!(false), &json!(false)));
        // Another user may have the name, and gets nothing of the one of before.
        let again = entra("ben.other@example.org");
        let again = made(&client.sends("POST", "/Users", &again).await);
        assert_ne!(id_of(&again), id);
        assert!(again.get("groups").is_none(), "{again}");
    });
}

/// covers: [SCIM-01, SCIM-04]
#[test]
fn okta_provisions_replaces_and_deactivates_a_user() {
    run(async {
        let mut fixture = Fixture::new().await;
        let client = fixture.client.clone();
        let name = "cara@example.org";
        let query = "/Users?filter=userName%20eq%20%22cara%40example.org%22&startIndex=1&count=100";
        assert_eq!(accepted(&client.get(query).await)["totalResults"], 0);
        let user = made(&client.sends("POST", "/Users", &okta(name)).await);
        let id = id_of(&user);
        assert!(user.get("password").is_none() && user.get("locale").is_none(), "{user}");
        let listed = accepted(&client.get(query).await);
        assert_eq!(listed["Resources"][0], accepted(&client.get(&format!("/Users/{id}")).await));
        assert_eq!((&listed["startIndex"], &listed["itemsPerPage"]), (&json!(1), &json!(1)));

        let one = format!("/Users/{id}");
        let mut replaced = okta(name);
        replaced["name"]["givenName"] = json!("Carla");
        replaced["id"] = json!(id);
        replaced["meta"] = json!({"resourceType": "User", "location": "elsewhere"});
        let user = accepted(&client.sends("PUT", &one, &replaced).await);
        assert_eq!(user["name"]["givenName"], "Carla");
        assert_eq!(user["active"], json!(true));
        // What a replacement leaves out is gone, but for whether the account is enabled.
        let bare = json!({"schemas": [USER], "userName": name});
        let user = accepted(&client.sends("PUT", &one, &bare).await);
        for gone in ["name", "emails", "displayName", "externalId"] {
            assert!(user.get(gone).is_none(), "{gone} in {user}");
        }
        assert_eq!(user["active"], json!(true));
        assert_eq!(fixture.account(&id).await["email"], Value::Null);

        let off = json!([{"op": "replace", "value": {"active": false}}]);
        assert_eq!(accepted(&client.patches(&one, off).await)["active"], json!(false));
        let user = accepted(&client.sends("PUT", &one, &bare).await);
        assert_eq!(user["active"], json!(false), "a replacement does not enable by itself");
        let inactive = json!({"schemas": [USER], "userName": "dan@example.org", "active": false});
        let dan = id_of(&made(&client.sends("POST", "/Users", &inactive).await));
        assert_eq!(fixture.account(&dan).await["status"], "disabled");
    });
}

/// covers: [SCIM-02]
#[test]
fn an_address_that_an_administrator_has_changed_stays_until_the_client_changes_it() {
    run(async {
        let mut fixture = Fixture::new().await;
        let client = fixture.client.clone();
        let id = id_of(&made(&client.sends("POST", "/Users", &okta("cara@example.org")).await));
        fixture.edits(&id, json!({"email": "other@example.org"})).await;
        let one = format!("/Users/{id}");
        let named = json!([{"op": "replace", "path": "displayName", "value": "Carla"}]);
        let user = accepted(&client.patches(&one, named).await);
        assert_eq!(user["displayName"], "Carla");
        assert_eq!(user["emails"][0]["value"], "other@example.org");
        assert_eq!(fixture.account(&id).await["email"], "other@example.org");
        let email = json!([{"op": "replace", "path": "emails",
            "value": [{"value": "new@example.org", "primary": true}]}]);
        let user = accepted(&client.patches(&one, email).await);
        assert_eq!(user["emails"][0]["value"], "new@example.org");
        assert_eq!(fixture.account(&id).await["email"], "new@example.org");
        // A replacement has all of the user, also the address that the client has sent before.
        fixture.edits(&id, json!({"email": "other@example.org"})).await;
        accepted(&client.sends("PUT", &one, &okta("cara@example.org")).await);
        assert_eq!(fixture.account(&id).await["email"], "cara@example.org");
    });
}

/// The records have what changed and by which token, and nothing of what the provisioning client says of the user.
///
/// covers: [SCIM-05]
#[test]
fn the_records_name_the_token_and_not_the_user() {
    run(async {
        let fixture = Fixture::new().await;
        let mut user = entra("canary.user@example.org");
        user["externalId"] = json!("canary-external");
        user["displayName"] = json!("Canary Display");
        let id = id_of(&made(&fixture.client.sends("POST", "/Users", &user).await));
        let off = json!([{"op": "replace", "value": {"active": false}}]);
        accepted(&fixture.client.patches(&format!("/Users/{id}"), off).await);
        nothing(&fixture.client.delete(&format!("/Users/{id}")).await);
        let Fixture { place, server, .. } = fixture;
        assert!(server.stop().success());
        let stream = format!("user/{id}");
        let shown = place.run(&["audit", "show", &stream, "--json", "--data", "{data}"]);
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let records: Vec<Value> =
            shown.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        assert_eq!(records.len(), 3, "{shown}");
        assert!(shown.contains("\"t_"), "the token is named: {shown}");
        for canary in ["canary", "Canary"] {
            assert!(!shown.contains(canary), "{shown}");
        }
        for log in [place.log(), place.printed()] {
            assert!(!log.contains("canary-external"), "{log}");
        }
    });
}

/// covers: [SCIM-04]
#[test]
fn a_name_that_is_taken_or_looks_like_another_is_refused_in_each_way_to_have_it() {
    run(async {
        let fixture = Fixture::new().await;
        let client = &fixture.client;
        let ben = client.user("ben").await;
        let paul = client.user("paul").await;
        let taken = is(409, "scim_uniqueness", Some("uniqueness"));
        for name in ["BEN", "ann", "pau1", "b\u{435}n"] {
            let body = json!({"schemas": [USER], "userName": name});
            assert_eq!(refused(&client.sends("POST", "/Users", &body).await), taken, "{name}");
        }
        let renamed = json!([{"op": "replace", "path": "userName", "value": "Paul"}]);
        let answer = client.patches(&format!("/Users/{ben}"), renamed).await;
        assert_eq!(refused(&answer), taken);
        let body = json!({"schemas": [USER], "userName": "ann"});
        let answer = client.sends("PUT", &format!("/Users/{paul}"), &body).await;
        assert_eq!(refused(&answer), taken);
        // Its own name in another case is no other name.
        let body = json!({"schemas": [USER], "userName": "PAUL"});
        let paul = accepted(&client.sends("PUT", &format!("/Users/{paul}"), &body).await);
        assert_eq!(text(&paul, "userName"), "paul");
    });
}
