use serde_json::json;

use super::*;
use crate::components::scim::schema::{GROUPS, USERS};

fn document() -> Document {
    let document = json!({
        "id": "p_1", "externalId": "Ext-1", "userName": "ann@example.org", "active": true,
        "name": {"familyName": "O\"Neil", "givenName": "Ann"},
        "emails": [
            {"value": "ann@example.org", "type": "work", "primary": true},
            {"value": "ann@home.example", "type": "home"},
        ],
        "groups": [{"value": "g_1", "display": "Developers"}],
        "meta": {"created": "2026-01-01T10:00:00.250Z", "resourceType": "User"},
    });
    document.as_object().unwrap().clone()
}

fn finds(filter: &str) -> bool {
    Filter::parse(filter, &USERS).unwrap().finds(&document(), &USERS)
}

/// covers: [SCIM-01]
#[test]
fn filters_find_by_the_rules_of_each_attribute() {
    for found in [
        r#"userName eq "ANN@example.org""#,
        r#"USERNAME Eq "ann@example.org""#,
        r#"urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ann""#,
        r#"userName co "@""#,
        r#"userName ew ".ORG""#,
        r#"externalId eq "Ext-1""#,
        "active eq true",
        // As Entra ID writes it.
        r#"active eq "True""#,
        "title ne \"x\"",
        "not (title pr)",
        "name.givenName pr and name pr",
        r#"name.familyName eq "O\"Neil""#,
        r#"emails[type eq "work" and value co "@example.org"]"#,
        r#"emails.type eq "home""#,
        r#"emails co "home.example""#,
        r#"groups eq "g_1""#,
        r#"meta.created ge "2026-01-01T10:00:00Z" and meta.created lt "2026-01-01T10:00:01Z""#,
        r#"userName eq "x" or userName sw "ann" and active eq true"#,
        r#"(userName eq "x" or userName sw "ann") and not (active eq false)"#,
        "title eq null",
    ] {
        assert!(finds(found), "{found}");
    }
    for absent in [
        r#"externalId eq "ext-1""#,
        r#"emails[type eq "home" and primary eq true]"#,
        r"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:userName pr",
        r#"userName gt "b""#,
        "title pr",
        "active ne true",
        r#"name eq "Ann""#,
        r"userName.x pr",
    ] {
        assert!(!finds(absent), "{absent}");
    }
}

/// covers: [SCIM-01]
#[test]
fn what_is_no_filter_or_asks_too_much_is_refused() {
    let deep = format!("{}userName pr{}", "(".repeat(9), ")".repeat(9));
    let many = vec!["userName pr"; 65].join(" or ");
    let long = format!("userName eq \"{}\"", "a".repeat(4_096));
    for wrong in [
        "",
        " ",
        "userName",
        "userName eq",
        "userName eq ann",
        "userName eq \"ann",
        "userName like \"a\"",
        "userName eq \"a\" and",
        "userName eq \"a\" \"b\"",
        "(userName pr",
        "userName pr)",
        "not userName pr",
        "emails[type eq \"work\"",
        "emails[emails[type pr]]",
        "emails[]",
        "userName eq [\"a\"]",
        "userName eq {}",
        "a b c",
        "'; drop table users",
        "userName eq \"\\u12\"",
        &deep,
        &many,
        &long,
    ] {
        assert!(Filter::parse(wrong, &USERS).is_err(), "{wrong}");
    }
    let most = vec!["userName pr"; 64].join(" or ");
    assert!(Filter::parse(&most, &USERS).is_ok());
}

/// covers: [SCIM-01]
#[test]
fn a_required_text_is_known_and_so_is_an_element_that_is_found() {
    let filter = |text: &str| Filter::parse(text, &USERS).unwrap();
    let both = filter(r#"active eq true and userName eq "ann""#);
    assert_eq!(both.required("username"), Some("ann"));
    assert_eq!(filter(r#"userName eq "a" or active eq true"#).required("userName"), None);
    assert_eq!(filter(r#"not (userName eq "a")"#).required("userName"), None);
    let emails = USERS.attribute("emails").unwrap();
    let element = filter(r#"type eq "work" and primary eq true"#).as_element(emails);
    assert_eq!(element.map(Value::Object), Some(json!({"type": "work", "primary": true})));
    assert_eq!(filter(r#"type ne "work""#).as_element(emails), None);
    assert!(Filter::parse(r#"members eq "p_1""#, &GROUPS).is_ok());
}
