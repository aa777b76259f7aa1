//! ID tokens of a provider that prove nothing: signatures, claims, and keys that change meanwhile.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::provider::{CLIENT, KEYS, Provider, TOKEN};
use super::{Fixture, IN, led, refused, who};
use crate::signers::{Signer, changed, hmac, now, unsigned, with};

/// Makes an ID token of claims.
type Makes = Box<dyn Fn(&Value) -> String + Send + Sync>;

/// covers: [SSO-01]
#[test]
fn an_id_token_with_another_signature_proves_nothing() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let (rsa, ec) = (|| Signer::rsa("rsa"), Signer::ec("ec"));
        fixture.publishes(&[&rsa(), &ec]).await;
        let header = |field: &str, value: Value| changed(Signer::rsa("rsa").header(), field, value);
        let with_header = |header: Value| -> Makes {
            Box::new(move |claims| Signer::rsa("rsa").token_with(&header, claims))
        };
        let key = rsa().jwk();
        let modulus = key["n"].as_str().expect("a modulus").to_owned();
        let (none, shared) = (header("alg", json!("none")), header("alg", json!("HS256")));
        let (shared_secret, client_secret) = (shared.clone(), shared.clone());
        let whole = shared.clone();
        let embedded = Signer::ec("ec");
        let makes: [(&str, Makes); 15] = [
            ("no algorithm", Box::new(move |claims| format!("{}.", unsigned(&none, claims)))),
            ("no algorithm, with a signature", with_header(header("alg", json!("none")))),
            ("an algorithm in other letters", with_header(header("alg", json!("nOnE")))),
            ("the public key as a shared secret", {
                Box::new(move |claims| {
                    let content = unsigned(&shared_secret, claims);
                    format!("{content}.{}", hmac(&content, modulus.as_bytes()))
                })
            }),
            ("the whole key as a shared secret", {
                Box::new(move |claims| {
                    let content = unsigned(&whole, claims);
                    format!("{content}.{}", hmac(&content, key.to_string().as_bytes()))
                })
            }),
            // OpenID Connect has this, and no such provider is supported.
            ("the secret of the client as a shared secret", {
                Box::new(move |claims| {
                    let content = unsigned(&client_secret, claims);
                    format!("{content}.{}", hmac(&content, super::SECRET.as_bytes()))
                })
            }),
            ("another algorithm", with_header(header("alg", json!("RS512")))),
            ("the algorithm of another key", with_header(header("alg", json!("ES256")))),
            ("the id of another key", with_header(header("kid", json!("ec")))),
            ("an unknown id", with_header(header("kid", json!("other")))),
            ("an extension", with_header(header("crit", json!(["exp"])))),
            ("a key of a stranger with a known id", {
                let stranger = Signer::ec("ec");
                Box::new(move |claims| stranger.token(claims))
            }),
            ("a key of a stranger in the header", {
                Box::new(move |claims| {
                    let header = changed(embedded.header(), "jwk", embedded.jwk());
                    embedded.token_with(&header, claims)
                })
            }),
            ("no signature", {
                Box::new(|claims| format!("{}.", unsigned(&Signer::rsa("rsa").header(), claims)))
            }),
            ("no token", Box::new(|_| "waybill".to_owned())),
        ];
        let user = Provider::user("bob");
        for (what, makes) in makes {
            fixture.provider.makes(makes);
            fixture.is_refused(&user, what).await;
        }
        fixture.provider.makes(move |claims| ec.token(claims));
        assert_eq!(who(&mut fixture.signed_in(&user).await).await, "bob");
        fixture.provider.makes(|claims| Signer::rsa("rsa").token(claims));
        assert_eq!(who(&mut fixture.signed_in(&user).await).await, "bob");
    });
}

