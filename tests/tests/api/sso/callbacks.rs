//! Callbacks that lead nowhere: of other sessions, of other providers, too often, too late, and made up.

use serde_json::json;
use waybill_tests::{Browser, run};

use super::provider::{AUTHORIZE, CONFIGURATION, Callback, Provider, TOKEN, parameters_of};
use super::{
    BEGIN, Fixture, IN, OUT, PROVIDERS, accepted, changed, code_of, led, refused, wanted, who,
};
use crate::PASSWORD;
use crate::signers::{Signer, with};

/// What is made of a callback before the browser requests it.
type Change = Box<dyn FnOnce(Callback) -> Callback>;

const CALLBACK: &str = "/ui/api/v1/ui/auth/sso/acme/callback";

/// Requests a callback in a browser that is not signed in, and is not signed in by it.
async fn leads_nowhere(browser: &mut Browser, callback: &str, what: &str) {
    let answer = browser.get(callback).await;
    assert!(matches!(answer.status, 303 | 400 | 409), "{what}: {}", answer.status);
    if answer.status == 303 {
        assert!(led(&answer).starts_with(OUT), "{what}: {}", led(&answer));
    }
    assert_eq!(who(browser).await, "anonymous", "{what}");
}

/// covers: [SSO-01]
#[test]
fn a_callback_counts_with_its_own_state_and_the_issuer_that_was_asked() {
    run(async {
        let fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        let other = Provider::start(Signer::ec("one")).await;
        let similar = format!("{}/", fixture.provider.url());
        let exchanged = fixture.provider.requests(TOKEN);
        let changes: [(&str, Change); 12] = [
            ("no issuer", Box::new(|callback| callback.without("iss"))),
            ("another issuer", Box::new(move |callback| callback.with("iss", &other.url()))),
            ("a similar issuer", Box::new(move |callback| callback.with("iss", &similar))),
            ("an empty issuer", Box::new(|callback| callback.with("iss", ""))),
            ("no state", Box::new(|callback| callback.without("state"))),
            ("another state", Box::new(|callback| callback.with("state", &"a".repeat(43)))),
            ("an empty state", Box::new(|callback| callback.with("state", ""))),
            ("half of the state", {
                Box::new(|callback| {
                    let state = callback.value("state");
                    callback.with("state", &state[..state.len() / 2])
                })
            }),
            ("a huge state", Box::new(|callback| callback.with("state", &"a".repeat(6_000)))),
            ("no code", Box::new(|callback| callback.without("code"))),
            ("an empty code", Box::new(|callback| callback.with("code", ""))),
            ("a huge code", Box::new(|callback| callback.with("code", &"a".repeat(9_000)))),
        ];
        for (what, change) in changes {
            let mut browser = Browser::visiting(&fixture.server).await;
            let callback = change(fixture.at_provider(&mut browser, &user).await);
            leads_nowhere(&mut browser, &callback.path(), what).await;
        }
        // A parameter that is there twice: parsers disagree about which of them counts.
        for name in ["state", "code", "iss"] {
            let mut browser = Browser::visiting(&fixture.server).await;
            let callback = fixture.at_provider(&mut browser, &user).await;
            let twice = format!("{}&{name}={}", callback.path(), callback.value(name));
            leads_nowhere(&mut browser, &twice, name).await;
        }
        // For none of these a code was presented.
        assert_eq!(fixture.provider.requests(TOKEN), exchanged);
        // What providers add beside is ignored.
        let added =
            |callback: Callback| callback.with("session_state", "x").with("scope", "openid");
        let (mut browser, answer) = fixture.comes_back(&user, added).await;
        assert_eq!((led(&answer).as_str(), who(&mut browser).await.as_str()), (IN, "bob"));
    });
}

/// A provider that announces no issuer at the callback needs none there.
///
/// covers: [SSO-01]
#[test]
fn a_provider_without_an_issuer_at_the_callback_is_asked_for_none() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let plain = with(
            fixture.provider.configuration(),
            "authorization_response_iss_parameter_supported",
            json!(false),
        );
        fixture.provider.configured(plain);
        // Otherwise what was known of it is used.
        fixture.changes(json!({"label": "Plain"})).await;
        let user = Provider::user("bob");
        let without = |callback: Callback| callback.without("iss");
        let (mut browser, answer) = fixture.comes_back(&user, without).await;
        assert_eq!((led(&answer).as_str(), who(&mut browser).await.as_str()), (IN, "bob"));
        // One that is there has to be right all the same.
        let wrong = |callback: Callback| callback.with("iss", "https://id.example.org");
        let (browser, answer) = fixture.comes_back(&user, wrong).await;
        refused(browser, &answer, "another issuer").await;
    });
}

