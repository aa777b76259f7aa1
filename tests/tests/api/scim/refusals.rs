//! What a provisioning client sends that is not valid, and what this server does not have.

use serde_json::{Value, json};
use waybill_tests::{Request, run};

use super::{BASE, Fixture, GROUP, PATCH, USER, is, made, refused};

/// covers: [SCIM-01, SCIM-04]
#[test]
fn documents_that_are_not_valid_change_nothing() {
    run(async {
        let fixture = Fixture::new().await;
        let client = &fixture.client;
        let id = client.user("ben").await;
        let one = format!("/Users/{id}");
        let before = client.get(&one).await.json();
        let syntax = is(400, "scim_invalid_syntax", Some("invalidSyntax"));
        let value = is(400, "scim_invalid_value", Some("invalidValue"));
        let user = |field: &str, wrong: Value| {
            let mut user = json!({"schemas": [USER], "userName": "new"});
            user[field] = wrong;
            user
        };
        let address = |at: usize| json!({"value": format!("a{at}@example.org")});
        let too_many: Vec<Value> = (0..11).map(address).collect();
        for (body, wanted) in [
            (json!([]), &syntax),
            (json!("userName"), &syntax),
            (json!({"schemas": [GROUP], "userName": "new"}), &syntax),
            (json!({"schemas": USER, "userName": "new"}), &syntax),
            (json!({"schemas": [USER]}), &value),
            (user("userName", json!("")), &value),
            (user("userName", json!({"a": 1})), &value),
            (user("userName", json!("a\u{202e}b")), &value),
            (user("userName", json!("system")), &value),
            (user("userName", json!("n".repeat(129))), &value),
            (user("active", json!("perhaps")), &value),
            (user("emails", json!([{"value": "no address"}])), &value),
            (user("emails", json!([{"value": "a@example.org\r\nBcc: b@example.org"}])), &value),
            (user("displayName", json!("d".repeat(257))), &value),
            (user("name", json!("Ann")), &value),
            (user("emails", json!(too_many)), &value),
        ] {
            let answer = client.sends("POST", "/Users", &body).await;
            assert_eq!(refused(&answer), *wanted, "POST {body}");
            if body.is_object() {
                let answer = client.sends("PUT", &one, &body).await;
                assert_eq!(refused(&answer), *wanted, "PUT {body}");
            }
        }
        for (group, wanted) in [
            (json!({"schemas": [GROUP]}), &value),
            (json!({"schemas": [GROUP], "displayName": "a/b"}), &value),
            (json!({"schemas": [GROUP], "displayName": "g", "members": [7]}), &value),
            (
                json!({"schemas": [GROUP], "displayName": "g",
                    "members": [{"value": "g_1", "type": "Group"}]}),
                &value,
            ),
        ] {
            let answer = client.sends("POST", "/Groups", &group).await;
            assert_eq!(refused(&answer), *wanted, "{group}");
        }
        // The second operation fails, and the first one is not applied.
        let both = json!([
            {"op": "replace", "path": "displayName", "value": "Other"},
            {"op": "replace", "path": "id", "value": "p_2"},
        ]);
        let answer = client.patches(&one, both).await;
        assert_eq!(refused(&answer), is(400, "scim_mutability", Some("mutability")));
        let none = json!([{"op": "remove"}]);
        let answer = client.patches(&one, none).await;
        assert_eq!(refused(&answer), is(400, "scim_no_target", Some("noTarget")));
        let path = json!([{"op": "replace", "path": "emails[", "value": "x"}]);
        let answer = client.patches(&one, path).await;
        assert_eq!(refused(&answer), is(400, "scim_invalid_path", Some("invalidPath")));
        assert_eq!(client.get(&one).await.json(), before);
    });
}

/// covers: [SCIM-01]
#[test]
fn bodies_that_are_none_and_parts_that_are_not_there_are_refused_in_the_form_of_the_protocol() {
    run(async {
        let fixture = Fixture::new().await;
        let client = &fixture.client;
        let post = |kind: &str, body: Vec<u8>| {
            let request = Request::new("POST", &format!("{BASE}/Users"));
            client.send(request.header("content-type", kind).body(body))
        };
        let plain = post("text/plain", b"{}".to_vec()).await;
        assert_eq!(refused(&plain), is(415, "unsupported_media_type", None));
        let malformed = is(400, "malformed_body", Some("invalidSyntax"));
        let deep = vec![b'['; 100_000];
        for body in [&b""[..], b"{", b"{\"a\":", b"\xff\xfe", &deep] {
            let answer = post("application/scim+json", body.to_vec()).await;
            assert_eq!(refused(&answer), malformed);
        }
        let large = post("application/json", vec![b' '; 1024 * 1024 + 1]).await;
        assert_eq!(refused(&large), is(413, "too_large", None));
        let missing = is(501, "not_implemented", None);
        let bulk = json!({"schemas": ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"]});
        assert_eq!(refused(&client.sends("POST", "/Bulk", &bulk).await), missing);
        assert_eq!(refused(&client.sends("POST", "/.search", &json!({})).await), missing);
        assert_eq!(refused(&client.get("/Me").await), missing);
        let absent = is(404, "not_found", None);
        for path in
            ["/Users/p_0", "/Groups/g_0", "/Users/..%2FGroups", "/Schemas/x", "/users", "/x/y"]
        {
            assert_eq!(refused(&client.get(path).await), absent, "{path}");
        }
        let method = is(405, "method_not_allowed", None);
        assert_eq!(refused(&client.sends("POST", "/Schemas", &json!({})).await), method);
        assert_eq!(refused(&client.delete("/Users").await), method);
        // A client that names no schema is understood.
        let bare = json!({"userName": "bare"});
        made(&client.sends("POST", "/Users", &bare).await);
        let many: Vec<Value> =
            (0..101).map(|_| json!({"op": "replace", "path": "active", "value": true})).collect();
        let body = json!({"schemas": [PATCH], "Operations": many});
        let id = client.user("ben").await;
        let answer = client.sends("PATCH", &format!("/Users/{id}"), &body).await;
        assert_eq!(refused(&answer), is(400, "scim_invalid_value", Some("invalidValue")));
    });
}
