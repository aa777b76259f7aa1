//! The headers of every response, and the attributes of the cookie.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use waybill_tests::{Answer, Browser, Place, Request, Tls, or_not_run, run};

use crate::certificates::{CERTIFICATE, KEY, tls_settings};
use crate::{NOT_BUILT, shared};

const ALWAYS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

fn assert_headers(what: &str, answer: &Answer) {
    for (name, value) in ALWAYS {
        let all: Vec<&str> = answer
            .headers
            .iter()
            .filter(|(header, _)| header == name)
            .map(|(_, value)| value.as_str())
            .collect();
        assert_eq!(all, [value], "{what}: {name}");
    }
    for telling in ["server", "x-powered-by"] {
        assert_eq!(answer.header(telling), None, "{what}");
    }
}

#[test]
fn every_kind_of_response_has_the_headers() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let own = browser.origin.clone();
        let post = |path: &str| Request::new("POST", path).header("origin", &own);
        let large = json!({"user": "x".repeat(1024 * 1024), "password": "x", "type": "login"});
        let requests = [
            ("a redirect", 307, Request::new("GET", "/")),
            ("a page of the router", 200, Request::new("GET", "/ui/login")),
            ("the page", 200, Request::new("GET", "/ui/")),
            ("a missing file", 404, Request::new("GET", "/ui/assets/none.js")),
            ("a path of nobody's", 404, Request::new("GET", "/admin")),
            ("a call of nobody's", 404, Request::new("GET", "nothing")),
            ("a read", 200, Request::new("GET", "session")),
            ("only the head of a read", 200, Request::new("HEAD", "session")),
            ("another method", 405, Request::new("DELETE", "session")),
            ("another method of another path", 405, post("/livez")),
            ("a wrong body", 400, post("ui/auth/login").json(&json!({}))),
            ("a wrong query", 400, Request::new("GET", "session/records?limit=many")),
            (
                "wrong credentials",
                401,
                post("ui/auth/login").json(&json!({"user": "x", "password": "y", "type": "login"})),
            ),
            ("a foreign request", 403, Request::new("POST", "ui/auth/login").json(&json!({}))),
            ("a dead link", 410, Request::new("GET", "setup?token=x")),
            ("too much", 413, post("ui/auth/login").json(&large)),
            ("another kind of body", 415, post("ui/auth/login").body("x")),
            ("no socket", 426, Request::new("GET", "socket").header("origin", &own)),
            ("a health check", 200, Request::new("GET", "/livez")),
        ];
        for (what, status, request) in requests {
            let answer = browser.send(request).await;
            // A server-only build has no page.
            let is_page_missing = answer.status == 503 && what.contains("page");
            assert!(answer.status == status || is_page_missing, "{what}: {}", answer.status);
            assert_headers(what, &answer);
            if status >= 400 && what != "only the head of a read" {
                let error = &answer.json()["error"];
                assert!(error["message"].as_str().is_some_and(|text| text.len() > 8), "{what}");
                assert_eq!(error["trace"].as_str().map(str::len), Some(16), "{what}");
            }
            if status == 405 {
                assert!(answer.header("allow").is_some(), "{what} has no Allow header");
            }
        }
        for path in [
            "session",
            "session/records",
            "ui/auth/current",
            "nothing",
            "/artifactory/api/system/license",
            "/access/api/v1/projects",
            "/access/api/v1/nothing",
        ] {
            assert_eq!(browser.get(path).await.header("cache-control"), Some("no-store"), "{path}");
        }
    });
}

#[test]
fn files_of_the_console_have_them_and_can_be_cached() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist/js");
    let file = std::fs::read_dir(dist).ok().and_then(|mut files| files.next());
    let Some(file) = or_not_run(file, NOT_BUILT) else { return };
    let name = file.expect("a file").file_name().into_string().expect("a name");
    run(async {
        let mut browser = Browser::new(shared());
        let answer = browser.get(&format!("/ui/js/{name}")).await;
        assert_eq!(answer.status, 200);
        assert_headers(&name, &answer);
        assert!(answer.header("cache-control").is_some_and(|value| value.contains("immutable")));
        let etag = answer.header("etag").expect("a tag").to_owned();
        let known = Request::new("GET", &format!("/ui/js/{name}")).header("if-none-match", &etag);
        let answer = browser.send(known).await;
        assert_eq!((answer.status, answer.body.len()), (304, 0));
        assert_headers("a file that is known", &answer);
    });
}

