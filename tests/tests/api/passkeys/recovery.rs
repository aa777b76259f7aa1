//! When passkeys are lost: recovery codes, new ones, and the reset by an administrator.

use serde_json::json;
use waybill_tests::{Authenticator, Browser, run};

use super::{ANSWER, BOB, Fixture, OWN, accepted, added, answers, asked, origin, own, who};
use crate::PASSWORD;
use crate::own_account::with_password_of;
use crate::people::{ended, outcome};

/// covers: [MFA-02, MFA-01]
#[test]
fn a_recovery_code_replaces_a_lost_passkey_and_a_passkey_makes_new_codes() {
    run(async {
        let (mut fixture, codes) = Fixture::enrolled().await;
        let mut browser = fixture.owing().await;
        let recovery = json!({"recovery_code": codes[3]});
        accepted(&browser.post("ui/auth/mfa/verify", recovery).await);
        assert_eq!(who(&mut browser).await, "bob");
        // A session alone makes no new codes.
        let renewed = browser.post("ui/auth/mfa/recoveryCodes", json!({"code": "123456"})).await;
        assert_eq!(renewed.status, 403);
        let question = asked(&mut browser, "recovery_codes").await;
        let answer = answers(&mut browser, fixture.key.show(&question)).await;
        let fresh = accepted(&answer)["recovery_codes"].as_array().expect("codes").clone();
        assert_eq!(fresh.len(), 10);
        let mut owing = fixture.owing().await;
        let old = owing.post("ui/auth/mfa/verify", json!({"recovery_code": codes[0]})).await;
        assert_eq!(outcome(&old), ended(401, "invalid_code"));
        let new = owing.post("ui/auth/mfa/verify", json!({"recovery_code": fresh[0]})).await;
        accepted(&new);
    });
}

/// covers: [MFA-02]
#[test]
fn a_question_for_new_codes_needs_the_passkey_of_the_user() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        let mut other = Authenticator::at(&origin(&fixture.server));
        accepted(&added(&mut fixture.ann, ("ann", PASSWORD), &mut other, "Hers").await);
        let question = asked(&mut fixture.bob, "recovery_codes").await;
        let answer = answers(&mut fixture.bob, other.show_any(0, &question)).await;
        assert_eq!(outcome(&answer), ended(401, "passkey_refused"));
        let mut visitor = Browser::visiting(&fixture.server).await;
        let answer = visitor.post(super::ASK, json!({"purpose": "recovery_codes"})).await;
        assert_eq!(outcome(&answer), ended(403, "not_allowed"));
    });
}

/// As for an authenticator app: an administrator removes every second factor of a user, who proves the password.
///
/// covers: [MFA-01]
#[test]
fn an_administrator_resets_the_passkeys_of_a_user() {
    run(async {
        let (mut fixture, codes) = Fixture::enrolled().await;
        let user = format!("access/api/ui/users/{}", fixture.person);
        let mut owing = fixture.owing().await;
        let reset = fixture.ann.post(&format!("{user}/resetSecondFactor"), json!({})).await;
        assert_eq!(reset.status, 200, "{}", reset.json());
        // The sessions of the user have ended, too.
        let mut bob = Browser::visiting(&fixture.server).await;
        bob.sign_in("bob", PASSWORD).await;
        assert!(own(&mut bob).await.is_empty());
        let (mut browser, answer) = fixture.shows().await;
        assert_eq!(outcome(&answer), ended(401, "passkey_unknown"));
        assert_eq!(who(&mut browser).await, "anonymous");
        // The sign-in that waited for a second factor is cancelled, and the codes are gone.
        let late = owing.post("ui/auth/mfa/verify", json!({"recovery_code": codes[0]})).await;
        assert_ne!(late.status, 200);
        assert_eq!(who(&mut owing).await, "anonymous");
        // A new passkey is one of the account again, with new codes.
        let mut key = Authenticator::at(&origin(&fixture.server));
        let answer = added(&mut bob, BOB, &mut key, "New").await;
        assert_eq!(accepted(&answer)["recovery_codes"].as_array().expect("codes").len(), 10);
    });
}

/// covers: [MFA-01, MFA-02]
#[test]
fn where_a_second_factor_is_demanded_the_last_passkey_is_replaced_at_the_next_sign_in() {
    run(async {
        let (fixture, _) = Fixture::enrolled().await;
        let mut fixture = fixture.restarted_with("mfa_required = \"everybody\"");
        let (mut browser, answer) = fixture.shows().await;
        accepted(&answer);
        let id = own(&mut browser).await[0]["id"].as_str().expect("an id").to_owned();
        let one = format!("{OWN}/{id}");
        accepted(&with_password_of(&mut browser, BOB, "DELETE", &one, json!({})).await);
        let mut next = Browser::visiting(&fixture.server).await;
        let answer = next.log_in("bob", PASSWORD).await;
        assert_eq!(accepted(&answer)["next"], "enrol_required");
        let question = asked(&mut next, "enrolment").await;
        let credential = fixture.key.create(&question);
        accepted(&next.post(ANSWER, json!({"credential": credential})).await);
        assert_eq!(own(&mut next).await[0]["name"], "Passkey");
    });
}
