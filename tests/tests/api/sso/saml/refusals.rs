//! Answers that lead nowhere. Those that are wrapped, tampered or signed by others are in `tests/saml`, and are refused
//! by `engine/platform/src/sso/saml/corpus.rs`; here are those that a browser brings at another time, or in another
//! place.

use serde_json::json;
use waybill_tests::{Browser, run};

use super::peer::{Peer, SSO, Says, Sent};
use super::{ACS, BEGIN, Fixture, IN, LINKED, accepted, changed, code_of, led, one, posts, who};
use crate::PASSWORD;

/// A browser brings this, is led away, and is not signed in. Answers the code of the notice.
async fn leads_nowhere(
    fixture: &Fixture,
    browser: &mut Browser,
    answer: &str,
    relay: &str,
) -> String {
    let brought = fixture.brings(answer, relay).await;
    let location = led(&brought);
    let code = if location.contains("/callback?") {
        code_of(&browser.get(&location).await, &location)
    } else {
        code_of(&brought, relay)
    };
    assert_eq!(who(browser).await, "anonymous");
    code
}

type Change = fn(&mut Says);

/// covers: [SSO-02]
#[test]
fn an_answer_has_to_be_for_this_server_this_browser_and_now() {
    run(async {
        let fixture = Fixture::linked().await;
        let changes: [(&str, Change); 12] = [
            ("another issuer", |says| says.issuer = "https://other.example.org".into()),
            ("another audience", |says| says.audience = "urn:other".into()),
            ("another recipient", |says| says.recipient.push('x')),
            ("another destination", |says| says.destination.push('x')),
            ("another request", |says| says.request = "_other".into()),
            ("a name that does not stay", |says| {
                says.format = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient".into();
            }),
            ("no name", |says| says.name_id.clear()),
            ("from before", |says| says.after_s = -700),
            ("expired", |says| says.after_s = -400),
            ("from later", |says| says.after_s = 120),
            ("a session that has ended", |says| says.session_ends_s = Some(-61)),
            ("a failure with an assertion", |says| says.failure = "AuthnFailed".into()),
        ];
        for (what, change) in changes {
            let (browser, answer) = fixture.comes_back("bob-id", change).await;
            let code = super::super::refused(browser, &answer, what).await;
            let expected = match what {
                "a failure with an assertion" => "sign_in_denied",
                _ => "sign_in_provider_unavailable",
            };
            assert_eq!(code, expected, "{what}");
        }
        let mut browser = Browser::visiting(&fixture.server).await;
        // Each one is for a way of its own: what a browser has brought once is not asked for again.
        let texts: [fn(&Peer, &Says) -> String; 6] = [
            |_, says| says.response(&says.assertion()),
            |_, says| says.response(&Peer::foreign().signed(&says.assertion())),
            |peer, says| peer.signed(&says.response(&says.assertion())),
            |peer, says| peer.answers(says).replace("bob-id", "ann-id"),
            |peer, says| peer.answers(says).replace("bob-id", "bob<!-- -->-id"),
            |_, _| "no XML".to_owned(),
        ];
        for text in texts {
            let sent = fixture.begins(&mut browser).await;
            let text = text(&fixture.peer, &sent.about("bob-id"));
            let code = leads_nowhere(&fixture, &mut browser, &text, &sent.relay).await;
            assert_eq!(code, "sign_in_provider_unavailable", "{text}");
        }
    });
}

/// covers: [SSO-02]
#[test]
fn an_answer_is_held_once_for_its_way_and_its_browser() {
    run(async {
        let fixture = Fixture::linked().await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let sent = fixture.begins(&mut browser).await;
        let answer = fixture.peer.answers(&sent.about("bob-id"));
        // Of no way, and of one that another identity provider would begin by itself.
        for relay in ["", "unknown", &"a".repeat(64), &"a".repeat(81)] {
            let code = leads_nowhere(&fixture, &mut browser, &answer, relay).await;
            assert_eq!(code, "sign_in_flow_unknown", "{relay}");
        }
        let callback = led(&fixture.brings(&answer, &sent.relay).await);
        assert!(callback.contains("/callback?"), "{callback}");
        let again = fixture.brings(&answer, &sent.relay).await;
        assert_eq!(code_of(&again, "again"), "sign_in_flow_unknown");
        // Another browser has not the cookie, and the first one not another ticket.
        let mut other = Browser::visiting(&fixture.server).await;
        let elsewhere = other.get(&callback).await;
        assert_eq!(code_of(&elsewhere, "another browser"), "not_in_this_state");
        assert_eq!(who(&mut other).await, "anonymous");
        let mut without = Browser::new(&fixture.server);
        assert_eq!(code_of(&without.get(&callback).await, "no cookie"), "sign_in_flow_unknown");
        assert_eq!(led(&browser.get(&callback).await), IN);
        assert_eq!(who(&mut browser).await, "bob");

        // A ticket that was guessed uses the way up.
        let mut browser = Browser::visiting(&fixture.server).await;
        let sent = fixture.begins(&mut browser).await;
        let answer = fixture.peer.answers(&sent.about("bob-id"));
        let callback = led(&fixture.brings(&answer, &sent.relay).await);
        let guessed = format!(
            "{}code={}",
            callback.split("code=").next().unwrap_or_default(),
            "a".repeat(64)
        );
        assert_eq!(
            code_of(&browser.get(&guessed).await, "guessed"),
            "sign_in_provider_unavailable"
        );
        let late = browser.get(&callback).await;
        assert_eq!(code_of(&late, "after that"), "not_in_this_state");
        assert_eq!(who(&mut browser).await, "anonymous");
    });
}

