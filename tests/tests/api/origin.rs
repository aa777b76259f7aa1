//! Cross-site requests.

use serde_json::json;
use waybill_tests::{Browser, Request, Tab, run};

use crate::shared;

const POSTS: [&str; 11] = [
    "setup",
    "ui/auth/login",
    "access/auth/login",
    "ui/auth/logout",
    "ui/auth/changePassword",
    "ui/auth/mfa/enroll",
    "ui/auth/mfa/verify",
    "access/auth/mfa/enroll",
    "access/auth/mfa/verify",
    "ui/auth/sessions/revoke",
    "session",
];

/// Origins that another page could send, and some that it could not.
fn foreign(own: &str) -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    let origin = |text: &str| ("origin", text.to_owned());
    let site = |text: &str| ("sec-fetch-site", text.to_owned());
    vec![
        ("none at all", vec![]),
        ("another site", vec![origin("https://evil.example")]),
        ("a file or a sandbox", vec![origin("null")]),
        ("another port", vec![origin("http://127.0.0.1:1")]),
        ("another scheme", vec![origin(&own.replace("http:", "https:"))]),
        ("a longer host", vec![origin(&format!("{own}.evil.example"))]),
        ("a prefix", vec![origin(&own[..own.len() - 1])]),
        ("a path", vec![origin(&format!("{own}/"))]),
        ("two", vec![origin("https://evil.example"), origin(own)]),
        ("a cross-site request", vec![origin(own), site("cross-site")]),
        ("a sibling of the same site", vec![origin(own), site("same-site")]),
        ("only a referrer", vec![("referer", format!("{own}/ui/"))]),
        ("a form's own claim", vec![site("none")]),
    ]
}

#[test]
fn every_change_from_another_origin_is_rejected() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let own = browser.origin.clone();
        for post in POSTS.iter().filter(|path| **path != "session") {
            for (what, headers) in foreign(&own) {
                let mut request = Request::new("POST", post).json(&json!({}));
                for (name, value) in headers {
                    request = request.header(name, &value);
                }
                let answer = browser.send(request).await;
                assert_eq!(
                    (answer.status, answer.code().as_str()),
                    (403, "foreign_origin"),
                    "{post}: {what}"
                );
            }
        }
    });
}

#[test]
fn the_consoles_own_requests_are_accepted() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let own = browser.origin.clone();
        let port = browser.address.port();
        let form = json!({"user": "x", "password": "y", "type": "login"});
        let login = || Request::new("POST", "ui/auth/login").json(&form);
        for request in [
            login().header("origin", &own).header("sec-fetch-site", "same-origin"),
            login().header("sec-fetch-site", "same-origin"),
            login().header("origin", &format!("http://localhost:{port}")),
        ] {
            assert_eq!(browser.send(request).await.code(), "invalid_credentials");
        }
    });
}

#[test]
fn a_form_is_not_accepted_as_json() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let own = browser.origin.clone();
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
            let request = Request::new("POST", "ui/auth/login")
                .header("origin", &own)
                .header("content-type", kind)
                .body(r#"{"user":"ann","password":"x","type":"login"}"#);
            assert_eq!(browser.send(request).await.status, 415, "{kind}");
        }
    });
}

/// covers: [PUSH-01]
#[test]
fn a_socket_from_another_origin_is_rejected() {
    run(async {
        let browser = Browser::visiting(shared()).await;
        for origin in [None, Some("https://evil.example"), Some("null"), Some("http://127.0.0.1:1")]
        {
            let refused = Tab::try_connect(&browser, origin).await.expect_err("no socket");
            let tokio_tungstenite::tungstenite::Error::Http(answer) = *refused else {
                panic!("{refused}")
            };
            assert_eq!(answer.status(), 403, "{origin:?}");
        }
    });
}

#[test]
fn another_site_cannot_read_anything() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        for path in ["session", "session/records", "ui/auth/current"] {
            let answer = browser
                .send(Request::new("GET", path).header("origin", "https://evil.example"))
                .await;
            assert!(
                answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")),
                "{path}"
            );
        }
        let preflight = Request::new("OPTIONS", "ui/auth/login")
            .header("origin", "https://evil.example")
            .header("access-control-request-method", "POST");
        let answer = browser.send(preflight).await;
        assert_eq!(answer.status, 405);
        assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")));
    });
}
