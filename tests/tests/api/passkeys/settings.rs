//! What the settings and the address of an installation allow.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, run};

use super::{ASK, BOB, Fixture, OWN, accepted, answers, asked, who};
use crate::own_account::with_password_of;
use crate::people::{administered, ended, outcome};
use crate::{ANN, PASSWORD};

/// covers: [LOGIN-05]
#[test]
fn the_sign_in_page_offers_passkeys_once_there_are_any() {
    run(async {
        let mut fixture = Fixture::new().await;
        let host = |page: Value| page["sign_in"]["passkey_host"].clone();
        let mut browser = Browser::new(&fixture.server);
        assert_eq!(host(browser.visit().await), Value::Null);
        accepted(&super::added(&mut fixture.bob, BOB, &mut fixture.key, "Key").await);
        assert_eq!(host(browser.visit().await), json!("localhost"));
    });
}

/// covers: [MFA-01, LOGIN-05]
#[test]
fn an_installation_may_accept_passkeys_after_a_password_only() {
    run(async {
        let (fixture, _) = Fixture::enrolled().await;
        let of_access = "mfa_required = \"nobody\"\npasskeys = \"second_factor\"";
        let mut fixture = fixture.restarted_with(of_access);
        let mut browser = Browser::new(&fixture.server);
        assert_eq!(browser.visit().await["sign_in"]["passkey_host"], Value::Null);
        let answer = browser.post(ASK, json!({"purpose": "sign_in"})).await;
        assert_eq!(outcome(&answer), ended(409, "passkeys_off"));
        let mut browser = fixture.owing().await;
        let question = asked(&mut browser, "second_factor").await;
        accepted(&answers(&mut browser, fixture.key.show(&question)).await);
        assert_eq!(who(&mut browser).await, "bob");
    });
}

/// What an account demands is not less because the installation accepts it no longer.
///
/// covers: [MFA-01]
#[test]
fn an_installation_without_passkeys_still_demands_the_second_factor() {
    run(async {
        let (fixture, codes) = Fixture::enrolled().await;
        let fixture = fixture.restarted_with("mfa_required = \"nobody\"\npasskeys = \"off\"");
        let mut browser = fixture.owing().await;
        let answer = browser.post(ASK, json!({"purpose": "second_factor"})).await;
        assert_eq!(outcome(&answer), ended(409, "passkeys_off"));
        let recovery = json!({"recovery_code": codes[0]});
        accepted(&browser.post("ui/auth/mfa/verify", recovery).await);
        let listed = accepted(&browser.get(OWN).await);
        assert_eq!(listed["unavailable"], "passkeys_off");
        assert_eq!(listed["passkeys"].as_array().expect("a list").len(), 1);
        let added = with_password_of(&mut browser, BOB, "POST", OWN, json!({})).await;
        assert_eq!(outcome(&added), ended(409, "passkeys_off"));
    });
}

/// The setting is about passwords.
///
/// covers: [LOGIN-05, SSO-02]
#[test]
fn passkeys_sign_in_where_passwords_of_users_are_not_accepted() {
    run(async {
        let (fixture, _) = Fixture::enrolled().await;
        let of_access = "mfa_required = \"nobody\"\nlocal_passwords = \"admins\"";
        let mut fixture = fixture.restarted_with(of_access);
        let mut browser = Browser::visiting(&fixture.server).await;
        let refused = browser.log_in("bob", PASSWORD).await;
        assert_eq!(outcome(&refused), ended(401, "password_not_used_here"));
        let (mut browser, answer) = fixture.shows().await;
        accepted(&answer);
        assert_eq!(who(&mut browser).await, "bob");
        // The password still confirms what a session is not enough for.
        let answer = with_password_of(&mut browser, BOB, "POST", OWN, json!({})).await;
        accepted(&answer);
    });
}

/// covers: [LOGIN-05]
#[test]
fn an_address_that_no_passkey_can_belong_to_is_explained() {
    run(async {
        for (address, code) in [
            ("http://192.0.2.7", "passkeys_ip_address"),
            ("https://192.0.2.7", "passkeys_ip_address"),
            ("http://waybill.example.org", "passkeys_not_secure"),
        ] {
            let text = format!(
                "public_url = \"{address}\"\n[installation.access]\nmfa_required = \"nobody\"\n"
            );
            let place = Place::new();
            let (server, _) = administered(&place).await;
            server.stop();
            let place = place.with_settings(&text);
            let server = place.start();
            let mut ann = Browser::new(&server).below(address, "");
            ann.visit().await;
            ann.sign_in(ANN, PASSWORD).await;
            let listed = accepted(&ann.get(OWN).await);
            assert_eq!((&listed["host"], &listed["unavailable"]), (&Value::Null, &json!(code)));
            let added = with_password_of(&mut ann, (ANN, PASSWORD), "POST", OWN, json!({})).await;
            assert_eq!(outcome(&added), ended(409, code), "{address}");
        }
    });
}
