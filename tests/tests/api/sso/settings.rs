//! What administrators keep of providers, and the secret that is never read back.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::provider::{CONFIGURATION, Provider, SECRET, TOKEN};
use super::{BEGIN, Fixture, PROVIDERS, accepted, changed, code_of, one, wanted};
use crate::PASSWORD;

/// covers: [SSO-01]
#[test]
fn providers_are_kept_by_administrators_and_each_problem_has_its_field() {
    run(async {
        let mut fixture = Fixture::new().await;
        let sound = wanted(&fixture.provider);
        for (field, value) in [
            ("name", json!("")),
            ("name", json!("No Name")),
            ("name", json!("a/b")),
            ("name", json!("x".repeat(65))),
            ("label", json!("")),
            ("label", json!("\u{202e}Acme")),
            ("label", json!("x".repeat(65))),
            ("issuer", json!("acme")),
            ("issuer", json!("javascript:alert(1)")),
            ("issuer", json!("https://user@id.example.org")),
            ("issuer", json!("https://id.example.org/?a=b")),
            // Keys could be replaced on the way.
            ("issuer", json!("http://1.1.1.1")),
            ("issuer", json!("http://169.254.169.254")),
            ("client_id", json!("")),
            ("scopes", json!(["a b"])),
            ("group_map", json!({"dev": "Builders"})),
            ("name_claim", json!("")),
            ("amr_satisfies", json!([""])),
        ] {
            let other = changed(sound.clone(), json!({"name": "other"}));
            let answer = fixture.ann.post(PROVIDERS, changed(other, json!({field: value}))).await;
            assert_eq!(answer.status, 400, "{field} {value}: {}", answer.json());
            assert_eq!(answer.json()["error"]["field"], json!(field), "{value}");
        }
        for unknown in [json!({"kind": "saml"}), json!({"more": 1}), json!({"order": -1})] {
            let answer = fixture.ann.post(PROVIDERS, changed(sound.clone(), unknown.clone())).await;
            assert_eq!(answer.status, 400, "{unknown}");
        }
        let taken = fixture.ann.post(PROVIDERS, sound.clone()).await;
        assert_eq!((taken.status, taken.code().as_str()), (409, "sign_in_provider_name_taken"));
        let renamed = changed(sound.clone(), json!({"name": "other"}));
        assert_eq!(fixture.ann.put(&one("acme"), renamed).await.status, 400);
        assert_eq!(fixture.ann.put(&one("unknown"), sound.clone()).await.status, 400);
        assert_eq!(fixture.ann.delete(&one("unknown")).await.status, 404);

        // Others neither see nor change them.
        let mut bob = Browser::visiting(&fixture.server).await;
        for status in [401, 403] {
            assert_eq!(bob.get(PROVIDERS).await.status, status);
            assert_eq!(bob.post(PROVIDERS, sound.clone()).await.status, status);
            assert_eq!(bob.put(&one("acme"), sound.clone()).await.status, status);
            assert_eq!(bob.delete(&one("acme")).await.status, status);
            if status == 401 {
                bob.sign_in("bob", PASSWORD).await;
            }
        }
        // They are listed in their order, and the page has those that are enabled.
        for (name, order, enabled) in [("second", 2, true), ("first", 1, true), ("off", 0, false)] {
            let change = json!({"name": name, "order": order, "enabled": enabled});
            accepted(&fixture.ann.post(PROVIDERS, changed(sound.clone(), change)).await);
        }
        let names = |listed: &Value| {
            let listed = listed.as_array().expect("a list").iter();
            listed.map(|it| it["name"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        let page = accepted(&bob.get("ui/auth/oauthProviders").await);
        assert_eq!(names(&page), ["acme", "first", "second"]);
        let session = accepted(&bob.get("session").await);
        assert_eq!(session["sign_in"]["offers_providers"], json!(true));
        let listed = accepted(&fixture.ann.get(PROVIDERS).await);
        assert_eq!(names(&listed["providers"]).len(), 4);
    });
}

/// covers: [SSO-01]
#[test]
fn a_secret_is_never_read_back_and_goes_to_its_provider_alone() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let listed = accepted(&fixture.ann.get(PROVIDERS).await);
        let described = &listed["providers"][0];
        assert_eq!(described["has_client_secret"], json!(true));
        assert!(!listed.to_string().contains(SECRET), "{listed}");
        let origin = &fixture.ann.origin;
        for (field, path) in [
            ("callback", "/ui/api/v1/ui/auth/sso/acme/callback"),
            ("backchannel_logout", "/ui/api/v1/ui/auth/backchannel/acme"),
            ("signed_out", "/ui/login"),
        ] {
            assert_eq!(described[field], json!(format!("{origin}{path}")), "{field}");
        }
        // A change without it keeps it.
        let mut kept = wanted(&fixture.provider);
        kept.as_object_mut().expect("an object").remove("client_secret");
        accepted(&fixture.ann.put(&one("acme"), kept.clone()).await);
        fixture.signed_in(&Provider::user("bob")).await;
        // For another client it is dropped, and does not come back with the first one.
        let other = changed(kept.clone(), json!({"client_id": "other"}));
        let answer = accepted(&fixture.ann.put(&one("acme"), other).await);
        assert_eq!(answer["has_client_secret"], json!(false));
        accepted(&fixture.ann.put(&one("acme"), kept.clone()).await);
        fixture.is_refused(&Provider::user("bob"), "no secret").await;
        fixture.changes(json!({})).await;
        fixture.signed_in(&Provider::user("bob")).await;
        // A wrong one is a notice, as each refusal of the provider is.
        fixture.changes(json!({"client_secret": "wrong"})).await;
        assert!(!fixture.is_refused(&Provider::user("bob"), "a wrong secret").await.is_empty());
        let asked = fixture.provider.asked(TOKEN);
        let last = asked.last().expect("a request");
        assert!(last.contains("wrong") || last.body.contains("wrong"), "{last:?}");
        // The same after a restart.
        fixture.changes(json!({})).await;
        let provider = fixture.provider.clone();
        let fixture = fixture.restarted_with(&[&provider], "nobody");
        fixture.signed_in(&Provider::user("bob")).await;
    });
}