/// covers: [SSO-01]
#[test]
fn an_id_token_is_of_its_issuer_for_this_client_now_and_for_this_flow() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let other = Provider::start(Signer::ec("one")).await;
        let signer = Arc::new(Signer::ec("two"));
        fixture.publishes(&[&signer]).await;
        let url = fixture.provider.url();
        let at = now();
        let wrong = [
            ("another issuer", "iss", json!(other.url())),
            ("a similar issuer", "iss", json!(format!("{url}/"))),
            ("no issuer", "iss", Value::Null),
            ("another audience", "aud", json!("another client")),
            ("other audiences", "aud", json!(["another client", "a third one"])),
            ("an audience among others", "aud", json!([CLIENT, "another client"])),
            ("no audience", "aud", Value::Null),
            ("an empty audience", "aud", json!([])),
            ("another party", "azp", json!("another client")),
            ("expired", "exp", json!(at - 120)),
            ("without an end", "exp", Value::Null),
            ("an end that is no number", "exp", json!("tomorrow")),
            ("without a beginning", "iat", Value::Null),
            ("not yet made", "iat", json!(at + 600)),
            ("another nonce", "nonce", json!("another nonce")),
            ("no nonce", "nonce", Value::Null),
            ("an empty nonce", "nonce", json!("")),
            ("no subject", "sub", Value::Null),
            ("an empty subject", "sub", json!("")),
            ("a subject that is no text", "sub", json!(4711)),
            ("a huge subject", "sub", json!("x".repeat(10_000))),
            ("a huge token", "more", json!("x".repeat(300_000))),
        ];
        let user = Provider::user("bob");
        for (what, claim, value) in wrong {
            let (signer, claim) = (Arc::clone(&signer), claim.to_owned());
            let makes =
                move |claims: &Value| signer.token(&with(claims.clone(), &claim, value.clone()));
            fixture.provider.makes(makes);
            fixture.is_refused(&user, what).await;
        }
        // The nonce of one flow in another: a token that was issued before is injected.
        let earlier = Mutex::new(None::<String>);
        fixture.provider.makes(move |claims| {
            let token = signer.token(claims);
            let mut earlier = earlier.lock().expect("a lock");
            earlier.get_or_insert(token).clone()
        });
        fixture.signed_in(&user).await;
        fixture.is_refused(&user, "a token of an earlier flow").await;
    });
}

/// covers: [SSO-01]
#[test]
fn an_audience_may_be_a_list_that_names_the_party() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let signer = Signer::ec("two");
        fixture.publishes(&[&signer]).await;
        fixture.provider.makes(move |claims| {
            let claims = with(claims.clone(), "aud", json!([CLIENT]));
            signer.token(&with(claims, "azp", json!(CLIENT)))
        });
        fixture.signed_in(&Provider::user("bob")).await;
    });
}

/// A key that the provider has changed while a user was there is fetched, and a stranger has none fetched all the time.
///
/// covers: [SSO-01]
#[test]
fn keys_that_change_while_a_user_is_at_the_provider_are_fetched_once_more() {
    run(async {
        let fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        let fetched = fixture.provider.requests(KEYS);
        fixture.signed_in(&user).await;
        assert_eq!(fixture.provider.requests(KEYS), fetched, "they are kept");

        let mut browser = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut browser, &user).await;
        fixture.provider.signs_with(Signer::rsa("two"));
        let answer = browser.get(&callback.path()).await;
        assert_eq!((led(&answer).as_str(), who(&mut browser).await.as_str()), (IN, "bob"));
        assert_eq!(fixture.provider.requests(KEYS), fetched + 1);

        // Ids of keys that do not exist.
        let unknown = Signer::ec("three");
        fixture.provider.makes(move |claims| unknown.token(claims));
        for number in 0..3 {
            fixture.is_refused(&user, &format!("an unknown key, {number}")).await;
        }
        assert!(fixture.provider.requests(KEYS) <= fetched + 2);
    });
}

/// covers: [SSO-01]
#[test]
fn the_code_is_exchanged_as_the_client_with_the_verifier() {
    run(async {
        let fixture = Fixture::linked().await;
        let (mut browser, answer) =
            fixture.comes_back(&Provider::user("bob"), |callback| callback).await;
        assert_eq!(led(&answer), IN);
        assert_eq!(who(&mut browser).await, "bob");
        let asked = fixture.provider.asked(TOKEN);
        let last = asked.last().expect("a request");
        assert!(last.body.contains("code_verifier="), "{}", last.body);
        assert!(!last.head.contains("waybill_"), "no cookie and no token of ours: {}", last.head);

        // A provider that does not know the client any longer.
        let refusal = waybill_tests::Reply::json(401, &json!({"error": "invalid_client"}));
        fixture.provider.answers(TOKEN, refusal);
        let (browser, answer) =
            fixture.comes_back(&Provider::user("bob"), |callback| callback).await;
        refused(browser, &answer, "a client that is not known").await;
    });
}
