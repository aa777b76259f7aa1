use serde_json::json;

use super::*;
use crate::components::scim::schema::{GROUPS, USERS};

fn user() -> Document {
    let document = json!({
        "id": "p_1", "userName": "ann", "active": true, "name": {"familyName": "Lee"},
        "emails": [{"value": "ann@example.org", "type": "work", "primary": true}],
    });
    document.as_object().unwrap().clone()
}

fn changed(
    kind: &'static Kind,
    mut document: Document,
    operations: &Value,
) -> Result<Value, String> {
    let body = json!({"Operations": operations});
    let applied = apply(&mut document, kind, &body);
    applied.map(|()| Value::Object(document)).map_err(|error| error.in_words().0)
}

fn of_user(operations: &Value) -> Result<Value, String> {
    changed(&USERS, user(), operations)
}

fn of_group(members: &[&str], operations: &Value) -> Result<Value, String> {
    let members: Vec<Value> = members.iter().map(|id| json!({"value": id})).collect();
    let document = json!({"id": "g_1", "displayName": "Developers", "members": members});
    changed(&GROUPS, document.as_object().unwrap().clone(), operations)
}

fn members(changed: &Result<Value, String>) -> Vec<String> {
    let members = changed.as_ref().unwrap()["members"].as_array().cloned().unwrap_or_default();
    members.iter().map(|member| member["value"].as_str().unwrap().to_owned()).collect()
}

/// covers: [SCIM-04]
#[test]
fn users_are_changed_as_entra_id_writes_it() {
    let changed = of_user(&json!([
        {"op": "Replace", "path": "active", "value": "False"},
        {"op": "Add", "path": "name.givenName", "value": "Ann"},
        {"op": "Replace", "path": "emails[type eq \"work\"].value", "value": "a@example.org"},
        {"op": "Add", "path": "emails[type eq \"home\"].value", "value": "h@example.org"},
        {"op": "Add", "path": "externalId", "value": "ext"},
        {"op": "Add",
         "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
         "value": "R&D"},
        {"op": "Replace", "value": {"displayName": "Ann Lee", "name.familyName": "Lee-Ray",
         "title": "Boss", "roles": [{"value": "admin"}], "id": "p_2"}},
    ]))
    .unwrap();
    assert_eq!(
        changed,
        json!({
            "id": "p_1", "userName": "ann", "active": "False", "externalId": "ext",
            "displayName": "Ann Lee", "name": {"familyName": "Lee-Ray", "givenName": "Ann"},
            "emails": [
                {"value": "a@example.org", "type": "work", "primary": true},
                {"type": "home", "value": "h@example.org"},
            ],
        })
    );
}

/// covers: [SCIM-04]
#[test]
fn users_are_changed_as_okta_writes_it() {
    let changed = of_user(&json!([{"op": "replace", "value": {"active": false}}])).unwrap();
    assert_eq!(changed["active"], json!(false));
    let emails = json!([
        {"value": "b@example.org", "type": "work", "primary": true, "display": "B"},
        {"value": "ANN@example.org", "primary": true},
    ]);
    let changed = of_user(&json!([{"op": "add", "path": "emails", "value": emails}])).unwrap();
    // The address that was there is the same one, and there is one primary address.
    assert_eq!(
        changed["emails"],
        json!([
            {"value": "ANN@example.org", "primary": true},
            {"value": "b@example.org", "type": "work", "primary": false},
        ])
    );
    let changed = of_user(&json!([
        {"op": "remove", "path": "emails[primary eq true]"},
        {"op": "remove", "path": "name"},
        {"op": "remove", "path": "displayName"},
    ]));
    assert_eq!(changed.unwrap(), json!({"id": "p_1", "userName": "ann", "active": true}));
}