/// An answer that was used, or was made for another browser, is no answer to another request.
///
/// covers: [SSO-02]
#[test]
fn an_answer_that_was_used_signs_in_no_other_browser() {
    run(async {
        let fixture = Fixture::linked().await;
        let mut first = Browser::visiting(&fixture.server).await;
        let sent = fixture.begins(&mut first).await;
        let answer = fixture.peer.answers(&sent.about("bob-id"));
        let callback = led(&fixture.brings(&answer, &sent.relay).await);
        assert_eq!(led(&first.get(&callback).await), IN);
        let mut second = Browser::visiting(&fixture.server).await;
        let other = fixture.begins(&mut second).await;
        let code = leads_nowhere(&fixture, &mut second, &answer, &other.relay).await;
        assert_eq!(code, "sign_in_provider_unavailable");
        assert_eq!(
            code_of(&fixture.brings(&answer, &sent.relay).await, "used"),
            "sign_in_flow_unknown"
        );
        // A user who has signed in meanwhile stays who it is.
        let sent = fixture.begins(&mut second).await;
        let answer = fixture.peer.answers(&sent.about("bob-id"));
        let callback = led(&fixture.brings(&answer, &sent.relay).await);
        second.sign_in(crate::ANN, PASSWORD).await;
        second.get(&callback).await;
        assert_eq!(who(&mut second).await, crate::ANN);
    });
}

/// covers: [SSO-02]
#[test]
fn certificates_are_pinned_and_rolled_over() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let (old, new) = (Peer::new(), Peer::foreign());
        let with = |peers: &[&Peer]| {
            let certificates: Vec<_> = peers.iter().map(|peer| peer.certificate.clone()).collect();
            let mut wanted = old.wanted();
            wanted["saml"]["certificates"] = json!(certificates);
            wanted
        };
        for (pinned, is_old, is_new) in
            [(vec![&old], true, false), (vec![&old, &new], true, true), (vec![&new], false, true)]
        {
            accepted(&fixture.ann.put(&one("acme"), with(&pinned)).await);
            for (peer, is_accepted) in [(&old, is_old), (&new, is_new)] {
                let mut browser = Browser::visiting(&fixture.server).await;
                let sent = fixture.begins(&mut browser).await;
                let answer = peer.answers(&sent.about("bob-id"));
                let callback = led(&fixture.brings(&answer, &sent.relay).await);
                browser.get(&callback).await;
                let name = if is_accepted { "bob" } else { "anonymous" };
                assert_eq!(who(&mut browser).await, name);
            }
        }
    });
}

/// covers: [SSO-02]
#[test]
fn what_is_no_form_of_an_answer_is_refused() {
    run(async {
        let fixture = Fixture::linked().await;
        let server = &fixture.server;
        let twice = "SAMLResponse=a&SAMLResponse=b&RelayState=c";
        assert_eq!(posts(server, ACS, twice).await.status, 400);
        for form in ["", "SAMLResponse=a", "RelayState=a", "a=b"] {
            assert_eq!(code_of(&posts(server, ACS, form).await, form), "sign_in_flow_unknown");
        }
        let large = format!("RelayState=a&SAMLResponse={}", "a".repeat(300_000));
        assert_eq!(posts(server, ACS, &large).await.status, 413);
        let unknown = ACS.replace("acme", "other");
        let answer = posts(server, &unknown, "SAMLResponse=a&RelayState=b").await;
        assert_eq!(code_of(&answer, "another provider"), "not_found");
        // A larger answer than is read is held, and says nothing.
        let mut browser = Browser::visiting(server).await;
        let sent = fixture.begins(&mut browser).await;
        let large =
            format!("{}{}", fixture.peer.answers(&sent.about("bob-id")), " ".repeat(140_000));
        let code = leads_nowhere(&fixture, &mut browser, &large, &sent.relay).await;
        assert_eq!(code, "sign_in_provider_unavailable");
        // The password is of no use here.
        accepted(&browser.get("ui/auth/oauthProviders").await);
        browser.sign_in("bob", PASSWORD).await;
        assert_eq!(who(&mut browser).await, "bob");
    });
}

/// covers: [SSO-02]
#[test]
fn a_provider_that_is_disabled_signs_no_user_in() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let sent = fixture.begins(&mut browser).await;
        let answer = fixture.peer.answers(&sent.about("bob-id"));
        let callback = led(&fixture.brings(&answer, &sent.relay).await);
        let disabled = changed(fixture.peer.wanted(), json!({"enabled": false}));
        accepted(&fixture.ann.put(&one("acme"), disabled).await);
        let code = code_of(&browser.get(&callback).await, "disabled meanwhile");
        assert_eq!(code, "sign_in_provider_unavailable");
        assert_eq!(code_of(&browser.get(BEGIN).await, "disabled"), "not_found");
        let page = accepted(&browser.get("ui/auth/loginRelatedData").await);
        let ways = accepted(&browser.get("ui/auth/externalLogins").await);
        assert_eq!((&page["ssoProviderLink"], &ways["saml"]), (&json!(null), &json!(false)));
        accepted(&fixture.ann.put(&one("acme"), fixture.peer.wanted()).await);
        // Linking goes on where it was begun.
        browser.sign_in("bob", PASSWORD).await;
        let sent: Sent = fixture.links(&mut browser).await;
        let answer = fixture.peer.answers(&sent.about("another-id"));
        assert!(sent.text.contains(&format!("Destination=\"{SSO}\"")));
        let callback = led(&fixture.brings(&answer, &sent.relay).await);
        assert_eq!(led(&browser.get(&callback).await), LINKED);
    });
}
