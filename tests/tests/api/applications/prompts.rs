//! How an application asks that the user is asked, or is not (`OpenID` Connect, 3.1.2.1).

use serde_json::{Value, json};
use url::form_urlencoded;
use waybill_tests::{Browser, Request, run};

use super::{Application, CALLBACK, INTEGRATION, parameters_of, stage, text, verified};
use crate::signed_in;

/// The error with which the browser is sent back at once.
async fn error_of(
    page: &mut Browser,
    application: &Application,
    changes: &[(&str, &str)],
) -> String {
    let answer = page.get(&application.url(changes)).await;
    let place = answer.header("location").expect("an address");
    assert!(answer.status == 303 && place.starts_with(CALLBACK), "{changes:?}: {place}");
    let parameters = parameters_of(place);
    assert_eq!(parameters["state"], "s t&te");
    assert!(parameters["iss"].starts_with("http://127.0.0.1:") && !parameters.contains_key("code"));
    parameters["error"].clone()
}

/// What the page is shown of a request.
async fn validated(page: &mut Browser, application: &Application, url: &str) -> Value {
    let query: String = form_urlencoded::byte_serialize(url.as_bytes()).collect();
    page.get(&format!("{INTEGRATION}/validate/{}?auth_url={query}", application.id)).await.json()
}

/// covers: [APP-02]
#[test]
fn a_request_without_a_page_is_answered_at_the_callback() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let silent = [("prompt", "none")];
        let mut visitor = Browser::visiting(&stage.server).await;
        assert_eq!(error_of(&mut visitor, &application, &silent).await, "login_required");
        assert_eq!(error_of(&mut page, &application, &silent).await, "consent_required");
        application.code(&mut page, &[]).await;
        assert_eq!(error_of(&mut page, &application, &silent).await, "interaction_required");
        // The page does not answer it either.
        let decided = application.decide(&mut page, &silent, true).await;
        let decided = parameters_of(text(&decided, "redirect"));
        assert_eq!(decided["error"], "interaction_required");
        // What is wrong otherwise is answered there too, and nowhere else.
        for (name, value, error) in [
            ("prompt", "none login", "invalid_request"),
            ("prompt", "select_account", "invalid_request"),
            ("max_age", "-1", "invalid_request"),
            ("max_age", "soon", "invalid_request"),
            ("response_type", "token", "unsupported_response_type"),
            ("scope", "openid everything", "invalid_scope"),
        ] {
            let found = error_of(&mut page, &application, &[(name, value)]).await;
            assert_eq!(found, error, "{name}={value}");
        }
        for change in [("client_id", "app_0"), ("redirect_uri", "https://evil.example.org/")] {
            let led = page.get(&application.url(&[change, ("prompt", "none")])).await;
            let place = led.header("location").expect("an address");
            assert!(place.starts_with("/ui/authorize?auth_url="), "{place}");
        }
        // A callback that was not escaped loses nothing.
        let query = application.url(&[("redirect_uri", "")]);
        let query = query.split_once('?').expect("a query").1;
        let raw = format!("/access/oauth2/authorize?redirect_uri={CALLBACK}&{query}");
        let led = page.send(Request::new("GET", &raw)).await;
        let place = led.header("location").expect("an address");
        assert!(place.contains(&format!("client_id={}", application.id)), "{place}");
        let asked =
            validated(&mut page, &application, raw.split_once('?').expect("a query").1).await;
        assert_eq!(asked["client"]["client_id"], json!(application.id));
    });
}

/// covers: [APP-02]
#[test]
fn the_user_shows_the_password_where_the_application_asks_for_a_fresh_proof() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let keys = page.get("/access/oauth2/keys").await.json();
        for (changes, is_asked) in [
            (vec![], false),
            (vec![("prompt", "consent")], false),
            (vec![("max_age", "3600")], false),
            (vec![("prompt", "login")], true),
            (vec![("max_age", "0")], true),
            (vec![("scope", "openid administration")], true),
        ] {
            // The sign-in is older than no time at all.
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            let asked = validated(&mut page, &application, &application.url(&changes)).await;
            assert_eq!(asked["password_required"], json!(is_asked), "{changes:?}");
            let code = if is_asked {
                let refused = application.decide(&mut page, &changes, true).await;
                assert_eq!(refused["error"]["code"], json!("reauthentication_missing"));
                // To say no takes nothing.
                let denied = application.decide(&mut page, &changes, false).await;
                assert!(text(&denied, "redirect").contains("error=access_denied"));
                application.code_with_password(&mut page, &changes).await
            } else {
                application.code(&mut page, &changes).await
            };
            let issued = application.exchange(&page, &code).await.json();
            let claims = verified(&keys, text(&issued, "id_token"));
            let is_timed =
                changes.iter().any(|(name, value)| *name == "max_age" || *value == "login");
            let has_time = claims["auth_time"].is_i64();
            assert_eq!(has_time, is_timed, "{claims}");
            if has_time {
                let (at, issued_at) = (claims["auth_time"].as_i64(), claims["iat"].as_i64());
                assert!(at <= issued_at && at.is_some_and(|at| at > 1_000_000_000), "{claims}");
            }
        }
    });
}
