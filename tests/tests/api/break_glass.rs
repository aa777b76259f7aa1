//! Administrators sign in with a password where other users sign in elsewhere alone.

use serde_json::json;
use waybill_tests::{Browser, Place, run};

use crate::groups::user;
use crate::people::{administered, chosen, created, ended, outcome};
use crate::sso::accepted;
use crate::{ANN, PASSWORD};

const OPEN: &str = "[installation.access]\nmfa_required = \"nobody\"\n";
const CLOSED: &str =
    "[installation.access]\nmfa_required = \"nobody\"\nlocal_passwords = \"admins\"\n";

/// covers: [SSO-02]
#[test]
fn only_an_administrator_signs_in_with_a_password_and_that_is_recorded() {
    run(async {
        let place = Place::new().with_settings(OPEN);
        let (server, mut ann) = administered(&place).await;
        user(&server, &mut ann, "bob").await;
        let acts = accepted(&ann.get("audit/acts?limit=200").await).to_string();
        assert!(!acts.contains("break_glass"), "{acts}");
        assert!(server.stop().success());
        let place = place.with_settings(CLOSED);
        let server = place.start();
        let mut bob = Browser::visiting(&server).await;
        let refused = bob.log_in("bob", PASSWORD).await;
        assert_eq!((refused.status, refused.code().as_str()), (401, "password_not_used_here"));
        let current = accepted(&bob.get("ui/auth/current").await);
        assert_eq!(current["name"], json!("anonymous"));
        // A wrong password says nothing about the account.
        assert_eq!(bob.log_in("bob", "wrong").await.code(), "invalid_credentials");
        let mut admin = Browser::visiting(&server).await;
        assert_eq!(admin.log_in(ANN, "wrong").await.code(), "invalid_credentials");
        admin.sign_in(ANN, PASSWORD).await;
        let acts = accepted(&admin.get("audit/acts?limit=200").await).to_string();
        assert_eq!(acts.matches("\"break_glass\"").count(), 1, "{acts}");
        assert!(server.stop().success());
        assert!(place.log().contains("while other users sign in elsewhere"), "{}", place.log());
    });
}

/// covers: [SSO-02, PASS-04]
#[test]
fn a_link_sets_no_password_where_it_would_not_be_accepted() {
    run(async {
        let place = Place::new().with_settings(CLOSED);
        let (server, mut ann) = administered(&place).await;
        let (person, token) = created(&mut ann, "bob").await;
        let mut bob = Browser::visiting(&server).await;
        let check = "ui/auth/passwordLink/check";
        let checked = accepted(&bob.post(check, json!({"token": token})).await);
        assert_eq!(checked["sets_password"], json!(false));
        let refused = chosen(&mut bob, &token, PASSWORD).await;
        assert_eq!(outcome(&refused), ended(422, "password_not_used_here"));
        // It is still good for accepting it with a provider, and the administrator reads what it is good for.
        accepted(&bob.post(check, json!({"token": token})).await);
        let own = format!("access/api/ui/users/{person}");
        let link = accepted(&ann.post(&format!("{own}/passwordLink"), json!({})).await);
        assert_eq!(link["sets_password"], json!(false));
        // An administrator has a use for a password.
        accepted(&ann.patch(&own, json!({"admin": true})).await);
        let link = accepted(&ann.post(&format!("{own}/passwordLink"), json!({})).await);
        assert_eq!(link["sets_password"], json!(true));
        let token = link["link"].as_str().and_then(|link| link.split_once("#token="));
        let token = token.expect("a token").1;
        assert_eq!(chosen(&mut bob, token, PASSWORD).await.status, 200);
        bob.sign_in("bob", PASSWORD).await;
    });
}
