//! What administrators keep of directories, and the password that is never read back.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::slapd::{OWN_PASSWORD, password_of};
use super::{
    DIRECTORIES, Fixture, TEST, accepted, changed, one, settings_for, wanted, with_server,
};
use crate::PASSWORD;

/// covers: [SSO-02]
#[test]
fn directories_are_kept_by_administrators_and_each_problem_has_its_field() {
    run(async {
        let Some(mut fixture) = Fixture::new().await else { return };
        let sound = changed(wanted(fixture.slapd.port(), "starttls"), json!({"name": "other"}));
        for (field, value) in [
            ("name", json!("")),
            ("name", json!("No Name")),
            ("name", json!("a/b")),
            ("label", json!("")),
            ("label", json!("\u{202e}Example")),
            ("group_map", json!({"developers": ""})),
            ("password", json!("")),
            ("password", json!("a\nb")),
        ] {
            let answer =
                fixture.ann.post(DIRECTORIES, changed(sound.clone(), json!({field: value})));
            let answer = answer.await;
            assert_eq!(answer.status, 400, "{field} {value}: {}", answer.json());
            assert_eq!(answer.json()["error"]["field"], json!(field), "{value}");
        }
        for (field, value) in [
            ("host", json!("")),
            ("host", json!("ldap://127.0.0.1")),
            ("host", json!("169.254.169.254")),
            ("port", json!(0)),
            ("bind_dn", json!("waybill")),
            ("user_base", json!("")),
            ("user_filter", json!("(uid=ann)")),
            ("user_filter", json!("(uid={user}")),
            ("name_attribute", json!("u id")),
            ("mail_attribute", json!("")),
            ("group_base", json!("groups")),
            ("group_filter", json!("(cn=*)")),
            ("group_name_attribute", json!("")),
        ] {
            let wrong = with_server(sound.clone(), json!({field: value}));
            let answer = fixture.ann.post(DIRECTORIES, wrong).await;
            assert_eq!(answer.status, 400, "{field} {value}: {}", answer.json());
            assert_eq!(answer.json()["error"]["field"], json!(field), "{value}");
        }
        for unknown in
            [json!({"more": 1}), json!({"order": -1}), json!({"server": {"kind": "nis"}})]
        {
            let answer =
                fixture.ann.post(DIRECTORIES, changed(sound.clone(), unknown.clone())).await;
            assert_eq!(answer.status, 400, "{unknown}");
        }
        // No connection without encryption is offered.
        let clear = with_server(sound.clone(), json!({"security": "none"}));
        assert_eq!(fixture.ann.post(DIRECTORIES, clear).await.status, 400);
        let taken = changed(sound.clone(), json!({"name": "corporate"}));
        let taken = fixture.ann.post(DIRECTORIES, taken).await;
        assert_eq!((taken.status, taken.code().as_str()), (409, "user_directory_name_taken"));
        let crowd = changed(
            wanted(fixture.slapd.port(), "starttls"),
            json!({"server": {"kind": "crowd", "url": "https://crowd.example.org", "application": "w"}}),
        );
        let fixed = fixture.ann.put(&one("corporate"), crowd).await;
        assert_eq!((fixed.status, fixed.code().as_str()), (400, "user_directory_fixed"));
        assert_eq!(fixture.ann.delete(&one("unknown")).await.status, 404);

        // Others neither see nor change them.
        let mut bob = Browser::visiting(&fixture.server).await;
        for status in [401, 403] {
            assert_eq!(bob.get(DIRECTORIES).await.status, status);
            assert_eq!(bob.post(DIRECTORIES, sound.clone()).await.status, status);
            assert_eq!(bob.put(&one("corporate"), sound.clone()).await.status, status);
            assert_eq!(bob.delete(&one("corporate")).await.status, status);
            assert_eq!(bob.post(TEST, json!({})).await.status, status);
            if status == 401 {
                bob.sign_in("bob", PASSWORD).await;
            }
        }
        // There are five at most.
        for number in 0..4 {
            let more = changed(sound.clone(), json!({"name": format!("d{number}")}));
            accepted(&fixture.ann.post(DIRECTORIES, more).await);
        }
        let answer = fixture.ann.post(DIRECTORIES, sound).await;
        assert_eq!((answer.status, answer.code().as_str()), (409, "too_many_user_directories"));
    });
}

