//! The keys of an issuer: where they are fetched from, how often, and what is no set of keys.

use serde_json::{Value, json};
use waybill_tests::run;

use super::{Fixture, accepted, is_refused};
use crate::signers::{Signer, with};

/// covers: [ROBOT-02]
#[test]
fn keys_are_fetched_once_by_all_and_again_for_an_issuer_that_was_changed() {
    run(async {
        let mut fixture = Fixture::new().await;
        let (first, second) = (Signer::ec("first"), Signer::rsa("second"));
        fixture.provider.publishes(&[&first]);
        let rules = [fixture.own_rule()];
        fixture.trusts(&rules).await;
        let tokens: Vec<_> = (0..8).map(|_| first.token(&fixture.provider.github())).collect();
        let requests = tokens.iter().map(|token| fixture.exchange(token));
        for answer in futures_util::future::join_all(requests).await {
            accepted(&answer);
        }
        assert_eq!(fixture.provider.fetches(), 1);
        // A stranger with ids of keys that do not exist has none fetched for a minute.
        fixture.provider.publishes(&[&second]);
        for number in 0..5 {
            let unknown = Signer::ec(&format!("unknown-{number}"));
            let token = unknown.token(&fixture.provider.github());
            is_refused(&fixture.exchange(&token).await, "an unknown key");
        }
        assert_eq!(fixture.provider.fetches(), 1);
        let rotated = second.token(&fixture.provider.github());
        assert_eq!(fixture.tested(&rotated).await["refused"], json!("unknown_key"));
        // An administrator who saves the issuer has them fetched at once: the old key has gone.
        fixture.changes("description", json!("rotated"), &rules).await;
        accepted(&fixture.exchange(&rotated).await);
        let old = first.token(&fixture.provider.github());
        is_refused(&fixture.exchange(&old).await, "a key that was withdrawn");
        assert_eq!(fixture.provider.fetches(), 2);
    });
}

/// covers: [ROBOT-02]
#[test]
fn an_issuer_that_answers_something_else_is_not_believed() {
    run(async {
        let (mut fixture, signer, rules) = Fixture::trusting().await;
        let url = fixture.provider.url();
        let sound = fixture.provider.configuration();
        let other = |field: &str, value: Value| with(sound.clone(), field, value);
        for (what, configuration) in [
            (
                "another issuer",
                other("issuer", json!("https://token.actions.githubusercontent.com")),
            ),
            ("a similar issuer", other("issuer", json!(format!("{url}/")))),
            ("no issuer", other("issuer", Value::Null)),
            ("no keys", other("jwks_uri", Value::Null)),
            ("keys that are no address", other("jwks_uri", json!("/keys"))),
            ("keys in a file", other("jwks_uri", json!("file:///etc/passwd"))),
            // What the configuration allows is for this issuer alone.
            ("keys within the network", other("jwks_uri", json!("http://127.0.0.1:1/keys"))),
            (
                "keys at the metadata service",
                other("jwks_uri", json!("http://169.254.169.254/keys")),
            ),
            ("no object", json!(["issuer"])),
            ("too much", with(sound.clone(), "more", json!("x".repeat(300_000)))),
        ] {
            fixture.provider.configured(&configuration);
            // Otherwise the failure before would be the answer.
            fixture.changes("description", json!(what), &rules).await;
            let token = signer.token(&fixture.provider.github());
            let answer = fixture.exchange(&token).await;
            let body = answer.json();
            let error = &body["error"];
            assert_eq!((answer.status, error), (503, &json!("temporarily_unavailable")), "{what}");
            assert_eq!(
                fixture.tested(&token).await["refused"],
                json!("keys_unavailable"),
                "{what}"
            );
        }
        assert_eq!(fixture.provider.fetches(), 0);
        fixture.provider.configured(&sound);
        let many: Vec<_> = (0..21).map(|number| Signer::ec(&format!("{number}")).jwk()).collect();
        let mut private = signer.jwk();
        private["use"] = json!("enc");
        for (what, document) in [
            ("nothing", String::new()),
            ("no JSON", "<html></html>".to_owned()),
            ("no keys", json!({"keys": []}).to_string()),
            ("too many keys", json!({"keys": many}).to_string()),
            ("no key for signatures", json!({"keys": [private]}).to_string()),
            (
                "a shared secret",
                json!({"keys": [{"kty": "oct", "kid": "one", "k": "AA"}]}).to_string(),
            ),
            ("too much", json!({"keys": [signer.jwk()], "more": "x".repeat(300_000)}).to_string()),
        ] {
            fixture.provider.publishes_document(document);
            fixture.changes("description", json!(what), &rules).await;
            let token = signer.token(&fixture.provider.github());
            assert_eq!(fixture.exchange(&token).await.status, 503, "{what}");
        }
        assert_eq!(fixture.exchanges().await, 0);
    });
}

/// covers: [ROBOT-02]
#[test]
fn an_issuer_that_is_down_is_asked_seldom_and_not_without_need() {
    run(async {
        let (mut fixture, signer, rules) = Fixture::trusting().await;
        fixture.provider.is_down(true);
        let tokens: Vec<_> = (0..5).map(|_| signer.token(&fixture.provider.github())).collect();
        for token in &tokens {
            assert_eq!(fixture.exchange(token).await.status, 503);
        }
        assert_eq!(fixture.provider.requests(), 1);
        fixture.provider.is_down(false);
        fixture.changes("description", json!("up again"), &rules).await;
        // A token that could not be verified was not used up.
        accepted(&fixture.exchange(&tokens[0]).await);
        // Keys that are known need no issuer.
        fixture.provider.is_down(true);
        accepted(&fixture.exchange(&tokens[1]).await);
        assert_eq!(fixture.provider.requests(), 3);
    });
}
