//! Invalid input over HTTP: each case gets its status and a sentence that says what to do, and no value that could be a
//! secret is repeated.

use serde_json::{Value, json};
use waybill_tests::{Browser, Request, run};

use crate::{records, shared};

const MEBIBYTE: usize = 1024 * 1024;

fn login() -> Value {
    json!({"user": "ann", "password": "canary-5521", "type": "login"})
}

fn with(mut body: Value, key: &str, value: Value) -> Value {
    body[key] = value;
    body
}

/// covers: [LOGIN-05, EVT-08]
#[test]
fn an_invalid_body_is_rejected_with_a_sentence() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let own = browser.origin.clone();
        let bodies = [
            ("an unknown field", with(login(), "admin", json!(true)).to_string(), "admin"),
            ("a missing field", json!({"user": "ann", "type": "login"}).to_string(), "password"),
            (
                "a number for a text",
                with(login(), "password", json!(5_521_000)).to_string(),
                "expected",
            ),
            (
                "a list for a text",
                with(login(), "user", json!(["canary-5521"])).to_string(),
                "expected",
            ),
            ("another kind", with(login(), "type", json!("canary-5521")).to_string(), "login"),
            (
                "a wrong time",
                with(login(), "stored", json!({"path": "/", "at": "canary-5521"})).to_string(),
                "not valid",
            ),
            ("a field twice", r#"{"user": "a", "user": "canary-5521"}"#.to_owned(), "user"),
            ("no JSON", "{canary-5521".to_owned(), "line 1"),
            ("half of it", login().to_string()[..20].to_owned(), "line 1"),
            ("nothing", String::new(), "line 1"),
            ("a list", format!("[{}]", login()), "not valid"),
            ("two", format!("{0}{0}", login()), "line 1"),
            ("deep nesting", format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000)), "not valid"),
        ];
        for (what, body, sentence) in bodies {
            let request = Request::new("POST", "ui/auth/login")
                .header("origin", &own)
                .header("content-type", "application/json")
                .body(body);
            let answer = browser.send(request).await;
            assert_eq!((answer.status, answer.code().as_str()), (400, "malformed_body"), "{what}");
            let message = answer.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
            assert!(message.contains(sentence), "{what}: {message}");
            assert!(!message.contains("5521"), "{what}: {message}");
        }
        let bytes = Request::new("POST", "ui/auth/login")
            .header("origin", &own)
            .header("content-type", "application/json")
            .body(b"{\"user\": \"\xff\xfe\"}".to_vec());
        assert_eq!(browser.send(bytes).await.status, 400);
        // None of that is recorded.
        assert!(records(&mut browser).await.is_empty());
    });
}

/// covers: [LOGIN-05]
#[test]
fn fields_and_bodies_over_the_limit_are_rejected() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let code = |text: String| json!({"code": text});
        let long = "x".repeat(5_000);
        let cases = [
            ("ui/auth/login", with(login(), "user", json!(long))),
            ("ui/auth/login", with(login(), "password", json!(long))),
            (
                "ui/auth/login",
                with(login(), "stored", json!({"path": long, "at": "2026-01-01T00:00:00.000Z"})),
            ),
            ("access/auth/login", json!({"username": long, "password": "x"})),
            ("ui/auth/mfa/verify", code(long.clone())),
            ("ui/auth/mfa/verify", json!({"recovery_code": long})),
            ("ui/auth/mfa/enroll", code(long.clone())),
            ("ui/auth/changePassword", json!({"current": long, "new": "x"})),
            ("ui/auth/changePassword", json!({"current": "x", "new": long})),
            ("ui/auth/changePassword", json!({"user": long, "current": "x", "new": "x"})),
            ("setup", json!({"token": long, "user": "ann", "password": "x"})),
            ("setup", json!({"token": "x", "user": long, "password": "x"})),
            ("setup", json!({"token": "x", "user": "ann", "password": long})),
        ];
        for (path, body) in cases {
            let answer = browser.post(path, body.clone()).await;
            assert_eq!((answer.status, answer.code().as_str()), (400, "too_long"), "{path}");
            assert!(answer.json()["error"]["field"].is_string(), "{path}");
            let large = body.to_string().replace(&long, &"x".repeat(MEBIBYTE));
            let answer = browser.post(path, serde_json::from_str(&large).expect("JSON")).await;
            assert_eq!((answer.status, answer.code().as_str()), (413, "too_large"), "{path}");
        }
        let answer = browser.get(&format!("setup?token={}", "0".repeat(20_000))).await;
        assert_eq!(answer.status, 410);
        let answer = browser.get(&format!("setup?token={}", "0".repeat(MEBIBYTE))).await;
        assert!([400, 414, 431].contains(&answer.status), "{}", answer.status);
    });
}