/// covers: [SSO-02]
#[test]
fn the_password_is_never_read_back_and_goes_to_its_server_alone() {
    run(async {
        let Some(mut fixture) = Fixture::new().await else { return };
        let listed = accepted(&fixture.ann.get(DIRECTORIES).await);
        assert_eq!(listed["directories"][0]["has_password"], json!(true));
        assert!(!listed.to_string().contains(OWN_PASSWORD), "{listed}");
        // A change without it keeps it.
        let mut kept = wanted(fixture.slapd.port(), "starttls");
        kept.as_object_mut().expect("an object").remove("password");
        let kept = changed(kept, json!({"label": "Example"}));
        let answer = accepted(&fixture.ann.put(&one("corporate"), kept.clone()).await);
        assert_eq!((&answer["has_password"], &answer["label"]), (&json!(true), &json!("Example")));
        accepted(&fixture.ann.post(TEST, json!({})).await);
        fixture.signed_in("carol").await;
        // To another host, or with another name, it is not sent.
        for change in [json!({"security": "tls"}), json!({"bind_dn": "cn=other,dc=example,dc=org"})]
        {
            let elsewhere = with_server(kept.clone(), change.clone());
            let answer = fixture.ann.put(&one("corporate"), elsewhere).await;
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (400, "user_directory_password_kept"),
                "{change}"
            );
        }
        // A wrong one is named to administrators, and is an outage to users.
        fixture.changes(json!({"password": "wrong"})).await;
        let answer = fixture.ann.post(TEST, json!({})).await;
        assert_eq!((answer.status, answer.code().as_str()), (503, "user_directory_unavailable"));
        let message = answer.json()["error"]["message"].to_string();
        assert!(message.contains("the name and the password of this installation"), "{message}");
        let (_, status, code) = fixture.signs_in("carol", &password_of("carol")).await;
        assert_eq!((status, code.as_str()), (503, "directory_unavailable"));
        // The same after a restart, and nothing has it.
        fixture.changes(json!({})).await;
        let Fixture { place, server, mut ann, slapd } = fixture;
        assert!(server.stop().success());
        let settings = settings_for(&place, &[slapd.port()], "nobody");
        let place = place.with_settings(&settings);
        let server = place.start();
        ann.move_to(&server);
        let mut fixture = Fixture { place, server, ann, slapd };
        fixture.signed_in("carol").await;
        let acts = accepted(&fixture.ann.get("audit/acts?limit=200").await).to_string();
        assert!(acts.contains("user_directory"), "{acts}");
        accepted(&fixture.ann.delete(&one("corporate")).await);
        let (_, status, code) = fixture.signs_in("carol", &password_of("carol")).await;
        assert_eq!((status, code.as_str()), (401, "invalid_credentials"));
        let shown = ["audit", "list", "--platform", "--json", "--data", "{data}"];
        let listed = String::from_utf8_lossy(&fixture.place.run(&shown).stdout).into_owned();
        for text in [acts, listed, fixture.place.log(), fixture.place.printed()] {
            for secret in [OWN_PASSWORD, &password_of("carol")] {
                assert!(!text.contains(secret), "{secret} in {text}");
            }
        }
    });
}

/// covers: [SSO-02]
#[test]
fn a_test_finds_a_user_without_a_password_and_changes_nothing() {
    run(async {
        let Some(mut fixture) = Fixture::new().await else { return };
        let found = accepted(&fixture.ann.post(TEST, json!({"user": "carol"})).await);
        assert_eq!(found["user"]["name"], json!("carol"));
        assert_eq!(found["user"]["email"], json!("carol@example.org"));
        assert_eq!(found["user"]["groups"], json!(["developers"]));
        let none = accepted(&fixture.ann.post(TEST, json!({"user": "unknown"})).await);
        assert_eq!(none["user"], Value::Null);
        let several = fixture.ann.post(TEST, json!({"user": "twins@example.org"})).await;
        assert_eq!(several.status, 503);
        let users = accepted(&fixture.ann.get("access/api/ui/users?name=carol").await);
        assert_eq!(users["users"], json!([]));
        // It works for one that is not asked at present.
        fixture.changes(json!({"enabled": false})).await;
        accepted(&fixture.ann.post(TEST, json!({"user": "carol"})).await);
        let (_, status, code) = fixture.signs_in("carol", &password_of("carol")).await;
        assert_eq!((status, code.as_str()), (401, "invalid_credentials"));
        // An account is made only where that is permitted.
        fixture.changes(json!({"creates_accounts": false})).await;
        let (_, status, code) = fixture.signs_in("carol", &password_of("carol")).await;
        assert_eq!((status, code.as_str()), (401, "directory_user_unknown"));
    });
}
