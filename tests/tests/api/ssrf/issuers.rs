//! Trusted issuers: what is saved, and where their keys are fetched from.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request};

use super::cases::{GLOBAL, LOCATIONS, OPENED, PORT, at, cases, urls};
use super::network::inside;
use crate::signed_in;
use crate::signers::{Signer, with};
use crate::trusted_issuers::provider::{AUDIENCE, Provider};
use crate::trusted_issuers::{EXCHANGE, ISSUERS, accepted, one, parameters, robot, rule};
use crate::webhooks::stage;

/// Of how many names a token is also exchanged: a robot has at most 20 access tokens.
const EXCHANGED_EACH: usize = 8;
const HOST: &str = "issuer.ssrf.test";

/// An issuer with a rule that matches the tokens of the provider.
fn wanted(name: &str, url: &str, robot: &str) -> Value {
    let rules = [rule("own", robot, &json!({"repository": "acme/app"}))];
    json!({"name": name, "issuer": url, "audience": AUDIENCE, "rules": rules})
}

fn is_refused(answer: &Answer, what: &str) -> String {
    let error = answer.json()["error"].clone();
    let found = (answer.status, &error["code"], &error["field"]);
    let expected = (400, &json!("trusted_issuer_address"), &json!("issuer"));
    assert_eq!(found, expected, "{what}: {error}");
    error["message"].to_string()
}

/// Saves an issuer with another description, so that its keys are fetched with the next token.
async fn forget_keys(page: &mut Browser, name: &str, saved: &Value, why: &str) {
    let changed = with(saved.clone(), "description", json!(why));
    accepted(&page.put(&one(name), changed).await);
}

/// What an administrator gets who tests a token.
async fn tested(page: &mut Browser, name: &str, token: &str) -> Value {
    accepted(&page.post(&format!("{}/test", one(name)), json!({"token": token})).await)
}

async fn exchanged(page: &Browser, name: &str, token: &str) -> Answer {
    page.beside().send(Request::new("POST", EXCHANGE).json(&parameters(name, token))).await
}

/// covers: [ROBOT-02]
#[test]
fn keys_of_issuers_are_fetched_from_no_forbidden_address() {
    const NAME: &str = "ssrf::issuers::keys_of_issuers_are_fetched_from_no_forbidden_address";
    inside(NAME, |network| async move {
        // Keys are fetched in clear within this network only, so the provider is at an address that is opened.
        let provider = Provider::on(network.listener(OPENED));
        let signer = Signer::ec("one");
        provider.publishes(&[&signer]);
        let stage = stage(&[at(OPENED)]).await;
        let mut page = signed_in(&stage.server).await;
        let robot = robot(&mut page, "ci").await;
        for url in urls() {
            let refused = page.post(ISSUERS, wanted("forbidden", &url, &robot)).await;
            let says = is_refused(&refused, &url);
            assert!(says.contains("under [outbound] allow"), "{url}: {says}");
        }
        assert_eq!(provider.requests(), 0);
        for (number, case) in cases().into_iter().enumerate() {
            let (key, url, what) = (case.key.as_str(), case.url(), format!("{:?}", case.later));
            let token = || signer.token(&with(provider.github(), "iss", json!(url)));
            let is_exchanged = number % EXCHANGED_EACH == 0;
            network.names.lead(&case.host, OPENED);
            provider.configured(&json!({"issuer": url, "jwks_uri": format!("{url}/keys")}));
            let saved = wanted(key, &url, &robot);
            accepted(&page.post(ISSUERS, saved.clone()).await);
            assert_eq!(tested(&mut page, key, &token()).await["rule"], json!("own"), "{what}");
            if is_exchanged {
                accepted(&exchanged(&page, key, &token()).await);
            }
            let honest = provider.requests();

            network.names.set(&case.host, case.later);
            // It is saved with the address that it has, and not with that address again.
            forget_keys(&mut page, key, &saved, &what).await;
            is_refused(&page.post(ISSUERS, wanted("again", &url, &robot)).await, &what);
            let refused = tested(&mut page, key, &token()).await;
            assert_eq!(refused["refused"], json!("keys_unavailable"), "{what}");
            if is_exchanged {
                assert_eq!(exchanged(&page, key, &token()).await.status, 503, "{what}");
            }
            assert_eq!(provider.requests(), honest, "{what}");
            accepted(&page.delete(&one(key)).await);
        }
        assert!(stage.server.stop().success());
    });
}