#[test]
fn an_invalid_url_is_rejected_with_a_sentence() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        for query in ["limit=many", "limit=-1", "before=99999999999999999999", "limit=1&limit=2"] {
            let answer = browser.get(&format!("session/records?{query}")).await;
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (400, "malformed_query"),
                "{query}"
            );
        }
        for path in ["/ui/%ff", "system/logo/%c3%28", "/no/%ff"] {
            let answer = browser.get(path).await;
            let wanted =
                if path.starts_with("/no") { (404, "not_found") } else { (400, "malformed_path") };
            assert_eq!((answer.status, answer.code().as_str()), wanted, "{path}");
        }
        for query in
            ["", "limit=0", "limit=100000", "before=0", "before=1", "before=18446744073709551615"]
        {
            assert_eq!(
                browser.get(&format!("session/records?{query}")).await.status,
                200,
                "{query}"
            );
        }
        let own = browser.origin.clone();
        let remember = Request::new("POST", "ui/auth/login?_spring_security_remember_me=perhaps");
        let answer = browser.send(remember.header("origin", &own).json(&login())).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "malformed_query"));
    });
}

#[test]
fn path_traversal_reaches_no_other_file() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        for path in [
            "/ui/api/v1/ui/auth/sessions/",
            "/ui/api/v1//ui/auth/sessions",
            "/ui/api/v1/ui/auth/%2e%2e/sessions",
            "/ui/api/v1/UI/AUTH/SESSIONS",
            "/ui/api/v1/ui%2fauth%2fsessions",
            "/ui/api/v2/session",
            "/ui/assets/../../../etc/passwd",
            "/ui/js/..%2f..%2f..%2fetc%2fpasswd",
            "/ui/js/%2e%2e/%2e%2e/Cargo.toml",
            "/metrics",
            "//livez",
        ] {
            let answer = browser.get(path).await;
            assert_eq!(answer.status, 404, "{path}");
            assert_eq!(answer.code(), "not_found", "{path}");
        }
    });
}

#[test]
fn errors_about_a_missing_session_say_how_to_get_one() {
    run(async {
        let mut browser = Browser::new(shared());
        for path in ["ui/auth/login", "ui/auth/logout", "setup", "ui/auth/mfa/verify"] {
            let answer = browser.post(path, json!({})).await;
            assert_eq!((answer.status, answer.code().as_str()), (403, "no_session"), "{path}");
        }
        assert_eq!(browser.get("ui/auth/current").await.json()["name"], "anonymous");
        assert_eq!(browser.get("session/records").await.status, 403);
    });
}

/// covers: [LOGIN-05, MFA-01]
#[test]
fn steps_out_of_order_are_rejected() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        for (path, body) in [
            ("ui/auth/logout", json!({})),
            ("ui/auth/mfa/verify", json!({"code": "123456"})),
            ("ui/auth/mfa/verify", json!({"recovery_code": "aaaa-bbbb"})),
            ("ui/auth/mfa/enroll", json!({"code": "123456"})),
            ("ui/auth/changePassword", json!({"current": "a", "new": "b"})),
        ] {
            let answer = browser.post(path, body).await;
            assert_eq!(answer.status, 409, "{path}: {}", answer.json());
        }
        assert_eq!(browser.get("ui/auth/mfa/enroll").await.status, 403);
        assert_eq!(browser.get("ui/auth/sessions").await.status, 401);
        for body in [json!({}), json!({"code": "1", "recovery_code": "2"})] {
            assert_eq!(browser.post("ui/auth/mfa/verify", body).await.status, 400);
        }
    });
}