#[test]
fn an_upgrade_has_them() {
    run(async {
        let browser = Browser::visiting(shared()).await;
        let mut stream = browser.connect().await;
        let request = format!(
            "GET /ui/api/v1/socket HTTP/1.1\r\nhost: {0}\r\norigin: {1}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-protocol: waybill.v1\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            browser.address, browser.origin
        );
        stream.write_all(request.as_bytes()).await.expect("it is sent");
        let mut raw = vec![0; 4096];
        let read = stream.read(&mut raw).await.expect("an answer");
        let text = String::from_utf8_lossy(&raw[..read]).to_ascii_lowercase();
        assert!(text.starts_with("http/1.1 101"), "{text}");
        assert!(text.contains("sec-websocket-protocol: waybill.v1"));
        assert!(!text.contains("permessage-deflate"));
        for (name, value) in ALWAYS {
            assert!(text.contains(&format!("{name}: {}", value.to_ascii_lowercase())), "{name}");
        }
    });
}

/// The attributes of the session cookie.
async fn cookie(browser: &mut Browser) -> (String, Vec<String>) {
    let answer = browser.get("session").await;
    let cookie = answer.header("set-cookie").expect("a cookie").to_owned();
    let mut parts = cookie.split("; ").map(str::to_owned);
    let (name, value) = {
        let pair = parts.next().expect("a pair");
        let (name, value) = pair.split_once('=').expect("a pair");
        (name.to_owned(), value.to_owned())
    };
    assert_eq!(value.len(), 64, "256 bits");
    (name, parts.collect())
}

#[test]
fn without_tls_the_cookie_is_protected_from_scripts_and_other_sites() {
    run(async {
        let mut browser = Browser::new(shared());
        let (name, attributes) = cookie(&mut browser).await;
        assert!(name.starts_with("waybill_"), "{name}");
        assert_eq!(attributes, ["Path=/", "HttpOnly", "SameSite=Lax"]);
        let answer = browser.get("session").await;
        assert_eq!(answer.header("strict-transport-security"), None);
        // A browser that has one gets no other.
        assert_eq!(answer.header("set-cookie"), None);
    });
}

#[test]
fn over_tls_the_cookie_is_restricted_to_this_host_and_tls() {
    let place = Place::new();
    let Some(settings) = tls_settings(&place) else { return };
    let settings = format!("{settings}[installation.access]\nmfa_required = \"nobody\"\n");
    let place = place.with_settings(&settings);
    let (certificate, key) = (place.path(CERTIFICATE), place.path(KEY));
    // A key that others can copy protects nothing.
    fs::set_permissions(&key, fs::Permissions::from_mode(0o604)).expect("its own file");
    let failed = place.start_fails("127.0.0.1:0");
    let text = String::from_utf8_lossy(&failed.stderr).into_owned();
    assert!(text.contains("others on this machine can open it"), "{text}");
    assert_eq!(failed.status.code(), Some(2), "{text}");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).expect("its own file");
    let server = place.start();
    assert!(place.printed().contains("https://"));
    run(async {
        let mut browser = Browser::new(&server).with_tls(Tls::trusting(&certificate));
        let (name, attributes) = cookie(&mut browser).await;
        assert!(name.starts_with("__Host-waybill_"), "{name}");
        assert_eq!(attributes, ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"]);
        let answer = browser.get("session").await;
        let hsts = answer.header("strict-transport-security");
        assert_eq!(hsts, Some("max-age=31536000"));
        browser.set_up(&server, crate::ANN, crate::PASSWORD).await;
        browser.sign_in(crate::ANN, crate::PASSWORD).await;
        assert_eq!(browser.get("ui/auth/current").await.json()["name"], crate::ANN);
        // Requests without TLS get no response.
        let plain = Browser::new(&server).get("session").await;
        assert_eq!(plain.status, 0);
        drop(server);
        // Hosts below the console's are bound to TLS only if the operator says so.
        for (hsts, expected) in
            [("subdomains", Some("max-age=31536000; includeSubDomains")), ("off", None)]
        {
            let place = place.clone().with_settings(&format!("hsts = \"{hsts}\"\n{settings}"));
            let server = place.start();
            let mut browser = Browser::new(&server).with_tls(Tls::trusting(&certificate));
            let answer = browser.get("session").await;
            assert_eq!(answer.header("strict-transport-security"), expected, "{hsts}");
        }
    });
}
