//! Providers with which users sign in: what is saved, and where their documents are fetched from.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Reply};

use super::cases::{LOCATIONS, OPENED, PORT, at, cases, urls};
use super::network::inside;
use crate::signed_in;
use crate::signers::Signer;
use crate::sso::provider::{CLIENT, CONFIGURATION, KEYS, Provider, SECRET};
use crate::sso::{PROVIDERS, accepted, changed, one};
use crate::webhooks::stage;

const HOST: &str = "sign-in.ssrf.test";

fn wanted(name: &str, url: &str) -> Value {
    json!({
        "name": name, "label": "Acme", "kind": "oidc", "issuer": url, "client_id": CLIENT,
        "client_secret": SECRET,
    })
}

fn is_refused(answer: &Answer, what: &str) {
    let error = answer.json()["error"].clone();
    let found = (answer.status, &error["code"], &error["field"]);
    assert_eq!(found, (400, &json!("sign_in_provider_address"), &json!("issuer")), "{what}");
}

/// What the provider publishes as the one at this address.
fn configuration(provider: &Provider, url: &str) -> Value {
    changed(
        provider.configuration(),
        json!({
            "issuer": url,
            "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"),
            "jwks_uri": format!("{url}{KEYS}"),
            "end_session_endpoint": format!("{url}/logout"),
        }),
    )
}

/// The status when an administrator has the documents of a provider fetched.
async fn tested(page: &mut Browser, name: &str) -> u16 {
    page.post(&format!("{}/test", one(name)), json!({})).await.status
}

fn requests(provider: &Provider) -> usize {
    provider.requests(CONFIGURATION) + provider.requests(KEYS)
}

/// covers: [SSO-01]
#[test]
fn sign_in_providers_reach_no_forbidden_address() {
    const NAME: &str = "ssrf::sign_in_providers::sign_in_providers_reach_no_forbidden_address";
    inside(NAME, |network| async move {
        let provider = Provider::on(network.listener(OPENED), Signer::ec("one"));
        let stage = stage(&[at(OPENED)]).await;
        let mut page = signed_in(&stage.server).await;
        for url in urls() {
            is_refused(&page.post(PROVIDERS, wanted("forbidden", &url)).await, &url);
        }
        assert_eq!(requests(&provider), 0);
        for case in cases() {
            let (key, url, what) = (case.key.as_str(), case.url(), format!("{:?}", case.later));
            network.names.lead(&case.host, OPENED);
            provider.configured(configuration(&provider, &url));
            accepted(&page.post(PROVIDERS, wanted(key, &url)).await);
            // Nothing was fetched by saving it, and its name leads elsewhere from now on.
            network.names.set(&case.host, case.later);
            assert_eq!(tested(&mut page, key).await, 503, "{what}");
            is_refused(&page.post(PROVIDERS, wanted("again", &url)).await, &what);
            accepted(&page.delete(&one(key)).await);
        }
        assert_eq!(requests(&provider), 0);

        // What a provider publishes is the same to it as a redirect.
        let url = format!("http://{HOST}:{PORT}");
        network.names.lead(HOST, OPENED);
        let sound = configuration(&provider, &url);
        provider.configured(sound.clone());
        accepted(&page.post(PROVIDERS, wanted("acme", &url)).await);
        assert_eq!(tested(&mut page, "acme").await, 200);
        let saved = |label: &str| changed(wanted("acme", &url), json!({"label": label}));
        for (number, keys) in urls().iter().enumerate() {
            provider
                .configured(changed(sound.clone(), json!({"jwks_uri": format!("{keys}{KEYS}")})));
            accepted(&page.put(&one("acme"), saved(&format!("Keys {number}"))).await);
            assert_eq!(tested(&mut page, "acme").await, 503, "{keys}");
        }
        provider.configured(sound);
        for (number, location) in LOCATIONS.iter().enumerate() {
            let redirect = Reply::text(302, "Found").with_header("Location", location);
            provider.answers(CONFIGURATION, redirect);
            accepted(&page.put(&one("acme"), saved(&format!("Redirect {number}"))).await);
            assert_eq!(tested(&mut page, "acme").await, 503, "{location}");
        }
        provider.recovers();
        accepted(&page.put(&one("acme"), saved("Honest again")).await);
        assert_eq!(tested(&mut page, "acme").await, 200);
        assert!(stage.server.stop().success());
    });
}
