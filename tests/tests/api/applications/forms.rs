//! Requests that an application sends as a form (`OpenID` Connect, 3.1.2.1).

use serde_json::json;
use url::form_urlencoded;
use waybill_tests::{Answer, Browser, Request, run};

use super::{Application, CALLBACK, INTEGRATION, code_in, stage, text};
use crate::{ANN, signed_in};

const AUTHORIZE: &str = "/access/oauth2/authorize";

/// What a page of the application is answered that sends this form.
async fn sent(page: &mut Browser, path: &str, body: &str) -> Answer {
    let request = Request::new("POST", path)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("origin", "https://app.example.org")
        .header("sec-fetch-site", "cross-site")
        .body(body.to_owned());
    page.send(request).await
}

fn query_of(url: &str) -> &str {
    url.split_once('?').expect("a query").1
}

/// covers: [APP-02]
#[test]
fn a_form_leads_where_the_address_does() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let long = "n".repeat(3_000);
        for changes in [
            vec![],
            vec![("nonce", "ä /?&=%")],
            vec![("prompt", "login")],
            vec![("prompt", "none")],
            vec![("prompt", "none login")],
            vec![("scope", "openid everything")],
            vec![("code_challenge", "")],
            vec![("nonce", long.as_str())],
            vec![("state", "s"), ("nonce", &long[..1_900])],
            vec![("client_id", "app_0")],
            vec![("client_id", "")],
            vec![("redirect_uri", "https://evil.example.org/")],
            vec![("redirect_uri", ""), ("state", long.as_str())],
        ] {
            let url = application.url(&changes);
            let led = page.get(&url).await;
            let form = sent(&mut page, AUTHORIZE, query_of(&url)).await;
            assert_eq!(
                (form.status, form.header("location")),
                (led.status, led.header("location")),
                "{changes:?}"
            );
            assert!([303, 400].contains(&form.status), "{changes:?}: {}", form.status);
            assert_eq!(form.header("access-control-allow-origin"), None);
        }
        // One that is there twice leads to the page, which has the sentence.
        let twice = format!("{}&redirect_uri=https://evil.example.org/", application.url(&[]));
        let led = sent(&mut page, AUTHORIZE, query_of(&twice)).await;
        let place = led.header("location").expect("an address");
        assert!(led.status == 303 && place.starts_with("/ui/authorize?auth_url="), "{place}");
        // Those of the address do not count.
        let led = sent(&mut page, &application.url(&[]), "").await;
        let place = led.header("location").expect("an address");
        assert_eq!((led.status, place), (303, "/ui/authorize?auth_url=&client_id="));
        for kind in ["application/json", "text/plain", "multipart/form-data"] {
            let request = Request::new("POST", AUTHORIZE).header("content-type", kind);
            let refused = page.send(request.body(query_of(&application.url(&[])).to_owned())).await;
            let error = &refused.json()["error"];
            assert_eq!((refused.status, error), (400, &json!("invalid_request")), "{kind}");
        }
        let large = format!("state={}", "s".repeat(70_000));
        assert_eq!(sent(&mut page, AUTHORIZE, &large).await.status, 413);
    });
}

/// covers: [APP-02]
#[test]
fn a_form_changes_nothing_until_the_user_consents() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let own = format!("{INTEGRATION}/authorization/{ANN}");
        let led = sent(&mut page, AUTHORIZE, query_of(&application.url(&[]))).await;
        let place = led.header("location").expect("an address").to_owned();
        assert!(!place.starts_with(CALLBACK) && !place.contains("&code="), "{place}");
        assert_eq!(page.get(&own).await.json(), json!([]));
        // The page has the whole request.
        let mut shown = form_urlencoded::parse(query_of(&place).as_bytes()).into_owned();
        let (_, url) = shown.find(|(name, _)| name == "auth_url").expect("the request");
        let path = format!("{INTEGRATION}/authorize/{}/{ANN}", application.id);
        let decided = page.post(&path, json!({"url": url, "consents": true})).await.json();
        let code = code_in(text(&decided, "redirect"));
        assert_eq!(application.exchange(&page, &code).await.status, 200);
        assert_eq!(page.get(&own).await.json()[0]["client_id"], json!(application.id));
    });
}