/// covers: [SCIM-04]
#[test]
fn members_come_and_go_in_each_way_that_clients_know() {
    let add = json!([{"op": "Add", "path": "members", "value": [{"value": "b"}, {"value": "a"}]}]);
    assert_eq!(members(&of_group(&["a"], &add)), ["a", "b"]);
    let add = json!([{"op": "add", "value": {"members": [{"value": "b", "display": "Ben"}]}}]);
    assert_eq!(members(&of_group(&["a"], &add)), ["a", "b"]);
    let entra = json!([{"op": "Remove", "path": "members", "value": [{"value": "a"}]}]);
    assert_eq!(members(&of_group(&["a", "b"], &entra)), ["b"]);
    let okta = json!([{"op": "remove", "path": "members[value eq \"a\"]"}]);
    assert_eq!(members(&of_group(&["a", "b"], &okta)), ["b"]);
    let absent = json!([{"op": "remove", "path": "members[value eq \"x\"]"}]);
    assert_eq!(members(&of_group(&["a"], &absent)), ["a"]);
    let all = json!([{"op": "remove", "path": "members"}]);
    assert_eq!(members(&of_group(&["a", "b"], &all)), [""; 0]);
    let replaced = json!([{"op": "replace", "path": "members", "value": [{"value": "c"}]}]);
    assert_eq!(members(&of_group(&["a", "b"], &replaced)), ["c"]);
    let renamed = json!([{"op": "replace", "value": {"id": "g_1", "displayName": "Builders"}}]);
    assert_eq!(of_group(&[], &renamed).unwrap()["displayName"], json!("Builders"));
}

/// covers: [SCIM-04]
#[test]
fn operations_that_cannot_be_applied_are_refused() {
    let one = |operation: Value| of_user(&json!([operation])).unwrap_err();
    let refused = [
        (json!({"op": "move", "path": "active"}), "scim_invalid_syntax"),
        (json!({"path": "active", "value": true}), "scim_invalid_syntax"),
        (json!("replace"), "scim_invalid_syntax"),
        (json!({"op": "remove"}), "scim_no_target"),
        (json!({"op": "replace", "value": "x"}), "scim_invalid_value"),
        (json!({"op": "replace", "path": 1, "value": "x"}), "scim_invalid_path"),
        (json!({"op": "replace", "path": "", "value": "x"}), "scim_invalid_path"),
        (json!({"op": "replace", "path": "a b", "value": "x"}), "scim_invalid_path"),
        (json!({"op": "replace", "path": "emails[type eq", "value": "x"}), "scim_invalid_path"),
        (
            json!({"op": "replace", "path": "emails[type eq \"work\"]x", "value": "x"}),
            "scim_invalid_path",
        ),
        (
            json!({"op": "replace", "path": "emails[type eq \"work\"].value.x", "value": "x"}),
            "scim_invalid_path",
        ),
        (json!({"op": "add", "path": "userName[a pr]", "value": "x"}), "scim_invalid_path"),
        (json!({"op": "add", "path": "userName.x", "value": "x"}), "scim_invalid_path"),
        (json!({"op": "replace", "path": "id", "value": "p_2"}), "scim_mutability"),
        (json!({"op": "add", "path": "groups", "value": [{"value": "g"}]}), "scim_mutability"),
        (json!({"op": "replace", "path": "meta.created", "value": "x"}), "scim_mutability"),
        (json!({"op": "replace", "path": "userName", "value": ["a"]}), "scim_invalid_value"),
        (json!({"op": "replace", "path": "name", "value": "Ann"}), "scim_invalid_value"),
        (
            json!({"op": "replace", "path": "emails[not (type pr)].value", "value": "a@b"}),
            "scim_no_target",
        ),
    ];
    for (operation, code) in refused {
        assert_eq!(one(operation.clone()), code, "{operation}");
    }
    let mut document = user();
    assert!(apply(&mut document, &USERS, &json!({})).is_err());
    assert!(of_user(&json!([])).is_err());
    let many: Vec<Value> = (0..=OPERATIONS_MAX)
        .map(|_| json!({"op": "replace", "path": "active", "value": true}))
        .collect();
    assert!(of_user(&json!(many)).is_err());
}

/// covers: [SCIM-01]
#[test]
fn a_body_is_read_without_what_this_server_sets_or_does_not_have() {
    let body = json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "ID": "p_9", "USERNAME": "ann",
        "password": "secret", "groups": [{"value": "g_1"}], "roles": ["admin"], "meta": {},
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "R&D"},
        "name": {"FamilyName": "Lee", "honorificPrefix": "Dr."}, "emails": null,
    });
    let document = described(&USERS, &body).unwrap();
    let wanted = json!({"userName": "ann", "name": {"familyName": "Lee"}});
    assert_eq!(Value::Object(document), wanted);
}