/// covers: [ROBOT-02]
#[test]
fn an_issuer_leads_to_no_forbidden_address_and_nothing_is_fetched_over_the_internet_in_clear() {
    const NAME: &str = "ssrf::issuers::\
        an_issuer_leads_to_no_forbidden_address_and_nothing_is_fetched_over_the_internet_in_clear";
    inside(NAME, |network| async move {
        let provider = Provider::on(network.listener(OPENED));
        let far = Provider::on(network.listener(GLOBAL));
        let signer = Signer::ec("one");
        for provider in [&provider, &far] {
            provider.publishes(&[&signer]);
        }
        let stage = stage(&[at(OPENED)]).await;
        let mut page = signed_in(&stage.server).await;
        let robot = robot(&mut page, "ci").await;
        let url = format!("http://{HOST}:{PORT}");
        let token = || signer.token(&with(provider.github(), "iss", json!(url)));
        let saved = wanted("ci", &url, &robot);

        // Over the internet, keys could be replaced on the way.
        network.names.lead(HOST, GLOBAL);
        for clear in [url.as_str(), far.url().as_str()] {
            let says = is_refused(&page.post(ISSUERS, wanted("ci", clear, &robot)).await, clear);
            assert!(says.contains("https"), "{says}");
        }
        network.names.lead(HOST, OPENED);
        let configured = |keys: &str| json!({"issuer": url, "jwks_uri": keys});
        let sound = configured(&format!("{url}/keys"));
        provider.configured(&sound);
        accepted(&page.post(ISSUERS, saved.clone()).await);
        assert_eq!(tested(&mut page, "ci", &token()).await["rule"], json!("own"));

        // The configuration of an issuer is the same to it as a redirect.
        let mut elsewhere: Vec<String> = urls().iter().map(|url| format!("{url}/keys")).collect();
        elsewhere.push(format!("{}/keys", far.url()));
        elsewhere.push("http://inner.ssrf.test:8046/keys".to_owned());
        for keys in &elsewhere {
            provider.configured(&configured(keys));
            forget_keys(&mut page, "ci", &saved, keys).await;
            let refused = tested(&mut page, "ci", &token()).await;
            assert_eq!(refused["refused"], json!("keys_unavailable"), "{keys}");
        }
        let honest = far.url();
        for location in LOCATIONS.iter().copied().chain([honest.as_str()]) {
            provider.redirects(Some(location));
            forget_keys(&mut page, "ci", &saved, &format!("redirects to {location}")).await;
            let refused = tested(&mut page, "ci", &token()).await;
            assert_eq!(refused["refused"], json!("keys_unavailable"), "{location}");
        }
        provider.redirects(None);
        provider.configured(&sound);

        // Where the issuer itself is at a global address later, it is not asked in clear.
        let honest = provider.requests();
        network.names.lead(HOST, GLOBAL);
        forget_keys(&mut page, "ci", &saved, "at a global address").await;
        let refused = tested(&mut page, "ci", &token()).await;
        assert_eq!(refused["refused"], json!("keys_unavailable"));
        assert_eq!((provider.requests(), far.requests()), (honest, 0));
        network.names.lead(HOST, OPENED);
        forget_keys(&mut page, "ci", &saved, "honest again").await;
        assert_eq!(tested(&mut page, "ci", &token()).await["rule"], json!("own"));
        assert!(stage.server.stop().success());
    });
}
