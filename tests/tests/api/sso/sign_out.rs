//! Signing out here and there: RP-initiated logout, and back-channel logout.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, Tab, run};

use super::provider::{CLIENT, LOGOUT, Provider, parameters_of};
use super::{Fixture, accepted, who};
use crate::PASSWORD;
use crate::signers::{Signer, changed, fresh_id, now, unsigned, with};

const BACKCHANNEL: &str = "ui/auth/backchannel/acme";
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// A provider posts a token, as its server does: without a cookie and without an origin.
async fn posts(fixture: &Fixture, token: &str) -> Answer {
    let request = Request::new("POST", BACKCHANNEL)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("logout_token={token}"));
    Browser::new(&fixture.server).send(request).await
}

/// The claims of a token that ends the sessions of Bob.
fn claims(fixture: &Fixture) -> Value {
    json!({
        "iss": fixture.provider.url(), "aud": CLIENT, "sub": "bob", "iat": now(),
        "exp": now() + 120, "jti": fresh_id(), "events": {EVENT: {}},
    })
}

fn header(signer: &Signer) -> Value {
    changed(signer.header(), "typ", json!("logout+jwt"))
}

/// Waits until a session has ended, for a second and what a busy machine takes.
async fn ends(browser: &mut Browser) {
    let since = Instant::now();
    while who(browser).await != "anonymous" {
        assert!(since.elapsed() < Duration::from_secs(10), "the session goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// covers: [SSO-01]
#[test]
fn a_provider_ends_the_sessions_that_came_by_an_identity() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let signer = Arc::new(Signer::ec("two"));
        fixture.publishes(&[&signer]).await;
        let makes = Arc::clone(&signer);
        fixture.provider.makes(move |claims| makes.token(claims));
        let user = Provider::user("bob");
        let mut by_provider = fixture.signed_in(&user).await;
        let mut second = fixture.signed_in(&user).await;
        let mut by_password = Browser::visiting(&fixture.server).await;
        by_password.sign_in("bob", PASSWORD).await;
        let sound = claims(&fixture);
        let token = |claims: &Value| signer.token_with(&header(&signer), claims);

        let other = |claim: &str, value: Value| with(sound.clone(), claim, value);
        let stranger = Signer::ec("two");
        let nested = json!({EVENT: []});
        let wrong = [
            ("another issuer", token(&other("iss", json!("https://id.example.org")))),
            ("another audience", token(&other("aud", json!("another client")))),
            ("expired", token(&other("exp", json!(now() - 120)))),
            ("old", token(&with(other("exp", Value::Null), "iat", json!(now() - 3_600)))),
            ("no event", token(&other("events", Value::Null))),
            ("another event", token(&other("events", json!({"https://example.org/event": {}})))),
            ("an event that is no object", token(&other("events", nested))),
            ("a nonce", token(&other("nonce", json!("a nonce")))),
            ("no id", token(&other("jti", Value::Null))),
            ("neither subject nor session", token(&other("sub", Value::Null))),
            ("a stranger's key", stranger.token_with(&header(&stranger), &sound)),
            ("an ID token", signer.token(&with(other("events", Value::Null), "nonce", json!("x")))),
            ("no signature", {
                format!("{}.", unsigned(&changed(header(&signer), "alg", json!("none")), &sound))
            }),
            ("no token", "waybill".to_owned()),
            ("a huge one", "x".repeat(20_000)),
        ];
        for (what, token) in &wrong {
            let answer = posts(&fixture, token).await;
            assert_eq!(answer.status, 400, "{what}");
            assert_eq!(answer.json()["error"], json!("invalid_request"), "{what}");
        }
        let no_token = Request::new("POST", BACKCHANNEL).body("");
        assert!(Browser::new(&fixture.server).send(no_token).await.status >= 400);
        assert_eq!(who(&mut by_provider).await, "bob");

        let sent = token(&sound);
        let answer = posts(&fixture, &sent).await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")));
        ends(&mut by_provider).await;
        ends(&mut second).await;
        assert_eq!(who(&mut by_password).await, "bob", "it did not come by that identity");
        // The token counts once.
        let mut later = fixture.signed_in(&user).await;
        assert_eq!(posts(&fixture, &sent).await.status, 400);
        assert_eq!(who(&mut later).await, "bob");
        // One about another user ends nothing, and the answer does not tell whether there is one.
        let unknown = with(claims(&fixture), "sub", json!("stranger"));
        assert_eq!(posts(&fixture, &token(&unknown)).await.status, 200);
        assert_eq!(who(&mut later).await, "bob");
    });
}

