//! Users without a password here sign in at their identity provider once more, before acts for which a session is not
//! enough.

use serde_json::json;
use waybill_tests::{Browser, run};

use super::peer::{SSO, Says, Sent};
use super::{Fixture, LINKED, accepted, led, who};
use crate::people::{ended, outcome};

const CONFIRM: &str = "ui/auth/sso/acme/confirm";
const KEY: &str = "ui/userApiKey/carol";

/// Goes to the provider, which says this, and comes back. Answers where the browser goes on.
async fn confirms(
    fixture: &Fixture,
    page: &mut Browser,
    name_id: &str,
    assertion: impl FnOnce(&mut Says) -> String,
) -> String {
    let answer = accepted(&page.post(CONFIRM, json!({})).await);
    let url = answer["url"].as_str().expect("an address").to_owned();
    let sent = Sent::at(&url, SSO, "SAMLRequest");
    assert_eq!(sent.attribute("ForceAuthn"), "true");
    let mut says = sent.about(name_id);
    let assertion = assertion(&mut says);
    let text = says.response(&fixture.peer.signed(&assertion));
    let brought = fixture.brings(&text, &sent.relay).await;
    led(&page.get(&led(&brought)).await)
}

fn as_it_is(says: &mut Says) -> String {
    says.assertion()
}

fn missing() -> (u16, String) {
    ended(400, "reauthentication_missing")
}

async fn carol() -> (Fixture, Browser) {
    let change = json!({"creates_accounts": true, "name_claim": "uid"});
    let fixture = Fixture::changed(change).await;
    let page = fixture.signed_in("carol", "one").await;
    (fixture, page)
}

/// covers: [ROLE-02, API-05, SSO-02]
#[test]
fn a_user_of_a_provider_of_saml_gets_the_personal_api_key_after_signing_in_there_again() {
    run(async {
        let (fixture, mut page) = carol().await;
        assert_eq!(outcome(&page.post(KEY, json!({})).await), missing());
        assert_eq!(confirms(&fixture, &mut page, "carol", as_it_is).await, LINKED);
        assert_eq!(who(&mut page).await, "carol", "the session goes on");
        let made = page.post(KEY, json!({})).await;
        assert_eq!(made.status, 200, "{}", made.json());
        // That was one act.
        assert_eq!(outcome(&page.post(KEY, json!({})).await), missing());
        // A sign-in asks for nothing of the kind.
        let mut other = Browser::visiting(&fixture.server).await;
        let sent = fixture.begins(&mut other).await;
        assert!(!sent.text.contains("ForceAuthn"), "{}", sent.text);
    });
}

/// covers: [ROLE-02, SSO-02]
#[test]
fn another_name_id_and_a_sign_in_of_before_confirm_nothing() {
    run(async {
        let (fixture, mut page) = carol().await;
        confirms(&fixture, &mut page, "dave", as_it_is).await;
        assert_eq!(outcome(&page.post(KEY, json!({})).await), missing());
        assert_eq!(who(&mut page).await, "carol");
        // The provider knows the browser, and does not ask, or does not say when it has.
        let of_before = |says: &mut Says| {
            says.signed_in_s = -3_600;
            says.assertion()
        };
        confirms(&fixture, &mut page, "carol", of_before).await;
        assert_eq!(outcome(&page.post(KEY, json!({})).await), missing());
        let unknown = |says: &mut Says| says.assertion().replacen(" AuthnInstant=", " Instant=", 1);
        confirms(&fixture, &mut page, "carol", unknown).await;
        assert_eq!(outcome(&page.post(KEY, json!({})).await), missing());
        confirms(&fixture, &mut page, "carol", as_it_is).await;
        assert_eq!(page.post(KEY, json!({})).await.status, 200);
    });
}
