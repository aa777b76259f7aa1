//! Providers that are slow, down, or answer something else: the sign-in page says so, and users sign in otherwise.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Browser, Reply, run};

use super::provider::{CONFIGURATION, KEYS, Provider, TOKEN};
use super::{BEGIN, Fixture, OUT, accepted, code_of, led, one, refused, who};
use crate::PASSWORD;
use crate::signers::with;

/// More than a document of a provider may have.
const HUGE_BYTES: usize = 10 * 1_024 * 1_024;
/// The code of the notice about a provider that cannot be reached.
const UNREACHABLE: &str = "sign_in_provider_unavailable";

/// A browser cannot begin to sign in, and its page says so.
async fn cannot_begin(fixture: &Fixture, what: &str) {
    let mut browser = Browser::visiting(&fixture.server).await;
    let answer = browser.get(BEGIN).await;
    assert_eq!(code_of(&answer, what), UNREACHABLE, "{what}");
    // The form works all the while.
    browser.sign_in("bob", PASSWORD).await;
}

/// covers: [SSO-01]
#[test]
fn a_provider_that_is_down_is_a_notice_and_the_form_works() {
    run(async {
        let mut fixture = Fixture::new().await;
        fixture.provider.answers(CONFIGURATION, Reply::text(503, "Service Unavailable"));
        cannot_begin(&fixture, "down").await;
        fixture.provider.recovers();
        // A failure is remembered for a moment; an administrator who saves forgets it.
        fixture.changes(json!({"label": "Up"})).await;
        fixture.links().await;

        let user = Provider::user("bob");
        for (what, reply) in [
            ("down", Reply::text(503, "Service Unavailable")),
            ("a page", Reply::text(200, "<html></html>")),
            ("no token", Reply::json(200, &json!({"access_token": "a", "token_type": "Bearer"}))),
            ("an error", Reply::json(400, &json!({"error": "invalid_grant"}))),
            ("too much", Reply::raw(200, vec![b' '; HUGE_BYTES])),
            ("a redirect", Reply::text(302, "Found").with_header("Location", "http://127.0.0.1/")),
        ] {
            fixture.provider.answers(TOKEN, reply);
            fixture.is_refused(&user, what).await;
            fixture.provider.recovers();
        }
        fixture.signed_in(&user).await;
    });
}

/// covers: [SSO-01]
#[test]
fn a_test_of_a_provider_says_why_it_cannot_be_used() {
    run(async {
        let mut fixture = Fixture::new().await;
        let test = format!("{}/test", one("acme"));
        for (reply, why) in [
            (Reply::text(503, "Service Unavailable"), "it answers with the status 503"),
            (Reply::text(200, "<html></html>"), "its OpenID configuration is not valid"),
        ] {
            fixture.provider.answers(CONFIGURATION, reply);
            let answer = fixture.ann.post(&test, json!({})).await;
            assert_eq!((answer.status, answer.code().as_str()), (503, UNREACHABLE), "{why}");
            let expected = format!("The provider cannot be used: {why}.");
            assert_eq!(answer.json()["error"]["message"], json!(expected));
            fixture.provider.recovers();
        }
        accepted(&fixture.ann.post(&test, json!({})).await);
    });
}