/// covers: [SSO-01]
#[test]
fn an_installation_has_at_most_twenty_providers() {
    run(async {
        let mut fixture = Fixture::new().await;
        let sound = wanted(&fixture.provider);
        for number in 1..20 {
            let change = json!({"name": format!("provider-{number}")});
            accepted(&fixture.ann.post(PROVIDERS, changed(sound.clone(), change)).await);
        }
        let answer = fixture.ann.post(PROVIDERS, changed(sound, json!({"name": "more"}))).await;
        assert_eq!((answer.status, answer.code().as_str()), (409, "too_many_sign_in_providers"));
        let mut browser = Browser::visiting(&fixture.server).await;
        let page = accepted(&browser.get("ui/auth/oauthProviders").await);
        assert_eq!(page.as_array().map(Vec::len), Some(20));
        // None of them was fetched for the page.
        assert_eq!(fixture.provider.requests(CONFIGURATION), 0);
    });
}

/// A provider that is closed in the configuration after it was saved is not connected to.
///
/// covers: [SSO-01]
#[test]
fn a_provider_at_an_address_that_is_closed_is_not_reached() {
    run(async {
        let fixture = Fixture::linked().await;
        let before = fixture.provider.requests(CONFIGURATION);
        let fixture = fixture.restarted_with(&[], "nobody");
        let mut browser = Browser::visiting(&fixture.server).await;
        code_of(&browser.get(BEGIN).await, "an address that is closed");
        assert_eq!(fixture.provider.requests(CONFIGURATION), before);
        browser.sign_in("bob", PASSWORD).await;
    });
}