/// Two providers: what one of them answers does not count for the other (the mix-up attack).
///
/// covers: [SSO-01]
#[test]
fn an_answer_of_one_provider_is_none_of_another() {
    run(async {
        let fixture = Fixture::linked().await;
        let evil = Provider::start(Signer::ec("one")).await;
        let good = fixture.provider.clone();
        let mut fixture = fixture.restarted_with(&[&good, &evil], "nobody");
        let added = changed(wanted(&evil), json!({"name": "evil", "label": "Evil"}));
        accepted(&fixture.ann.post(PROVIDERS, added).await);
        let (bob, evil_bob) = (Provider::user("bob"), Provider::user("bob"));
        let before = evil.requests(TOKEN);

        // The browser was sent to the good one, and comes back at the address of the other.
        let at_evil = |callback: Callback| callback.at_path(&CALLBACK.replace("acme", "evil"));
        let mut browser = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut browser, &bob).await;
        leads_nowhere(&mut browser, &at_evil(callback).path(), "the other address").await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let callback = at_evil(fixture.at_provider(&mut browser, &bob).await);
        let callback = callback.with("iss", &evil.url());
        leads_nowhere(&mut browser, &callback.path(), "the other address and issuer").await;
        // No code of the good one was given to the other.
        assert_eq!(evil.requests(TOKEN), before);

        // The user of the other has the same subject, and is a stranger here.
        let mut browser = Browser::visiting(&fixture.server).await;
        let location = led(&browser.get(&BEGIN.replace("acme", "evil")).await);
        let callback = evil.authorizes(&location, &evil_bob);
        let answer = browser.get(&callback.path()).await;
        refused(browser, &answer, "the same subject elsewhere").await;
    });
}

/// covers: [SSO-01]
#[test]
fn a_callback_of_another_session_leads_nowhere_and_ends_no_other_flow() {
    run(async {
        let fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        let (mut own, mut other) =
            (Browser::visiting(&fixture.server).await, Browser::visiting(&fixture.server).await);
        let of_own = fixture.at_provider(&mut own, &user).await;
        let of_other = fixture.at_provider(&mut other, &user).await;
        // A stranger's callback, which a page of another site may have sent the browser to.
        leads_nowhere(&mut own, &of_other.path(), "the callback of another session").await;
        // A stranger's code with the own state: the code is for another verifier.
        let injected = of_own.clone().with("code", &of_other.value("code"));
        // The own sign-in is still possible after the first one.
        let mut fresh = Browser::visiting(&fixture.server).await;
        leads_nowhere(&mut fresh, &of_own.path(), "a session without a flow").await;
        let mut without = Browser::new(&fixture.server);
        let answer = without.get(&of_own.path()).await;
        assert!(led(&answer).starts_with(OUT), "{}", led(&answer));
        assert_eq!(who(&mut without).await, "anonymous");
        assert_eq!(led(&own.get(&of_own.path()).await), IN);
        assert_eq!(who(&mut own).await, "bob");

        let answer = other.get(&injected.with("state", &of_other.value("state")).path()).await;
        assert_eq!(led(&answer), IN, "its own code and state");
        let (mut one, mut two) =
            (Browser::visiting(&fixture.server).await, Browser::visiting(&fixture.server).await);
        let stolen = fixture.at_provider(&mut one, &user).await;
        let callback = fixture.at_provider(&mut two, &user).await;
        let answer = two.get(&callback.with("code", &stolen.value("code")).path()).await;
        refused(two, &answer, "a stolen code").await;
    });
}

/// covers: [SSO-01]
#[test]
fn a_callback_counts_once() {
    run(async {
        let fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        let before = fixture.provider.requests(TOKEN);
        let mut browser = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut browser, &user).await;
        assert_eq!(led(&browser.get(&callback.path()).await), IN);
        let token = browser.token();
        // A user who goes back in the browser stays signed in, and no second sign-in happens.
        let again = browser.get(&callback.path()).await;
        assert!(led(&again).starts_with("/ui/"), "{}", led(&again));
        assert_eq!((who(&mut browser).await.as_str(), browser.token()), ("bob", token));
        // The code was used, so that it is worth nothing in a flow of another session either.
        let code = callback.value("code");
        let reused = |callback: Callback| callback.with("code", &code);
        let (browser, answer) = fixture.comes_back(&user, reused).await;
        refused(browser, &answer, "a code that was used").await;
        assert_eq!(fixture.provider.requests(TOKEN), before + 2);

        // At the same time.
        let mut browser = Browser::visiting(&fixture.server).await;
        let path = fixture.at_provider(&mut browser, &user).await.path();
        let mut copies: Vec<_> = (0..4).map(|_| browser.clone()).collect();
        let answers = copies.iter_mut().map(|copy| copy.get(&path));
        let answers = futures_util::future::join_all(answers).await;
        let signed_in = answers.iter().filter(|answer| answer.header("location") == Some(IN));
        assert!(signed_in.count() >= 1, "{answers:?}");
        assert_eq!(fixture.provider.requests(TOKEN), before + 3);
    });
}

