//! Providers of SAML as administrators keep them, and what this server publishes for them.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::peer::{ENTITY, Peer, SLO, SSO};
use super::{Fixture, PROVIDERS, accepted, changed, one};

const METADATA: &str = "access/api/ui/sign_in_provider_metadata";

/// covers: [SSO-02]
#[test]
fn a_provider_of_saml_is_checked_described_and_tested() {
    run(async {
        let mut fixture = Fixture::new().await;
        let listed = accepted(&fixture.ann.get(PROVIDERS).await);
        let described = &listed["providers"][0];
        let service = format!("{}/ui/api/v1/ui/auth/sso/acme", fixture.ann.origin);
        for (field, value) in [
            ("kind", json!("saml")),
            ("issuer", json!(ENTITY)),
            ("client_id", json!(format!("{service}/metadata"))),
            ("callback", json!(format!("{service}/acs"))),
            ("backchannel_logout", json!(format!("{service}/logout"))),
            ("has_client_secret", json!(false)),
            ("scopes", json!([])),
        ] {
            assert_eq!(described[field], value, "{field}");
        }
        let saml = json!({
            "sso_url": SSO, "slo_url": SLO, "binding": "redirect",
            "certificates": [fixture.peer.certificate],
        });
        assert_eq!(described["saml"], saml);
        let tested = accepted(&fixture.ann.post(&format!("{}/test", one("acme")), json!({})).await);
        let expected = json!({
            "authorization_endpoint": SSO, "token_endpoint": null, "end_session_endpoint": SLO,
            "keys": 1,
        });
        assert_eq!(tested, expected);

        let sound = changed(fixture.peer.wanted(), json!({"name": "other"}));
        let saml =
            |change: Value| json!({"saml": changed(fixture.peer.wanted()["saml"].clone(), change)});
        let wrong = [
            ("issuer", json!({"issuer": "a b"})),
            ("sso_url", saml(json!({"sso_url": "http://id.example.org/sso"}))),
            ("slo_url", saml(json!({"slo_url": "id.example.org/slo"}))),
            ("certificates", saml(json!({"certificates": []}))),
            ("certificates", saml(json!({"certificates": ["MIIC"]}))),
            ("kind", json!({"kind": "oidc"})),
            ("kind", json!({"client_id": "waybill"})),
            ("client_secret", json!({"client_secret": "a secret"})),
            ("group_map", json!({"group_map": {"dev": "Builders"}})),
        ];
        for (field, change) in wrong {
            let answer = fixture.ann.post(PROVIDERS, changed(sound.clone(), change.clone())).await;
            assert_eq!(answer.status, 400, "{field} {change}: {}", answer.json());
            assert_eq!(answer.json()["error"]["field"], json!(field), "{change}");
        }
        // A certificate as PEM is the same.
        let lines: Vec<String> = Peer::new()
            .certificate
            .as_bytes()
            .chunks(64)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect();
        let pem = format!(
            "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n",
            lines.join("\n")
        );
        let change = saml(json!({"certificates": [pem]}));
        let stored = accepted(&fixture.ann.post(PROVIDERS, changed(sound, change)).await);
        assert_eq!(stored["saml"]["certificates"], json!([fixture.peer.certificate]));
    });
}

/// covers: [SSO-02]
#[test]
fn metadata_of_this_server_are_for_all_and_those_of_providers_fill_the_form() {
    run(async {
        let mut fixture = Fixture::new().await;
        let path = "ui/auth/sso/acme/metadata";
        let published = Browser::new(&fixture.server).get(path).await;
        let text = String::from_utf8_lossy(&published.body).into_owned();
        assert_eq!(
            (published.status, published.header("content-type")),
            (200, Some("application/samlmetadata+xml"))
        );
        let service = format!("{}/ui/api/v1/ui/auth/sso/acme", fixture.ann.origin);
        for part in ["metadata", "acs", "logout"] {
            assert!(text.contains(&format!("\"{service}/{part}\"")), "{part} in {text}");
        }
        assert!(text.contains("WantAssertionsSigned=\"true\""), "{text}");
        // The key stays.
        let again = Browser::new(&fixture.server).get(path).await;
        assert_eq!(again.body, published.body);
        assert_eq!(
            Browser::new(&fixture.server).get("ui/auth/sso/other/metadata").await.status,
            404
        );

        let metadata = format!(
            "<EntityDescriptor xmlns=\"urn:oasis:names:tc:SAML:2.0:metadata\" entityID=\"{ENTITY}\"><IDPSSODescriptor \
             protocolSupportEnumeration=\"urn:oasis:names:tc:SAML:2.0:protocol\"><KeyDescriptor use=\"signing\">\
             <KeyInfo xmlns=\"http://www.w3.org/2000/09/xmldsig#\"><X509Data><X509Certificate>{}</X509Certificate>\
             </X509Data></KeyInfo></KeyDescriptor><SingleLogoutService \
             Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect\" Location=\"{SLO}\"/><SingleSignOnService \
             Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect\" Location=\"{SSO}\"/></IDPSSODescriptor>\
             </EntityDescriptor>",
            fixture.peer.certificate
        );
        let filled = accepted(&fixture.ann.post(METADATA, json!({"metadata": metadata})).await);
        let expected = json!({
            "entity_id": ENTITY, "sso_url": SSO, "slo_url": SLO, "binding": "redirect",
            "certificates": [fixture.peer.certificate],
        });
        assert_eq!(filled, expected);
        // Without a certificate any answer would have to be believed, or none.
        let (before, rest) = metadata.split_once("<KeyDescriptor").expect("a key");
        let after = rest.split_once("</KeyDescriptor>").expect("a key").1;
        for wrong in
            [format!("{before}{after}"), text, "<!DOCTYPE a><a/>".to_owned(), String::new()]
        {
            let answer = fixture.ann.post(METADATA, json!({"metadata": wrong})).await;
            assert_eq!((answer.status, answer.code().as_str()), (400, "sign_in_provider_metadata"));
        }
        let stranger = Browser::visiting(&fixture.server)
            .await
            .post(METADATA, json!({"metadata": metadata}))
            .await;
        assert_eq!(stranger.status, 401);
    });
}
