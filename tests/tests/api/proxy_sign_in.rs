//! Users whom a proxy before the server has signed in, and names in a header.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, Server, run};

use crate::groups::user;
use crate::own_account::basic;
use crate::people::{administered, ended, outcome};
use crate::sso::accepted;
use crate::{ANN, PASSWORD};

const SIGN_IN: &str = "ui/auth/httpSso";
const LINK: &str = "ui/auth/httpSso/link";
const OFFERED: &str = "ui/auth/externalLogins";

/// A server before which these networks have such proxies.
async fn server(networks: &str, more: &str) -> (Place, Server, Browser) {
    let place = Place::new().with_settings(&format!(
        "sso_proxies = [{networks}]\n[installation.access]\nmfa_required = \"nobody\"\n{more}"
    ));
    let (server, ann) = administered(&place).await;
    (place, server, ann)
}

/// A request as a proxy passes it on, with these headers about the user.
async fn through(
    browser: &mut Browser,
    method: &str,
    path: &str,
    users: &[&str],
) -> waybill_tests::Answer {
    let mut request = Request::new(method, path);
    for user in users {
        request = request.header("remote-user", user);
    }
    if method != "GET" {
        request = request.header("origin", &browser.origin.clone()).json(&json!({}));
    }
    browser.send(request).await
}

async fn is_offered(browser: &mut Browser, users: &[&str]) -> Value {
    accepted(&through(browser, "GET", OFFERED, users).await)["httpSso"].clone()
}

async fn who(browser: &mut Browser) -> String {
    let current = accepted(&browser.get("ui/auth/current").await);
    current["name"].as_str().unwrap_or_default().to_owned()
}

/// covers: [SSO-02, LOGIN-05]
#[test]
fn a_user_whom_a_proxy_names_signs_in_with_an_account_of_the_own() {
    run(async {
        let creates = "sso_proxies_create_accounts = true\n";
        let (_place, server, _ann) = server("\"127.0.0.0/8\"", creates).await;
        let mut carol = Browser::visiting(&server).await;
        assert_eq!(is_offered(&mut carol, &["carol"]).await, json!(true));
        let page = through(&mut carol, "GET", "session", &["carol"]).await.json();
        assert_eq!(page["sign_in"]["proxy_names_user"], json!(true));
        assert_eq!(is_offered(&mut carol, &[]).await, json!(false));
        let answer = through(&mut carol, "POST", SIGN_IN, &["carol"]).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        assert_eq!(answer.json()["next"], json!("signed_in"));
        assert_eq!(answer.json()["realm"], json!("external"));
        assert_eq!(who(&mut carol).await, "carol");
        // In another spelling it is the same user, and the session needs no header.
        let mut again = Browser::visiting(&server).await;
        assert_eq!(through(&mut again, "POST", SIGN_IN, &["Carol"]).await.status, 200);
        assert_eq!(who(&mut again).await, "carol");
        // No local account is taken over by its name.
        let mut stranger = Browser::visiting(&server).await;
        let answer = through(&mut stranger, "POST", SIGN_IN, &[ANN]).await;
        assert_eq!((answer.status, answer.code().as_str()), (401, "identity_refused"));
        assert_eq!(who(&mut stranger).await, "anonymous");
        // Two headers are none: one of them may be the client's own.
        for users in [&["carol", ANN][..], &[ANN, "carol"], &[""], &[" "], &[]] {
            let answer = through(&mut stranger, "POST", SIGN_IN, users).await;
            assert_eq!(answer.status, 404, "{users:?}");
        }
        // Another page cannot sign a browser in.
        let request = Request::new("POST", SIGN_IN)
            .header("remote-user", "carol")
            .header("origin", "https://evil.example.org")
            .json(&json!({}));
        assert_eq!(stranger.send(request).await.status, 403);
    });
}

/// covers: [SSO-02]
#[test]
fn the_header_of_any_other_peer_names_no_user() {
    run(async {
        for (networks, more) in [("", ""), ("\"192.0.2.0/24\"", "")] {
            let (_place, server, _ann) = server(networks, more).await;
            let mut stranger = Browser::visiting(&server).await;
            assert_eq!(is_offered(&mut stranger, &["carol"]).await, json!(false), "{networks}");
            let answer = through(&mut stranger, "POST", SIGN_IN, &["carol"]).await;
            assert_eq!(answer.status, 404, "{networks}");
            assert_eq!(who(&mut stranger).await, "anonymous");
        }
    });
}

/// What a trusted proxy says about the client's address makes that client no proxy.
///
/// covers: [SSO-02]
#[test]
fn an_address_that_is_only_named_is_no_proxy() {
    run(async {
        let place = Place::new().with_settings(
            "trusted_proxies = [\"127.0.0.0/8\"]\nsso_proxies = [\"10.0.0.5\"]\n\
             [installation.access]\nmfa_required = \"nobody\"\nsso_proxies_create_accounts = true\n",
        );
        let (server, _ann) = administered(&place).await;
        let browser = Browser::visiting(&server).await;
        let mut browser = browser.behind_proxy("x-forwarded-for", "10.0.0.5");
        let answer = through(&mut browser, "POST", SIGN_IN, &["carol"]).await;
        assert_eq!(answer.status, 404);
    });
}

/// covers: [SSO-02, MFA-01]
#[test]
fn accounts_are_linked_explicitly_and_the_second_factor_stays_owed() {
    run(async {
        let (place, server, mut ann) = server("\"127.0.0.0/8\"", "").await;
        let (_, mut bob) = user(&server, &mut ann, "bob").await;
        let mut visitor = Browser::visiting(&server).await;
        let answer = through(&mut visitor, "POST", SIGN_IN, &["robert"]).await;
        assert_eq!((answer.status, answer.code().as_str()), (401, "identity_unknown"));
        let missing = through(&mut bob, "POST", LINK, &["robert"]).await;
        assert_eq!(outcome(&missing), ended(400, "reauthentication_missing"));
        let request = Request::new("POST", LINK)
            .header("x-jfrog-reauthentication", &basic("bob", PASSWORD))
            .header("remote-user", "robert")
            .header("origin", &bob.origin.clone())
            .json(&json!({}));
        assert_eq!(bob.send(request).await.status, 200);
        assert_eq!(through(&mut visitor, "POST", SIGN_IN, &["robert"]).await.status, 200);
        assert_eq!(who(&mut visitor).await, "bob");

        assert!(server.stop().success());
        let place = place.with_settings(
            "sso_proxies = [\"127.0.0.0/8\"]\n[installation.access]\nmfa_required = \"everybody\"\n",
        );
        let server = place.start();
        let mut visitor = Browser::visiting(&server).await;
        let answer = through(&mut visitor, "POST", SIGN_IN, &["robert"]).await;
        assert_eq!((answer.status, &answer.json()["next"]), (200, &json!("enrol_required")));
        assert_eq!(who(&mut visitor).await, "anonymous");
    });
}
