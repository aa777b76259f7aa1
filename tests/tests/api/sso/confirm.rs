//! Users without a password here sign in at their provider once more, before acts for which a session is not enough.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::provider::{AUTHORIZE, Provider};
use super::{
    Fixture, LINKED, PROVIDERS, accepted, changed, identities, led, parameters_of, wanted, who,
};
use crate::PASSWORD;
use crate::people::{ended, outcome};
use crate::signers::{Signer, now, with};

const CONFIRM: &str = "ui/auth/sso/acme/confirm";
const KEY: &str = "ui/userApiKey/carol";

/// Goes to the provider as this user, and comes back.
async fn confirms(fixture: &Fixture, page: &mut Browser, user: &Value) -> String {
    let answer = accepted(&page.post(CONFIRM, json!({})).await);
    let url = answer["url"].as_str().expect("an address").to_owned();
    let wanted = parameters_of(&url, &fixture.provider.link(AUTHORIZE));
    assert_eq!((wanted["prompt"].as_str(), wanted["max_age"].as_str()), ("login", "0"));
    let callback = fixture.provider.authorizes(&url, user);
    led(&page.get(&callback.path()).await)
}

fn missing() -> (u16, String) {
    ended(400, "reauthentication_missing")
}

/// covers: [ROLE-02, API-05, SSO-01]
#[test]
fn a_user_of_a_provider_gets_the_personal_api_key_after_signing_in_there_again() {
    run(async {
        let fixture = Fixture::changed(json!({"creates_accounts": true})).await;
        let carol = Provider::user("carol");
        let mut page = fixture.signed_in(&carol).await;
        let current = accepted(&page.get("ui/auth/current").await);
        assert_eq!(current["realm"], json!("external"));
        assert_eq!(outcome(&page.post(KEY, json!({})).await), missing());
        assert_eq!(confirms(&fixture, &mut page, &carol).await, LINKED);
        assert_eq!(who(&mut page).await, "carol", "the session goes on");
        let made = page.post(KEY, json!({})).await;
        assert_eq!(made.status, 200, "{}", made.json());
        // That was one act.
        assert_eq!(outcome(&page.post(KEY, json!({})).await), missing());
        // It is for the session in which it was done.
        assert_eq!(confirms(&fixture, &mut page, &carol).await, LINKED);
        let mut other = fixture.signed_in(&carol).await;
        assert_eq!(outcome(&other.post(KEY, json!({})).await), missing());
        assert_eq!(page.get(KEY).await.status, 200);
    });
}

/// covers: [ROLE-02, SSO-01]
#[test]
fn another_identity_and_a_sign_in_of_before_confirm_nothing() {
    run(async {
        let mut fixture = Fixture::changed(json!({"creates_accounts": true})).await;
        let carol = Provider::user("carol");
        let mut page = fixture.signed_in(&carol).await;
        // Someone else signs in at the provider in this browser.
        let dave = Provider::user("dave");
        confirms(&fixture, &mut page, &dave).await;
        assert_eq!(outcome(&page.post(KEY, json!({})).await), missing());
        assert_eq!(who(&mut page).await, "carol");
        assert_eq!(identities(&mut page).await.len(), 1, "it is not linked either");
        // The provider knows the browser, and does not ask.
        let fresh = json!(now());
        for auth_time in [json!(now() - 3_600), Value::Null, json!("now"), fresh.clone()] {
            let signer = Signer::ec("one");
            fixture.publishes(&[&signer]).await;
            let time = auth_time.clone();
            fixture.provider.makes(move |claims| {
                signer.token(&with(claims.clone(), "auth_time", time.clone()))
            });
            confirms(&fixture, &mut page, &carol).await;
            let answer = page.post(KEY, json!({})).await;
            if auth_time == fresh {
                assert_eq!(answer.status, 200, "{auth_time}");
            } else {
                assert_eq!(outcome(&answer), missing(), "{auth_time}");
            }
        }
        // A visitor has no act to confirm.
        let mut visitor = Browser::visiting(&fixture.server).await;
        assert_eq!(visitor.post(CONFIRM, json!({})).await.status, 401);
    });
}

/// The provider may lead the browser back without asking the user: that is less than the password.
///
/// covers: [ROLE-02, SSO-01]
#[test]
fn a_user_with_a_password_here_confirms_nothing_where_a_provider_does_not_ask() {
    run(async {
        let mut fixture = Fixture::new().await;
        let github = json!({"name": "github", "label": "GitHub", "kind": "github"});
        let answer = fixture.ann.post(PROVIDERS, changed(wanted(&fixture.provider), github)).await;
        accepted(&answer);
        let mut bob = Browser::visiting(&fixture.server).await;
        bob.sign_in("bob", PASSWORD).await;
        let answer = bob.post("ui/auth/sso/github/confirm", json!({})).await;
        assert_eq!(outcome(&answer), missing());
        assert_eq!(bob.post(CONFIRM, json!({})).await.status, 200, "the other one asks");
    });
}
