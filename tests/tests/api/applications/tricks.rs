//! Requests by which an application would get what no user let it have.

use serde_json::json;
use waybill_tests::{Request, run};

use super::{
    Application, CALLBACK, INTEGRATION, TOKEN, VERIFIER, form, parameters_of, stage, text,
};
use crate::{ANN, signed_in};

/// covers: [APP-02]
#[test]
fn tricks_with_requests_lead_nowhere() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        // A user is sent to no address that is not the registered one.
        for callback in [
            "",
            "https://app.example.org/callback",
            "https://app.example.org/callback?from=waybill#x",
            "https://app.example.org/callback/../x?from=waybill",
            "https://APP.example.org/callback?from=waybill",
            "https://app.example.org@evil.example.org/callback?from=waybill",
            "https://evil.example.org/",
            "//evil.example.org/",
            "javascript:alert(1)",
        ] {
            let decided = application.decide(&mut page, &[("redirect_uri", callback)], true).await;
            assert_eq!(decided["error"]["code"], json!("authorization_request"), "{callback}");
        }
        let other = application.decide(&mut page, &[("client_id", "app_0")], true).await;
        assert_eq!(other["error"]["code"], json!("authorization_request"));
        let twice = format!("{}&redirect_uri=https://evil.example.org/", application.url(&[]));
        let path = format!("{INTEGRATION}/authorize/{}/{ANN}", application.id);
        let twice = page.post(&path, json!({"url": twice})).await;
        assert_eq!(twice.status, 400);
        // What is wrong otherwise is an error at the callback, without a code.
        for (name, value, error) in [
            ("response_type", "token", "unsupported_response_type"),
            ("response_type", "", "invalid_request"),
            ("code_challenge", "", "invalid_request"),
            ("code_challenge", "short", "invalid_request"),
            ("code_challenge_method", "plain", "invalid_request"),
            ("code_challenge_method", "", "invalid_request"),
            ("scope", "", "invalid_scope"),
            ("scope", "openid everything", "invalid_scope"),
            ("response_mode", "fragment", "invalid_request"),
            ("request", "eyJ", "request_not_supported"),
            ("request_uri", "https://app.example.org/r", "request_uri_not_supported"),
        ] {
            let decided = application.decide(&mut page, &[(name, value)], true).await;
            let redirect = text(&decided, "redirect");
            assert!(redirect.contains(&format!("error={error}")), "{name}={value}: {redirect}");
            assert!(!redirect.contains("code="), "{redirect}");
        }
        let long = page.get(&application.url(&[("nonce", &"n".repeat(3_000))])).await;
        let place = long.header("location").expect("an address");
        assert_eq!((long.status, parameters_of(place)["error"].as_str()), (303, "invalid_request"));
        // Without a callback there is nowhere to go.
        let state = "s".repeat(3_000);
        let changes = application.url(&[("redirect_uri", ""), ("state", &state)]);
        let long = page.get(&changes).await;
        assert_eq!((long.status, &long.json()["error"]), (400, &json!("invalid_request")));
        // No user consents for others.
        let of_bob = format!("{INTEGRATION}/authorize/{}/bob", application.id);
        let decided = page.post(&of_bob, json!({"url": application.url(&[])})).await;
        assert_eq!(decided.status, 403);
        // A code is bound to its verifier, its callback and its application.
        let wrong = |change: (&'static str, &'static str)| {
            let mut parameters = vec![
                ("grant_type", "authorization_code"),
                ("code_verifier", VERIFIER),
                ("redirect_uri", CALLBACK),
            ];
            parameters.retain(|(name, _)| *name != change.0);
            parameters.push(change);
            parameters
        };
        for change in [
            ("code_verifier", "0000000000000000000000000000000000000000000"),
            ("redirect_uri", "https://app.example.org/"),
        ] {
            let code = application.code(&mut page, &[]).await;
            let mut parameters = wrong(change);
            parameters.push(("code", &code));
            let refused = application.post(&page, TOKEN, &parameters).await;
            assert_eq!(
                (refused.status, &refused.json()["error"]),
                (400, &json!("invalid_grant")),
                "{change:?}"
            );
        }
        // Another application neither uses nor spends a code.
        let other = Application::named(&mut page, "Other", "server").await;
        let code = application.code(&mut page, &[]).await;
        let stolen = other.exchange(&page, &code).await;
        assert_eq!((stolen.status, &stolen.json()["error"]), (400, &json!("invalid_grant")));
        assert_eq!(application.exchange(&page, &code).await.status, 200);
        for (grant, error) in [("password", "unsupported_grant_type"), ("", "invalid_request")] {
            let refused = application.post(&page, TOKEN, &[("grant_type", grant)]).await;
            assert_eq!(refused.json()["error"], json!(error));
        }
        let without = page.beside().send(form(TOKEN, &[("grant_type", "refresh_token")])).await;
        assert_eq!((without.status, &without.json()["error"]), (401, &json!("invalid_client")));
        assert!(without.header("www-authenticate").is_some());
        let json = Request::new("POST", TOKEN).json(&json!({"grant_type": "refresh_token"}));
        assert_eq!(page.beside().send(json).await.status, 400);
    });
}