/// covers: [SSO-01]
#[test]
fn a_sign_in_that_is_begun_again_or_done_otherwise_leaves_the_first_one_behind() {
    run(async {
        let fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        let before = fixture.provider.requests(TOKEN);
        // Begun again: the first one is no longer pending.
        let mut browser = Browser::visiting(&fixture.server).await;
        let first = fixture.at_provider(&mut browser, &user).await;
        let second = fixture.at_provider(&mut browser, &user).await;
        leads_nowhere(&mut browser, &first.path(), "the first one").await;
        assert_eq!(led(&browser.get(&second.path()).await), IN);

        // A user has signed in with a password since: the session is that user's.
        let mut browser = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut browser, &user).await;
        browser.sign_in(crate::ANN, PASSWORD).await;
        let token = browser.token();
        let answer = browser.get(&callback.path()).await;
        assert!(led(&answer).starts_with("/ui/"), "{}", led(&answer));
        assert_eq!((who(&mut browser).await.as_str(), browser.token()), (crate::ANN, token));
        assert_eq!(fixture.provider.requests(TOKEN), before + 1);

        // In a session of a user no sign-in begins.
        let answer = browser.get(BEGIN).await;
        assert!(led(&answer).starts_with("/ui/"), "{}", led(&answer));
        assert_eq!(who(&mut browser).await, crate::ANN);
    });
}

/// covers: [SSO-01]
#[test]
fn a_restart_ends_sign_ins_that_are_pending_and_says_so() {
    run(async {
        let fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        let mut browser = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut browser, &user).await;
        let provider = fixture.provider.clone();
        let fixture = fixture.restarted_with(&[&provider], "nobody");
        browser.move_to(&fixture.server);
        let answer = browser.get(&callback.path()).await;
        assert!(led(&answer).starts_with(OUT), "{}", led(&answer));
        assert_eq!(who(&mut browser).await, "anonymous");
        fixture.signed_in(&user).await;
    });
}

/// covers: [SSO-01]
#[test]
fn a_user_who_does_not_sign_in_there_gets_a_notice_here() {
    run(async {
        let fixture = Fixture::linked().await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let location = led(&browser.get(BEGIN).await);
        let denied = fixture.provider.denies(&location);
        // An error without the state is not one of the provider.
        leads_nowhere(&mut browser, &denied.clone().without("state").path(), "no state").await;
        let answer = browser.get(&denied.path()).await;
        refused(browser, &answer, "an error").await;
        // What an error says is shown nowhere: anyone could have written it.
        let mut browser = Browser::visiting(&fixture.server).await;
        let location = led(&browser.get(BEGIN).await);
        let denied = fixture.provider.denies(&location);
        let forged = denied.with("error_description", "Call 555-CANARY and say your password");
        let answer = browser.get(&forged.path()).await;
        assert!(!code_of(&answer, "a forged error").contains("CANARY"), "{}", led(&answer));
        let records = crate::records(&mut browser).await;
        assert!(!serde_json::to_string(&records).expect("JSON").contains("CANARY"));
    });
}

/// covers: [SSO-01]
#[test]
fn nothing_of_a_request_decides_where_the_browser_goes_on() {
    run(async {
        let fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        for name in ["redirect", "redirect_uri", "next", "url", "target_link_uri", "RelayState"] {
            let evil = "https://evil.example.org/";
            let (browser, answer) =
                fixture.comes_back(&user, |callback| callback.with(name, evil)).await;
            assert_eq!(led(&answer), IN, "{name}");
            drop(browser);
            let mut browser = Browser::visiting(&fixture.server).await;
            let answer =
                browser.get(&format!("{BEGIN}?{name}=https%3A%2F%2Fevil.example.org")).await;
            if answer.status == 303 {
                parameters_of(&led(&answer), &fixture.provider.link(AUTHORIZE));
                assert!(!led(&answer).contains("evil"), "{name}");
            } else {
                assert_eq!(answer.status, 400, "{name}");
            }
        }
        for name in ["unknown", "acme%2F..%2Fx", "%2E%2E", "ACME", "acme%0d%0aSet-Cookie:x"] {
            let mut browser = Browser::visiting(&fixture.server).await;
            let answer = browser.get(&format!("ui/auth/sso/{name}/begin")).await;
            let location = answer.header("location").unwrap_or(OUT);
            assert!(location.starts_with(OUT) || answer.status == 404, "{name}: {location}");
            assert!(answer.header("set-cookie").is_none(), "{name}");
        }
    });
}

/// covers: [SSO-01]
#[test]
fn sign_ins_are_begun_a_limited_number_of_times() {
    run(async {
        let fixture = Fixture::linked().await;
        let browser = Browser::visiting(&fixture.server).await;
        let mut begun = 0;
        let mut limited = 0;
        for _ in 0..30 {
            let answer = browser.clone().get(BEGIN).await;
            match answer.status {
                303 if led(&answer).starts_with("http") => begun += 1,
                _ => limited += 1,
            }
        }
        assert!((1..=20).contains(&begun) && limited >= 10, "{begun} {limited}");
        // Another address is not limited by it, and the provider was asked once.
        fixture.signed_in(&Provider::user("bob")).await;
        assert_eq!(fixture.provider.requests(CONFIGURATION), 1);
    });
}