/// covers: [SSO-01]
#[test]
fn a_provider_that_answers_slowly_is_not_waited_for() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        let mut browser = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut browser, &user).await;
        fixture.provider.waits(Duration::from_secs(120));
        let since = Instant::now();
        let answer = browser.get(&callback.path()).await;
        // Less than the server waits for a step, so that the page says why.
        assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
        assert_eq!(refused(browser.clone(), &answer, "slow").await, UNREACHABLE);
        browser.sign_in("bob", PASSWORD).await;

        // Others who want the same wait for the same request, and no user with a password waits.
        fixture.changes(json!({"label": "Slow"})).await;
        let before = fixture.provider.requests(CONFIGURATION);
        let slow = async {
            let browsers = (0..5).map(|_| async {
                let mut browser = Browser::visiting(&fixture.server).await;
                led(&browser.get(BEGIN).await)
            });
            (futures_util::future::join_all(browsers).await, Instant::now())
        };
        let meanwhile = async {
            let mut browser = Browser::visiting(&fixture.server).await;
            browser.sign_in("bob", PASSWORD).await;
            Instant::now()
        };
        let ((led, led_at), signed_in_at) = tokio::join!(slow, meanwhile);
        assert!(signed_in_at < led_at, "a user with a password has waited for the provider");
        assert!(led.iter().all(|location| location.starts_with(OUT)), "{led:?}");
        assert_eq!(fixture.provider.requests(CONFIGURATION), before + 1);
    });
}

/// Each of its documents would come within the time for a request, and both together come too late for those who wait.
///
/// covers: [SSO-01]
#[test]
fn a_provider_whose_documents_take_too_long_together_is_not_waited_for() {
    run(async {
        let mut fixture = Fixture::new().await;
        fixture.provider.waits(Duration::from_secs(8));
        cannot_begin(&fixture, "slow in all").await;
        fixture.provider.recovers();
        fixture.changes(json!({"label": "Fast"})).await;
        fixture.links().await;
    });
}

/// A user cannot sign in with what the provider publishes. What is wrong may show only when it is needed.
async fn is_not_believed(fixture: &Fixture, what: &str) {
    let mut browser = Browser::visiting(&fixture.server).await;
    let begun = browser.get(BEGIN).await;
    let location = led(&begun);
    if location.starts_with(&format!("{}/authorize?", fixture.provider.url())) {
        let callback = fixture.provider.authorizes(&location, &Provider::user("bob"));
        let answer = browser.get(&callback.path()).await;
        refused(browser, &answer, what).await;
    } else {
        assert_eq!(who(&mut browser).await, "anonymous", "{what}");
        assert_eq!(code_of(&begun, what), UNREACHABLE, "{what}");
    }
}

/// covers: [SSO-01]
#[test]
fn a_provider_that_publishes_something_else_is_not_believed() {
    run(async {
        let mut fixture = Fixture::new().await;
        let url = fixture.provider.url();
        let sound = fixture.provider.configuration();
        let other = |field: &str, value: Value| with(sound.clone(), field, value);
        for (what, configuration) in [
            ("another issuer", other("issuer", json!("https://accounts.google.com"))),
            ("a similar issuer", other("issuer", json!(format!("{url}/")))),
            ("no issuer", other("issuer", Value::Null)),
            ("no endpoint for codes", other("token_endpoint", Value::Null)),
            ("no endpoint for users", other("authorization_endpoint", Value::Null)),
            ("no keys", other("jwks_uri", Value::Null)),
            ("a script", other("authorization_endpoint", json!("javascript:alert(1)"))),
            ("a file", other("jwks_uri", json!("file:///etc/passwd"))),
            ("an endpoint within the network", {
                other("token_endpoint", json!("http://127.0.0.1:1/token"))
            }),
            ("the metadata service", {
                other("token_endpoint", json!("http://169.254.169.254/latest/meta-data"))
            }),
            ("no object", json!(["issuer"])),
            ("too much", with(sound.clone(), "more", json!("x".repeat(HUGE_BYTES)))),
        ] {
            fixture.provider.configured(configuration);
            fixture.changes(json!({"label": what})).await;
            is_not_believed(&fixture, what).await;
        }
        fixture.provider.configured(sound);
        fixture.provider.answers(KEYS, Reply::raw(200, vec![b' '; HUGE_BYTES]));
        fixture.changes(json!({"label": "Huge"})).await;
        is_not_believed(&fixture, "keys of 10 MB").await;
        fixture.provider.recovers();
        fixture.changes(json!({"label": "Acme"})).await;
        fixture.links().await;
    });
}
