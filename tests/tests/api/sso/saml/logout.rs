//! Single logout: begun at the provider and here, in both bindings.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use url::form_urlencoded;
use waybill_tests::{Answer, Browser, Tab, run};

use super::peer::{Peer, SLO, Sent};
use super::{Fixture, accepted, code_of, led, posts, who};
use crate::PASSWORD;

const LOGOUT: &str = "ui/auth/sso/acme/logout";
/// Where a message to the provider waits.
const SEND: &str = "/ui/api/v1/ui/auth/sso/acme/send?ticket=";

/// Where the requests of the provider are sent.
fn destination(fixture: &Fixture) -> String {
    format!("{}/ui/api/v1/{LOGOUT}", fixture.ann.origin)
}

/// A browser brings a request in an address.
async fn by_address(fixture: &Fixture, query: &str) -> Answer {
    Browser::new(&fixture.server).get(&format!("{LOGOUT}?{query}")).await
}

/// A browser brings a request in a form.
async fn by_form(fixture: &Fixture, request: &str, relay: &str) -> Answer {
    let request = STANDARD.encode(request);
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("SAMLRequest", &request).append_pair("RelayState", relay);
    posts(&fixture.server, LOGOUT, &form.finish()).await
}

/// Waits until a session has ended, for a second and what a busy machine takes.
pub(super) async fn ends(browser: &mut Browser) {
    let since = Instant::now();
    while who(browser).await != "anonymous" {
        assert!(since.elapsed() < Duration::from_secs(10), "the session goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// covers: [SSO-02]
#[test]
fn a_provider_ends_the_sessions_that_came_by_an_identity() {
    run(async {
        let fixture = Fixture::linked().await;
        let (mut one, mut two) =
            (fixture.signed_in("bob-id", "one").await, fixture.signed_in("bob-id", "two").await);
        let mut by_password = Browser::visiting(&fixture.server).await;
        by_password.sign_in("bob", PASSWORD).await;
        let to = destination(&fixture);

        // Of one session there, in an address; the answer goes back with what was sent along.
        let request = Peer::logout(&to, "bob-id", &["one"]);
        let query = fixture.peer.query("SAMLRequest", &request, Some("a+b/c="));
        let answer = Sent::at(&led(&by_address(&fixture, &query).await), SLO, "SAMLResponse");
        assert_eq!(answer.relay, "a+b/c=");
        assert!(answer.text.contains("status:Success"), "{}", answer.text);
        assert!(request.contains(&format!("ID=\"{}\"", answer.attribute("InResponseTo"))));
        ends(&mut one).await;
        assert_eq!(who(&mut two).await, "bob");

        // Of all of them, in a form.
        let request = Peer::logout(&to, "bob-id", &[]);
        let answer = by_form(&fixture, &fixture.peer.signed(&request), "relay").await;
        assert_eq!(Sent::at(&led(&answer), SLO, "SAMLResponse").relay, "relay");
        ends(&mut two).await;
        assert_eq!(who(&mut by_password).await, "bob", "it did not come by that identity");
        // One about another user ends nothing, and the answer does not reveal whether there is one.
        let request = Peer::logout(&to, "stranger", &[]);
        let query = fixture.peer.query("SAMLRequest", &request, None);
        let answer = Sent::at(&led(&by_address(&fixture, &query).await), SLO, "SAMLResponse");
        assert!(answer.text.contains("status:Success"), "{}", answer.text);
    });
}

/// covers: [SSO-02]
#[test]
fn requests_that_are_not_signed_by_the_provider_for_this_server_end_nothing() {
    run(async {
        let fixture = Fixture::linked().await;
        let mut bob = fixture.signed_in("bob-id", "one").await;
        let to = destination(&fixture);
        let request = Peer::logout(&to, "bob-id", &[]);
        let sound = fixture.peer.query("SAMLRequest", &request, Some("relay"));
        let elsewhere = Peer::logout("https://other.example.org/", "bob-id", &[]);
        let foreign = Peer::foreign();
        let without = |name: &str| {
            let pairs = sound.split('&').filter(|pair| !pair.starts_with(name));
            pairs.collect::<Vec<_>>().join("&")
        };
        for (what, query) in [
            ("no signature", without("Signature=")),
            ("no algorithm", without("SigAlg=")),
            ("another relay", sound.replace("RelayState=relay", "RelayState=other")),
            ("no relay", without("RelayState=")),
            ("a request twice", format!("{sound}&SAMLRequest=a")),
            ("a stranger's key", foreign.query("SAMLRequest", &request, None)),
            ("another destination", fixture.peer.query("SAMLRequest", &elsewhere, None)),
            ("another message", fixture.peer.query("SAMLRequest", "<a/>", None)),
            ("a bomb", fixture.peer.query("SAMLRequest", &" ".repeat(9_000_000), None)),
            (
                "a comment",
                fixture.peer.query(
                    "SAMLRequest",
                    &request.replace("bob-id", "bob<!-- -->-id"),
                    None,
                ),
            ),
            ("a huge one", format!("SAMLRequest={}", "a".repeat(20_000))),
        ] {
            let answer = by_address(&fixture, &query).await;
            assert!(matches!(answer.status, 400 | 414 | 431), "{what}: {}", answer.status);
        }
        let signed = fixture.peer.signed(&request);
        for (what, request) in [
            ("unsigned", request.clone()),
            ("tampered", signed.replace("bob-id", "bob-ie")),
            ("a stranger's key", foreign.signed(&request)),
            ("another destination", fixture.peer.signed(&elsewhere)),
            (
                "wrapped",
                format!(
                    "{}{signed}</samlp:LogoutRequest>",
                    request.replace("</samlp:LogoutRequest>", "")
                ),
            ),
            ("no XML", "request".to_owned()),
        ] {
            assert_eq!(by_form(&fixture, &request, "").await.status, 400, "{what}");
        }
        assert_eq!(who(&mut bob).await, "bob");
        // A request counts once.
        assert_eq!(by_address(&fixture, &sound).await.status, 303);
        ends(&mut bob).await;
        let mut later = fixture.signed_in("bob-id", "two").await;
        assert_eq!(by_address(&fixture, &sound).await.status, 400);
        assert_eq!(by_form(&fixture, &signed, "").await.status, 400);
        assert_eq!(who(&mut later).await, "bob");
    });
}

/// covers: [SSO-02, NAV-12, LOGIN-04]
#[test]
fn signing_out_asks_the_provider_to_end_its_session_too() {
    run(async {
        let fixture = Fixture::linked().await;
        // A character that has to be escaped where it is written.
        let mut bob = fixture.signed_in("bob-id", "session &lt;1").await;
        let mut by_password = Browser::visiting(&fixture.server).await;
        by_password.sign_in("bob", PASSWORD).await;
        let logout_url = accepted(&bob.get("ui/auth/saml/logoutUrl").await);
        assert_eq!(logout_url, json!({"logoutUrl": SLO}));
        let none = accepted(&by_password.get("ui/auth/saml/logoutUrl").await);
        assert_eq!(none, json!({"logoutUrl": null}));

        let mut tab = Tab::open(&mut bob).await;
        accepted(&bob.post("ui/auth/logout", json!({})).await);
        let seen = |tab: &Tab| json!(tab.changes).to_string();
        tab.receive_until(|tab| seen(tab).contains(SEND)).await;
        let all = seen(&tab);
        let ticket = all.split(SEND).nth(1).unwrap_or_else(|| panic!("it leaves: {all}"));
        let ticket: String = ticket.chars().take_while(char::is_ascii_hexdigit).collect();
        assert_eq!(who(&mut bob).await, "anonymous");
        // The address that a record has reveals neither the user nor the session: the request waits at it, once.
        let path = format!("{SEND}{ticket}");
        let sent = Sent::at(&led(&bob.get(&path).await), SLO, "SAMLRequest");
        assert_eq!(sent.element("saml:NameID"), "bob-id");
        assert_eq!(sent.element("samlp:SessionIndex"), "session &lt;1");
        assert_eq!(sent.attribute("Destination"), SLO);
        assert_eq!(code_of(&bob.get(&path).await, "again"), "sign_in_flow_unknown");
        // The provider leads back to the sign-in page, whatever it says.
        for answer in
            ["SAMLResponse=a", "SAMLResponse=%3Ca%3E&RelayState=https://other.example.org"]
        {
            assert_eq!(led(&by_address(&fixture, answer).await), "/ui/login");
            assert_eq!(led(&posts(&fixture.server, LOGOUT, answer).await), "/ui/login");
        }
        // A user with a password is led nowhere.
        let mut tab = Tab::open(&mut by_password).await;
        accepted(&by_password.post("ui/auth/logout", json!({})).await);
        tab.close_code().await;
        assert!(!seen(&tab).contains("browser.leave"));
    });
}