/// covers: [SSO-01, SESS-01]
#[test]
fn a_provider_ends_a_session_in_all_of_its_tabs_at_once() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let signer = Arc::new(Signer::ec("two"));
        fixture.publishes(&[&signer]).await;
        let makes = Arc::clone(&signer);
        fixture.provider.makes(move |claims| makes.token(claims));
        let user = Provider::user("bob");
        let mut browser = fixture.signed_in(&user).await;
        let mut tabs = [Tab::open(&mut browser).await, Tab::open(&mut browser).await];
        let sent = signer.token_with(&header(&signer), &claims(&fixture));
        let since = Instant::now();
        assert_eq!(posts(&fixture, &sent).await.status, 200);
        for tab in &mut tabs {
            assert_eq!(tab.close_code().await, 4001);
            let ended = tab.changes.iter().find(|change| change["event"]["type"] == "revoke");
            let ended = ended.expect("the end of the sign-in").to_string();
            // What the page shows is not kept for a sign-in that others have ended.
            assert!(!ended.contains("browser.sign_in_again"), "{ended}");
        }
        // A second, and what a busy machine takes.
        assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    });
}

/// covers: [SSO-01]
#[test]
fn one_session_at_the_provider_ends_what_came_by_it() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let signer = Arc::new(Signer::ec("two"));
        fixture.publishes(&[&signer]).await;
        let user = Provider::user("bob");
        let sign_in = |sid: &str| {
            let (signer, sid) = (Arc::clone(&signer), sid.to_owned());
            fixture
                .provider
                .makes(move |claims| signer.token(&with(claims.clone(), "sid", json!(sid))));
        };
        sign_in("one");
        let mut one = fixture.signed_in(&user).await;
        sign_in("two");
        let mut two = fixture.signed_in(&user).await;
        let of_one = with(with(claims(&fixture), "sub", Value::Null), "sid", json!("one"));
        let sent = signer.token_with(&header(&signer), &of_one);
        assert_eq!(posts(&fixture, &sent).await.status, 200);
        ends(&mut one).await;
        assert_eq!(who(&mut two).await, "bob");
    });
}

/// covers: [SSO-01, LOGIN-06]
#[test]
fn signing_out_leads_to_the_provider_with_which_the_user_came() {
    run(async {
        let fixture = Fixture::linked().await;
        let mut by_provider = fixture.signed_in(&Provider::user("bob")).await;
        let mut by_password = Browser::visiting(&fixture.server).await;
        by_password.sign_in("bob", PASSWORD).await;
        let origin = by_provider.origin.clone();
        let mut sessions = Vec::new();
        for page in [&mut by_provider, &mut by_password] {
            let listed = accepted(&page.get("ui/auth/sessions").await);
            let listed = listed["sessions"].as_array().expect("a list").clone();
            let current = listed.iter().find(|session| session["current"] == true);
            sessions.push(current.expect("a session")["id"].clone());
            let answer = accepted(&page.post("ui/auth/logout", json!({})).await);
            assert_eq!(answer["next"], json!("signed_out"));
            assert_eq!(who(page).await, "anonymous");
        }
        let Fixture { place, server, provider, .. } = fixture;
        assert!(server.stop().success());
        let leaves = |session: &Value| {
            let stream = format!("session/{}", session.as_str().expect("an id"));
            let shown = place.run(&["audit", "show", &stream, "--json", "--data", "{data}"]);
            let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
            let records = shown.lines().filter_map(|line| serde_json::from_str(line).ok());
            let calls = records
                .flat_map(|record: Value| record["calls"].as_array().cloned().unwrap_or_default());
            calls.filter(|call| call["call"] == "browser.leave").collect::<Vec<_>>()
        };
        let left = leaves(&sessions[0]);
        let url = left.last().expect("it leaves")["url"].as_str().expect("an address").to_owned();
        let parameters = parameters_of(&url, &provider.link(LOGOUT));
        assert_eq!(parameters["client_id"], CLIENT);
        assert_eq!(parameters["post_logout_redirect_uri"], format!("{origin}/ui/login"));
        assert!(!parameters.contains_key("id_token_hint"), "{url}");
        // A user with a password is led nowhere.
        assert_eq!(leaves(&sessions[1]), Vec::<Value>::new());
    });
}
